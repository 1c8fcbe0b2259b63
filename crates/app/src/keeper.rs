//! Sees to it that a long run can be taken up again: opens its store, and at the end throws the
//! checkpoint away or says how to go on.

use std::path::Path;
use std::time::Duration;

use sixfold_solver::checkpoint::{Saved, Store};
use sixfold_solver::session::Registry;
use sixfold_solver::{Aim, Checkpoint, Halt, Never, Request, SessionError, identity};

use crate::failure::Failure;
use crate::output::Output;
use crate::runs::{self, RunFolder};

/// A run that is taken up again.
pub(crate) struct Resumed {
    /// Its files, locked.
    pub(crate) files: RunFolder,
    /// Its newest checkpoint.
    pub(crate) saved: Saved,
}

/// What a run does, as far as its checkpoint must know.
pub(crate) struct Errand<'a> {
    pub(crate) request: &'a Request<'a>,
    pub(crate) aim: Aim,
    pub(crate) seed: u64,
    /// How often to save; `None` for never.
    pub(crate) every: Option<Duration>,
    /// What a later run needs to print the answer alike.
    pub(crate) notes: Vec<(String, String)>,
}

/// The checkpoint of a run, if it has one.
pub(crate) struct Keeper(Option<Store<RunFolder>>);

impl Keeper {
    /// Opens the store of a run.
    pub(crate) fn open(
        errand: Errand<'_>,
        resumed: Option<Resumed>,
        output: &mut Output<'_, '_>,
    ) -> Result<Self, Failure> {
        let registry = output.world().registry;
        if let Some(resumed) = resumed {
            return Self::resume(registry, &errand, resumed).map(|store| Self(Some(store)));
        }
        let (Some(runs), Some(every)) = (output.world().runs.clone(), errand.every) else {
            return Ok(Self(None));
        };
        let identity = identity(registry, errand.request, errand.aim, errand.seed);
        // What is wrong with the request is said by whoever works on it.
        let Ok(Some(identity)) = identity else { return Ok(Self(None)) };
        let name = identity.name();
        remind(&runs, &name, output);
        let files = RunFolder::planned(&runs, name);
        Ok(Self(Some(Store::begin(files, identity, errand.notes, every))))
    }

    /// The store of a run that goes on, unless its checkpoint is not one of this very work.
    fn resume(
        registry: Registry,
        errand: &Errand<'_>,
        resumed: Resumed,
    ) -> Result<Store<RunFolder>, Failure> {
        let name = resumed.files.name().unwrap_or_default();
        let refuse = |problem: String| {
            let help = format!("`sixfold runs --remove {name}` throws it away");
            Failure::with_help(format!("the run {name} cannot go on: {problem}"), help)
        };
        let identity = identity(registry, errand.request, errand.aim, errand.seed);
        let identity = identity.map_err(|error: SessionError| refuse(error.to_string()))?;
        let identity = identity.ok_or_else(|| refuse("the instance is impossible".to_owned()))?;
        let every = errand.every.unwrap_or(Duration::MAX);
        Store::resume(resumed.files, identity, resumed.saved, every).map_err(refuse)
    }

    /// What the engine sees.
    pub(crate) fn checkpoint(&self) -> &dyn Checkpoint {
        match &self.0 {
            Some(store) => store,
            None => &Never,
        }
    }

    /// After the work: a run that was stopped, or failed, keeps its checkpoint. Returns the name of
    /// one that can go on.
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
            tidy(&runs, &name, output);
        }
        Some(name)
    }

    /// A run that has come to its end needs no checkpoint, but only once its answer is out.
    pub(crate) fn finish(self, output: &mut Output<'_, '_>) -> Result<(), Failure> {
        let Some(store) = self.0 else { return Ok(()) };
        output.flush()?;
        if let Err(error) = store.files().discard() {
            output.remark(&format!("the checkpoint could not be removed: {error}"));
        }
        Ok(())
    }
}

/// Says so if earlier runs of the same task could go on.
fn remind(runs: &Path, name: &str, output: &mut Output<'_, '_>) {
    let alike = runs::alike(runs, name);
    let Some(longest) = alike.iter().max_by_key(|row| row.worked()) else { return };
    let resume = format!("sixfold resume {}", longest.name);
    output.remark(&match alike.len() {
        1 => format!("an earlier run can be taken up: {resume}"),
        many => format!("{many} earlier runs can be taken up, the longest by: {resume}"),
    });
}

/// So many stopped runs of one task are kept beside a new one.
const MOST_ALIKE: usize = 2;

/// Removes stopped runs of the same task beyond a few, those that worked least first.
fn tidy(runs: &Path, name: &str, output: &mut Output<'_, '_>) {
    let mut alike = runs::alike(runs, runs::task(name));
    alike.retain(|row| row.name != name);
    alike.sort_by_key(|row| std::cmp::Reverse(row.worked()));
    for row in alike.iter().skip(MOST_ALIKE) {
        let removed = RunFolder::existing(runs, &row.name);
        if removed.is_ok_and(|files| files.discard().is_ok()) {
            let why = "it worked least of the runs of this command";
            output.remark(&format!("the run {} was removed: {why}", row.name));
        }
    }
}
