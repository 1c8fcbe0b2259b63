//! Bidirectional beam search with iterative widening.
//!
//! * `state`: the incumbent, the schedule and the effort, which the others extend.
//! * `first_solution`: a restarting beam that finds an incumbent early.
//! * `rounds`: all combinations of first senses at one width, then at twice the width.
//! * `polish`: local improvement of the incumbent between rounds.
//! * `paused` and `checkpoint`: stopped beams, and what a checkpoint keeps of a run.

mod checkpoint;
mod first_solution;
mod paused;
mod polish;
mod rounds;
mod state;

#[cfg(test)]
pub(super) use self::paused::RestartingBeam;
pub(super) use self::state::{BeamSearch, WindowUse};
