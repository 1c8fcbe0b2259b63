//! Engines and maker for magic hexagons: every line has the same sum, every number is used once.
//!
//! * `corners`: order 3 only, complete search over the six corners; the other cells follow by linear equations.
//! * `exact`: depth-first search with constraint propagation, in units of work.
//! * `local_search`: simulated annealing and local search for large orders.
//! * `portfolio`: the default engine, which combines the three.
//! * `formula` and `sat`: the board as a formula, for certificates that there is no solution, or no other.
//! * `sum_model`: the board as `exact`, `hint`, `make` and `unique` search it.
//! * `hint` by the human-style steps of `deduce` or by search.
//! * `make` makes boards, and `unique` gives cells until a board has one solution.
//! * `classic`: the ladder of an article, from brute force to computed cells.

mod bench;
mod classic;
mod corners;
mod deduce;
mod exact;
mod formula;
mod hint;
mod local_search;
mod make;
mod portfolio;
mod sat;
mod sum_model;
mod unique;
pub(super) mod zoo;

pub(super) use self::bench::benchmarks;
pub(super) use self::classic::PICTURES;
use self::corners::CORNERS;
use self::exact::EXACT;
use self::local_search::LOCAL;
pub(super) use self::make::MAKER;
use self::portfolio::AUTO;
use self::sat::SAT;
use crate::engine::Engine;

/// The engines. Those of the ladder come last, since none of them is a default.
pub(super) static ENGINES: &[&dyn Engine] =
    &classic::followed_by_ladder([&AUTO, &CORNERS, &EXACT, &LOCAL, &SAT]);
