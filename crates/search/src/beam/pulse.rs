//! Polling of the run's limits by work done.
//!
//! Every loop of a search whose length depends on the width or on the number of levels spends units
//! here, one unit being about a nanosecond. The limits are polled once per [`INTERVAL`] units, so the
//! time between two polls depends neither on the width of a beam nor on how little a level holds.

use std::cell::Cell;

use crate::run::{Halt, Run};

/// Units between two polls: some milliseconds.
const INTERVAL: u64 = 1 << 22;

/// What loops spend, in units.
pub(super) const LEVEL: u64 = 1 << 14;
pub(super) const CANDIDATE: u64 = 32;
pub(super) const TABLE_ENTRY: u64 = 64;
pub(super) const PAGE_FAULT: u64 = 1 << 10;
pub(super) const BYTE: u64 = 2;
pub(super) const SLOT: u64 = 2;

/// Items that a loop handles between two calls of [`Pulse::spend`].
pub(super) const CHUNK: usize = 1 << 14;

/// Counts the work of one thread.
pub(super) struct Pulse<'a> {
    run: &'a Run<'a>,
    spent: Cell<u64>,
}

impl<'a> Pulse<'a> {
    pub(super) fn new(run: &'a Run<'a>) -> Self {
        Self { run, spent: Cell::new(0) }
    }

    /// Adds work, each of `items` costing so many units. Fails if the run has to stop.
    pub(super) fn spend(&self, items: usize, units: u64) -> Result<(), Halt> {
        let spent = self.spent.get() + items as u64 * units;
        self.spent.set(spent % INTERVAL);
        if spent < INTERVAL { Ok(()) } else { self.run.halted().map_or(Ok(()), Err) }
    }
}
