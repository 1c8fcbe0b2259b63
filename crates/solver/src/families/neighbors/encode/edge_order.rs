//! Orders of edges and neighbours that the encoding uses, in integer geometry. They decide which of several
//! equivalent literals is taken and how counting trees are laid out, never which boards are solutions.

use sixfold_puzzle::hex::Hexagon;

use crate::families::neighbors::encode::perfect_code::ring;

/// The edges by the angle of their middles seen from the centre, the inner ones first. Neighbouring
/// leaves of a counting tree are then neighbours on the board.
pub(crate) fn by_angle(hexagon: &Hexagon) -> Vec<(usize, usize)> {
    let mut edges: Vec<(usize, usize)> = hexagon.edges().collect();
    edges.sort_by_cached_key(|&(a, b)| {
        let (a, b) = (hexagon.cell(a), hexagon.cell(b));
        angle(a.q + b.q, a.r + b.r)
    });
    edges
}

/// The direction of a point as a fraction that grows with the angle, in integers: the sector, the
/// part of it, then the distance.
pub(crate) fn angle(q: i32, r: i32) -> (usize, i64, i64) {
    let (mut q, mut r) = (i64::from(q), i64::from(r));
    let mut sector = 0;
    // Turn back by a sixth until the point is in the first sector: q > 0, r ≥ 0.
    while (q <= 0 || r < 0) && sector < 6 {
        (q, r) = (q + r, -q);
        sector += 1;
    }
    let whole = (q + r).max(1);
    (sector, (r << 20) / whole, whole)
}

/// The pairs of neighbours of a cell.
pub(crate) fn pairs(hexagon: &Hexagon, cell: usize) -> Vec<(usize, usize)> {
    let around: Vec<usize> = hexagon.neighbours(cell).collect();
    let with = |at: usize| around[..at].iter().map(move |&b| (at, b));
    (0..around.len()).flat_map(with).map(|(at, b)| (around[at], b)).collect()
}

/// Of two cells the one nearer the boundary; of two equally near ones the first.
pub(crate) fn nearer_the_boundary(hexagon: &Hexagon, a: usize, b: usize) -> usize {
    let key = |cell: usize| (ring(hexagon, cell), cell);
    if key(a) < key(b) { a } else { b }
}
