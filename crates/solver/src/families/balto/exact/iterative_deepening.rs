//! IDA*: depth-first searches with one move more each time, until a solution is found or refuted.
//!
//! Invariant: an iteration with at most m moves meets the other end if any solution has at most m
//! moves. A state is a board and the sense of its next move. Every move is undone by a move of the
//! other sense, so ways from home obey the same rules as ways from the board. An iteration may begin at
//! either end, and must begin with both senses. Take a shortest solution of its first sense, and of
//! these the first in the order of `move_pruning`. None of its parts is excluded there, since that
//! part could be replaced by a shorter or an earlier one. A move moves two tiles by one step each.
//! So after each move the sum of distances is at most twice the number of moves that follow, and no
//! state of it is cut. The first solution is therefore a shortest one.
//!
//! Choice of the end: the heuristic prunes more from one end than from the other. Small iterations
//! run from both ends, which must agree. Large ones run from the end with fewer states.
//!
//! Threads share the prefixes of an iteration. The first prefix with a solution wins, so the answer
//! does not depend on timing.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use sixfold_puzzle::families::balto::{Instance, Move, Solution};

use super::depth_first::{DepthFirst, End};
use super::distance_tables::DistanceTables;
use super::move_pruning::Automaton;
use crate::run::{Event, Halt, Progress, Run};

/// The length of the prefixes that are units of work.
const PREFIX: usize = 6;
/// Iterations with at most so many moves are one unit for each sense.
const WHOLE: u32 = 2 * PREFIX as u32;
/// An iteration with fewer states is run from both ends.
const TRIAL: u64 = 1 << 20;
/// Units between two polls of the limits, besides those of the depth-first search.
const PULSE: usize = 64;
/// States between two progress reports.
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

/// IDA* for the shortest solution.
pub(super) struct DeepeningSearch<'a> {
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

impl<'a> DeepeningSearch<'a> {
    pub(super) fn new(
        instance: &Instance,
        tables: &'a DistanceTables,
        automaton: &'a Automaton,
        run: &'a Run<'a>,
        most: u64,
    ) -> Self {
        let home = instance.home();
        let end = |board: &[u16], goal: &[u16]| End {
            tables,
            automaton,
            ways: tables.ways(board, goal),
            empty: tables.empty(board),
        };
        let ends = [end(&instance.tiles, &home), end(&home, &instance.tiles)];
        let least = tables.least(&ends[0].ways);
        Self { run, ends, least, states: AtomicU64::new(0), most }
    }

    /// Searches for a solution with fewer moves than are known.
    pub(super) fn shorter(&self, known: Option<u32>) -> Ending {
        let (mut chosen, mut trying) = (0, true);
        for moves in self.least..known.unwrap_or(u32::MAX) {
            let states = match self.iteration(chosen, moves) {
                Ok((Some(solution), _)) => return Ending::Shortest(solution),
                Ok((None, states)) => states,
                Err(halt) => return Ending::Early(halt, moves),
            };
            self.run.emit(&Event::Bound((moves + 1).into()));
            if trying {
                let others = match self.iteration(1 - chosen, moves) {
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
    fn iteration(&self, end: usize, moves: u32) -> Result<(Option<Solution>, u64), Halt> {
        let begun = self.states.load(Ordering::Relaxed);
        let found = self.first_way(&self.ends[end], moves)?;
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

    /// The first way from an end, independent of which thread finds it.
    fn first_way(&self, end: &End<'_>, moves: u32) -> Result<Option<Unit>, Halt> {
        let units = units(end, moves);
        let _charge = self.run.charge(units.len() * (size_of::<Unit>() + PREFIX))?;
        let (next, first) = (AtomicUsize::new(0), Mutex::new((units.len(), None)));
        let work = || -> Result<(), Halt> {
            let pause = |states| self.pause(moves, states);
            let mut search = DepthFirst::new(end, &pause);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= first.lock().expect("no holder panics").0 {
                    return search.finish();
                }
                // Units of large boards that end at once still cost a copy of the board.
                if number % PULSE == 0 {
                    self.run.halted().map_or(Ok(()), Err)?;
                }
                let (sense, prefix) = &units[number];
                if let Some(vertices) = search.way(*sense, moves, prefix)? {
                    let mut first = first.lock().expect("no holder panics");
                    if number < first.0 {
                        *first = (number, Some((*sense, vertices)));
                    }
                }
            }
        };
        let threads = self.run.workers().clamp(1, units.len().max(1));
        let ended = self.run.side_by_side(vec![&work; threads]);
        let ended: Result<(), Halt> = ended.into_iter().collect();
        // A way that was found counts, even if other threads were stopped.
        match first.into_inner().expect("no holder panics").1 {
            None => ended.map(|()| None),
            found => Ok(found),
        }
    }

    /// Counts states, reports progress and polls the limits.
    fn pause(&self, moves: u32, states: u64) -> Option<Halt> {
        let before = self.states.fetch_add(states, Ordering::Relaxed);
        let after = before + states;
        if before / NEWS != after / NEWS {
            let progress = Progress::of("iterative deepening").counted("states", after);
            self.run.emit(&progress.gauge("moves", moves.into(), "moves").into());
        }
        self.run.halted().or((after > self.most).then_some(Halt::Budget))
    }
}

/// The prefixes of an iteration; in their order they cover all ways in order.
fn units(end: &End<'_>, moves: u32) -> Vec<Unit> {
    let length = if moves <= WHOLE { 0 } else { PREFIX };
    let prefixes = |sense| {
        let prefixes = DepthFirst::new(end, &|_| None).prefixes(sense, moves, length);
        prefixes.into_iter().map(move |prefix| (sense, prefix))
    };
    [0, 1].into_iter().flat_map(prefixes).collect()
}

fn step(vertex: u8, sense: usize) -> Move {
    let first = if sense == 0 { b'1' } else { b'A' };
    Move::parse(char::from(first + vertex)).expect("each vertex has a letter")
}
