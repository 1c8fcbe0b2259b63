//! The loop as a curve: regions, the step rule, and all its symmetries, exactly.

use std::collections::BTreeSet;

use crate::hex::{Cell, Isometry, Symmetry};

/// The names of the six regions, clockwise from the upper left; see [`region`].
pub const REGIONS: [&str; 6] = ["blue", "green", "yellow", "orange", "red", "purple"];

/// The region of a cell; the centre belongs to none. Each region is one of the six half-axes and
/// the open sector on one side of it, so that the six form a pinwheel.
#[must_use]
pub fn region(cell: Cell) -> Option<usize> {
    let (q, r, s) = (cell.q.signum(), cell.r.signum(), cell.s().signum());
    match (q, r, s) {
        (0, -1, _) | (-1, -1, _) => Some(0),
        (1, -1, 0) | (1, -1, 1) => Some(1),
        (1, 0, _) | (1, -1, -1) => Some(2),
        (0, 1, _) | (1, 1, _) => Some(3),
        (-1, 1, 0) | (-1, 1, -1) => Some(4),
        (-1, 0, _) | (-1, 1, 1) => Some(5),
        _ => None,
    }
}

/// How many cells of a loop lie in each region.
pub(super) fn region_counts(cells: &[Cell]) -> [usize; 6] {
    let mut counts = [0; 6];
    cells.iter().filter_map(|&cell| region(cell)).for_each(|region| counts[region] += 1);
    counts
}

/// Every rotation and reflection that maps a simple closed loop onto itself as a curve, step onto
/// step; the identity is not among them.
///
/// Such a map keeps the sum S of the k cells: M·S + k·t = S. So each of the eleven linear parts
/// leaves one candidate t = (S − M·S)/k, if that is a lattice vector at all.
#[must_use]
pub fn symmetries(cells: &[Cell]) -> Vec<Isometry> {
    let sum = cells.iter().fold(Cell::CENTRE, |sum, &cell| sum + cell);
    let count = cells.len() as i32;
    let steps: BTreeSet<(Cell, Cell)> = steps(cells).map(|(a, b)| unordered(a, b)).collect();
    let candidate = |&linear: &Symmetry| {
        let shift = sum - linear.apply(sum);
        let whole = count > 0 && shift.q % count == 0 && shift.r % count == 0;
        whole.then(|| Isometry { linear, shift: Cell::new(shift.q / count, shift.r / count) })
    };
    let keeps = |map: &Isometry| {
        steps.iter().all(|&(a, b)| steps.contains(&unordered(map.apply(a), map.apply(b))))
    };
    Symmetry::ALL[1..].iter().filter_map(candidate).filter(keeps).collect()
}

/// The steps of a closed loop, the last one back to the first cell.
pub(super) fn steps(cells: &[Cell]) -> impl Iterator<Item = (Cell, Cell)> + '_ {
    let next = cells.iter().cycle().skip(1);
    cells.iter().copied().zip(next.copied())
}

fn unordered(a: Cell, b: Cell) -> (Cell, Cell) {
    (a.min(b), a.max(b))
}
