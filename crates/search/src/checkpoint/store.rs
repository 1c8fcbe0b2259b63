//! Keeps the states of one run in one folder, so that a crash at any moment leaves the newest state
//! that was saved, or the one that was being saved.
//!
//! Every state is a new file, `checkpoint-1`, `checkpoint-2`, …: written under another name, brought
//! to the disk, renamed, and the renaming brought to the disk. Nothing that may be needed is ever
//! overwritten or moved away, so there is no moment without a whole file. The newest and the one
//! before it stay; if the newest turns out to be damaged, the other is taken.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Checkpoint, Identity, Saved};

/// A folder for the files of one run. Names are plain, without a path.
pub trait Files: Sync {
    /// The names of all files.
    ///
    /// # Errors
    /// If the folder cannot be read. A folder that does not exist yet is empty.
    fn list(&self) -> io::Result<Vec<String>>;

    /// What is in a file.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read(&self, name: &str) -> io::Result<Vec<u8>>;

    /// Writes a file. The content may still be lost in a crash.
    ///
    /// # Errors
    /// If it cannot be written; a part of it may be.
    fn write(&self, name: &str, content: &[u8]) -> io::Result<()>;

    /// Returns when the content of a file would survive a crash.
    ///
    /// # Errors
    /// If that cannot be assured.
    fn sync(&self, name: &str) -> io::Result<()>;

    /// Renames a file. The old name may come back in a crash.
    ///
    /// # Errors
    /// If it cannot be renamed.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;

    /// Returns when the names of all files would survive a crash.
    ///
    /// # Errors
    /// If that cannot be assured.
    fn sync_folder(&self) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove(&self, name: &str) -> io::Result<()>;
}

const PREFIX: &str = "checkpoint-";
/// The ending of a file that is being written.
const PART: &str = ".part";

/// The generation that a file is named after, be it finished or not.
fn generation(name: &str) -> Option<u64> {
    name.strip_suffix(PART).unwrap_or(name).strip_prefix(PREFIX)?.parse().ok()
}

/// The newest checkpoint that can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The checkpoint.
    pub saved: Saved,
    /// Newer ones that are damaged: which, and what is wrong with them.
    pub damaged: Vec<String>,
}

/// Looks for the newest checkpoint that is whole; `None` where there is not even a damaged one.
///
/// # Errors
/// If there are checkpoints and all of them are damaged, or the folder cannot be read.
pub fn newest(files: &impl Files) -> Result<Option<Found>, String> {
    let names = files.list().map_err(|error| format!("its folder cannot be read: {error}"))?;
    let finished = names.into_iter().filter(|name| !name.ends_with(PART));
    let mut finished: Vec<_> =
        finished.filter_map(|name| Some((generation(&name)?, name))).collect();
    finished.sort_unstable_by(|one, other| other.cmp(one));
    let mut damaged = Vec::new();
    for (generation, name) in finished {
        let bytes = files.read(&name).map_err(|error| error.to_string());
        match bytes.and_then(|bytes| Saved::parse(&bytes)) {
            Ok(saved) if saved.generation == generation => {
                return Ok(Some(Found { saved, damaged }));
            }
            Ok(_) => damaged.push(format!("{name}: it has another generation inside")),
            Err(problem) => damaged.push(format!("{name}: {problem}")),
        }
    }
    match damaged.is_empty() {
        true => Ok(None),
        false => Err(format!("no checkpoint is whole: {}", damaged.join("; "))),
    }
}

/// What changes while a run is saved.
struct Progress {
    /// The number of the last file that was begun.
    generation: u64,
    /// The last file that is known to be whole.
    good: Option<u64>,
    /// When it was last tried.
    last: Duration,
    problem: Option<String>,
}

/// Keeps the states of a run.
pub struct Store<F: Files> {
    files: F,
    identity: Identity,
    notes: Vec<(String, String)>,
    interval: Duration,
    /// What was worked before this run.
    earlier: Duration,
    loaded: Option<String>,
    progress: Mutex<Progress>,
}

impl<F: Files> Store<F> {
    /// A store for a run that begins.
    pub fn begin(
        files: F,
        identity: Identity,
        notes: Vec<(String, String)>,
        interval: Duration,
    ) -> Self {
        let last = Duration::ZERO;
        let progress = Mutex::new(Progress { generation: 0, good: None, last, problem: None });
        let (earlier, loaded) = (Duration::ZERO, None);
        Self { files, identity, notes, interval, earlier, loaded, progress }
    }

    /// A store for a run that goes on from a checkpoint found in the same files.
    ///
    /// # Errors
    /// If the checkpoint belongs to other work than the identity says; the message says in what
    /// they differ.
    pub fn resume(
        files: F,
        identity: Identity,
        saved: Saved,
        interval: Duration,
    ) -> Result<Self, String> {
        if let Some(difference) = identity.difference(&saved.identity) {
            return Err(format!("the checkpoint belongs to other work: {difference}"));
        }
        let names = files.list().map_err(|error| format!("its folder cannot be read: {error}"))?;
        let last = names.iter().filter_map(|name| generation(name)).max().unwrap_or(0);
        let mut store = Self::begin(files, identity, saved.notes, interval);
        (store.earlier, store.loaded) = (saved.worked, Some(saved.state));
        {
            let mut progress = store.progress();
            (progress.generation, progress.good) = (last, Some(saved.generation));
        }
        Ok(store)
    }

    /// The files.
    pub fn files(&self) -> &F {
        &self.files
    }

    /// Whether there is a checkpoint from which another run can go on.
    pub fn is_kept(&self) -> bool {
        self.progress().good.is_some()
    }

    /// Why the last attempt to save has failed, if it has.
    pub fn problem(&self) -> Option<String> {
        self.progress().problem.clone()
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, generation: u64, text: &str) -> io::Result<()> {
        let name = format!("{PREFIX}{generation}");
        let part = format!("{name}{PART}");
        self.files.write(&part, text.as_bytes())?;
        self.files.sync(&part)?;
        self.files.rename(&part, &name)?;
        self.files.sync_folder()
    }

    /// Removes what is neither of the two. What stays behind does no harm, so errors are none.
    fn prune(&self, newest: u64, before: Option<u64>) {
        let kept = |name: &String| {
            let number = generation(name);
            !name.ends_with(PART) && (number == Some(newest) || number == before)
        };
        let names = self.files.list().unwrap_or_default().into_iter();
        for name in names.filter(|name| generation(name).is_some() && !kept(name)) {
            let _ = self.files.remove(&name);
        }
    }
}

impl<F: Files> Checkpoint for Store<F> {
    fn load(&self) -> Option<String> {
        self.loaded.clone()
    }

    fn due(&self, elapsed: Duration) -> bool {
        elapsed.saturating_sub(self.progress().last) >= self.interval
    }

    fn save(&self, state: &str, elapsed: Duration) -> Result<(), String> {
        let mut progress = self.progress();
        // After a failure, too, the next attempt is an interval away.
        progress.last = elapsed;
        progress.generation += 1;
        let saved = Saved {
            generation: progress.generation,
            identity: self.identity.clone(),
            worked: self.earlier + elapsed,
            notes: self.notes.clone(),
            state: state.to_owned(),
        };
        let written = self.write(saved.generation, &saved.print());
        progress.problem = written.err().map(|error| error.to_string());
        if let Some(problem) = &progress.problem {
            return Err(problem.clone());
        }
        self.prune(saved.generation, progress.good);
        progress.good = Some(saved.generation);
        Ok(())
    }
}
