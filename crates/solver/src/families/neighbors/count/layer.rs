//! Layer of the sweep: frontiers, each with a penalty, in the state table of `search`.
//!
//! `put_away` drops the index of a layer that is only iterated; such a layer must not be searched.

use crate::frontier::StateTable;
use crate::run::{Halt, Run};

/// A layer of the sweep. Its index has 32 bits an entry: memory is what limits the engine.
pub(super) struct PenaltyLayer<'a>(StateTable<'a, u16, u32>);

impl<'a> PenaltyLayer<'a> {
    pub(super) fn new(run: &'a Run<'a>) -> Result<Self, Halt> {
        StateTable::with_room_for(0, run).map(Self)
    }

    /// A layer with one empty frontier that has cost nothing.
    pub(super) fn blank(run: &'a Run<'a>) -> Result<Self, Halt> {
        let mut layer = Self::new(run)?;
        layer.lower(0, 0);
        Ok(layer)
    }

    pub(super) fn len(&self) -> usize {
        self.0.keys().len()
    }

    /// Every frontier with its penalty.
    pub(super) fn states(&self) -> impl Iterator<Item = (u128, u16)> + '_ {
        self.0.keys().iter().copied().zip(self.0.values().iter().copied())
    }

    /// The least penalty.
    pub(super) fn least(&self) -> Option<u16> {
        self.0.values().iter().copied().min()
    }

    /// Where a frontier is, and its penalty.
    pub(super) fn find(&self, key: u128) -> Option<(usize, u16)> {
        self.0.find(key)
    }

    /// Asks for memory, if the layer may have to grow for so many frontiers more.
    pub(super) fn make_room(&mut self, more: usize, run: &Run<'_>) -> Result<(), Halt> {
        self.0.make_room(more, run)
    }

    /// Enters a frontier, or lowers its penalty.
    pub(super) fn lower(&mut self, key: u128, penalty: u16) {
        let lowest = |old: u16, new: u16| Some(old.min(new));
        self.0.enter(key, penalty, lowest).expect("the budget is below 32 bits");
    }

    /// The layer without its index and spare memory: it can be iterated, not searched.
    pub(super) fn put_away(self) -> Self {
        Self(self.0.without_index())
    }
}
