//! Steps of a sweep: the order of decision, row by row, and the place of each cell in a key.
//!
//! A step depends on the board and its givens, not on the penalty so far. Where the mirror that exchanges left and right
//! keeps the givens, a finished row and its image have the same future, and one of them stands for both (symmetry
//! breaking); `unmirrored` leaves that out.
//!
//! Invariant: the choice between a row and its image is the same at all levels, so keys of
//! different levels correspond.

use std::ops::RangeInclusive;

use sixfold_puzzle::families::neighbors::{Instance, Known};
use sixfold_puzzle::hex::Hexagon;

use super::cell_code::{self, Places};

/// An earlier neighbour of a cell.
struct Link {
    shift: u32,
    /// How many of its neighbours are still undecided after this step.
    left: u32,
}

/// The decision of a cell.
pub(crate) struct CellStep {
    shift: u32,
    links: Vec<Link>,
    /// How many of its neighbours are undecided.
    left: u32,
    given: Known,
    /// The places of the cells of its row, if it is the last one and rows can be mirrored.
    row: Vec<u32>,
}

impl CellStep {
    /// The values that the cell may get at a level.
    pub(crate) fn values(&self, level: u32) -> RangeInclusive<u32> {
        let above = level + 1;
        u32::from(self.given.least()).min(above)..=u32::from(self.given.most()).min(above)
    }
}

/// All steps.
pub(crate) struct SweepPlan {
    pub(crate) steps: Vec<CellStep>,
    places: Places,
}

/// A key after a step, and the penalty of the edges that the step has closed.
pub(crate) type Next = (u128, u16);

impl SweepPlan {
    /// The steps for a board, if keys up to the level are wide enough for it.
    pub(crate) fn new(instance: &Instance, level: u32) -> Option<Self> {
        let hexagon = &instance.hexagon;
        let places = Places::new(hexagon.row_count(), level)?;
        let mirrored = mirrored(instance);
        let slots = slots(hexagon);
        let shift = |cell: usize| slots[cell] * places.stride;
        let left = |cell: usize, now: usize| {
            hexagon.neighbours(cell).filter(|&next| next > now).count() as u32
        };
        let step = |cell: usize| {
            let earlier = hexagon.neighbours(cell).filter(|&next| next < cell);
            let link = |next| Link { shift: shift(next), left: left(next, cell) };
            let row = if mirrored { completed_row(hexagon, cell) } else { Vec::new() };
            CellStep {
                shift: shift(cell),
                links: earlier.map(link).collect(),
                left: left(cell, cell),
                given: instance.givens[cell],
                row: row.into_iter().map(shift).collect(),
            }
        };
        Some(Self { steps: (0..hexagon.len()).map(step).collect(), places })
    }

    /// The same steps, with each row as it was decided, so that it is known what a frontier stands for.
    pub(crate) fn unmirrored(mut self) -> Self {
        self.steps.iter_mut().for_each(|step| step.row.clear());
        self
    }

    /// Every way to decide a cell at a level.
    pub(crate) fn ways(
        &self,
        at: usize,
        key: u128,
        level: u32,
    ) -> impl Iterator<Item = Next> + use<'_> {
        let step = &self.steps[at];
        step.values(level).filter_map(move |value| self.place(step, key, value, level))
    }

    /// The frontier one level lower.
    pub(crate) fn lowered(&self, key: u128, level: u32) -> u128 {
        self.places.lowered(key, level)
    }

    /// The frontier with another cell and without those whose neighbours are then all decided,
    /// unless a cell cannot get its support any more.
    pub(crate) fn place(&self, step: &CellStep, key: u128, value: u32, level: u32) -> Option<Next> {
        let (mut key, mut cell, mut penalty) = (key, cell_code::fresh(value), 0);
        for link in &step.links {
            let (met, earlier, edge) =
                cell_code::meet(cell, self.places.read(key, link.shift), level);
            if cell_code::lacks(earlier) > link.left {
                return None;
            }
            (cell, penalty) = (met, penalty + edge);
            key = self.places.write(key, link.shift, if link.left == 0 { 0 } else { earlier });
        }
        if cell_code::lacks(cell) > step.left {
            return None;
        }
        if step.left > 0 {
            key = self.places.write(key, step.shift, cell);
        }
        Some((self.canonical(step, key, level), penalty))
    }

    /// One of a finished row and its mirror image: both have the same future. The lowest level in
    /// which they differ decides, so that the choice is the same one at all levels above.
    fn canonical(&self, step: &CellStep, key: u128, level: u32) -> u128 {
        if step.row.is_empty() {
            return key;
        }
        let ends = step.row.iter().zip(step.row.iter().rev());
        let image = ends
            .fold(0, |image, (&from, &to)| image | u128::from(self.places.read(key, from)) << to);
        let (mut one, mut other, mut keep) = (key, image, key <= image);
        for level in (2..=level).rev() {
            (one, other) = (self.lowered(one, level), self.lowered(other, level));
            keep = if one == other { keep } else { one < other };
        }
        if keep { key } else { image }
    }
}

/// Whether the givens are the same from left to right and from right to left.
fn mirrored(instance: &Instance) -> bool {
    let hexagon = &instance.hexagon;
    let mut rows = (0..hexagon.row_count()).map(|y| &instance.givens[hexagon.row(y)]);
    rows.all(|row| row.iter().eq(row.iter().rev()))
}

/// The row that ends with a cell, unless it is the last one, after which nothing is open.
fn completed_row(hexagon: &Hexagon, cell: usize) -> Vec<usize> {
    let mut rows = (0..hexagon.row_count() - 1).map(|y| hexagon.row(y));
    rows.find(|row| row.end == cell + 1).map_or_else(Vec::new, Iterator::collect)
}

/// A place for each cell, free again when all its neighbours are decided. A cell may take the
/// place of one that it closes, so that a board needs no more places than its longest row.
fn slots(hexagon: &Hexagon) -> Vec<u32> {
    let mut free: Vec<u32> = (0..hexagon.row_count() as u32).rev().collect();
    let mut slots = Vec::with_capacity(hexagon.len());
    let last = |cell: usize| hexagon.neighbours(cell).max().unwrap_or(cell).max(cell);
    for cell in 0..hexagon.len() {
        let closed = hexagon.neighbours(cell).filter(|&next| next < cell && last(next) == cell);
        free.extend(closed.map(|next| slots[next]));
        slots.push(free.pop().expect("no frontier is longer than the longest row"));
        if last(cell) == cell {
            free.push(slots[cell]);
        }
    }
    slots
}
