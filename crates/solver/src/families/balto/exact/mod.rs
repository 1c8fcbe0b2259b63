//! Shortest solutions by IDA*: iterative deepening with an admissible heuristic.
//!
//! A beam search gives an incumbent first. The iterations end where they could only find it again.
//!
//! * `distance_tables`: the heuristic, and its change for all six moves at once.
//! * `move_pruning`: an automaton that excludes duplicate sequences of moves.
//! * `depth_first`: one iteration from one end.
//! * `iterative_deepening`: the iterations, and why they miss nothing.
//! * `engine`: the boards that are supported, and the answer.
//!
//! Reference: Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985.

mod depth_first;
mod distance_tables;
mod engine;
mod iterative_deepening;
mod move_pruning;
#[cfg(test)]
mod tests;

pub(super) use self::engine::{EXACT, least};
