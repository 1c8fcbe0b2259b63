//! Local improvement of the incumbent between rounds, and in time that is too short for a round.
//!
//! Each pass runs the neighbourhoods of `local`: beams on windows round the meeting point first, then
//! exhaustive windows, then reinsertion. The incumbent never becomes longer.

use super::super::local::{SHORTEST, Windows};
use super::super::path;
use super::state::{BeamSearch, WindowUse};
use crate::run::Halt;

/// Exhaustive windows are a small part of a round of this width.
const SHORTCUTS: usize = 512;

impl BeamSearch<'_> {
    /// Local improvement of the given incumbent, once.
    pub(super) fn polish_given(&mut self, width: usize) -> Option<Halt> {
        if std::mem::take(&mut self.raw) { self.polish(width) } else { None }
    }

    /// One pass of local improvement.
    pub(super) fn polish(&mut self, width: usize) -> Option<Halt> {
        let path = self.best.as_ref().filter(|_| self.windows == WindowUse::On)?;
        let seed = self.run.seed.wrapping_add(self.round).wrapping_add(self.candidates);
        let mut windows = Windows::new(self.instance, self.settings, self.run, path);
        let loops = if self.given { windows.loops(seed) } else { Ok(()) };
        let mut halt = loops.and_then(|()| windows.narrowing(width, seed)).err();
        if halt.is_none() && (width >= SHORTCUTS || self.given) {
            let shorter = windows.shortcuts(seed);
            halt = shorter.and_then(|()| windows.insertions(seed)).err();
        }
        self.spent += windows.candidates;
        self.candidates += windows.candidates;
        self.levels += windows.levels;
        self.best = Some(windows.path());
        halt
    }

    /// Passes with changing windows until the deadline. Solutions that are too short for windows are
    /// left to rounds.
    pub(super) fn fill(&mut self, width: usize) -> Option<Halt> {
        let long = (2 * SHORTEST..usize::MAX).contains(&self.length());
        if !long || self.windows == WindowUse::Off {
            return None;
        }
        for turn in 0.. {
            if self.given {
                self.move_meeting(turn);
            }
            let halt = self.polish(width << (turn % 3)).or_else(|| self.run.halted());
            if halt.is_some() {
                return halt;
            }
            if self.run.save_due() {
                self.save();
            }
        }
        None
    }

    /// Moves the meeting point of a given solution, round which the windows lie.
    fn move_meeting(&mut self, turn: usize) {
        if let Some(best) = &self.best {
            let moves = path::solution(best);
            self.best = Some(path::path(&moves, moves.len() * (3 * turn % 8) / 7));
        }
    }
}
