//! Solving: choose an engine, run it, verify its incumbents and its answer from their own text, decide the claim.

use super::event_filter::EventFilter;
use super::header::Stated;
use super::incumbent::start_of;
use super::proof::written;
use super::report::{ProofStatus, Report, Work};
use super::request::{Problem, Request, SessionError, choose, resolve};
use super::verified::{verified_canonical, verified_partial};
use crate::answer::{Answer, Refutation};
use crate::checkpoint::{Aim, Identity};
use crate::claim::{Contradiction, Finding, conclude, consistent, fits};
use crate::engine::{Engine, Power};
use crate::options::Options;
use crate::registry::Registry;
use crate::run::{Event, Halt, Run};

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
    let problem = Problem::read(registry, request.text)?;
    if problem.puzzle.impossible.is_some() {
        return Ok(None);
    }
    let engine = choose(request, &problem, Power::needed_to(&aim))?;
    let row = engine.row();
    let options = Options::resolve(row.name, row.options, request.settings)?;
    Ok(Some(Identity {
        aim,
        prove: request.prove,
        incumbent: match aim {
            Aim::Solve => {
                start_of(problem.rules(), &problem.puzzle).incumbent().map(|it| it.solution.clone())
            }
            Aim::Count(_) | Aim::List(_) => None,
        },
        instance: problem.puzzle.text,
        engine: row.name.to_owned(),
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
    let problem = Problem::read(registry, request.text)?;
    let begun = run.clock.elapsed();
    let (finding, proof, work) = match &problem.puzzle.impossible {
        Some(reason) => {
            needless(request, &problem)?;
            (Finding::Impossible(reason.clone()), ProofStatus::Unneeded, None)
        }
        None => {
            let (finding, proof, work) = searched(request, &problem, run)?;
            (finding, proof, Some(work))
        }
    };
    let seconds = run.clock.elapsed().saturating_sub(begun).as_secs_f64();
    let family = problem.rules();
    let puzzle = problem.puzzle;
    Ok(Report { family, instance: puzzle.text, goal: puzzle.goal, finding, proof, work, seconds })
}

/// Refuses a wrong engine or option, although no engine is needed.
fn needless(request: &Request<'_>, problem: &Problem) -> Result<(), SessionError> {
    let engines = problem.family.engines.iter();
    let mut named =
        engines.filter(|engine| request.engine.is_none_or(|name| name == engine.name()));
    if let Some(engine) = named.next() {
        Options::resolve(engine.row().name, engine.row().options, request.settings)?;
    } else if request.engine.is_some() {
        choose(request, problem, Power::Finds)?;
    }
    Ok(())
}

/// Runs an engine and judges its answer.
fn searched(
    request: &Request<'_>,
    problem: &Problem,
    run: &Run<'_>,
) -> Result<(Finding, ProofStatus, Work), SessionError> {
    let engine = choose(request, problem, Power::Finds)?;
    let options = resolve(engine, request)?;
    let failed = |problem| SessionError::Failed { engine: engine.name(), problem };
    let prepared = engine.prepare(&problem.puzzle, &options).map_err(failed)?;
    let resumed = run.saved_state().is_some();
    let start = start_of(problem.rules(), &problem.puzzle);
    let incumbent = start.incumbent();
    let given = incumbent.map(|incumbent| incumbent.objective.value);
    let filter = EventFilter::new(problem, incumbent, run.sink);
    let sink = |event: &Event| filter.take(event);
    let filtered = &Run { sink: &sink, ..run.cancelled_by(filter.cancelled()) };
    let solution = incumbent.map(|incumbent| incumbent.solution.as_str());
    let mut answer = prepared.solve(request.prove, solution, filtered);
    if let Some(problem) = filter.lie() {
        return Err(SessionError::Lie { engine: engine.name(), problem });
    }
    if let Some(problem) = answer.failure {
        return Err(failed(problem));
    }
    let (row, scope) = (engine.row(), options.scope());
    let usual = Options::resolve(row.name, row.options, &[]).is_ok_and(|it| it.scope() == scope);
    let work = Work {
        engine: engine.name(),
        scope,
        searched: row.searched.filter(|_| usual),
        effort: std::mem::take(&mut answer.effort),
        halt: answer.halt,
        resumed,
        incumbent: given,
    };
    let finding = judge(problem, engine, &options, &answer, &filter)?;
    let bound = answer.refutation.as_ref().and_then(Refutation::bound);
    let stated =
        Stated { rules: problem.rules(), puzzle: &problem.puzzle, options: &options, bound };
    let mut unproved = answer.unproved;
    if answer.proved {
        match written(engine, &*prepared, &stated, run)? {
            Ok(followed) if followed.known.is_empty() => {
                return Ok((finding, ProofStatus::Checked, work));
            }
            Ok(_) => {
                let problem = "its proof excludes solutions, and it has found none".to_owned();
                return Err(SessionError::Lie { engine: engine.name(), problem });
            }
            Err(unchecked) => unproved = Some(unchecked),
        }
    }
    // An engine without certificates has promised none; and where any solution will do, a verified
    // one is all the evidence that is needed.
    let evident = matches!(finding, Finding::Solution { .. });
    let proof = match request.prove && engine.certifies(&Aim::Solve) && !evident {
        true => ProofStatus::Missing(missing(unproved, answer.halt)),
        false => ProofStatus::Unneeded,
    };
    Ok((finding, proof, work))
}

/// Why a proof that was asked for is not there.
fn missing(unproved: Option<String>, halt: Option<Halt>) -> String {
    let stopped = halt.map(|halt| halt.words().to_owned());
    let reason = unproved.or(stopped);
    reason.unwrap_or_else(|| "the engine ended without a refutation".to_owned())
}

/// Verifies the answer from its own text and decides what may be said. A solution that is better than all reported
/// ones is reported now, so that a listener has heard of every answer. Where it is not better than the given incumbent
/// and the reported ones, the best of those is the answer.
fn judge(
    problem: &Problem,
    engine: &'static dyn Engine,
    options: &Options,
    answer: &Answer,
    filter: &EventFilter<'_>,
) -> Result<Finding, SessionError> {
    let lie = |problem: String| SessionError::Lie { engine: engine.name(), problem };
    let rules = problem.rules();
    let puzzle = &problem.puzzle;
    let goal = puzzle.goal;
    if let Some(partial) = &answer.partial {
        let board = verified_partial(rules, &puzzle.text, partial, &options.scope());
        return board.map(Finding::Partial).map_err(lie);
    }
    let own = match &answer.witness {
        Some(solution) => Some(verified_canonical(rules, &puzzle.text, solution).map_err(lie)?),
        None => None,
    };
    let refutation = answer.refutation.as_ref();
    let contradicts = |contradiction: Contradiction| lie(contradiction.to_string());
    fits(refutation, &options.scope()).map_err(contradicts)?;
    consistent(goal, own.as_ref(), refutation, answer.halt).map_err(contradicts)?;
    own.into_iter().for_each(|own| filter.offer(own));
    let best = filter.best();
    // What a restricted search says of its own scope cannot contradict a solution outside it.
    let whole = refutation.filter(|refutation| refutation.scope().is_whole());
    consistent(goal, best.as_ref(), whole, answer.halt).map_err(contradicts)?;
    Ok(conclude(goal, best, refutation, answer.unchecked_claim))
}
