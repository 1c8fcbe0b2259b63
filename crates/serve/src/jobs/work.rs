//! A job at work, in a thread of its own, from its first event to its file.
//!
//! Invariant: a job ends as a record that is not running, whatever happens. A panic of an engine is an error of its
//! job; a stopped or failed run keeps its checkpoint; a finished one gives it up only after its file was written.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use sixfold_host::Host;
use sixfold_host::machine::WallClock;
use sixfold_host::runs::RunCheckpoint;
use sixfold_solver::job::{JobEvent, JobReport, JobRequest, Pace, Surroundings, run};
use sixfold_solver::{Halt, ListedSolution, Outcome, ProofStatus, Registry, Reply, SessionError};
use sixfold_wire::{EnumerateResult, Failure, Line, ResultData};

use super::files::JobFiles;
use super::record::{Record, State, Status};
use crate::options::Limits;

/// What a job brings back.
type Report = Result<JobReport, SessionError>;

/// A job and all that it needs.
pub(super) struct Work {
    pub(super) registry: Registry,
    pub(super) limits: Limits,
    pub(super) record: Arc<Record>,
    pub(super) job: JobRequest,
    /// Has the proof, until it is kept.
    pub(super) host: Host,
    pub(super) checkpoint: RunCheckpoint,
}

/// A job's file or checkpoint could not be written. Why is not for a browser, since it names files.
pub(super) struct Unstored;

/// The solutions that were kept of a list.
#[derive(Default)]
struct List {
    count: usize,
    bytes: usize,
    /// Whether there was no room for another one.
    full: bool,
}

/// Runs a job to its end.
///
/// # Errors
/// If its file or its checkpoint could not be written.
pub(super) fn perform(work: Work, files: &JobFiles) -> Result<(), Unstored> {
    let record = Arc::clone(&work.record);
    let performed = catch_unwind(AssertUnwindSafe(|| work.perform(files)));
    performed.unwrap_or_else(|panic| {
        let words = format!("it panicked, which is a bug in sixfold: {}", message(&*panic));
        fail(&record, words);
        files.keep(&record).map_err(|_| Unstored)
    })
}

/// Ends a job that could not end by itself.
fn fail(record: &Record, words: String) {
    let seconds = record.elapsed().as_secs_f64();
    record.log.add(&Line::Error(Failure::new(words.clone())), seconds);
    let (words, state) = (Some(words), State::Failed);
    record.set(Status { state, seconds, words, run: None, proof: false });
    record.log.close();
}

impl Work {
    fn perform(mut self, files: &JobFiles) -> Result<(), Unstored> {
        let record = Arc::clone(&self.record);
        record.log.add(&sixfold_service::begun(&record.request), 0.0);
        let list = Mutex::new(List::default());
        let mut report = self.run(&list);
        let proof = self.keep_proof(&mut report);
        let closed = self.checkpoint.close(report.as_ref().map(halt));
        let full = list.into_inner().unwrap_or_else(PoisonError::into_inner).full;
        let words = words(&report, full, closed.kept.is_some());
        let mut lines = sixfold_service::ended(&record.request, &report);
        let file = proof.then(|| format!("{}.lrat", record.id));
        complete(&mut lines, closed.kept.as_deref(), file, full.then_some(&words));
        let seconds = record.elapsed().as_secs_f64();
        lines.iter().for_each(|line| record.log.add(line, seconds));
        let (state, run) = (state(&report), closed.kept);
        record.set(Status { state, seconds, words: Some(words), run, proof });
        record.log.close();
        let kept = files.keep(&record);
        if kept.is_ok() && self.checkpoint.is_open() {
            // A checkpoint that stays is found again by the list of runs.
            let _ = self.checkpoint.discard();
        }
        if kept.is_ok() && closed.problem.is_none() { Ok(()) } else { Err(Unstored) }
    }

    fn run(&self, list: &Mutex<List>) -> Report {
        let pace = Pace::default();
        let listener = |event: JobEvent| match event {
            JobEvent::Listed(listed) => self.take(&listed, list),
            JobEvent::Progress(progress) if !pace.is_due(progress.elapsed) => Reply::More,
            event => {
                if let Some(line) = Line::event(&event) {
                    self.record.log.add(&line, self.record.elapsed().as_secs_f64());
                }
                Reply::More
            }
        };
        let surroundings = Surroundings {
            clock: Box::new(WallClock::start()),
            outside: Box::new(&self.host),
            checkpoint: Box::new(self.checkpoint.for_engine()),
            ceiling: Some(self.limits.ceiling),
        };
        let run = || run(self.registry, &self.job, &surroundings, &self.record.stop, &listener);
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
            let problem = format!("it panicked, which is a bug in sixfold: {}", message(&*panic));
            Err(SessionError::Failed { engine: "job", problem })
        })
    }

    /// Keeps a solution of a list, if there is room.
    fn take(&self, listed: &ListedSolution, list: &Mutex<List>) -> Reply {
        let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = list.bytes + listed.solution.len();
        if list.count >= self.limits.solutions || bytes > self.limits.solution_bytes {
            list.full = true;
            return Reply::Lost;
        }
        (list.count, list.bytes) = (list.count + 1, bytes);
        drop(list);
        let line = Line::from(EnumerateResult::from(listed));
        self.record.log.add(&line, self.record.elapsed().as_secs_f64());
        Reply::More
    }

    /// Moves a checked proof to its place, and tells whether it is there.
    fn keep_proof(&self, report: &mut Report) -> bool {
        match report {
            Ok(JobReport::Solve(report)) if report.proof == ProofStatus::Checked => {
                let kept = self.host.keep_proof();
                if kept.is_err() {
                    report.proof = ProofStatus::Missing("it could not be kept".to_owned());
                }
                kept.is_ok()
            }
            Ok(JobReport::Count(report)) if report.certified() => {
                let kept = self.host.keep_proof();
                if kept.is_err() {
                    report.unproved = Some("it could not be kept".to_owned());
                }
                kept.is_ok()
            }
            _ => false,
        }
    }
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it said nothing")
}

/// Why a run ended early, if it did.
fn halt(report: &JobReport) -> Option<Halt> {
    let stopped = |outcome| (outcome == Outcome::Stopped).then_some(Halt::Interrupted);
    match report {
        JobReport::Solve(report) => report.halt(),
        JobReport::Count(report) => report.halt,
        JobReport::Enumerate(report) => report.halt,
        JobReport::Hint(report) => stopped(report.outcome),
        JobReport::Make(report) => stopped(report.outcome),
    }
}

fn state(report: &Report) -> State {
    match report.as_ref().map(halt) {
        Err(_) => State::Failed,
        Ok(None | Some(Halt::Budget)) => State::Finished,
        Ok(Some(Halt::Time | Halt::Interrupted | Halt::Memory)) => State::Stopped,
    }
}

/// What came of a job, in words.
fn words(report: &Report, full: bool, resumable: bool) -> String {
    match report {
        Ok(JobReport::Enumerate(report)) if full => {
            let more = if resumable { "; resume it for the next ones" } else { "" };
            let limit = "the server keeps no more of one list";
            format!("{} solutions so far: {limit}{more}", report.listed)
        }
        Ok(report) => report.words(),
        Err(error) => error.to_string(),
    }
}

/// Adds to the results what only the server knows.
fn complete(lines: &mut [Line], run: Option<&str>, proof: Option<String>, words: Option<&String>) {
    for line in lines {
        match line {
            Line::Result(ResultData::Solve(result)) => {
                result.run = run.map(str::to_owned);
                result.proof.clone_from(&proof);
            }
            Line::Result(ResultData::Count(result)) => {
                result.run = run.map(str::to_owned);
                result.proof.clone_from(&proof);
            }
            Line::Result(ResultData::EnumerateSummary(result)) => {
                result.run = run.map(str::to_owned);
                if let Some(words) = words {
                    result.words.clone_from(words);
                }
            }
            _ => {}
        }
    }
}
