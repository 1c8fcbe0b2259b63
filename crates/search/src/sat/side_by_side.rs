//! The parts of a proof, made side by side and written down in their order.
//!
//! Each part is made with a book of its own, whose text goes to the thread that owns the whole proof. That thread writes
//! part after part; the text of later parts waits in a window of bytes. So the file does not depend on the number of
//! threads, as far as each part does not.
//!
//! Where parts are few, threads that are left over may help with the parts of others (`team`). Then a part depends on
//! chance.
//!
//! With one thread the parts are made in the book itself, one after the other, and no text waits.
//!
//! Invariant: of several parts that cannot be made, the first one is reported.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use super::book::Book;
use super::outcome::Unproved;
use super::proof::Shortfall;
use super::team::Desk;
use crate::run::{Held, Patience, Run, Window};

/// Text is handed over in pieces of about this size.
const PIECE: usize = 1 << 16;
/// The most bytes of later parts that wait, where the run has no limit of memory.
const WAITING: usize = 1 << 30;
/// With a limit, the window has this share of it.
const SHARE: u64 = 8;

/// What the thread that makes a part tells the one that writes it down.
enum Message<T> {
    Text(Held),
    Made { made: Result<Option<T>, Unproved>, steps: u64, bytes: u64 },
}

/// What all threads share.
struct Shelf {
    window: Arc<Window>,
    /// The part that is written now.
    current: AtomicUsize,
    over: Arc<AtomicBool>,
}

/// Where the text of a part goes.
struct PartText<T> {
    at: usize,
    piece: Vec<u8>,
    shelf: Arc<Shelf>,
    sender: Sender<Message<T>>,
}

impl<T> PartText<T> {
    fn hand_over(&mut self) -> io::Result<()> {
        let piece = std::mem::take(&mut self.piece);
        if piece.is_empty() {
            return Ok(());
        }
        let (at, shelf) = (self.at, &self.shelf);
        let mut patience = || {
            if shelf.over.load(Ordering::Relaxed) {
                Patience::Leave
            } else if shelf.current.load(Ordering::Relaxed) == at {
                Patience::Pass
            } else {
                Patience::Wait
            }
        };
        let held = shelf.window.hold(piece, &mut patience);
        let sent = held.is_some_and(|held| self.sender.send(Message::Text(held)).is_ok());
        if sent { Ok(()) } else { Err(io::Error::other("the proof was given up")) }
    }
}

impl<T> Write for PartText<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE {
            self.hand_over()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.hand_over()
    }
}

impl Book {
    /// Makes so many parts, side by side where the run has several threads. `make` writes a part into the book that it is
    /// given, or says why there is none; that ends the proof. `done` hears how many parts are written.
    pub fn side_by_side<T: Send + 'static>(
        &mut self,
        count: usize,
        run: &Run<'_>,
        make: impl Fn(usize, &mut Self, &Run<'_>) -> Result<Option<T>, Unproved> + Sync,
        done: impl Fn(usize),
    ) -> Result<Option<T>, Unproved> {
        let threads = run.workers().min(count);
        if threads > 1 {
            return self.in_threads(threads, None, count, run, make, done);
        }
        self.one_by_one(count, run, make, done)
    }

    /// The same for few parts of which some take long: threads without a part help with those of others. Then the text
    /// is not the same from run to run.
    pub fn in_teams<T: Send + 'static>(
        &mut self,
        count: usize,
        run: &Run<'_>,
        make: impl Fn(usize, &mut Self, &Run<'_>) -> Result<Option<T>, Unproved> + Sync,
        done: impl Fn(usize),
    ) -> Result<Option<T>, Unproved> {
        if run.workers() > 1 && count > 0 {
            return self.in_threads(run.workers(), Some(Arc::default()), count, run, make, done);
        }
        self.one_by_one(count, run, make, done)
    }

    fn one_by_one<T>(
        &mut self,
        count: usize,
        run: &Run<'_>,
        make: impl Fn(usize, &mut Self, &Run<'_>) -> Result<Option<T>, Unproved>,
        done: impl Fn(usize),
    ) -> Result<Option<T>, Unproved> {
        for at in 0..count {
            let missing = make(at, self, run)?;
            if missing.is_some() {
                return Ok(missing);
            }
            done(at + 1);
        }
        Ok(None)
    }

    fn in_threads<T: Send + 'static>(
        &mut self,
        threads: usize,
        desk: Option<Arc<Desk>>,
        count: usize,
        run: &Run<'_>,
        make: impl Fn(usize, &mut Self, &Run<'_>) -> Result<Option<T>, Unproved> + Sync,
        done: impl Fn(usize),
    ) -> Result<Option<T>, Unproved> {
        let waiting = run.most_memory().map_or(WAITING, |most| {
            usize::try_from(most / SHARE).unwrap_or(usize::MAX).min(WAITING)
        });
        let over = Arc::new(AtomicBool::new(false));
        let current = AtomicUsize::new(0);
        let window = Window::of(waiting);
        let shelf = Arc::new(Shelf { window, current, over: Arc::clone(&over) });
        let (next, room) = (AtomicUsize::new(0), self.room);
        let partner = &Run { threads: 1, ..run.shared(&over) };
        let (sender, receiver) = mpsc::channel();
        let made_parts = AtomicUsize::new(0);
        let (make, next, shelf) = (&make, &next, &shelf);
        let (desk, made_parts) = (&desk, &made_parts);
        let worker = |parts: Sender<(usize, Receiver<Message<T>>)>| {
            while partner.halted().is_none() {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let (sender, receiver) = mpsc::channel();
                if at >= count {
                    return help(desk.as_deref(), partner, || {
                        made_parts.load(Ordering::Relaxed) == count
                    });
                }
                if parts.send((at, receiver)).is_err() {
                    return;
                }
                let (piece, shelf) = (Vec::new(), Arc::clone(shelf));
                let text = PartText { at, piece, shelf, sender: sender.clone() };
                let mut book = Self::part(text, room, desk.clone());
                let mut made = make(at, &mut book, partner);
                made_parts.fetch_add(1, Ordering::Relaxed);
                let (steps, bytes) = (book.steps, book.bytes);
                if let Err(problem) = book.close() {
                    made = made.and(Err(problem));
                }
                // Text that was given up is no reason of its own.
                if let (Err(Unproved::Cut(_)), Some(halt)) = (&made, partner.halted()) {
                    made = Err(Unproved::Halted(halt));
                }
                if sender.send(Message::Made { made, steps, bytes }).is_err() {
                    return;
                }
            }
        };
        let worker = &worker;
        let workers = (0..threads).map(|_| sender.clone()).map(|own| move || worker(own)).collect();
        drop(sender);
        let (written, _) = run.beside(workers, || {
            let written = self.bind(count, shelf, &receiver, done);
            over.store(true, Ordering::Relaxed);
            shelf.window.wake();
            written
        });
        let missing =
            || run.halted().map_or(Unproved::Failed(MISSING.to_owned()), Unproved::Halted);
        written.map_err(|problem| problem.unwrap_or_else(missing))
    }

    /// Writes parts down in their order, as they come. The problem is nothing where a thread has stopped early.
    fn bind<T>(
        &mut self,
        count: usize,
        shelf: &Shelf,
        parts: &Receiver<(usize, Receiver<Message<T>>)>,
        done: impl Fn(usize),
    ) -> Result<Option<T>, Option<Unproved>> {
        let mut begun = BTreeMap::new();
        for at in 0..count {
            shelf.current.store(at, Ordering::Relaxed);
            shelf.window.wake();
            let messages = loop {
                match begun.remove(&at) {
                    Some(messages) => break messages,
                    None => begun.extend([parts.recv().map_err(|_| None)?]),
                }
            };
            let missing = self.write_part(&messages)?;
            if missing.is_some() {
                return Ok(missing);
            }
            done(at + 1);
        }
        Ok(None)
    }

    fn write_part<T>(
        &mut self,
        messages: &Receiver<Message<T>>,
    ) -> Result<Option<T>, Option<Unproved>> {
        loop {
            match messages.recv().map_err(|_| None)? {
                Message::Text(held) => self.append(held.bytes()).map_err(Some)?,
                Message::Made { made, steps, bytes } => {
                    let missing = made.map_err(Some)?;
                    if missing.is_none() && bytes > self.room {
                        return Err(Some(Unproved::Cut(Shortfall::Size)));
                    }
                    self.count(bytes, steps);
                    return Ok(missing);
                }
            }
        }
    }
}

/// Helps teams until all parts are made.
fn help(desk: Option<&Desk>, run: &Run<'_>, done: impl Fn() -> bool) {
    let Some(desk) = desk else { return };
    while !done() && run.halted().is_none() && desk.help(run).is_ok() {}
}

/// What is said if a thread ended without its part, and the run was not halted.
const MISSING: &str = "a part of the proof is missing";
