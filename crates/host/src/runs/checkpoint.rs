//! Checkpoint of a long run, from the first save to its removal.
//!
//! Invariant: a run that was stopped or failed keeps its checkpoint, and [`reopen`] finds it again. The
//! front end calls [`RunCheckpoint::discard`] for a finished run, after the answer was written.

use std::io;
use std::path::Path;
use std::time::Duration;

use sixfold_puzzle::join;
use sixfold_solver::Registry;
use sixfold_solver::storage::{Saved, Store, newest};
use sixfold_solver::{Aim, Checkpoint, Halt, Never, Request, SessionError, identity};

use super::folder::{RunFolder, StoredRun};
use super::notes::RunNotes;
use crate::error::HostError;
use crate::input::Input;
use crate::source::Source;

/// A stored run that is being resumed.
pub struct ResumedRun {
    /// Its name.
    pub name: String,
    /// Its folder, locked.
    files: RunFolder,
    /// Its newest checkpoint.
    pub saved: Saved,
    /// Newer checkpoints that are damaged: which, and what is wrong with them.
    pub damaged: Vec<String>,
}

impl ResumedRun {
    /// The puzzle that it works on, with the solution that it began with.
    #[must_use]
    pub fn input(&self) -> Input {
        let identity = &self.saved.identity;
        let text = match &identity.incumbent {
            Some(solution) => join(&identity.instance, solution),
            None => identity.instance.clone(),
        };
        Input { source: Source { name: self.name.clone(), text }, preset: self.notes().preset }
    }

    /// What the front end noted when it began.
    #[must_use]
    pub fn notes(&self) -> RunNotes {
        RunNotes::of(&self.saved)
    }
}

/// Locks a stored run and reads its newest checkpoint.
///
/// # Errors
/// If there is no such run, another process works on it, or it has no checkpoint of its own.
pub fn reopen(runs: &Path, name: &str) -> Result<ResumedRun, HostError> {
    let files = RunFolder::existing(runs, name)?;
    let fail = |problem| HostError::RunDamaged { name: name.to_owned(), problem };
    let found = newest(&files).map_err(fail)?;
    let found = found.ok_or_else(|| fail("it has no checkpoint".to_owned()))?;
    // The name of a run is its task, perhaps with a numeric suffix.
    let task = found.saved.identity.name();
    if !name.starts_with(&task) {
        return Err(fail(format!("its checkpoint belongs to another run, {task}")));
    }
    Ok(ResumedRun { name: name.to_owned(), files, saved: found.saved, damaged: found.damaged })
}

/// The part of a run that its checkpoint records.
pub struct RunDescription<'a> {
    /// The request.
    pub request: &'a Request<'a>,
    /// What is asked of the engine.
    pub aim: Aim,
    /// The seed.
    pub seed: u64,
    /// How often to save; `None` for never.
    pub every: Option<Duration>,
    /// Options of the front end that a resumed run needs, such as the output path.
    pub notes: RunNotes,
}

/// The checkpoint of the current run. It may be one that saves nothing.
pub struct RunCheckpoint(Option<Store<RunFolder>>);

/// What a run leaves behind when it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClosedRun {
    /// Why the state could not be saved, if it could not.
    pub problem: Option<String>,
    /// The name of the run, if it can be resumed.
    pub kept: Option<String>,
    /// Runs of the same task that were removed because they had the least work.
    pub removed: Vec<String>,
}

impl RunCheckpoint {
    /// The checkpoint of a new run in the folder of all runs. It saves nothing without a folder,
    /// without an interval, or for a request that the session will refuse.
    #[must_use]
    pub fn begin(registry: Registry, runs: Option<&Path>, description: RunDescription<'_>) -> Self {
        let (Some(runs), Some(every)) = (runs, description.every) else { return Self(None) };
        let identity = identity(registry, description.request, description.aim, description.seed);
        // The session reports an invalid request later, with its place in the text.
        let Ok(Some(identity)) = identity else { return Self(None) };
        let files = RunFolder::planned(runs, identity.name());
        Self(Some(Store::begin(files, identity, description.notes.into_pairs(), every)))
    }

    /// The checkpoint of a resumed run.
    ///
    /// # Errors
    /// If the stored run has another identity than the request.
    pub fn resume(
        registry: Registry,
        description: &RunDescription<'_>,
        resumed: ResumedRun,
    ) -> Result<Self, HostError> {
        let name = resumed.name;
        let refuse = |problem| HostError::RunRefused { name: name.clone(), problem };
        let identity = identity(registry, description.request, description.aim, description.seed);
        let identity = identity.map_err(|error: SessionError| refuse(error.to_string()))?;
        let identity = identity.ok_or_else(|| refuse("the instance is impossible".to_owned()))?;
        let every = description.every.unwrap_or(Duration::MAX);
        let store = Store::resume(resumed.files, identity, resumed.saved, every);
        store.map(|store| Self(Some(store))).map_err(refuse)
    }

    /// The checkpoint as engines see it.
    #[must_use]
    pub fn for_engine(&self) -> &dyn Checkpoint {
        match &self.0 {
            Some(store) => store,
            None => &Never,
        }
    }

    /// Whether there may be something to discard.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Other stored runs of the same task that can be resumed.
    #[must_use]
    pub fn earlier_runs(&self) -> Vec<StoredRun> {
        self.0.as_ref().map_or_else(Vec::new, |store| store.files().others())
    }

    /// Ends the run. A run that was stopped, or failed, keeps its checkpoint.
    pub fn close<E>(&mut self, ended: Result<Option<Halt>, &E>) -> ClosedRun {
        let problem = self.0.as_ref().and_then(Store::problem);
        let mut closed = ClosedRun { problem, kept: None, removed: Vec::new() };
        if matches!(ended, Ok(None | Some(Halt::Budget))) {
            return closed;
        }
        let Some(store) = self.0.take() else { return closed };
        closed.kept = store.files().name().filter(|_| store.is_kept());
        if closed.kept.is_some() {
            closed.removed = prune(store.files());
        }
        closed
    }

    /// Removes the checkpoint of a finished run.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn discard(self) -> io::Result<()> {
        self.0.map_or(Ok(()), |store| store.files().discard())
    }
}

/// The most stopped runs of one task that are kept beside a new one.
const MAX_EARLIER: usize = 2;

/// Removes stopped runs of the same task beyond [`MAX_EARLIER`], those with the least work first, and
/// returns their names.
fn prune(files: &RunFolder) -> Vec<String> {
    let mut earlier = files.others();
    earlier.sort_by_key(|run| std::cmp::Reverse(run.worked()));
    let spare = earlier.into_iter().skip(MAX_EARLIER);
    let removed = spare.filter(|run| {
        let folder = RunFolder::existing(files.runs(), &run.name);
        folder.is_ok_and(|folder| folder.discard().is_ok())
    });
    removed.map(|run| run.name).collect()
}
