//! Analysis of a loop as a closed lattice curve: its cells per region and its exact symmetries.
//!
//! Rules, objective and pictures use [`Analysis`]; engines must not, so that they share no code with
//! the verifier. `docs/fences-geometry.md` proves that integers suffice.

use std::collections::{BTreeMap, BTreeSet};

use crate::hex::{Cell, Isometry, Kind, Symmetry};

/// The names of the six regions, clockwise from the upper left; see [`region`].
pub const REGIONS: [&str; 6] = ["blue", "green", "yellow", "orange", "red", "purple"];

/// Where the regions lie. Messages and pictures say this, because they are read without colour, too.
pub(super) const SIDES: [&str; 6] =
    ["upper left", "top", "upper right", "lower right", "bottom", "lower left"];

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

/// The properties of a loop that do not depend on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// Whether the cells form a closed loop: neighbour after neighbour, and no cell twice.
    pub simple: bool,
    /// How many cells lie in each region, in the order of [`REGIONS`].
    pub counts: [usize; 6],
    /// The product of the counts, which is the answer of the puzzle.
    pub product: i128,
    /// Every rotation and reflection that keeps the loop, rotations first and by rising angle;
    /// none if the loop is not simple.
    pub symmetries: Vec<Isometry>,
}

impl Analysis {
    /// Analyses the cells of a loop, the first not repeated.
    #[must_use]
    pub fn of(cells: &[Cell]) -> Self {
        let simple = is_simple(cells);
        let mut counts = [0; 6];
        cells.iter().filter_map(|&cell| region(cell)).for_each(|region| counts[region] += 1);
        let product = counts.iter().fold(1, |product: i128, &count| {
            product.saturating_mul(i128::try_from(count).unwrap_or(i128::MAX))
        });
        let symmetries = if simple { symmetries(cells) } else { Vec::new() };
        Self { simple, counts, product, symmetries }
    }

    /// The reflections among the symmetries.
    pub fn mirrors(&self) -> impl Iterator<Item = Isometry> + '_ {
        self.symmetries.iter().copied().filter(|map| map.linear.is_reflection())
    }

    /// The rotations among the symmetries.
    pub fn rotations(&self) -> impl Iterator<Item = Isometry> + '_ {
        self.symmetries.iter().copied().filter(|map| !map.linear.is_reflection())
    }
}

/// Whether the cells form a simple closed loop. The shortest one is a triangle.
fn is_simple(cells: &[Cell]) -> bool {
    let different: BTreeSet<Cell> = cells.iter().copied().collect();
    cells.len() > 2
        && different.len() == cells.len()
        && steps(cells).all(|(from, to)| from.distance(to) == 1)
}

/// Every rotation and reflection that maps a simple closed loop onto itself as a curve, step onto
/// step; the identity is not among them.
///
/// Such a map keeps the sum S of the k cells: M·S + k·t = S. So each of the eleven linear parts
/// leaves one candidate t = (S − M·S)/k, if that is a lattice vector at all.
#[must_use]
pub fn symmetries(cells: &[Cell]) -> Vec<Isometry> {
    let steps = step_set(cells);
    let keeps =
        |map: &Isometry| steps.iter().all(|&(from, to)| steps.contains(&image(*map, from, to)));
    let candidate = |&linear: &Symmetry| Some(Isometry { linear, shift: shift(cells, linear)? });
    Symmetry::ALL[1..].iter().filter_map(candidate).filter(keeps).collect()
}

/// The one shift with which a linear part may keep the cells. Sums of cells are too large for a
/// [`Cell`], so they are sums of coordinates here.
fn shift(cells: &[Cell], linear: Symmetry) -> Option<Cell> {
    let count = i64::try_from(cells.len()).ok().filter(|&count| count > 0)?;
    let part = |of: fn(Cell) -> i32| {
        let moved = |&cell: &Cell| i64::from(of(cell)) - i64::from(of(linear.apply(cell)));
        let sum: i64 = cells.iter().map(moved).sum();
        i32::try_from(sum / count).ok().filter(|_| sum % count == 0)
    };
    Some(Cell::new(part(|cell| cell.q)?, part(|cell| cell.r)?))
}

/// The longest loop for which [`nearest`] searches, since its time is quadratic in the length.
pub(super) const MAX_COMPARED: usize = 1000;

/// The approximate symmetry of a loop: the `allowed` rotation or reflection that maps most steps onto
/// steps, and their number. Reflections win ties, since their images are easiest to follow.
pub(super) fn nearest(
    cells: &[Cell],
    allowed: impl Fn(Isometry) -> bool,
) -> Option<(Isometry, usize)> {
    let steps = step_set(cells);
    let mut best: Option<(Isometry, usize)> = None;
    let linear = Symmetry::ALL[6..].iter().chain(&Symmetry::ALL[1..4]);
    for &linear in linear.filter(|_| cells.len() <= MAX_COMPARED) {
        for (shift, kept) in shifts(&steps, linear) {
            let map = Isometry { linear, shift };
            let better = best.is_none_or(|(_, most)| kept > most);
            if better && map.kind() != Kind::Glide && allowed(map) {
                best = Some((map, kept));
            }
        }
    }
    best
}

/// How many steps each shift maps onto steps. Every pair of a turned step and a parallel step votes
/// for one shift.
fn shifts(steps: &BTreeSet<Step>, linear: Symmetry) -> BTreeMap<Cell, usize> {
    let mut votes: BTreeMap<Cell, usize> = BTreeMap::new();
    for &(start, end) in steps {
        let (low, high) = image(Isometry { linear, shift: Cell::CENTRE }, start, end);
        for &(from, to) in steps {
            if to - from == high - low {
                *votes.entry(from - low).or_default() += 1;
            }
        }
    }
    votes
}

/// A step without its sense: the lesser cell first.
pub(super) type Step = (Cell, Cell);

/// The steps of a closed loop, the last one back to the first cell.
pub(super) fn steps(cells: &[Cell]) -> impl Iterator<Item = (Cell, Cell)> + '_ {
    let next = cells.iter().cycle().skip(1);
    cells.iter().copied().zip(next.copied())
}

/// The steps of a closed loop without their sense.
pub(super) fn step_set(cells: &[Cell]) -> BTreeSet<Step> {
    steps(cells).map(|(from, to)| unordered(from, to)).collect()
}

/// The image of a step.
pub(super) fn image(map: Isometry, from: Cell, to: Cell) -> Step {
    unordered(map.apply(from), map.apply(to))
}

/// A step without its sense.
pub(super) fn unordered(from: Cell, to: Cell) -> Step {
    (from.min(to), from.max(to))
}
