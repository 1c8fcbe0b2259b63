//! The one middle end that serves every front end: parse, ask whether the instance is impossible,
//! choose an engine, run it, re-verify its answer from its own text, decide the claim.

use sixfold_puzzle::{Goal, Kind, Objective, TextError, Violation, join, kind_of, verify};

mod count;
mod header;
mod parts;
mod proof;
mod sweep;

pub use self::count::{CountReport, count};
pub(crate) use self::parts::Parts;
use self::proof::certify;
pub use self::proof::{ProofCheck, check_proof, decode, dimacs};
pub use self::sweep::{MOST_VALUES, SweepReport, SweepRequest, SweepRow, sweep};
use crate::checkpoint::{Aim, Identity};
pub use crate::claim::{Claim, Outcome};
use crate::claim::{Conclusion, Witness, conclude, fits};
use crate::engine::{Answer, Engine, Power, Refutation, Task};
use crate::options::{OptionError, Options, Scope};
use crate::run::{Halt, Run};

/// What a user asks for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The puzzle; a solution in it is ignored.
    pub text: &'a str,
    /// The engine asked for by name; otherwise the first that serves is taken.
    pub engine: Option<&'a str>,
    /// Whether only an engine that proves will do.
    pub prove: bool,
    /// Options of the engine.
    pub settings: &'a [(String, String)],
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The family.
    pub kind: Kind,
    /// The instance in canonical text.
    pub instance: String,
    /// The engine that ran, if one had to.
    pub engine: Option<&'static str>,
    /// Whether any solution will do or a best one is wanted.
    pub goal: Goal,
    /// How it ended.
    pub outcome: Outcome,
    /// How sure that is.
    pub claim: Claim,
    /// What was searched.
    pub scope: Scope,
    /// How good the solution is.
    pub objective: Option<Objective>,
    /// A proved bound on the objective.
    pub bound: Option<i128>,
    /// From the parsed instance to the verified answer.
    pub seconds: f64,
    /// Named counters of the work done.
    pub effort: Vec<(&'static str, u64)>,
    /// The verified solution, without header and rows.
    pub solution: Option<String>,
    /// Why the instance is impossible, where that needed no search.
    pub reason: Option<Violation>,
    /// Why the engine ended early, if it did.
    pub halt: Option<Halt>,
    /// Whether the engine searched all of its scope in vain.
    pub exhausted: bool,
    /// Something the engine was told and nobody has checked.
    pub hearsay: Option<&'static str>,
    /// Whether a proof was asked for and there is no whole one.
    pub unproved: bool,
    /// Whether a proof was written and checked: of the claim, or of what holds within the scope.
    pub checked: bool,
}

/// Why there is no report.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SessionError {
    /// The puzzle cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// No engine can do what was asked.
    #[error("{0}")]
    NoEngine(String),
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A puzzle like this cannot be made, or not for each value that is to be swept.
    #[error("{0}")]
    Unmakeable(String),
    /// The engine could not work.
    #[error("the engine {engine} cannot work: {problem}")]
    Failed {
        /// The engine.
        engine: &'static str,
        /// What is in its way.
        problem: String,
    },
    /// The engine's answer is wrong. This is a bug, and the answer is never shown.
    #[error("the engine {engine} gave a wrong answer, which is a bug in sixfold: {problem}")]
    Lie {
        /// The engine.
        engine: &'static str,
        /// What is wrong with its answer.
        problem: String,
    },
}

/// Where the engines of a family are found.
pub type Registry = fn(Kind) -> &'static [Engine];

/// What a run of this request would work on, to the last detail; `None` if the instance is seen to
/// be impossible and there is nothing to work on.
///
/// # Errors
/// As [`solve`], before an engine runs.
pub fn identity(
    registry: Registry,
    request: &Request<'_>,
    aim: Aim,
    seed: u64,
) -> Result<Option<Identity>, SessionError> {
    let kind = kind_of(request.text)?;
    let instance = kind.puzzle().instance(request.text)?;
    if kind.puzzle().impossible(request.text)?.is_some() {
        return Ok(None);
    }
    let engine = choose(registry, request, kind, &instance, aim.power())?;
    let options = Options::resolve(engine.name, engine.options, request.settings)?;
    Ok(Some(Identity {
        instance,
        aim,
        prove: request.prove,
        engine: engine.name.to_owned(),
        settings: options.settings(),
        seed,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }))
}

/// Works on a request.
///
/// # Errors
/// If the puzzle cannot be read, no engine fits, an option is wrong, or the engine's answer is
/// wrong.
pub fn solve(
    registry: Registry,
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Report, SessionError> {
    let kind = kind_of(request.text)?;
    let puzzle = kind.puzzle();
    let instance = puzzle.instance(request.text)?;
    let begun = run.clock.elapsed();
    let mut report = Report {
        kind,
        instance,
        engine: None,
        goal: puzzle.goal(request.text)?,
        outcome: Outcome::Stopped,
        claim: Claim::Nothing,
        scope: Options::resolve("", &[], &[])?.scope(),
        objective: None,
        bound: None,
        seconds: 0.0,
        effort: Vec::new(),
        solution: None,
        reason: puzzle.impossible(request.text)?,
        halt: None,
        exhausted: false,
        hearsay: None,
        unproved: false,
        checked: false,
    };
    if report.reason.is_some() {
        let named = |engine: &&Engine| request.engine.is_none_or(|name| name == engine.name);
        if let Some(engine) = registry(kind).iter().find(named) {
            Options::resolve(engine.name, engine.options, request.settings)?;
        } else if request.engine.is_some() {
            choose(registry, request, kind, &report.instance, Power::Finds)?;
        }
        (report.outcome, report.claim) = (Outcome::None, Claim::Complete);
    } else {
        let engine = choose(registry, request, kind, &report.instance, Power::Finds)?;
        let options = Options::resolve(engine.name, engine.options, request.settings)?;
        let task = Task {
            instance: &report.instance,
            options: &options,
            prove: request.prove,
            incumbent: None,
            engine: engine.name,
            run,
        };
        let answer = (engine.run)(&task);
        if let Some(problem) = answer.failure {
            return Err(SessionError::Failed { engine: engine.name, problem });
        }
        let proved = answer.proved;
        let bound = answer.refutation.as_ref().and_then(Refutation::bound);
        // An engine that writes no proofs has said so by its claim.
        let promised = request.prove && engine.clausal.is_some();
        report.unproved = promised && answer.refutation.is_some() && !proved;
        judge(&mut report, engine, &options, answer)?;
        if proved {
            certify(&mut report, engine, (&options, bound), run)?;
        }
    }
    report.seconds = run.clock.elapsed().saturating_sub(begun).as_secs_f64();
    Ok(report)
}

/// Takes the engine asked for, else the first that serves and has the power that is needed.
pub(crate) fn choose(
    registry: Registry,
    request: &Request<'_>,
    kind: Kind,
    instance: &str,
    power: Power,
) -> Result<&'static Engine, SessionError> {
    let family = kind.puzzle().about().name;
    let engines = registry(kind);
    let mut refusals = Vec::new();
    for engine in engines {
        if request.engine.is_some_and(|name| name != engine.name) {
            continue;
        }
        // An engine that is asked for by name proves what it can, if only within its scope.
        let proves = request.engine.is_some() && engine.clausal.is_some();
        let needed = [Some(power), (request.prove && !proves).then_some(Power::Proves)];
        let lacks = |power: &Power| !engine.powers.contains(power);
        if needed.iter().flatten().any(lacks) {
            let powers: Vec<_> = engine.powers.iter().map(|power| power.name()).collect();
            refusals.push(format!("{} only {}", engine.name, powers.join(" and ")));
            continue;
        }
        match (engine.serves)(instance) {
            Ok(()) => return Ok(engine),
            Err(refusal) => refusals.push(format!("{}: {refusal}", engine.name)),
        }
    }
    let names: Vec<_> = engines.iter().map(|engine| engine.name).collect();
    let message = match (&names[..], &refusals[..], request.engine) {
        ([], ..) => format!("there is no engine for the family {family} yet"),
        (names, [], Some(name)) => {
            format!("{family} has no engine {name}; it has: {}", names.join(", "))
        }
        (_, refusals, _) => {
            format!("no engine of {family} can do this: {}", refusals.join("; "))
        }
    };
    Err(SessionError::NoEngine(message))
}

/// Verifies the answer from its own text and writes what may be claimed into the report.
fn judge(
    report: &mut Report,
    engine: &'static Engine,
    options: &Options,
    answer: Answer,
) -> Result<(), SessionError> {
    let lie = |problem: String| SessionError::Lie { engine: engine.name, problem };
    let witness = match &answer.witness {
        Some(solution) => Some(verified(&report.instance, solution).map_err(lie)?),
        None => None,
    };
    let refutation = answer.refutation.as_ref();
    fits(refutation, &options.scope()).map_err(|contradiction| lie(contradiction.to_string()))?;
    let Conclusion { outcome, claim, bound } =
        conclude(report.goal, witness.as_ref(), refutation, answer.halt)
            .map_err(|contradiction| lie(contradiction.to_string()))?;
    (report.outcome, report.claim, report.bound) = (outcome, claim, bound);
    report.engine = Some(engine.name);
    report.scope = options.scope();
    report.objective = witness.and_then(|witness| witness.objective);
    report.effort = answer.effort;
    report.halt = answer.halt;
    // A bound that the solution does not reach leaves something to be searched.
    let value = report.objective.as_ref().map(|objective| objective.value);
    let reached = |refutation: &Refutation| refutation.bound().is_none_or(|it| Some(it) == value);
    report.exhausted = refutation.is_some_and(reached);
    report.hearsay = answer.hearsay;
    report.solution = match answer.witness {
        Some(solution) => report.kind.puzzle().solution(&join(&report.instance, &solution))?,
        None => None,
    };
    Ok(())
}

/// Asks the verifier about a solution, both as text.
pub(crate) fn verified(instance: &str, solution: &str) -> Result<Witness, String> {
    let verdict = verify(instance, solution)
        .map_err(|error| format!("its solution cannot be read: {error}"))?;
    match verdict.violations.first() {
        Some(violation) => Err(format!("{} ({})", violation.message, violation.code)),
        None if !verdict.complete => Err("its solution is not complete".to_owned()),
        None => Ok(Witness { objective: verdict.objective }),
    }
}

/// What is said where a proof was asked for and did not come about.
const UNPROVED: &str =
    "; there is no whole proof of it, which was too large or could not be written";

impl Report {
    /// The claim in words, as one sentence without a full stop.
    #[must_use]
    pub fn words(&self) -> String {
        if let Some(reason) = &self.reason {
            return format!("none: {}", reason.message);
        }
        let ended = self.halt.map(|halt| format!("{}; ", halt.words())).unwrap_or_default();
        let restricted = self.exhausted && !self.scope.is_whole();
        let checked = if self.checked { ", proof checked" } else { "" };
        // Whoever was stopped knows why there is no proof.
        let unproved = match self.unproved && matches!(self.halt, None | Some(Halt::Budget)) {
            true => UNPROVED,
            false => "",
        };
        match (&self.solution, &self.objective) {
            (None, _) if self.outcome == Outcome::None => match self.claim {
                Claim::Certified => "none: there is no solution, proof checked".to_owned(),
                _ => format!("none: the complete search found no solution{unproved}"),
            },
            (None, _) if restricted => {
                format!("none within {} (restricted search){checked}", self.scope)
            }
            (None, _) => match self.hearsay {
                Some(hearsay) => format!("nothing proved: {hearsay}"),
                None => format!("{ended}nothing found, nothing proved"),
            },
            (Some(_), None) => "solved, solution verified".to_owned(),
            (Some(_), Some(objective)) if self.goal == Goal::Satisfy => {
                format!("solved, {} {}, solution verified", objective.name, objective.value)
            }
            (Some(_), Some(objective)) => {
                let (name, value) = (objective.name, objective.value);
                let side = if self.bound < Some(value) { "lower" } else { "upper" };
                let bound =
                    self.bound.map(|bound| format!(", {side} bound {bound}")).unwrap_or_default();
                match self.claim {
                    Claim::Complete => {
                        format!("{name} {value}: optimal, complete search{unproved}")
                    }
                    Claim::Certified => format!("{name} {value}: optimal, proof checked"),
                    _ if restricted => format!(
                        "{name} {value}: best found{bound}; nothing better within {}{checked}{unproved}",
                        self.scope
                    ),
                    _ => format!("{ended}{name} {value}: best found{bound}{unproved}"),
                }
            }
        }
    }
}
