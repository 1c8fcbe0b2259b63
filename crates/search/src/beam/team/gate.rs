//! Lets helpers wait for a leader, and the leader for all of them.
//!
//! The leader opens a phase and works in it like the helpers; then it gathers them, and while it decides
//! what comes next the helpers wait. A waiting thread looks a few times before it sleeps, for most waits are
//! shorter than the system takes to wake a thread.
//!
//! Invariant: no thread waits for one that has panicked.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Looks before a thread sleeps.
const LOOKS: usize = 1 << 8;

/// Where phases begin and end.
#[derive(Debug)]
pub(super) struct Gate {
    helpers: usize,
    /// The number of phases that were opened.
    phases: AtomicUsize,
    arrived: AtomicUsize,
    /// Whether no phase follows, and whether a thread has panicked.
    ended: AtomicBool,
    broken: AtomicBool,
    lock: Mutex<()>,
    opened: Condvar,
    gathered: Condvar,
}

impl Gate {
    pub(super) fn new(helpers: usize) -> Self {
        Self {
            helpers,
            phases: AtomicUsize::new(0),
            arrived: AtomicUsize::new(0),
            ended: AtomicBool::new(false),
            broken: AtomicBool::new(false),
            lock: Mutex::new(()),
            opened: Condvar::new(),
            gathered: Condvar::new(),
        }
    }

    /// Opens the next phase.
    pub(super) fn open(&self) {
        self.arrived.store(0, Ordering::Relaxed);
        let held = self.held();
        self.phases.fetch_add(1, Ordering::Release);
        drop(held);
        self.opened.notify_all();
    }

    /// Waits until all helpers have done their part of the phase.
    ///
    /// # Panics
    /// If one of them did.
    pub(super) fn gather(&self) {
        self.until(&self.gathered, || {
            self.arrived.load(Ordering::Acquire) == self.helpers || self.is_broken()
        });
        assert!(!self.is_broken(), "a helper has panicked");
    }

    /// Ends the work of all helpers.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Release);
        drop(self.held());
        self.opened.notify_all();
    }

    /// Does the work of a helper in every phase until the end.
    pub(super) fn help(&self, mut work: impl FnMut()) {
        let mut watchman = Watchman { gate: self, ended: false };
        for phase in 1.. {
            let is_over = || self.ended.load(Ordering::Acquire);
            let is_open = || self.phases.load(Ordering::Acquire) >= phase;
            self.until(&self.opened, || is_open() || is_over());
            if is_over() {
                break;
            }
            work();
            if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.helpers {
                drop(self.held());
                self.gathered.notify_one();
            }
        }
        watchman.ended = true;
    }

    fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Acquire)
    }

    fn held(&self) -> MutexGuard<'_, ()> {
        self.lock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn until(&self, told: &Condvar, done: impl Fn() -> bool) {
        for _ in 0..LOOKS {
            if done() {
                return;
            }
            spin_loop();
        }
        let mut held = self.held();
        while !done() {
            held = told.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Tells the leader of a helper that panics: its work ends before its end.
struct Watchman<'a> {
    gate: &'a Gate,
    ended: bool,
}

impl Drop for Watchman<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.gate.broken.store(true, Ordering::Release);
            drop(self.gate.held());
            self.gate.gathered.notify_one();
        }
    }
}

/// Ends the work of the helpers when the leader is done, however that comes.
pub(super) struct Ends<'a>(pub(super) &'a Gate);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "threads")]
    use std::thread;

    #[cfg(feature = "threads")]
    use super::*;

    #[cfg(feature = "threads")]
    #[test]
    fn phases_do_not_overlap() {
        let (gate, count) = (Gate::new(3), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    gate.help(|| {
                        count.fetch_add(1, Ordering::Relaxed);
                    });
                });
            }
            let ends = Ends(&gate);
            for phase in 1..=1000 {
                gate.open();
                gate.gather();
                assert_eq!(count.load(Ordering::Relaxed), 3 * phase);
            }
            drop(ends);
        });
    }

    #[cfg(feature = "threads")]
    #[test]
    fn a_helper_that_panics_is_not_waited_for() {
        let gate = Gate::new(2);
        let ended = std::panic::catch_unwind(|| {
            thread::scope(|scope| {
                scope.spawn(|| gate.help(|| ()));
                scope.spawn(|| gate.help(|| panic!("on purpose")));
                let _ends = Ends(&gate);
                gate.open();
                gate.gather();
            });
        });
        assert!(ended.is_err());
    }
}
