//! Tables of hashes, as large as the beam is wide and no larger: a table that does not fit into the
//! cache costs more than all the rest.

/// The slots for each state of a beam.
const ROOM: usize = 8;

fn slots(width: usize) -> usize {
    (ROOM * width.max(16)).next_power_of_two()
}

/// Where a hash belongs: its upper bits, which are the best ones of a sum of products.
fn place(hash: u64, slots: usize) -> usize {
    (hash >> (64 - slots.trailing_zeros())) as usize
}

/// The states of a level. Nothing is forgotten before the table is cleared.
#[derive(Debug)]
pub(super) struct Level(Vec<u64>);

impl Level {
    /// A table for up to half of its slots, four times the width.
    pub(super) fn new(width: usize) -> Self {
        Self(vec![0; slots(width)])
    }

    /// The bytes of a table.
    pub(super) fn bytes(width: usize) -> usize {
        slots(width) * size_of::<u64>()
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Enters a state, unless it is there.
    pub(super) fn enter(&mut self, hash: u64) -> bool {
        // An empty slot is 0, so 0 itself shares the name of 1.
        let name = hash.max(1);
        let last = self.0.len() - 1;
        let mut at = place(hash, self.0.len());
        while self.0[at] != 0 {
            if self.0[at] == name {
                return false;
            }
            at = (at + 1) & last;
        }
        self.0[at] = name;
        true
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

    pub(super) fn remember(&mut self, hash: u64) {
        let at = place(hash, self.0.len());
        self.0[at] = hash;
    }

    pub(super) fn contains(&self, hash: u64) -> bool {
        self.0[place(hash, self.0.len())] == hash
    }
}
