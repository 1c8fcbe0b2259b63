//! Reads records from a folder instead of the embedded ones, and verifies records.
//!
//! The folder has the layout of the crate `sixfold-records`: `<family>/<name>.txt`.

use std::fs;
use std::path::{Path, PathBuf};

use sixfold_puzzle::{Puzzle, TextError, Verdict};
use sixfold_records::{Record, place};
use sixfold_solver::Registry;

use crate::error::HostError;
use crate::input::read_stream;
use crate::source::Source;

/// The records under a folder, by family and name.
///
/// # Errors
/// If the folder or one of its files cannot be read.
pub fn collect(folder: &Path) -> Result<Vec<Record>, HostError> {
    let mut records = Vec::new();
    for group in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
        for path in entries(&group)? {
            let stem = file_name(&path);
            let Some(stem) = stem.strip_suffix(".txt") else { continue };
            let name = format!("{}/{stem}", file_name(&group));
            records.push(Record { name: name.into(), text: read(&path)?.into() });
        }
    }
    records.sort_by(|one, other| place(&one.name).cmp(&place(&other.name)));
    Ok(records)
}

/// What a record's family says of it.
///
/// # Errors
/// The place of the first mistake, if the text is malformed.
pub fn judge<T>(
    registry: Registry,
    record: &Record,
    ask: impl Fn(&Record, &dyn Puzzle) -> Result<T, TextError>,
) -> Result<T, HostError> {
    let judged = registry.family_of(&record.text).and_then(|family| ask(record, family.rules));
    let source = || Source { name: record.name.to_string(), text: record.text.to_string() };
    judged.map_err(|error| HostError::text(source(), error))
}

/// Verifies each of some records.
///
/// # Errors
/// The place of the first mistake, if a text is malformed.
pub fn judge_all(registry: Registry, records: &[Record]) -> Result<Vec<Verdict>, HostError> {
    records.iter().map(|record| judge(registry, record, Record::verdict)).collect()
}

fn read(path: &Path) -> Result<String, HostError> {
    let mut file = fs::File::open(path).map_err(|error| unreadable(path, error))?;
    read_stream(&format!("`{}`", path.display()), &mut file)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, HostError> {
    let read = fs::read_dir(folder).map_err(|error| unreadable(folder, error))?;
    let paths: Result<Vec<PathBuf>, _> =
        read.map(|entry| entry.map(|entry| entry.path())).collect();
    paths.map_err(|error| unreadable(folder, error))
}

fn unreadable(path: &Path, error: std::io::Error) -> HostError {
    HostError::Unreadable { what: format!("`{}`", path.display()), error }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
