//! Atomic file replacement: writes a temporary file beside the target and renames it when complete.
//!
//! Invariant: an error leaves neither a partial file nor a damaged old one. Devices and pipes are
//! written directly, because they cannot be renamed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::HostError;
use sixfold_solver::MAX_TEXT;

/// A file that appears under its name only when it is complete.
pub struct AtomicFile {
    path: PathBuf,
    part: PathBuf,
    file: Option<BufWriter<File>>,
}

impl AtomicFile {
    /// Opens the temporary file, so that an unwritable path is reported before any long work.
    ///
    /// # Errors
    /// If the path is a directory or cannot be written.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, HostError> {
        // A symbolic link is followed, so the file that it points to is replaced.
        let path = fs::canonicalize(&path).unwrap_or_else(|_| path.as_ref().to_owned());
        if path.is_dir() {
            return Err(HostError::Directory(path));
        }
        let special = fs::metadata(&path).is_ok_and(|data| !data.is_file());
        let part = if special { path.clone() } else { beside(&path) };
        let file = if special {
            fs::OpenOptions::new().write(true).open(&part)
        } else {
            File::create(&part)
        };
        let file = match file {
            Ok(file) => Some(BufWriter::new(file)),
            Err(error) => return Err(HostError::Unwritable { path, error }),
        };
        if let (false, Ok(old)) = (special, fs::metadata(&path)) {
            // The replaced file passes on its permissions; failing to do so is harmless.
            let _ = fs::set_permissions(&part, old.permissions());
        }
        Ok(Self { path, part, file })
    }

    /// The text of the file that would be replaced, if it exists.
    #[must_use]
    pub fn old_text(&self) -> Option<String> {
        let small = |data: &fs::Metadata| data.is_file() && data.len() <= MAX_TEXT;
        fs::metadata(&self.path).ok().filter(small)?;
        fs::read_to_string(&self.path).ok()
    }

    /// Writes the content and renames the file into its place.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self, content: &[u8]) -> Result<(), HostError> {
        let written = self.write_all(content);
        self.completed(written)
    }

    /// Renames the file into its place, after its content was written as a stream.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn complete(self) -> Result<(), HostError> {
        self.completed(Ok(()))
    }

    fn completed(mut self, written: io::Result<()>) -> Result<(), HostError> {
        let written = written.and_then(|()| self.flush());
        self.file = None;
        let moved = written.and_then(|()| match self.part == self.path {
            true => Ok(()),
            false => fs::rename(&self.part, &self.path),
        });
        moved.map_err(|error| HostError::Unwritable { path: self.path.clone(), error })
    }
}

/// Writes to the temporary file, through a buffer.
impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(bytes.len()), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

/// Removes the temporary file, if it was not renamed.
impl Drop for AtomicFile {
    fn drop(&mut self) {
        if self.part != self.path {
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// The path of the temporary file, in the folder of the target.
fn beside(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

/// Creates a folder, and those around it, if it does not exist.
///
/// # Errors
/// If it cannot be created.
pub fn create_folder(path: impl AsRef<Path>) -> Result<(), HostError> {
    let path = path.as_ref();
    fs::create_dir_all(path).map_err(|error| HostError::NoFolder { path: path.to_owned(), error })
}
