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
use crate::registry::UsualTime;

/// The engines, in the order in which the session tries them.
pub(super) static ENGINES: &[&dyn Engine] =
    &[&CLASS, &CUBES, &SAT, &CORES, &TALLY, &BEAM, &ROWS, &BACKTRACK, &STORE, &COVER, &REGION];

const fn usual(
    engine: &'static str,
    prove: bool,
    (least, most): (usize, usize),
    words: &'static str,
) -> UsualTime {
    UsualTime { engine, prove, orders: least..=most, words }
}

/// As was measured with 2 cores; `docs/neighbors.md` has the tables.
pub(super) static USUAL: &[UsualTime] = &[
    usual("class", false, (13, 19), "this usually takes 10 to 40 seconds"),
    usual("class", false, (20, 27), "this usually takes 1 to 5 minutes"),
    usual("class", false, (28, 40), "this usually takes 3 to 45 minutes"),
    usual(
        "class",
        false,
        (41, usize::MAX),
        "no search beyond order 40 has come to its end; `--time` limits it",
    ),
    usual("class", true, (12, 19), "this usually takes 1 to 2 minutes"),
    usual("class", true, (20, 27), "this usually takes 3 to 12 minutes"),
    usual("sat", true, (7, 8), "this usually takes half a minute"),
    usual("sat", true, (9, 11), "this usually takes 2 to 8 minutes"),
    usual("cubes", true, (12, 12), "this usually takes half an hour with 2 cores"),
    usual(
        "cubes",
        true,
        (13, 13),
        "this usually takes 6 hours with 2 cores; `sixfold campaign` divides it among machines",
    ),
    usual(
        "cubes",
        true,
        (14, usize::MAX),
        "no proof beyond order 13 has come to its end; `sixfold campaign estimate` tells more",
    ),
];
