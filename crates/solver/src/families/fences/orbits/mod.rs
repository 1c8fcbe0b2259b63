//! Enumeration of all symmetric loops: for each possible symmetry, the loops that it maps to themselves.
//!
//! A symmetry groups the cells of the board into orbits, the sets of cells that it maps to each other. A loop that it keeps
//! contains an orbit wholly or not at all. So the search for one symmetry works on the quotient, the board with one node
//! for each orbit, and has fewer variables.
//!
//! * `fold`: the symmetries that a loop can have, and the quotient of the board by one of them.
//! * `propagation` on `bitboard`: bounds propagation and shaving; it refutes most quotients.
//! * `formula`, `cuts`, `loop_enumeration`: SAT with lazily added connectivity cuts for the rest.
//! * `confined`: first answers on large boards.
//! * `proof`: the same with a certificate for every quotient.
//! * `options` reads what the engine was told.
//! * `engine`: finding and counting, in units that threads share and a checkpoint keeps.
//!
//! Invariant: a loop with several symmetries is counted with the first of them only. So the units, one for each symmetry,
//! can be done in any order.

mod bitboard;
mod confined;
mod cuts;
mod engine;
mod fold;
mod formula;
mod kept_cells;
mod loop_enumeration;
mod options;
mod proof;
mod propagation;
#[cfg(test)]
mod tests;
mod witness;

pub(super) use self::engine::ORBITS;
pub(super) use self::fold::{Fold, Maps, Turning, keeps_loop};
pub(super) use self::formula::Domains;
pub(super) use self::loop_enumeration::{FencedLoop, LoopSearch};
pub(super) use self::propagation::Propagator;
