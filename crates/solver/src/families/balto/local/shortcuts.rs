//! Exhaustive meet in the middle: twelve moves that can be ten.
//!
//! A hash table has all boards five moves after the window's first board. All boards five moves before
//! its last one are looked up in it.
//!
//! Invariant: the search is complete for a window, up to equal hashes of different boards. A way
//! that was found is verified.
//!
//! Cost: 2 · 6⁵ boards for each window; the table fits into the cache.

use sixfold_puzzle::families::balto::{Instance, Move, Position};

use crate::random::Random;

/// The moves of half a way.
const HALF: usize = 5;
/// All half ways: one of six vertices for each move.
const WAYS: usize = 6_usize.pow(HALF as u32);
const SLOTS: usize = (2 * WAYS).next_power_of_two();

/// A board that goes along a solution, and the tables.
pub(in super::super) struct Shortcuts<'a> {
    instance: &'a Instance,
    position: Position,
    hash: u64,
    /// A random number for each cell and for each tile: the hash of a board is the sum of their products.
    cells: Vec<u64>,
    tiles: Vec<u64>,
    /// The hash of a board and the way that leads there; a way is 0 in an empty slot.
    table: Vec<(u64, u16)>,
    pub(super) candidates: u64,
}

impl<'a> Shortcuts<'a> {
    /// The moves of a window.
    pub(super) const WINDOW: usize = 2 * HALF + 2;

    pub(in super::super) fn new(instance: &'a Instance, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut numbers = || (0..instance.tiles.len()).map(|_| random.bits()).collect();
        let mut new = Self {
            instance,
            position: Position::new(&instance.tiles),
            hash: 0,
            cells: numbers(),
            tiles: numbers(),
            table: vec![(0, 0); SLOTS],
            candidates: 0,
        };
        new.hash = new.hash_of(&new.position);
        new
    }

    /// Goes on by a move.
    pub(super) fn advance(&mut self, step: Move) {
        let cells = self.position.apply(&self.instance.torus, step);
        self.hash = self.hash.wrapping_add(self.change(&self.position, cells));
    }

    /// The hash of the present board: equal boards have equal ones, others hardly ever.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// The present board.
    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// A way that leads where the moves of a window lead, two moves shorter.
    pub(in super::super) fn shorter(&mut self, moves: &[Move]) -> Option<Vec<Move>> {
        let mut after = self.position.clone();
        moves.iter().for_each(|step| {
            after.apply(&self.instance.torus, *step);
        });
        self.way(&after, moves.first()?.clockwise())
    }

    /// A way of ten moves from the present board to another.
    pub(super) fn way(&mut self, after: &Position, clockwise: bool) -> Option<Vec<Move>> {
        self.candidates += 2 * WAYS as u64;
        self.fill(clockwise);
        // The last of an even number of moves has the other sense, and is undone in the first one.
        let (back, forth) = self.meeting(after, clockwise)?;
        let back = steps(back, clockwise).into_iter().rev().map(Move::undo);
        let way: Vec<Move> = steps(forth, clockwise).into_iter().chain(back).collect();
        // Different boards hardly ever have the same hash.
        let mut reached = self.position.clone();
        way.iter().for_each(|step| {
            reached.apply(&self.instance.torus, *step);
        });
        (reached == *after).then_some(way)
    }

    /// Enters all half ways from the present board.
    fn fill(&mut self, clockwise: bool) {
        self.table.fill((0, 0));
        let mut position = self.position.clone();
        let hash = self.hash;
        let mut found = Vec::with_capacity(WAYS);
        self.ways(&mut position, clockwise, hash, 1, &mut |hash, way| found.push((hash, way)));
        for entry in found {
            let mut at = slot(entry.0);
            while self.table[at].1 != 0 {
                at = (at + 1) % SLOTS;
            }
            self.table[at] = entry;
        }
    }

    /// A half way back that meets one that was entered, and that one.
    fn meeting(&self, after: &Position, clockwise: bool) -> Option<(u16, u16)> {
        let mut met = None;
        let mut position = after.clone();
        let hash = self.hash_of(&position);
        self.ways(&mut position, clockwise, hash, 1, &mut |hash, way| {
            let mut at = slot(hash);
            while self.table[at].1 != 0 {
                if self.table[at].0 == hash {
                    met = met.or(Some((way, self.table[at].1)));
                }
                at = (at + 1) % SLOTS;
            }
        });
        met
    }

    /// Goes all ways. A way is a number to base six whose first digit is 1.
    fn ways(
        &self,
        position: &mut Position,
        clockwise: bool,
        hash: u64,
        way: u16,
        visit: &mut impl FnMut(u64, u16),
    ) {
        if usize::from(way) >= WAYS {
            return visit(hash, way);
        }
        for vertex in 0..6 {
            let step = turn(vertex, clockwise);
            let cells = position.apply(&self.instance.torus, step);
            let hash = hash.wrapping_add(self.change(position, cells));
            self.ways(position, !clockwise, hash, 6 * way + u16::from(vertex), visit);
            position.apply(&self.instance.torus, step.undo());
        }
    }

    /// What the hash has more after a move that turned three cells.
    fn change(&self, position: &Position, [next, third, empty]: [usize; 3]) -> u64 {
        let tile = |cell: usize| self.tiles[usize::from(position.tiles()[cell])];
        let product = |cell: usize, tile: u64| self.cells[cell].wrapping_mul(tile);
        let (hole, from_next, from_third) = (tile(next), tile(third), tile(empty));
        let moved =
            |to: usize, from: usize, tile: u64| product(to, tile).wrapping_sub(product(from, tile));
        moved(next, empty, hole)
            .wrapping_add(moved(third, next, from_next))
            .wrapping_add(moved(empty, third, from_third))
    }

    fn hash_of(&self, position: &Position) -> u64 {
        let tiles = position.tiles().iter().map(|tile| self.tiles[usize::from(*tile)]);
        tiles
            .zip(&self.cells)
            .fold(0, |sum, (tile, cell)| sum.wrapping_add(tile.wrapping_mul(*cell)))
    }
}

fn turn(vertex: u8, clockwise: bool) -> Move {
    let letter = char::from(vertex + if clockwise { b'1' } else { b'A' });
    Move::parse(letter).expect("each turn has a letter")
}

/// The moves of a half way.
fn steps(way: u16, clockwise: bool) -> Vec<Move> {
    let digit = |at: usize| (usize::from(way) / 6_usize.pow((HALF - 1 - at) as u32) % 6) as u8;
    (0..HALF).map(|at| turn(digit(at), clockwise == at.is_multiple_of(2))).collect()
}

/// The upper bits are the best ones of a sum of products.
fn slot(hash: u64) -> usize {
    (hash >> (64 - SLOTS.trailing_zeros())) as usize
}
