//! Engines and maker for Fences: a closed loop through free cells, and straight fences that start at the posts.
//!
//! The instance gives posts with numbers. From a post up to six straight fences go out, one for each direction, and their
//! lengths add up to its number. The ways to choose all lengths are the fillings. The loop visits cells without post and
//! fence, makes no sharp turn, sees all six regions of the board, and is symmetric: some rotation or reflection maps it
//! to itself. A solution is a loop and a filling that share no cell.
//!
//! * `orbits`: enumerates all loops, symmetry by symmetry, by propagation and SAT; with proofs on request.
//! * `fillings`: dynamic programming that counts the fillings beside a given loop.
//! * `make`: new boards, from a `random_loop` or, on large boards, a `grown_loop`, and a `layout` of posts that `unique` extends.
//! * `classic`: the depth-first search over posts of the article, as a baseline.
//! * `board`: the tables that they share, except those of `classic`.

pub(crate) mod bench;
mod board;
mod classic;
mod fillings;
mod grown_loop;
mod layout;
mod make;
mod orbits;
mod random_loop;
mod unique;
pub(super) mod zoo;

use self::classic::POSTS;
pub(super) use self::make::MAKER;
use self::orbits::ORBITS;
use crate::engine::Engine;

/// The engines. The default finds, refutes and counts on boards of all orders.
pub(super) static ENGINES: &[&dyn Engine] = &[&ORBITS, &POSTS];
