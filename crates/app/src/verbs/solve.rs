//! `sixfold solve`: find a solution, verified before it is printed.

use std::sync::atomic::Ordering;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use sixfold_puzzle::join;
use sixfold_solver::session::Registry;
use sixfold_solver::{Claim, Clock, Never, Outcome, Report, Request, Run, Scope, SessionError, solve};

use crate::args::{Solve, Work};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::input;
use crate::output::{
    Exit, NEGATIVE, Output, STOPPED, SUCCESS, integer, merge, objective, violation,
};
use crate::outside::Machine;

/// The process's clock.
pub(crate) struct WallClock(Instant);

impl WallClock {
    /// A clock that starts now.
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for WallClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Lets an engine work in the real world: with the clock, the stop flag and the machine.
pub(crate) fn at_work<T>(
    work: &Work,
    proof: Option<&str>,
    output: &mut Output<'_, '_>,
    job: impl FnOnce(Registry, &Run<'_>) -> T,
    proved: fn(&T) -> bool,
) -> Result<T, Failure> {
    let machine = Machine::new(proof).map_err(Failure::usage)?;
    let (registry, stop) = (output.world().registry, output.world().stop);
    let working = output.world().working;
    let reporter = output.reporter();
    let run = Run {
        seed: work.seed,
        threads: work.threads.map_or_else(cores, usize::from),
        clock: &WallClock::start(),
        deadline: work.time,
        stop,
        sink: &|event| reporter.event(event),
        ceiling: work.memory,
        outside: &machine,
        checkpoint: &Never,
        cancelled: None,
    };
    working.store(true, Ordering::Relaxed);
    let result = job(registry, &run);
    working.store(false, Ordering::Relaxed);
    reporter.finish();
    if proved(&result) {
        machine.keep().map_err(Failure::usage)?;
    }
    Ok(result)
}

pub(crate) fn run(args: &Solve, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let input = input::read(&args.file, output)?;
    // Whether the answer can be written is settled before the work.
    let path = args.output.as_deref().filter(|&path| path != "-");
    let destination = path.map(Destination::open).transpose()?;
    output.begin("solve", json!({ "preset": input.preset, "seed": args.work.seed }))?;
    let request = Request {
        text: &input.source.text,
        engine: args.work.engine.as_deref(),
        prove: args.prove || args.proof.is_some(),
        settings: &args.work.settings,
    };
    let certified = |report: &Result<Report, SessionError>| {
        report.as_ref().is_ok_and(|report| report.claim == Claim::Certified)
    };
    let job = |registry: Registry, run: &Run<'_>| solve(registry, &request, run);
    let report = at_work(&args.work, args.proof.as_deref(), output, job, certified)?;
    let report = report.map_err(|error| Failure::session(&input.source, error))?;
    let text = match &report.solution {
        Some(solution) => join(&report.instance, solution),
        None => String::new(),
    };
    let kept = args.proof.as_deref().filter(|_| report.claim == Claim::Certified);
    let data = data(&report, input.preset.as_deref(), kept);
    match destination {
        Some(destination) if report.solution.is_some() => {
            destination.finish(text.as_bytes())?;
            output.answer("", data)?;
        }
        _ => output.answer(&text, data)?,
    }
    output.remark(&report.words());
    Ok(match report.outcome {
        Outcome::Solved => SUCCESS,
        Outcome::None => NEGATIVE,
        Outcome::Stopped => STOPPED,
    })
}

fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// What was searched, for a machine.
pub(crate) fn scope(scope: &Scope) -> Value {
    match scope.is_whole() {
        true => json!("whole"),
        false => json!(scope.restrictions()),
    }
}

fn data(report: &Report, preset: Option<&str>, proof: Option<&str>) -> Value {
    let mut data = json!({
        "family": report.kind.puzzle().about().name,
        "preset": preset,
        "engine": report.engine,
        "verdict": report.outcome.name(),
        "claim": report.claim.name(),
        "scope": scope(&report.scope),
    });
    merge(&mut data, objective(report.objective.as_ref()));
    let effort: Map<String, Value> =
        report.effort.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    merge(
        &mut data,
        json!({
            "bound": report.bound.map_or(Value::Null, integer),
            "seconds": report.seconds,
            "effort": effort,
            "solution": report.solution,
            "proof": proof,
            "reason": report.reason.as_ref().map(violation),
            "words": report.words(),
        }),
    );
    data
}
