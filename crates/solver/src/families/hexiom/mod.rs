//! Engines and maker for Hexiom.
//!
//! A level is a hexagon of slots, some of them blocked, and a supply of tiles with numbers from 0 to 6. The tiles are to be
//! placed so that each shows its number of occupied neighbours. A lock fixes a slot: a tile that cannot move, or a hole. The
//! set of occupied slots decides everything, since it fixes the number that each tile must show. So a solution is a set of
//! slots whose degrees, counted, are the tiles of the level.
//!
//! * `level`: a level as the engines see it.
//! * `anneal` and `sat_search` look for such a set; `portfolio` runs both on a level.
//! * `formula`: the CNF encodings; `sat_options` reads which of them is used.
//! * `external` hands the formula to a SAT solver that is a program.
//! * `count`: frontier dynamic programming, and Burnside's lemma for counts up to symmetry.
//! * `make` makes levels, and `unique` adds locks until a level has one solution.
//! * `hint`: a forced slot, by the human-style steps of `deduce` or by SAT.
//! * `classic`: the backtracking search of the articles, as a baseline.

mod anneal;
pub(crate) mod bench;
mod classic;
mod count;
mod deduce;
mod external;
mod formula;
#[cfg(test)]
mod formula_tests;
mod hint;
mod level;
mod make;
mod portfolio;
mod sat_options;
mod sat_search;
#[cfg(test)]
mod tests;
mod unique;
pub(super) mod zoo;

use self::classic::BACKTRACK;
use self::count::FRONTIER;
use self::external::DIMACS;
pub(super) use self::make::MAKER;
use self::portfolio::{ANNEAL, AUTO};
use self::sat_search::SAT;
use crate::engine::Engine;

/// The engines. The default is the portfolio, which finds and refutes.
pub(super) static ENGINES: &[&dyn Engine] = &[&AUTO, &FRONTIER, &SAT, &ANNEAL, &BACKTRACK, &DIMACS];
