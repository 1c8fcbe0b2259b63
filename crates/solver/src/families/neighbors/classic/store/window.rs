//! All fillings of a window: some consecutive rows between fixed ones.
//!
//! Dynamic programming from left to right. A column has the cells with one index in each row of the
//! window. The neighbours of a cell lie in its own column and in those beside it, so the cost of a
//! column depends on three, and a state is two of them. The cost is that of all rows whose supports or edges
//! may change: the window, and the row on either side.
//!
//! Exact: states that cannot be reached within the cost are not made, the least cost to the right end is
//! known when fillings are enumerated, and so no branch ends without one. Only their number is limited.
//!
//! Cost: columns × states × (level + 1) ^ height. Missing supports leave few states.

use std::collections::HashMap;

use super::super::level;
use super::chunk::Row;

/// The most rows of a window.
pub(super) const TALLEST: usize = 3;

/// The cells of a column, from the top down; 0 where a row has none.
type Column = [u8; TALLEST];

/// Some rows of a board.
pub(super) struct Window<'a> {
    pub(super) level: u8,
    /// The rows of the board, and the empty ones beyond the first and the last.
    pub(super) rows: &'a [Row],
    /// The first row of the window.
    pub(super) first: usize,
    /// How many rows it has.
    pub(super) height: usize,
}

/// The states before a column: the column before it, and itself.
#[derive(Default)]
struct Layer {
    states: Vec<[Column; 2]>,
    /// By state: the least cost from the left.
    least: Vec<u32>,
    /// By state: the states of the next layer, each with the cost of the column.
    steps: Vec<Vec<(usize, u32)>>,
    /// By state: the least cost to the right end.
    rest: Vec<u32>,
}

impl Window<'_> {
    /// The cost of the rows that the window may change, as they are; `None` if a cell lacks a support.
    pub(super) fn cost(&self) -> Option<u32> {
        let column = |at: usize| {
            let mut column = Column::default();
            for (cell, row) in column.iter_mut().zip(&self.rows[self.first..][..self.height]) {
                *cell = row.get(at).copied().unwrap_or(0);
            }
            column
        };
        let before = |at: usize| at.checked_sub(1).map_or(Column::default(), column);
        (0..self.length())
            .map(|at| self.column_cost(at, [before(at), column(at), column(at + 1)]))
            .sum()
    }

    /// The number of columns, with those that only the rows beside the window have.
    fn length(&self) -> usize {
        let rows = &self.rows[self.first - 1..=self.first + self.height];
        rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The cost of a column, in the window and in the rows beside it.
    fn column_cost(&self, at: usize, columns: [Column; 3]) -> Option<u32> {
        let rows = self.first - 1..=self.first + self.height;
        rows.map(|y| self.cell_cost(y, at, &columns)).sum()
    }

    /// The cost of a cell: supports beyond the first, and edges to equal cells on its right and above. Nothing
    /// if the row is shorter.
    fn cell_cost(&self, y: usize, at: usize, columns: &[Column; 3]) -> Option<u32> {
        if at >= self.rows[y].len() {
            return Some(0);
        }
        let cell = |y: usize, place: usize| {
            let value = *self.rows[y].get(place)?;
            let inside = (self.first..self.first + self.height).contains(&y);
            Some(if inside { columns[place + 1 - at][y - self.first] } else { value })
        };
        let beside = |other: usize| {
            let right = if self.rows[other].len() > self.rows[y].len() { at + 1 } else { at };
            [right.checked_sub(1).and_then(|left| cell(other, left)), cell(other, right)]
        };
        let left = at.checked_sub(1).and_then(|left| cell(y, left));
        let (value, right) = (cell(y, at)?, cell(y, at + 1));
        let [above, below] = [beside(y - 1), beside(y + 1)];
        let around = [left, right].into_iter().chain(above).chain(below);
        let spare = level::spare(value, around.flatten())?;
        let edges = above.into_iter().chain([right]).flatten();
        Some(spare + edges.filter(|&other| level::equal(self.level, value, other)).count() as u32)
    }

    /// Finds all columns that may follow two others, with the cost of the second, within a cost. The
    /// column is filled from the top down; each cell decides the cost of the one above and to the left.
    fn follow(&self, at: usize, columns: &mut [Column; 3], most: u32) -> Vec<(Column, u32)> {
        let mut found = Vec::new();
        self.follow_from(0, at, columns, 0, most, &mut found);
        found
    }

    fn follow_from(
        &self,
        depth: usize,
        at: usize,
        columns: &mut [Column; 3],
        cost: u32,
        most: u32,
        found: &mut Vec<(Column, u32)>,
    ) {
        let y = self.first + depth;
        if depth == self.height {
            let last = self.cell_cost(y - 1, at, columns).zip(self.cell_cost(y, at, columns));
            let cost = last.map(|(inside, below)| cost + inside + below);
            found.extend(cost.filter(|&cost| cost <= most).map(|cost| (columns[2], cost)));
            return;
        }
        let highest = if at + 1 < self.rows[y].len() { self.level + 1 } else { 0 };
        for value in highest.min(1)..=highest {
            columns[2][depth] = value;
            let above = self.cell_cost(y - 1, at, columns).map(|above| cost + above);
            if let Some(cost) = above.filter(|&cost| cost <= most) {
                self.follow_from(depth + 1, at, columns, cost, most, found);
            }
        }
        columns[2][depth] = 0;
    }

    /// All columns that may stand at the left end.
    fn first_columns(&self) -> Vec<Column> {
        let mut columns = vec![Column::default()];
        for y in 0..self.height {
            let filled = |column: Column| {
                (1..=self.level + 1).map(move |value| {
                    let mut column = column;
                    column[y] = value;
                    column
                })
            };
            columns = columns.into_iter().flat_map(filled).collect();
        }
        columns
    }

    /// Fillings with at most a cost, the rows of the window of each; no more than a limit.
    pub(super) fn fillings(&self, most: u32, limit: usize) -> Vec<Vec<Row>> {
        let layers = self.layers(most);
        let mut found =
            Fillings { window: self, layers: &layers, limit, path: Vec::new(), rows: Vec::new() };
        for state in 0..layers[0].states.len() {
            found.go(0, state, most);
        }
        found.rows
    }

    /// The states of all columns that can be reached within a cost.
    fn layers(&self, most: u32) -> Vec<Layer> {
        let mut layers = vec![Layer::default()];
        for column in self.first_columns() {
            layers[0].states.push([Column::default(), column]);
            layers[0].least.push(0);
        }
        for at in 0..self.length() {
            let next = self.next_layer(at, &mut layers[at], most);
            layers.push(next);
        }
        let last = layers.len() - 1;
        layers[last].rest = vec![0; layers[last].states.len()];
        for at in (0..last).rev() {
            let (layer, next) = (&layers[at], &layers[at + 1]);
            let rest = |steps: &Vec<(usize, u32)>| {
                let costs = steps.iter().map(|&(to, cost)| next.rest[to].saturating_add(cost));
                costs.min().unwrap_or(u32::MAX)
            };
            layers[at].rest = layer.steps.iter().map(rest).collect();
        }
        layers
    }

    fn next_layer(&self, at: usize, layer: &mut Layer, most: u32) -> Layer {
        let (mut next, mut known) = (Layer::default(), HashMap::new());
        for (&[before, here], &least) in layer.states.iter().zip(&layer.least) {
            let follow = self.follow(at, &mut [before, here, Column::default()], most - least);
            let step = |(after, cost): (Column, u32)| {
                let to = *known.entry([here, after]).or_insert_with(|| {
                    next.states.push([here, after]);
                    next.least.push(u32::MAX);
                    next.states.len() - 1
                });
                next.least[to] = next.least[to].min(least + cost);
                (to, cost)
            };
            layer.steps.push(follow.into_iter().map(step).collect());
        }
        next
    }
}

/// Depth-first enumeration through the layers.
struct Fillings<'a> {
    window: &'a Window<'a>,
    layers: &'a [Layer],
    limit: usize,
    path: Vec<Column>,
    rows: Vec<Vec<Row>>,
}

impl Fillings<'_> {
    /// Goes on from a state with no more cost than is left.
    fn go(&mut self, at: usize, state: usize, left: u32) {
        let layers = self.layers;
        let layer = &layers[at];
        if layer.rest[state] > left || self.rows.len() >= self.limit {
            return;
        }
        self.path.push(layer.states[state][1]);
        match layer.steps.get(state) {
            Some(steps) => {
                for &(to, cost) in steps.iter().filter(|(_, cost)| *cost <= left) {
                    self.go(at + 1, to, left - cost);
                }
            }
            None => self.keep(),
        }
        self.path.pop();
    }

    fn keep(&mut self) {
        let Window { rows, first, height, .. } = *self.window;
        let cells = |y: usize| self.path.iter().take(rows[first + y].len()).map(move |it| it[y]);
        self.rows.push((0..height).map(|y| cells(y).collect()).collect());
    }
}
