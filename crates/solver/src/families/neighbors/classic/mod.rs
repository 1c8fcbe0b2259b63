//! The searches of the contest reports, for comparison and teaching. Engines that answer users do not import them. They follow
//! Tomas Rokicki's report on the contest.
//!
//! * `backtrack`: depth-first branch and bound, cell by cell.
//! * `rows`: frontier dynamic programming along the rows, with the cell transition of `count`.
//! * `cover`: levels without penalty edges as exact covers; a beam completes what is not covered.
//! * `store`: rows of good boards, put together into new boards.
//! * `exhaustive` and `level`: what they share, the answer of a complete search and the penalty up to a level.
//!
//! The four find the same least penalties in different ways, so their tests compare them with each other.

pub(crate) mod backtrack;
pub(crate) mod cover;
mod exhaustive;
mod level;
pub(crate) mod rows;
pub(crate) mod store;
#[cfg(test)]
pub(crate) mod tests;

pub(super) use self::backtrack::BACKTRACK;
pub(super) use self::cover::COVER;
pub(super) use self::rows::ROWS;
pub(super) use self::store::STORE;
pub(in crate::families) use self::store::TRAINER;
