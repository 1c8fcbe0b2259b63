//! A window of bytes: text on its way from threads that make it to one that takes it, up to a limit.
//!
//! Threads that work ahead of the one that needs their text keep it in memory until its turn comes. The window bounds
//! what they keep together. Whoever is next in turn passes without waiting, so the threads cannot wait for each other.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How long a waiting thread sleeps before it asks again whether it may go on.
const PATIENCE: Duration = Duration::from_millis(50);

/// How many bytes are on their way, and how many may be.
#[derive(Debug)]
pub struct Window {
    most: usize,
    held: Mutex<usize>,
    changed: Condvar,
}

/// What a thread that waits for room is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// Wait until there is room.
    Wait,
    /// Go on without room: the others wait for this one.
    Pass,
    /// Give up.
    Leave,
}

impl Window {
    /// A window for so many bytes.
    #[must_use]
    pub fn of(most: usize) -> Arc<Self> {
        Arc::new(Self { most, held: Mutex::new(0), changed: Condvar::new() })
    }

    /// Takes bytes into the window, once there is room or `patience` lets them pass. One text always fits alone.
    pub fn hold(
        self: &Arc<Self>,
        bytes: Vec<u8>,
        patience: &mut dyn FnMut() -> Patience,
    ) -> Option<Held> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        while *held > 0 && *held + bytes.len() > self.most {
            match patience() {
                Patience::Wait => {}
                Patience::Pass => break,
                Patience::Leave => return None,
            }
            let waited = self.changed.wait_timeout(held, PATIENCE);
            held = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *held += bytes.len();
        drop(held);
        Some(Held { bytes, window: Arc::clone(self) })
    }

    /// Lets waiting threads ask again.
    pub fn wake(&self) {
        self.changed.notify_all();
    }
}

/// Text in a window, until this is dropped.
#[derive(Debug)]
pub struct Held {
    bytes: Vec<u8>,
    window: Arc<Window>,
}

impl Held {
    /// The text.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        *self.window.held.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes.len();
        self.window.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::run::Run;

    #[test]
    fn a_full_window_lets_pass_only_what_is_next() {
        let window = Window::of(10);
        let first = window.hold(vec![1; 30], &mut || Patience::Leave);
        assert_eq!(first.as_ref().map(|held| held.bytes().len()), Some(30), "one text fits alone");
        assert!(window.hold(vec![2; 1], &mut || Patience::Leave).is_none());
        let next = window.hold(vec![3; 5], &mut || Patience::Pass);
        assert!(next.is_some());
        drop(first);
        assert!(window.hold(vec![4; 6], &mut || Patience::Leave).is_none());
        assert!(window.hold(vec![4; 5], &mut || Patience::Leave).is_some());
    }

    /// Without threads the waiting one would come first.
    #[cfg(feature = "threads")]
    #[test]
    fn a_waiting_thread_goes_on_when_there_is_room() {
        let (window, stop) = (Window::of(10), AtomicBool::new(false));
        let run = Run { threads: 2, ..Run::alone(1, &stop) };
        let first = window.hold(vec![1; 8], &mut || Patience::Leave);
        let waits = || window.hold(vec![2; 8], &mut || Patience::Wait).is_some();
        let ((), waited) = run.beside(vec![waits], || drop(first));
        assert_eq!(waited, [true]);
    }
}
