//! `sixfold count`: counts the solutions, exactly or as a lower bound.

use sixfold_host::input::Input;
use sixfold_host::runs::{ResumedRun, RunDescription, RunNotes};
use sixfold_service::count_exit;
use sixfold_solver::job::JobTask;
use sixfold_solver::preview;
use sixfold_solver::{Aim, CountReport, Power, Tally};
use sixfold_wire::{CountResult, Verb};

use crate::args::Count;
use crate::engine_run::{RunSetup, run_job};
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, Output};
use crate::run_checkpoint;
use crate::verbs::solve::{print_resume_hint, refuse_proof};

pub(crate) fn run(args: &Count, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let input = input::read(&args.file, output)?;
    run_or_resume(args, input, None, output)
}

/// Counts from the beginning or from a checkpoint.
pub(crate) fn run_or_resume(
    args: &Count,
    input: Input,
    resumed: Option<ResumedRun>,
    output: &mut Output<'_, '_>,
) -> Result<Exit, Failure> {
    output.begin(args.options.begin(Verb::Count, &input))?;
    let prove = args.prove || args.proof.is_some();
    let question = args.options.question(&input.source.text, prove);
    let request = question.request();
    let tally = Tally { limit: args.limit };
    let proof = args.proof.as_deref();
    let preview = preview(output.world().registry, &request, Aim::Count(tally));
    let preview = preview.map_err(|error| Failure::session(&input.source, error))?;
    refuse_proof(proof, &preview)?;
    if let Some(engine) = preview.engine.filter(|_| args.up_to_symmetry)
        && !engine.can(Power::Orbits)
    {
        let message = format!("the engine {} does not count up to symmetry", engine.name());
        return Err(Failure::with_help(message, "leave out --up-to-symmetry"));
    }
    let notes = RunNotes {
        preset: input.preset.clone(),
        proof: args.proof.clone(),
        up_to_symmetry: args.up_to_symmetry,
        ..RunNotes::default()
    };
    let (seed, every) = (args.options.seed, args.saving.checkpoint_every.0);
    let description =
        RunDescription { request: &request, aim: Aim::Count(tally), seed, every, notes };
    let mut checkpoint = run_checkpoint::open(description, resumed, output)?;
    let setup = RunSetup { options: &args.options, proof, checkpoint: checkpoint.for_engine() };
    let task = JobTask::Count(question.clone(), tally);
    let (mut report, host) = run_job::<CountReport>(&setup, task, output)?;
    // If a checked proof cannot be moved to its destination, the claim stays without a proof.
    if let Ok(report) = &mut report
        && report.certified()
        && let Err(problem) = host.keep_proof()
    {
        report.unproved = Some(problem.to_string());
    }
    let kept =
        run_checkpoint::close(&mut checkpoint, report.as_ref().map(|report| report.halt), output);
    let report = report.map_err(|error| Failure::session(&input.source, error))?;
    let kept_proof = proof.filter(|_| report.certified() && report.unproved.is_none());
    let data = CountResult {
        preset: input.preset.clone(),
        run: kept.clone(),
        proof: kept_proof.map(str::to_owned),
        ..CountResult::from(&report)
    };
    let figure = report.figure(args.up_to_symmetry).map(|figure| figure + "\n");
    output.answer(&figure.unwrap_or_default(), data)?;
    run_checkpoint::finish(checkpoint, output)?;
    if let Some(ignored) = report.ignored {
        output.remark(ignored);
    }
    if args.up_to_symmetry && report.orbits.is_none() {
        output.remark("the number of solutions up to symmetry is not known");
    }
    if report.resumed {
        output.remark("resumed: work of earlier runs counts for the claim");
    }
    if let Some(path) = proof.filter(|_| kept_proof.is_none()) {
        let reason = report.unproved.as_deref().unwrap_or("the reason below needs no proof");
        output.remark(&format!("`{path}` was not written: {reason}"));
    }
    print_resume_hint(kept.as_deref(), output);
    output.remark(&report.words());
    Ok(count_exit(&report, args.up_to_symmetry))
}
