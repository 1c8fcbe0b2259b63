//! Hexagonal Neighbors for the engines.
//!
//! * `classic` has the searches that people write first: backtracking, rows, a beam.
//! * `finish` places 5, 6 and 7 in linear time.

mod classic;
mod finish;

pub(super) use self::classic::ENGINES;
