//! Checks LRAT proofs that a formula has no solution.
//!
//! "None exists" is worth as much as the one who says it. Here a refutation is replayed step by step
//! by code small enough to be read in one sitting: each derived clause names the clauses from which
//! it follows, and following those hints has to end in a contradiction. Nothing is searched.
//!
//! The format is that of Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, *Efficient Certified
//! RAT Verification* (CADE 2017), restricted to steps by reverse unit propagation. Such steps are
//! implied by the clauses before them, so each derived clause holds in every solution of the
//! originals; a RAT step only keeps the formula solvable if it was, and is refused.
//!
//! No puzzle, no engine and no solver can be seen from here, nor a file or a clock: that the checker
//! shares nothing with those whose proofs it checks is a fact the compiler checks.

#![forbid(unsafe_code)]

mod assignment;
mod check;
mod checker;
mod clauses;
mod error;
mod text;

pub use check::check;
pub use checker::{Checker, Summary};
pub use error::ProofError;
