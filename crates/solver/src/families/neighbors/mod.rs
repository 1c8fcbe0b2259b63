//! Engines for Hexagonal Neighbors. The objective, to be minimised, is the number of penalty edges.
//!
//! The rooms, in the order in which data passes through them:
//!
//! * [`encode`]: a board, or a class of boards, as clauses, with the penalty counted.
//! * [`bounds`]: bounded SAT solving, and lower bounds on levels 1 and 2, sector by sector.
//! * [`construct`]: good boards without search: periodic patterns, boundary dynamic programming.
//! * [`search`]: bound descent over the cases of a class, and core-guided MaxSAT.
//! * [`proof`]: certificates of optimality, and lemmas.
//! * [`cubes`]: cube-and-conquer over the 1s about the centre.
//! * [`count`]: exact counting by frontier dynamic programming.
//! * [`classic`]: the searches of the contest reports, for comparison and teaching.

pub(super) mod bench;
mod board;
mod bounds;
mod class_and_sat;
mod classic;
mod construct;
mod count;
mod cubes;
mod encode;
mod engines;
mod options;
mod proof;
mod search;
pub(super) mod zoo;

pub(super) use self::engines::ENGINES;
pub(super) use self::proof::LEMMAS;
