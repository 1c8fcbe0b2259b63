//! Depth-first search over the posts, then over the loops: the method of the article "hexagons are
//! the bestagons".
//!
//! It is here as the readable reference and as a second opinion on small boards. It shares no code
//! with the other engines, nor with the verifier.
//!
//! * `search` fills post after post in the ways that `fills` lists, and prunes by forward checking.
//! * `corridor` is the relaxation it prunes with: the cells left for a loop of each symmetry.
//! * `loops` enumerates the loops of a corridor exactly.
//! * `shape_test` has the tests of the article that may be wrong; they are off unless asked for.
//! * `board` has the tables, `meter` the counters and the budget.
//! * `task` reads the options; `engine` and `count` answer.

mod board;
#[cfg(test)]
mod brute_force;
mod corridor;
mod count;
mod engine;
mod fills;
mod loops;
mod meter;
mod search;
#[cfg(test)]
mod shape_counterexamples;
mod shape_test;
mod task;
#[cfg(test)]
mod tests;

pub(in super::super) use self::engine::POSTS;
