//! The project's best results, as files.
//!
//! A record is a puzzle with its solution in `records/<family>/<name>.txt`. Comment lines in
//! front say what is claimed and how it was made: `# claim:`, `# command:`, `# date:`,
//! `# version:`.

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use sixfold_puzzle::Verdict;
use sixfold_solver::Registry;

use crate::error::HostError;
use crate::source::Source;

/// The comments that every record must have.
pub const FIELDS: [&str; 4] = ["claim", "command", "date", "version"];

/// A record.
pub struct Record {
    /// Family and name.
    pub name: String,
    source: Source,
}

impl Record {
    /// The value of a comment field.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        let comments = self.source.text.lines().map_while(|line| line.strip_prefix('#'));
        let mut fields = comments.filter_map(|comment| comment.split_once(':'));
        fields.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
    }

    /// The name as a number, without its family.
    fn number(&self) -> Option<usize> {
        self.name.rsplit('/').next()?.parse().ok()
    }

    /// Runs the verifier.
    ///
    /// # Errors
    /// If the text is malformed.
    pub fn verdict(&self, registry: Registry) -> Result<Verdict, HostError> {
        let fail = |error| HostError::text(self.source.clone(), error);
        let puzzle = registry.family_of(&self.source.text).map_err(fail)?.rules;
        puzzle.check(&self.source.text).map_err(fail)
    }

    /// The first problem of the record, if any.
    ///
    /// # Errors
    /// If the text is malformed.
    pub fn problem(&self, registry: Registry) -> Result<Option<String>, HostError> {
        if let Some(missing) = FIELDS.iter().find(|field| self.field(field).is_none()) {
            return Ok(Some(format!("the comment `# {missing}:` is missing")));
        }
        let family = self.name.split('/').next().unwrap_or_default();
        let fail = |error| HostError::text(self.source.clone(), error);
        let rules = registry.family_of(&self.source.text).map_err(fail)?.rules;
        if rules.name() != family {
            return Ok(Some(format!("it is not a puzzle of the family {family}")));
        }
        let verdict = self.verdict(registry)?;
        Ok((!verdict.solved()).then(|| verdict.words().replace('\n', "; ")))
    }
}

/// Runs the verifier on each of some records.
///
/// # Errors
/// If a text is malformed.
pub fn verdicts(records: &[Record], registry: Registry) -> Result<Vec<Verdict>, HostError> {
    records.iter().map(|record| record.verdict(registry)).collect()
}

/// The records under a folder, by family and name; with a range, those whose names are numbers in it.
///
/// # Errors
/// If the folder or one of its files cannot be read.
pub fn collect(
    folder: &Path,
    family: Option<&str>,
    names: Option<&RangeInclusive<usize>>,
) -> Result<Vec<Record>, HostError> {
    let mut records = Vec::new();
    for group in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
        let group_name = file_name(&group);
        if family.is_some_and(|family| family != group_name) {
            continue;
        }
        for path in entries(&group)? {
            let stem = file_name(&path);
            let Some(stem) = stem.strip_suffix(".txt") else { continue };
            let text = fs::read_to_string(&path).map_err(|error| unreadable(&path, error))?;
            let source = Source { name: path.display().to_string(), text };
            records.push(Record { name: format!("{group_name}/{stem}"), source });
        }
    }
    if let Some(names) = names {
        records.retain(|record| record.number().is_some_and(|number| names.contains(&number)));
    }
    Ok(records)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, HostError> {
    let read = fs::read_dir(folder).map_err(|error| unreadable(folder, error))?;
    let paths: Result<Vec<PathBuf>, _> =
        read.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths.map_err(|error| unreadable(folder, error))?;
    let number =
        |path: &PathBuf| path.file_stem().and_then(|stem| stem.to_str()?.parse::<u32>().ok());
    paths.sort_by_key(|path| (number(path).unwrap_or(u32::MAX), path.clone()));
    Ok(paths)
}

fn unreadable(path: &Path, error: std::io::Error) -> HostError {
    HostError::Unreadable { what: format!("`{}`", path.display()), error }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
