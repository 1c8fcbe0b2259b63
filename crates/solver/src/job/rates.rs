//! Rates of work from the counters of progress events: "nodes per second".
//!
//! Several workers of a run count each for itself and report on their own threads, and a worker that begins something
//! new begins at 0. So counters are followed by thread, and what they gain is added up by phase and name. A counter
//! that falls has begun anew. What was gained between the last report of the old one and its end is lost: a rate is
//! never too large, and a little too small where the work comes in small pieces.

use std::collections::HashMap;
use std::thread::ThreadId;
use std::time::Duration;

use super::event::Rate;
use crate::run::Progress;

/// A counter of a phase.
type Name = (&'static str, &'static str);

/// The least time over which a rate is told.
const INTERVAL: Duration = Duration::from_millis(100);

/// Follows counters.
#[derive(Default)]
pub(super) struct Rates {
    /// The last value of each worker's counters.
    last: HashMap<(ThreadId, Name), u64>,
    /// What all workers gained, since when, and the last rate that was told.
    gained: HashMap<Name, Gain>,
}

/// What was gained since a time.
struct Gain {
    since: Duration,
    gained: u64,
    rate: Option<f64>,
}

impl Rates {
    /// Takes the counters of an event of a worker.
    pub(super) fn follow(&mut self, worker: ThreadId, progress: &Progress, now: Duration) {
        for &(counter, value) in &progress.counters {
            let name = (progress.phase, counter);
            let before = self.last.insert((worker, name), value);
            let gain = value.checked_sub(before.unwrap_or(value)).unwrap_or(value);
            let new = Gain { since: now, gained: 0, rate: None };
            self.gained.entry(name).or_insert(new).gained += gain;
        }
    }

    /// The rates of an event's counters; none of a counter that was met just now.
    pub(super) fn tell(&mut self, progress: &Progress, now: Duration) -> Vec<Rate> {
        let mut rates = Vec::new();
        for &(unit, _) in &progress.counters {
            let Some(gain) = self.gained.get_mut(&(progress.phase, unit)) else { continue };
            let time = now.saturating_sub(gain.since);
            if time >= INTERVAL {
                let rate = Some(gain.gained as f64 / time.as_secs_f64());
                *gain = Gain { since: now, gained: 0, rate };
            }
            rates.extend(gain.rate.map(|per_second| Rate { unit, per_second }));
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

    fn told(rates: &[Rate]) -> Vec<f64> {
        rates.iter().map(|rate| rate.per_second).collect()
    }

    #[test]
    fn a_rate_is_what_was_gained_by_the_time() {
        let (mut rates, worker) = (Rates::default(), thread::current().id());
        let after = Duration::from_secs;
        rates.follow(worker, &nodes(1000), after(0));
        assert_eq!(rates.tell(&nodes(1000), after(0)), []);
        rates.follow(worker, &nodes(1600), after(2));
        assert_eq!(told(&rates.tell(&nodes(1600), after(2))), [300.0]);
        // Shortly afterwards the last rate still holds.
        assert_eq!(told(&rates.tell(&nodes(1600), after(2))), [300.0]);
        // It begins anew.
        rates.follow(worker, &nodes(50), after(3));
        assert_eq!(told(&rates.tell(&nodes(50), after(3))), [50.0]);
        // Another phase is another counter.
        rates.follow(worker, &Progress::of("proof").counted("nodes", 7), after(4));
        assert_eq!(told(&rates.tell(&nodes(50), after(4))), [0.0]);
    }

    #[test]
    fn workers_are_added_up() {
        let (mut rates, second) = (Rates::default(), Duration::from_secs(1));
        let other = thread::spawn(|| thread::current().id()).join().unwrap();
        for (worker, first) in [(thread::current().id(), 5000), (other, 20)] {
            rates.follow(worker, &nodes(first), Duration::ZERO);
            rates.follow(worker, &nodes(first + 100), second);
        }
        assert_eq!(told(&rates.tell(&nodes(120), second)), [200.0]);
    }
}
