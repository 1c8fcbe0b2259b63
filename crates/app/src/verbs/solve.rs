//! `sixfold solve` and `sixfold improve`: find a solution; the session verifies it before printing.

use serde_json::{Map, Value, json};
use sixfold_host::input::{Input, read_file};
use sixfold_host::runs::{ResumedRun, RunDescription};
use sixfold_host::{AtomicFile, Host};
use sixfold_puzzle::{Objective, join};
use sixfold_solver::{
    Aim, OptionKind, Outcome, Power, ProofStatus, Registry, Report, Request, Run, SessionError,
    solve,
};
use sixfold_solver::{Preview, Start, improver, preview};

use crate::args::Solve;
use crate::engine_run::{RunSetup, run_engine};
use crate::failure::Failure;
use crate::input;
use crate::output::{
    Exit, NEGATIVE, Output, STOPPED, SUCCESS, integer, merge, objective, scope, violation,
};
use crate::run_checkpoint;

pub(crate) fn run(args: &Solve, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let (args, input) = prepare(args, output)?;
    run_or_resume(&args, input, None, output)
}

/// `sixfold improve`: solves with the engine that improves the solution in the file.
pub(crate) fn improve(args: &Solve, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let (mut args, input) = prepare(args, output)?;
    let request = request(&args, &input);
    let engine = improver(output.world().registry, &request);
    let engine = engine.map_err(|error| Failure::session(&input.source, error))?;
    args.options.engine = Some(engine.name().to_owned());
    run_or_resume(&args, input, None, output)
}

/// Reads the puzzle and the files that options name.
fn prepare(args: &Solve, output: &mut Output<'_, '_>) -> Result<(Solve, Input), Failure> {
    let mut input = input::read(&args.file, output)?;
    let mut args = args.clone();
    let registry = output.world().registry;
    read_files(&mut args.options.settings, &input, output)?;
    // The session refuses a malformed text later, with its place.
    if args.fresh
        && let Ok(instance) = registry
            .family_of(&input.source.text)
            .and_then(|family| family.rules.instance(&input.source.text))
    {
        input.source.text = instance;
    }
    Ok((args, input))
}

fn request<'a>(args: &'a Solve, input: &'a Input) -> Request<'a> {
    Request {
        text: &input.source.text,
        engine: args.options.engine.as_deref(),
        prove: args.prove || args.proof.is_some(),
        settings: &args.options.settings,
    }
}

/// Replaces file names by file contents, for engine options that take a file.
fn read_files(
    settings: &mut [(String, String)],
    input: &Input,
    output: &Output<'_, '_>,
) -> Result<(), Failure> {
    // The session refuses an unknown family later, with its place.
    let Ok(family) = output.world().registry.family_of(&input.source.text) else { return Ok(()) };
    let rows = || family.engines.iter().flat_map(|engine| engine.row().options);
    for (name, value) in settings {
        if rows().any(|row| row.name == name && row.kind == OptionKind::File) {
            *value = read_file(value)?;
        }
    }
    Ok(())
}

/// The checkpoint note that lets a resumed run report the preset.
pub(crate) fn preset_note(input: &Input) -> Vec<(String, String)> {
    input.preset.iter().map(|preset| ("preset".to_owned(), preset.clone())).collect()
}

/// The checkpoint notes that let a resumed run write to the same files.
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

/// Solves from the beginning or from a checkpoint.
pub(crate) fn run_or_resume(
    args: &Solve,
    input: Input,
    resumed: Option<ResumedRun>,
    output: &mut Output<'_, '_>,
) -> Result<Exit, Failure> {
    // An unwritable output file is reported before the work.
    let path = args.output.as_deref().filter(|&path| path != "-");
    let destination = path.map(AtomicFile::open).transpose()?;
    output.begin("solve", json!({ "preset": input.preset, "seed": args.options.seed }))?;
    let failed = |error| Failure::session(&input.source, error);
    let (request, proof) = (request(args, &input), args.proof.as_deref());
    let preview = preview(output.world().registry, &request, Aim::Solve).map_err(failed)?;
    refuse_proof(proof, &preview)?;
    report_start(&preview, &input.source.name, output);
    let job = |registry: Registry, run: &Run<'_>| solve(registry, &request, run);
    let (seed, every, notes) =
        (args.options.seed, args.saving.checkpoint_every.0, notes(args, &input));
    let description = RunDescription { request: &request, aim: Aim::Solve, seed, every, notes };
    let mut checkpoint = run_checkpoint::open(description, resumed, output)?;
    let setup = RunSetup { options: &args.options, proof, checkpoint: checkpoint.for_engine() };
    let report = run_engine(&setup, output, job, keep_proof)?;
    let run =
        run_checkpoint::close(&mut checkpoint, report.as_ref().map(|report| report.halt()), output);
    let report = report.map_err(failed)?;
    let kept = proof.filter(|_| report.proof == ProofStatus::Checked);
    let better = destination.as_ref().filter(|_| !args.replace);
    let better = better.and_then(|destination| report.beaten_by(&destination.old_text()?));
    let mut remarks = remarks(&report, better.as_ref().zip(path));
    remarks.extend(about_proof(&report, request.prove, proof, &preview));
    let mut data = data(&report, input.preset.as_deref(), kept);
    let stays = better.map(|objective| integer(objective.value));
    let stays_better = stays.is_some();
    merge(&mut data, json!({ "run": run, "kept": stays, "remarks": remarks }));
    match stays_better {
        true => output.answer("", data)?,
        false => write(&report, data, destination, output)?,
    }
    run_checkpoint::finish(checkpoint, output)?;
    remarks.iter().for_each(|remark| output.remark(remark));
    print_resume_hint(run.as_deref(), output);
    output.remark(&report.words());
    Ok(match report.outcome() {
        Outcome::Solved => SUCCESS,
        Outcome::None => NEGATIVE,
        Outcome::Stopped => STOPPED,
    })
}

/// Refuses --proof before the work if the engine writes no certificate.
pub(super) fn refuse_proof(proof: Option<&str>, preview: &Preview) -> Result<(), Failure> {
    let (Some(path), false) = (proof, preview.certificates) else { return Ok(()) };
    let message = format!("`{path}` cannot be written: {}", no_certificates(preview));
    Err(Failure::with_help(message, "`sixfold list FAMILY` shows which engines write certificates"))
}

/// Names the engine, or the family, that writes no certificates.
fn no_certificates(preview: &Preview) -> String {
    match preview.engine.filter(|_| preview.elsewhere) {
        Some(engine) => {
            format!("the engine {} writes no certificate for this claim", engine.name())
        }
        None => format!("{} has no certificates for this claim", preview.family),
    }
}

/// Moves a checked proof to its destination. If that fails, the claim stays without a proof.
fn keep_proof(report: &mut Result<Report, SessionError>, host: &Host) {
    if let Ok(report) = report
        && report.proof == ProofStatus::Checked
        && let Err(problem) = host.keep_proof()
    {
        report.proof = ProofStatus::Missing(problem.to_string());
    }
}

/// Prints a remark on the use of the solution in the file.
fn report_start(preview: &Preview, name: &str, output: &mut Output<'_, '_>) {
    match (&preview.start, preview.engine) {
        (Start::Unusable(problem), _) => {
            output.remark(&format!("the solution in {name} is not used: {problem}"));
        }
        (Start::Incumbent(incumbent), Some(engine)) => {
            let Objective { name, value, .. } = &incumbent.objective;
            let starts = engine.can(Power::Improves);
            let how = match starts {
                true => "starts from",
                false => "does not start from, but is compared with,",
            };
            output.remark(&format!("{} {how} the given solution: {name} {value}", engine.name()));
        }
        _ => {}
    }
}

/// Prints the command that resumes a stopped run.
pub(super) fn print_resume_hint(run: Option<&str>, output: &mut Output<'_, '_>) {
    if let Some(run) = run {
        output.remark(&format!("go on with: sixfold resume {run}"));
    }
}

/// Remarks besides the claim.
fn remarks(report: &Report, better: Option<(&Objective, &str)>) -> Vec<String> {
    let mut remarks = Vec::new();
    if report.resumed() {
        remarks.push("resumed: work of earlier runs counts for the claim".to_owned());
    }
    let found = report.objective().map(|objective| objective.value);
    match (report.incumbent(), found) {
        (Some(then), Some(now)) if then == now => {
            remarks.push(format!("nothing better than the given solution was found: {now}"));
        }
        (Some(then), Some(now)) => remarks.push(format!("improved from {then} to {now}")),
        _ => {}
    }
    if let Some((objective, path)) = better {
        let Objective { name, value, .. } = objective;
        let what = format!("`{path}` was not overwritten: its solution is better, {name} {value}");
        remarks.push(format!("{what} (--replace overwrites it)"));
    }
    remarks
}

/// A remark on a proof that was asked for and not written.
fn about_proof(
    report: &Report,
    prove: bool,
    proof: Option<&str>,
    preview: &Preview,
) -> Option<String> {
    if prove && report.engine().is_some() && !preview.certificates {
        let claim = "the claim rests on the engine's own search";
        return Some(format!("{}: {claim}", no_certificates(preview)));
    }
    let path = proof.filter(|_| report.proof != ProofStatus::Checked)?;
    let why = match (report.unproved(), report.reason()) {
        (Some(reason), _) => reason,
        (None, Some(_)) => "the reason below needs no proof",
        (None, None) => "a verified solution needs no proof",
    };
    Some(format!("`{path}` was not written: {why}"))
}

/// Writes the puzzle with its solution to the output file or to standard output. If writing the file
/// fails, the answer goes to standard output.
fn write(
    report: &Report,
    data: Value,
    destination: Option<AtomicFile>,
    output: &mut Output<'_, '_>,
) -> Result<(), Failure> {
    let text = match report.solution() {
        Some(solution) => join(&report.instance, solution),
        None => String::new(),
    };
    match destination {
        Some(destination) if report.solution().is_some() => {
            let written = destination.finish(text.as_bytes());
            let text = if written.is_ok() { "" } else { &text };
            output.answer(text, data)?;
            Ok(written?)
        }
        _ => output.answer(&text, data),
    }
}

fn data(report: &Report, preset: Option<&str>, proof: Option<&str>) -> Value {
    let mut data = json!({
        "family": report.family.name(),
        "preset": preset,
        "engine": report.engine(),
        "verdict": report.outcome().name(),
        "claim": report.claim().name(),
        "scope": scope(&report.scope()),
    });
    merge(&mut data, objective(report.objective()));
    let effort: Map<String, Value> =
        report.effort().iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    merge(
        &mut data,
        json!({
            "bound": report.bound().map_or(Value::Null, integer),
            "seconds": report.seconds,
            "effort": effort,
            "solution": report.solution(),
            "proof": proof,
            "unproved": report.unproved(),
            "incumbent": report.incumbent().map(integer),
            "resumed": report.resumed(),
            "reason": report.reason().map(violation),
            "words": report.words(),
        }),
    );
    data
}
