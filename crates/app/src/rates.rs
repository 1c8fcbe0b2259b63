//! Rates of work from the counters of progress events: "nodes per second".
//!
//! Several workers of a run count each for itself and report on their own threads, and a worker that begins something
//! new begins at 0. So counters are followed by thread, and what they gain is added up by phase and name. A counter
//! that falls has begun anew. What was gained between the last report of the old one and its end is lost: a rate is
//! never too large, and a little too small where the work comes in small pieces.

use std::collections::HashMap;
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use sixfold_solver::Progress;

/// A counter of a phase.
type Name = (&'static str, &'static str);

/// Follows counters.
#[derive(Default)]
pub(crate) struct Rates {
    /// The last value of each worker's counters.
    last: HashMap<(ThreadId, Name), u64>,
    /// What all workers gained since the rate was last told, and when that was.
    gained: HashMap<Name, (Instant, u64)>,
}

impl Rates {
    /// Takes the counters of an event of a worker.
    pub(crate) fn follow(&mut self, worker: ThreadId, progress: &Progress, now: Instant) {
        for &(counter, value) in &progress.counters {
            let name = (progress.phase, counter);
            let before = self.last.insert((worker, name), value);
            let gain = value.checked_sub(before.unwrap_or(value)).unwrap_or(value);
            self.gained.entry(name).or_insert((now, 0)).1 += gain;
        }
    }

    /// The rates of an event's counters per second since they were last told; none of a counter that was met just now.
    pub(crate) fn tell(&mut self, progress: &Progress, now: Instant) -> Vec<(&'static str, u64)> {
        let mut rates = Vec::new();
        for &(counter, _) in &progress.counters {
            let Some((since, gained)) = self.gained.get_mut(&(progress.phase, counter)) else {
                continue;
            };
            let time = now.saturating_duration_since(*since);
            if time > Duration::ZERO {
                rates.push((counter, (*gained as f64 / time.as_secs_f64()) as u64));
                (*since, *gained) = (now, 0);
            }
        }
        rates
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn nodes(nodes: u64) -> Progress {
        Progress::of("search").counted("nodes", nodes)
    }

    #[test]
    fn a_rate_is_what_was_gained_by_the_time() {
        let (mut rates, worker, begun) = (Rates::default(), thread::current().id(), Instant::now());
        let after = |seconds| begun + Duration::from_secs(seconds);
        rates.follow(worker, &nodes(1000), begun);
        assert_eq!(rates.tell(&nodes(1000), begun), []);
        rates.follow(worker, &nodes(1600), after(2));
        assert_eq!(rates.tell(&nodes(1600), after(2)), [("nodes", 300)]);
        // It begins anew.
        rates.follow(worker, &nodes(50), after(3));
        assert_eq!(rates.tell(&nodes(50), after(3)), [("nodes", 50)]);
        // Another phase is another counter.
        rates.follow(worker, &Progress::of("proof").counted("nodes", 7), after(4));
        assert_eq!(rates.tell(&nodes(50), after(4)), [("nodes", 0)]);
    }

    #[test]
    fn workers_are_added_up() {
        let (mut rates, begun) = (Rates::default(), Instant::now());
        let now = begun + Duration::from_secs(1);
        let other = thread::spawn(|| thread::current().id()).join().unwrap();
        for (worker, first) in [(thread::current().id(), 5000), (other, 20)] {
            rates.follow(worker, &nodes(first), begun);
            rates.follow(worker, &nodes(first + 100), now);
        }
        assert_eq!(rates.tell(&nodes(120), now), [("nodes", 200)]);
    }
}
