//! The wrapped board as a torus, positions of tiles on it, and moves.
//!
//! Copies of the hexagon tile the plane. Two cells are equal if they differ by a rotation of the
//! vector (n−1, n), which leads from one copy's centre to the next. So every cell has six neighbours.

use crate::hex::{Cell, Direction, Hexagon, Symmetry};

/// Clockwise from upper right: the order in which the contest counts neighbours and vertices.
const CLOCKWISE: [Direction; 6] =
    [Direction::NE, Direction::E, Direction::SE, Direction::SW, Direction::W, Direction::NW];

/// A hexagon whose rim wraps round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Torus {
    hexagon: Hexagon,
    /// By cell index: the neighbours in the order of [`CLOCKWISE`].
    neighbours: Vec<[u16; 6]>,
}

impl Torus {
    /// Wraps a hexagon.
    #[must_use]
    pub fn new(hexagon: Hexagon) -> Self {
        let wrapped = |cell: Cell| {
            wrapped(&hexagon, cell).expect("a neighbour of the board lies in a neighbouring copy")
        };
        let around = |&cell: &Cell| CLOCKWISE.map(|direction| wrapped(cell.step(direction)) as u16);
        let neighbours = hexagon.cells().iter().map(around).collect();
        Self { hexagon, neighbours }
    }

    /// The cells.
    #[must_use]
    pub fn hexagon(&self) -> &Hexagon {
        &self.hexagon
    }

    /// The index of a cell of the plane, at most twice as far from the centre as the rim.
    pub(super) fn index(&self, cell: Cell) -> usize {
        wrapped(&self.hexagon, cell)
            .expect("the difference of two cells lies in a neighbouring copy")
    }

    /// The six neighbours of a cell, clockwise from the upper right.
    #[must_use]
    pub fn neighbours(&self, index: usize) -> [usize; 6] {
        self.neighbours[index].map(usize::from)
    }
}

/// The cell of the board that is the same as a cell of it or of a neighbouring copy.
fn wrapped(hexagon: &Hexagon, cell: Cell) -> Option<usize> {
    let order = hexagon.order() as i32;
    let copy = Cell::new(order - 1, order);
    let shifts = Symmetry::rotations().iter().map(|turn| turn.apply(copy));
    std::iter::once(Cell::CENTRE).chain(shifts).find_map(|shift| hexagon.index(cell + shift))
}

/// A turn of three cells round one of the empty cell's vertices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    vertex: u8,
    clockwise: bool,
}

impl Move {
    /// All moves: clockwise from the vertex NE-E on, then anticlockwise.
    pub const ALL: [Self; 12] = {
        let mut all = [Self { vertex: 0, clockwise: true }; 12];
        let mut at = 0;
        while at < 12 {
            all[at] = Self { vertex: (at % 6) as u8, clockwise: at < 6 };
            at += 1;
        }
        all
    };

    /// The move with an entry character: 1..6 clockwise, A..F anticlockwise.
    #[must_use]
    pub fn parse(letter: char) -> Option<Self> {
        match letter {
            '1'..='6' => Some(Self { vertex: letter as u8 - b'1', clockwise: true }),
            'A'..='F' => Some(Self { vertex: letter as u8 - b'A', clockwise: false }),
            _ => None,
        }
    }

    /// The entry character.
    #[must_use]
    pub fn letter(self) -> char {
        char::from(self.vertex + if self.clockwise { b'1' } else { b'A' })
    }

    /// The sense of the turn.
    #[must_use]
    pub fn clockwise(self) -> bool {
        self.clockwise
    }

    /// The vertex, 0..=5: vertex v lies between the neighbours v and v+1, counted clockwise from
    /// the upper right.
    #[must_use]
    pub fn vertex(self) -> usize {
        usize::from(self.vertex)
    }

    /// The same move on a board turned clockwise by `sixths`.
    #[must_use]
    pub fn turned(self, sixths: usize) -> Self {
        Self { vertex: ((self.vertex() + sixths) % 6) as u8, ..self }
    }

    /// The move that undoes this one.
    #[must_use]
    pub fn undo(self) -> Self {
        let turned = self.turned(if self.clockwise { 2 } else { 4 });
        Self { clockwise: !self.clockwise, ..turned }
    }
}

/// Tiles on a board, with the place of the empty cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    tiles: Vec<u16>,
    hole: usize,
}

impl Position {
    /// A position. One of the tiles is 0, the empty cell.
    #[must_use]
    pub fn new(tiles: &[u16]) -> Self {
        let hole = tiles.iter().position(|&tile| tile == 0).expect("one cell is empty");
        Self { tiles: tiles.to_vec(), hole }
    }

    /// The tiles by cell index.
    #[must_use]
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// The empty cell.
    #[must_use]
    pub fn hole(&self) -> usize {
        self.hole
    }

    /// Makes a move and returns the three cells it turned, the new empty cell first.
    ///
    /// Let x and y be the neighbours on the anticlockwise and the clockwise side of the vertex. A
    /// clockwise turn moves the hole to x, the tile of x to y, and the tile of y to the old hole. An
    /// anticlockwise turn exchanges x and y.
    pub fn apply(&mut self, torus: &Torus, step: Move) -> [usize; 3] {
        let around = &torus.neighbours[self.hole];
        let x = usize::from(around[step.vertex()]);
        let y = usize::from(around[(step.vertex() + 1) % 6]);
        let (next, other) = if step.clockwise { (x, y) } else { (y, x) };
        let hole = self.hole;
        self.tiles[hole] = self.tiles[other];
        self.tiles[other] = self.tiles[next];
        self.tiles[next] = 0;
        self.hole = next;
        [next, other, hole]
    }
}
