//! Search for a best board.
//!
//! * `descent`, `schedule`, `step_claims`: bound descent by SAT over the cases of a split, shared between threads.
//! * `state`, `stage`: what a checkpoint holds, and checkpoints of engines that work in stages.
//! * `class_and_sat`: the engines on top of them, from the first incumbent to the certificate.
//! * `core_guided`: core-guided MaxSAT, from below.
//! * `beam`: beam search over partial boards, a heuristic.
//! * `region`: large neighbourhood search by SAT, a heuristic.

pub(crate) mod beam;
mod class_and_sat;
pub(crate) mod core_guided;
pub(crate) mod descent;
pub(crate) mod region;
pub(crate) mod schedule;
pub(crate) mod stage;
pub(crate) mod state;
mod step_claims;

pub(super) use self::beam::engine::BEAM;
pub(super) use self::class_and_sat::{CLASS, SAT};
pub(super) use self::core_guided::CORES;
pub(super) use self::region::REGION;
