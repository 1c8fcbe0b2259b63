//! Work of a second or less: answers and pictures, computed beside the threads of the network.
//!
//! Such work cannot be interrupted. So the number at work is limited by a semaphore whose permit the work itself holds:
//! a client that goes away, or is told that it took too long, does not make room for more.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::options::Limits;
use crate::reply::Refusal;

/// The threads for short work.
pub(crate) struct Asks {
    /// Those who wait and those who work.
    admitted: Arc<Semaphore>,
    working: Arc<Semaphore>,
    /// Those who send large bodies.
    large: Arc<Semaphore>,
}

impl Asks {
    pub(crate) fn new(limits: &Limits) -> Self {
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Self {
            admitted: semaphore(limits.asks + limits.waiting),
            working: semaphore(limits.asks),
            large: semaphore(1),
        }
    }

    /// Computes something in a thread beside the network, within a time.
    ///
    /// # Errors
    /// If too many wait, it takes too long, or it panics.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned().map_err(|_| busy())?;
        let working = timeout(time, Arc::clone(&self.working).acquire_owned()).await;
        let working = working.map_err(|_| busy())?.map_err(|_| Refusal::bug())?;
        let task = spawn_blocking(move || {
            let _permits = (admitted, working);
            work()
        });
        match timeout(time, task).await {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(_)) => Err(Refusal::bug()),
            Err(_) => {
                let message =
                    format!("the answer takes longer than the limit of {} s", time.as_secs());
                Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message))
            }
        }
    }

    /// The right to send a large body. Only one client has it.
    ///
    /// # Errors
    /// If another client has it.
    pub(crate) fn large(&self) -> Result<impl Drop + use<>, Refusal> {
        Arc::clone(&self.large).try_acquire_owned().map_err(|_| {
            let message = "another large request is at work; try again later";
            Refusal::new(StatusCode::TOO_MANY_REQUESTS, message)
        })
    }
}

fn busy() -> Refusal {
    let message = "the server is busy with other requests; try again later";
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message)
}
