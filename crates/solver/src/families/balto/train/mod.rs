//! Learning to rank: weights of the evaluation function from the beam search's own states.
//!
//! * `features`: the counts that an estimate is linear in.
//! * `sampling`: pairs of a good and another state of the same level.
//! * `ranking_descent`: gradient descent (Adam) on the ranking loss.
//! * `trainer`: rounds of both, with validation boards and test boards.
//!
//! What is learned ranks states of one level. It is no distance and not admissible, so an exact search must not use it.

mod features;
mod ranking_descent;
mod sampling;
#[cfg(test)]
mod tests;
mod trainer;

pub(in crate::families) use self::trainer::TRAINER;
pub(super) use self::trainer::length;
