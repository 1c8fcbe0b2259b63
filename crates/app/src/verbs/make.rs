//! `sixfold make`: generates a puzzle, on request one with a unique solution.

use sixfold_host::AtomicFile;
use sixfold_solver::MakeReport;
use sixfold_solver::job::JobTask;
use sixfold_wire::{MakeResult, Verb};

use crate::args::Make;
use crate::engine_run::{RunSetup, run_job};
use crate::failure::Failure;
use crate::output::{Exit, Output, outcome_exit};
use crate::verbs::list::named;

pub(crate) fn run(args: &Make, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    named(output.world().registry, &args.family)?;
    if args.options.engine.is_some() && !args.unique {
        return Err(Failure::usage("--engine needs --unique: the engine only counts solutions"));
    }
    let path = args.output.as_deref().filter(|&path| path != "-");
    let destination = path.map(AtomicFile::open).transpose()?;
    output.begin(args.options.begin_order(Verb::Make, args.order))?;
    let task = JobTask::Make {
        family: args.family.clone(),
        order: args.order.into(),
        unique: args.unique,
        engine: args.options.engine.clone(),
        settings: args.options.settings.clone(),
    };
    let setup = RunSetup::transient(&args.options);
    let (report, _) = run_job::<MakeReport>(&setup, task, output)?;
    let report = report.map_err(|error| Failure::without_text(&args.family, error))?;
    let data = MakeResult::new(&report, args.options.seed);
    match (destination, &report.text) {
        (Some(destination), Some(text)) => {
            destination.finish(text.as_bytes())?;
            output.answer("", data)?;
        }
        (_, text) => output.answer(text.as_deref().unwrap_or_default(), data)?,
    }
    output.remark(&report.words());
    Ok(outcome_exit(report.outcome))
}
