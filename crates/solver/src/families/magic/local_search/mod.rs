//! Local search for magic hexagons of orders beyond exhaustive search, and for boards that are only close to magic.
//!
//! A board holds every number once; its energy is the sum of the squared errors of its line sums, and 0 is magic. A round
//! starts from a random board and goes through simulated annealing, tabu search, and an exact finisher, all from `balance`,
//! which knows numbers and sums but no hexagon. With a given incumbent, every second round starts from the best board.
//!
//! * `balance_board`: the board as a model of `balance`; free, or antisymmetric with opposite numbers in opposite cells.
//! * `incumbent`: the best board so far, and its checkpoint.
//! * `engine`: rounds on all threads.
//!
//! Incomplete: it finds boards and refutes nothing, so it must not be used to show that there is none.

mod balance_board;
mod engine;
mod incumbent;
#[cfg(test)]
mod tests;

pub(super) use self::balance_board::{BalanceBoard, Style};
pub(super) use self::engine::{LOCAL, LocalOptions, run};
