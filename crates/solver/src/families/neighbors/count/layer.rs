//! Layer of the sweep: a hash table of frontiers, each with a penalty.
//!
//! Keys lie densely in the order of insertion, so that iteration reads an array. Beside them is an
//! open-addressed index with linear probing. `put_away` drops the index of a layer that is only
//! iterated; such a layer must not be searched.

use crate::frontier::mixed;

/// Marks an unused place of the index; other entries are places from 1.
const VACANT: u32 = 0;

/// The smallest index.
const SMALLEST: usize = 16;

pub(super) struct Layer {
    keys: Vec<u128>,
    penalties: Vec<u16>,
    index: Vec<u32>,
}

impl Layer {
    pub(super) fn new() -> Self {
        Self { keys: Vec::new(), penalties: Vec::new(), index: vec![VACANT; SMALLEST] }
    }

    /// A layer with one empty frontier that has cost nothing.
    pub(super) fn blank() -> Self {
        let mut layer = Self::new();
        layer.lower(0, 0);
        layer
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Every frontier with its penalty.
    pub(super) fn states(&self) -> impl Iterator<Item = (u128, u16)> + '_ {
        self.keys.iter().copied().zip(self.penalties.iter().copied())
    }

    /// The least penalty.
    pub(super) fn least(&self) -> Option<u16> {
        self.penalties.iter().copied().min()
    }

    /// Where a frontier is, and its penalty.
    pub(super) fn find(&self, key: u128) -> Option<(usize, u16)> {
        let entry = self.index[self.probe(key)];
        (entry != VACANT).then(|| (entry as usize - 1, self.penalties[entry as usize - 1]))
    }

    /// The bytes of the next index, if the present one may be too small for so many frontiers more.
    pub(super) fn growth(&self, more: usize) -> Option<usize> {
        let full = 2 * (self.keys.len() + more) > self.index.len();
        full.then_some(2 * size_of_val(&self.index[..]))
    }

    /// Enters a frontier, or lowers its penalty.
    pub(super) fn lower(&mut self, key: u128, penalty: u16) {
        let at = self.probe(key);
        if self.index[at] != VACANT {
            let old = &mut self.penalties[self.index[at] as usize - 1];
            *old = penalty.min(*old);
            return;
        }
        self.keys.push(key);
        self.penalties.push(penalty);
        self.index[at] = u32::try_from(self.keys.len()).expect("the budget is below 32 bits");
        if 2 * self.keys.len() > self.index.len() {
            self.grow();
        }
    }

    /// The layer without its index and spare memory: it can be iterated, not searched.
    pub(super) fn put_away(mut self) -> Self {
        self.keys.shrink_to_fit();
        self.penalties.shrink_to_fit();
        self.index = Vec::new();
        self
    }

    /// The place of a key in the index, or the vacant one where it would be.
    fn probe(&self, key: u128) -> usize {
        let last = self.index.len() - 1;
        let mut at = (mixed(key) >> 32) as usize & last;
        while self.index[at] != VACANT && self.keys[self.index[at] as usize - 1] != key {
            at = (at + 1) & last;
        }
        at
    }

    fn grow(&mut self) {
        self.index = vec![VACANT; 2 * self.index.len()];
        for place in 0..self.keys.len() {
            let at = self.probe(self.keys[place]);
            self.index[at] = place as u32 + 1;
        }
    }
}
