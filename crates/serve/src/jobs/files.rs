//! Jobs that are over, as files: `ID.job` with its head and its events, a line each, and `ID.lrat` with its proof.
//!
//! Every file is written beside its place and renamed, so a crash leaves whole files. A file that cannot be read all
//! the same is left alone, and the list of jobs says so. Only one server uses a folder: it holds a lock.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use sixfold_host::{AtomicFile, FileLock, HostError, create_folder};
use sixfold_wire::Request;
use tempfile::TempDir;

use super::log::Log;
use super::record::{Record, State, Status};
use crate::options::Limits;

/// The version of the files.
const FORMAT: u32 = 1;
/// The largest file that is read; those of the default limits are smaller.
const MAX_FILE: u64 = 64 << 20;

/// The folder of the jobs that are over.
pub(super) struct JobFiles {
    path: PathBuf,
    /// Held while the server runs.
    _lock: Option<FileLock>,
    /// Removed with the server, if nothing is to be kept.
    _temporary: Option<TempDir>,
}

/// The first line of a file.
#[derive(Serialize, Deserialize)]
struct Head {
    format: u32,
    job: String,
    state: State,
    begun: u64,
    seconds: f64,
    title: String,
    words: Option<String>,
    run: Option<String>,
    proof: bool,
    events: usize,
    request: Request,
}

/// The part of an event that is looked at.
#[derive(Deserialize)]
struct Numbered {
    number: u64,
    #[serde(rename = "at")]
    _at: f64,
    #[serde(rename = "line")]
    _line: IgnoredAny,
}

impl JobFiles {
    /// Opens a folder, or a temporary one if there is none. Tells, if another server has the folder.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub(super) fn open(folder: Option<&Path>) -> Result<(Self, Option<String>), HostError> {
        let Some(folder) = folder else { return Ok((Self::temporary()?, None)) };
        create_folder(folder)?;
        let path = folder.to_owned();
        let unwritable = |error| HostError::Unwritable { path: path.join("lock"), error };
        let lock = File::create(folder.join("lock")).map_err(unwritable)?;
        match FileLock::take(lock) {
            Ok(lock) => Ok((Self { path, _lock: Some(lock), _temporary: None }, None)),
            Err(_) => {
                let note = "another server keeps its jobs; those of this one end with it";
                Ok((Self::temporary()?, Some(note.to_owned())))
            }
        }
    }

    fn temporary() -> Result<Self, HostError> {
        let folder = tempfile::tempdir().map_err(HostError::NoTemporaryFolder)?;
        Ok(Self { path: folder.path().to_owned(), _lock: None, _temporary: Some(folder) })
    }

    fn file(&self, id: &str) -> PathBuf {
        self.path.join(format!("{id}.job"))
    }

    /// The place of a job's proof.
    pub(super) fn proof(&self, id: &str) -> PathBuf {
        self.path.join(format!("{id}.lrat"))
    }

    /// Keeps a job that is over.
    ///
    /// # Errors
    /// If its file cannot be written.
    pub(super) fn keep(&self, record: &Record) -> Result<(), HostError> {
        let Status { state, seconds, words, run, proof } = record.status();
        let (events, lines) = record.log.lines();
        let (job, title) = (record.id.clone(), record.title.clone());
        let (begun, request) = (record.begun, record.request.clone());
        let head = Head {
            format: FORMAT,
            job,
            state,
            begun,
            seconds,
            title,
            words,
            run,
            proof,
            events,
            request,
        };
        let path = self.file(&record.id);
        let head = serde_json::to_string(&head)
            .map_err(|error| HostError::Unwritable { path: path.clone(), error: error.into() })?;
        AtomicFile::open(path)?.finish(format!("{head}\n{lines}").as_bytes())
    }

    /// Removes a job and its proof.
    pub(super) fn forget(&self, id: &str) {
        // What is not there need not be removed, and nothing can be done about the rest.
        let _ = fs::remove_file(self.file(id));
        let _ = fs::remove_file(self.proof(id));
    }

    /// Reads all jobs, the oldest first, with a note for each file that is damaged. Proofs without a job are removed.
    pub(super) fn read(&self, limits: &Limits) -> (Vec<Record>, Vec<String>) {
        let (mut records, mut notes) = (Vec::new(), Vec::new());
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let names: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        for id in names.iter().filter_map(|name| name.strip_suffix(".job")) {
            match self.read_job(id, limits) {
                Ok(record) => records.push(record),
                Err(problem) => notes.push(format!("the stored job {id} is damaged: {problem}")),
            }
        }
        // What a server that was killed has left unfinished. No other one uses this folder now.
        for name in names.iter().filter(|name| name.starts_with('.')) {
            let path = self.path.join(name);
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
        for id in names.iter().filter_map(|name| name.strip_suffix(".lrat")) {
            if !names.iter().any(|name| name.strip_suffix(".job") == Some(id)) {
                let _ = fs::remove_file(self.proof(id));
            }
        }
        records.sort_by_key(|record| record.begun);
        notes.sort();
        (records, notes)
    }

    fn read_job(&self, id: &str, limits: &Limits) -> Result<Record, String> {
        let path = self.file(id);
        let kind = |error: std::io::Error| match error.kind() {
            ErrorKind::InvalidData => "it is not text".to_owned(),
            kind => kind.to_string(),
        };
        if fs::metadata(&path).map_err(kind)?.len() > MAX_FILE {
            return Err("it is too large".to_owned());
        }
        let text = fs::read_to_string(&path).map_err(kind)?;
        let mut lines = text.lines();
        let head: Head = serde_json::from_str(lines.next().unwrap_or_default())
            .map_err(|error| format!("its head cannot be read: {error}"))?;
        if head.format != FORMAT || head.job != id {
            return Err("it is of another job or version".to_owned());
        }
        let mut events: Vec<(u64, String)> = Vec::new();
        for line in lines {
            let numbered: Result<Numbered, _> = serde_json::from_str(line);
            let numbered = numbered.map_err(|error| format!("an event cannot be read: {error}"))?;
            if events.last().is_some_and(|last| last.0 >= numbered.number) {
                return Err("its events are out of order".to_owned());
            }
            events.push((numbered.number, line.to_owned()));
        }
        if events.len() != head.events {
            return Err(format!("it has {} events; expected {}", events.len(), head.events));
        }
        let Head { state, seconds, words, run, proof, .. } = head;
        let status =
            Status { state, seconds, words, run, proof: proof && self.proof(id).is_file() };
        let log = Log::closed(limits, events);
        Ok(Record::new(head.job, head.begun, head.request, head.title, log, status))
    }
}

#[cfg(test)]
mod tests {
    use sixfold_wire::{End, Line};

    use super::*;

    fn record(id: &str) -> Record {
        let request = serde_json::from_str(r#"{"verb":"solve","text":"magic 1\n?\n"}"#).unwrap();
        let log = Log::new(&Limits::default());
        log.add(&Line::End(End { exit: 0 }), 1.5);
        log.close();
        let record = Record::begin(id.to_owned(), request, "a title".to_owned(), log);
        let words = Some("solved".to_owned());
        let state = State::Finished;
        record.set(Status { state, seconds: 1.5, words, run: None, proof: true });
        record
    }

    #[test]
    fn a_job_is_read_as_it_was_kept_and_forgotten_with_its_proof() {
        let folder = tempfile::tempdir().unwrap();
        let (files, note) = JobFiles::open(Some(folder.path())).unwrap();
        assert_eq!(note, None);
        let kept = record("a1");
        fs::write(files.proof("a1"), "proof").unwrap();
        fs::write(files.proof("b2"), "of no job").unwrap();
        fs::create_dir(folder.path().join(".proof123")).unwrap();
        fs::write(folder.path().join(".proof123/proof.lrat"), "unfinished").unwrap();
        files.keep(&kept).unwrap();
        let (read, notes) = files.read(&Limits::default());
        assert_eq!((read.len(), notes.len()), (1, 0));
        assert_eq!(read[0].status(), kept.status());
        assert_eq!((&read[0].request, read[0].log.lines()), (&kept.request, kept.log.lines()));
        assert!(!files.proof("b2").exists() && !folder.path().join(".proof123").exists());
        files.forget("a1");
        assert!(files.read(&Limits::default()).0.is_empty() && !files.proof("a1").exists());
        // A second server has a folder of its own.
        let (other, note) = JobFiles::open(Some(folder.path())).unwrap();
        assert!(note.is_some() && other.path != files.path);
    }

    #[test]
    fn damaged_files_are_told_and_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let (files, _) = JobFiles::open(Some(folder.path())).unwrap();
        files.keep(&record("a1")).unwrap();
        let whole = fs::read(files.file("a1")).unwrap();
        for length in 0..whole.len() - 1 {
            fs::write(files.file("a1"), &whole[..length]).unwrap();
            let (read, notes) = files.read(&Limits::default());
            assert_eq!((read.len(), notes.len()), (0, 1), "{length}");
        }
        for (name, content) in [("b2", &b"\xff\xff"[..]), ("c3", b"{}"), ("d4", &whole)] {
            fs::write(files.file(name), content).unwrap();
        }
        fs::write(files.file("a1"), &whole).unwrap();
        let (read, notes) = files.read(&Limits::default());
        assert_eq!((read.len(), notes.len()), (1, 3), "{notes:?}");
    }
}
