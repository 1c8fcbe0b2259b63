//! `sixfold hint`: one forced value, with the reason.

use sixfold_solver::HintReport;
use sixfold_solver::job::JobTask;
use sixfold_wire::{HintResult, Verb};

use crate::args::Hint;
use crate::engine_run::{RunSetup, run_job};
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, Output, outcome_exit};

pub(crate) fn run(args: &Hint, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let input = input::read(&args.file, output)?;
    output.begin(args.options.begin(Verb::Hint, &input))?;
    let task = JobTask::Hint(args.options.question(&input.source.text, false));
    let setup = RunSetup::transient(&args.options);
    let (report, _) = run_job::<HintReport>(&setup, task, output)?;
    let report = report.map_err(|error| Failure::session(&input.source, error))?;
    let data = HintResult { preset: input.preset, ..HintResult::from(&report) };
    // A forced value is the answer; the absence of one is only a remark.
    match report.hint {
        Some(_) => output.answer(&format!("{}\n", report.words), data)?,
        None => {
            output.answer("", data)?;
            output.remark(&report.words);
        }
    }
    Ok(outcome_exit(report.outcome))
}
