//! Cache of the cost of a decision, keyed by the cells around it.
//!
//! The cost depends only on the 18 cells within two steps, where places outside the board count as
//! a kind of cell. Three bits for each make the key. The cache is direct-mapped: a new key replaces
//! the old one in its slot. Boards look alike in most places, so most lookups hit.
//!
//! Hits and misses are counted. Invariant: a miss computes the cost with `partial`, so the cache changes no result.

use sixfold_puzzle::hex::Hexagon;

use super::partial::{Levels, OPEN, OUTSIDE, Partial};
use super::pool::{Place, Pool};

/// The most different values that are placed: 1 to 4 and all above.
pub(crate) const MOST: u8 = 5;

/// How an open cell is written in a key.
const OPEN_MARK: u64 = 7;

/// Slots of the cache, as a power of two.
const SLOTS: u32 = 16;

/// By value, what it would cost; `None` if it cannot be.
pub(crate) type Costs = [Option<u8>; MOST as usize + 1];

/// A cell near the one that is decided, by its number or its place in a packed board.
#[derive(Clone, Copy, Debug)]
struct Near<T> {
    cell: T,
    /// Its place in the key.
    shift: u32,
    /// Whether it comes later in the order: then it is open, unless an earlier level settled it.
    later: bool,
}

/// The order of decisions and what each of them sees.
pub(crate) struct View {
    /// The cells in the order in which they are decided.
    pub(crate) order: Vec<usize>,
    near: Vec<Vec<Near<usize>>>,
}

impl View {
    pub(crate) fn new(hexagon: &Hexagon, order: Vec<usize>) -> Self {
        let mut rank = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, &cell)| rank[cell] = at);
        let patch = Hexagon::new(3);
        let offsets = patch.cells().iter().enumerate().filter(|(at, _)| *at != patch.centre());
        let offsets: Vec<_> = offsets.map(|(_, &offset)| offset).collect();
        let around = |&cell: &usize| {
            let place = |(at, offset): (usize, &_)| {
                let near = hexagon.index(hexagon.cell(cell) + *offset)?;
                Some(Near { cell: near, shift: 3 * at as u32, later: rank[near] > rank[cell] })
            };
            offsets.iter().enumerate().filter_map(place).collect()
        };
        let near = order.iter().map(around).collect();
        Self { order, near }
    }

    /// The cells around the one that is decided at a step, by their places in the boards of a pool.
    pub(crate) fn places(&self, step: usize, pool: &Pool) -> StepPlaces {
        let place = |near: &Near<usize>| {
            let Near { cell, shift, later } = *near;
            Near { cell: pool.place(cell), shift, later }
        };
        StepPlaces(self.near[step].iter().map(place).collect())
    }
}

/// The places around a cell, worked out once for all boards of a pool.
pub(crate) struct StepPlaces(Vec<Near<Place>>);

impl StepPlaces {
    /// The key of the cells around the one that is decided.
    fn key(&self, levels: Levels, pool: &Pool, board: usize) -> u64 {
        let words = pool.words(board);
        let mut key = 0;
        for near in &self.0 {
            let value = pool.value_at(words, near.cell);
            let open = near.later && value >= levels.first;
            key |= if open { OPEN_MARK } else { u64::from(value) } << near.shift;
        }
        key
    }
}

/// The cache of one run through the cells.
pub(crate) struct Sight {
    levels: Levels,
    patch: Hexagon,
    slots: Vec<(u64, Costs)>,
    /// Lookups that hit, and those that missed.
    pub(crate) lookups: Lookups,
}

/// How often the cache was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lookups {
    pub(crate) hits: u64,
    pub(crate) misses: u64,
}

impl Lookups {
    /// What was counted after an earlier count.
    pub(crate) fn since(self, before: Self) -> Self {
        Self { hits: self.hits - before.hits, misses: self.misses - before.misses }
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.hits += other.hits;
        self.misses += other.misses;
    }
}

impl Sight {
    /// The bytes of the cache.
    pub(crate) const BYTES: usize = size_of::<(u64, Costs)>() << SLOTS;

    pub(crate) fn new(levels: Levels) -> Self {
        // No key has its highest bits set, so these are empty.
        let slots = vec![(u64::MAX, Costs::default()); 1 << SLOTS];
        Self { levels, patch: Hexagon::new(3), slots, lookups: Lookups::default() }
    }

    /// The cost of each value in the cell that is decided, given the places around it.
    pub(crate) fn costs(&mut self, places: &StepPlaces, pool: &Pool, board: usize) -> Costs {
        let key = places.key(self.levels, pool, board);
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOTS)) as usize;
        if self.slots[slot].0 != key {
            self.lookups.misses += 1;
            self.slots[slot] = (key, worked_out(&self.patch, self.levels, key));
        } else {
            self.lookups.hits += 1;
        }
        self.slots[slot].1
    }
}

fn worked_out(patch: &Hexagon, levels: Levels, key: u64) -> Costs {
    let centre = patch.centre();
    let around = (0..patch.len()).map(|cell| patch.neighbours(cell).collect()).collect();
    let value = |cell: usize| {
        let place = cell - usize::from(cell > centre);
        match key >> (3 * place) & 7 {
            _ if cell == centre => OPEN,
            OPEN_MARK => OPEN,
            value => value as u8,
        }
    };
    const { assert!(OUTSIDE == 0, "what a key leaves out is outside") };
    let mut board = Partial::new(around, (0..patch.len()).map(value).collect(), levels);
    std::array::from_fn(|value| {
        let value = value as u8;
        if !(levels.first..=levels.top).contains(&value) {
            return None;
        }
        board.set(centre, value);
        board.cost(centre).map(|cost| cost as u8)
    })
}
