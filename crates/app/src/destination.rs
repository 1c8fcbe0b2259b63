//! Where files are written: beside their final place first, and moved there when complete, so
//! that no error leaves half a file or destroys an old one.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::input::LARGEST;

/// A file that will appear, whole, when it is finished.
pub(crate) struct Destination {
    path: PathBuf,
    part: PathBuf,
    file: Option<File>,
}

impl Destination {
    /// Makes sure now, before any long work, that the file can be written later.
    pub(crate) fn open(path: &str) -> Result<Self, Failure> {
        // Behind a link, the file that it leads to is written.
        let path = fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
        let fail =
            |error| Failure::usage(format!("`{}` cannot be written: {error}", path.display()));
        if path.is_dir() {
            return Err(Failure::usage(format!("`{}` is a directory", path.display())));
        }
        // Devices and pipes are written directly.
        let special = fs::metadata(&path).is_ok_and(|data| !data.is_file());
        let part = if special { path.clone() } else { beside(&path) };
        let file = if special {
            fs::OpenOptions::new().write(true).open(&part)
        } else {
            File::create(&part)
        };
        let file = Some(file.map_err(fail)?);
        if let (false, Ok(old)) = (special, fs::metadata(&path)) {
            // A file that is replaced keeps its permissions, as far as they can be kept.
            let _ = fs::set_permissions(&part, old.permissions());
        }
        Ok(Self { path, part, file })
    }

    /// The text that stands in its place now, if there is one.
    pub(crate) fn old_text(&self) -> Option<String> {
        let small = |data: &fs::Metadata| data.is_file() && data.len() <= LARGEST;
        fs::metadata(&self.path).ok().filter(small)?;
        fs::read_to_string(&self.path).ok()
    }

    /// Writes the content and puts the file in its place.
    pub(crate) fn finish(mut self, content: &[u8]) -> Result<(), Failure> {
        let file = self.file.take();
        let written =
            file.map_or(Ok(()), |mut file| file.write_all(content).and_then(|()| file.flush()));
        let moved = written.and_then(|()| match self.part == self.path {
            true => Ok(()),
            false => fs::rename(&self.part, &self.path),
        });
        moved.map_err(|error| {
            Failure::usage(format!("`{}` cannot be written: {error}", self.path.display()))
        })
    }
}

/// Removes the unfinished part.
impl Drop for Destination {
    fn drop(&mut self) {
        if self.part != self.path {
            let _ = fs::remove_file(&self.part);
        }
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}
