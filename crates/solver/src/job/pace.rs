//! How often progress is told: engines report as often as they like, and readers want a few lines in a second.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The least time between two reports that are passed on.
const INTERVAL: Duration = Duration::from_millis(100);

/// Lets a report of progress pass if the last one was some time ago.
#[derive(Default, Debug)]
pub struct Pace(Mutex<Option<Duration>>);

impl Pace {
    /// Whether a report of this time is due. If so, the next one has to wait.
    pub fn is_due(&self, elapsed: Duration) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let due = last.is_none_or(|last| elapsed.saturating_sub(last) >= INTERVAL);
        if due {
            *last = Some(elapsed);
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_in_between_are_dropped() {
        let pace = Pace::default();
        let due = [0, 50, 99, 100, 150, 900].map(|at| pace.is_due(Duration::from_millis(at)));
        assert_eq!(due, [true, false, false, true, false, true]);
    }
}
