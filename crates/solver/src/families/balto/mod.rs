//! Engines, maker and trainer for Balto's Puzzle: tiles on a wrapped hexagon, turned three at a time.
//!
//! * `beam`: bidirectional beam search with iterative widening.
//! * `exact`: IDA* that proves shortest solutions, of order 3 and of boards that are nearly solved.
//! * `local`: local improvement of a solution by windows and reinsertion.
//! * `board_pair`: the state of the beam search; `cyclic` numbers the cells of the wrapped board.
//! * `weights`: the evaluation functions, and `train` learns one.
//! * `parameters` and `task`: limits and texts that the engines share.
//! * `make` makes boards from a `random_board`.

mod beam;
pub(super) mod bench;
mod board_pair;
mod cyclic;
mod exact;
mod local;
mod make;
mod parameters;
mod random_board;
mod task;
#[cfg(test)]
mod tests;
mod train;
mod weights;
pub(super) mod zoo;

use self::beam::BEAM;
use self::exact::EXACT;
pub(super) use self::make::MAKER;
pub(super) use self::train::TRAINER;
use crate::engine::Engine;

/// The engines. The default is the one that proves, on the boards that it supports.
pub(super) const ENGINES: &[Engine] = &[EXACT, BEAM];
