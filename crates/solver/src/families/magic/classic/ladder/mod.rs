//! The ladder: sixteen searches for order 3, from brute force to computed cells.
//!
//! One readable kernel for each idea, for teaching and measuring; production engines must not use them. The rungs and their
//! order follow an article on the magic hexagon of order 3. What it tried in vain or left open is here as variants. Kernels
//! share only `search`, the board and the counters, so that each can be read alone.
//!
//! * `permute`: brute force over permutations.
//! * `lines`: backtracking that tests each line when it is full.
//! * `deduce`: backtracking that computes the last cell of a line. Its fastest form, `deduce-swap`, keeps the unused numbers
//!   at the end of one array and takes one by a swap.
//! * `variants` and `places`: variants of `deduce-swap`, with other data structures or unrolled code.
//! * `orders`: the cheapest variable order, by Dijkstra's algorithm.
//! * `engine`: runs a rung, and `rungs` is the table of all of them.

pub(super) mod bench;
mod deduce;
mod engine;
mod lines;
mod orders;
mod permute;
mod pictures;
mod places;
mod rungs;
mod search;
#[cfg(test)]
mod tests;
mod variants;

pub(crate) use self::pictures::PICTURES;
pub(in super::super) use self::rungs::followed_by_ladder;
