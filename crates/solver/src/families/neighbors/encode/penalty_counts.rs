//! PenaltyCounts of penalty edges in a formula, and the literals that bound them.
//!
//! `formula` builds the counters; searches and certificates ask here for the literals of a bound. A bound beyond what is
//! counted has no literal: nothing is claimed of it.

use crate::sat::{Limit, Lit};

/// PenaltyCounts of penalty edges, which literals can bound.
pub(crate) struct PenaltyCounts {
    pub(super) total: Limit,
    pub(super) high: Option<Limit>,
    /// The count of levels 1 and 2 in unary, where it exists.
    pub(super) low_count: Vec<Lit>,
    pub(super) least: usize,
    /// What the total counts beside penalty edges.
    pub(super) offset: usize,
}

impl PenaltyCounts {
    /// Literals that together bound the penalty.
    pub(crate) fn at_most(&self, penalty: usize) -> Vec<Lit> {
        let high = self.high_at_most(penalty);
        self.total_at_most(penalty).into_iter().chain(high).collect()
    }

    /// Literal: the count of all penalty edges is at most this. `None` if that is sure.
    pub(crate) fn total_at_most(&self, penalty: usize) -> Option<Lit> {
        self.total.at_most(penalty + self.offset)
    }

    /// Literal: the levels above 2 have at most what the lower bound on the others leaves. `None` if that is sure.
    pub(crate) fn high_at_most(&self, penalty: usize) -> Option<Lit> {
        let left = penalty.checked_sub(self.least)?;
        self.high.as_ref().and_then(|high| high.at_most(left))
    }

    /// Literal: the penalty of levels 1 and 2 is at most `over` above their lower bound. `None` if
    /// that is not counted.
    pub(crate) fn low_within(&self, over: usize) -> Option<Lit> {
        self.low_count.get(self.least + over).map(|&more| -more)
    }

    /// Literals that set the count of levels 1 and 2 to `over` above their lower bound, even if
    /// their penalty is smaller.
    pub(crate) fn low_exactly(&self, over: usize) -> Vec<Lit> {
        let enough = (self.least + over).checked_sub(1).and_then(|place| self.low_count.get(place));
        enough.copied().into_iter().chain(self.low_within(over)).collect()
    }
}
