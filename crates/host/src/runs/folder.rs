//! Checkpoint storage on disk: one folder per run, with its checkpoint files and a lock file.
//!
//! Invariant: only the process that holds the lock writes to a run's folder. The operating system
//! releases the lock of a process that dies. A run creates its folder with its first checkpoint, so
//! short runs leave no files.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use sixfold_solver::storage::{Files, Found, newest};

use crate::error::HostError;
use crate::file_lock::FileLock;

const LOCK: &str = "lock";
/// Fewer runs of one task than this can be stored.
const MAX_RUNS: usize = 1000;

/// A folder that exists. It is locked until this is dropped, unless it was opened for reading only.
struct OpenFolder {
    name: String,
    path: PathBuf,
    _lock: Option<FileLock>,
}

/// The folder of a run, created with its first file.
pub(super) struct RunFolder {
    runs: PathBuf,
    /// The name of the run. A numeric suffix is added if the name is taken.
    wanted: String,
    open: Mutex<Option<OpenFolder>>,
}

impl RunFolder {
    /// The folder of a new run; nothing is created yet.
    pub(super) fn planned(runs: &Path, wanted: String) -> Self {
        Self { runs: runs.to_owned(), wanted, open: Mutex::new(None) }
    }

    /// The folder of a stored run, locked.
    pub(super) fn existing(runs: &Path, name: &str) -> Result<Self, HostError> {
        let path = folder(runs, name)?;
        let lock = match lock(&path) {
            Ok(lock) => lock,
            Err(TryLockError::WouldBlock) => {
                return Err(HostError::RunInUse(name.to_owned()));
            }
            Err(TryLockError::Error(error)) => {
                return Err(HostError::RunUnlockable { name: name.to_owned(), error });
            }
        };
        Ok(Self::of(runs, OpenFolder { name: name.to_owned(), path, _lock: Some(lock) }))
    }

    fn of(runs: &Path, open: OpenFolder) -> Self {
        let wanted = open.name.clone();
        Self { runs: runs.to_owned(), wanted, open: Mutex::new(Some(open)) }
    }

    /// The name, if the folder exists.
    pub(super) fn name(&self) -> Option<String> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.as_ref().map(|open| open.name.clone())
    }

    /// Removes the folder and everything in it.
    pub(super) fn discard(&self) -> io::Result<()> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).take();
        open.map_or(Ok(()), |open| fs::remove_dir_all(open.path))
    }

    /// Other stored runs of the same task that can be resumed.
    pub(super) fn others(&self) -> Vec<StoredRun> {
        let own = self.name();
        let mut found = resumable(&self.runs, task(&self.wanted));
        found.retain(|run| own.as_ref() != Some(&run.name));
        found
    }

    /// The folder of all runs.
    pub(super) fn runs(&self) -> &Path {
        &self.runs
    }

    /// The path, if the folder exists.
    fn path(&self) -> Option<PathBuf> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.as_ref().map(|open| open.path.clone())
    }

    /// The path of a file to be written; creates the folder if needed.
    fn writable(&self, name: &str) -> io::Result<PathBuf> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.is_none() {
            *open = Some(create(&self.runs, &self.wanted)?);
        }
        let folder = open.as_ref().map(|open| open.path.clone());
        folder.map(|folder| folder.join(name)).ok_or_else(missing)
    }

    /// The path of a file in the folder, which must exist.
    fn file(&self, name: &str) -> io::Result<PathBuf> {
        self.path().map(|folder| folder.join(name)).ok_or_else(missing)
    }
}

fn missing() -> io::Error {
    io::Error::from(io::ErrorKind::NotFound)
}

fn lock(folder: &Path) -> Result<FileLock, TryLockError> {
    FileLock::take(File::create(folder.join(LOCK)).map_err(TryLockError::Error)?)
}

/// Creates a folder, or reuses one without checkpoints. Stored runs of the same task are not touched.
fn create(runs: &Path, wanted: &str) -> io::Result<OpenFolder> {
    fs::create_dir_all(runs)?;
    let numbered = (2..MAX_RUNS).map(|number| format!("{wanted}-{number}"));
    for name in std::iter::once(wanted.to_owned()).chain(numbered) {
        let path = runs.join(&name);
        match fs::create_dir(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => made?,
        }
        match lock(&path) {
            // New, or left by a process that died before its first checkpoint.
            Ok(lock) if list(&path)?.iter().all(|file| file == LOCK || file.ends_with(".part")) => {
                File::open(runs)?.sync_all()?;
                return Ok(OpenFolder { name, path, _lock: Some(lock) });
            }
            Ok(_) | Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Err(io::Error::other(format!("there are too many stored runs named {wanted}; remove some")))
}

impl Files for RunFolder {
    fn list(&self) -> io::Result<Vec<String>> {
        self.path().map_or_else(|| Ok(Vec::new()), |folder| list(&folder))
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        fs::read(self.file(name)?)
    }

    fn write(&self, name: &str, content: &[u8]) -> io::Result<()> {
        File::create(self.writable(name)?)?.write_all(content)
    }

    fn sync(&self, name: &str) -> io::Result<()> {
        File::open(self.file(name)?)?.sync_all()
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.file(from)?, self.file(to)?)
    }

    fn sync_folder(&self) -> io::Result<()> {
        File::open(self.path().ok_or_else(missing)?)?.sync_all()
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.file(name)?)
    }
}

/// The file names in a folder; none if the folder does not exist.
fn list(folder: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let name = |entry: io::Result<fs::DirEntry>| {
        entry.map(|entry| entry.file_name().to_string_lossy().into_owned())
    };
    entries.map(name).collect()
}

/// A stored run, read without its lock.
pub struct StoredRun {
    /// Its name, as [`reopen`](super::reopen) takes it.
    pub name: String,
    /// The newest intact checkpoint, or why there is none.
    pub found: Result<Found, String>,
    /// When that checkpoint was written.
    pub when: Option<SystemTime>,
    /// Whether a process holds the lock.
    pub working: bool,
}

impl StoredRun {
    /// Whether another process can continue it.
    #[must_use]
    pub fn can_be_resumed(&self) -> bool {
        self.found.is_ok() && !self.working
    }

    /// The working time up to the newest checkpoint.
    #[must_use]
    pub fn worked(&self) -> Duration {
        self.found.as_ref().map_or(Duration::ZERO, |found| found.saved.worked)
    }
}

/// The task of a run, which is its name without the numeric suffix.
fn task(name: &str) -> &str {
    let parts: Vec<&str> = name.rsplitn(2, '-').collect();
    match parts[..] {
        [number, task] if task.matches('-').count() >= 2 && number.parse::<u16>().is_ok() => task,
        _ => name,
    }
}

/// The runs of a task that can be resumed: those with a checkpoint and without a lock. Checkpoints of other tasks, which
/// may be large, are not read: every short search asks for this.
fn resumable(runs: &Path, task: &str) -> Vec<StoredRun> {
    let mut found = stored_runs_of(runs, |name| self::task(name) == task).unwrap_or_default();
    found.retain(StoredRun::can_be_resumed);
    found
}

/// The folder of a run.
fn folder(runs: &Path, name: &str) -> Result<PathBuf, HostError> {
    // A name is never a path, so nothing outside the folder can be read or removed.
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let path = runs.join(name);
    if name.is_empty() || !name.chars().all(plain) || !path.is_dir() {
        return Err(HostError::NoRun(name.to_owned()));
    }
    Ok(path)
}

/// All stored runs, by name.
///
/// # Errors
/// If the folder cannot be read. A folder that does not exist has no run.
pub fn stored_runs(runs: &Path) -> Result<Vec<StoredRun>, HostError> {
    stored_runs_of(runs, |_| true)
}

/// The stored runs with some names, by name.
fn stored_runs_of(runs: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<StoredRun>, HostError> {
    let what = || format!("`{}`", runs.display());
    let mut names = list(runs).map_err(|error| HostError::Unreadable { what: what(), error })?;
    names.retain(|name| wanted(name));
    names.sort();
    Ok(names.iter().filter_map(|name| stored_run(runs, name).ok()).collect())
}

/// The name of the newest run that can be resumed.
///
/// # Errors
/// If the folder cannot be read, or there is no such run.
pub fn newest_run(runs: &Path) -> Result<String, HostError> {
    let rows = stored_runs(runs)?.into_iter().filter(StoredRun::can_be_resumed);
    let newest = rows.max_by_key(|row| row.when).map(|row| row.name);
    newest.ok_or(HostError::NothingToResume)
}

/// A stored run, locked or not.
///
/// # Errors
/// If there is none with this name.
pub fn stored_run(runs: &Path, name: &str) -> Result<StoredRun, HostError> {
    let path = folder(runs, name)?;
    let lock = File::open(path.join(LOCK)).map_err(TryLockError::Error);
    let working =
        matches!(lock.and_then(|lock| lock.try_lock_shared()), Err(TryLockError::WouldBlock));
    let open = OpenFolder { name: name.to_owned(), path: path.clone(), _lock: None };
    let found = newest(&RunFolder::of(runs, open));
    let found = found.and_then(|found| found.ok_or_else(|| "it has no checkpoint".to_owned()));
    let when = found.as_ref().ok().and_then(|found| {
        let file = path.join(format!("checkpoint-{}", found.saved.generation));
        fs::metadata(file).ok()?.modified().ok()
    });
    Ok(StoredRun { name: name.to_owned(), found, when, working })
}

/// Removes a stored run.
///
/// # Errors
/// If there is none, another process works on it, or it cannot be removed.
pub fn remove(runs: &Path, name: &str) -> Result<(), HostError> {
    let removed = RunFolder::existing(runs, name)?.discard();
    removed.map_err(|error| HostError::RunUnremovable { name: name.to_owned(), error })
}
