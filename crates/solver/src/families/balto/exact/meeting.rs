//! Searches from both ends that meet in the middle, without storing the middle.
//!
//! **What a pass refutes.** A state is a board and the sense of its next move. Every move can be taken
//! back by a move of the other sense, so a search from home goes by the same rules as one from the
//! board, and a solution is a way between two states, of the board and of home, each with any sense. A
//! pass for the length T takes it that there is no solution of fewer than T − 1 moves. Let there be a
//! shortest one, of L = T − 1 or L = T moves, and let f = ⌊T/2⌋. Its state m that is f moves from home
//! is then reached from home by no shorter way in the same sense, and likewise from the board by none of
//! fewer than L − f moves: else the solution would not be a shortest one. So both walks reach m:
//! the first of the shortest words to it has no part that `words` leaves out, and all states on these
//! words are on solutions of L moves, so that the sum of the ways to the other end, of which a move
//! can make up for two, excludes none. The sense of m decides the first sense of both walks: they agree
//! if L is even, and differ if it is odd.
//!
//! **How.** The walk from home puts the hashes of all its states into a filter; the walks from the
//! board, of T − 1 − f and of T − f moves, ask it. What it agrees to is kept together with its path.
//! A second walk from home looks whether it comes by the same hashes, and where it does, both
//! paths make a solution or, by accident, none: the rules of the puzzle decide. So a hash that two
//! states share costs time, but neither hides a solution nor makes one.

use std::sync::Mutex;

use sixfold_puzzle::families::balto::{Balto, Instance, Move, Solution};
use sixfold_puzzle::family::Family as _;

use super::filter::{Filling, Filter, Gathering, Questions};
use super::space::{Steps, WAYS};
use super::walk::{Aim, End, Meter, Reached, Visitor, Walk, vertices};
use crate::run::{Halt, Run};

/// Units of a walk after which what is kept is looked at.
const BLOCK: usize = 32;
/// Bits of the small filter for each state that is kept.
const BITS_EACH: usize = 32;

/// The memory that may be used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// Words of the filter.
    pub(super) words: usize,
    /// States that are kept before they are looked at.
    pub(super) kept: usize,
}

/// A search from both ends.
pub(super) struct Meeting<'a, S> {
    pub(super) instance: &'a Instance,
    pub(super) board: End<'a, S>,
    pub(super) home: End<'a, S>,
    pub(super) room: Room,
    pub(super) meter: Meter,
    pub(super) run: &'a Run<'a>,
}

impl<S: Steps> Meeting<'_, S> {
    /// The first of the shortest solutions with `length` moves or one less, if there are none with
    /// fewer.
    pub(super) fn pass(&self, length: u32, least: u32) -> Result<Option<Solution>, Halt> {
        let mut best: Option<Solution> = None;
        for sense in [0, 1] {
            let moves = length / 2;
            let home = Walk::new(&self.home, Aim { sense, moves, length });
            let filter = self.filled(&home, moves)?;
            for length in [length.wrapping_sub(1), length] {
                let known = best.as_ref().map_or(u32::MAX, |best| best.len() as u32);
                if (least.max(moves)..known).contains(&length) {
                    let sense = (sense + length as usize) % 2;
                    let board = Aim { sense, moves: length - moves, length };
                    let found = self.asked(&filter, &home, moves, board)?;
                    best = found.or(best);
                }
            }
        }
        Ok(best)
    }

    /// The filter with all states of a walk.
    fn filled(&self, home: &Walk<'_, S>, moves: u32) -> Result<Filter, Halt> {
        let filling = Filling::new(self.room.words.min(expected(moves)));
        let visitor = || Fill { filling: &filling, gathering: Gathering::new() };
        let visitors = home.go(0..home.units.len(), (self.run, &self.meter), visitor)?;
        visitors.into_iter().for_each(|mut one| one.gathering.finish(&filling));
        Ok(filling.finished())
    }

    /// Walks from the board, and looks at what the filter agrees to.
    fn asked(
        &self,
        filter: &Filter,
        home: &Walk<'_, S>,
        moves: u32,
        aim: Aim,
    ) -> Result<Option<Solution>, Halt> {
        let walk = Walk::new(&self.board, aim);
        let (mut kept, mut best) = (Vec::new(), None);
        let blocks = walk.units.len().div_ceil(BLOCK);
        for block in 0..blocks {
            let units = block * BLOCK..walk.units.len().min((block + 1) * BLOCK);
            let visitor = || Ask { filter, questions: Questions::new(), kept: Vec::new() };
            for mut one in walk.go(units, (self.run, &self.meter), visitor)? {
                one.questions.finish(filter, |asked| one.kept.push(asked));
                kept.append(&mut one.kept);
            }
            if kept.len() > self.room.kept || block + 1 == blocks {
                let found = self.solved(&mut kept, home, moves, aim)?;
                best = [best, found].into_iter().flatten().min();
                kept.clear();
            }
        }
        Ok(best.map(|letters| letters.into_iter().filter_map(Move::parse).collect()))
    }

    /// The first solution, as letters, through a state that was kept.
    fn solved(
        &self,
        kept: &mut [Reached],
        home: &Walk<'_, S>,
        moves: u32,
        aim: Aim,
    ) -> Result<Option<Vec<char>>, Halt> {
        if kept.is_empty() {
            return Ok(None);
        }
        kept.sort_unstable();
        let filter = Filter::of(kept.iter().map(|(hash, _)| *hash), BITS_EACH);
        let best = Mutex::new(None);
        let agree = |(hash, path): Reached| {
            let first = kept.partition_point(|(other, _)| *other < hash);
            for (_, other) in kept[first..].iter().take_while(|(other, _)| *other == hash) {
                let found = self.joined((*other, aim), (path, moves));
                let mut best = best.lock().expect("no holder panics");
                *best = [best.take(), found].into_iter().flatten().min();
            }
        };
        let visitor = || Look { filter: &filter, questions: Questions::new(), agree: &agree };
        let visitors = home.go(0..home.units.len(), (self.run, &self.meter), visitor)?;
        visitors.into_iter().for_each(|mut one| one.questions.finish(&filter, &agree));
        Ok(best.into_inner().expect("no holder panics"))
    }

    /// The moves from the board and those from home taken back, if they are a solution.
    fn joined(&self, board: (u64, Aim), home: (u64, u32)) -> Option<Vec<char>> {
        let (path, aim) = board;
        let first = vertices(path, aim.moves).enumerate();
        let first = first.map(|(at, vertex)| letter(vertex, (aim.sense + at) % 2));
        // The last move from home and the next one of the state in the middle have different senses.
        let last = aim.sense + aim.moves as usize + 1;
        let second = vertices(home.0, home.1).rev().enumerate();
        let second = second.map(|(at, vertex)| letter(vertex, (last + at) % 2));
        let second = second.filter_map(Move::parse).map(Move::undo);
        let solution: Solution = first.filter_map(Move::parse).chain(second).collect();
        let solves = Balto::violations(self.instance, &solution).is_empty();
        solves.then(|| solution.into_iter().map(Move::letter).collect())
    }
}

/// Words of a filter for all states after so many moves, of which most are excluded.
fn expected(moves: u32) -> usize {
    (5_u64.saturating_pow(moves) / 16).clamp(1 << 8, 1 << 40) as usize
}

fn letter(vertex: usize, sense: usize) -> char {
    let first = if sense == 0 { b'1' } else { b'A' };
    char::from(first + vertex as u8)
}

/// Puts states into a filter.
struct Fill<'a> {
    filling: &'a Filling,
    gathering: Gathering,
}

impl Visitor for Fill<'_> {
    fn visit(&mut self, reached: &[Reached]) {
        reached.iter().for_each(|(word, _)| self.gathering.put(self.filling, word >> WAYS));
    }
}

/// Keeps the states to which a filter agrees.
struct Ask<'a> {
    filter: &'a Filter,
    questions: Questions,
    kept: Vec<Reached>,
}

impl Visitor for Ask<'_> {
    fn visit(&mut self, reached: &[Reached]) {
        for (word, path) in reached {
            self.questions.ask(self.filter, (word >> WAYS, *path), |asked| self.kept.push(asked));
        }
    }
}

/// Looks closer at the states to which a filter agrees.
struct Look<'a, F> {
    filter: &'a Filter,
    questions: Questions,
    agree: &'a F,
}

impl<F: Fn(Reached) + Sync> Visitor for Look<'_, F> {
    fn visit(&mut self, reached: &[Reached]) {
        for (word, path) in reached {
            self.questions.ask(self.filter, (word >> WAYS, *path), self.agree);
        }
    }
}
