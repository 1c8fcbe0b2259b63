//! What is asked of a job, what it finds around it, and what it brings back. Requests and reports are owned, so that a
//! job can outlive the code that asked for it; surroundings may be borrowed by a job in the caller's thread.

use std::time::Duration;

use crate::checkpoint::{Checkpoint, Listing, Never, Tally};
use crate::hint::HintReport;
use crate::make::MakeReport;
use crate::run::{Clock, Nowhere, Outside, Still};
use crate::session::{CountReport, ListReport, Report, Request};

/// What is asked of a job.
#[derive(Clone, PartialEq, Debug)]
pub struct JobRequest {
    /// What is to be done.
    pub task: JobTask,
    /// What it may use.
    pub limits: Limits,
    /// Whether options that name a program or a file are accepted. A front end that serves strangers leaves this off.
    pub outside_options: bool,
}

impl JobRequest {
    /// A task with the default limits, without options that name a program or a file.
    #[must_use]
    pub fn new(task: JobTask) -> Self {
        Self { task, limits: Limits::default(), outside_options: false }
    }

    /// Finds a solution of a puzzle, or the best one, with the family's default engine.
    #[must_use]
    pub fn solve(text: impl Into<String>) -> Self {
        Self::new(JobTask::Solve(Question::about(text)))
    }
}

/// What is to be done.
#[derive(Clone, PartialEq, Debug)]
pub enum JobTask {
    /// Find a solution, or the best one.
    Solve(Question),
    /// Count the solutions.
    Count(Question, Tally),
    /// List the solutions.
    Enumerate(Question, Listing),
    /// Tell what the board forces.
    Hint(Question),
    /// Make a puzzle.
    Make {
        /// The name of the family.
        family: String,
        /// The order.
        order: usize,
        /// Whether it must have exactly one solution.
        unique: bool,
        /// The engine that counts, asked for by name.
        engine: Option<String>,
        /// Options of the maker.
        settings: Vec<(String, String)>,
    },
}

impl JobTask {
    /// The options that were set.
    pub(super) fn settings(&self) -> &[(String, String)] {
        match self {
            Self::Solve(question)
            | Self::Count(question, _)
            | Self::Enumerate(question, _)
            | Self::Hint(question) => &question.settings,
            Self::Make { settings, .. } => settings,
        }
    }
}

/// A puzzle and how it is to be worked on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Question {
    /// The puzzle, perhaps with a solution.
    pub text: String,
    /// The engine asked for by name; otherwise the first that serves is taken.
    pub engine: Option<String>,
    /// Whether only an engine that proves will do.
    pub prove: bool,
    /// Options of the engine.
    pub settings: Vec<(String, String)>,
}

impl Question {
    /// A question about a puzzle, for the family's default engine.
    #[must_use]
    pub fn about(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The same question as sessions take it.
    #[must_use]
    pub fn request(&self) -> Request<'_> {
        let Self { text, engine, prove, settings } = self;
        Request { text, engine: engine.as_deref(), prove: *prove, settings }
    }
}

/// What a job may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The seed of all randomness.
    pub seed: u64,
    /// How many threads may work.
    pub threads: usize,
    /// When to stop, counted from the start of the job.
    pub time: Option<Duration>,
    /// The most bytes for large tables of this job.
    pub bytes: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { seed: 1, threads: 1, time: None, bytes: None }
    }
}

/// What a job finds around it: what the host offers. A job in the caller's thread may borrow it.
pub struct Surroundings<'a> {
    /// The clock, which began with the job. Without one there is no time limit.
    pub clock: Box<dyn Clock + Send + 'a>,
    /// Programs, a place for proofs, memory in use.
    pub outside: Box<dyn Outside + Send + 'a>,
    /// Where the state of a long job is kept.
    pub checkpoint: Box<dyn Checkpoint + Send + 'a>,
    /// The most memory that the process may use, in bytes: the outer guard beside the limits of each job.
    pub ceiling: Option<u64>,
}

/// Nothing at all: the clock stands still, and nothing can be kept.
impl Default for Surroundings<'_> {
    fn default() -> Self {
        Self {
            clock: Box::new(Still),
            outside: Box::new(Nowhere),
            checkpoint: Box::new(Never),
            ceiling: None,
        }
    }
}

/// What a job brings back.
#[derive(Clone, PartialEq, Debug)]
pub enum JobReport {
    /// Of [`JobTask::Solve`].
    Solve(Report),
    /// Of [`JobTask::Count`].
    Count(CountReport),
    /// Of [`JobTask::Enumerate`].
    Enumerate(ListReport),
    /// Of [`JobTask::Hint`].
    Hint(HintReport),
    /// Of [`JobTask::Make`].
    Make(MakeReport),
}

impl JobReport {
    /// What came of it, in words.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Solve(report) => report.words(),
            Self::Count(report) => report.words(),
            Self::Enumerate(report) => report.words(),
            Self::Hint(report) => report.words.clone(),
            Self::Make(report) => report.words(),
        }
    }
}

/// Gives each kind of report its way out of a [`JobReport`]; another kind is handed back.
macro_rules! kinds {
    ($($kind:ident($report:ty),)+) => {$(
        impl TryFrom<JobReport> for $report {
            type Error = JobReport;

            fn try_from(report: JobReport) -> Result<Self, JobReport> {
                if let JobReport::$kind(report) = report { Ok(report) } else { Err(report) }
            }
        }
    )+};
}

kinds! {
    Solve(Report),
    Count(CountReport),
    Enumerate(ListReport),
    Hint(HintReport),
    Make(MakeReport),
}
