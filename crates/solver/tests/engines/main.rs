//! Engines through the session, as a front end asks them: against brute force, against each other, against known numbers.
//!
//! One program, since every test program links all engines and takes its time to compile. Tests that look at the threads
//! or the memory of the process are programs of their own.

#[path = "../anywhere/mod.rs"]
mod anywhere;
#[path = "../brute/mod.rs"]
mod brute;
mod budget;
#[path = "../desk/mod.rs"]
mod desk;
mod enumerate;
mod fences;
mod incumbents;
mod magic;
mod magic_play;
mod make_fences;
mod make_hint;
mod neighbors;
mod neighbors_cubes;
mod neighbors_levels;
mod proof_threads;
#[cfg(feature = "cadical")]
mod unproved;
