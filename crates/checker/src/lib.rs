//! LRAT proof checker for unsatisfiability, restricted to reverse unit propagation (RUP).
//!
//! A refutation is replayed step by step. Each derived clause names the clauses from which it follows,
//! and propagating these hints must end in a conflict. Nothing is searched, so the checker is short
//! enough to be reviewed.
//!
//! The format is that of Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, *Efficient Certified
//! RAT Verification* (CADE 2017). A RUP step is implied by the clauses before it, so each derived
//! clause holds in every solution of the originals. A RAT step only preserves satisfiability, so it
//! is refused.
//!
//! Invariant: this crate depends on no puzzle, engine or solver, and uses no file and no clock. So the
//! checker cannot share code with the provers whose proofs it checks.

#![forbid(unsafe_code)]

mod assignment;
mod check;
mod checker;
mod clauses;
mod error;
mod text;

pub use check::{check, check_each};
pub use checker::{Checker, Summary};
pub use error::ProofError;
pub use text::Step;
