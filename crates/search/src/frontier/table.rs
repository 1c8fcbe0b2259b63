//! The states of one layer of a frontier dynamic program: a hash table from packed frontiers to values.
//!
//! Keys and values lie densely in the order in which they came, so that walking through a layer is reading an array. Beside
//! them is an open-addressed index with linear probing. The standard map spends most of its time on a hash that withstands
//! attackers; keys here come from our own states.
//!
//! An index of 32 bits an entry is small; one of 64 bits has a part of the hash beside the place, so that a probe rarely
//! has to look at a key elsewhere in memory.

use std::hint::black_box;

use crate::run::{Charge, Halt, Run};

/// The smallest index.
const SMALLEST: usize = 16;

/// An entry of the index: the place of a state, counted from 1, or 0 if it is vacant.
pub trait IndexEntry: Copy + Default + PartialEq {
    /// The entry of a place, unless the place is too large for it.
    fn new(place: usize, hash: u64) -> Option<Self>;
    /// The place.
    fn place(self) -> usize;
    /// Whether the state at the place may have this hash.
    fn may_have(self, hash: u64) -> bool;
    /// The hash of the state at the place, whose key is given, as far as it decides where probing begins.
    fn hash(self, key: u128) -> u64;
}

impl IndexEntry for u32 {
    fn new(place: usize, _: u64) -> Option<Self> {
        Self::try_from(place).ok()
    }

    fn place(self) -> usize {
        self as usize
    }

    fn may_have(self, _: u64) -> bool {
        true
    }

    fn hash(self, key: u128) -> u64 {
        mixed(key)
    }
}

/// The part of an entry of 64 bits that is the place; the rest is of the hash.
const PLACE: u64 = u32::MAX as u64;

impl IndexEntry for u64 {
    fn new(place: usize, hash: u64) -> Option<Self> {
        Some((hash & !PLACE) | Self::from(u32::try_from(place).ok()?))
    }

    fn place(self) -> usize {
        (self & PLACE) as usize
    }

    fn may_have(self, hash: u64) -> bool {
        (self ^ hash) & !PLACE == 0
    }

    fn hash(self, _: u128) -> u64 {
        self
    }
}

/// What a table keeps of a key: all its bits, in as many bytes as the largest one needs.
pub trait StateKey: Copy + PartialEq {
    /// The key, unless it does not fit.
    fn narrowed(key: u128) -> Option<Self>;
    /// The whole key.
    fn whole(self) -> u128;
}

impl StateKey for u128 {
    fn narrowed(key: u128) -> Option<Self> {
        Some(key)
    }

    fn whole(self) -> u128 {
        self
    }
}

impl StateKey for u64 {
    fn narrowed(key: u128) -> Option<Self> {
        Self::try_from(key).ok()
    }

    fn whole(self) -> u128 {
        self.into()
    }
}

/// A layer: states by key, each with a value. Its bytes are charged to the run.
pub struct StateTable<'a, V, E, K = u128> {
    keys: Vec<K>,
    values: Vec<V>,
    index: Vec<E>,
    charge: Charge<'a>,
}

impl<'a, V: Copy, E: IndexEntry, K: StateKey> StateTable<'a, V, E, K> {
    /// An empty table that can take so many states without growing.
    ///
    /// # Errors
    /// [`Halt::Memory`] if the run has no room for it.
    pub fn with_room_for(states: usize, run: &'a Run<'a>) -> Result<Self, Halt> {
        let size = (2 * states).next_power_of_two().max(SMALLEST);
        let charge = run.charge(Self::bytes(size))?;
        let index = vec![E::default(); size];
        let (keys, values) = (Vec::with_capacity(states), Vec::with_capacity(states));
        Ok(Self { keys, values, index, charge })
    }

    /// The bytes of a table whose index has so many entries and is as full as it may be.
    fn bytes(index: usize) -> usize {
        index / 2 * Self::STATE + index * size_of::<E>()
    }

    /// The bytes of a state outside of the index.
    const STATE: usize = size_of::<K>() + size_of::<V>();

    /// The keys, in the order in which they came.
    #[must_use]
    pub fn keys(&self) -> &[K] {
        &self.keys
    }

    /// The values, in the order of the keys.
    #[must_use]
    pub fn values(&self) -> &[V] {
        &self.values
    }

    /// Where a key is, and its value.
    #[must_use]
    pub fn find(&self, key: K) -> Option<(usize, V)> {
        let place = self.index[self.probe(key, mixed(key.whole()))].place().checked_sub(1)?;
        Some((place, self.values[place]))
    }

    /// Asks for memory, if the index may be too small for so many states more.
    ///
    /// # Errors
    /// [`Halt::Memory`] if the run has no room for a larger table.
    pub fn make_room(&mut self, more: usize, run: &Run<'_>) -> Result<(), Halt> {
        if 2 * (self.keys.len() + more) > self.index.len() {
            run.room_for(2 * size_of_val(&self.index[..]))?;
            self.charge.grow_to(Self::bytes(2 * self.index.len()))?;
        }
        Ok(())
    }

    /// Enters a key with a value, or merges the value into that of the key. There is nothing if merging fails or the table
    /// becomes too large.
    pub fn enter(&mut self, key: K, value: V, merge: impl FnOnce(V, V) -> Option<V>) -> Option<()> {
        let hash = mixed(key.whole());
        let at = self.probe(key, hash);
        if self.index[at] != E::default() {
            let old = &mut self.values[self.index[at].place() - 1];
            *old = merge(*old, value)?;
            return Some(());
        }
        self.keys.push(key);
        self.values.push(value);
        self.index[at] = E::new(self.keys.len(), hash)?;
        if 2 * self.keys.len() > self.index.len() {
            self.grow();
        }
        Some(())
    }

    /// Enters many keys. The time goes into waiting for memory; reading all places of the index first lets the processor
    /// wait for many of them at once.
    pub fn enter_all(&mut self, batch: &[(K, V)], merge: impl Fn(V, V) -> Option<V>) -> Option<()> {
        let touched = batch.iter().map(|&(key, _)| self.index[self.home(mixed(key.whole()))]);
        black_box(touched.fold(0, |all, entry| all ^ entry.place()));
        batch.iter().try_for_each(|&(key, value)| self.enter(key, value, &merge))
    }

    /// Takes all states out; the room stays.
    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
        self.index.fill(E::default());
    }

    /// The table without its index and spare memory: it can be iterated, and must not be searched.
    #[must_use]
    pub fn without_index(mut self) -> Self {
        self.keys.shrink_to_fit();
        self.values.shrink_to_fit();
        self.index = Vec::new();
        self.charge.shrink_to(self.keys.len() * Self::STATE);
        self
    }

    /// Where to look first: high bits of the hash, which all bits of the key have reached.
    fn home(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.index.len() - 1)
    }

    /// The place of a key in the index, or the vacant one where it would be.
    fn probe(&self, key: K, hash: u64) -> usize {
        let mut at = self.home(hash);
        loop {
            let entry = self.index[at];
            if entry == E::default() || entry.may_have(hash) && self.keys[entry.place() - 1] == key
            {
                return at;
            }
            at = (at + 1) & (self.index.len() - 1);
        }
    }

    fn grow(&mut self) {
        let size = 2 * self.index.len();
        let old = std::mem::replace(&mut self.index, vec![E::default(); size]);
        for entry in old.into_iter().filter(|&entry| entry != E::default()) {
            let mut at = self.home(entry.hash(self.keys[entry.place() - 1].whole()));
            while self.index[at] != E::default() {
                at = (at + 1) & (size - 1);
            }
            self.index[at] = entry;
        }
    }
}

/// Spreads a key over 64 bits: a product with the golden ratio, folded, and once more.
pub(super) fn mixed(key: u128) -> u64 {
    const RATIO: u64 = 0x9E37_79B9_7F4A_7C15;
    let folded = (key as u64) ^ ((key >> 64) as u64).wrapping_mul(RATIO).rotate_left(32);
    let once = folded.wrapping_mul(RATIO);
    (once ^ once >> 32).wrapping_mul(RATIO)
}
