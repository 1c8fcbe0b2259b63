//! The world as an engine sees it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Tells how long the run has lasted.
pub trait Clock: Sync {
    /// Time since the run began.
    fn elapsed(&self) -> Duration;
}

/// What an engine reports while it works.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Still working: named counters.
    Progress(Vec<(&'static str, u64)>),
    /// A better solution was found, with its objective where the family has one.
    Improved(Option<i128>),
    /// A better bound on the objective was proved.
    Bound(i128),
}

/// Why an engine ended before its natural end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The deadline passed.
    Time,
    /// Somebody asked it to stop.
    Interrupted,
    /// The engine's own budget is used up.
    Budget,
}

/// Everything an engine may ask of the world.
pub struct Run<'a> {
    /// The seed of all randomness.
    pub seed: u64,
    /// How many threads may work.
    pub threads: usize,
    /// The clock.
    pub clock: &'a dyn Clock,
    /// When to stop, if there is a limit.
    pub deadline: Option<Duration>,
    /// Set from outside to ask for a stop.
    pub stop: &'a AtomicBool,
    /// Where events go.
    pub sink: &'a (dyn Fn(&Event) + Sync),
}

impl Run<'_> {
    /// Whether the engine has to end now, and why.
    #[must_use]
    pub fn halted(&self) -> Option<Halt> {
        if self.stop.load(Ordering::Relaxed) {
            Some(Halt::Interrupted)
        } else if self.deadline.is_some_and(|deadline| self.clock.elapsed() >= deadline) {
            Some(Halt::Time)
        } else {
            None
        }
    }

    /// Reports something.
    pub fn emit(&self, event: &Event) {
        (self.sink)(event);
    }
}
