//! A cell of the infinite hexagonal lattice, the six directions, and points between cells.

use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

/// A cell in axial coordinates; the third cube coordinate is [`Cell::s`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Cell {
    /// Grows to the right along a row.
    pub q: i32,
    /// The row, growing downwards.
    pub r: i32,
}

impl Cell {
    /// The cell (0, 0), the centre of every [`Hexagon`](super::Hexagon).
    pub const CENTRE: Self = Self::new(0, 0);

    /// The cell (q, r).
    #[must_use]
    pub const fn new(q: i32, r: i32) -> Self {
        Self { q, r }
    }

    /// The third cube coordinate: q + r + s = 0.
    #[must_use]
    pub const fn s(self) -> i32 {
        -self.q - self.r
    }

    /// Steps from the centre.
    #[must_use]
    pub fn ring(self) -> u32 {
        self.q.unsigned_abs().max(self.r.unsigned_abs()).max(self.s().unsigned_abs())
    }

    /// Steps between two cells of the infinite lattice.
    #[must_use]
    pub fn distance(self, other: Self) -> u32 {
        (self - other).ring()
    }

    /// The neighbour in a direction.
    #[must_use]
    pub fn step(self, direction: Direction) -> Self {
        self + direction.delta()
    }
}

impl Add for Cell {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Cell {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.q - other.q, self.r - other.r)
    }
}

impl Neg for Cell {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.q, -self.r)
    }
}

impl Mul<i32> for Cell {
    type Output = Self;
    fn mul(self, factor: i32) -> Self {
        Self::new(self.q * factor, self.r * factor)
    }
}

/// Writes `q,r`, the form the text format uses.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}

/// The text is not a cell `q,r` with coordinates of reasonable size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a cell: two integers joined by a comma are expected, as in -2,1")]
pub struct ParseCellError;

/// Reads `q,r`. Coordinates beyond ±9999 are refused, so that arithmetic on cells that came from
/// a text cannot overflow.
impl FromStr for Cell {
    type Err = ParseCellError;
    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let (q, r) = text.split_once(',').ok_or(ParseCellError)?;
        let coordinate = |part: &str| match part.parse::<i32>() {
            Ok(value) if (-9999..=9999).contains(&value) => Ok(value),
            _ => Err(ParseCellError),
        };
        Ok(Self::new(coordinate(q)?, coordinate(r)?))
    }
}

/// The six directions, anticlockwise from east.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Direction {
    /// Right.
    E,
    /// Up and right.
    NE,
    /// Up and left.
    NW,
    /// Left.
    W,
    /// Down and left.
    SW,
    /// Down and right.
    SE,
}

impl Direction {
    /// All six, in the order in which the text format lists a post's fences.
    pub const ALL: [Self; 6] = [Self::E, Self::NE, Self::NW, Self::W, Self::SW, Self::SE];

    /// The step of one cell.
    #[must_use]
    pub const fn delta(self) -> Cell {
        match self {
            Self::E => Cell::new(1, 0),
            Self::NE => Cell::new(1, -1),
            Self::NW => Cell::new(0, -1),
            Self::W => Cell::new(-1, 0),
            Self::SW => Cell::new(-1, 1),
            Self::SE => Cell::new(0, 1),
        }
    }

    /// The direction `sixths` of a turn further anticlockwise.
    #[must_use]
    pub const fn turned(self, sixths: usize) -> Self {
        Self::ALL[(self as usize + sixths) % 6]
    }

    /// The direction whose step is `delta`, if it is a step to a neighbour.
    #[must_use]
    pub fn of(delta: Cell) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.delta() == delta)
    }

    /// The sharpness of a path's turn to direction `next`, in sixths of a full turn. Straight on is 0,
    /// 1 is a corner of 120°, 2 a sharp corner of 60°, 3 a reversal.
    #[must_use]
    pub fn turn_to(self, next: Self) -> u32 {
        let sixths = (next as i32 - self as i32).rem_euclid(6);
        sixths.min(6 - sixths).unsigned_abs()
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A point of the plane in sixths of an axial coordinate: cell centres, edge midpoints and
/// vertices all have integer coordinates here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Point {
    /// Six times the axial q.
    pub q: i32,
    /// Six times the axial r.
    pub r: i32,
}

impl Point {
    /// The point (q, r) in sixths.
    #[must_use]
    pub const fn new(q: i32, r: i32) -> Self {
        Self { q, r }
    }

    /// The centre of a cell.
    #[must_use]
    pub const fn of(cell: Cell) -> Self {
        Self::new(6 * cell.q, 6 * cell.r)
    }

    /// The cell whose centre this point is, if it is one.
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        if self.q % 6 == 0 && self.r % 6 == 0 {
            Some(Cell::new(self.q / 6, self.r / 6))
        } else {
            None
        }
    }
}
