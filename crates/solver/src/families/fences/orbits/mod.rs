//! Enumeration of all loops by symmetry: one quotient of the board for each map that can keep a loop.
//!
//! A symmetric loop is a union of orbits of cells, so its variables are orbits. That divides their
//! number by the order of the symmetry.
//!
//! * `fold`: the maps that a loop can have, and the quotient of the board by one of them.
//! * `propagation` on `bitboard`: bounds propagation and shaving; it refutes most quotients.
//! * `formula`, `cuts`, `loop_enumeration`: SAT with lazily added connectivity cuts for the rest.
//! * `proof`: the same with a certificate for every quotient.
//! * `engine`: finding and counting, in units that threads share and a checkpoint keeps.
//!
//! Invariant: a loop with several symmetries is counted with the first of them only. So the units
//! can be done in any order.

mod bitboard;
mod cuts;
mod engine;
mod fold;
mod formula;
mod kept_cells;
mod loop_enumeration;
mod proof;
mod propagation;
#[cfg(test)]
mod tests;

pub(super) use self::engine::{count, run};
pub(super) use self::fold::{Fold, Maps, Turning, keeps_loop};
pub(super) use self::formula::Domains;
pub(super) use self::loop_enumeration::{FencedLoop, LoopSearch};
pub(super) use self::proof::CLAUSAL;
pub(super) use self::propagation::Propagator;
