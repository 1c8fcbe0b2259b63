//! Sets of cells as bitboards, for propagation and flood fill a word at a time.
//!
//! Rows are laid out so that a step in each direction is a shift by a constant. An empty bit ends each
//! row on either side, and empty words surround the board, so no shift wraps or leaves the set.

use sixfold_puzzle::hex::{Direction, Hexagon};

/// A set of cells of a grid.
pub(super) type Bitboard = Vec<u64>;

/// The layout of a board: rows of 2n + 1 bits with an empty one at either end, and so many empty
/// words around that no shift leaves the set.
pub(super) struct BitGrid {
    /// For each cell its bit.
    places: Vec<usize>,
    /// For each direction how many words and bits lie between a cell and its neighbour.
    shifts: [(isize, u32); 6],
    /// The words that hold cells.
    used: std::ops::Range<usize>,
    words: usize,
}

impl BitGrid {
    pub(super) fn new(hexagon: &Hexagon) -> Self {
        let order = hexagon.order() as isize;
        let stride = 2 * order + 1;
        let margin = stride / 64 + 2;
        let delta = |q: i32, r: i32| q as isize + r as isize * stride;
        let centre = margin * 64 + delta(order as i32, order as i32);
        let place = |cell: &sixfold_puzzle::hex::Cell| (centre + delta(cell.q, cell.r)) as usize;
        let places: Vec<usize> = hexagon.cells().iter().map(place).collect();
        let shifts = Direction::ALL.map(|direction| {
            let step = direction.delta();
            let bits = delta(step.q, step.r);
            (bits.div_euclid(64), bits.rem_euclid(64) as u32)
        });
        let used = places[0] / 64..places[places.len() - 1] / 64 + 1;
        let words = used.end + margin as usize;
        Self { places, shifts, used, words }
    }

    pub(super) fn empty(&self) -> Bitboard {
        vec![0; self.words]
    }

    pub(super) fn set(&self, cells: impl IntoIterator<Item = usize>) -> Bitboard {
        let mut bits = self.empty();
        cells.into_iter().for_each(|cell| self.insert(&mut bits, cell));
        bits
    }

    pub(super) fn insert(&self, bits: &mut Bitboard, cell: usize) {
        bits[self.places[cell] / 64] |= 1 << (self.places[cell] % 64);
    }

    pub(super) fn remove(&self, bits: &mut Bitboard, cell: usize) {
        bits[self.places[cell] / 64] &= !(1 << (self.places[cell] % 64));
    }

    pub(super) fn contains(&self, bits: &Bitboard, cell: usize) -> bool {
        bits[self.places[cell] / 64] >> (self.places[cell] % 64) & 1 == 1
    }

    /// One word of the cells whose neighbour in a direction is in the set.
    fn shifted(&self, bits: &[u64], word: usize, direction: usize) -> u64 {
        let (words, shift) = self.shifts[direction];
        let at = (word as isize + words) as usize;
        // Two shifts, since one by 64 is not a shift.
        bits[at] >> shift | bits[at + 1] << (63 - shift) << 1
    }

    /// Takes away cells through which no loop can pass, until there are none: a cell needs two
    /// neighbours in the set at no smaller angle than `least` sixths.
    pub(super) fn thin(&self, bits: &mut Bitboard, least: usize) {
        let mut again = true;
        while again {
            again = false;
            for word in self.used.clone() {
                if bits[word] == 0 {
                    continue;
                }
                let near: [u64; 6] = std::array::from_fn(|at| self.shifted(bits, word, at));
                let fit = |at: usize| {
                    let partners = (at + least..=at + 3).map(|partner| near[partner % 6]);
                    near[at] & partners.fold(0, |all, one| all | one)
                };
                let passable = (0..6).fold(0, |all, at| all | fit(at));
                again |= bits[word] & !passable != 0;
                bits[word] &= passable;
            }
        }
    }

    /// The cells of `space` that can be reached from those of `start`.
    pub(super) fn flood(&self, start: Bitboard, space: &Bitboard) -> Bitboard {
        let mut reached = start;
        let mut again = true;
        while again {
            again = false;
            for word in self.used.clone().chain(self.used.clone().rev()) {
                if space[word] & !reached[word] == 0 {
                    continue;
                }
                let near = (0..6).fold(0, |all, at| all | self.shifted(&reached, word, at));
                let new = near & space[word] & !reached[word];
                again |= new != 0;
                reached[word] |= new;
            }
        }
        reached
    }

    /// The first cell of a set as a set, if there is one.
    pub(super) fn first(&self, bits: &Bitboard) -> Option<Bitboard> {
        let word = self.used.clone().find(|&word| bits[word] != 0)?;
        let mut first = self.empty();
        first[word] = 1 << bits[word].trailing_zeros();
        Some(first)
    }
}

/// Takes the cells of one set out of another.
pub(super) fn subtract(bits: &mut Bitboard, other: &Bitboard) {
    bits.iter_mut().zip(other).for_each(|(word, other)| *word &= !other);
}

/// Whether two sets have a cell in common.
pub(super) fn meet(bits: &Bitboard, other: &Bitboard) -> bool {
    bits.iter().zip(other).any(|(word, other)| word & other != 0)
}
