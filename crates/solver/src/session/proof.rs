//! Formulas and proofs: checking what an engine has written, checking what was stored, and the way
//! to other solvers and back.
//!
//! The trusted side of a proof is this file with `header` and `parts`, the function `certificate` of
//! the engine's row, and the checker. Whatever a comment line of a proof adds to a formula follows
//! from what was verified here; docs/certificates.md lists all of it.

use std::collections::HashSet;
use std::io::BufRead;

use sixfold_checker::ProofError;
use sixfold_puzzle::{Goal, Kind, join, kind_of};

use super::header::{self, Header};
use super::parts::Parts;
use super::{Claim, Registry, Report, Request, SessionError, verified};
use crate::engine::{Clausal, DimacsExchange, Engine, ProofStatement, Section};
use crate::options::{Options, Scope};
use crate::run::Run;

/// Checks the proof that the engine has written, with a checker that shares nothing with it. What
/// was complete is certified then; a proof under restricting options is checked all the same. Returns
/// why the proof was not checked to its end, if it was not.
pub(super) fn certify(
    report: &mut Report,
    engine: &'static Engine,
    (options, bound): (&Options, Option<i128>),
    run: &Run<'_>,
) -> Result<Option<String>, SessionError> {
    let stated = Stated { kind: report.kind, instance: &report.instance, options, bound };
    let followed = match written(engine, &stated, run)? {
        Ok(followed) => followed,
        Err(unchecked) => return Ok(Some(unchecked)),
    };
    if !followed.known.is_empty() {
        let problem = "its proof excludes solutions, and it has found none".to_owned();
        return Err(SessionError::Lie { engine: engine.name, problem });
    }
    report.checked = true;
    if report.claim == Claim::Complete {
        report.claim = Claim::Certified;
    }
    Ok(None)
}

/// What a proof is said to be about.
pub(super) struct Stated<'a> {
    pub(super) kind: Kind,
    /// The instance in canonical text.
    pub(super) instance: &'a str,
    pub(super) options: &'a Options,
    pub(super) bound: Option<i128>,
}

/// Follows the proof that an engine has just written, or says why it was not followed to its end.
pub(super) fn written(
    engine: &'static Engine,
    stated: &Stated<'_>,
    run: &Run<'_>,
) -> Result<Result<Followed, String>, SessionError> {
    let lie = |problem: String| SessionError::Lie { engine: engine.name, problem };
    let broken = |problem: String| lie(format!("its proof does not hold: {problem}"));
    let clausal = engine.clausal.ok_or_else(|| lie("it writes no proofs".to_owned()))?;
    let mut proof = match run.outside.read_proof() {
        Ok(proof) => proof,
        Err(problem) => return Ok(Err(problem)),
    };
    let mut parts = Parts::new(&mut *proof);
    let top = parts.comments().map_err(broken)?;
    let mut lines = &top[..];
    let header = Header::take(&mut lines).map_err(broken)?;
    let options = stated.options.words().join(" ");
    let expected = Header { engine: engine.name.to_owned(), bound: stated.bound, options };
    if header != expected {
        return Err(broken("its header says something else".to_owned()));
    }
    let mut halted = || run.halted().is_some();
    match follow(&clausal, stated, (lines, &header), &mut parts, &mut halted) {
        Ok(followed) => Ok(Ok(followed)),
        // What was found by search remains.
        Err(Broken::Stopped) => {
            let stopped = run.halted().map_or("stopped", |halt| halt.words());
            Ok(Err(format!("{stopped}, while the proof was checked")))
        }
        Err(Broken::Problem(problem)) => Err(broken(problem)),
    }
}

/// What a proof that holds says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Followed {
    /// How many clauses it derives.
    steps: u64,
    /// The arguments outside the formula that it relies on.
    reasons: Vec<String>,
    /// What the listed solutions show; there is no solution that shows anything else.
    pub(super) known: Vec<String>,
}

/// Why a proof was not followed to its end.
enum Broken {
    Stopped,
    Problem(String),
}

impl Broken {
    /// A problem in a part, whose steps begin after so many lines of the file.
    fn of(error: ProofError, name: &str, parts: &Parts<'_>, before: u64) -> Self {
        let problem = match error {
            ProofError::Stopped => return Self::Stopped,
            ProofError::NotRefuted => parts.at_line(ProofError::NotRefuted),
            error => error.after(before).to_string(),
        };
        Self::Problem(within(name)(problem))
    }
}

/// Says in which part a problem is.
fn within(name: &str) -> impl Fn(String) -> String {
    let part = if name.is_empty() { String::new() } else { format!("part {name}: ") };
    move |problem| format!("{part}{problem}")
}

/// Verifies the listed solutions, then follows a proof part by part. All parts must be there, in
/// their order, and nothing else.
fn follow(
    clausal: &Clausal,
    stated: &Stated<'_>,
    (listed, header): (&[String], &Header),
    parts: &mut Parts<'_>,
    halted: &mut dyn FnMut() -> bool,
) -> Result<Followed, Broken> {
    let Stated { kind, instance, options, bound } = *stated;
    let first = header.lines() + 1;
    let known = header::known(clausal, (kind, instance), listed, first).map_err(Broken::Problem)?;
    let statement = ProofStatement { instance, options, bound, known: &known };
    let outline = (clausal.outline)(&statement).map_err(Broken::Problem)?;
    let mut whole = Followed { reasons: outline.reasons, ..Followed::default() };
    let mut shown: HashSet<String> = HashSet::new();
    for name in &outline.parts {
        let problem = |problem: String| Broken::Problem(within(name)(problem));
        let mut remarks = Vec::new();
        if !name.is_empty() {
            parts.begin(name).map_err(problem)?;
            remarks = parts.comments().map_err(problem)?;
        }
        let before = parts.line();
        let at_part = |text: String| problem(format!("line {before}: {text}"));
        let section = Section { name, remarks: &remarks };
        let certificate = (clausal.certificate)(&statement, section).map_err(at_part)?;
        if let Some(need) = certificate.needs.iter().find(|&need| !shown.contains(need)) {
            return Err(at_part(format!("nothing before it shows that {need}")));
        }
        let clauses = certificate.clauses.iter().map(Vec::as_slice);
        let summary = sixfold_checker::check(clauses, parts, halted)
            .map_err(|error| Broken::of(error, name, parts, before))?;
        parts.end().map_err(problem)?;
        whole.steps += summary.derived;
        let new = certificate.reasons.into_iter().filter(|reason| !whole.reasons.contains(reason));
        let new: Vec<String> = new.collect();
        whole.reasons.extend(new);
        shown.extend(certificate.shows);
    }
    parts.finish().map_err(Broken::Problem)?;
    Ok(Followed { known, ..whole })
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
    let kind = kind_of(text)?;
    let instance = kind.puzzle().instance(text)?;
    let foreign =
        |what: String| SessionError::NoEngine(format!("this is no proof of ours: {what}"));
    let mut parts = Parts::new(proof);
    let top = parts.comments().map_err(foreign)?;
    let mut lines = &top[..];
    let header = Header::take(&mut lines).map_err(foreign)?;
    let engine = registry(kind).iter().find(|engine| engine.name == header.engine);
    let engine = engine.ok_or_else(|| foreign(format!("there is no engine {}", header.engine)))?;
    let clausal = engine.clausal.ok_or_else(|| foreign("the engine writes none".to_owned()))?;
    let settings = header.settings().map_err(foreign)?;
    let options = Options::resolve(engine.name, engine.options, &settings)?;
    if options.words().join(" ") != header.options {
        let expected = options.words().join(" ");
        return Err(foreign(format!(
            "line {}: `c options {expected}` is expected",
            header.lines()
        )));
    }
    if let Some(problem) = unfit(engine, &instance, header.bound)? {
        return Ok(ProofCheck::Refused(problem));
    }
    let (bound, scope) = (header.bound, options.scope());
    let stated = Stated { kind, instance: &instance, options: &options, bound };
    Ok(match follow(&clausal, &stated, (lines, &header), &mut parts, halted) {
        Ok(Followed { steps, reasons, known }) => {
            ProofCheck::Accepted { steps, reasons, known, bound, scope }
        }
        Err(Broken::Stopped) => ProofCheck::Stopped,
        Err(Broken::Problem(problem)) => ProofCheck::Refused(problem),
    })
}

/// Why an engine would never be asked for a proof about an instance. Its certificates may rely on
/// that: an engine that turns boards, for one, works on none with givens.
fn unfit(
    engine: &Engine,
    instance: &str,
    bound: Option<i128>,
) -> Result<Option<String>, SessionError> {
    let puzzle = kind_of(instance)?.puzzle();
    if let Some(reason) = puzzle.impossible(instance)? {
        return Ok(Some(format!(
            "the instance is impossible at sight, which has no proof: {}",
            reason.message
        )));
    }
    if let Err(refusal) = (engine.serves)(instance) {
        return Ok(Some(format!("the engine {} refuses the instance: {refusal}", engine.name)));
    }
    let bounded = bound.is_some() && puzzle.goal(instance)? == Goal::Satisfy;
    Ok(bounded.then(|| "line 3: it has a bound, but all solutions are equally good".to_owned()))
}

/// The engine that a request means, among those that work on a formula.
fn foreign(
    registry: Registry,
    request: &Request<'_>,
) -> Result<(String, DimacsExchange, Options), SessionError> {
    let kind = kind_of(request.text)?;
    let instance = kind.puzzle().instance(request.text)?;
    let named = |engine: &&Engine| request.engine.is_none_or(|name| name == engine.name);
    let engines = registry(kind).iter().filter(named);
    let found = engines.filter_map(|engine| Some((engine, engine.clausal?.foreign?))).next();
    let (engine, foreign) = found.ok_or_else(|| {
        let family = kind.puzzle().about().name;
        SessionError::NoEngine(format!("no such engine of {family} works on a formula"))
    })?;
    let options = Options::resolve(engine.name, engine.options, request.settings)?;
    Ok((instance, foreign, options))
}

/// The puzzle as a formula in DIMACS.
///
/// # Errors
/// If the puzzle cannot be read, no engine fits, or an option is wrong.
pub fn dimacs(registry: Registry, request: &Request<'_>) -> Result<String, SessionError> {
    let (instance, foreign, options) = foreign(registry, request)?;
    let failed = |problem| SessionError::Failed { engine: "dimacs", problem };
    (foreign.dimacs)(&instance, &options).map_err(failed)
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
    let (instance, foreign, options) = foreign(registry, request)?;
    let failed = |problem| SessionError::Failed { engine: "dimacs", problem };
    let solution = (foreign.decode)(&instance, &options, answer).map_err(failed)?;
    verified(&instance, &solution).map_err(failed)?;
    Ok(join(&instance, &solution))
}
