//! The searches of the contest reports, for comparison and teaching: readable, each a second opinion on the
//! others. Nothing that answers users imports them. The programs are those that Tomas Rokicki's report on the
//! contest tells of beside its SAT solver.
//!
//! * `backtrack`: depth-first branch and bound, cell by cell.
//! * `rows`: dynamic programming along the rows.
//! * `cover`: levels without penalty as exact covers.
//! * `store`: rows of good boards, put together into new boards.

pub(crate) mod backtrack;
pub(crate) mod cover;
mod exhaustive;
mod level;
pub(crate) mod rows;
pub(crate) mod store;
#[cfg(test)]
pub(crate) mod tests;
