//! Incremental penalty of a partial board, for searches that decide cells and open them again.
//!
//! Unlike the codes of `count`, which only say whether a value is beside a cell, this counts the neighbours of each
//! value, so that a decision can be undone. The tests of `classic` compare engines of both kinds.
//!
//! Levels may be decided in groups: values from `first` to `top` are placed, and `top` stands for
//! itself and all above. Penalty edges of values below `first` are not counted again. With `first`
//! 1 and `top` 7 the rules are those of the whole puzzle.
//!
//! Invariant: the costs of all cells, in the order of decision, add up to the penalty. `None` means
//! that some cell can never get its supports.

/// A place outside the board: it supports no cell and needs nothing.
pub(crate) const OUTSIDE: u8 = 0;

/// A cell that is not decided. It is counted like a value, in the last of the sixteen counters
/// that a word has room for.
pub(crate) const OPEN: u8 = 15;

/// The values that are being placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Levels {
    /// The least of them.
    pub(crate) first: u8,
    /// The largest, which stands for all above it as well. Two such cells side by side cost nothing
    /// yet; with 7, which needs six different neighbours, there are no such cells.
    pub(crate) top: u8,
}

/// How many neighbours of a cell have each value, four bits for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct NeighbourCounts(u64);

impl NeighbourCounts {
    fn of(self, value: u8) -> u32 {
        (self.0 >> (4 * u32::from(value)) & 15) as u32
    }

    fn exchange(&mut self, old: u8, new: u8) {
        self.0 = self.0 + (1 << (4 * u32::from(new))) - (1 << (4 * u32::from(old)));
    }

    /// Whether a cell with a value can still get all it needs.
    fn suffices(self, levels: Levels, value: u8) -> bool {
        let lacking = (levels.first..value).filter(|&lower| self.of(lower) == 0).count();
        lacking as u32 <= self.of(OPEN)
    }
}

/// A partly filled board.
#[derive(Clone, Debug)]
pub(crate) struct Partial {
    levels: Levels,
    around: Vec<Vec<usize>>,
    values: Vec<u8>,
    counts: Vec<NeighbourCounts>,
}

impl Partial {
    /// A board that has some values; `around` are the neighbours of each cell.
    pub(crate) fn new(around: Vec<Vec<usize>>, values: Vec<u8>, levels: Levels) -> Self {
        let counted = |cells: &Vec<usize>| {
            NeighbourCounts(cells.iter().map(|&cell| 1 << (4 * u32::from(values[cell]))).sum())
        };
        let counts = around.iter().map(counted).collect();
        Self { levels, around, values, counts }
    }

    pub(crate) fn values(&self) -> &[u8] {
        &self.values
    }

    /// Decides a cell, or opens it again.
    pub(crate) fn set(&mut self, cell: usize, value: u8) {
        let old = std::mem::replace(&mut self.values[cell], value);
        for &next in &self.around[cell] {
            self.counts[next].exchange(old, value);
        }
    }

    /// The penalty that the value of a cell adds to the decided cells. `None` if the cell or one
    /// beside it can never get its supports.
    pub(crate) fn cost(&self, cell: usize) -> Option<u32> {
        let (value, count) = (self.values[cell], self.counts[cell]);
        if !count.suffices(self.levels, value) {
            return None;
        }
        let spare = |lower| count.of(lower).saturating_sub(1);
        let mut cost: u32 = (self.levels.first..value).map(spare).sum();
        if value < self.levels.top {
            cost += count.of(value);
        }
        for &next in &self.around[cell] {
            cost += self.cost_beside(next, value)?;
        }
        Some(cost)
    }

    /// The penalty that a cell adds because a neighbour has got a value.
    fn cost_beside(&self, cell: usize, lower: u8) -> Option<u32> {
        let value = self.values[cell];
        if value == OPEN || value < self.levels.first {
            return Some(0);
        }
        let count = self.counts[cell];
        let spare = value > lower && count.of(lower) > 1;
        count.suffices(self.levels, value).then_some(u32::from(spare))
    }
}
