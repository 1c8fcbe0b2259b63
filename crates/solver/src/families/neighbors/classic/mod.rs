//! The searches of the contest reports, for comparison and teaching.
//!
//! Each is readable and independent of the others, so they check each other. Engines that answer
//! users do not import them. They follow Tomas Rokicki's report on the contest.
//!
//! * `backtrack`: depth-first branch and bound, cell by cell.
//! * `rows`: frontier dynamic programming along the rows.
//! * `cover`: levels without penalty edges as exact covers.
//! * `store`: rows of good boards, put together into new boards.

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
