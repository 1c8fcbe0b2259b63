//! How a refutation ended, and why there is no proof.

use std::io;

use super::proof::Shortfall;
use crate::run::Halt;

/// How an attempt to refute a formula ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refuted {
    /// With a proof of so many bytes.
    Whole(u64),
    /// With one that is too large, or could not be written to its end.
    Cut(Shortfall),
    /// There is a model.
    Not,
}

/// Why there is no whole proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unproved {
    /// It was stopped.
    Halted(Halt),
    /// It is larger than it may be, or could not be written.
    Cut(Shortfall),
    /// There is no place where it could be written; the reason.
    Homeless(String),
    /// It does not come about.
    Failed(String),
}

impl Unproved {
    pub(super) fn unwritable(error: &io::Error) -> Self {
        Self::Cut(Shortfall::Write(error.kind()))
    }

    /// Why there is no whole proof, for a report; a failure of the engine itself is none.
    pub fn reason(&self) -> Result<String, String> {
        match self {
            Self::Halted(halt) => Ok(format!("{}, while the proof was written", halt.words())),
            Self::Cut(shortfall) => Ok(shortfall.to_string()),
            Self::Homeless(problem) => Ok(problem.clone()),
            Self::Failed(problem) => Err(problem.clone()),
        }
    }
}
