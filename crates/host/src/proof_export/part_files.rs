//! The two files of a part: its formula as DIMACS, its steps as LRAT.
//!
//! Checkers of others are stricter than ours, so the files are plain. There are no comments, the ids of derived clauses
//! follow those of the formula one by one, and nothing stands after the empty clause. Variables are shifted, so that a
//! number has one meaning in all files of an export.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sixfold_solver::{Certificate, Step};

use super::digested_file::DigestedFile;
use crate::error::HostError;

/// A file of an export.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Digested {
    /// Its name in the folder.
    pub(super) name: String,
    /// The SHA-256 of its content.
    pub(super) digest: String,
}

/// The formula and the steps of a part, while the steps come.
pub(super) struct PartFiles {
    pub(super) formula: Digested,
    name: String,
    path: PathBuf,
    proof: DigestedFile,
    shift: i32,
    /// The id of the last clause.
    last: u64,
    /// The ids of derived clauses that are not the same in the file.
    renamed: HashMap<u64, u64>,
    /// The empty clause of the formula, if it has one: then it needs no step to be refuted.
    empty: Option<u64>,
    line: Vec<u8>,
    failed: Option<io::Error>,
}

impl PartFiles {
    /// Writes the formula, and begins the proof.
    pub(super) fn begin(
        folder: &Path,
        stem: &str,
        certificate: &Certificate,
        shift: i32,
    ) -> Result<Self, HostError> {
        let name = format!("{stem}.cnf");
        let path = folder.join(&name);
        let digest = write_formula(&path, certificate, shift)?;
        let formula = Digested { name, digest };
        let name = format!("{stem}.lrat");
        let path = folder.join(&name);
        let proof = DigestedFile::open(&path)?;
        let empty = certificate.clauses.iter().position(Vec::is_empty).map(|at| at as u64 + 1);
        let last = certificate.clauses.len() as u64;
        let (renamed, line, failed) = (HashMap::new(), Vec::new(), None);
        Ok(Self { formula, name, path, proof, shift, last, renamed, empty, line, failed })
    }

    /// Writes a step that was accepted.
    pub(super) fn step(&mut self, step: Step<'_>) {
        match step {
            Step::Derive { id, clause, hints } => {
                let ours = self.last + 1;
                self.number(ours);
                clause.iter().for_each(|&literal| self.number(shifted(literal, self.shift)));
                self.number(0);
                hints.iter().for_each(|&hint| self.number(self.known(hint)));
                self.last = ours;
                if id != ours {
                    self.renamed.insert(id, ours);
                }
            }
            Step::Delete { ids: [] } => return,
            Step::Delete { ids } => {
                self.number(self.last);
                self.line.extend_from_slice(b"d ");
                ids.iter().for_each(|&id| self.number(self.known(id)));
            }
        }
        self.line.extend_from_slice(b"0\n");
        let written = self.proof.write_all(&self.line);
        self.line.clear();
        self.failed = self.failed.take().or(written.err());
    }

    /// The id of a clause in the file.
    fn known(&self, id: u64) -> u64 {
        self.renamed.get(&id).copied().unwrap_or(id)
    }

    fn number(&mut self, number: impl std::fmt::Display) {
        // Writing into a vector cannot fail.
        let _ = write!(self.line, "{number} ");
    }

    /// Ends the proof; the digests of both files.
    pub(super) fn end(mut self) -> Result<[Digested; 2], HostError> {
        if let Some(empty) = self.empty {
            self.step(Step::Derive { id: self.last + 1, clause: &[], hints: &[empty] });
        }
        if let Some(error) = self.failed {
            return Err(HostError::Unwritable { path: self.path, error });
        }
        let proof = Digested { name: self.name, digest: self.proof.complete()? };
        Ok([self.formula, proof])
    }
}

/// A literal of a shifted variable.
pub(super) fn shifted(literal: i32, shift: i32) -> i32 {
    literal + shift * literal.signum()
}

/// The largest variable of a part.
pub(super) fn largest(certificate: &Certificate) -> i32 {
    certificate.clauses.iter().flatten().map(|literal| literal.abs()).max().unwrap_or(0)
}

fn write_formula(path: &Path, certificate: &Certificate, shift: i32) -> Result<String, HostError> {
    let mut file = DigestedFile::open(path)?;
    let Certificate { clauses, .. } = certificate;
    let variables = shift + largest(certificate);
    let written = writeln!(file, "p cnf {variables} {}", clauses.len());
    let written = clauses.iter().fold(written, |written, clause| {
        let literals = clause.iter().map(|&literal| format!("{} ", shifted(literal, shift)));
        written.and_then(|()| writeln!(file, "{}0", literals.collect::<String>()))
    });
    written.map_err(|error| HostError::Unwritable { path: path.to_owned(), error })?;
    file.complete()
}
