//! Bidirectional beam search with iterative widening.
//!
//! * `state`: the incumbent, the schedule and the effort, which the others extend.
//! * `first_solution`: a restarting beam that finds an incumbent early.
//! * `rounds`: all combinations of first senses at one width, then at twice the width.
//! * `polish`: local improvement of the incumbent between rounds.
//! * `engine`: the options and the answer.
//! * `paused` and `checkpoint`: stopped beams, and what a checkpoint keeps of a run.

mod checkpoint;
mod engine;
mod first_solution;
mod paused;
mod polish;
mod rounds;
mod state;

pub(super) use self::engine::BEAM;
#[cfg(test)]
pub(super) use self::paused::RestartingBeam;
pub(super) use self::state::BeamSearch;
#[cfg(test)]
pub(super) use self::state::WindowUse;
