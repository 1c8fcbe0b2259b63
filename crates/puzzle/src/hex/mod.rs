//! Hex geometry on integers: cells, the hexagon of order n, its symmetries, lattice isometries.
//!
//! Axial coordinates (q, r), pointy-top, `r` downwards: the cell (q, r) is drawn at
//! x = q + r/2, y = r·√3/2. Only renderers use the square root; every function here is exact. This
//! module knows no puzzle.

mod cell;
mod hexagon;
mod isometry;
mod orbits;
mod symmetry;

pub use cell::{Cell, Direction, ParseCellError, Point};
pub use hexagon::{Axis, Hexagon, MAX_ORDER};
pub use isometry::{Isometry, Kind};
pub use orbits::{canonical, orbits};
pub use symmetry::Symmetry;
