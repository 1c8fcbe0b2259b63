//! Tables of hashes, as large as the beam is wide and no larger: a table that does not fit into the
//! cache costs more than all the rest.

use std::thread;

use super::Node;

/// The slots for each state of a beam.
const ROOM: usize = 8;
/// So few states are remembered by one thread.
const ALONE: usize = 1 << 14;

fn slots(width: usize) -> usize {
    (ROOM * width.max(16)).next_power_of_two()
}

/// Where a hash belongs: its upper bits, which are the best ones of a sum of products.
fn place(hash: u64, slots: usize) -> usize {
    (hash >> (64 - slots.trailing_zeros())) as usize
}

/// The states of a level. Nothing is forgotten before the table is cleared.
#[derive(Debug)]
pub(super) struct Level {
    slots: Vec<u64>,
    entered: usize,
}

impl Level {
    /// A table that has room for four times the width, and grows if it must have more.
    pub(super) fn new(width: usize) -> Self {
        Self { slots: vec![0; slots(width)], entered: 0 }
    }

    /// The bytes of a table.
    pub(super) fn bytes(width: usize) -> usize {
        slots(width) * size_of::<u64>()
    }

    pub(super) fn clear(&mut self) {
        // A large table that was not used is not to be touched.
        if self.entered > 0 {
            self.slots.fill(0);
        }
        self.entered = 0;
    }

    /// Enters a state, unless it is there.
    pub(super) fn enter(&mut self, hash: u64) -> bool {
        // An empty slot is 0, so 0 itself shares the name of 1.
        let name = hash.max(1);
        let last = self.slots.len() - 1;
        let mut at = place(name, self.slots.len());
        while self.slots[at] != 0 {
            if self.slots[at] == name {
                return false;
            }
            at = (at + 1) & last;
        }
        self.slots[at] = name;
        self.entered += 1;
        if 2 * self.entered > self.slots.len() {
            self.grow();
        }
        true
    }

    /// Brings the places of some states into the cache, all at the same time.
    pub(super) fn touch(&self, hashes: impl Iterator<Item = u64>) {
        let slots = hashes.map(|hash| self.slots[place(hash, self.slots.len())]);
        std::hint::black_box(slots.fold(0, u64::wrapping_add));
    }

    fn grow(&mut self) {
        let larger = vec![0; 2 * self.slots.len()];
        let names = std::mem::replace(&mut self.slots, larger);
        self.entered = 0;
        names.into_iter().filter(|&name| name != 0).for_each(|name| {
            self.enter(name);
        });
    }
}

/// The states of the levels before. A newer state takes the place of an older one, so what
/// happened long ago is forgotten; that costs a repetition and never an error.
#[derive(Debug)]
pub(super) struct Past(Vec<u64>);

impl Past {
    pub(super) fn new(width: usize) -> Self {
        Self(vec![0; slots(width)])
    }

    /// The bytes of a table.
    pub(super) fn bytes(width: usize) -> usize {
        slots(width) * size_of::<u64>()
    }

    /// Remembers the states of a beam, the later ones rather than the earlier. Each thread has its part of
    /// the table.
    pub(super) fn remember(&mut self, nodes: &[Node], threads: usize) {
        let slots = self.0.len();
        let share = slots.div_ceil(threads.max(1));
        let enter = |first: usize, part: &mut [u64]| {
            for hash in nodes.iter().map(|node| node.hash) {
                if let Some(slot) =
                    place(hash, slots).checked_sub(first).and_then(|at| part.get_mut(at))
                {
                    *slot = hash;
                }
            }
        };
        if threads < 2 || nodes.len() < ALONE {
            return enter(0, &mut self.0);
        }
        thread::scope(|scope| {
            for (number, part) in self.0.chunks_mut(share).enumerate() {
                scope.spawn(move || enter(number * share, part));
            }
        });
    }

    pub(super) fn contains(&self, hash: u64) -> bool {
        self.0[place(hash, self.0.len())] == hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_table_that_is_too_small_grows_and_forgets_nothing() {
        let mut random = Random::new(5);
        let hashes: Vec<u64> = (0..5000).map(|_| random.bits()).collect();
        let mut level = Level::new(16);
        for (at, hash) in hashes.iter().enumerate() {
            assert!(level.enter(*hash), "{at} is new");
            assert!(!level.enter(hashes[at / 2]), "{at}: an earlier one is there");
        }
        level.clear();
        assert!(hashes.iter().all(|hash| level.enter(*hash)), "all are new again");
        assert!(level.enter(0) && !level.enter(0) && !level.enter(1), "0 is called 1");
    }

    #[test]
    fn threads_remember_the_same() {
        let mut random = Random::new(6);
        let mut node = || Node { estimate: 1, hash: random.bits() };
        let nodes: Vec<Node> = (0..3 * ALONE).map(|_| node()).collect();
        let mut alone = Past::new(ALONE / 16);
        alone.remember(&nodes, 1);
        for threads in [2, 3, 7] {
            let mut together = Past::new(ALONE / 16);
            together.remember(&nodes, threads);
            assert_eq!(together.0, alone.0, "{threads}");
        }
    }
}
