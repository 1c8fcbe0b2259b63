//! Packed cells of a frontier: a value, and which lower values are beside it.
//!
//! At level L a cell is 1, …, L or above L, which counts as L + 1 here. The highest bit of a code stands for the value v.
//! Below it is a bit for each lower value that is known to be beside the cell. So a 3 that has seen nothing is `100`, and
//! `110` is a 3 that has a 2 beside it and still lacks a 1. The code 0 is no cell.
//!
//! Invariant: a code without the bits above a level is the code of that level. A whole frontier is therefore lowered by a
//! few operations on all its cells at once (`lowered`).

/// How codes lie in a key: each in a place of `stride` bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Places {
    /// Bits for each cell: enough for the highest level.
    pub(crate) stride: u32,
    /// The lowest bit of every place.
    ones: u128,
}

impl Places {
    /// So many places for cells up to a level, if they fit into a key.
    pub(crate) fn new(places: usize, level: u32) -> Option<Self> {
        let stride = level + 1;
        let bits = u32::try_from(places).ok()?.checked_mul(stride)?;
        let ones = (0..bits).step_by(stride as usize).map(|shift| 1u128.checked_shl(shift));
        (bits <= u128::BITS).then(|| Self { stride, ones: ones.flatten().sum() })
    }

    /// The code at a shift.
    pub(crate) fn read(self, key: u128, shift: u32) -> u32 {
        (key >> shift) as u32 & ((1 << self.stride) - 1)
    }

    /// The key with another code at a shift.
    pub(crate) fn write(self, key: u128, shift: u32, code: u32) -> u128 {
        let old = u128::from(self.read(key, shift)) << shift;
        (key ^ old) | u128::from(code) << shift
    }

    /// The frontier one level lower, where the highest two values are merged.
    pub(crate) fn lowered(self, key: u128, level: u32) -> u128 {
        let below = self.ones * ((1 << (level - 1)) - 1);
        let above = self.ones << (level - 1);
        (key & below) | ((key | key >> 1) & above)
    }
}

/// A cell that has seen nothing.
pub(crate) const fn fresh(value: u32) -> u32 {
    1 << (value - 1)
}

/// The bit of a cell's own value.
const fn own(code: u32) -> u32 {
    1 << code.ilog2()
}

/// The value of a cell.
pub(crate) fn value(code: u32) -> u32 {
    code.ilog2() + 1
}

/// The lower values that a cell has seen, as bits.
pub(crate) fn seen(code: u32) -> u32 {
    code ^ own(code)
}

/// How many lower values a cell has not seen.
pub(crate) fn lacks(code: u32) -> u32 {
    code.count_zeros() - code.leading_zeros()
}

/// Two cells after they have become neighbours, and the penalty of their edge: they are equal and
/// not both above the level, or the higher one has already seen the lower value.
pub(crate) const fn meet(one: u32, other: u32, level: u32) -> (u32, u32, u16) {
    let (first, second) = (own(one), own(other));
    if first == second {
        (one, other, (first != fresh(level + 1)) as u16)
    } else if first < second {
        (one, other | first, (other & first != 0) as u16)
    } else {
        (one | second, other, (one & second != 0) as u16)
    }
}
