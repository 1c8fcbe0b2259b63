//! Numbers by key, for one layer of the frontier program. States lie densely in the order in which
//! they came, so that walking through a layer is reading an array; beside them is an open-addressed
//! index with linear probing. The standard map spends most of its time on a hash that withstands
//! attackers; keys here come from our own states.

use std::hint::black_box;

/// Marks an unused place of the index.
const VACANT: u64 = 0;

/// The part of an index entry that says where the state is, from 1; the rest is of its hash.
const PLACE: u64 = u32::MAX as u64;

/// A layer.
pub(super) struct Table {
    states: Vec<(u128, u128)>,
    index: Vec<u64>,
}

impl Table {
    /// An empty table that can take so many states without growing.
    pub(super) fn with_room_for(states: usize) -> Self {
        let size = (2 * states).next_power_of_two().max(16);
        Self { states: Vec::with_capacity(states), index: vec![VACANT; size] }
    }

    pub(super) fn states(&self) -> &[(u128, u128)] {
        &self.states
    }

    /// The bytes of the next index, if the present one may be too small for so many states more.
    pub(super) fn growth(&self, more: usize) -> Option<usize> {
        let full = 2 * (self.states.len() + more) > self.index.len();
        full.then_some(2 * size_of_val(&self.index[..]))
    }

    /// Adds to the numbers of many keys. There is nothing if one becomes too large, or the table.
    pub(super) fn add_all(&mut self, batch: &[(u128, u128)]) -> Option<()> {
        // The time goes into waiting for memory. Reading all places of the index first lets the
        // processor wait for many of them at once.
        let touched = batch.iter().map(|&(key, _)| self.index[self.home(mixed(key))]);
        black_box(touched.fold(0, |all, entry| all ^ entry));
        batch.iter().try_for_each(|&(key, number)| self.add(key, number))
    }

    fn add(&mut self, key: u128, number: u128) -> Option<()> {
        let hash = mixed(key);
        let mut at = self.home(hash);
        while self.index[at] != VACANT {
            let entry = self.index[at];
            if (entry ^ hash) & !PLACE == 0 {
                let state = &mut self.states[(entry & PLACE) as usize - 1];
                if state.0 == key {
                    state.1 = state.1.checked_add(number)?;
                    return Some(());
                }
            }
            at = (at + 1) & (self.index.len() - 1);
        }
        self.states.push((key, number));
        self.index[at] = (hash & !PLACE) | u64::from(u32::try_from(self.states.len()).ok()?);
        if 2 * self.states.len() > self.index.len() {
            self.grow();
        }
        Some(())
    }

    /// Where to look first: high bits of the hash, which all bits of the key have reached.
    fn home(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.index.len() - 1)
    }

    fn grow(&mut self) {
        let size = 2 * self.index.len();
        let old = std::mem::replace(&mut self.index, vec![VACANT; size]);
        for entry in old.into_iter().filter(|&entry| entry != VACANT) {
            let mut at = self.home(entry);
            while self.index[at] != VACANT {
                at = (at + 1) & (size - 1);
            }
            self.index[at] = entry;
        }
    }
}

/// Spreads a key over 64 bits: a product with the golden ratio, folded, and once more.
pub fn mixed(key: u128) -> u64 {
    const RATIO: u64 = 0x9E37_79B9_7F4A_7C15;
    let folded = (key as u64) ^ ((key >> 64) as u64).wrapping_mul(RATIO).rotate_left(32);
    let once = folded.wrapping_mul(RATIO);
    (once ^ once >> 32).wrapping_mul(RATIO)
}
