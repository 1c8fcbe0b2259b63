//! A job with a thread of its own, and the handle that owns it.
//!
//! Invariant: no thread outlives its handle. Dropping a handle asks the job to stop and waits for it, which takes as
//! long as the engine needs to look up from its work: a fraction of a second.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use super::event::JobEvent;
use super::queue::{EventQueue, Taken};
use super::request::{JobReport, JobRequest, Surroundings};
use super::run::run;
use crate::registry::Registry;
use crate::session::{Reply, SessionError};

/// What became of a job.
type Outcome = Result<JobReport, SessionError>;

/// What the handle and the thread share.
#[derive(Default)]
struct Shared {
    queue: EventQueue,
    stop: AtomicBool,
}

/// A job at work. Dropping it stops it.
pub struct Job {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<Outcome>>,
    /// Why there is no thread, if there is none.
    refused: Option<SessionError>,
}

/// Starts a job in a thread of its own. It never fails: what is wrong with the request is what the job brings back.
///
/// ```
/// use sixfold_solver::job::{JobEvent, JobReport, JobRequest, Surroundings, start};
/// use sixfold_solver::REGISTRY;
///
/// let board = "hexiom 2\n . .\n1 . 1\n . .\n";
/// let job = start(REGISTRY, JobRequest::solve(board), Surroundings::default());
/// let found = job.events().find_map(|event| match event {
///     JobEvent::Incumbent { solution, .. } => Some(solution),
///     _ => None,
/// });
/// let Ok(JobReport::Solve(report)) = job.join() else { panic!("it is a board") };
/// assert_eq!(report.solution(), found.as_deref());
/// ```
#[must_use]
pub fn start(registry: Registry, request: JobRequest, surroundings: Surroundings<'static>) -> Job {
    let shared = Arc::new(Shared::default());
    let own = Arc::clone(&shared);
    let work = move || work(registry, &request, &surroundings, &own);
    let (thread, refused) = match Builder::new().name("job".to_owned()).spawn(work) {
        Ok(thread) => (Some(thread), None),
        Err(error) => {
            let problem = format!("no thread can be started: {error}");
            shared.queue.put(JobEvent::Finished { words: problem.clone() });
            (None, Some(SessionError::Failed { engine: "job", problem }))
        }
    };
    Job { shared, thread, refused }
}

/// Runs the job; a panic is a bug, and becomes an error of this job alone.
fn work(
    registry: Registry,
    request: &JobRequest,
    surroundings: &Surroundings<'_>,
    shared: &Shared,
) -> Outcome {
    let listener = |event: JobEvent| match event {
        JobEvent::Listed(_) => shared.queue.put_listed(event, &shared.stop),
        event => {
            shared.queue.put(event);
            Reply::More
        }
    };
    let run = || run(registry, request, surroundings, &shared.stop, &listener);
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let problem = format!("it panicked, which is a bug in sixfold: {}", message(&*panic));
        shared.queue.put(JobEvent::Finished { words: problem.clone() });
        Err(SessionError::Failed { engine: "job", problem })
    })
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it said nothing")
}

impl Job {
    /// The events as they come, until the job is over. Each event is seen by one listener.
    pub fn events(&self) -> impl Iterator<Item = JobEvent> + '_ {
        std::iter::from_fn(|| match self.shared.queue.take(None) {
            Taken::Event(event) => Some(event),
            Taken::Nothing | Taken::Over => None,
        })
    }

    /// The next event, if one comes in time. After the last one, which is [`JobEvent::Finished`], there is none.
    #[must_use]
    pub fn next_event(&self, wait: Duration) -> Option<JobEvent> {
        match self.shared.queue.take(Some(wait)) {
            Taken::Event(event) => Some(event),
            Taken::Nothing | Taken::Over => None,
        }
    }

    /// Asks the job to stop. It ends soon with the best that it has.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the job is over.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the end and returns what the job brought back. A list without a listener ends only by
    /// [`stop`](Self::stop): take its events first.
    ///
    /// # Errors
    /// If the request was wrong, or an engine's answer was.
    pub fn join(mut self) -> Outcome {
        match (self.thread.take(), self.refused.take()) {
            (Some(thread), _) => thread.join().unwrap_or_else(|_| Err(lost())),
            (None, refused) => Err(refused.unwrap_or_else(lost)),
        }
    }
}

fn lost() -> SessionError {
    SessionError::Failed { engine: "job", problem: "its thread was lost".to_owned() }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            // A panic was turned into an error before.
            let _ = thread.join();
        }
    }
}
