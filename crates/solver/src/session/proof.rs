//! Formulas and proofs: checking what an engine has written, checking what was stored, and the way
//! to other solvers and back.

use std::collections::HashSet;
use std::io::BufRead;

use sixfold_checker::ProofError;
use sixfold_puzzle::{join, kind_of};

use super::parts::Parts;
use super::{Claim, Registry, Report, Request, SessionError, verified};
use crate::engine::{BOUND_MARK, Clausal, Engine, Foreign, Matter, PROOF_MARK, Section};
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
    let matter = Matter { instance: &report.instance, options, bound };
    let followed = match written(engine, &matter, run)? {
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

/// Follows the proof that an engine has just written, or says why it was not followed to its end.
pub(super) fn written(
    engine: &'static Engine,
    matter: &Matter<'_>,
    run: &Run<'_>,
) -> Result<Result<Followed, String>, SessionError> {
    let lie = |problem: String| SessionError::Lie { engine: engine.name, problem };
    let clausal = engine.clausal.ok_or_else(|| lie("it writes no proofs".to_owned()))?;
    let mut proof = match run.outside.read_proof() {
        Ok(proof) => proof,
        Err(problem) => return Ok(Err(problem)),
    };
    let mut halted = || run.halted().is_some();
    match follow(&clausal, matter, &mut *proof, &mut halted) {
        Ok(followed) => Ok(Ok(followed)),
        // What was found by search remains.
        Err(Broken::Stopped) => {
            let stopped = run.halted().map_or("stopped", |halt| halt.words());
            Ok(Err(format!("{stopped}, while the proof was checked")))
        }
        Err(Broken::Problem(problem)) => Err(lie(format!("its proof does not hold: {problem}"))),
    }
}

/// What a proof that holds says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Followed {
    /// How many clauses it derives.
    steps: u64,
    /// Why clauses that do not follow from the instance may be there.
    reasons: Vec<String>,
    /// Lines of the solutions beside which there is no other.
    pub(super) known: Vec<String>,
}

/// Why a proof was not followed to its end.
enum Broken {
    Stopped,
    Problem(String),
}

impl Broken {
    fn of(error: &ProofError, name: &str) -> Self {
        match (error, name) {
            (ProofError::Stopped, _) => Self::Stopped,
            (error, "") => Self::Problem(error.to_string()),
            (error, name) => Self::Problem(format!("part {name}: {error}")),
        }
    }
}

/// Follows a proof part by part; all parts must be there, in their order.
fn follow(
    clausal: &Clausal,
    matter: &Matter<'_>,
    proof: &mut dyn BufRead,
    halted: &mut dyn FnMut() -> bool,
) -> Result<Followed, Broken> {
    let mut whole = Followed::default();
    let mut parts = Parts::new(proof);
    let mut shown: HashSet<String> = HashSet::new();
    for name in (clausal.parts)(matter) {
        let problem = |problem: String| Broken::Problem(format!("part {name}: {problem}"));
        let remarks = match name.as_str() {
            "" => Vec::new(),
            name => parts.begin(name).map_err(problem)?,
        };
        let section = Section { name: &name, remarks: &remarks };
        let certificate = (clausal.certificate)(matter, section).map_err(problem)?;
        if let Some(need) = certificate.needs.iter().find(|&need| !shown.contains(need)) {
            return Err(problem(format!("nothing before it shows that {need}")));
        }
        let clauses = certificate.clauses.iter().map(Vec::as_slice);
        let summary = sixfold_checker::check(clauses, &mut parts, halted)
            .map_err(|error| Broken::of(&error, &name))?;
        whole.steps += summary.derived;
        whole.reasons.extend(certificate.reasons);
        whole.known.extend(certificate.known);
        shown.extend(certificate.shows);
    }
    whole.reasons.dedup();
    whole.known.sort_unstable();
    whole.known.dedup();
    Ok(whole)
}

/// What became of a stored proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofCheck {
    /// It holds.
    Accepted {
        /// How many clauses it derives.
        steps: u64,
        /// Why clauses that do not follow from the instance may be there.
        reasons: Vec<String>,
        /// Lines of the solutions beside which there is no other; if there are none, there is no
        /// solution at all, or none better than the bound.
        known: Vec<String>,
        /// The objective than which nothing is better.
        bound: Option<i128>,
        /// What was searched.
        scope: Scope,
    },
    /// It does not: what is wrong with it.
    Refused(String),
}

/// Checks a stored proof that an instance has no solution, or none better than a bound: rebuilds the formula from the instance
/// and what the proof's first lines say, and follows the proof step by step. No solver is used.
///
/// # Errors
/// If the instance cannot be read, or the first lines are not those of a proof of ours.
pub fn check_proof(
    registry: Registry,
    text: &str,
    header: &[String],
    proof: &mut dyn BufRead,
    halted: &mut dyn FnMut() -> bool,
) -> Result<ProofCheck, SessionError> {
    let kind = kind_of(text)?;
    let instance = kind.puzzle().instance(text)?;
    let foreign = |what: &str| SessionError::NoEngine(format!("this is no proof of ours: {what}"));
    let line = |word: &str| header.iter().find_map(|line| line.strip_prefix(&format!("c {word}")));
    line(PROOF_MARK).ok_or_else(|| foreign("its first line is missing"))?;
    let name = line("engine ").ok_or_else(|| foreign("it names no engine"))?;
    let engine = registry(kind).iter().find(|engine| engine.name == name);
    let engine = engine.ok_or_else(|| foreign(&format!("there is no engine {name}")))?;
    let clausal = engine.clausal.ok_or_else(|| foreign("the engine writes none"))?;
    let words = line("options ").unwrap_or_default().split_whitespace();
    let pair = |word: &str| word.split_once('=').map(|(name, value)| (name.into(), value.into()));
    let settings: Vec<(String, String)> = words.filter_map(pair).collect();
    let options = Options::resolve(engine.name, engine.options, &settings)?;
    let bound = line(BOUND_MARK).map(|bound| bound.trim().parse());
    let bound = bound.transpose().map_err(|_| foreign("its bound is no number"))?;
    let matter = Matter { instance: &instance, options: &options, bound };
    let scope = options.scope();
    Ok(match follow(&clausal, &matter, proof, halted) {
        Ok(Followed { steps, reasons, known }) => {
            ProofCheck::Accepted { steps, reasons, known, bound, scope }
        }
        Err(Broken::Stopped) => ProofCheck::Refused(ProofError::Stopped.to_string()),
        Err(Broken::Problem(problem)) => ProofCheck::Refused(problem),
    })
}

/// The engine that a request means, among those that work on a formula.
fn foreign(
    registry: Registry,
    request: &Request<'_>,
) -> Result<(String, Foreign, Options), SessionError> {
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
