//! Where the states of long runs lie: a folder for all runs, in it a folder per run, in that a file
//! per checkpoint and a lock, which the system takes back from a process that dies.
//!
//! A run begins without a folder and makes one when it first has something to keep, so short runs
//! leave no trace.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use sixfold_solver::checkpoint::{Files, Found, newest};

use crate::failure::Failure;

const LOCK: &str = "lock";
/// A task is rarely begun anew so often while its earlier runs are still kept.
const MOST_ALIKE: usize = 1000;

/// The folder of a run, locked as long as this lives unless it is only looked at.
struct Claim {
    name: String,
    path: PathBuf,
    _lock: Option<File>,
}

/// The files of a run.
pub(crate) struct RunFolder {
    runs: PathBuf,
    /// The name that the run is to have, or that with a number behind it.
    wanted: String,
    claim: Mutex<Option<Claim>>,
}

impl RunFolder {
    /// The files of a run that begins; nothing is made yet.
    pub(crate) fn planned(runs: &Path, wanted: String) -> Self {
        Self { runs: runs.to_owned(), wanted, claim: Mutex::new(None) }
    }

    /// The files of a run that exists, locked.
    pub(crate) fn existing(runs: &Path, name: &str) -> Result<Self, Failure> {
        let path = folder(runs, name)?;
        let lock = match lock(&path) {
            Ok(lock) => lock,
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::usage(format!(
                    "the run {name} is at work in another process"
                )));
            }
            Err(TryLockError::Error(error)) => {
                return Err(Failure::usage(format!("the run {name} cannot be locked: {error}")));
            }
        };
        Ok(Self::of(runs, Claim { name: name.to_owned(), path, _lock: Some(lock) }))
    }

    fn of(runs: &Path, claim: Claim) -> Self {
        let wanted = claim.name.clone();
        Self { runs: runs.to_owned(), wanted, claim: Mutex::new(Some(claim)) }
    }

    /// The name, if there is a folder.
    pub(crate) fn name(&self) -> Option<String> {
        let claim = self.claim.lock().unwrap_or_else(PoisonError::into_inner);
        claim.as_ref().map(|claim| claim.name.clone())
    }

    /// Removes the folder and everything in it.
    pub(crate) fn discard(&self) -> io::Result<()> {
        let claim = self.claim.lock().unwrap_or_else(PoisonError::into_inner).take();
        claim.map_or(Ok(()), |claim| fs::remove_dir_all(claim.path))
    }

    /// The folder, if there is one.
    fn path(&self) -> Option<PathBuf> {
        let claim = self.claim.lock().unwrap_or_else(PoisonError::into_inner);
        claim.as_ref().map(|claim| claim.path.clone())
    }

    /// A file in the folder, which is made if there is none.
    fn place(&self, name: &str) -> io::Result<PathBuf> {
        let mut claim = self.claim.lock().unwrap_or_else(PoisonError::into_inner);
        if claim.is_none() {
            *claim = Some(make(&self.runs, &self.wanted)?);
        }
        let folder = claim.as_ref().map(|claim| claim.path.clone());
        folder.map(|folder| folder.join(name)).ok_or_else(missing)
    }

    /// A file in the folder that must be there.
    fn file(&self, name: &str) -> io::Result<PathBuf> {
        self.path().map(|folder| folder.join(name)).ok_or_else(missing)
    }
}

fn missing() -> io::Error {
    io::Error::from(io::ErrorKind::NotFound)
}

fn lock(folder: &Path) -> Result<File, TryLockError> {
    let lock = File::create(folder.join(LOCK)).map_err(TryLockError::Error)?;
    lock.try_lock()?;
    Ok(lock)
}

/// Makes a folder, or takes one in which nothing was kept. An earlier run of the same task keeps its own.
fn make(runs: &Path, wanted: &str) -> io::Result<Claim> {
    fs::create_dir_all(runs)?;
    let numbered = (2..MOST_ALIKE).map(|number| format!("{wanted}-{number}"));
    for name in std::iter::once(wanted.to_owned()).chain(numbered) {
        let path = runs.join(&name);
        match fs::create_dir(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => made?,
        }
        match lock(&path) {
            // Somebody was killed before there was anything to keep.
            Ok(lock) if list(&path)?.iter().all(|file| file == LOCK || file.ends_with(".part")) => {
                File::open(runs)?.sync_all()?;
                return Ok(Claim { name, path, _lock: Some(lock) });
            }
            Ok(_) | Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Err(io::Error::other(format!("there are too many runs called {wanted}")))
}

impl Files for RunFolder {
    fn list(&self) -> io::Result<Vec<String>> {
        self.path().map_or_else(|| Ok(Vec::new()), |folder| list(&folder))
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        fs::read(self.file(name)?)
    }

    fn write(&self, name: &str, content: &[u8]) -> io::Result<()> {
        File::create(self.place(name)?)?.write_all(content)
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

/// The names in a folder; none if there is no folder.
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

/// A run as others see it.
pub(crate) struct Row {
    pub(crate) name: String,
    /// The newest whole checkpoint, or why there is none.
    pub(crate) found: Result<Found, String>,
    /// When it was written.
    pub(crate) when: Option<SystemTime>,
    /// Whether a process is at work on it.
    pub(crate) working: bool,
}

impl Row {
    /// How long was worked until its newest checkpoint.
    pub(crate) fn worked(&self) -> Duration {
        self.found.as_ref().map_or(Duration::ZERO, |found| found.saved.worked)
    }
}

/// The name of the task of a run: runs of one task are told apart by a number behind it.
pub(crate) fn task(name: &str) -> &str {
    let parts: Vec<&str> = name.rsplitn(2, '-').collect();
    match parts[..] {
        [number, task] if task.matches('-').count() >= 2 && number.parse::<u16>().is_ok() => task,
        _ => name,
    }
}

/// The runs of a task that can go on: those with a checkpoint that no process is at work on.
pub(crate) fn alike(runs: &Path, task: &str) -> Vec<Row> {
    let mut rows = all(runs).unwrap_or_default();
    rows.retain(|row| self::task(&row.name) == task && row.found.is_ok() && !row.working);
    rows
}

/// The folder of a run.
fn folder(runs: &Path, name: &str) -> Result<PathBuf, Failure> {
    // A name is never a path, so that nothing outside can be read or removed.
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let path = runs.join(name);
    if name.is_empty() || !name.chars().all(plain) || !path.is_dir() {
        let message = format!("there is no run `{name}`");
        return Err(Failure::with_help(message, "`sixfold runs` lists them"));
    }
    Ok(path)
}

/// All runs, by name.
pub(crate) fn all(runs: &Path) -> Result<Vec<Row>, Failure> {
    let unreadable =
        |error| Failure::usage(format!("`{}` cannot be read: {error}", runs.display()));
    let mut names = list(runs).map_err(unreadable)?;
    names.sort();
    Ok(names.iter().filter_map(|name| one(runs, name).ok()).collect())
}

/// A run, whether or not somebody is at work on it.
pub(crate) fn one(runs: &Path, name: &str) -> Result<Row, Failure> {
    let path = folder(runs, name)?;
    let lock = File::open(path.join(LOCK)).map_err(TryLockError::Error);
    let working =
        matches!(lock.and_then(|lock| lock.try_lock_shared()), Err(TryLockError::WouldBlock));
    let claim = Claim { name: name.to_owned(), path: path.clone(), _lock: None };
    let found = newest(&RunFolder::of(runs, claim));
    let found = found.and_then(|found| found.ok_or_else(|| "nothing was kept".to_owned()));
    let when = found.as_ref().ok().and_then(|found| {
        let file = path.join(format!("checkpoint-{}", found.saved.generation));
        fs::metadata(file).ok()?.modified().ok()
    });
    Ok(Row { name: name.to_owned(), found, when, working })
}
