//! Lower bounds from parts of a board. The tiles are divided into patterns; for each pattern a table
//! has the least number of moves of its own tiles that bring them and the empty cell home, all
//! others being alike. A move moves two tiles, so half the sum over all patterns, rounded up, is a
//! lower bound: additive pattern databases (Korf and Felner 2002). Senses alternate in the tables too.
//!
//! Only order 3 has patterns: five tiles side by side, the same turned by a third and by two
//! thirds, and the three tiles that remain. Turning the board is a multiplication of residues, so
//! the first table serves for all three.

use super::super::cyclic::Cyclic;
use crate::run::{Halt, Run};

/// Not reached yet.
const UNKNOWN: u8 = u8::MAX;
/// Entries between two looks at the world.
const PULSE: usize = 1 << 16;

/// The least numbers of moves for one pattern.
struct Table {
    /// The homes of its tiles.
    homes: Vec<usize>,
    /// By the places of the tiles, the empty cell and the sense of the next move.
    costs: Vec<u8>,
}

/// A place in a table: where the tiles are, where the empty cell is, and the next sense.
#[derive(Clone, Copy)]
struct Spot {
    tiles: [u8; 5],
    empty: u8,
    sense: u8,
}

/// Tables for all tiles.
pub(super) struct Patterns {
    cells: usize,
    five: Table,
    three: Table,
    /// What turns the board by nothing, a third, two thirds, and what turns it back.
    turns: [(usize, usize); 3],
}

impl Patterns {
    /// The bytes that the tables take.
    pub(super) fn bytes(cells: usize) -> u64 {
        (2 * cells.pow(6) + 2 * cells.pow(4)) as u64
    }

    pub(super) fn new(cyclic: &Cyclic, run: &Run<'_>) -> Result<Self, Halt> {
        let cells = cyclic.len();
        let [_, east, south, west, ..] = cyclic.steps().map(usize::from);
        let five = [east, south, east + south, 2 * east, 2 * south];
        // A sixth takes east to the next direction, and east is 1.
        let third = south * south % cells;
        let two = third * third % cells;
        let three = [1, third, two].map(|turn| (south + west) * turn % cells);
        Ok(Self {
            cells,
            five: Table::new(&five.map(|home| home % cells), cyclic, run)?,
            three: Table::new(&three, cyclic, run)?,
            turns: [(1, 1), (third, two), (two, third)],
        })
    }

    /// Whether so many moves could be enough. `places` has the cell of each tile by its home, the
    /// empty cell being at home in 0.
    pub(super) fn allow(&self, places: &[u8], sense: u8, moves: u32) -> bool {
        let mut rest = 2 * moves;
        for (turn, back) in self.turns {
            let place =
                |home: usize| (back * usize::from(places[turn * home % self.cells])) % self.cells;
            let cost = u32::from(self.five.cost(self.cells, place, sense));
            if cost > rest {
                return false;
            }
            rest -= cost;
        }
        let place = |home: usize| usize::from(places[home]);
        u32::from(self.three.cost(self.cells, place, sense)) <= rest
    }
}

impl Table {
    fn new(homes: &[usize], cyclic: &Cyclic, run: &Run<'_>) -> Result<Self, Halt> {
        let entries = 2 * cyclic.len().pow(homes.len() as u32 + 1);
        let mut table = Self { homes: homes.to_vec(), costs: vec![UNKNOWN; entries] };
        table.fill(cyclic, run)?;
        Ok(table)
    }

    fn cost(&self, cells: usize, place: impl Fn(usize) -> usize, sense: u8) -> u8 {
        let tiles = self.homes.iter().fold(0, |index, &home| index * cells + place(home));
        self.costs[(tiles * cells + place(0)) * 2 + usize::from(sense)]
    }

    fn index(&self, cells: usize, spot: &Spot) -> usize {
        let tiles = spot.tiles[..self.homes.len()].iter();
        let index = tiles.fold(0, |index, &tile| index * cells + usize::from(tile));
        (index * cells + usize::from(spot.empty)) * 2 + usize::from(spot.sense)
    }

    /// Goes from home outwards, first where nothing has to be paid. Moves can be taken back at the
    /// same cost, so what leads away leads home.
    fn fill(&mut self, cyclic: &Cyclic, run: &Run<'_>) -> Result<(), Halt> {
        let mut spot = Spot { tiles: [0; 5], empty: 0, sense: 0 };
        let homes = self.homes.iter().zip(&mut spot.tiles);
        homes.for_each(|(&home, tile)| *tile = home as u8);
        // What costs as much as the present spots, one more, two more.
        let mut waiting = [vec![spot, Spot { sense: 1, ..spot }], Vec::new(), Vec::new()];
        let mut cost = 0;
        while waiting.iter().any(|spots| !spots.is_empty()) {
            while let Some(spot) = waiting[0].pop() {
                let index = self.index(cyclic.len(), &spot);
                if self.costs[index] != UNKNOWN {
                    continue;
                }
                self.costs[index] = cost;
                if index.is_multiple_of(PULSE) {
                    run.halted().map_or(Ok(()), Err)?;
                }
                for vertex in 0..6 {
                    let (next, moved) = self.turned(cyclic, &spot, vertex);
                    if self.costs[self.index(cyclic.len(), &next)] == UNKNOWN {
                        waiting[moved].push(next);
                    }
                }
            }
            waiting.rotate_left(1);
            cost += 1;
        }
        Ok(())
    }

    /// The spot after a move, and how many of its tiles were moved.
    fn turned(&self, cyclic: &Cyclic, spot: &Spot, vertex: usize) -> (Spot, usize) {
        let steps = cyclic.steps();
        let around =
            [vertex, (vertex + 1) % 6].map(|at| cyclic.sum(spot.empty.into(), steps[at]) as u8);
        let [next, third] = if spot.sense == 0 { around } else { [around[1], around[0]] };
        let mut turned = Spot { empty: next, sense: 1 - spot.sense, ..*spot };
        let mut moved = 0;
        for tile in &mut turned.tiles[..self.homes.len()] {
            if *tile == next {
                (*tile, moved) = (third, moved + 1);
            } else if *tile == third {
                (*tile, moved) = (spot.empty, moved + 1);
            }
        }
        (turned, moved)
    }
}
