//! `sixfold hint`: one forced value, with the reason.

use sixfold_host::picture::{Board, save};
use sixfold_puzzle::scene::Role;
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
    if let Some(path) = &args.output {
        let board = Board::read(output.world().registry, input.source)?;
        let mut scene = board.scene(None, None)?;
        scene.note(&report.words);
        report.hint.iter().for_each(|hint| scene.outline(hint.cell, Role::Moved));
        save(&scene, path)?;
    }
    // A forced value is the answer; the absence of one is only a remark.
    match (&report.hint, &report.applied) {
        (Some(_), Some(applied)) if args.apply => {
            output.answer(applied, data)?;
            output.remark(&report.words);
        }
        (Some(_), _) if !args.apply => output.answer(&format!("{}\n", report.words), data)?,
        _ => {
            output.answer("", data)?;
            output.remark(&report.words);
        }
    }
    Ok(outcome_exit(report.outcome))
}
