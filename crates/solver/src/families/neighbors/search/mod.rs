//! Search for a best board.
//!
//! * `descent`, `schedule`: bound descent by SAT over the cases of a split, shared between threads.
//! * `state`, `stage`: what a checkpoint holds, and checkpoints of engines that work in stages.
//! * `core_guided`: core-guided MaxSAT, from below.
//! * `beam`: beam search over partial boards, a heuristic.
//! * `region`: large neighbourhood search by SAT, a heuristic.

pub(crate) mod beam;
pub(crate) mod core_guided;
pub(crate) mod descent;
pub(crate) mod region;
pub(crate) mod schedule;
pub(crate) mod stage;
pub(crate) mod state;
