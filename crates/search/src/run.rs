//! [`Run`]: everything an engine may ask of the outside world. Clock, deadline, stop, seed, threads, event
//! sink, memory limits, programs and checkpoints reach an engine through it and in no other way.
//!
//! Limits are polled: an engine calls [`Run::halted`] often enough to end soon after a limit. Threads come from the
//! functions of `threads`, bytes from those of `budget`.

mod budget;
mod threads;
mod window;

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use self::budget::{Budget, Charge};
pub use self::window::{Held, Patience, Window};

use crate::checkpoint::{Checkpoint, Never};
pub use crate::event::{Done, Event, Gauge, Progress};

/// Tells how long the run has lasted.
pub trait Clock: Sync {
    /// Time since the run began.
    fn elapsed(&self) -> Duration;
}

/// A clock that stands still.
#[derive(Clone, Copy, Debug)]
pub struct Still;

impl Clock for Still {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// Tells whether the run is to stop. A host that cannot share an atomic with a running engine, such as a browser's
/// worker, asks in its own way.
pub trait Stop: Sync {
    /// Whether a stop was requested. Once it was, it stays so.
    fn requested(&self) -> bool;
}

impl Stop for AtomicBool {
    fn requested(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// Why an engine ended before its natural end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The deadline passed.
    Time,
    /// A stop was requested.
    Interrupted,
    /// The engine's own budget is used up.
    Budget,
    /// The memory ceiling or the run's budget of bytes is reached.
    Memory,
}

impl Halt {
    /// Why, in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Time => "stopped: out of time",
            Self::Interrupted => "stopped: interrupted",
            Self::Budget => "the engine's budget is used up",
            Self::Memory => "stopped: the memory ceiling is reached",
        }
    }
}

/// What lies beyond the process's own computing: other programs, files, memory in use. The
/// defaults have none of it.
pub trait Outside: Sync {
    /// Bytes of memory in use, where that can be told.
    fn memory(&self) -> Option<u64> {
        None
    }

    /// Runs a program on a text, which it finds in a file named by its last argument, and returns
    /// what it prints. The program is ended when `halted` says so.
    ///
    /// # Errors
    /// If the program cannot be run; the message says why.
    fn execute(
        &self,
        _command: &str,
        _text: &str,
        _halted: &dyn Fn() -> bool,
    ) -> Result<String, String> {
        Err("no other program can be run here".to_owned())
    }

    /// A place for a proof. What is written there can be read back once the writer is dropped.
    ///
    /// # Errors
    /// If there is none; the message says why.
    fn write_proof(&self) -> Result<Box<dyn Write>, String> {
        Err("there is no place for a proof here".to_owned())
    }

    /// The proof that was written last.
    ///
    /// # Errors
    /// If there is none; the message says why.
    fn read_proof(&self) -> Result<Box<dyn BufRead>, String> {
        Err("no proof was written here".to_owned())
    }

    /// Opens a file that an option of the kind [`Stream`](crate::options::OptionKind::Stream) names. It may be opened
    /// several times, and is read from its beginning each time.
    ///
    /// # Errors
    /// If it cannot be opened; the message says why.
    fn open_file(&self, _name: &str) -> Result<Box<dyn BufRead>, String> {
        Err("no file can be read here".to_owned())
    }
}

/// No outside at all.
#[derive(Clone, Copy, Debug)]
pub struct Nowhere;

impl Outside for Nowhere {}

impl<T: Outside + ?Sized> Outside for &T {
    fn memory(&self) -> Option<u64> {
        (**self).memory()
    }

    fn execute(
        &self,
        command: &str,
        text: &str,
        halted: &dyn Fn() -> bool,
    ) -> Result<String, String> {
        (**self).execute(command, text, halted)
    }

    fn write_proof(&self) -> Result<Box<dyn Write>, String> {
        (**self).write_proof()
    }

    fn read_proof(&self) -> Result<Box<dyn BufRead>, String> {
        (**self).read_proof()
    }

    fn open_file(&self, name: &str) -> Result<Box<dyn BufRead>, String> {
        (**self).open_file(name)
    }
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
    /// Whether a stop was requested from outside.
    pub stop: &'a dyn Stop,
    /// Where events go.
    pub sink: &'a (dyn Fn(&Event) + Sync),
    /// The most memory that the process may use, in bytes.
    pub ceiling: Option<u64>,
    /// The bytes that this run may charge, of many in the process.
    pub budget: &'a Budget,
    /// Programs, files, memory in use.
    pub outside: &'a dyn Outside,
    /// Where the state of a long run is kept.
    pub checkpoint: &'a dyn Checkpoint,
    /// Set by a partner who has found the answer.
    pub cancelled: Option<Cancelled<'a>>,
}

/// The flags by which partners are told to stop: those of the innermost circle and of all around it.
#[derive(Clone, Copy)]
pub struct Cancelled<'a> {
    flag: &'a AtomicBool,
    around: Option<&'a Cancelled<'a>>,
}

impl Cancelled<'_> {
    fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.around.is_some_and(Self::is_set)
    }
}

/// Nothing sets this flag.
static NEVER_SET: AtomicBool = AtomicBool::new(false);

impl Run<'static> {
    /// One thread without limits, to rebuild what a limited run has built before.
    #[must_use]
    pub fn unlimited() -> Self {
        Run::alone(1, &NEVER_SET)
    }
}

impl<'a> Run<'a> {
    /// One thread in a world where nothing happens but a stop.
    #[must_use]
    pub fn alone(seed: u64, stop: &'a dyn Stop) -> Self {
        Run {
            seed,
            threads: 1,
            clock: &Still,
            deadline: None,
            stop,
            sink: &|_| {},
            ceiling: None,
            budget: budget::endless(),
            outside: &Nowhere,
            cancelled: None,
            checkpoint: &Never,
        }
    }
}

impl Run<'_> {
    /// Whether the engine has to end now, and why.
    #[must_use]
    pub fn halted(&self) -> Option<Halt> {
        let cancelled = self.cancelled.is_some_and(|cancelled| cancelled.is_set());
        if self.stop.requested() || cancelled {
            Some(Halt::Interrupted)
        } else if self.deadline.is_some_and(|deadline| self.clock.elapsed() >= deadline) {
            Some(Halt::Time)
        } else if self.ceiling.is_some_and(|most| self.outside.memory() > Some(most)) {
            Some(Halt::Memory)
        } else {
            None
        }
    }

    /// Asks before an allocation whether so many bytes more stay below the memory ceiling.
    ///
    /// # Errors
    /// [`Halt::Memory`] if they do not.
    pub fn room_for(&self, bytes: usize) -> Result<(), Halt> {
        let used = self.ceiling.and_then(|most| Some((self.outside.memory()?, most)));
        match used {
            Some((used, most)) if used.saturating_add(bytes as u64) > most => Err(Halt::Memory),
            _ => Ok(()),
        }
    }

    /// Charges bytes to the budget of the run, before a large table is made. The charge is given back when it is dropped.
    ///
    /// # Errors
    /// [`Halt::Memory`] if the budget has not so many left.
    pub fn charge(&self, bytes: usize) -> Result<Charge<'_>, Halt> {
        let mut charge = Charge::none(self.budget);
        charge.grow_to(bytes)?;
        Ok(charge)
    }

    /// The most memory that an engine can hope for, in bytes: the ceiling or the budget, whichever is less.
    #[must_use]
    pub fn most_memory(&self) -> Option<u64> {
        [self.ceiling, self.budget.limit()].into_iter().flatten().min()
    }

    /// The same world, and the run stops when the flag is set, too.
    #[must_use]
    pub fn cancelled_by<'b>(&'b self, flag: &'b AtomicBool) -> Run<'b> {
        let cancelled = Some(Cancelled { flag, around: self.cancelled.as_ref() });
        Run { cancelled, ..*self }
    }

    /// The same world for one of several partners, who all stop when the flag is set. A partner
    /// saves nothing: its state would overwrite that of the others.
    #[must_use]
    pub fn shared<'b>(&'b self, flag: &'b AtomicBool) -> Run<'b> {
        Run { checkpoint: &Never, ..self.cancelled_by(flag) }
    }

    /// The state from which this run is to go on, if it does not begin anew.
    #[must_use]
    pub fn saved_state(&self) -> Option<String> {
        self.checkpoint.load()
    }

    /// Whether it is time to save the state.
    #[must_use]
    pub fn save_due(&self) -> bool {
        self.checkpoint.due(self.clock.elapsed())
    }

    /// Saves a state, whose first line says how far the work is.
    ///
    /// # Errors
    /// If it cannot be kept. The work may go on: the front end that made the checkpoint reports it.
    pub fn save_state(&self, state: &str) -> Result<(), String> {
        self.checkpoint.save(state, self.clock.elapsed())
    }

    /// Reports something. No lock is held at a call: the listener may be slow, or call back.
    pub fn emit(&self, event: &Event) {
        (self.sink)(event);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn room_is_refused_where_it_would_pass_the_ceiling() {
        struct Used(u64);
        impl Outside for Used {
            fn memory(&self) -> Option<u64> {
                Some(self.0)
            }
        }
        let stop = AtomicBool::new(false);
        let run = Run { ceiling: Some(100), outside: &Used(60), ..Run::alone(1, &stop) };
        assert_eq!(run.room_for(40), Ok(()));
        assert_eq!(run.room_for(41), Err(Halt::Memory));
        assert_eq!(Run { ceiling: None, ..run }.room_for(usize::MAX), Ok(()));
    }

    #[test]
    fn a_host_asks_for_a_stop_in_its_own_way() {
        struct Third(AtomicUsize);
        impl Stop for Third {
            fn requested(&self) -> bool {
                self.0.fetch_add(1, Ordering::Relaxed) >= 2
            }
        }
        let stop = Third(AtomicUsize::new(0));
        let run = Run::alone(1, &stop);
        assert_eq!([(); 3].map(|()| run.halted()), [None, None, Some(Halt::Interrupted)]);
    }

    #[test]
    fn the_lesser_limit_counts() {
        let (stop, budget) = (AtomicBool::new(false), Budget::of(100));
        let run = Run { budget: &budget, ..Run::alone(1, &stop) };
        assert_eq!(Run::alone(1, &stop).most_memory(), None);
        assert_eq!(run.most_memory(), Some(100));
        assert_eq!(Run { ceiling: Some(60), ..run }.most_memory(), Some(60));
    }
}
