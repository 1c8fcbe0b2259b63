//! Engines, maker and trainer for Balto's Puzzle, a sliding-tile puzzle on a hexagon whose opposite sides are joined.
//!
//! A move turns the empty cell and two neighbouring tiles that meet at one corner of the empty cell: six corners, two
//! senses, clockwise or not. The senses of a solution alternate. The puzzle is solved when every tile is on its own
//! cell, its home. The objective is the number of moves.
//!
//! * `beam`: bidirectional beam search with iterative widening. It proves nothing.
//! * `exact`: IDA* that proves shortest solutions, of order 3 and of boards that are nearly solved.
//! * `local`: local improvement of a solution by windows and reinsertion; a part of `beam`.
//! * `board_pair`: the state of the beam search, and `path` what it finds; `cyclic` numbers the cells of the joined board.
//! * `sides`: which boards a round moves, and the measured default.
//! * `weights`: the evaluation functions of the beam search, and `train` learns one.
//! * `parameters` and `task`: limits and settings that the engines share.
//! * `make` makes boards from a `random_board`.

mod beam;
pub(super) mod bench;
mod board_pair;
mod cyclic;
mod exact;
mod local;
mod make;
mod parameters;
mod path;
mod random_board;
mod sides;
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
pub(super) static ENGINES: &[&dyn Engine] = &[&EXACT, &BEAM];
