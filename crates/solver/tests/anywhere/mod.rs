//! An engine that supports other boards than it says, to test it on small ones.

use sixfold_puzzle::ParsedPuzzle;
use sixfold_solver::{Aim, Engine, EngineRow, Options, Power, Prepared};

/// An engine with another test of what it supports.
pub(crate) struct Anywhere {
    pub(crate) engine: &'static dyn Engine,
    /// Whether an instance, in canonical text, is supported; if not, why.
    pub(crate) supports: fn(&str) -> Result<(), String>,
}

impl Engine for Anywhere {
    fn row(&self) -> &EngineRow {
        self.engine.row()
    }

    fn powers(&self) -> Vec<Power> {
        self.engine.powers()
    }

    fn certifies(&self, aim: &Aim) -> bool {
        self.engine.certifies(aim)
    }

    fn exchanges(&self) -> bool {
        self.engine.exchanges()
    }

    fn supports(&self, puzzle: &ParsedPuzzle) -> Result<(), String> {
        (self.supports)(&puzzle.text)
    }

    fn prepare<'a>(
        &'a self,
        puzzle: &'a ParsedPuzzle,
        options: &'a Options,
    ) -> Result<Box<dyn Prepared + 'a>, String> {
        self.engine.prepare(puzzle, options)
    }
}
