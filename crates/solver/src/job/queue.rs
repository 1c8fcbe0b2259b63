//! The bounded queue between a job and its listener.
//!
//! Of incumbents, bounds and progress only the newest waits: a slow or absent listener never stalls a worker and never
//! makes the queue grow. Solutions of a list are different, since none may be lost: there the list waits for room,
//! until the listener takes one, the job is stopped, or its handle is dropped.
//!
//! Events are taken in the order in which they came. The lock is held only to move an event in or out.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::event::JobEvent;
use crate::run::Stop;
use crate::session::Reply;

/// How many solutions of a list may wait.
const LISTED: usize = 64;
/// How often a list that waits for room looks whether it is to stop.
const POLL: Duration = Duration::from_millis(20);

/// What a listener finds.
#[derive(PartialEq, Debug)]
pub(super) enum Taken {
    /// The next event.
    Event(JobEvent),
    /// Nothing came in time.
    Nothing,
    /// The last event was taken before.
    Over,
}

#[derive(Default)]
pub(super) struct EventQueue {
    events: Mutex<Events>,
    news: Condvar,
    room: Condvar,
}

#[derive(Default)]
struct Events {
    waiting: VecDeque<JobEvent>,
    finished: bool,
}

impl EventQueue {
    fn events(&self) -> MutexGuard<'_, Events> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an event; of one kind only the newest waits, but for the solutions of a list.
    pub(super) fn put(&self, event: JobEvent) {
        let mut events = self.events();
        if events.finished {
            return;
        }
        events.finished = matches!(event, JobEvent::Finished { .. });
        if !matches!(event, JobEvent::Listed(_)) {
            let kind = std::mem::discriminant(&event);
            events.waiting.retain(|other| std::mem::discriminant(other) != kind);
        }
        events.waiting.push_back(event);
        drop(events);
        self.news.notify_all();
    }

    /// Adds a solution of a list once there is room, unless the job is to stop.
    pub(super) fn put_listed(&self, event: JobEvent, stop: &dyn Stop) -> Reply {
        let mut events = self.events();
        while events.waiting.len() >= LISTED {
            if stop.requested() {
                return Reply::Lost;
            }
            let waited = self.room.wait_timeout(events, POLL);
            events = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(events);
        self.put(event);
        Reply::More
    }

    /// Takes the next event; waits for it so long, or without end.
    pub(super) fn take(&self, wait: Option<Duration>) -> Taken {
        let mut events = self.events();
        let idle = |events: &mut Events| events.waiting.is_empty() && !events.finished;
        events = match wait {
            None => self.news.wait_while(events, idle).unwrap_or_else(PoisonError::into_inner),
            Some(wait) => {
                let waited = self.news.wait_timeout_while(events, wait, idle);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        };
        let taken = match events.waiting.pop_front() {
            Some(event) => Taken::Event(event),
            None if events.finished => Taken::Over,
            None => Taken::Nothing,
        };
        drop(events);
        self.room.notify_all();
        taken
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;
    use crate::session::ListedSolution;

    fn listed(number: u64) -> JobEvent {
        JobEvent::Listed(ListedSolution { number, solution: String::new(), objective: None })
    }

    #[test]
    fn only_the_newest_of_a_kind_waits_and_the_order_stays() {
        let queue = EventQueue::default();
        queue.put(JobEvent::Started { family: "magic", engine: None });
        for bound in 0..1000 {
            queue.put(JobEvent::Bound(bound));
            let solution = bound.to_string();
            queue.put(JobEvent::Incumbent { objective: Some(bound), solution });
        }
        queue.put(JobEvent::Finished { words: String::new() });
        queue.put(JobEvent::Bound(1000));
        let mut taken = Vec::new();
        while let Taken::Event(event) = queue.take(None) {
            taken.push(event);
        }
        assert_eq!(taken.len(), 4);
        assert!(matches!(taken[0], JobEvent::Started { .. }));
        assert_eq!(taken[1], JobEvent::Bound(999));
        assert!(matches!(taken[2], JobEvent::Incumbent { objective: Some(999), .. }));
        assert!(matches!(taken[3], JobEvent::Finished { .. }));
        assert_eq!(queue.take(None), Taken::Over);
    }

    #[test]
    fn a_list_waits_for_its_listener_and_loses_nothing() {
        let (queue, stop) = (EventQueue::default(), AtomicBool::new(false));
        thread::scope(|scope| {
            scope.spawn(|| {
                assert!(
                    (1..=1000).all(|number| queue.put_listed(listed(number), &stop) == Reply::More)
                )
            });
            for number in 1..=1000 {
                assert_eq!(queue.take(None), Taken::Event(listed(number)));
            }
        });
        assert_eq!(queue.take(Some(Duration::ZERO)), Taken::Nothing);
    }

    #[test]
    fn a_list_without_a_listener_ends_with_a_stop() {
        let (queue, stop) = (EventQueue::default(), AtomicBool::new(false));
        thread::scope(|scope| {
            let list = scope.spawn(|| {
                (1..).find(|&number| queue.put_listed(listed(number), &stop) == Reply::Lost)
            });
            while queue.events().waiting.len() < LISTED {
                thread::yield_now();
            }
            stop.store(true, Ordering::Relaxed);
            assert_eq!(list.join().unwrap(), Some(LISTED as u64 + 1));
        });
    }
}
