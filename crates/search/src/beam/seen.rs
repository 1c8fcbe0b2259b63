//! Tables of hashes, as large as the beam is wide and no larger: a table that does not fit into the
//! cache costs more than all the rest.

use super::Node;
use super::pulse::{CANDIDATE, CHUNK, PAGE_FAULT, Pulse, SLOT, TABLE_ENTRY};
use crate::run::Halt;

/// The slots for each state of a beam.
const ROOM: usize = 8;
/// A table of more slots that is nearly empty is allocated anew instead of being filled with zeros.
/// Allocations of that size come from the system as zeroed pages.
const LARGE: usize = 1 << 22;

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

    pub(super) fn clear(&mut self, pulse: &Pulse<'_>) -> Result<(), Halt> {
        let entered = std::mem::take(&mut self.entered);
        if entered == 0 {
            return Ok(());
        }
        let slots = self.slots.len();
        if slots > LARGE && entered < slots / 1024 {
            // The old table goes first: both together would exceed the estimate.
            self.slots = Vec::new();
            self.slots = vec![0; slots];
            return Ok(());
        }
        self.slots.chunks_mut(CHUNK).try_for_each(|chunk| {
            chunk.fill(0);
            pulse.spend(chunk.len(), SLOT)
        })
    }

    /// Enters a state, unless it is there. All hashes of the table may begin with the same bits, which
    /// then do not place them.
    pub(super) fn enter(&mut self, same: u32, hash: u64, pulse: &Pulse<'_>) -> Result<bool, Halt> {
        // An empty slot is 0, so 0 itself shares the name of 1.
        let new = self.insert(hash.max(1).rotate_left(same));
        if new && 2 * self.entered > self.slots.len() {
            self.grow(pulse)?;
        }
        Ok(new)
    }

    fn insert(&mut self, name: u64) -> bool {
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
        true
    }

    /// Brings the places of some states into the cache, all at the same time.
    pub(super) fn touch(&self, hashes: impl Iterator<Item = u64>) {
        let slots = hashes.map(|hash| self.slots[place(hash, self.slots.len())]);
        std::hint::black_box(slots.fold(0, u64::wrapping_add));
    }

    fn grow(&mut self, pulse: &Pulse<'_>) -> Result<(), Halt> {
        let larger = vec![0; 2 * self.slots.len()];
        let names = std::mem::replace(&mut self.slots, larger);
        self.entered = 0;
        names.chunks(CHUNK).try_for_each(|chunk| {
            chunk.iter().filter(|&&name| name != 0).for_each(|&name| {
                self.insert(name);
            });
            pulse.spend(chunk.len(), TABLE_ENTRY)
        })
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

    /// Units that a candidate costs. In a large table it may be the first to touch its page.
    pub(super) fn cost(&self) -> u64 {
        if self.0.len() > LARGE { PAGE_FAULT } else { CANDIDATE }
    }

    /// Remembers the states of a beam, the later ones rather than the earlier.
    pub(super) fn remember(&mut self, nodes: &[Node], pulse: &Pulse<'_>) -> Result<(), Halt> {
        let (slots, cost) = (self.0.len(), self.cost().max(TABLE_ENTRY));
        nodes.chunks(CHUNK).try_for_each(|chunk| {
            for hash in chunk.iter().map(|node| node.hash) {
                self.0[place(hash, slots)] = hash;
            }
            pulse.spend(chunk.len(), cost)
        })
    }

    /// Parts of the same size, by the upper bits of the hashes.
    pub(super) fn parts(&self, parts: usize, pulse: &Pulse<'_>) -> Result<Vec<PastPart>, Halt> {
        let slots = self.0.len();
        let part = |part: &[u64]| {
            let copy = PastPart { slots, part: part.to_vec() };
            pulse.spend(part.len(), SLOT).map(|()| copy)
        };
        self.0.chunks(slots / parts).map(part).collect()
    }

    pub(super) fn contains(&self, hash: u64) -> bool {
        self.0[place(hash, self.0.len())] == hash
    }
}

/// A part of what is known of the levels before: the states whose hashes begin with the same bits.
#[derive(Debug)]
pub(super) struct PastPart {
    /// The slots of all parts.
    slots: usize,
    part: Vec<u64>,
}

impl PastPart {
    fn at(&self, hash: u64) -> usize {
        place(hash, self.slots) & (self.part.len() - 1)
    }

    pub(super) fn contains(&self, hash: u64) -> bool {
        self.part[self.at(hash)] == hash
    }

    /// Remembers a state, rather than one that was remembered before.
    pub(super) fn remember(&mut self, hash: u64) {
        let at = self.at(hash);
        self.part[at] = hash;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::random::Random;
    use crate::run::Run;

    #[test]
    fn a_table_that_is_too_small_grows_and_forgets_nothing() {
        let mut random = Random::new(5);
        let hashes: Vec<u64> = (0..5000).map(|_| random.bits()).collect();
        let mut level = Level::new(16);
        let stop = AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        let pulse = Pulse::new(&run);
        let enter =
            |level: &mut Level, hash| level.enter(0, hash, &pulse).expect("no limit is set");
        for (at, hash) in hashes.iter().enumerate() {
            assert!(enter(&mut level, *hash), "{at} is new");
            assert!(!enter(&mut level, hashes[at / 2]), "{at}: an earlier one is there");
        }
        assert_eq!(level.clear(&pulse), Ok(()));
        assert!(hashes.iter().all(|hash| enter(&mut level, *hash)), "all are new again");
        let names = [0, 0, 1].map(|hash| enter(&mut level, hash));
        assert_eq!(names, [true, false, false], "0 is called 1");
    }

    #[test]
    fn parts_remember_the_same() {
        let mut random = Random::new(6);
        let mut node = || Node { estimate: 1, hash: random.bits() };
        let nodes: Vec<Node> = (0..5000).map(|_| node()).collect();
        let stop = AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        let (mut whole, pulse) = (Past::new(500), Pulse::new(&run));
        assert_eq!(whole.remember(&nodes[..100], &pulse), Ok(()));
        for (bits, parts) in [(0, 1), (1, 2), (6, 64)] {
            let mut divided = whole.parts(parts, &pulse).expect("no limit is set");
            let part = |hash: u64| if bits == 0 { 0 } else { (hash >> (64 - bits)) as usize };
            nodes[100..].iter().for_each(|node| divided[part(node.hash)].remember(node.hash));
            let mut all = Past(whole.0.clone());
            assert_eq!(all.remember(&nodes[100..], &pulse), Ok(()));
            assert!(nodes.iter().any(|node| !all.contains(node.hash)), "some are forgotten");
            for hash in nodes.iter().map(|node| node.hash) {
                assert_eq!(divided[part(hash)].contains(hash), all.contains(hash), "{parts} parts");
            }
        }
    }
}
