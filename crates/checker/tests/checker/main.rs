//! The promise that a proof is accepted only if its formula has no solution, from several sides:
//! proofs made by hand and by small provers, every small damage to them, and a second and a third
//! opinion on random steps.

mod common;
mod hand;
mod mutations;
mod naive;
mod pigeonhole;
mod prover;
mod random;
mod streams;
