//! Penalty of a board that is filled up to a level: cells hold 1, …, L, or L + 1 for all that is
//! above.
//!
//! The rules are those of whole boards, except that an edge between two cells above the level is
//! never a penalty edge. So the penalty is a lower bound on that of every completion.

use sixfold_puzzle::hex::Hexagon;

/// The penalty of a cell: supports beyond the first of each value. `None` if it lacks a support.
pub(super) fn spare(value: u8, around: impl Iterator<Item = u8>) -> Option<u32> {
    let mut counts = [0_u32; 16];
    around.for_each(|value| counts[usize::from(value)] += 1);
    (1..value).try_fold(0, |sum, lower| Some(sum + counts[usize::from(lower)].checked_sub(1)?))
}

/// Whether an edge between two cells is a penalty edge because they are equal.
pub(super) fn equal(level: u8, one: u8, other: u8) -> bool {
    one == other && one <= level
}

/// The penalty of a board up to a level; `None` if a cell lacks a support.
pub(super) fn penalty(hexagon: &Hexagon, values: &[u8], level: u8) -> Option<u32> {
    let around = |cell: usize| hexagon.neighbours(cell).map(|next| values[next]);
    let mut sum = 0;
    for (cell, &value) in values.iter().enumerate() {
        sum += spare(value, around(cell))?;
    }
    let equal_edges = hexagon.edges().filter(|&(a, b)| equal(level, values[a], values[b])).count();
    Some(sum + equal_edges as u32)
}
