//! The walk through all states that are so many moves from one end of the search and may be on a
//! short way to the other end. Nothing is stored: moves are done and undone on one board, and the word
//! of a state (see `space`) tells whether it may be on the way.
//!
//! A move turns a neighbour of the empty cell to the next neighbour and that one into the empty cell.
//! So a state looks at its six neighbours once, and each of its moves is a sum of two numbers.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::space::{LONGEST, Steps, opposite};
use super::words::{Automaton, LEFT_OUT};
use crate::run::{Event, Halt, Run};

/// The moves at the end of a walk that one unit of work has: some milliseconds.
const UNIT: u32 = 8;
/// Units after which is told how far the work is.
const PULSE: usize = 256;
/// States that are handed over at once.
const BATCH: usize = 1 << 12;
/// The bits of a vertex in a path.
const VERTEX: u32 = 3;
/// The most moves of a path.
pub(super) const LONGEST_PATH: u32 = u64::BITS / VERTEX;

/// A state at the end of a walk: its word, and the vertices of the moves that lead there.
pub(super) type Reached = (u64, u64);

/// The vertices of a path of so many moves.
pub(super) fn vertices(path: u64, moves: u32) -> impl DoubleEndedIterator<Item = usize> {
    (0..moves).rev().map(move |at| (path >> (VERTEX * at)) as usize & 7)
}

/// Takes what a walk reaches.
pub(super) trait Visitor: Send {
    fn visit(&mut self, reached: &[Reached]);
}

impl Visitor for Vec<Reached> {
    fn visit(&mut self, reached: &[Reached]) {
        self.extend_from_slice(reached);
    }
}

/// One end of a search.
pub(super) struct End<'a, S> {
    pub(super) around: &'a [[u16; 6]],
    pub(super) automaton: &'a Automaton,
    pub(super) steps: S,
    pub(super) board: Vec<u16>,
    pub(super) word: u64,
}

/// The states after so many moves that may be on a way of a whole length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Aim {
    /// The sense of the first move: 0 is clockwise.
    pub(super) sense: usize,
    pub(super) moves: u32,
    pub(super) length: u32,
}

/// What is counted and what it must not exceed.
pub(super) struct Meter {
    pub(super) states: AtomicU64,
    pub(super) most: u64,
}

/// A walk in units, which are the states after its first moves.
pub(super) struct Walk<'a, S> {
    end: &'a End<'a, S>,
    aim: Aim,
    /// The moves before a unit begins.
    head: u32,
    pub(super) units: Vec<Reached>,
}

impl<'a, S: Steps> Walk<'a, S> {
    pub(super) fn new(end: &'a End<'a, S>, aim: Aim) -> Self {
        let head = aim.moves.saturating_sub(UNIT);
        let mut units = Walker::new(end, Vec::new());
        units.unit(Aim { moves: head, ..aim }, 0, 0);
        Self { end, aim, head, units: units.finished().0 }
    }

    /// Goes through some units, with a visitor for each thread.
    pub(super) fn go<V: Visitor>(
        &self,
        units: std::ops::Range<usize>,
        (run, meter): (&Run<'_>, &Meter),
        visitor: impl Fn() -> V + Sync,
    ) -> Result<Vec<V>, Halt> {
        let next = AtomicUsize::new(units.start);
        let work = || {
            let mut walker = Walker::new(self.end, visitor());
            loop {
                let unit = next.fetch_add(1, Ordering::Relaxed);
                if unit >= units.end {
                    return Ok(walker.finished().0);
                }
                walker.unit(self.aim, self.units[unit].1, self.head);
                self.pause(unit, run, meter, walker.take_count())?;
            }
        };
        let threads = run.threads.clamp(1, units.len().max(1));
        if threads == 1 {
            return work().map(|visitor| vec![visitor]);
        }
        thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let join = |handle: thread::ScopedJoinHandle<'_, Result<V, Halt>>| {
                handle.join().expect("a walk does not panic")
            };
            // All have to end before any of them is asked why.
            let ended: Vec<_> = handles.into_iter().map(join).collect();
            ended.into_iter().collect()
        })
    }

    /// Looks at the world after a unit.
    fn pause(&self, unit: usize, run: &Run<'_>, meter: &Meter, count: u64) -> Result<(), Halt> {
        let states = meter.states.fetch_add(count, Ordering::Relaxed) + count;
        if unit % PULSE == PULSE - 1 {
            let moves = self.aim.length.into();
            run.emit(&Event::Progress(vec![("moves", moves), ("states", states)]));
        }
        let budget = (states > meter.most).then_some(Halt::Budget);
        run.halted().or(budget).map_or(Ok(()), Err)
    }
}

/// Where a walk is, apart from the board.
#[derive(Clone, Copy)]
struct Place {
    empty: u16,
    /// The state of the automaton.
    read: u16,
    word: u64,
    path: u64,
}

/// One who walks.
struct Walker<'a, S, V> {
    end: &'a End<'a, S>,
    board: Vec<u16>,
    batch: Vec<Reached>,
    /// How many states of the batch are to be handed over.
    filled: usize,
    count: u64,
    visitor: V,
}

impl<'a, S: Steps, V: Visitor> Walker<'a, S, V> {
    fn new(end: &'a End<'a, S>, visitor: V) -> Self {
        let batch = vec![(0, 0); BATCH];
        Self { end, board: end.board.clone(), batch, filled: 0, count: 0, visitor }
    }

    fn take_count(&mut self) -> u64 {
        std::mem::take(&mut self.count)
    }

    fn finished(mut self) -> (V, u64) {
        self.visitor.visit(&self.batch[..self.filled]);
        (self.visitor, self.count)
    }

    /// Walks on from the state after the moves of a path.
    fn unit(&mut self, aim: Aim, path: u64, head: u32) {
        self.board.clone_from(&self.end.board);
        let empty = self.board.iter().position(|tile| *tile == 0).expect("a cell is empty") as u16;
        let mut place = Place { empty, read: aim.sense as u16, word: self.end.word, path: 0 };
        let mut sense = aim.sense;
        for vertex in vertices(path, head) {
            let moves = match sense {
                0 => self.moves::<0>(place),
                _ => self.moves::<1>(place),
            };
            place = self.turned(place, vertex, sense, moves[vertex].word);
            place.read = moves[vertex].read;
            sense = 1 - sense;
        }
        let spare = 2 * u64::from(aim.length - head);
        match (aim.moves - head, sense) {
            (0, _) => self.reach(place.word, place.path, true),
            (rest, 0) => self.walk::<0, 1>(place, rest, spare),
            (rest, _) => self.walk::<1, 0>(place, rest, spare),
        }
    }

    /// Notes a state, or not, without a branch that nobody could foresee.
    #[inline(always)]
    fn reach(&mut self, word: u64, path: u64, kept: bool) {
        self.batch[self.filled] = (word, path);
        self.filled += usize::from(kept);
        if self.filled == BATCH {
            self.visitor.visit(&self.batch);
            self.filled = 0;
        }
    }

    /// Walks `rest` moves further. After them all ways together may be as long as `spare` without
    /// twice as many as there were moves.
    fn walk<const SENSE: usize, const OTHER: usize>(&mut self, place: Place, rest: u32, spare: u64) {
        let moves = self.moves::<SENSE>(place);
        let spare = spare - 2;
        self.count += 1;
        if rest == 1 {
            for (vertex, next) in moves.iter().enumerate() {
                let kept = next.read != LEFT_OUT && next.word & LONGEST <= spare;
                self.reach(next.word, place.path << VERTEX | vertex as u64, kept);
            }
            return;
        }
        for (vertex, next) in moves.iter().enumerate() {
            if next.read == LEFT_OUT || next.word & LONGEST > spare {
                continue;
            }
            let after = Place { read: next.read, ..self.turned(place, vertex, SENSE, next.word) };
            self.walk::<OTHER, SENSE>(after, rest - 1, spare);
            self.turn_back(place.empty, vertex, SENSE);
        }
    }

    /// All six moves from a place: the words and the states of the automaton after them.
    #[inline(always)]
    fn moves<const SENSE: usize>(&self, place: Place) -> [Next; 6] {
        let around = &self.end.around[usize::from(place.empty)];
        let (mut rolls, mut enters) = ([0; 6], [0; 6]);
        for at in 0..6 {
            let steps = self.end.steps.of(self.board[usize::from(around[at])], around[at]);
            rolls[at] = steps[(at + 2 + 2 * SENSE) % 6];
            enters[at] = steps[opposite(at)];
        }
        let read = self.end.automaton.next[usize::from(place.read)];
        std::array::from_fn(|vertex| {
            let (next, third) = ((vertex + SENSE) % 6, (vertex + 1 - SENSE) % 6);
            let word = place.word.wrapping_add(rolls[next]).wrapping_add(enters[third]);
            Next { word, read: read[vertex] }
        })
    }

    /// Turns three cells. The state of the automaton is left as it was.
    #[inline(always)]
    fn turned(&mut self, place: Place, vertex: usize, sense: usize, word: u64) -> Place {
        let (next, third) = self.cells(place.empty, vertex, sense);
        self.board[usize::from(place.empty)] = self.board[third];
        self.board[third] = self.board[next];
        self.board[next] = 0;
        Place { empty: next as u16, word, path: place.path << VERTEX | vertex as u64, ..place }
    }

    /// Takes a move back that left a cell empty no longer.
    #[inline(always)]
    fn turn_back(&mut self, empty: u16, vertex: usize, sense: usize) {
        let (next, third) = self.cells(empty, vertex, sense);
        self.board[next] = self.board[third];
        self.board[third] = self.board[usize::from(empty)];
        self.board[usize::from(empty)] = 0;
    }

    /// Where a move takes the empty cell, and the third cell that it turns.
    #[inline(always)]
    fn cells(&self, empty: u16, vertex: usize, sense: usize) -> (usize, usize) {
        let around = &self.end.around[usize::from(empty)];
        let at = |place: usize| usize::from(around[place % 6]);
        (at(vertex + sense), at(vertex + 1 - sense))
    }
}

/// What comes after a move.
#[derive(Clone, Copy)]
struct Next {
    word: u64,
    read: u16,
}
