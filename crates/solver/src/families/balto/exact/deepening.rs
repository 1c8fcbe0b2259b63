//! Walks with growing numbers of moves, until there is a solution or what is known cannot be beaten.
//!
//! **What a walk refutes.** A state is a board and the sense of its next move. Every move can be taken
//! back by a move of the other sense, so ways from home go by the same rules as ways from the board,
//! and a walk may begin at either end; it has to begin with both senses. A walk with at most m moves
//! meets the other end if any solution has at most m moves. For let there be one, take a shortest
//! one of its first sense, and of these the first in the order of `words`. It has no part that
//! is left out there, since that part could be replaced by a shorter or an earlier one. And after each
//! of its moves the sum of the distances is at most twice the number of moves that follow, for a move
//! moves two tiles by one step each; so none of its states is left. Walks have one move more each
//! time, so the first solution is a shortest one.
//!
//! **Which end.** The sum of distances excludes more on one side than on the other, by chance. Small walks
//! are made from both ends, which must agree, and large ones from the end where there was less to do.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use sixfold_puzzle::families::balto::{Instance, Move, Solution};

use super::space::Space;
use super::walk::{End, Walker};
use super::words::Automaton;
use crate::run::{Event, Halt, Run};

/// The moves at the beginning of a unit of work.
const HEAD: usize = 6;
/// Walks with at most so many moves are one unit for each sense.
const WHOLE: u32 = 2 * HEAD as u32;
/// A walk that looks at fewer states is made from both ends.
const TRIAL: u64 = 1 << 20;
/// Units between two polls of the limits, besides those of the walk.
const PULSE: usize = 64;
/// States after which is told how far the work is.
const NEWS: u64 = 1 << 24;

/// How a search ended.
pub(super) enum Ending {
    /// With the shortest solution.
    Shortest(Solution),
    /// Nothing is shorter than what was known.
    Nothing,
    /// Early; nothing has fewer moves than this.
    Early(Halt, u32),
}

/// A search for the shortest solution.
pub(super) struct Search<'a> {
    run: &'a Run<'a>,
    /// The ends: the board, and home.
    ends: [End<'a>; 2],
    least: u32,
    /// The states from which moves were made.
    pub(super) states: AtomicU64,
    /// The most that there may be.
    most: u64,
}

/// The first sense and the first moves of the ways that one unit of work looks at.
type Unit = (usize, Vec<u8>);

impl<'a> Search<'a> {
    pub(super) fn new(
        instance: &Instance,
        (space, automaton): (&'a Space, &'a Automaton),
        run: &'a Run<'a>,
        most: u64,
    ) -> Self {
        let home = instance.home();
        let end = |board: &[u16], goal: &[u16]| End {
            space,
            automaton,
            ways: space.ways(board, goal),
            empty: space.empty(board),
        };
        let ends = [end(&instance.tiles, &home), end(&home, &instance.tiles)];
        let least = space.least(&ends[0].ways);
        Self { run, ends, least, states: AtomicU64::new(0), most }
    }

    /// Searches for a solution with fewer moves than are known.
    pub(super) fn shorter(&self, known: Option<u32>) -> Ending {
        let (mut chosen, mut trying) = (0, true);
        for moves in self.least..known.unwrap_or(u32::MAX) {
            let states = match self.walked(chosen, moves) {
                Ok((Some(solution), _)) => return Ending::Shortest(solution),
                Ok((None, states)) => states,
                Err(halt) => return Ending::Early(halt, moves),
            };
            self.run.emit(&Event::Bound((moves + 1).into()));
            if trying {
                let others = match self.walked(1 - chosen, moves) {
                    Ok((found, others)) => {
                        assert!(found.is_none(), "both ends see the same solutions");
                        others
                    }
                    Err(halt) => return Ending::Early(halt, moves + 1),
                };
                trying = states.max(others) < TRIAL;
                chosen = if others < states { 1 - chosen } else { chosen };
            }
        }
        Ending::Nothing
    }

    /// The first solution with at most so many moves, and how many states were looked at.
    fn walked(&self, end: usize, moves: u32) -> Result<(Option<Solution>, u64), Halt> {
        let begun = self.states.load(Ordering::Relaxed);
        let found = self.walk(&self.ends[end], moves)?;
        let states = self.states.load(Ordering::Relaxed) - begun;
        let solution = found.map(|(sense, vertices)| {
            let steps = vertices.iter().enumerate();
            let steps = steps.map(|(at, &vertex)| step(vertex, (sense + at) % 2));
            match end {
                0 => steps.collect(),
                _ => steps.rev().map(Move::undo).collect(),
            }
        });
        Ok((solution, states))
    }

    /// The first way from an end, whichever thread finds it.
    fn walk(&self, end: &End<'_>, moves: u32) -> Result<Option<Unit>, Halt> {
        let units = units(end, moves);
        let (next, first) = (AtomicUsize::new(0), Mutex::new((units.len(), None)));
        let work = || -> Result<(), Halt> {
            let pause = |states| self.pause(moves, states);
            let mut walker = Walker::new(end, &pause);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= first.lock().expect("no holder panics").0 {
                    return walker.finish();
                }
                // Units of large boards that end at once still cost a copy of the board.
                if number % PULSE == 0 {
                    self.run.halted().map_or(Ok(()), Err)?;
                }
                let (sense, head) = &units[number];
                if let Some(vertices) = walker.way(*sense, moves, head)? {
                    let mut first = first.lock().expect("no holder panics");
                    if number < first.0 {
                        *first = (number, Some((*sense, vertices)));
                    }
                }
            }
        };
        let ended = on_threads(self.run.threads.clamp(1, units.len().max(1)), work);
        // With a way in hand it does not matter who was stopped.
        match first.into_inner().expect("no holder panics").1 {
            None => ended.map(|()| None),
            found => Ok(found),
        }
    }

    /// Looks at the world after so many states more.
    fn pause(&self, moves: u32, states: u64) -> Option<Halt> {
        let before = self.states.fetch_add(states, Ordering::Relaxed);
        let after = before + states;
        if before / NEWS != after / NEWS {
            self.run.emit(&Event::Progress(vec![("moves", moves.into()), ("states", after)]));
        }
        self.run.halted().or((after > self.most).then_some(Halt::Budget))
    }
}

/// The units of a walk; one after the other they are all ways in their order.
fn units(end: &End<'_>, moves: u32) -> Vec<Unit> {
    let length = if moves <= WHOLE { 0 } else { HEAD };
    let heads = |sense| {
        let heads = Walker::new(end, &|_| None).heads(sense, moves, length);
        heads.into_iter().map(move |head| (sense, head))
    };
    [0, 1].into_iter().flat_map(heads).collect()
}

/// Does the same work on some threads; the first that was halted tells why.
fn on_threads(threads: usize, work: impl Fn() -> Result<(), Halt> + Sync) -> Result<(), Halt> {
    if threads == 1 {
        return work();
    }
    thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(&work)).collect();
        let ended: Vec<_> =
            handles.into_iter().map(|one| one.join().expect("a walk does not panic")).collect();
        ended.into_iter().collect()
    })
}

fn step(vertex: u8, sense: usize) -> Move {
    let first = if sense == 0 { b'1' } else { b'A' };
    Move::parse(char::from(first + vertex)).expect("each vertex has a letter")
}
