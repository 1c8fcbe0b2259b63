//! Effort counters, the node budget, and polling of the limits of the run.
//!
//! Each unit of a search counts in a [`Meter`] of its own and adds to the [`Effort`] that all threads share whenever it
//! polls. So the budget is exact with one thread, and exceeded by at most [`ASK`] pieces per thread with several.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::run::{Halt, Progress, Run};

/// Pieces of work between two polls of the limits, and between two progress reports. A piece is a fill
/// of a post, a test of a symmetry, or a step of a loop.
const ASK: u64 = 1 << 8;
const REPORT: u64 = 1 << 16;

/// The names of the counters.
pub(super) const COUNTERS: &[&str] = &["nodes", "fills", "starved", "refused", "fillings", "loops"];

/// Why a search ends before it has seen everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// A limit of the run, or the budget.
    Halted(Halt),
    /// There are all solutions that the caller wants.
    Enough,
}

impl Stop {
    /// The limit that was met, if one was.
    pub(super) fn halt(self) -> Option<Halt> {
        match self {
            Self::Halted(halt) => Some(halt),
            Self::Enough => None,
        }
    }
}

/// The budget of a search, and the effort of all its units.
pub(super) struct Effort {
    budget: u64,
    counts: [AtomicU64; COUNTERS.len()],
    /// Units from this one on are not needed any more.
    pub(super) end: AtomicUsize,
}

impl Effort {
    pub(super) fn new(budget: u64) -> Self {
        Self { budget, counts: Default::default(), end: AtomicUsize::new(usize::MAX) }
    }

    /// Adds the effort of earlier work.
    pub(super) fn add(&self, sums: &[u128]) {
        for (count, &sum) in self.counts.iter().zip(sums) {
            count.fetch_add(u64::try_from(sum).unwrap_or(u64::MAX), Ordering::Relaxed);
        }
    }

    /// The counters by name.
    pub(super) fn named(&self) -> Vec<(&'static str, u64)> {
        let values = self.counts.iter().map(|count| count.load(Ordering::Relaxed));
        COUNTERS.iter().copied().zip(values).collect()
    }
}

/// The counters of one unit.
pub(super) struct Meter<'a> {
    run: &'a Run<'a>,
    effort: &'a Effort,
    /// The unit at work.
    unit: usize,
    pieces: u64,
    /// What the shared effort has of these counters, and the nodes that it had beside them.
    told: [u64; COUNTERS.len()],
    others: u64,
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
    /// The counters of a unit; the preparations of all units count as the first.
    pub(super) fn new(effort: &'a Effort, unit: usize, run: &'a Run<'a>) -> Self {
        let [pieces, nodes, fills, starved, refused, fillings, loops] = [0; 7];
        let others = effort.counts[0].load(Ordering::Relaxed);
        let told = [0; COUNTERS.len()];
        Self {
            run,
            effort,
            unit,
            pieces,
            told,
            others,
            nodes,
            fills,
            starved,
            refused,
            fillings,
            loops,
        }
    }

    /// Counts a node against the budget.
    pub(super) fn node(&mut self) -> Result<(), Stop> {
        if self.others + self.nodes >= self.effort.budget {
            return Err(Stop::Halted(Halt::Budget));
        }
        self.nodes += 1;
        self.piece()
    }

    /// Counts a piece of work; polls the limits and reports progress when that is due.
    pub(super) fn piece(&mut self) -> Result<(), Stop> {
        let (asks, reports) = (self.pieces.is_multiple_of(ASK), self.pieces.is_multiple_of(REPORT));
        self.pieces += 1;
        if asks {
            self.tell();
        }
        if reports {
            self.run.emit(&Progress::of("search").counted_all(self.effort.named()).into());
        }
        if !asks {
            return Ok(());
        }
        match self.run.halted() {
            Some(halt) => Err(Stop::Halted(halt)),
            None if self.unit >= self.effort.end.load(Ordering::Relaxed) => Err(Stop::Enough),
            None => Ok(()),
        }
    }

    /// The counters in the order of their names.
    pub(super) fn counts(&self) -> [u64; COUNTERS.len()] {
        [self.nodes, self.fills, self.starved, self.refused, self.fillings, self.loops]
    }

    /// Adds what is new to the shared effort.
    fn tell(&mut self) {
        let counts = self.counts();
        let known = counts.iter().zip(self.told).zip(&self.effort.counts);
        for ((&count, told), sum) in known {
            sum.fetch_add(count - told, Ordering::Relaxed);
        }
        self.told = counts;
        self.others = self.effort.counts[0].load(Ordering::Relaxed).saturating_sub(counts[0]);
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.tell();
    }
}
