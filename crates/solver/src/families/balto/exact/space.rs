//! What all states of a search have in common: the cells as residues and, for each step of a tile,
//! what it adds to the word of a state.
//!
//! The word is one number for all that is asked of a state. Its low bits are the sum of the ways of
//! all tiles to the other end of the search, its high bits a hash that does not depend on the end.
//! Both are sums over tiles, so a step of a tile adds a constant to the word, and a move adds two.

use sixfold_puzzle::families::balto::Instance;
use sixfold_puzzle::hex::Cell;

use super::super::cyclic::Cyclic;
use crate::random::Random;

/// The bits of a word that hold the sum of ways.
pub(super) const WAYS: u32 = 12;
/// The longest sum of ways that a word can hold.
pub(super) const LONGEST: u64 = (1 << WAYS) - 1;

/// The direction in which a neighbour lies from which a cell is the given one.
pub(super) const fn opposite(direction: usize) -> usize {
    (direction + 3) % 6
}

/// The cells of a board, and tiles that are named by the residues of their homes.
pub(super) struct Space {
    /// For each cell its six neighbours, clockwise from the upper right.
    pub(super) around: Vec<[u16; 6]>,
    /// The distance of two cells by the difference of their residues.
    distances: Vec<u64>,
}

impl Space {
    pub(super) fn new(instance: &Instance) -> Self {
        let cyclic = Cyclic::new(&instance.torus);
        let cell = |residue| instance.hexagon().cell(cyclic.index(residue));
        let way = |residue| u64::from(cell(residue).distance(Cell::CENTRE));
        let neighbours = |residue| cyclic.steps().map(|step| cyclic.sum(residue, step));
        Self {
            around: (0..cyclic.len() as u16).map(neighbours).collect(),
            distances: (0..cyclic.len()).map(way).collect(),
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.around.len()
    }

    /// The board with some tiles, listed by the residues of their cells.
    pub(super) fn board(instance: &Instance, tiles: &[u16]) -> Vec<u16> {
        let cyclic = Cyclic::new(&instance.torus);
        let mut names = vec![0; tiles.len()];
        for (index, &tile) in instance.home().iter().enumerate() {
            names[usize::from(tile)] = cyclic.residue(index);
        }
        (0..tiles.len()).map(|residue| names[usize::from(tiles[cyclic.index(residue)])]).collect()
    }

    /// The sum of the ways of all tiles from one board to another.
    pub(super) fn ways(&self, board: &[u16], goal: &[u16]) -> u64 {
        let goals = places(goal);
        let tiles = board.iter().enumerate().filter(|(_, tile)| **tile != 0);
        tiles.map(|(cell, &tile)| self.way(cell, goals[usize::from(tile)].into())).sum()
    }

    fn way(&self, cell: usize, goal: usize) -> u64 {
        let cells = self.cells();
        self.distances[(goal + cells - cell) % cells]
    }
}

/// For each tile of a board its cell.
fn places(board: &[u16]) -> Vec<u16> {
    let mut places = vec![0; board.len()];
    board.iter().enumerate().for_each(|(cell, &tile)| places[usize::from(tile)] = cell as u16);
    places
}

/// What the steps of tiles add to a word.
pub(super) trait Steps: Sync {
    /// What all six steps of a tile from a cell add.
    fn of(&self, tile: u16, cell: u16) -> [u64; 6];
}

/// Computes what is asked for, on boards of any size.
pub(super) struct Computed<'a> {
    space: &'a Space,
    goals: Vec<u16>,
}

impl<'a> Computed<'a> {
    /// For the way to a goal.
    pub(super) fn new(space: &'a Space, goal: &[u16]) -> Self {
        Self { space, goals: places(goal) }
    }

    /// The word of a whole board.
    pub(super) fn word(&self, board: &[u16]) -> u64 {
        let tiles = board.iter().enumerate().filter(|(_, tile)| **tile != 0);
        tiles.fold(0, |word, (cell, &tile)| word.wrapping_add(self.share(tile, cell as u16)))
    }

    /// The share that a tile on a cell has in a word.
    fn share(&self, tile: u16, cell: u16) -> u64 {
        let hash = Random::new(u64::from(tile) << 16 | u64::from(cell)).bits();
        hash << WAYS | self.space.way(cell.into(), self.goals[usize::from(tile)].into())
    }
}

impl Steps for Computed<'_> {
    fn of(&self, tile: u16, cell: u16) -> [u64; 6] {
        let before = self.share(tile, cell);
        let after = self.space.around[usize::from(cell)].map(|next| self.share(tile, next));
        after.map(|share| share.wrapping_sub(before))
    }
}

/// A table for boards on which it is small.
pub(super) struct Tabled {
    cells: usize,
    rows: Vec<[u64; 6]>,
}

impl Tabled {
    /// Whether the table for a board stays in the caches next to the processor.
    pub(super) fn fits(space: &Space) -> bool {
        space.cells().pow(2) * size_of::<[u64; 6]>() <= 1 << 18
    }

    pub(super) fn new(computed: &Computed<'_>) -> Self {
        let cells = computed.space.cells();
        let row = |at: usize| computed.of((at / cells) as u16, (at % cells) as u16);
        Self { cells, rows: (0..cells * cells).map(row).collect() }
    }
}

impl Steps for Tabled {
    #[inline(always)]
    fn of(&self, tile: u16, cell: u16) -> [u64; 6] {
        self.rows[usize::from(tile) * self.cells + usize::from(cell)]
    }
}
