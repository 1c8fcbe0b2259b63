//! The one middle end that serves every front end: parse, ask whether the instance is impossible,
//! choose an engine, run it, re-verify its answer from its own text, decide the claim.

use sixfold_puzzle::{Goal, Kind, Objective, TextError, Violation, join, kind_of, verify};

mod count;
mod header;
mod incumbent;
mod parts;
mod proof;
mod sweep;

pub use self::count::{CountReport, count};
pub use self::incumbent::{Incumbent, Preview, Start, improver, preview, start};
pub(crate) use self::parts::Parts;
use self::proof::certify;
pub use self::proof::{ProofCheck, check_proof, decode, dimacs};
pub use self::sweep::{MOST_VALUES, SweepReport, SweepRequest, SweepRow, sweep};
use crate::checkpoint::{Aim, Identity};
pub use crate::claim::{Claim, Outcome};
use crate::claim::{Conclusion, Contradiction, Witness, better, conclude, fits};
use crate::engine::{Answer, Engine, Power, Refutation, Task};
use crate::options::{OptionError, Options, Scope};
use crate::run::{Event, Halt, Run};

/// What a user asks for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The puzzle. A complete, correct solution in it is the first incumbent of `solve`, where one
    /// solution can be better than another; otherwise it is ignored.
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
    /// What an outside program said and was not checked.
    pub unchecked_claim: Option<&'static str>,
    /// Whether the engine went on from a checkpoint.
    pub resumed: bool,
    /// The objective of the solution that the text held, if it was the first incumbent.
    pub incumbent: Option<i128>,
    /// Why there is no checked proof, where one was asked for and is needed as evidence.
    pub unproved: Option<String>,
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
    /// There is no solution that could be improved, or none is better than another.
    #[error("{0}")]
    NothingToImprove(String),
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
    let engine = choose(registry, request, kind, &instance, Power::needed_to(&aim))?;
    let options = Options::resolve(engine.name, engine.options, request.settings)?;
    Ok(Some(Identity {
        instance,
        aim,
        prove: request.prove,
        incumbent: match aim {
            Aim::Solve => start(request.text)?.incumbent().map(|it| it.solution.clone()),
            Aim::Count(_) => None,
        },
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
        unchecked_claim: None,
        resumed: false,
        incumbent: None,
        unproved: None,
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
        limits_a_proof(request, &options)?;
        report.resumed = run.saved_state().is_some();
        let start = start(request.text)?;
        let incumbent = start.incumbent();
        report.incumbent = incumbent.map(|incumbent| incumbent.objective.value);
        // The incumbent itself is no news.
        let (goal, given) = (report.goal, report.incumbent);
        let sink = |event: &Event| match (event, given) {
            (Event::Improved(Some(value)), Some(given)) if !better(goal, *value, given) => {}
            (event, _) => (run.sink)(event),
        };
        let listening = &Run { sink: &sink, ..*run };
        let task = Task {
            instance: &report.instance,
            options: &options,
            prove: request.prove,
            incumbent: incumbent.map(|incumbent| incumbent.solution.as_str()),
            engine: engine.name,
            run: listening,
        };
        let answer = (engine.run)(&task);
        if let Some(problem) = answer.failure {
            return Err(SessionError::Failed { engine: engine.name, problem });
        }
        let (proved, mut unproved) = (answer.proved, answer.unproved.clone());
        let bound = answer.refutation.as_ref().and_then(Refutation::bound);
        judge(&mut report, engine, &options, (answer, incumbent))?;
        if proved {
            unproved = certify(&mut report, engine, (&options, bound), run)?;
        }
        // An engine without certificates has promised none.
        if request.prove && engine.clausal.is_some() {
            miss_proof(&mut report, unproved);
        }
    }
    report.seconds = run.clock.elapsed().saturating_sub(begun).as_secs_f64();
    Ok(report)
}

/// Refuses a limit on the size of a proof where no proof is asked for.
fn limits_a_proof(request: &Request<'_>, options: &Options) -> Result<(), SessionError> {
    if request.prove || !options.differs("proof-mib") {
        return Ok(());
    }
    let problem = "proof-mib has no effect: no proof was asked for";
    Err(SessionError::NoEngine(problem.to_owned()))
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

/// Where a proof was asked for and was not checked, the run did not come to its end; unless any
/// solution will do, and a verified one is all the evidence that is needed.
fn miss_proof(report: &mut Report, unproved: Option<String>) {
    let evident = report.goal == Goal::Satisfy && report.solution.is_some();
    if report.checked || evident {
        return;
    }
    let stopped = report.halt.map(|halt| halt.words().to_owned());
    let reason = unproved.or(stopped);
    report.unproved =
        Some(reason.unwrap_or_else(|| "the engine ended without a refutation".to_owned()));
    report.outcome = Outcome::Stopped;
}

/// Verifies the answer from its own text and writes what may be claimed into the report. Where the
/// incumbent is at least as good as the engine's solution, the incumbent is the answer.
fn judge(
    report: &mut Report,
    engine: &'static Engine,
    options: &Options,
    (answer, incumbent): (Answer, Option<&Incumbent>),
) -> Result<(), SessionError> {
    let lie = |problem: String| SessionError::Lie { engine: engine.name, problem };
    let contradicts = |contradiction: Contradiction| lie(contradiction.to_string());
    let goal = report.goal;
    let own = match &answer.witness {
        Some(solution) => Some(verified(&report.instance, solution).map_err(lie)?),
        None => None,
    };
    let refutation = answer.refutation.as_ref();
    fits(refutation, &options.scope()).map_err(contradicts)?;
    let mut conclusion =
        conclude(goal, own.as_ref(), refutation, answer.halt).map_err(contradicts)?;
    let own_value = own.as_ref().and_then(|own| own.objective.as_ref()).map(|found| found.value);
    let stays = |incumbent: &&Incumbent| {
        own_value.is_none_or(|value| !better(goal, value, incumbent.objective.value))
    };
    let (mut objective, mut solution) = (own.and_then(|own| own.objective), answer.witness);
    if let Some(incumbent) = incumbent.filter(stays) {
        let witness = Witness { objective: Some(incumbent.objective.clone()) };
        // What a restricted search says of its own scope cannot contradict a solution outside it.
        let whole = refutation.filter(|refutation| refutation.scope().is_whole());
        conclusion = conclude(goal, Some(&witness), whole, answer.halt).map_err(contradicts)?;
        (objective, solution) = (witness.objective, Some(incumbent.solution.clone()));
    }
    let Conclusion { outcome, claim, bound } = conclusion;
    (report.outcome, report.claim, report.bound) = (outcome, claim, bound);
    report.engine = Some(engine.name);
    report.scope = options.scope();
    report.objective = objective;
    report.effort = answer.effort;
    report.halt = answer.halt;
    // A bound that the solution does not reach leaves something to be searched.
    let value = report.objective.as_ref().map(|objective| objective.value);
    let reached = |refutation: &Refutation| match (refutation.bound(), value) {
        (None, _) => true,
        (Some(bound), Some(value)) => !better(goal, bound, value),
        (Some(_), None) => false,
    };
    report.exhausted = refutation.is_some_and(reached);
    report.unchecked_claim = answer.unchecked_claim;
    report.solution = match solution {
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
        // A stop is told already.
        let unproved = match &self.unproved {
            Some(reason) if matches!(self.halt, None | Some(Halt::Budget)) => {
                format!("; no proof: {reason}")
            }
            _ => String::new(),
        };
        match (&self.solution, &self.objective) {
            (None, _) if self.claim >= Claim::Complete => match self.claim {
                Claim::Certified => "none: there is no solution, proof checked".to_owned(),
                _ => format!("none: the complete search found no solution{unproved}"),
            },
            (None, _) if restricted => {
                format!("none within {} (restricted search){checked}", self.scope)
            }
            (None, _) => match self.unchecked_claim {
                Some(unchecked_claim) => format!("nothing proved: {unchecked_claim}"),
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
