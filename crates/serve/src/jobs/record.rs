//! A job as the table has it: what was asked, what it told, how it stands.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use sixfold_wire::Request;

use super::log::Log;

/// How a job stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum State {
    /// It works.
    Running,
    /// It came to its natural end.
    Finished,
    /// It was stopped, or a limit was reached.
    Stopped,
    /// The request was wrong, or an engine failed.
    Failed,
}

/// What changes in the life of a job.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Status {
    pub(crate) state: State,
    /// How long it worked, once it is over.
    pub(crate) seconds: f64,
    /// What came of it, once it is over.
    pub(crate) words: Option<String>,
    /// The stored run that can be resumed.
    pub(crate) run: Option<String>,
    /// Whether a checked proof is kept.
    pub(crate) proof: bool,
}

/// A job.
#[derive(Debug)]
pub(crate) struct Record {
    /// Its identifier, made up by the server.
    pub(crate) id: String,
    /// When it began, in milliseconds since 1970.
    pub(crate) begun: u64,
    /// The same, for measuring.
    started: Instant,
    pub(crate) request: Request,
    pub(crate) title: String,
    pub(crate) log: Log,
    /// Set to make it stop.
    pub(crate) stop: AtomicBool,
    status: Mutex<Status>,
}

/// A job as the page sees it.
#[derive(Serialize)]
pub(crate) struct Entry<'a> {
    job: &'a str,
    state: State,
    resumable: bool,
    begun: u64,
    seconds: f64,
    request: &'a Request,
    title: &'a str,
    words: Option<String>,
    events: u64,
    proof: bool,
}

impl Record {
    /// A job that begins now.
    pub(crate) fn begin(id: String, request: Request, title: String, log: Log) -> Self {
        let status =
            Status { state: State::Running, seconds: 0.0, words: None, run: None, proof: false };
        Self::new(id, milliseconds(SystemTime::now()), request, title, log, status)
    }

    /// A job of the past, or one that begins.
    pub(crate) fn new(
        id: String,
        begun: u64,
        request: Request,
        title: String,
        log: Log,
        status: Status,
    ) -> Self {
        let (started, stop) = (Instant::now(), AtomicBool::new(false));
        Self { id, begun, started, request, title, log, stop, status: Mutex::new(status) }
    }

    fn locked(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How it stands now.
    pub(crate) fn status(&self) -> Status {
        self.locked().clone()
    }

    /// Changes how it stands.
    pub(crate) fn set(&self, status: Status) {
        *self.locked() = status;
    }

    /// Takes away the stored run, so that only one job goes on with it.
    pub(crate) fn take_run(&self) -> Option<String> {
        self.locked().run.take()
    }

    /// Gives a stored run back.
    pub(crate) fn give_run(&self, run: String) {
        self.locked().run = Some(run);
    }

    /// Whether it works.
    pub(crate) fn is_running(&self) -> bool {
        self.locked().state == State::Running
    }

    /// How long it has worked.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Asks it to stop. It ends soon with the best that it has.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The job as the page sees it; `exists` tells whether a stored run is still there.
    pub(crate) fn entry(&self, exists: impl Fn(&str) -> bool) -> Entry<'_> {
        let Status { state, seconds, words, run, proof } = self.status();
        let running = state == State::Running;
        Entry {
            job: &self.id,
            state,
            resumable: !running && run.is_some_and(|run| exists(&run)),
            begun: self.begun,
            seconds: if running { self.elapsed().as_secs_f64() } else { seconds },
            request: &self.request,
            title: &self.title,
            words,
            events: self.log.size().0,
            proof,
        }
    }
}

/// A time in milliseconds since 1970.
pub(crate) fn milliseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
