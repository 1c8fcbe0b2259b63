//! What is said about the checkpoint of a long run, and when it is removed.
//!
//! Invariant: a finished run removes its checkpoint only after its answer was written.

use sixfold_host::runs::{ResumedRun, RunCheckpoint, RunDescription};
use sixfold_solver::Halt;

use crate::failure::Failure;
use crate::output::Output;

/// Opens the checkpoint of a new or resumed run, and mentions earlier runs of the same task.
pub(crate) fn open(
    description: RunDescription<'_>,
    resumed: Option<ResumedRun>,
    output: &mut Output<'_, '_>,
) -> Result<RunCheckpoint, Failure> {
    let registry = output.world().registry;
    if let Some(resumed) = resumed {
        return Ok(RunCheckpoint::resume(registry, &description, resumed)?);
    }
    let runs = output.world().runs.as_deref();
    let checkpoint = RunCheckpoint::begin(registry, runs, description);
    let earlier = checkpoint.earlier_runs();
    if let Some(longest) = earlier.iter().max_by_key(|run| run.worked()) {
        let resume = format!("sixfold resume {}", longest.name);
        output.remark(&match earlier.len() {
            1 => format!("an earlier run can be resumed: {resume}"),
            many => format!("{many} earlier runs can be resumed, the longest with: {resume}"),
        });
    }
    Ok(checkpoint)
}

/// Ends the run. Returns its name if it can be resumed.
pub(crate) fn close<E>(
    checkpoint: &mut RunCheckpoint,
    ended: Result<Option<Halt>, &E>,
    output: &mut Output<'_, '_>,
) -> Option<String> {
    let closed = checkpoint.close(ended);
    if let Some(problem) = closed.problem {
        output.remark(&format!("the state of this run could not be saved: {problem}"));
    }
    for run in closed.removed {
        let why = "it has the least work of the runs of this command";
        output.remark(&format!("the run {run} was removed: {why}"));
    }
    closed.kept
}

/// Removes the checkpoint of a finished run, after flushing the answer.
pub(crate) fn finish(
    checkpoint: RunCheckpoint,
    output: &mut Output<'_, '_>,
) -> Result<(), Failure> {
    if !checkpoint.is_open() {
        return Ok(());
    }
    output.flush()?;
    if let Err(error) = checkpoint.discard() {
        output.remark(&format!("the checkpoint could not be removed: {error}"));
    }
    Ok(())
}
