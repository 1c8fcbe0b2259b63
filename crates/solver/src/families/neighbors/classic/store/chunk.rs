//! Chunks: three consecutive rows of a board that is filled up to a level.
//!
//! Three rows determine the supports of the middle row and its share of the penalty. Rows lie
//! centred one above the other, so a chunk fits every board with rows of these lengths.
//!
//! Invariant: the costs of the chunks of a board add up to its penalty, either way up.

use std::cmp::Ordering;

use sixfold_puzzle::hex::Hexagon;

use super::super::level;

/// The values of a row, from left to right; empty beyond the first and the last row.
pub(super) type Row = Vec<u8>;

/// Three rows, from the top down, and the level to which they are filled; what is above it holds
/// the next value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Chunk {
    pub(super) level: u8,
    pub(super) rows: [Row; 3],
}

impl Chunk {
    /// The chunk and its images under the symmetries that keep rows: left and right exchanged, above
    /// and below, and both. Some may be equal.
    pub(super) fn images(&self) -> [Self; 4] {
        let mirrored = Self { rows: self.rows.clone().map(reversed), ..*self };
        [self.upside_down(), mirrored.upside_down(), mirrored, self.clone()]
    }

    fn upside_down(&self) -> Self {
        let mut rows = self.rows.clone();
        rows.reverse();
        Self { rows, ..*self }
    }

    /// The least of its images, which stands for all of them.
    pub(super) fn canonical(&self) -> Self {
        self.images().into_iter().min().expect("there are four")
    }

    /// Whether it is the least of its images; without making them, since every chunk of a file is asked.
    pub(super) fn is_canonical(&self) -> bool {
        let compared = |flipped: bool, mirrored: bool, y: usize| {
            let (row, other) = (&self.rows[y], &self.rows[if flipped { 2 - y } else { y }]);
            if mirrored { row.iter().cmp(other.iter().rev()) } else { row.cmp(other) }
        };
        [(false, true), (true, false), (true, true)].into_iter().all(|(flipped, mirrored)| {
            let first = (0..3).map(|y| compared(flipped, mirrored, y)).find(|it| it.is_ne());
            first != Some(Ordering::Greater)
        })
    }

    /// The share of the middle row in the penalty of a board: supports beyond the first of its cells,
    /// and its edges to equal cells in the row and above it. `None` if a cell lacks a support.
    pub(super) fn cost(&self) -> Option<u32> {
        let [above, row, below] = &self.rows;
        let mut cost = 0;
        for (at, &value) in row.iter().enumerate() {
            let level = self.level;
            let upper = || beside(above, row.len(), at);
            let next = row.get(at + 1).copied();
            let sides = at.checked_sub(1).map(|left| row[left]).into_iter().chain(next);
            let around = sides.chain(upper()).chain(beside(below, row.len(), at));
            cost += level::spare(value, around)?;
            let equal_edges =
                upper().chain(next).filter(|&other| level::equal(level, value, other));
            cost += equal_edges.count() as u32;
        }
        Some(cost)
    }
}

fn reversed(mut row: Row) -> Row {
    row.reverse();
    row
}

/// The cells of a row that touch a place in the row above or below it, whose length is given.
fn beside(row: &[u8], length: usize, at: usize) -> impl Iterator<Item = u8> {
    let right = if row.len() > length { at + 1 } else { at };
    let left = right.checked_sub(1).and_then(|left| row.get(left));
    left.into_iter().chain(row.get(right)).copied()
}

/// The chunks of a board.
pub(super) fn cut(
    hexagon: &Hexagon,
    values: &[u8],
    level: u8,
) -> impl Iterator<Item = Chunk> + use<> {
    let rows = rows_of(hexagon, values);
    (1..rows.len() - 1).map(move |y| {
        let rows = [rows[y - 1].clone(), rows[y].clone(), rows[y + 1].clone()];
        Chunk { level, rows }
    })
}

/// The rows of a board, and the empty ones beyond the first and the last.
pub(super) fn rows_of(hexagon: &Hexagon, values: &[u8]) -> Vec<Row> {
    let rows = (0..hexagon.row_count()).map(|y| values[hexagon.row(y)].to_vec());
    [Row::new()].into_iter().chain(rows).chain([Row::new()]).collect()
}
