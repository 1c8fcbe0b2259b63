//! Large neighbourhood search on windows: some moves in a row are replaced by a shorter way.
//!
//! Senses alternate, so those at both ends of a window are given. A way between them can only be
//! shorter by an even number of moves. One move less would turn all senses on one side of the window;
//! that is left to the variants of the rounds.
//!
//! Two kinds of windows pay. Most can be gained where the two boards of a bidirectional search met.
//! There a beam search is repeated on fewer and fewer moves, as much wider as they are fewer. And an
//! exhaustive search replaces twelve moves by ten (`shortcuts`).
//!
//! Invariant: the moves solve the board after every replacement, and never become more.
//!
//! Heuristic: a beam may miss a shorter way.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sixfold_puzzle::Family as _;
use sixfold_puzzle::families::balto::{Balto, Instance, Move, Position, Solution};

use super::super::board_pair::{BoardPair, Tables};
use super::super::parameters::{BeamSettings, WIDEST, patience};
use super::super::path;
use super::super::task::improved;
use super::insertions::Insertions;
use super::shortcuts::Shortcuts;
use crate::beam::{self, BeamOutcome, BeamPlan, Walk};
use crate::run::{Halt, Run};

/// The shortest window at the place of meeting.
pub(in super::super) const SHORTEST: usize = 40;

/// Moves between two polls of the limits where a move costs little.
const PULSE: usize = 1 << 12;

/// A solution under local improvement.
pub(in super::super) struct Windows<'a> {
    instance: &'a Instance,
    settings: BeamSettings<'a>,
    run: &'a Run<'a>,
    moves: Solution,
    /// How many of the moves were made on the first board.
    meeting: usize,
    pub(in super::super) candidates: u64,
    pub(in super::super) levels: u64,
}

impl<'a> Windows<'a> {
    pub(in super::super) fn new(
        instance: &'a Instance,
        settings: BeamSettings<'a>,
        run: &'a Run<'a>,
        path: &[u8],
    ) -> Self {
        let (moves, meeting) = (path::solution(path), path::meeting(path));
        Self { instance, settings, run, moves, meeting, candidates: 0, levels: 0 }
    }

    /// The solution as it is now.
    pub(in super::super) fn path(&self) -> Vec<u8> {
        path::path(&self.moves, self.meeting)
    }

    /// Windows of half the moves, a quarter, ... with beams of twice the width, four times, ...
    pub(in super::super) fn narrowing(&mut self, width: usize, seed: u64) -> Result<(), Halt> {
        let tables = Tables::new(self.instance, self.settings.weights, seed);
        let mut part = 2;
        while self.moves.len() / part >= SHORTEST && width * part <= WIDEST {
            let done = match tables.sees_neighbourhoods() {
                true => self.middle::<true>(&tables, part, width * part)?,
                false => self.middle::<false>(&tables, part, width * part)?,
            };
            if !done {
                break;
            }
            part *= 2;
        }
        Ok(())
    }

    /// One part of the moves, where the boards meet. Says whether there was memory for it.
    fn middle<const NEIGHBOURHOODS: bool>(
        &mut self,
        tables: &Tables,
        part: usize,
        width: usize,
    ) -> Result<bool, Halt> {
        let length = self.moves.len() / part;
        let begin = self.meeting.saturating_sub(length / 2).min(self.moves.len() - length);
        let (from, window) = (self.board(begin), begin..begin + length);
        let to = self.board(window.end);
        let boards: BoardPair<'_, NEIGHBOURHOODS> =
            BoardPair::between(from.tiles(), to.tiles(), tables, self.senses(window.clone()));
        let plan = BeamPlan {
            width,
            representation: self.settings.keep(self.instance.hexagon().order(), width),
            threads: self.run.workers(),
            pool: None,
            worth: &|moves| moves < length,
            patience: patience(self.instance.hexagon().order()),
            parallel: 1,
        };
        if self.run.most_memory().is_some_and(|most| plan.memory(boards.bytes()) > most / 2) {
            return Ok(false);
        }
        let BeamOutcome { path, halt, candidates, levels, .. } =
            beam::search(&boards, &plan, self.run);
        self.candidates += candidates;
        self.levels += levels;
        if let Some(path) = path {
            self.meeting = begin + path::meeting(&path);
            self.replace(window, path::solution(&path));
        }
        halt.map_or(Ok(true), Err)
    }

    /// For both ends of a window whether the first move from there is anticlockwise.
    fn senses(&self, window: std::ops::Range<usize>) -> [bool; 2] {
        let last = self.moves[window.end - 1].undo();
        [!self.moves[window.start].clockwise(), !last.clockwise()]
    }

    /// The board before a move.
    fn board(&self, index: usize) -> Position {
        let mut position = Position::new(&self.instance.tiles);
        self.moves[..index].iter().for_each(|step| {
            position.apply(&self.instance.torus, *step);
        });
        position
    }

    fn replace(&mut self, window: std::ops::Range<usize>, moves: Vec<Move>) {
        self.moves.splice(window, moves);
        self.run.emit(&improved(self.instance, &self.moves));
    }

    /// Takes out all moves between two boards that are equal. Beams find no such solution, but a given
    /// one may be of any kind.
    pub(in super::super) fn loops(&mut self, seed: u64) -> Result<(), Halt> {
        let mut shortcuts = Shortcuts::new(self.instance, seed);
        let (mut kept, mut places) = (Vec::new(), vec![shortcuts.hash()]);
        // Of equal boards only those with the same sense of the next move are the same.
        let mut seen = HashMap::from([((shortcuts.hash(), 0), 0)]);
        for (at, &step) in self.moves.iter().enumerate() {
            if at % PULSE == 0 {
                self.run.halted().map_or(Ok(()), Err)?;
            }
            shortcuts.advance(step);
            kept.push(step);
            places.push(shortcuts.hash());
            match seen.entry((shortcuts.hash(), kept.len() % 2)) {
                Entry::Vacant(vacant) => drop(vacant.insert(kept.len())),
                Entry::Occupied(before) => {
                    let before = *before.get();
                    kept.truncate(before);
                    places.pop();
                    let cut = places.drain(before + 1..).zip(before + 1..);
                    cut.for_each(|(hash, place)| {
                        seen.remove(&(hash, place % 2));
                    });
                }
            }
        }
        // Equal hashes of different boards would show here.
        if kept.len() < self.moves.len() && Balto::violations(self.instance, &kept).is_empty() {
            self.meeting = kept.len() / 2;
            self.replace(0..self.moves.len(), kept);
        }
        Ok(())
    }

    /// Tries all windows of twelve moves.
    pub(in super::super) fn shortcuts(&mut self, seed: u64) -> Result<(), Halt> {
        let mut shortcuts = Shortcuts::new(self.instance, seed);
        let mut begin = 0;
        while begin + Shortcuts::WINDOW <= self.moves.len() {
            self.run.halted().map_or(Ok(()), Err)?;
            let window = begin..begin + Shortcuts::WINDOW;
            match shortcuts.shorter(&self.moves[window.clone()]) {
                Some(moves) => {
                    let saved = window.len() - moves.len();
                    if self.meeting > begin {
                        self.meeting = self.meeting.saturating_sub(saved).max(begin);
                    }
                    self.replace(window, moves);
                }
                None => {
                    shortcuts.advance(self.moves[begin]);
                    begin += 1;
                }
            }
        }
        self.candidates += shortcuts.candidates;
        Ok(())
    }

    /// Reinsertion until there is no improvement.
    pub(in super::super) fn insertions(&mut self, seed: u64) -> Result<(), Halt> {
        let (instance, run) = (self.instance, self.run);
        let mut insertions = Insertions { instance, run, seed, candidates: 0 };
        loop {
            let shorter = insertions.shorter(&self.moves);
            self.candidates += std::mem::take(&mut insertions.candidates);
            let Some(moves) = shorter? else { return Ok(()) };
            self.meeting = self.meeting.min(moves.len());
            self.replace(0..self.moves.len(), moves);
        }
    }
}
