//! Periodic pattern for the inside of a board: 1s in a perfect code, 2s and 3s on lines between the 1s.
//!
//! The 1s of a perfect code lie on parallel lines, along each of three axes. Between two neighbouring lines is a gap, in which
//! the cells of one more line can hold the 2s, on one of two sides: one bit for each gap. The 3s do the same along another
//! axis. Lines along different axes never share a cell, and every other cell has a 2-line and a 3-line beside it. So the
//! inside has no penalty edge at levels 1 to 3, whatever the bits are.
//!
//! The module only says which values a cell may take. Rings near the boundary are free, and `sweep` decides them.

use sixfold_puzzle::hex::Hexagon;

use crate::families::neighbors::encode::perfect_code::{Case, ring};

/// From this ring on the 1s are the code, as in the class.
const CODE: usize = 4;
/// From this ring on the 2s are on lines, as in the class.
const BITS: usize = 5;
/// From this ring on 3s are on lines, and everything is fixed.
pub(super) const FIXED: usize = 6;

/// The value of a cell above 3.
pub(super) const MORE: u8 = 4;

/// For each gap the side of its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Bits(u128);

impl Bits {
    /// Gaps count from the centre; no board has more on either side.
    const MIDDLE: i32 = 64;

    pub(super) fn random(mut number: impl FnMut() -> u64) -> Self {
        Self(u128::from(number()) << 64 | u128::from(number()))
    }

    pub(super) fn get(self, gap: i32) -> bool {
        self.0 >> (gap + Self::MIDDLE) & 1 == 1
    }

    pub(super) fn set(&mut self, gap: i32, bit: bool) {
        let place = 1 << (gap + Self::MIDDLE);
        self.0 = if bit { self.0 | place } else { self.0 & !place };
    }
}

/// The level whose lines are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lines {
    Twos,
    Threes,
}

/// The code, the axes and the lines of an inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    /// The code and the axis of the 2s.
    pub(super) twos: Case,
    /// The same code and the axis of the 3s; `None` if 3s are merged into the values above them.
    pub(super) threes: Option<Case>,
    pub(super) two_bits: Bits,
    pub(super) three_bits: Bits,
}

impl Pattern {
    pub(super) fn axis(&self, lines: Lines) -> Case {
        match lines {
            Lines::Twos => self.twos,
            Lines::Threes => self.threes.unwrap_or(self.twos),
        }
    }

    /// The levels that count, as bits.
    pub(super) fn levels(&self) -> u8 {
        if self.threes.is_some() { 0b111 } else { 0b011 }
    }

    pub(super) fn bits(&mut self, lines: Lines) -> &mut Bits {
        match lines {
            Lines::Twos => &mut self.two_bits,
            Lines::Threes => &mut self.three_bits,
        }
    }

    /// The values that a cell may have, where 4 stands for all above 3.
    pub(super) fn values(&self, hexagon: &Hexagon, cell: usize) -> &'static [u8] {
        let (ring, place) = (ring(hexagon, cell), hexagon.cell(cell));
        let on =
            |axis: Case, bits: Bits| axis.two(place).is_some_and(|(gap, set)| bits.get(gap) == set);
        match (ring, self.threes) {
            (..CODE, Some(_)) => &[1, 2, 3, MORE],
            (..CODE, None) => &[1, 2, MORE],
            _ if self.twos.one(place) => &[1],
            (CODE, Some(_)) => &[2, 3, MORE],
            (CODE, None) => &[2, MORE],
            _ if on(self.twos, self.two_bits) => &[2],
            (BITS, Some(_)) => &[3, MORE],
            (_, Some(threes)) if on(threes, self.three_bits) => &[3],
            _ => &[MORE],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Away from the boundary every cell has one of each lower value beside it, whatever the bits
    /// are.
    #[test]
    fn the_inside_has_no_penalty_edge() {
        let hexagon = Hexagon::new(14);
        let mut random = Random::new(1);
        for twos in Case::ALL {
            for axis in (0..3).filter(|&axis| axis != twos.axis) {
                let threes = Some(Case { axis, ..twos });
                let two_bits = Bits::random(|| random.bits());
                let three_bits = Bits::random(|| random.bits());
                let pattern = Pattern { twos, threes, two_bits, three_bits };
                let value = |cell: usize| pattern.values(&hexagon, cell)[0];
                let deep = (0..hexagon.len()).filter(|&cell| ring(&hexagon, cell) > FIXED);
                for cell in deep {
                    for level in 1..MORE {
                        let beside =
                            hexagon.neighbours(cell).filter(|&it| value(it) == level).count();
                        let wanted = usize::from(value(cell) > level);
                        assert!(
                            beside == wanted || value(cell) < level,
                            "{pattern:?} {cell} {level}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn bits_are_kept() {
        let mut bits = Bits::default();
        for gap in [-56, -1, 0, 55] {
            bits.set(gap, true);
            assert!(bits.get(gap) && !bits.get(gap + 1));
        }
        bits.set(0, false);
        assert!(!bits.get(0) && bits.get(-1));
    }
}
