//! Search techniques that know no puzzle: SAT with proofs, beam search, exact counting by frontier
//! dynamic programming, exact cover, sums, balancing by local search; and what every long run needs:
//! options, units of work, checkpoints.
//!
//! The outside world (clock, deadline, stop flag, seed, threads, event sink, checkpoint) reaches an engine
//! only through [`Run`](run::Run). Nothing here prints, exits or reads the environment.
//!
//! Invariant: nothing here imports a family. This crate does not depend on the rules of any puzzle, so
//! the compiler checks that.

#![forbid(unsafe_code)]

pub mod balance;
pub mod beam;
pub mod checkpoint;
pub mod cover;
pub mod event;
pub mod frontier;
pub mod nearest;
pub mod options;
pub mod portfolio;
pub mod random;
pub mod run;
pub mod sat;
pub mod sums;
pub mod units;
