//! Hints: what is forced by a puzzle and what a player has filled in so far.
//!
//! A hint is a fact about every solution that agrees with the player's board, so it can never
//! mislead. A board that has no such solution gets no hint but is told so; for that reason an
//! engine shows a solution beside each hint, and the session verifies that it is one, that it
//! agrees with the board, and that the hint holds in it.

use sixfold_puzzle::hex::{Cell, Hexagon};
use sixfold_puzzle::text::{Document, blank_rows};
use sixfold_puzzle::{Puzzle, Violation, join};

use crate::claim::Outcome;
use crate::engine::Power;
use crate::options::Options;
use crate::registry::Registry;
use crate::run::Run;
use crate::session::{Problem, Request, SessionError, choose, verified};

use crate::deduction::{Hint, Hinted};

/// What a player is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintReport {
    /// The family.
    pub family: &'static dyn Puzzle,
    /// The engine that ran, if one had to.
    pub engine: Option<&'static str>,
    /// Solved: there is a hint, or nothing is forced; none: no solution agrees with the board.
    pub outcome: Outcome,
    /// The hint.
    pub hint: Option<Hint>,
    /// What is wrong with the board, where that needed no search.
    pub reason: Option<Violation>,
    /// The whole in words.
    pub words: String,
    /// The puzzle with the player's board and the hint on it, if the hint is a value.
    pub applied: Option<String>,
}

impl HintReport {
    fn new(family: &'static dyn Puzzle, outcome: Outcome, words: impl Into<String>) -> Self {
        let words = words.into();
        Self { family, engine: None, outcome, hint: None, reason: None, words, applied: None }
    }

    fn broken(family: &'static dyn Puzzle, reason: Violation) -> Self {
        let words = format!("none: {}", reason.message);
        Self { reason: Some(reason), ..Self::new(family, Outcome::None, words) }
    }
}

/// Tells what is forced by a puzzle and the partial solution in its text.
///
/// # Errors
/// If the puzzle cannot be read, no engine fits, an option is wrong, or the hint is.
pub fn hint(
    registry: Registry,
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<HintReport, SessionError> {
    let problem = Problem::read(registry, request.text)?;
    let family = problem.rules();
    let engine = choose(request, &problem, Power::Hints)?;
    let options = Options::resolve(engine.row().name, engine.row().options, request.settings)?;
    let verdict = family.check(request.text)?;
    if let Some(reason) = verdict.violations.into_iter().next() {
        return Ok(HintReport::broken(family, reason));
    }
    let instance = problem.puzzle.text.as_str();
    let partial = match &problem.puzzle.solution {
        Ok(Some(partial)) => partial.clone(),
        Ok(None) => blank(family, instance)?,
        Err(error) => return Err(error.clone().into()),
    };
    if verdict.complete {
        return Ok(HintReport::new(family, Outcome::Solved, "solved: nothing is left to decide"));
    }
    let failed = |problem| SessionError::Failed { engine: engine.name(), problem };
    let prepared = engine.prepare(&problem.puzzle, &options).map_err(failed)?;
    let hinted = prepared.hint(&partial, run);
    let board = PlayerBoard { family, instance, partial: &partial };
    let mut report = told(engine.name(), hinted, &board)?;
    report.engine = Some(engine.name());
    Ok(report)
}

/// A puzzle and what a player has filled in, both as text.
struct PlayerBoard<'a> {
    family: &'static dyn Puzzle,
    instance: &'a str,
    partial: &'a str,
}

/// What an engine's word means for the player, once it is checked.
fn told(
    engine: &'static str,
    hinted: Hinted,
    board: &PlayerBoard<'_>,
) -> Result<HintReport, SessionError> {
    let say = |outcome, words: &str| Ok(HintReport::new(board.family, outcome, words));
    match hinted {
        Hinted::Failed(problem) => Err(SessionError::Failed { engine, problem }),
        Hinted::Open => say(Outcome::Solved, "nothing is forced here"),
        Hinted::Hopeless => say(Outcome::None, "none: no solution agrees with the board"),
        Hinted::Halted(_) => say(Outcome::Stopped, "stopped: nothing found, nothing proved"),
        Hinted::Forced(hint) => {
            sound(board, &hint).map_err(|problem| SessionError::Lie { engine, problem })?;
            let words = format!("{} {}: {}", hint.cell, hint.fact, hint.reason);
            let applied = applied(board, &hint)?;
            Ok(HintReport {
                applied,
                hint: Some(hint),
                ..HintReport::new(board.family, Outcome::Solved, words)
            })
        }
    }
}

fn hexagon(instance: &str) -> Result<Hexagon, SessionError> {
    Ok(Hexagon::new(Document::parse(instance)?.order(1)?))
}

/// A board on which the player has decided nothing.
fn blank(family: &dyn Puzzle, instance: &str) -> Result<String, SessionError> {
    let hexagon = hexagon(instance)?;
    let text = join(instance, &blank_rows(&hexagon));
    Ok(family.solution(&text)?.unwrap_or_default())
}

/// The puzzle with the player's board and the hint on it, if the hint is a value.
fn applied(board: &PlayerBoard<'_>, hint: &Hint) -> Result<Option<String>, SessionError> {
    let PlayerBoard { family, instance, partial } = *board;
    let hexagon = hexagon(instance)?;
    let (Some(value), Some(index)) = (&hint.value, hexagon.index(hint.cell)) else {
        return Ok(None);
    };
    let mut tokens: Vec<&str> = partial.split_whitespace().collect();
    tokens[index] = value;
    let mut rows = String::new();
    for (cell, token) in hexagon.cells().iter().zip(tokens) {
        let first = hexagon.index(*cell + Cell::new(-1, 0)).is_none();
        rows.push_str(if first { "\n" } else { " " });
        rows.push_str(token);
    }
    let text = join(instance, rows.trim_start());
    Ok(family.solution(&text)?.map(|solution| join(instance, &solution)))
}

/// Whether the solution shown with a hint is one, agrees with the board and with the hint, and
/// the hint says something new.
fn sound(board: &PlayerBoard<'_>, hint: &Hint) -> Result<(), String> {
    let PlayerBoard { family, instance, partial } = *board;
    verified(family, instance, &hint.witness)?;
    let board: Vec<&str> = partial.split_whitespace().collect();
    let witness: Vec<&str> = hint.witness.split_whitespace().collect();
    let agrees = |(&board, &witness): (&&str, &&str)| board == "?" || board == witness;
    if board.len() != witness.len() || !board.iter().zip(&witness).all(agrees) {
        return Err("its solution does not agree with the board".to_owned());
    }
    let index = hexagon(instance).ok().and_then(|hexagon| hexagon.index(hint.cell));
    let index = index.ok_or_else(|| format!("there is no cell {}", hint.cell))?;
    match &hint.value {
        _ if board[index] != "?" => Err(format!("{} is decided already", hint.cell)),
        Some(value) if value != witness[index] => Err("its hint and solution differ".to_owned()),
        _ => Ok(()),
    }
}
