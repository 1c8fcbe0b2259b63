//! Soundness tests: a proof is accepted only if its formula has no solution.
//!
//! Proofs come from hand and from small provers. Mutations damage them, and naive checkers give second
//! opinions on random steps.

mod common;
mod hand;
mod mutations;
mod naive;
mod pigeonhole;
mod prover;
mod random;
mod streams;
