//! `sixfold solve`: find a solution, verified before it is printed.

use std::sync::atomic::Ordering;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use sixfold_puzzle::{Objective, join, kind_of};
use sixfold_solver::session::{Preview, Registry, Start, improver, preview};
use sixfold_solver::{
    Aim, Checkpoint, Clock, Never, OptionKind, Outcome, Power, Report, Request, Run, Scope,
    SessionError, solve,
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

/// Lets an engine work in the real world: with the clock, the stop flag and the machine. Afterwards
/// `keep` may move the proof from the machine to its place.
pub(crate) fn at_work<T>(
    means: &Means<'_>,
    output: &mut Output<'_, '_>,
    job: impl FnOnce(Registry, &Run<'_>) -> T,
    keep: impl FnOnce(&mut T, &Machine),
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
    let mut result = job(registry, &run);
    working.store(false, Ordering::Relaxed);
    reporter.finish();
    keep(&mut result, &machine);
    Ok(result)
}

pub(crate) fn run(args: &Solve, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let (args, input) = prepare(args, output)?;
    work_on(&args, input, None, output)
}

/// `sixfold improve`: solves with the engine that improves the solution in the file.
pub(crate) fn improve(args: &Solve, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let (mut args, input) = prepare(args, output)?;
    let request = request(&args, &input);
    let engine = improver(output.world().registry, &request);
    let engine = engine.map_err(|error| Failure::session(&input.source, error))?;
    args.work.engine = Some(engine.name.to_owned());
    work_on(&args, input, None, output)
}

/// Reads the puzzle and the files that options name.
fn prepare(args: &Solve, output: &mut Output<'_, '_>) -> Result<(Solve, Input), Failure> {
    let mut input = input::read(&args.file, output)?;
    let mut args = args.clone();
    read_files(&mut args.work.settings, &input, output)?;
    // A text that cannot be read is refused later, with its place.
    if args.fresh
        && let Ok(instance) =
            kind_of(&input.source.text).and_then(|kind| kind.puzzle().instance(&input.source.text))
    {
        input.source.text = instance;
    }
    Ok((args, input))
}

fn request<'a>(args: &'a Solve, input: &'a Input) -> Request<'a> {
    Request {
        text: &input.source.text,
        engine: args.work.engine.as_deref(),
        prove: args.prove || args.proof.is_some(),
        settings: &args.work.settings,
    }
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

/// What a later run needs to leave its results where this one was to.
fn notes(args: &Solve, input: &Input) -> Vec<(String, String)> {
    let mut notes = preset_note(input);
    let paths = [("output", &args.output), ("proof", &args.proof)];
    for (name, path) in paths {
        let path = path.as_ref().filter(|&path| path != "-").map(std::path::absolute);
        if let Some(Ok(path)) = path {
            notes.push((name.to_owned(), path.to_string_lossy().into_owned()));
        }
    }
    if args.replace {
        notes.push(("replace".to_owned(), "yes".to_owned()));
    }
    notes
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
    let failed = |error| Failure::session(&input.source, error);
    let (request, proof) = (request(args, &input), args.proof.as_deref());
    let preview = preview(output.world().registry, &request, Aim::Solve).map_err(failed)?;
    refuse_proof(proof, &preview)?;
    tell_start(&preview, &input.source.name, output);
    let job = |registry: Registry, run: &Run<'_>| solve(registry, &request, run);
    let (seed, every, notes) = (args.work.seed, args.keep.checkpoint_every.0, notes(args, &input));
    let errand = Errand { request: &request, aim: Aim::Solve, seed, every, notes };
    let mut keeper = Keeper::open(errand, resumed, output)?;
    let means = Means { work: &args.work, proof, checkpoint: keeper.checkpoint() };
    let report = at_work(&means, output, job, keep_proof)?;
    let run = keeper.close(report.as_ref().map(|report| report.halt), output);
    let report = report.map_err(failed)?;
    let kept = proof.filter(|_| report.checked && report.unproved.is_none());
    let better = destination.as_ref().filter(|_| !args.replace);
    let better = better.and_then(|destination| report.beaten_by(&destination.old_text()?));
    let mut remarks = remarks(&report, better.as_ref().zip(path));
    remarks.extend(about_proof(&report, (request.prove, proof), &preview));
    let mut data = data(&report, input.preset.as_deref(), kept);
    let stays = better.map(|objective| integer(objective.value));
    merge(&mut data, json!({ "run": run, "kept": stays, "remarks": remarks }));
    write(&report, data, (destination, stays.is_some()), output)?;
    keeper.finish(output)?;
    remarks.iter().for_each(|remark| output.remark(remark));
    go_on(run.as_deref(), output);
    output.remark(&report.words());
    Ok(match report.outcome {
        Outcome::Solved => SUCCESS,
        Outcome::None => NEGATIVE,
        Outcome::Stopped => STOPPED,
    })
}

/// A proof that cannot be written is refused before the work.
pub(super) fn refuse_proof(proof: Option<&str>, preview: &Preview) -> Result<(), Failure> {
    let (Some(path), false) = (proof, preview.certificates) else { return Ok(()) };
    let message = format!("`{path}` cannot be written: {}", no_certificates(preview));
    Err(Failure::with_help(message, "`sixfold list FAMILY` shows which engines write certificates"))
}

/// Says which engine, or that the whole family, writes no certificates.
fn no_certificates(preview: &Preview) -> String {
    match preview.engine.filter(|_| preview.elsewhere) {
        Some(engine) => format!("the engine {} writes no certificate of this", engine.name),
        None => format!("{} has no certificates of this", preview.family),
    }
}

/// Moves a proof that was checked to its place. Where that fails, there is none.
fn keep_proof(report: &mut Result<Report, SessionError>, machine: &Machine) {
    if let Ok(report) = report
        && report.checked
        && let Err(problem) = machine.keep()
    {
        (report.unproved, report.outcome) = (Some(problem), Outcome::Stopped);
    }
}

/// Says what becomes of a solution in the file.
fn tell_start(preview: &Preview, name: &str, output: &mut Output<'_, '_>) {
    match (&preview.start, preview.engine) {
        (Start::Unusable(problem), _) => {
            output.remark(&format!("the solution in {name} is not used: {problem}"));
        }
        (Start::Incumbent(incumbent), Some(engine)) => {
            let Objective { name, value, .. } = &incumbent.objective;
            let starts = engine.powers.contains(&Power::Improves);
            let how = match starts {
                true => "starts from",
                false => "does not start from, but is compared with,",
            };
            output.remark(&format!("{} {how} the given solution: {name} {value}", engine.name));
        }
        _ => {}
    }
}

/// How a run that was stopped goes on.
pub(super) fn go_on(run: Option<&str>, output: &mut Output<'_, '_>) {
    if let Some(run) = run {
        output.remark(&format!("go on with: sixfold resume {run}"));
    }
}

/// What a person should know besides the claim.
fn remarks(report: &Report, better: Option<(&Objective, &str)>) -> Vec<String> {
    let mut remarks = Vec::new();
    if report.resumed {
        remarks.push("resumed: work of earlier runs counts for the claim".to_owned());
    }
    let found = report.objective.as_ref().map(|objective| objective.value);
    match (report.incumbent, found) {
        (Some(then), Some(now)) if then == now => {
            remarks.push(format!("nothing better than the given solution was found: {now}"));
        }
        (Some(then), Some(now)) => remarks.push(format!("improved from {then} to {now}")),
        _ => {}
    }
    if let Some((objective, path)) = better {
        let Objective { name, value, .. } = objective;
        let what = format!("`{path}` stays as it is: its solution is better, {name} {value}");
        remarks.push(format!("{what} (--replace overwrites it)"));
    }
    remarks
}

/// What a person should know about the proof that was asked for.
fn about_proof(
    report: &Report,
    (prove, proof): (bool, Option<&str>),
    preview: &Preview,
) -> Option<String> {
    if prove && report.engine.is_some() && !preview.certificates {
        let claim = "the claim rests on the engine's own search";
        return Some(format!("{}: {claim}", no_certificates(preview)));
    }
    let path = proof.filter(|_| !report.checked || report.unproved.is_some())?;
    let why = match (&report.unproved, &report.reason) {
        (Some(reason), _) => reason,
        (None, Some(_)) => "the reason below needs none",
        (None, None) => "a verified solution needs none",
    };
    Some(format!("`{path}` was not written: {why}"))
}

/// Writes the puzzle with its solution, if it has one, where it was asked for. An answer that cannot
/// be written there goes to standard output; a better one that stands there stays.
fn write(
    report: &Report,
    data: Value,
    (destination, stays): (Option<Destination>, bool),
    output: &mut Output<'_, '_>,
) -> Result<(), Failure> {
    let text = match &report.solution {
        Some(solution) => join(&report.instance, solution),
        None => String::new(),
    };
    match destination.filter(|_| !stays) {
        Some(destination) if report.solution.is_some() => {
            let written = destination.finish(text.as_bytes());
            let text = if written.is_ok() { "" } else { &text };
            output.answer(text, data)?;
            written
        }
        _ if stays => output.answer("", data),
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
            "unproved": report.unproved,
            "incumbent": report.incumbent.map(integer),
            "resumed": report.resumed,
            "reason": report.reason.as_ref().map(violation),
            "words": report.words(),
        }),
    );
    data
}
