//! What a listener of a job hears.

use std::time::Duration;

use crate::run::Progress;
use crate::session::ListedSolution;

/// What a listener of a job hears, in this order: `Started` once, any number of the others, `Finished` once.
#[derive(Clone, PartialEq, Debug)]
pub enum JobEvent {
    /// The request was understood and the work begins.
    Started {
        /// The family.
        family: &'static str,
        /// The engine; none where the rules alone decide.
        engine: Option<&'static str>,
    },
    /// A better solution. It was read again from its text and verified.
    Incumbent {
        /// Its objective, where the family has one.
        objective: Option<i128>,
        /// The solution in canonical text, without header and rows.
        solution: String,
    },
    /// A better bound on the objective.
    Bound(i128),
    /// How far the work is.
    Progress(JobProgress),
    /// The next solution of a list, verified.
    Listed(ListedSolution),
    /// The job is over; its report can be fetched.
    Finished {
        /// What came of it, in words.
        words: String,
    },
}

/// How far a job is.
#[derive(Clone, PartialEq, Debug)]
pub struct JobProgress {
    /// Time since the job began.
    pub elapsed: Duration,
    /// What the engine reports.
    pub progress: Progress,
    /// How fast the work goes.
    pub rates: Vec<Rate>,
}

/// An amount of work per second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// What is counted, in the plural.
    pub unit: &'static str,
    /// How many in a second.
    pub per_second: f64,
}
