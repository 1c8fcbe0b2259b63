//! Formulas and proofs: checking what an engine has written, checking what was stored, and the way
//! to other solvers and back.
//!
//! The trusted side of a proof is this file with `header`, `follow` and `proof_parts`, the function `certificate` of
//! the engine's row, and the checker. Whatever a comment line of a proof adds to a formula follows
//! from what was verified here; docs/certificates.md lists all of it.

use std::io::BufRead;

use sixfold_puzzle::{Goal, ParsedPuzzle, join};

use super::follow::{Broken, Followed, follow, in_threads};
use super::follower::{Follower, Heading, Unwatched};
use super::header::{Header, Stated, Top};
use super::request::{Problem, Request, SessionError};
use super::verified::verified;
use crate::checkpoint::Aim;
use crate::engine::{Engine, Prepared};
use crate::options::{Options, Scope};
use crate::proof_parts::Parts;
use crate::registry::{Registration, Registry};
use crate::run::{Progress, Run};

/// Follows the proof that an engine has just written, with a checker that shares nothing with it, or says why it was
/// not followed to its end.
pub(super) fn written(
    engine: &'static dyn Engine,
    prepared: &dyn Prepared,
    stated: &Stated<'_>,
    run: &Run<'_>,
) -> Result<Result<Followed, String>, SessionError> {
    let lie = |problem: String| SessionError::Lie { engine: engine.name(), problem };
    let broken = |problem: String| lie(format!("its proof does not hold: {problem}"));
    let mut proof = match run.outside.read_proof() {
        Ok(proof) => proof,
        Err(problem) => return Ok(Err(problem)),
    };
    run.emit(&Progress::of("proof check").into());
    let mut parts = Parts::new(&mut *proof);
    let top = parts.comments().map_err(broken)?;
    let mut lines = &top[..];
    let header = Header::take(&mut lines).map_err(broken)?;
    let options = stated.options.words().join(" ");
    let expected = Header { engine: engine.name().to_owned(), bound: stated.bound, options };
    if header != expected {
        return Err(broken("its header says something else".to_owned()));
    }
    let mut halted = || run.halted().is_some();
    let top = Top { header: &header, listed: lines };
    match in_threads(prepared, stated, &top, &mut parts, run, &mut halted) {
        Ok(followed) => Ok(Ok(followed)),
        // What was found by search remains.
        Err(Broken::Stopped) => {
            let stopped = run.halted().map_or("stopped", |halt| halt.words());
            Ok(Err(format!("{stopped}, while the proof was checked")))
        }
        Err(Broken::Problem(problem)) => Err(broken(problem)),
    }
}

/// What became of a stored proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofCheck {
    /// It holds.
    Accepted {
        /// How many clauses it derives.
        steps: u64,
        /// The arguments outside the formula that it relies on, each with why it holds.
        reasons: Vec<String>,
        /// What the listed solutions show, beside which there is no other; if nothing is listed, there
        /// is no solution at all, or none better than the bound.
        known: Vec<String>,
        /// The objective than which nothing is better.
        bound: Option<i128>,
        /// What was searched.
        scope: Scope,
    },
    /// It does not: what is wrong with it.
    Refused(String),
    /// The check was stopped before its end: the proof may hold or not.
    Stopped,
}

/// Checks a stored proof that an instance has no solution, no other than those it lists, or none
/// better than a bound: rebuilds the formula from the instance and what the proof's first lines say,
/// and follows the proof step by step. No solver is used.
///
/// # Errors
/// If the instance cannot be read, or the first lines are not those of a proof of ours.
pub fn check_proof(
    registry: Registry,
    text: &str,
    proof: &mut dyn BufRead,
    halted: &mut dyn FnMut() -> bool,
) -> Result<ProofCheck, SessionError> {
    check_proof_in_threads(registry, text, proof, 1, halted)
}

/// The same with several threads, which check parts of the proof side by side. The result does not depend on their number.
///
/// # Errors
/// As [`check_proof`].
pub fn check_proof_in_threads(
    registry: Registry,
    text: &str,
    proof: &mut dyn BufRead,
    threads: usize,
    halted: &mut dyn FnMut() -> bool,
) -> Result<ProofCheck, SessionError> {
    let run = Run { threads, ..Run::unlimited() };
    stored(registry, text, proof, &mut Unwatched, |prepared, stated, top, parts, _| {
        in_threads(prepared, stated, top, parts, &run, halted)
    })
}

/// The same, and shows what is checked to a follower: each formula, and each step once it was accepted.
///
/// # Errors
/// As [`check_proof`].
pub fn follow_proof(
    registry: Registry,
    text: &str,
    proof: &mut dyn BufRead,
    halted: &mut dyn FnMut() -> bool,
    follower: &mut dyn Follower,
) -> Result<ProofCheck, SessionError> {
    stored(registry, text, proof, follower, |prepared, stated, top, parts, follower| {
        follow(prepared, stated, top, parts, halted, follower)
    })
}

/// Reads what a stored proof is about, and lets it be checked.
fn stored(
    registry: Registry,
    text: &str,
    proof: &mut dyn BufRead,
    follower: &mut dyn Follower,
    check: impl FnOnce(
        &dyn Prepared,
        &Stated<'_>,
        &Top<'_>,
        &mut Parts<'_>,
        &mut dyn Follower,
    ) -> Result<Followed, Broken>,
) -> Result<ProofCheck, SessionError> {
    let Problem { family, puzzle } = Problem::read(registry, text)?;
    let foreign =
        |what: String| SessionError::NoEngine(format!("this is no proof of ours: {what}"));
    let mut parts = Parts::new(proof);
    let top = parts.comments().map_err(foreign)?;
    let mut lines = &top[..];
    let header = Header::take(&mut lines).map_err(foreign)?;
    let engine = family.engines.iter().find(|engine| engine.name() == header.engine);
    let engine = *engine.ok_or_else(|| foreign(format!("there is no engine {}", header.engine)))?;
    if !engine.certifies(&Aim::Solve) {
        return Err(foreign("the engine writes none".to_owned()));
    }
    let settings = header.settings().map_err(foreign)?;
    let options = Options::resolve(engine.row().name, engine.row().options, &settings)?;
    if options.words().join(" ") != header.options {
        let expected = options.words().join(" ");
        return Err(foreign(format!(
            "line {}: `c options {expected}` is expected",
            header.lines()
        )));
    }
    if let Some(problem) = unfit(engine, &puzzle, header.bound) {
        return Ok(ProofCheck::Refused(problem));
    }
    let prepared = match engine.prepare(&puzzle, &options) {
        Ok(prepared) => prepared,
        Err(problem) => return Ok(ProofCheck::Refused(problem)),
    };
    let (bound, scope) = (header.bound, options.scope());
    let stated = Stated { rules: family.rules, puzzle: &puzzle, options: &options, bound };
    let top = Top { header: &header, listed: lines };
    let (engine, options) = (engine.name(), &header.options);
    follower.begin(&Heading { board: &puzzle.text, engine, options, bound });
    Ok(match check(&*prepared, &stated, &top, &mut parts, follower) {
        Ok(Followed { steps, reasons, known }) => {
            ProofCheck::Accepted { steps, reasons, known, bound, scope }
        }
        Err(Broken::Stopped) => ProofCheck::Stopped,
        Err(Broken::Problem(problem)) => ProofCheck::Refused(problem),
    })
}

/// Why an engine would never be asked for a proof about an instance. Its certificates may rely on
/// that: an engine that turns boards, for one, works on none with givens.
fn unfit(engine: &dyn Engine, puzzle: &ParsedPuzzle, bound: Option<i128>) -> Option<String> {
    if let Some(reason) = &puzzle.impossible {
        return Some(format!(
            "the instance is impossible at sight, which has no proof: {}",
            reason.message
        ));
    }
    if let Err(refusal) = engine.supports(puzzle) {
        return Some(format!("the engine {} refuses the instance: {refusal}", engine.row().name));
    }
    let bounded = bound.is_some() && puzzle.goal == Goal::Satisfy;
    bounded.then(|| "line 3: it has a bound, but all solutions are equally good".to_owned())
}

/// The engine that a request means, among those that work on a formula, and its options.
fn exchanging(
    request: &Request<'_>,
    family: &'static Registration,
) -> Result<(&'static dyn Engine, Options), SessionError> {
    let named = |name: &str| request.engine.is_none_or(|asked| asked == name);
    let mut engines = family.engines.iter().filter(|engine| named(engine.name()));
    let engine = engines.find(|engine| engine.exchanges()).ok_or_else(|| {
        let family = family.name();
        SessionError::NoEngine(format!("no such engine of {family} works on a formula"))
    })?;
    let options = Options::resolve(engine.row().name, engine.row().options, request.settings)?;
    Ok((*engine, options))
}

fn failed(problem: String) -> SessionError {
    SessionError::Failed { engine: "dimacs", problem }
}

/// The puzzle as a formula in DIMACS.
///
/// # Errors
/// If the puzzle cannot be read, no engine fits, or an option is wrong.
pub fn dimacs(registry: Registry, request: &Request<'_>) -> Result<String, SessionError> {
    let Problem { family, puzzle } = Problem::read(registry, request.text)?;
    let (engine, options) = exchanging(request, family)?;
    engine.prepare(&puzzle, &options).and_then(|prepared| prepared.dimacs()).map_err(failed)
}

/// The puzzle with the solution that a solver's answer to its formula describes, verified.
///
/// # Errors
/// As [`dimacs`], and if the answer is not a solution.
pub fn decode(
    registry: Registry,
    request: &Request<'_>,
    answer: &str,
) -> Result<String, SessionError> {
    let Problem { family, puzzle } = Problem::read(registry, request.text)?;
    let (engine, options) = exchanging(request, family)?;
    let prepared = engine.prepare(&puzzle, &options).map_err(failed)?;
    let solution = prepared.decode(answer).map_err(failed)?;
    verified(family.rules, &puzzle.text, &solution).map_err(failed)?;
    Ok(join(&puzzle.text, &solution))
}
