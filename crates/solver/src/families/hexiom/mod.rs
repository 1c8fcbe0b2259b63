//! Hexiom for the engines. The set of occupied slots decides everything, since it fixes the number
//! that each of its tiles must show: a solution is a choice of slots whose degrees are, counted,
//! the tiles of the level.
//!
//! * `count`: how many such choices there are, exactly, and how many up to symmetry.
//! * `backtrack`: the classic search tile by tile, to compare others with.

mod backtrack;
mod count;
#[cfg(test)]
mod tests;
