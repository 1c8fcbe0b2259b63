//! `sixfold enumerate`: prints the solutions one after the other, each as it is found and verified.

use sixfold_host::input::Input;
use sixfold_host::runs::{ResumedRun, RunDescription, RunNotes};
use sixfold_puzzle::join;
use sixfold_service::list_exit;
use sixfold_solver::preview;
use sixfold_solver::{Aim, ListedSolution, Listing, Reply, enumerate};
use sixfold_wire::{EnumerateResult, EnumerateSummary, Verb};

use crate::args::Enumerate;
use crate::engine_run::{RunSetup, run_streaming};
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, Output};
use crate::run_checkpoint;
use crate::verbs::solve::print_resume_hint;

pub(crate) fn run(args: &Enumerate, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let input = input::read(&args.file, output)?;
    run_or_resume(args, input, None, output)
}

/// Lists from the beginning or from a checkpoint.
pub(crate) fn run_or_resume(
    args: &Enumerate,
    input: Input,
    resumed: Option<ResumedRun>,
    output: &mut Output<'_, '_>,
) -> Result<Exit, Failure> {
    output.begin(args.options.begin(Verb::Enumerate, &input))?;
    let question = args.options.question(&input.source.text, false);
    let request = question.request();
    let failed = |error| Failure::session(&input.source, error);
    let listing = Listing { limit: args.limit, up_to_symmetry: args.up_to_symmetry };
    let aim = Aim::List(listing);
    preview(output.world().registry, &request, aim).map_err(failed)?;
    let (seed, every) = (args.options.seed, args.saving.checkpoint_every.0);
    let notes = RunNotes { preset: input.preset.clone(), ..RunNotes::default() };
    let description = RunDescription { request: &request, aim, seed, every, notes };
    let mut checkpoint = run_checkpoint::open(description, resumed, output)?;
    let setup =
        RunSetup { options: &args.options, proof: None, checkpoint: checkpoint.for_engine() };
    let (mut writing, instance) = (Ok(()), input.instance(output.world().registry));
    let instance = instance.map_err(|error| failed(error.into()))?;
    let report = run_streaming(&setup, output, |registry, run, output| {
        enumerate(registry, &request, &listing, run, &mut |found| {
            writing = print(found, &instance, output);
            match (&writing, output.is_closed()) {
                (Err(_), _) => Reply::Lost,
                (Ok(()), true) => Reply::Enough,
                (Ok(()), false) => Reply::More,
            }
        })
    })?;
    let kept =
        run_checkpoint::close(&mut checkpoint, report.as_ref().map(|report| report.halt), output);
    let report = report.map_err(failed)?;
    if writing.is_err() {
        print_resume_hint(kept.as_deref(), output);
    }
    writing?;
    let (preset, run) = (input.preset.clone(), kept.clone());
    output.answer("", EnumerateSummary { preset, run, ..EnumerateSummary::from(&report) })?;
    run_checkpoint::finish(checkpoint, output)?;
    if report.resumed {
        output.remark("resumed: the list goes on where the earlier run stopped");
    }
    print_resume_hint(kept.as_deref(), output);
    output.remark(&report.words());
    Ok(list_exit(&report))
}

/// Writes a solution below its puzzle, at once.
fn print(
    found: &ListedSolution,
    instance: &str,
    output: &mut Output<'_, '_>,
) -> Result<(), Failure> {
    let ListedSolution { number, solution, .. } = found;
    let blank = if *number == 1 { "" } else { "\n" };
    let text = format!("{blank}# solution {number}\n{}", join(instance, solution));
    output.answer(&text, EnumerateResult::from(found))?;
    output.flush()
}
