//! Rikudo, a puzzle family added to sixfold from outside.
//!
//! Each of these modules imports only those above it, and so the rules know no solver:
//!
//! * [`instance`]: boards and their text. `picture` draws them, [`boards`] holds those that come with the family.
//! * [`rules`]: what a solution is, as an implementation of [`Family`](sixfold_puzzle::Family).
//! * [`formula`]: the CNF encoding; [`options`]: the options of the engine; `search`: a SAT solver with the formula.
//! * `hint`: what is forced on a player's board.
//! * [`engine`]: solves, refutes and counts.
//! * [`make`]: new puzzles with exactly one solution.

#![forbid(unsafe_code)]

pub mod boards;
pub mod engine;
pub mod formula;
mod hint;
pub mod instance;
pub mod make;
pub mod options;
mod picture;
pub mod rules;
mod search;

use sixfold_puzzle::{ErasedFamily, Puzzle};
use sixfold_solver::{Registration, Registry};

use crate::rules::Rikudo;

/// The rules behind the text-only interface of front ends.
pub const RULES: &dyn Puzzle = &ErasedFamily::<Rikudo>::new();

/// The family and what it offers beyond its rules.
pub static RIKUDO: Registration =
    Registration { engines: &[&engine::SAT], maker: Some(&make::MAKER), ..Registration::of(RULES) };

/// The families of this program. Those of sixfold could stand beside it: they are in `sixfold_solver::families`.
pub const REGISTRY: Registry = Registry::new(&FAMILIES);

static FAMILIES: [&Registration; 1] = [&RIKUDO];
