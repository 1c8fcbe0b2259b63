//! Effort counters, the node budget, and polling of the limits of the run.

use crate::run::{Halt, Progress, Run};

/// Pieces of work between two polls of the limits, and between two progress reports. A piece is a fill
/// of a post, a test of a symmetry, or a step of a loop.
const ASK: u64 = 1 << 8;
const REPORT: u64 = 1 << 16;

/// Why a search ends before it has seen everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// A limit of the run, or the budget.
    Halted(Halt),
    /// The caller has all solutions that it wants.
    Enough,
}

/// Counters and the budget.
pub(super) struct Meter<'a> {
    run: &'a Run<'a>,
    budget: u64,
    pieces: u64,
    /// Positions tested and steps of loops made: what the budget is about.
    pub(super) nodes: u64,
    /// Posts filled.
    pub(super) fills: u64,
    /// Positions in which a post could no longer be filled.
    pub(super) starved: u64,
    /// Positions that left no region for the loop.
    pub(super) refused: u64,
    /// Complete fillings that were searched for loops.
    pub(super) fillings: u64,
    /// Loops found, the same one once for each of its symmetries.
    pub(super) loops: u64,
}

impl<'a> Meter<'a> {
    pub(super) fn new(budget: u64, run: &'a Run<'a>) -> Self {
        let [pieces, nodes, fills, starved, refused, fillings, loops] = [0; 7];
        Self { run, budget, pieces, nodes, fills, starved, refused, fillings, loops }
    }

    /// Counts a node against the budget.
    pub(super) fn node(&mut self) -> Result<(), Stop> {
        if self.nodes == self.budget {
            return Err(Stop::Halted(Halt::Budget));
        }
        self.nodes += 1;
        self.piece()
    }

    /// Counts a piece of work; polls the limits and reports progress when that is due.
    pub(super) fn piece(&mut self) -> Result<(), Stop> {
        if self.pieces.is_multiple_of(REPORT) {
            self.run.emit(&Progress::of("search").counted_all(self.effort()).into());
        }
        let halt = if self.pieces.is_multiple_of(ASK) { self.run.halted() } else { None };
        self.pieces += 1;
        halt.map_or(Ok(()), |halt| Err(Stop::Halted(halt)))
    }

    /// The counters by name.
    pub(super) fn effort(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("nodes", self.nodes),
            ("fills", self.fills),
            ("starved", self.starved),
            ("refused", self.refused),
            ("fillings", self.fillings),
            ("loops", self.loops),
        ]
    }
}
