//! `sixfold solve`: find a solution, verified before it is printed.

use std::sync::atomic::Ordering;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use sixfold_puzzle::{join, kind_of};
use sixfold_solver::session::Registry;
use sixfold_solver::{
    Aim, Checkpoint, Clock, Never, OptionKind, Outcome, Report, Request, Run, Scope, SessionError,
    solve,
};

use crate::args::{Solve, Work};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::keeper::{Errand, Keeper, Resumed};
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

/// What an engine is given to work with.
pub(crate) struct Means<'a> {
    pub(crate) work: &'a Work,
    /// Where a proof is to be kept.
    pub(crate) proof: Option<&'a str>,
    /// Where the state is kept.
    pub(crate) checkpoint: &'a dyn Checkpoint,
}

impl<'a> Means<'a> {
    /// Nothing is to be kept.
    pub(crate) fn plain(work: &'a Work) -> Self {
        Self { work, proof: None, checkpoint: &Never }
    }
}

/// Lets an engine work in the real world: with the clock, the stop flag and the machine.
pub(crate) fn at_work<T>(
    means: &Means<'_>,
    output: &mut Output<'_, '_>,
    job: impl FnOnce(Registry, &Run<'_>) -> T,
    proved: fn(&T) -> bool,
) -> Result<T, Failure> {
    let work = means.work;
    let machine = Machine::new(means.proof).map_err(Failure::usage)?;
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
        checkpoint: means.checkpoint,
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
    let mut args = args.clone();
    read_files(&mut args.work.settings, &input, output)?;
    work_on(&args, input, None, output)
}

/// Puts the text of a file in the place of its name, for options that want one.
fn read_files(
    settings: &mut [(String, String)],
    input: &Input,
    output: &Output<'_, '_>,
) -> Result<(), Failure> {
    // A text that belongs to no family is refused later, with its place.
    let Ok(kind) = kind_of(&input.source.text) else { return Ok(()) };
    let engines = (output.world().registry)(kind);
    let rows = || engines.iter().flat_map(|engine| engine.options);
    for (name, value) in settings {
        if rows().any(|row| row.name == name && row.kind == OptionKind::File) {
            *value = input::read_file(value)?;
        }
    }
    Ok(())
}

/// What a later run needs to name the puzzle alike.
pub(crate) fn preset_note(input: &Input) -> Vec<(String, String)> {
    input.preset.iter().map(|preset| ("preset".to_owned(), preset.clone())).collect()
}

/// Solves, from the beginning or going on.
pub(crate) fn work_on(
    args: &Solve,
    input: Input,
    resumed: Option<Resumed>,
    output: &mut Output<'_, '_>,
) -> Result<Exit, Failure> {
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
    let certified =
        |report: &Result<Report, SessionError>| report.as_ref().is_ok_and(|report| report.checked);
    let job = |registry: Registry, run: &Run<'_>| solve(registry, &request, run);
    let (seed, every, notes) = (args.work.seed, args.keep.checkpoint_every.0, preset_note(&input));
    let errand = Errand { request: &request, aim: Aim::Solve, seed, every, notes };
    let mut keeper = Keeper::open(errand, resumed, output)?;
    let (proof, checkpoint) = (args.proof.as_deref(), keeper.checkpoint());
    let means = Means { work: &args.work, proof, checkpoint };
    let report = at_work(&means, output, job, certified)?;
    let run = keeper.close(report.as_ref().map(|report| report.halt), output);
    let report = report.map_err(|error| Failure::session(&input.source, error))?;
    let kept = args.proof.as_deref().filter(|_| report.checked);
    let mut data = data(&report, input.preset.as_deref(), kept);
    merge(&mut data, json!({ "run": run }));
    write(&report, data, destination, output)?;
    keeper.finish(output)?;
    output.remark(&report.words());
    missing(args.proof.as_deref().filter(|_| !report.checked), output);
    Ok(match report.outcome {
        Outcome::Solved => SUCCESS,
        Outcome::None => NEGATIVE,
        Outcome::Stopped => STOPPED,
    })
}

/// Says that a proof was asked for and is not there.
pub(super) fn missing(proof: Option<&str>, output: &mut Output<'_, '_>) {
    if let Some(path) = proof {
        output.remark(&format!("`{path}` was not written: there is no checked proof"));
    }
}

/// Writes the puzzle with its solution, if it has one, where it was asked for.
fn write(
    report: &Report,
    data: Value,
    destination: Option<Destination>,
    output: &mut Output<'_, '_>,
) -> Result<(), Failure> {
    let text = match &report.solution {
        Some(solution) => join(&report.instance, solution),
        None => String::new(),
    };
    match destination {
        Some(destination) if report.solution.is_some() => {
            destination.finish(text.as_bytes())?;
            output.answer("", data)
        }
        _ => output.answer(&text, data),
    }
}

pub(super) fn cores() -> usize {
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
