//! Checkpoint of a long run, from the first save to its removal.
//!
//! Invariant: a finished run removes its checkpoint only after its answer was written. A run that was
//! stopped or failed keeps its checkpoint, and `sixfold resume` continues it.

use std::path::Path;
use std::time::Duration;

use sixfold_solver::Registry;
use sixfold_solver::checkpoint::{Saved, Store};
use sixfold_solver::{Aim, Checkpoint, Halt, Never, Request, SessionError, identity};

use crate::failure::Failure;
use crate::output::Output;
use crate::run_folder::{self, RunFolder};

/// A stored run that is being resumed.
pub(crate) struct ResumedRun {
    /// Its folder, locked.
    pub(crate) files: RunFolder,
    /// Its newest checkpoint.
    pub(crate) saved: Saved,
}

/// The part of a run that its checkpoint records.
pub(crate) struct RunDescription<'a> {
    pub(crate) request: &'a Request<'a>,
    pub(crate) aim: Aim,
    pub(crate) seed: u64,
    /// How often to save; `None` for never.
    pub(crate) every: Option<Duration>,
    /// Options of the front end that a resumed run needs, such as the output path.
    pub(crate) notes: Vec<(String, String)>,
}

/// The checkpoint of the current run; `None` if the run saves nothing.
pub(crate) struct RunCheckpoint(Option<Store<RunFolder>>);

impl RunCheckpoint {
    /// Opens the checkpoint of a new or resumed run.
    pub(crate) fn open(
        description: RunDescription<'_>,
        resumed: Option<ResumedRun>,
        output: &mut Output<'_, '_>,
    ) -> Result<Self, Failure> {
        let registry = output.world().registry;
        if let Some(resumed) = resumed {
            return Self::resume(registry, &description, resumed).map(|store| Self(Some(store)));
        }
        let (Some(runs), Some(every)) = (output.world().runs.clone(), description.every) else {
            return Ok(Self(None));
        };
        let identity = identity(registry, description.request, description.aim, description.seed);
        // The session reports an invalid request later, with its place in the text.
        let Ok(Some(identity)) = identity else { return Ok(Self(None)) };
        let name = identity.name();
        mention_earlier_runs(&runs, &name, output);
        let files = RunFolder::planned(&runs, name);
        Ok(Self(Some(Store::begin(files, identity, description.notes, every))))
    }

    /// The store of a resumed run. Refuses a checkpoint whose identity differs from the request.
    fn resume(
        registry: Registry,
        description: &RunDescription<'_>,
        resumed: ResumedRun,
    ) -> Result<Store<RunFolder>, Failure> {
        let name = resumed.files.name().unwrap_or_default();
        let refuse = |problem: String| {
            let help = format!("`sixfold runs --remove {name}` removes it");
            Failure::with_help(format!("the run {name} cannot be resumed: {problem}"), help)
        };
        let identity = identity(registry, description.request, description.aim, description.seed);
        let identity = identity.map_err(|error: SessionError| refuse(error.to_string()))?;
        let identity = identity.ok_or_else(|| refuse("the instance is impossible".to_owned()))?;
        let every = description.every.unwrap_or(Duration::MAX);
        Store::resume(resumed.files, identity, resumed.saved, every).map_err(refuse)
    }

    /// The checkpoint as engines see it.
    pub(crate) fn for_engine(&self) -> &dyn Checkpoint {
        match &self.0 {
            Some(store) => store,
            None => &Never,
        }
    }

    /// Ends the run. A run that was stopped, or failed, keeps its checkpoint; returns its name if it
    /// can be resumed.
    pub(crate) fn close<E>(
        &mut self,
        ended: Result<Option<Halt>, &E>,
        output: &mut Output<'_, '_>,
    ) -> Option<String> {
        if let Some(problem) = self.0.as_ref()?.problem() {
            output.remark(&format!("the state of this run could not be saved: {problem}"));
        }
        if matches!(ended, Ok(None | Some(Halt::Budget))) {
            return None;
        }
        let store = self.0.take()?;
        let name = store.files().name().filter(|_| store.is_kept())?;
        if let Some(runs) = output.world().runs.clone() {
            prune(&runs, &name, output);
        }
        Some(name)
    }

    /// Removes the checkpoint of a finished run, after flushing the answer.
    pub(crate) fn finish(self, output: &mut Output<'_, '_>) -> Result<(), Failure> {
        let Some(store) = self.0 else { return Ok(()) };
        output.flush()?;
        if let Err(error) = store.files().discard() {
            output.remark(&format!("the checkpoint could not be removed: {error}"));
        }
        Ok(())
    }
}

/// Prints a remark if earlier runs of the same task can be resumed.
fn mention_earlier_runs(runs: &Path, name: &str, output: &mut Output<'_, '_>) {
    let earlier = run_folder::resumable(runs, name);
    let Some(longest) = earlier.iter().max_by_key(|run| run.worked()) else { return };
    let resume = format!("sixfold resume {}", longest.name);
    output.remark(&match earlier.len() {
        1 => format!("an earlier run can be resumed: {resume}"),
        many => format!("{many} earlier runs can be resumed, the longest with: {resume}"),
    });
}

/// The most stopped runs of one task that are kept beside a new one.
const MAX_EARLIER: usize = 2;

/// Removes stopped runs of the same task beyond [`MAX_EARLIER`], those with the least work first.
fn prune(runs: &Path, name: &str, output: &mut Output<'_, '_>) {
    let mut earlier = run_folder::resumable(runs, run_folder::task(name));
    earlier.retain(|run| run.name != name);
    earlier.sort_by_key(|run| std::cmp::Reverse(run.worked()));
    for run in earlier.iter().skip(MAX_EARLIER) {
        let removed = RunFolder::existing(runs, &run.name);
        if removed.is_ok_and(|files| files.discard().is_ok()) {
            let why = "it has the least work of the runs of this command";
            output.remark(&format!("the run {} was removed: {why}", run.name));
        }
    }
}
