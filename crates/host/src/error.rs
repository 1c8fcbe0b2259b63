//! The errors of this crate, one variant for each reason that a front end may want to tell apart.
//!
//! The message is complete. A remedy is not part of it, because it names a command, a button or a
//! request, and only the front end knows which.

use std::io;
use std::path::PathBuf;

use sixfold_puzzle::TextError;
use sixfold_solver::{SessionError, did_you_mean};

use crate::source::Source;

/// What this computer could not do.
#[derive(thiserror::Error, Debug)]
pub enum HostError {
    /// A text is malformed.
    #[error("{}: {}; expected {}", .text.name, .error.message, .error.expected)]
    Text {
        /// The text.
        text: Box<Source>,
        /// What is wrong with it, and where.
        error: Box<TextError>,
    },
    /// A session refused a text or failed.
    #[error("{}: {error}", .text.name)]
    Session {
        /// The text.
        text: Box<Source>,
        /// The session's error.
        error: Box<SessionError>,
    },

    /// A file, folder or stream cannot be read.
    #[error("{what} cannot be read: {error}")]
    Unreadable {
        /// What is read: a path in backquotes, or a stream in words.
        what: String,
        /// The reason.
        error: io::Error,
    },
    /// A directory was given where a file is to be read.
    #[error("`{0}` is a directory, not a file")]
    NotAFile(String),
    /// A text is longer than [`MAX_TEXT`](sixfold_solver::MAX_TEXT).
    #[error("{what} is larger than the limit of {} MiB", .limit >> 20)]
    TooLarge {
        /// What is read: a path in backquotes, or a stream in words.
        what: String,
        /// The most bytes that are read.
        limit: u64,
    },
    /// A file that must exist does not.
    #[error("there is no file `{0}`")]
    NoFile(String),
    /// A file that must have content is empty.
    #[error("`{0}` is empty")]
    EmptyFile(String),
    /// A name means no file, preset or record.
    #[error("there is no file, preset or record `{name}`{}", question(meant.as_deref()))]
    NoInput {
        /// The name.
        name: String,
        /// How much of the name is known.
        missing: MissingInput,
        /// The name of a preset or record that may have been meant.
        meant: Option<String>,
    },

    /// A format has no such name.
    #[error("there is no format `{name}`")]
    NoFormat {
        /// The name.
        name: String,
        /// The full names of all formats.
        known: Vec<String>,
    },
    /// No format that was asked for takes a board of the family.
    #[error("no matching format takes a board of the family {0}")]
    NoBoardFormat(&'static str),
    /// A text is in none of the foreign formats.
    #[error("`{name}` is in none of the foreign formats")]
    NotForeign {
        /// The name of the text.
        name: String,
        /// The formats by full name, each with what is wrong.
        tried: Vec<(String, TextError)>,
    },
    /// A text can be read in several foreign formats.
    #[error("`{name}` can be read in several formats")]
    ManyReadings {
        /// The name of the text.
        name: String,
        /// The full names of the formats.
        formats: Vec<String>,
    },
    /// A board that breaks a rule is not exported.
    #[error("`{name}` breaks a rule: {message}")]
    BrokenBoard {
        /// The name of the board.
        name: String,
        /// The rule.
        message: String,
    },
    /// A family has no foreign format, or none of the name that was asked for.
    #[error("{0} has no matching foreign format")]
    NoFamilyFormat(&'static str),
    /// A family has several foreign formats.
    #[error("{family} has several foreign formats")]
    ManyFormats {
        /// The family.
        family: &'static str,
        /// The short names of its formats.
        formats: Vec<&'static str>,
    },
    /// Boards of several families are to be in one foreign text.
    #[error("expected puzzles of one family: a foreign text cannot mix families")]
    MixedFamilies,
    /// A foreign format cannot hold several boards.
    #[error("a file in the format {0} holds one board; expected one puzzle")]
    OneBoardOnly(&'static str),
    /// A board has no form in a foreign format.
    #[error("`{name}` cannot be exported: {problem}")]
    NotExportable {
        /// The name of the board.
        name: String,
        /// The reason.
        problem: String,
    },

    /// The name of a picture says no format that it can have.
    #[error("`{0}` has no known picture extension; expected .svg or .png")]
    NotAPicture(String),
    /// A board has no score.
    #[error("`{name}` has no score: {problem}")]
    Unscored {
        /// The name of the board.
        name: String,
        /// The reason.
        problem: String,
    },

    /// A file cannot be written.
    #[error("`{}` cannot be written: {error}", .path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A directory was given where a file is to be written.
    #[error("`{}` is a directory", .0.display())]
    Directory(PathBuf),
    /// A folder cannot be created.
    #[error("`{}` cannot be created: {error}", .path.display())]
    NoFolder {
        /// The folder.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A temporary folder cannot be created.
    #[error("a temporary folder cannot be created: {0}")]
    NoTemporaryFolder(io::Error),

    /// The destination of a proof is a directory or a device.
    #[error("the proof cannot be kept in `{}`: it is not a file", .0.display())]
    ProofDestination(PathBuf),
    /// A proof cannot be written.
    #[error("the proof cannot be written to `{}`: {error}", .path.display())]
    ProofUnwritable {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A stored proof cannot be read.
    #[error("the proof `{}` cannot be read: {error}", .path.display())]
    ProofUnreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },

    /// No stored run has this name.
    #[error("there is no run `{0}`")]
    NoRun(String),
    /// There is no stored run to go on with.
    #[error("no stored run can be resumed")]
    NothingToResume,
    /// Another process works on the stored run.
    #[error("the run {0} is in use by another process")]
    RunInUse(String),
    /// A stored run cannot be locked.
    #[error("the run {name} cannot be locked: {error}")]
    RunUnlockable {
        /// The run.
        name: String,
        /// The reason.
        error: io::Error,
    },
    /// A stored run cannot be removed.
    #[error("{name} cannot be removed: {error}")]
    RunUnremovable {
        /// The run.
        name: String,
        /// The reason.
        error: io::Error,
    },
    /// The checkpoint of a stored run is missing, damaged, or under the wrong name.
    #[error("the run {name} cannot be resumed: {problem}")]
    RunDamaged {
        /// The run.
        name: String,
        /// What is wrong with its checkpoint.
        problem: String,
    },
    /// The checkpoint of a stored run does not fit the request, such as that of another version.
    #[error("the run {name} cannot be resumed: {problem}")]
    RunRefused {
        /// The run.
        name: String,
        /// The difference.
        problem: String,
    },

    /// A board has no moves, so there are no steps to draw.
    #[error("`{0}` has no moves to step through")]
    NoMoves(String),
    /// A solution has fewer moves.
    #[error("there is no step {step}: the solution has {last} moves")]
    NoStep {
        /// The step.
        step: usize,
        /// The number of moves.
        last: usize,
    },
    /// A family has no such view.
    #[error("there is no view `{name}`{}", did_you_mean(name, views))]
    NoView {
        /// The name.
        name: String,
        /// The family.
        family: &'static str,
        /// Its views.
        views: Vec<&'static str>,
    },
    /// An option of a drawing does not fit its format or another option.
    #[error("{option} {problem}")]
    DrawingOption {
        /// The name of the option.
        option: &'static str,
        /// The reason, and what is expected.
        problem: &'static str,
    },
    /// A picture would have too many pixels at a resolution.
    #[error(
        "dpi {dpi} makes a side longer than {side} pixels: expected at most {most} for this picture"
    )]
    TooManyPixels {
        /// The wanted resolution.
        dpi: u16,
        /// The most pixels of a side.
        side: u32,
        /// The highest possible resolution.
        most: u16,
    },
    /// A picture of this project cannot be rendered: a bug.
    #[error("the generated SVG cannot be rendered: {0}")]
    Picture(String),
    /// An animation of this project cannot be encoded: a bug.
    #[error("the generated animation cannot be encoded: {0}")]
    Animation(String),

    /// Instructions cannot be counted.
    #[error("instructions cannot be counted: {0}")]
    Instructions(String),
    /// A child process cannot be run.
    #[error("a child process cannot be run: {0}")]
    Child(io::Error),
    /// A benchmark case failed: a bug.
    #[error("the case {case} failed with seed {seed}: {problem}")]
    Case {
        /// Family and case.
        case: String,
        /// The seed.
        seed: u64,
        /// The reason.
        problem: String,
    },
    /// A request of the benchmark of limits failed: a bug.
    #[error("{exhibit}: {error}")]
    Limits {
        /// The request.
        exhibit: String,
        /// The session's error.
        error: Box<SessionError>,
    },
    /// The same, in a child process.
    #[error("{exhibit}: {problem}")]
    LimitsOfChild {
        /// The request.
        exhibit: String,
        /// What the child said.
        problem: String,
    },
}

/// The question at the end of a message, if a name is near.
fn question(meant: Option<&str>) -> String {
    meant.map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

/// How much is known of a name that means no file, preset or record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MissingInput {
    /// It is no name of a preset: those begin with the name of a family and a slash.
    NotAPreset,
    /// There is no such family.
    Family,
    /// This family has no such preset.
    Preset(&'static str),
    /// There is no such record.
    Record,
}

impl HostError {
    /// An error in a text.
    #[must_use]
    pub fn text(text: Source, error: TextError) -> Self {
        Self::Text { text: Box::new(text), error: Box::new(error) }
    }

    /// An error of a session about a text.
    #[must_use]
    pub fn session(text: Source, error: SessionError) -> Self {
        Self::Session { text: Box::new(text), error: Box::new(error) }
    }

    /// Whether the fault is this program's own, and not the user's or the computer's.
    #[must_use]
    pub const fn is_bug(&self) -> bool {
        matches!(
            self,
            Self::Picture(_)
                | Self::Animation(_)
                | Self::Case { .. }
                | Self::Limits { .. }
                | Self::LimitsOfChild { .. }
        )
    }
}
