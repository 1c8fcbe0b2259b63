//! What a long run leaves behind so that another can go on: a state, as text, that only the engine
//! understands, kept so that neither a crash nor a full disk nor the wrong hands can spoil it.
//!
//! An engine sees [`Checkpoint`], through its [`Run`](crate::run::Run). A front end makes a [`Store`] from
//! [`Files`], its own way to a folder, and the [`Identity`] of the work. Nothing here knows a puzzle
//! or touches a real file.

mod document;
mod identity;
mod store;
#[cfg(test)]
pub(crate) mod tests;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub use self::document::Saved;
pub use self::identity::{Aim, Identity, Listing, Tally};
pub use self::store::{Files, Found, Store, newest};

/// Where the state of a run is kept. Engines use it through the methods of [`Run`](crate::run::Run).
pub trait Checkpoint: Sync {
    /// The state that an earlier run of the very same work has left, if this run is to go on from
    /// it.
    fn load(&self) -> Option<String>;

    /// Whether it is time to save, so long after the beginning of the run.
    fn due(&self, elapsed: Duration) -> bool;

    /// Keeps a state. Its first line says how far the work is, for people. An engine need not stop
    /// when this fails: the front end that made the store reports it.
    ///
    /// # Errors
    /// If it cannot be kept; the message says why. What was saved before is still there.
    fn save(&self, state: &str, elapsed: Duration) -> Result<(), String>;
}

/// Nothing is kept.
#[derive(Clone, Copy, Debug)]
pub struct Never;

impl Checkpoint for Never {
    fn load(&self) -> Option<String> {
        None
    }

    fn due(&self, _: Duration) -> bool {
        false
    }

    fn save(&self, _: &str, _: Duration) -> Result<(), String> {
        Ok(())
    }
}

impl<T: Checkpoint + ?Sized> Checkpoint for &T {
    fn load(&self) -> Option<String> {
        (**self).load()
    }

    fn due(&self, elapsed: Duration) -> bool {
        (**self).due(elapsed)
    }

    fn save(&self, state: &str, elapsed: Duration) -> Result<(), String> {
        (**self).save(state, elapsed)
    }
}

/// The last state, kept in memory for as long as the process lives. It is always due.
#[derive(Default, Debug)]
pub struct InMemory(Mutex<Option<String>>);

impl InMemory {
    /// A run that goes on from a state.
    pub fn holding(state: String) -> Self {
        Self(Mutex::new(Some(state)))
    }
}

impl Checkpoint for InMemory {
    fn load(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn due(&self, _: Duration) -> bool {
        true
    }

    fn save(&self, state: &str, _: Duration) -> Result<(), String> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(state.to_owned());
        Ok(())
    }
}

/// The hash FNV-1a with 64 bits. It guards against accidents, not against malice, and gives the same
/// number in every version of everything.
pub fn hash(bytes: &[u8]) -> u64 {
    let mut hash = StreamHash::default();
    hash.add(bytes);
    hash.value()
}

/// The same hash of bytes that come piece by piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreamHash(u64);

impl Default for StreamHash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl StreamHash {
    /// Takes the next bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        let step =
            |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 = bytes.iter().fold(self.0, step);
    }

    /// The hash of all bytes so far.
    #[must_use]
    pub const fn value(self) -> u64 {
        self.0
    }
}

/// A text as a single line.
pub fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

/// The text that [`escape`] made into a line.
pub fn unescape(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => match letters.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            letter => letter,
        });
    }
    text
}
