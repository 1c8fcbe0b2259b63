//! Engines for Hexagonal Neighbors. The objective, to be minimised, is the number of penalty edges.
//!
//! The rooms, in the order in which data passes through them:
//!
//! * [`encode`]: a board, or a class of boards, as clauses, with the penalty counted.
//! * [`bounds`]: bounded SAT solving, and lower bounds on levels 1 and 2, sector by sector.
//! * [`construct`]: good boards without search: periodic patterns, boundary dynamic programming.
//! * [`proof`]: certificates of optimality, and lemmas.
//! * [`search`]: the engines that look for a best board: bound descent by SAT, MaxSAT, beam search.
//! * [`cubes`]: cube-and-conquer over the 1s about the centre.
//! * [`count`]: exact counting by frontier dynamic programming.
//! * [`classic`]: the searches of the contest reports, for comparison and teaching.

pub(super) mod bench;
mod board;
mod bounds;
mod classic;
mod construct;
mod count;
mod cubes;
mod encode;
mod options;
mod proof;
mod search;
pub(super) mod zoo;

pub(super) use self::classic::TRAINER;
use self::classic::{BACKTRACK, COVER, ROWS, STORE};
use self::count::TALLY;
use self::cubes::CUBES;
pub(super) use self::proof::LEMMAS;
use self::search::{BEAM, CLASS, CORES, REGION, SAT};
use crate::engine::Engine;

/// The engines, in the order in which the session tries them.
pub(super) static ENGINES: &[&dyn Engine] =
    &[&CLASS, &CUBES, &SAT, &CORES, &TALLY, &BEAM, &ROWS, &BACKTRACK, &STORE, &COVER, &REGION];
