//! The admissible heuristic of IDA*: half the sum of the distances of all tiles, with its changes.
//!
//! A tile matters only by its way to its goal, a difference of two residues (see `cyclic`). So a
//! board has a way on each cell and no tiles. A step of a tile changes its way by a constant.
//!
//! A move turns a neighbour of the empty cell to the next neighbour, and that one into the empty cell.
//! The change of the sum is looked up by the ways of these two, for all six moves at once. Each move has
//! a lane of eight bits, and each neighbour adds its part to the lanes of two moves.
//!
//! Invariant: a move changes two tiles by one step each, so half the sum is a lower bound.

use sixfold_puzzle::families::balto::Instance;
use sixfold_puzzle::hex::Cell;

use super::super::cyclic::Cyclic;

/// The bits of a lane.
pub(super) const LANE: u32 = 8;
/// A one in each of six lanes.
pub(super) const ONES: u64 = 0x0101_0101_0101;
/// The parts of the six neighbours in the lanes, for a way on each of them.
pub(super) type Lanes = [u64; 6];

/// The cells, and the ways of tiles between them.
pub(super) struct DistanceTables {
    cyclic: Cyclic,
    /// For each cell its six neighbours, clockwise from the upper right.
    pub(super) around: Vec<[u16; 6]>,
    /// For each way what is left of it after a step in each direction.
    pub(super) shorter: Vec<[u16; 6]>,
    /// The length of each way.
    lengths: Vec<u32>,
    /// By the sense of a move and the way.
    pub(super) lanes: [Vec<Lanes>; 2],
}

impl DistanceTables {
    pub(super) fn new(instance: &Instance) -> Self {
        let cyclic = Cyclic::new(&instance.torus);
        let residues = 0..cyclic.len() as u16;
        let cell = |residue: u16| instance.hexagon().cell(cyclic.index(residue.into()));
        let lengths: Vec<u32> =
            residues.clone().map(|residue| cell(residue).distance(Cell::CENTRE)).collect();
        let steps = |residue| cyclic.steps().map(|step| cyclic.sum(residue, step));
        let around: Vec<[u16; 6]> = residues.map(steps).collect();
        // To go a step in one direction is to add one in the opposite direction to the way.
        let shorter: Vec<[u16; 6]> =
            around.iter().map(|steps| std::array::from_fn(|at| steps[(at + 3) % 6])).collect();
        let lanes = [0, 1].map(|sense| {
            let ways = lengths.iter().zip(&shorter);
            ways.map(|(&length, shorter)| {
                let change = |direction| lengths[usize::from(shorter[direction])] + 1 - length;
                lanes(change, sense)
            })
            .collect()
        });
        Self { cyclic, around, shorter, lengths, lanes }
    }

    pub(super) fn cells(&self) -> usize {
        self.around.len()
    }

    /// The ways of all tiles of a board to their cells on another one, listed by the residues of
    /// their cells now. That of the empty cell is 0.
    pub(super) fn ways(&self, board: &[u16], goal: &[u16]) -> Vec<u16> {
        let mut goals = vec![0; goal.len()];
        for (index, &tile) in goal.iter().enumerate() {
            goals[usize::from(tile)] = self.cyclic.residue(index);
        }
        let cells = self.cells() as u16;
        let way = |cell: u16| match board[self.cyclic.index(cell.into())] {
            0 => 0,
            tile => self.cyclic.sum(goals[usize::from(tile)], (cells - cell) % cells),
        };
        (0..cells).map(way).collect()
    }

    /// The residue of the empty cell of a board.
    pub(super) fn empty(&self, board: &[u16]) -> u16 {
        let index = board.iter().position(|tile| *tile == 0).expect("a cell is empty");
        self.cyclic.residue(index)
    }

    /// The sum of the lengths of ways.
    pub(super) fn sum(&self, ways: &[u16]) -> u32 {
        ways.iter().map(|way| self.lengths[usize::from(*way)]).sum()
    }

    /// The least number of moves that could be enough for ways: a move takes two at best.
    pub(super) fn least(&self, ways: &[u16]) -> u32 {
        self.sum(ways).div_ceil(2)
    }
}

/// The neighbours of the empty cell that a move takes to be empty, and into it.
#[inline(always)]
pub(super) const fn turning(vertex: usize, sense: usize) -> [usize; 2] {
    [(vertex + sense) % 6, (vertex + 1 - sense) % 6]
}

/// The directions in which the tiles on these two neighbours go.
#[inline(always)]
pub(super) const fn directions(vertex: usize, sense: usize) -> [usize; 2] {
    let [next, third] = turning(vertex, sense);
    [(next + 2 + 2 * sense) % 6, (third + 3) % 6]
}

/// What a way on each of the six neighbours adds to the lanes, given what steps change, plus one.
fn lanes(change: impl Fn(usize) -> u32, sense: usize) -> Lanes {
    let mut lanes = [0; 6];
    for vertex in 0..6 {
        let [next, third] = turning(vertex, sense);
        let [first, second] = directions(vertex, sense);
        lanes[next] += u64::from(change(first)) << (LANE * vertex as u32);
        lanes[third] += u64::from(change(second)) << (LANE * vertex as u32);
    }
    lanes
}
