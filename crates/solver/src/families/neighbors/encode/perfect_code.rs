//! The class of boards that the engine `class` searches: away from the boundary the 1s are a perfect code, and the 2s lie on
//! lines along one axis of it.
//!
//! The 1s of a perfect code lie on parallel lines, in three directions, the axes. Between two neighbouring lines is a gap, and
//! the 2s of a gap fill one of two lines in it. So a case fixes all 1s inside and leaves one bit for each gap. Boards without
//! penalty edges at levels 1 and 2 inside have this form (`proof::lemmas`).
//!
//! A perfect code has a 1 in the centre or beside it. Up to the twelve symmetries there is one code of either kind. About a 1
//! in the centre the three axes are images of each other, which leaves four cases.
//!
//! In coordinates: row i from the middle and skewed column j, so that the neighbours of a cell are at (0, ±1), (±1, 0) and
//! ±(1, 1). Relative to a 1, the 1s are the cells with i + 4j ≡ 0 mod 7. With f = 2i + j, 3i − 2j or i − 3j (axis 0, 1, 2) they
//! lie on the lines f ≡ 0 mod 7, and the 2s of a gap are all its cells with f ≡ 3, or all with f ≡ 4.
//!
//! The class is a restriction: the optimum of all four cases need not be the optimum of all boards.
//!
//! Reference: Biggs, "Perfect Codes in Graphs", 1973.

use sixfold_puzzle::hex::{Cell, Hexagon, Symmetry};

/// A case of the split.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Case {
    /// Whether the centre holds a 1; otherwise its neighbour to the right does.
    pub(crate) centred: bool,
    /// Which of the three axes the 2s lie on.
    pub(crate) axis: u8,
}

impl Case {
    /// The four cases.
    pub(crate) const ALL: [Self; 4] = [
        Self { centred: true, axis: 0 },
        Self { centred: false, axis: 0 },
        Self { centred: false, axis: 1 },
        Self { centred: false, axis: 2 },
    ];

    /// The row and the skewed column of a cell, relative to the 1 next to the centre.
    fn relative(self, cell: Cell) -> (i32, i32) {
        let column = cell.q + cell.r;
        (cell.r, if self.centred { column } else { column - 1 })
    }

    /// Whether this is the 1 in or beside the centre.
    pub(crate) fn anchor(self, cell: Cell) -> bool {
        self.relative(cell) == (0, 0)
    }

    /// Whether the code has a 1 in a cell.
    pub(crate) fn one(self, cell: Cell) -> bool {
        let (i, j) = self.relative(cell);
        (i + 4 * j).rem_euclid(7) == 0
    }

    /// The line of a cell along the axis. Those of 1s are the multiples of 7.
    pub(crate) fn line(self, cell: Cell) -> i32 {
        let (i, j) = self.relative(cell);
        match self.axis {
            0 => 2 * i + j,
            1 => 3 * i - 2 * j,
            _ => i - 3 * j,
        }
    }

    /// Where a 2 may be: the gap, and whether its bit must be set for it.
    pub(crate) fn two(self, cell: Cell) -> Option<(i32, bool)> {
        let f = self.line(cell);
        match f.rem_euclid(7) {
            3 => Some((f.div_euclid(7), true)),
            4 => Some((f.div_euclid(7), false)),
            _ => None,
        }
    }
}

/// A case, and the rings in which it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Class {
    pub(crate) case: Case,
    /// The code holds in rings from here on; the boundary is ring 1.
    pub(crate) code: usize,
    /// The 2s lie on the axis in rings from here on; nowhere if there is none.
    pub(crate) bits: Option<usize>,
}

impl Class {
    /// The name of the case: where the first 1 is, and the axis if there is one.
    pub(crate) fn name(&self) -> String {
        match (self.case.centred, self.bits) {
            (true, _) => "centred".to_owned(),
            (false, None) => "beside".to_owned(),
            (false, Some(_)) => format!("beside-{}", self.case.axis),
        }
    }

    /// The name of the counter with the lower bound of the case.
    pub(crate) fn bound_name(self) -> &'static str {
        match (self.case.centred, self.bits, self.case.axis) {
            (true, ..) => "centred-at-least",
            (false, None, _) => "beside-at-least",
            (false, Some(_), 0) => "beside-0-at-least",
            (false, Some(_), 1) => "beside-1-at-least",
            (false, Some(_), _) => "beside-2-at-least",
        }
    }

    /// The symmetries of the board that keep what the class fixes, without the identity: where only
    /// the 1 in or beside the centre is fixed, those that keep that 1; where all is fixed but bits,
    /// those that keep the code and the axis.
    pub(crate) fn symmetries(&self, hexagon: &Hexagon) -> Vec<Symmetry> {
        let first_only = self.code >= hexagon.order() && self.bits.is_none();
        let anchor = |cell: &&Cell| self.case.anchor(**cell);
        let first = hexagon.cells().iter().find(anchor).copied();
        let keeps = |symmetry: &Symmetry| first.is_some_and(|cell| symmetry.apply(cell) == cell);
        let all = Symmetry::ALL.into_iter().skip(1);
        let alike = |cell: Cell| (self.case.one(cell), self.case.two(cell).is_some());
        let keeps_all = |symmetry: &Symmetry| {
            hexagon.cells().iter().all(|&cell| alike(cell) == alike(symmetry.apply(cell)))
        };
        match (first_only, self.bits) {
            (true, _) => all.filter(keeps).collect(),
            (false, Some(_)) => all.filter(keeps_all).collect(),
            (false, None) => Vec::new(),
        }
    }
}

/// The ring of a cell, counted from the boundary, which is ring 1.
pub(crate) fn ring(hexagon: &Hexagon, cell: usize) -> usize {
    hexagon.order() - hexagon.cell(cell).ring() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Away from the boundary a case has no penalty edge at levels 1 and 2, whatever the bits are.
    #[test]
    fn every_case_is_perfect_inside() {
        let hexagon = Hexagon::new(12);
        for case in Case::ALL {
            for bits in [0_u64, !0, 0x5a5a_3c69_1248_b7d3] {
                let two = |cell: Cell| {
                    let gap = case.two(cell).filter(|_| !case.one(cell));
                    gap.is_some_and(|(gap, set)| (bits >> (gap + 32) & 1 == 1) == set)
                };
                for &cell in hexagon.cells().iter().filter(|cell| cell.ring() < 11) {
                    let at = hexagon.index(cell).unwrap();
                    let around = || hexagon.neighbours(at).map(|next| hexagon.cell(next));
                    let ones = around().filter(|&next| case.one(next)).count();
                    assert_eq!(ones, usize::from(!case.one(cell)), "{case:?} {cell}");
                    if !case.one(cell) {
                        let twos = around().filter(|&next| two(next)).count();
                        assert_eq!(twos, usize::from(!two(cell)), "{case:?} {cell}");
                    }
                }
            }
        }
    }
}
