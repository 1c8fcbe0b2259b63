//! Cache of the cost of a decision, keyed by the cells around it.
//!
//! The cost depends only on the 18 cells within two steps, on which of them are decided later and
//! which lie outside the board. The key has their bits as they are packed in the board, taken row by
//! row, and the number of the pattern of later cells and places outside. The cache is direct-mapped:
//! a new key replaces the old one in its slot. Boards look alike in most places, so most lookups hit.
//!
//! Hits and misses are counted. Invariant: a miss computes the cost with `partial`, so the cache changes no result.

use std::collections::HashMap;

use sixfold_puzzle::hex::Hexagon;

use super::partial::{Levels, OPEN, OUTSIDE, Partial};
use super::pool::{Place, Pool};

/// The most different values that are placed: 1 to 4 and all above.
pub(crate) const MOST: u8 = 5;

/// Slots of the cache, as a power of two.
const SLOTS: u32 = 16;

/// By value, what it would cost; `None` if it cannot be.
pub(crate) type Costs = [Option<u8>; MOST as usize + 1];

/// A cell near the one that is decided.
#[derive(Clone, Copy, Debug)]
struct Near {
    cell: usize,
    /// Its number in a patch around the cell that is decided.
    at: usize,
}

/// The cells of a patch that are on the board, each with whether it comes later in the order: then
/// it is open, unless an earlier level settled it.
type Pattern = Vec<(usize, bool)>;

/// The order of decisions and what each of them sees.
pub(crate) struct View {
    /// The cells in the order in which they are decided.
    pub(crate) order: Vec<usize>,
    near: Vec<Vec<Near>>,
    /// The number of the pattern of each step.
    patterns: Vec<u32>,
    /// The different patterns.
    shapes: Vec<Pattern>,
}

impl View {
    pub(crate) fn new(hexagon: &Hexagon, order: Vec<usize>) -> Self {
        let mut rank = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, &cell)| rank[cell] = at);
        let patch = Hexagon::new(3);
        let offsets = patch.cells().iter().enumerate().filter(|(at, _)| *at != patch.centre());
        let offsets: Vec<_> = offsets.map(|(at, &offset)| (at, offset)).collect();
        let around = |&cell: &usize| {
            let place = |&(at, offset): &(usize, _)| {
                Some(Near { cell: hexagon.index(hexagon.cell(cell) + offset)?, at })
            };
            offsets.iter().filter_map(place).collect()
        };
        let near: Vec<Vec<Near>> = order.iter().map(around).collect();
        let (mut known, mut shapes) = (HashMap::new(), Vec::new());
        let patterns = order.iter().zip(&near).map(|(&cell, near)| {
            let later = |it: &Near| (it.at, rank[it.cell] > rank[cell]);
            let pattern: Pattern = near.iter().map(later).collect();
            *known.entry(pattern).or_insert_with_key(|pattern| {
                shapes.push(pattern.clone());
                shapes.len() as u32 - 1
            })
        });
        let patterns = patterns.collect();
        Self { order, near, patterns, shapes }
    }

    /// The cells around the one that is decided at a step, by their places in the boards of a pool.
    pub(crate) fn places(&self, step: usize, pool: &Pool) -> StepPlaces {
        let bits = pool.bits();
        let mut runs: Vec<Bits> = Vec::new();
        for &Near { cell, at } in &self.near[step] {
            let Place { word, shift } = pool.place(cell);
            let field = Bits { word, shift, mask: (1 << bits) - 1, to: bits * at };
            if !runs.last_mut().is_some_and(|run| run.extend(&field)) {
                runs.push(field);
            }
        }
        StepPlaces { runs, pattern: self.patterns[step], bits }
    }
}

/// Adjacent bits of a packed board, and their place in a key.
#[derive(Clone, Copy, Debug)]
struct Bits {
    word: usize,
    shift: usize,
    mask: u64,
    to: usize,
}

impl Bits {
    /// Takes in bits that follow these in the board and in the key; `false` if they do not.
    fn extend(&mut self, next: &Self) -> bool {
        let width = self.mask.count_ones() as usize;
        let follows =
            (next.word, next.shift, next.to) == (self.word, self.shift + width, self.to + width);
        if follows {
            self.mask |= next.mask << width;
        }
        follows
    }
}

/// The places around a cell, worked out once for all boards of a pool.
pub(crate) struct StepPlaces {
    runs: Vec<Bits>,
    pattern: u32,
    /// The bits of a value in a key.
    bits: usize,
}

impl StepPlaces {
    /// The values of the cells around the one that is decided, as bits.
    fn key(&self, words: &[u64]) -> u64 {
        let run = |it: &Bits| (words[it.word] >> it.shift & it.mask) << it.to;
        self.runs.iter().map(run).fold(0, |key, bits| key | bits)
    }
}

/// A slot of the cache. No key has its highest bits set, so a slot that has them is empty.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    pattern: u32,
    costs: Costs,
}

/// The cache of one run through the cells.
pub(crate) struct Sight {
    levels: Levels,
    /// The patch around a cell, set anew at each miss.
    patch: Partial,
    centre: usize,
    slots: Vec<Slot>,
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
    pub(crate) const BYTES: usize = size_of::<Slot>() << SLOTS;

    pub(crate) fn new(levels: Levels) -> Self {
        let patch = Hexagon::new(3);
        let around = (0..patch.len()).map(|cell| patch.neighbours(cell).collect()).collect();
        let outside = Partial::new(around, vec![OUTSIDE; patch.len()], levels);
        let empty = Slot { key: u64::MAX, pattern: 0, costs: Costs::default() };
        Self {
            levels,
            patch: outside,
            centre: patch.centre(),
            slots: vec![empty; 1 << SLOTS],
            lookups: Lookups::default(),
        }
    }

    /// The cost of each value in the cell that is decided, given the places around it and the packed
    /// board.
    pub(crate) fn costs(&mut self, view: &View, places: &StepPlaces, words: &[u64]) -> Costs {
        let (key, pattern) = (places.key(words), places.pattern);
        let mixed = (key ^ u64::from(pattern) << 57).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = (mixed >> (64 - SLOTS)) as usize;
        if (self.slots[slot].key, self.slots[slot].pattern) != (key, pattern) {
            self.lookups.misses += 1;
            let costs = self.worked_out(&view.shapes[pattern as usize], places.bits, key);
            self.slots[slot] = Slot { key, pattern, costs };
        } else {
            self.lookups.hits += 1;
        }
        self.slots[slot].costs
    }

    fn worked_out(&mut self, pattern: &Pattern, bits: usize, key: u64) -> Costs {
        let levels = self.levels;
        for cell in 0..self.patch.values().len() {
            self.patch.set(cell, if cell == self.centre { OPEN } else { OUTSIDE });
        }
        for &(at, later) in pattern {
            let value = (key >> (bits * at) & ((1 << bits) - 1)) as u8 + 1;
            self.patch.set(at, if later && value >= levels.first { OPEN } else { value });
        }
        std::array::from_fn(|value| {
            let value = value as u8;
            if !(levels.first..=levels.top).contains(&value) {
                return None;
            }
            self.patch.set(self.centre, value);
            self.patch.cost(self.centre).map(|cost| cost as u8)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::neighbors::search::beam::order::Order;
    use crate::random::Random;

    /// What the cache says of a cell is what the whole board says, whichever cells are decided.
    #[test]
    fn a_patch_costs_what_the_board_costs() {
        let hexagon = Hexagon::new(4);
        let around: Vec<Vec<usize>> =
            (0..hexagon.len()).map(|cell| hexagon.neighbours(cell).collect()).collect();
        let mut random = Random::new(3);
        let (mut possible, mut impossible) = (0, 0);
        for (first, top) in [(1, 3), (3, 4), (4, 5)] {
            let (levels, mut sight) = (Levels { first, top }, Sight::new(Levels { first, top }));
            for order in [Order::Clock, Order::Row, Order::SpiralClock] {
                let view = View::new(&hexagon, order.cells(&hexagon));
                for step in 0..hexagon.len() {
                    let mut values: Vec<u8> = vec![first; hexagon.len()];
                    for (rank, &cell) in view.order.iter().enumerate() {
                        let settled = 1 + random.below(top.into()) as u8;
                        values[cell] = if rank < step { settled } else { settled.min(first) };
                    }
                    let cell = view.order[step];
                    values[cell] = first;
                    let pool = Pool::of(hexagon.len(), top, &[(0, values.clone())]);
                    let places = view.places(step, &pool);
                    let costs = sight.costs(&view, &places, pool.words(0));
                    for &later in &view.order[step..] {
                        if values[later] >= first {
                            values[later] = OPEN;
                        }
                    }
                    let mut board = Partial::new(around.clone(), values, levels);
                    for value in first..=top {
                        board.set(cell, value);
                        let wanted = board.cost(cell).map(|cost| cost as u8);
                        assert_eq!(costs[usize::from(value)], wanted, "{levels:?} {step} {value}");
                        *if wanted.is_some() { &mut possible } else { &mut impossible } += 1;
                    }
                }
            }
        }
        assert!(possible > 100 && impossible > 100, "{possible} {impossible}");
    }
}
