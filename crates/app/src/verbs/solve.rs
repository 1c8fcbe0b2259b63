//! `sixfold solve` and `sixfold improve`: find a solution; the session verifies it before printing.

use sixfold_host::AtomicFile;
use sixfold_host::input::{Input, read_option_files};
use sixfold_host::runs::{ResumedRun, RunDescription, RunNotes};
use sixfold_puzzle::Objective;
use sixfold_solver::job::{JobTask, Question};
use sixfold_solver::{Aim, ProofStatus, Report};
use sixfold_solver::{Preview, improver, preview};
use sixfold_wire::{SolveResult, Verb};

use crate::args::Solve;
use crate::engine_run::{RunSetup, run_job};
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, Output, outcome_exit};
use crate::run_checkpoint;

pub(crate) fn run(args: &Solve, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let (args, input) = prepare(args, output)?;
    run_or_resume(&args, input, None, output)
}

/// `sixfold improve`: solves with the engine that improves the solution in the file.
pub(crate) fn improve(args: &Solve, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let (mut args, input) = prepare(args, output)?;
    let question = args.question(&input);
    let engine = improver(output.world().registry, &question.request());
    let engine = engine.map_err(|error| Failure::session(&input.source, error))?;
    args.options.engine = Some(engine.name().to_owned());
    run_or_resume(&args, input, None, output)
}

/// Reads the puzzle and the files that options name.
fn prepare(args: &Solve, output: &mut Output<'_, '_>) -> Result<(Solve, Input), Failure> {
    let mut input = input::read(&args.file, output)?;
    let mut args = args.clone();
    let registry = output.world().registry;
    read_option_files(registry, &input.source.text, &mut args.options.settings)?;
    // The session refuses a malformed text later, with its place.
    if args.fresh
        && let Ok(instance) = input.instance(registry)
    {
        input.source.text = instance;
    }
    Ok((args, input))
}

impl Solve {
    fn question(&self, input: &Input) -> Question {
        self.options.question(&input.source.text, self.prove || self.proof.is_some())
    }
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
    output.begin(args.options.begin(Verb::Solve, &input))?;
    let failed = |error| Failure::session(&input.source, error);
    let (question, proof) = (args.question(&input), args.proof.as_deref());
    let request = question.request();
    let preview = preview(output.world().registry, &request, Aim::Solve).map_err(failed)?;
    refuse_proof(proof, &preview)?;
    if let Some(remark) = preview.about_start(&input.source.name) {
        output.remark(&remark);
    }
    if let Some(usual) = preview.usual.filter(|_| resumed.is_none()) {
        output.remark(usual);
    }
    let notes = RunNotes {
        preset: input.preset.clone(),
        output: path.map(str::to_owned),
        proof: args.proof.clone(),
        replace: args.replace,
        ..RunNotes::default()
    };
    let (seed, every) = (args.options.seed, args.saving.checkpoint_every.0);
    let description = RunDescription { request: &request, aim: Aim::Solve, seed, every, notes };
    let mut checkpoint = run_checkpoint::open(description, resumed, output)?;
    let setup = RunSetup { options: &args.options, proof, checkpoint: checkpoint.for_engine() };
    let task = JobTask::Solve(question.clone());
    let (mut report, host) = run_job::<Report>(&setup, task, output)?;
    // If a checked proof cannot be moved to its destination, the claim stays without a proof.
    if let Ok(report) = &mut report
        && report.proof == ProofStatus::Checked
        && let Err(problem) = host.keep_proof()
    {
        report.proof = ProofStatus::Missing(problem.to_string());
    }
    let run =
        run_checkpoint::close(&mut checkpoint, report.as_ref().map(|report| report.halt()), output);
    let report = report.map_err(failed)?;
    let kept = proof.filter(|_| report.proof == ProofStatus::Checked);
    let better = destination.as_ref().filter(|_| !args.replace);
    let better = better.and_then(|destination| report.beaten_by(&destination.old_text()?));
    let mut remarks = report.remarks();
    if let Some((Objective { name, value, .. }, path)) = better.as_ref().zip(path) {
        let what = format!("`{path}` was not overwritten: its solution is better, {name} {value}");
        remarks.push(format!("{what} (--replace overwrites it)"));
    }
    remarks.extend(report.about_proof(request.prove, proof, &preview));
    let data = SolveResult {
        preset: input.preset.clone(),
        proof: kept.map(str::to_owned),
        run: run.clone(),
        kept: better.as_ref().map(|objective| objective.value),
        remarks: remarks.clone(),
        ..SolveResult::from(&report)
    };
    match better {
        Some(_) => output.answer("", data)?,
        None => write(&report, data, destination, output)?,
    }
    run_checkpoint::finish(checkpoint, output)?;
    remarks.iter().for_each(|remark| output.remark(remark));
    print_resume_hint(run.as_deref(), output);
    output.remark(&report.words());
    Ok(outcome_exit(report.outcome()))
}

/// Refuses --proof before the work if the engine writes no certificate.
pub(super) fn refuse_proof(proof: Option<&str>, preview: &Preview) -> Result<(), Failure> {
    let (Some(path), false) = (proof, preview.certificates) else { return Ok(()) };
    let message = format!("`{path}` cannot be written: {}", preview.no_certificates());
    Err(Failure::with_help(message, "`sixfold list FAMILY` shows which engines write certificates"))
}

/// Prints the command that resumes a stopped run.
pub(super) fn print_resume_hint(run: Option<&str>, output: &mut Output<'_, '_>) {
    if let Some(run) = run {
        output.remark(&format!("go on with: sixfold resume {run}"));
    }
}

/// Writes the puzzle with its solution, or a partial board, to the output file or to standard output. If writing the file
/// fails, the answer goes to standard output.
fn write(
    report: &Report,
    data: SolveResult,
    destination: Option<AtomicFile>,
    output: &mut Output<'_, '_>,
) -> Result<(), Failure> {
    let text = report.document().unwrap_or_default();
    match destination {
        Some(destination) if !text.is_empty() => {
            let written = destination.finish(text.as_bytes());
            let text = if written.is_ok() { "" } else { &text };
            output.answer(text, data)?;
            Ok(written?)
        }
        _ => output.answer(&text, data),
    }
}
