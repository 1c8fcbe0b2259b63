//! The hexagon of order n: 3n(n−1)+1 cells in 2n−1 rows, each cell with a dense index.
//!
//! Indices run row by row from the top, left to right: the order in which a board is written.

use std::ops::Range;

use super::{Cell, Direction};

/// The largest order any family may ask for. It bounds what a header line can make us allocate.
pub const MAX_ORDER: usize = 128;

/// Marks a missing neighbour in the table.
const NOWHERE: u32 = u32::MAX;

/// One of the three directions in which the cells of a hexagon form lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    /// Rows, left to right: r is constant.
    Row,
    /// From upper left to lower right: q is constant.
    Falling,
    /// From upper right to lower left: s is constant.
    Rising,
}

impl Axis {
    /// The three axes.
    pub const ALL: [Self; 3] = [Self::Row, Self::Falling, Self::Rising];

    /// The direction in which a line of this axis is listed.
    #[must_use]
    pub const fn direction(self) -> Direction {
        match self {
            Self::Row => Direction::E,
            Self::Falling => Direction::SE,
            Self::Rising => Direction::SW,
        }
    }

    /// The coordinate that is constant along a line.
    #[must_use]
    pub const fn constant(self, cell: Cell) -> i32 {
        match self {
            Self::Row => cell.r,
            Self::Falling => cell.q,
            Self::Rising => cell.s(),
        }
    }
}

/// A hexagon of cells with dense indices and neighbour tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hexagon {
    order: usize,
    cells: Vec<Cell>,
    neighbours: Vec<[u32; 6]>,
}

impl Hexagon {
    /// The hexagon with `order` cells on a side.
    ///
    /// # Panics
    /// If the order is not in 1..=[`MAX_ORDER`]; texts are checked before they come here.
    #[must_use]
    pub fn new(order: usize) -> Self {
        assert!((1..=MAX_ORDER).contains(&order), "order {order} is not in 1..={MAX_ORDER}");
        let last = order as i32 - 1;
        let row = |r: i32| (-last - r.min(0)..=last - r.max(0)).map(move |q| Cell::new(q, r));
        let cells: Vec<Cell> = (-last..=last).flat_map(row).collect();
        let mut hexagon = Self { order, cells, neighbours: Vec::new() };
        let table = |&cell: &Cell| {
            Direction::ALL.map(|direction| match hexagon.index(cell.step(direction)) {
                Some(index) => index as u32,
                None => NOWHERE,
            })
        };
        hexagon.neighbours = hexagon.cells.iter().map(table).collect();
        hexagon
    }

    /// Cells in the hexagon of an order: 3n(n−1)+1.
    #[must_use]
    pub const fn size_of_order(order: usize) -> usize {
        if order == 0 { 0 } else { 3 * order * (order - 1) + 1 }
    }

    /// Cells on a side.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }

    /// Number of cells. A hexagon is never empty.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a hexagon has at least one cell")]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The index of the centre.
    #[must_use]
    pub fn centre(&self) -> usize {
        self.len() / 2
    }

    /// All cells in index order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell with an index.
    #[must_use]
    pub fn cell(&self, index: usize) -> Cell {
        self.cells[index]
    }

    /// Whether the hexagon has this cell.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        (cell.ring() as usize) < self.order
    }

    /// The index of a cell, or `None` outside.
    #[must_use]
    pub fn index(&self, cell: Cell) -> Option<usize> {
        if !self.contains(cell) {
            return None;
        }
        let last = self.order as i32 - 1;
        let first_q = -last - cell.r.min(0);
        Some(self.row_start((cell.r + last) as usize) + (cell.q - first_q) as usize)
    }

    /// Number of rows: 2n−1.
    #[must_use]
    pub fn row_count(&self) -> usize {
        2 * self.order - 1
    }

    /// The indices of row `y`, counted from the top.
    #[must_use]
    pub fn row(&self, y: usize) -> Range<usize> {
        self.row_start(y)..self.row_start(y + 1)
    }

    /// Cells before row y: n + (n+1) + … in the upper half, mirrored in the lower.
    fn row_start(&self, y: usize) -> usize {
        let n = self.order;
        if y <= n {
            y * n + y * y.saturating_sub(1) / 2
        } else {
            let below = 2 * n - 1 - y;
            Self::size_of_order(n) - (below * n + below * below.saturating_sub(1) / 2)
        }
    }

    /// The neighbour of a cell in a direction, if it is on the board.
    #[must_use]
    pub fn neighbour(&self, index: usize, direction: Direction) -> Option<usize> {
        let next = self.neighbours[index][direction as usize];
        (next != NOWHERE).then_some(next as usize)
    }

    /// The neighbours of a cell on the board, anticlockwise from east.
    pub fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        self.neighbours[index].iter().filter(|&&next| next != NOWHERE).map(|&next| next as usize)
    }

    /// Number of neighbours on the board.
    #[must_use]
    pub fn degree(&self, index: usize) -> usize {
        self.neighbours(index).count()
    }

    /// Every pair of neighbouring cells once, the smaller index first, in index order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.len())
            .flat_map(move |a| self.neighbours(a).filter(move |&b| a < b).map(move |b| (a, b)))
    }

    /// The cells from `index` (exclusive) to the rim in a direction.
    pub fn ray(&self, index: usize, direction: Direction) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.neighbour(index, direction), move |&at| {
            self.neighbour(at, direction)
        })
    }

    /// The 2n−1 lines of an axis, by growing constant coordinate, each from its start to its end.
    #[must_use]
    pub fn lines_along(&self, axis: Axis) -> Vec<Vec<usize>> {
        let last = self.order as i32 - 1;
        let direction = axis.direction();
        let mut lines = vec![Vec::new(); self.row_count()];
        for start in 0..self.len() {
            if self.neighbour(start, direction.turned(3)).is_none() {
                let slot = (axis.constant(self.cell(start)) + last) as usize;
                lines[slot] = std::iter::once(start).chain(self.ray(start, direction)).collect();
            }
        }
        lines
    }

    /// All 3(2n−1) lines: the rows, then the falling, then the rising ones.
    #[must_use]
    pub fn lines(&self) -> Vec<Vec<usize>> {
        Axis::ALL.into_iter().flat_map(|axis| self.lines_along(axis)).collect()
    }

    /// The cells at distance `radius` from the centre, clockwise from the upper left corner.
    #[must_use]
    pub fn ring(&self, radius: usize) -> Vec<usize> {
        if radius == 0 {
            return vec![self.centre()];
        }
        let mut at = Cell::new(0, -(radius as i32));
        let mut ring = Vec::with_capacity(6 * radius);
        for side in 0..6 {
            // Clockwise round the rim: E, SE, SW, W, NW, NE.
            let direction = Direction::E.turned(6 - side);
            for _ in 0..radius {
                ring.extend(self.index(at));
                at = at.step(direction);
            }
        }
        ring
    }

    /// All cells ring by ring from the rim to the centre, each ring clockwise.
    #[must_use]
    pub fn spiral(&self) -> Vec<usize> {
        (0..self.order).rev().flat_map(|radius| self.ring(radius)).collect()
    }
}
