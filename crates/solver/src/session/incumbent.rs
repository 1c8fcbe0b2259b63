//! The first incumbent: a complete, correct solution in the text that is to be solved.
//!
//! An answer is never worse than the incumbent. Engines with the power `Improves` start from it; for
//! the others the session compares at the end. Where any solution will do there is nothing to improve,
//! and the solution in the text is not looked at.

use sixfold_puzzle::{Goal, Objective, ParsedPuzzle, Puzzle};

use super::request::{Problem, Request, SessionError, choose};
use super::verified::verified;
use crate::checkpoint::Aim;
use crate::engine::{Engine, Power};
use crate::registry::Registry;

/// A verified solution that a search has before it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incumbent {
    /// The solution in canonical text, without header and rows.
    pub solution: String,
    /// How good it is.
    pub objective: Objective,
}

/// What a text offers to start from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// No solution, or one of a puzzle where all are equally good.
    Blank,
    /// A complete, correct solution.
    Incumbent(Incumbent),
    /// A solution that cannot be used, and why.
    Unusable(String),
}

impl Start {
    /// The incumbent, if there is one.
    #[must_use]
    pub fn incumbent(&self) -> Option<&Incumbent> {
        match self {
            Self::Incumbent(incumbent) => Some(incumbent),
            Self::Blank | Self::Unusable(_) => None,
        }
    }
}

/// What a puzzle that was read offers to start from.
pub(crate) fn start_of(rules: &dyn Puzzle, puzzle: &ParsedPuzzle) -> Start {
    if puzzle.goal == Goal::Satisfy {
        return Start::Blank;
    }
    let solution = match &puzzle.solution {
        Ok(Some(solution)) => solution,
        Ok(None) => return Start::Blank,
        Err(error) => {
            let place = format!("line {}, column {}", error.span.line, error.span.column);
            return Start::Unusable(format!("it cannot be read: {} ({place})", error.message));
        }
    };
    match verified(rules, &puzzle.text, solution) {
        Ok(witness) => match witness.objective {
            Some(objective) => {
                Start::Incumbent(Incumbent { solution: solution.clone(), objective })
            }
            None => Start::Blank,
        },
        Err(problem) => Start::Unusable(problem),
    }
}

/// What a request would do, seen before any work.
#[derive(Clone)]
pub struct Preview {
    /// The name of the family.
    pub family: &'static str,
    /// The engine; none if the instance is seen to be impossible.
    pub engine: Option<&'static dyn Engine>,
    /// What the engine would start from.
    pub start: Start,
    /// Whether the engine writes certificates of this; for an instance that is seen to be
    /// impossible, whether any engine of the family does.
    pub certificates: bool,
    /// Whether any engine of the family writes certificates of this.
    pub elsewhere: bool,
    /// How long it usually takes, where that is known and long.
    pub usual: Option<&'static str>,
}

/// Looks at a request without working on it.
///
/// # Errors
/// As [`solve`](super::solve()), before an engine runs.
pub fn preview(
    registry: Registry,
    request: &Request<'_>,
    aim: Aim,
) -> Result<Preview, SessionError> {
    let problem = Problem::read(registry, request.text)?;
    let family = problem.family.name();
    let elsewhere = problem.family.engines.iter().any(|engine| engine.certifies(&aim));
    if problem.puzzle.impossible.is_some() {
        let (start, certificates) = (Start::Blank, elsewhere);
        return Ok(Preview { family, engine: None, start, certificates, elsewhere, usual: None });
    }
    if request.prove && !elsewhere && matches!(aim, Aim::Count(_)) {
        let problem = format!("no engine of {family} writes a proof of a count");
        return Err(SessionError::NoEngine(problem));
    }
    let engine = choose(request, &problem, Power::needed_to(&aim))?;
    let start = match aim {
        Aim::Solve => start_of(problem.rules(), &problem.puzzle),
        Aim::Count(_) | Aim::List(_) => Start::Blank,
    };
    let certificates = engine.certifies(&aim);
    let usual = match (&aim, &start) {
        (Aim::Solve, Start::Blank) if request.settings.is_empty() => {
            usual(&problem, engine.name(), request.prove)
        }
        _ => None,
    };
    Ok(Preview { family, engine: Some(engine), start, certificates, elsewhere, usual })
}

/// How long a search usually takes.
fn usual(problem: &Problem, engine: &str, prove: bool) -> Option<&'static str> {
    let order = problem.puzzle.text.split_whitespace().nth(1)?.parse().ok()?;
    let mut rows = problem.family.usual.iter();
    let row =
        rows.find(|row| row.engine == engine && row.prove == prove && row.orders.contains(&order));
    row.map(|row| row.words)
}

/// The engine that improves the solution in a text: the one that is asked for, else the first that
/// serves and starts from an incumbent.
///
/// # Errors
/// If there is nothing to improve, or no engine can.
pub fn improver(
    registry: Registry,
    request: &Request<'_>,
) -> Result<&'static dyn Engine, SessionError> {
    let problem = Problem::read(registry, request.text)?;
    let family = problem.family.name();
    let refuse = |problem: String| Err(SessionError::NothingToImprove(problem));
    if problem.puzzle.goal == Goal::Satisfy {
        return refuse(format!("all solutions of this puzzle of {family} are equally good"));
    }
    match start_of(problem.rules(), &problem.puzzle) {
        Start::Incumbent(_) => {}
        Start::Blank => return refuse("there is no solution to improve".to_owned()),
        Start::Unusable(problem) => {
            return refuse(format!("the solution cannot be improved: {problem}"));
        }
    }
    let power = if request.engine.is_some() { Power::Finds } else { Power::Improves };
    choose(request, &problem, power)
}
