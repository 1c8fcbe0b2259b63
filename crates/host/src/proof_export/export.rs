//! An export: a folder that is filled while a proof is checked, and gets its manifest once the proof holds.
//!
//! Invariant: there is no manifest unless the whole proof was accepted. Otherwise the files are removed again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sixfold_solver::{Certificate, Fact, Follower, Heading, ProofCheck, Step};

use super::manifest::{self, ManifestPart};
use super::part_files::{PartFiles, largest, shifted};
use crate::atomic_file::{AtomicFile, create_folder};
use crate::error::HostError;

/// The name of the manifest.
const MANIFEST: &str = "manifest.txt";

/// A folder for the files of a proof.
pub struct ProofExport {
    folder: PathBuf,
    /// Whether the folder was made for this, and whether its files stay.
    new: bool,
    kept: bool,
    heading: String,
    parts: Vec<Exported>,
    current: Option<(PartFiles, Exported)>,
    /// The largest variable so far.
    variables: i32,
    failed: Option<HostError>,
}

/// A part, as far as it is known.
struct Exported {
    part: ManifestPart,
    /// By how much its variables are shifted.
    shift: i32,
    /// What it shows, before the shift.
    shows: Option<Fact>,
}

impl ProofExport {
    /// Takes a folder, which must be new or empty.
    ///
    /// # Errors
    /// If it is not, or cannot be created.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, HostError> {
        let folder = folder.as_ref().to_owned();
        let new = !folder.exists();
        create_folder(&folder)?;
        let unreadable = |error| HostError::NoFolder { path: folder.clone(), error };
        if fs::read_dir(&folder).map_err(unreadable)?.next().is_some() {
            return Err(unreadable(io::Error::other("it is not empty")));
        }
        let (heading, parts) = (String::new(), Vec::new());
        let (kept, current, variables, failed) = (false, None, 0, None);
        Ok(Self { folder, new, kept, heading, parts, current, variables, failed })
    }

    /// Writes the manifest if the proof was accepted, and says how many parts it has; otherwise nothing stays.
    ///
    /// # Errors
    /// If something could not be written.
    pub fn finish(mut self, checked: &ProofCheck) -> Result<Option<usize>, HostError> {
        self.end_part();
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let parts = std::mem::take(&mut self.parts);
        let parts: Vec<ManifestPart> = parts.into_iter().map(|exported| exported.part).collect();
        let Some(body) = manifest::body(checked, &parts) else { return Ok(None) };
        let text = format!("{}{body}", self.heading);
        AtomicFile::open(self.folder.join(MANIFEST))?.finish(text.as_bytes())?;
        self.kept = true;
        Ok(Some(parts.len()))
    }

    fn end_part(&mut self) {
        let Some((files, mut exported)) = self.current.take() else { return };
        match files.end() {
            Ok(files) => {
                exported.part.files = files;
                self.parts.push(exported);
            }
            Err(error) => self.failed = self.failed.take().or(Some(error)),
        }
    }

    /// Which part shows a fact: its place, and by how much its variables are shifted.
    fn shown(&self, need: &Fact) -> Option<(usize, i32)> {
        let shows = |part: &Exported| part.shows.as_ref().is_some_and(|it| need.follows_from(it));
        let place = self.parts.iter().position(shows)?;
        Some((place + 1, self.parts[place].shift))
    }

    /// A part with the literals of its facts as they are in the files. A part that needs a fact has the same numbers as
    /// the one that shows it, any other part has numbers of its own.
    fn described(&self, name: &str, certificate: &Certificate) -> Exported {
        let used = certificate.needs.iter().filter(|need| !need.literals.is_empty());
        let granted: Vec<(&Fact, (usize, i32))> =
            used.filter_map(|need| Some((need, self.shown(need)?))).collect();
        let shift = granted.first().map_or(self.variables, |&(_, (_, shift))| shift);
        let needs = granted.iter().flat_map(|&(need, (part, _))| {
            need.literals.iter().map(move |&literal| (shifted(literal, shift), part))
        });
        let literals = |fact: &Fact| fact.literals.iter().map(|&it| shifted(it, shift)).collect();
        let shows = certificate.shows.as_ref().filter(|fact| !fact.literals.is_empty());
        let part = ManifestPart {
            name: name.to_owned(),
            says: match certificate.says.is_empty() {
                true => "The formula has no model.".to_owned(),
                false => certificate.says.clone(),
            },
            files: Default::default(),
            shows: shows.map(|fact| (fact.says.clone(), literals(fact))),
            needs: needs.collect(),
        };
        Exported { part, shift, shows: shows.cloned() }
    }
}

/// Removes what was written, unless there is a manifest. The folder held nothing else.
impl Drop for ProofExport {
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        self.current = None;
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let _ = fs::remove_file(entry.path());
        }
        if self.new {
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

impl Follower for ProofExport {
    fn begin(&mut self, heading: &Heading<'_>) {
        self.heading = manifest::heading(heading);
    }

    fn part(&mut self, name: &str, certificate: &Certificate) -> bool {
        self.end_part();
        let exported = self.described(name, certificate);
        let stem = format!("{:03}-{}", self.parts.len() + 1, safe(name));
        match PartFiles::begin(&self.folder, &stem, certificate, exported.shift) {
            Ok(files) => {
                self.variables = self.variables.max(exported.shift + largest(certificate));
                self.current = Some((files, exported));
            }
            Err(error) => self.failed = self.failed.take().or(Some(error)),
        }
        self.failed.is_none()
    }

    fn step(&mut self, step: Step<'_>) {
        if let Some((files, _)) = &mut self.current {
            files.step(step);
        }
    }
}

/// A name that every file system takes.
fn safe(name: &str) -> String {
    let letter = |it: char| if it.is_ascii_alphanumeric() || it == '-' { it } else { '_' };
    if name.is_empty() { "whole".to_owned() } else { name.chars().map(letter).collect() }
}
