//! The errors of this crate.

use std::io;
use std::path::{Path, PathBuf};

use sixfold_host::HostError;
use sixfold_solver::SessionError;

/// Why a campaign could not be split, worked on or read.
#[derive(thiserror::Error, Debug)]
pub enum CampaignError {
    /// What was asked for is not possible.
    #[error("{0}")]
    Refused(String),
    /// A session refused a board or an option.
    #[error("{board}: {error}")]
    Session {
        /// The name of the board.
        board: String,
        /// The session's error.
        error: Box<SessionError>,
    },
    /// A file of the folder is not as it was written.
    #[error("`{}` is not what a campaign writes: {problem}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A file or folder cannot be read or written.
    #[error("`{}` cannot be {what}: {error}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What was tried, such as `written`.
        what: &'static str,
        /// The reason.
        error: io::Error,
    },
    /// Another program could not be run, or failed.
    #[error("`{program}` {problem}")]
    Program {
        /// The program.
        program: String,
        /// What went wrong.
        problem: String,
    },
    /// An error of this computer.
    #[error(transparent)]
    Host(#[from] HostError),
}

impl CampaignError {
    pub(crate) fn file(path: &Path, what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::File { path: path.to_owned(), what, error }
    }

    pub(crate) fn damaged(path: &Path, problem: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), problem: problem.into() }
    }

    /// Whether it is a bug of ours, such as a wrong answer.
    #[must_use]
    pub fn is_bug(&self) -> bool {
        match self {
            Self::Session { error, .. } => matches!(**error, SessionError::Lie { .. }),
            Self::Host(error) => error.is_bug(),
            _ => false,
        }
    }
}
