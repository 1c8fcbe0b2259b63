//! `sixfold runs` and `sixfold resume`: lists stored runs and continues one from its checkpoint.

use std::path::{Path, PathBuf};

use sixfold_host::runs::{StoredRun, newest_run, remove, reopen, stored_run, stored_runs};
use sixfold_solver::storage::Found;
use sixfold_solver::{Aim, Listing};
use sixfold_wire::{Begin, ResultData, RunProblem, RunRemoved, RunResult, Verb};

use crate::args::{CheckpointOptions, Count, Enumerate, Resume, RunOptions, Runs, Solve};
use crate::failure::Failure;
use crate::output::{Exit, Output, SUCCESS};
use crate::verbs::{count, enumerate, solve};

/// The folder of all runs.
fn folder(output: &Output<'_, '_>) -> Result<PathBuf, Failure> {
    output.world().runs.clone().ok_or_else(|| {
        let help = "set XDG_STATE_HOME or HOME";
        Failure::with_help("there is no folder for stored runs", help)
    })
}

pub(crate) fn run(args: &Runs, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let runs = folder(output)?;
    let folder = Some(runs.to_string_lossy().into_owned());
    output.begin(Begin { folder, ..Begin::of(Verb::Runs) })?;
    match (&args.run, &args.remove) {
        (_, Some(name)) if name == "all" => remove_all(&runs, output)?,
        (_, Some(name)) => {
            remove(&runs, name)?;
            output.answer("", RunRemoved { run: name.clone(), removed: true })?;
        }
        (Some(name), None) => {
            let row = stored_run(&runs, name)?;
            output.answer(&row.details(), data(&row, RunResult::detailed))?;
        }
        (None, None) => {
            let rows = stored_runs(&runs)?;
            for row in &rows {
                output.answer(&row.line(), data(row, |result, _| result))?;
            }
            if rows.is_empty() {
                output.remark("no run is kept");
            }
        }
    }
    Ok(SUCCESS)
}

/// Removes all stored runs but those in use by a process.
fn remove_all(runs: &Path, output: &mut Output<'_, '_>) -> Result<(), Failure> {
    let rows = stored_runs(runs)?;
    for row in &rows {
        if row.working {
            output
                .remark(&format!("{} is in use by another process and was not removed", row.name));
            continue;
        }
        remove(runs, &row.name)?;
        output.answer("", RunRemoved { run: row.name.clone(), removed: true })?;
    }
    if rows.is_empty() {
        output.remark("no run is kept");
    }
    Ok(())
}

/// A run for a machine, with as much as `more` adds.
fn data(row: &StoredRun, more: impl FnOnce(RunResult, &Found) -> RunResult) -> ResultData {
    let (run, working) = (row.name.clone(), row.working);
    match &row.found {
        Err(problem) => RunProblem { run, working, problem: problem.clone() }.into(),
        Ok(found) => {
            let result = RunResult { working, when: row.date(), ..RunResult::new(&run, found) };
            more(result, found).into()
        }
    }
}

/// Resumes a run with its own verb, engine, options and seed.
pub(crate) fn resume(args: &Resume, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let runs = folder(output)?;
    let name = args.run.clone().map_or_else(|| newest_run(&runs), Ok)?;
    let run = reopen(&runs, &name)?;
    for damage in &run.damaged {
        output.remark(&format!("damaged, so an earlier checkpoint is used: {damage}"));
    }
    if args.run.is_none() {
        output.remark(&format!("resuming {name}: {}", run.saved.progress()));
    }
    let (identity, notes, input) = (run.saved.identity.clone(), run.notes(), run.input());
    let options = RunOptions {
        engine: Some(identity.engine),
        time: args.time,
        seed: identity.seed,
        threads: args.threads,
        settings: identity.settings,
        memory: args.memory,
    };
    let saving = CheckpointOptions { checkpoint_every: args.saving.checkpoint_every };
    let (file, prove, proof) = (String::new(), identity.prove, notes.proof);
    match identity.aim {
        Aim::Solve => {
            let (path, replace) = (args.output.clone().or(notes.output), notes.replace);
            let args =
                Solve { file, prove, proof, options, saving, output: path, replace, fresh: false };
            solve::run_or_resume(&args, input, Some(run), output)
        }
        Aim::Count(tally) if args.output.is_none() => {
            let (limit, up_to_symmetry) = (tally.limit, notes.up_to_symmetry);
            let args = Count { file, limit, up_to_symmetry, prove, proof, options, saving };
            count::run_or_resume(&args, input, Some(run), output)
        }
        Aim::List(listing) if args.output.is_none() => {
            let Listing { limit, up_to_symmetry } = listing;
            let args = Enumerate { file, limit, up_to_symmetry, options, saving };
            enumerate::run_or_resume(&args, input, Some(run), output)
        }
        Aim::Count(_) => Err(Failure::usage("--output is not supported for a count")),
        Aim::List(_) => Err(Failure::usage("--output is not supported for a list of solutions")),
    }
}
