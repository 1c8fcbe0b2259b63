//! The table of all jobs: a bounded number at work, and a bounded number that are over.
//!
//! No lock is held while a job begins, or while anything is read or written that may take long.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use axum::http::StatusCode;
use serde_json::{Value, json};
use sixfold_host::runs::{ResumedRun, remove, reopen};
use sixfold_host::{Host, HostError};
use sixfold_solver::Registry;
use sixfold_solver::job::JobTask;
use sixfold_wire::Request;

use super::admission::{Admitted, admit};
use super::files::JobFiles;
use super::log::Log;
use super::record::Record;
use super::stored_runs::{adopted, checkpoint};
use super::work::{Work, perform};
use crate::options::{Limits, ServeError, ServeOptions};
use crate::reply::Refusal;
use crate::secret::random_word;

/// The most notes about stored jobs.
const MAX_NOTES: usize = 20;

/// All jobs of a server.
pub(crate) struct JobTable {
    registry: Registry,
    limits: Limits,
    runs: Option<PathBuf>,
    files: JobFiles,
    /// The oldest first.
    records: Mutex<Vec<Arc<Record>>>,
    /// What is to be known about stored jobs.
    notes: Mutex<Vec<String>>,
    live: AtomicUsize,
    closing: AtomicBool,
}

/// The right to work, given back when dropped.
struct Slot(Arc<JobTable>);

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.live.fetch_sub(1, Ordering::AcqRel);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl JobTable {
    /// The jobs of earlier servers, and the stored runs that can be resumed.
    ///
    /// # Errors
    /// If the folder for jobs cannot be made.
    pub(crate) fn open(options: &ServeOptions) -> Result<Arc<Self>, ServeError> {
        let (registry, limits) = (options.registry, options.limits);
        let (files, note) = JobFiles::open(options.folder.as_deref())?;
        let (mut records, mut notes) = files.read(&limits);
        notes.extend(note);
        notes.truncate(MAX_NOTES);
        if let Some(runs) = &options.runs {
            let known: Vec<String> =
                records.iter().filter_map(|record| record.status().run).collect();
            let known = |name: &str| known.iter().any(|run| run == name);
            let room = limits.kept.saturating_sub(records.len());
            records.extend(adopted(registry, runs, &limits, known, room)?);
        }
        records.sort_by_key(|record| record.begun);
        let table = Arc::new(Self {
            registry,
            limits,
            runs: options.runs.clone(),
            files,
            records: Mutex::new(records.into_iter().map(Arc::new).collect()),
            notes: Mutex::new(notes),
            live: AtomicUsize::new(0),
            closing: AtomicBool::new(false),
        });
        table.trim();
        Ok(table)
    }

    /// The job with an identifier.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Record>, Refusal> {
        let found = locked(&self.records).iter().find(|record| record.id == id).cloned();
        found.ok_or_else(Refusal::no_job)
    }

    /// All jobs, the newest first, and notes about those that cannot be read.
    pub(crate) fn list(&self) -> Value {
        let records = locked(&self.records).clone();
        let exists = |run: &str| self.run_folder(run).is_some();
        let entries: Vec<_> = records.iter().rev().map(|record| record.entry(exists)).collect();
        json!({ "jobs": entries, "notes": *locked(&self.notes) })
    }

    /// The folder of a stored run, whose name comes from a record.
    fn run_folder(&self, run: &str) -> Option<PathBuf> {
        self.runs.as_ref().map(|runs| runs.join(run)).filter(|folder| folder.is_dir())
    }

    /// Starts a job. Returns its identifier.
    ///
    /// # Errors
    /// If the request cannot be met, or too many jobs are at work.
    pub(crate) fn start(self: &Arc<Self>, request: Request) -> Result<String, Refusal> {
        let admitted = admit(self.registry, &request, &self.limits)?;
        self.begin(request, admitted, None)
    }

    /// Goes on with a job that was stopped, as a new job. Returns its identifier.
    ///
    /// # Errors
    /// If there is nothing to go on with, or too many jobs are at work.
    pub(crate) fn resume(self: &Arc<Self>, id: &str) -> Result<String, Refusal> {
        let conflict = |message: String| Refusal::new(StatusCode::CONFLICT, message);
        let nothing = || conflict("the job has no checkpoint to go on from".to_owned());
        let record = self.find(id)?;
        if record.is_running() {
            return Err(conflict("the job is at work".to_owned()));
        }
        let runs = self.runs.as_deref().ok_or_else(nothing)?;
        let run = record.take_run().ok_or_else(nothing)?;
        let begun = admit(self.registry, &record.request, &self.limits).and_then(|admitted| {
            let resumed = reopen(runs, &run).map_err(|error| conflict(told(&error)))?;
            self.begin(record.request.clone(), admitted, Some(resumed))
        });
        if begun.is_err() {
            record.give_run(run);
        } else {
            self.keep(&record);
        }
        begun
    }

    fn begin(
        self: &Arc<Self>,
        request: Request,
        admitted: Admitted,
        resumed: Option<ResumedRun>,
    ) -> Result<String, Refusal> {
        let slot = self.slot()?;
        let id = random_word(8).map_err(|_| Refusal::bug())?;
        let runs = self.runs.as_deref();
        let checkpoint = checkpoint(self.registry, runs, &self.limits, &admitted, resumed)
            .map_err(|error| Refusal::new(StatusCode::CONFLICT, told(&error)))?;
        let job = admitted.job;
        let proves = matches!(&job.task, JobTask::Solve(question) | JobTask::Count(question, _) if question.prove);
        let host = self.host(proves.then(|| self.files.proof(&id)).as_deref())?;
        let (title, log) = (sixfold_service::title(&request), Log::new(&self.limits));
        let record = Arc::new(Record::begin(id.clone(), request, title, log));
        let (registry, limits) = (self.registry, self.limits);
        let work = Work { registry, limits, record: Arc::clone(&record), job, host, checkpoint };
        locked(&self.records).push(Arc::clone(&record));
        let thread = Builder::new().name("job".to_owned()).spawn(move || {
            let table = Arc::clone(&slot.0);
            let id = work.record.id.clone();
            if perform(work, &table.files).is_err() {
                table.note("a job or its state could not be stored".to_owned());
            }
            if table.find(&id).is_err() {
                // It was forgotten between its end and its file.
                table.files.forget(&id);
            }
            drop(slot);
            table.trim();
        });
        if thread.is_err() {
            locked(&self.records).retain(|other| !Arc::ptr_eq(other, &record));
            return Err(busy("no thread can be started; stop a job and try again"));
        }
        Ok(id)
    }

    /// What a job sees of this computer, with a place for its proof.
    fn host(&self, proof: Option<&Path>) -> Result<Host, Refusal> {
        let host = Host::new(proof.and_then(Path::to_str));
        host.map_err(|_| busy("there is no room for the files of a job"))
    }

    fn slot(self: &Arc<Self>) -> Result<Slot, Refusal> {
        if self.closing.load(Ordering::Acquire) {
            return Err(busy("the server is about to stop"));
        }
        let more = |live: usize| (live < self.limits.live).then_some(live + 1);
        let taken = self.live.fetch_update(Ordering::AcqRel, Ordering::Acquire, more);
        taken.map(|_| Slot(Arc::clone(self))).map_err(|live| {
            let message = format!("{live} jobs are at work, which is the limit");
            Refusal::new(StatusCode::TOO_MANY_REQUESTS, message)
                .help("stop one, or wait for its end")
        })
    }

    /// Forgets a job that is over: its events, its proof and its checkpoint.
    ///
    /// # Errors
    /// If it is at work, or there is none.
    pub(crate) fn forget(&self, id: &str) -> Result<(), Refusal> {
        let record = self.find(id)?;
        if record.is_running() {
            let refusal = Refusal::new(StatusCode::CONFLICT, "the job is at work");
            return Err(refusal.help("stop it first"));
        }
        locked(&self.records).retain(|other| !Arc::ptr_eq(other, &record));
        self.files.forget(id);
        if let (Some(runs), Some(run)) = (&self.runs, record.take_run()) {
            // If another process works on it, it is that one's.
            let _ = remove(runs, &run);
        }
        Ok(())
    }

    /// The proof of a job, if it has one.
    pub(crate) fn proof(&self, id: &str) -> Result<Option<PathBuf>, Refusal> {
        let record = self.find(id)?;
        Ok(record.status().proof.then(|| self.files.proof(&record.id)))
    }

    /// Asks all jobs to stop, and begins no more.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Release);
        locked(&self.records).iter().for_each(|record| record.stop());
    }

    /// How many jobs are at work.
    pub(crate) fn live(&self) -> usize {
        self.live.load(Ordering::Acquire)
    }

    fn keep(&self, record: &Record) {
        if self.files.keep(record).is_err() {
            self.note("a job or its state could not be stored".to_owned());
        }
    }

    fn note(&self, note: String) {
        let mut notes = locked(&self.notes);
        if notes.len() < MAX_NOTES && !notes.contains(&note) {
            notes.push(note);
        }
    }

    /// Forgets the oldest jobs that are over, if there are too many. Their checkpoints stay for the command line.
    fn trim(&self) {
        let mut records = locked(&self.records);
        let mut over: Vec<Arc<Record>> = Vec::new();
        let mut kept = (0, 0);
        // The newest are counted first.
        for record in records.iter().rev().filter(|record| !record.is_running()) {
            kept = (kept.0 + 1, kept.1 + record.log.size().1);
            if kept.0 > self.limits.kept || kept.1 > self.limits.kept_bytes {
                over.push(Arc::clone(record));
            }
        }
        records.retain(|record| !over.iter().any(|other| Arc::ptr_eq(other, record)));
        drop(records);
        over.iter().for_each(|record| self.files.forget(&record.id));
    }
}

/// Why a stored run cannot be resumed, without names of files.
fn told(error: &HostError) -> String {
    match error {
        HostError::NoRun(_) => "its checkpoint is no longer there".to_owned(),
        HostError::RunInUse(_) => "another process works on this run".to_owned(),
        HostError::RunDamaged { problem, .. } | HostError::RunRefused { problem, .. } => {
            format!("the run cannot be resumed: {problem}")
        }
        _ => "the run cannot be resumed".to_owned(),
    }
}

fn busy(message: &str) -> Refusal {
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message)
}
