//! Depth-first search over the posts, then over the loops: the method of the article "hexagons are the bestagons".
//!
//! It is here as the readable reference and as a second opinion on small boards. It shares no code with the other engines,
//! nor with the verifier. Production engines must not use it.
//!
//! * `search` assigns fences to post after post from the list that `fills` makes, with forward checking.
//! * `corridor` is the relaxation it prunes with: the cells that are still free and could belong to a loop of some symmetry.
//! * `loops` enumerates all symmetric loops within such cells.
//! * `shape_test` has tests of the article that recognise a loop by the shape of those cells. They can be wrong, so they are
//!   off unless an option asks for them, and then restrict the scope of the claim.
//! * `units` divides the search, so that threads can share it and a checkpoint can keep it.
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
mod units;

pub(in super::super) use self::engine::POSTS;
