//! Exit codes of verbs that run an engine: what a script reads first, the same from every front end.

use sixfold_solver::{Claim, CountReport, ListReport, Outcome};

/// There is an answer.
pub const SUCCESS: u8 = 0;
/// There is none, and that is certain.
pub const NEGATIVE: u8 = 1;
/// The run ended without deciding.
pub const STOPPED: u8 = 3;

/// The exit code of an outcome.
#[must_use]
pub const fn outcome_exit(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Solved | Outcome::Partial => SUCCESS,
        Outcome::None => NEGATIVE,
        Outcome::Stopped => STOPPED,
    }
}

/// The exit code of a count; the number up to symmetry may be what was asked for.
#[must_use]
pub fn count_exit(report: &CountReport, orbits: bool) -> u8 {
    match (report.claim, report.count) {
        _ if report.unproved.is_some() => STOPPED,
        (Claim::Complete | Claim::Certified, 0) => NEGATIVE,
        (Claim::Complete | Claim::Certified, _) if !orbits || report.orbits.is_some() => SUCCESS,
        _ => STOPPED,
    }
}

/// The exit code of a list of solutions.
#[must_use]
pub fn list_exit(report: &ListReport) -> u8 {
    match (report.claim, report.halt) {
        (Claim::Complete, _) if report.listed == 0 => NEGATIVE,
        (Claim::Complete, _) => SUCCESS,
        (Claim::Found, None) if report.scope.is_whole() => SUCCESS,
        _ => STOPPED,
    }
}
