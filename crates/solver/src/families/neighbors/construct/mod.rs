//! Boards without search through the whole space: `periodic` repeats the pattern of seven colours,
//! `boundary_dp` adds a boundary by dynamic programming, `fill` and `finish` complete the higher levels.
//!
//! Heuristic: the boards are valid, their penalty is no bound.

pub(crate) mod boundary_dp;
pub(crate) mod fill;
pub(crate) mod finish;
pub(crate) mod periodic;
