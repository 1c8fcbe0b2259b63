//! `sixfold enumerate`: prints the solutions one after the other, each as it is found and verified.

use serde_json::{Value, json};
use sixfold_host::input::Input;
use sixfold_host::runs::{ResumedRun, RunDescription};
use sixfold_puzzle::join;
use sixfold_solver::preview;
use sixfold_solver::{Aim, Claim, ListReport, ListedSolution, Listing, Request, enumerate};

use crate::args::Enumerate;
use crate::engine_run::{RunSetup, run_streaming};
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS, merge, objective, scope, violation};
use crate::run_checkpoint;
use crate::verbs::solve::{preset_note, print_resume_hint};

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
    output.begin("enumerate", json!({ "preset": input.preset, "seed": args.options.seed }))?;
    let request = Request {
        text: &input.source.text,
        engine: args.options.engine.as_deref(),
        prove: false,
        settings: &args.options.settings,
    };
    let failed = |error| Failure::session(&input.source, error);
    let listing = Listing { limit: args.limit, up_to_symmetry: args.up_to_symmetry };
    let aim = Aim::List(listing);
    preview(output.world().registry, &request, aim).map_err(failed)?;
    let (seed, every) = (args.options.seed, args.saving.checkpoint_every.0);
    let notes = preset_note(&input);
    let description = RunDescription { request: &request, aim, seed, every, notes };
    let mut checkpoint = run_checkpoint::open(description, resumed, output)?;
    let setup =
        RunSetup { options: &args.options, proof: None, checkpoint: checkpoint.for_engine() };
    let (mut writing, instance) = (Ok(()), instance(&input, output));
    let report = run_streaming(&setup, output, |registry, run, output| {
        enumerate(registry, &request, &listing, run, &mut |found| {
            writing = print(found, &instance, output);
            writing.is_err() || output.is_closed()
        })
    })?;
    let kept =
        run_checkpoint::close(&mut checkpoint, report.as_ref().map(|report| report.halt), output);
    let report = report.map_err(failed)?;
    writing?;
    output.answer("", data(&report, input.preset.as_deref(), kept.as_deref()))?;
    run_checkpoint::finish(checkpoint, output)?;
    if report.resumed {
        output.remark("resumed: the list goes on where the earlier run stopped");
    }
    print_resume_hint(kept.as_deref(), output);
    output.remark(&report.words());
    Ok(match (report.claim, report.halt) {
        (Claim::Complete, _) if report.listed == 0 => NEGATIVE,
        (Claim::Complete, _) => SUCCESS,
        (Claim::Found, None) if report.scope.is_whole() => SUCCESS,
        _ => STOPPED,
    })
}

/// The puzzle without a solution; the session refuses a malformed text later, with its place.
fn instance(input: &Input, output: &Output<'_, '_>) -> String {
    let family = output.world().registry.family_of(&input.source.text);
    let instance = family.and_then(|family| family.rules.instance(&input.source.text));
    instance.unwrap_or_default()
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
    let mut data = json!({ "number": number, "solution": solution });
    merge(&mut data, objective(found.objective.as_ref()));
    output.answer(&text, data)?;
    output.flush()
}

fn data(report: &ListReport, preset: Option<&str>, run: Option<&str>) -> Value {
    json!({
        "family": report.family.name(),
        "preset": preset,
        "engine": report.engine,
        "listed": report.listed,
        "up_to_symmetry": report.up_to_symmetry,
        "complete": report.claim == Claim::Complete,
        "claim": report.claim.name(),
        "scope": scope(&report.scope),
        "seconds": report.seconds,
        "resumed": report.resumed,
        "run": run,
        "reason": report.reason.as_ref().map(violation),
        "words": report.words(),
    })
}
