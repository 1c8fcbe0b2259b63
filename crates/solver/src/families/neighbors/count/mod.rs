//! Exact counting by frontier dynamic programming, the engine `tally`: all boards with the least
//! penalty, at any level.
//!
//! At level L a cell is marked 1, …, L or as above L, and a cell above L has all of 1, …, L beside
//! it. At level 6 that is a whole solution. Cells are decided row by row. What the rest can become
//! depends only on the frontier, the decided cells with undecided neighbours. Each level is swept
//! with the exact remaining penalty of the level below, so few frontiers lead nowhere.
//!
//! * `code`: a cell of the frontier in a few bits. `plan`: the steps of a board.
//! * `layer`: frontiers and penalties. `sweep`: one level within a bound on the penalty.
//! * `climb`: iterative deepening over bounds, and level after level.
//! * `list`: the boards themselves, for tests.
//!
//! Below level 6 the boards belong to a relaxation: their number says nothing about solutions, and
//! their penalty is a lower bound only.
//!
//! Cost: exponential in the length of a row; `states` limits the memory.
//!
//! References: Minato 1993 and Simpath in Knuth's volume 4A, 2011, for frontiers; levels are Tomas
//! Rokicki's idea.

mod climb;
mod code;
mod layer;
#[cfg(test)]
pub(crate) mod list;
mod plan;
mod sweep;
#[cfg(test)]
mod tests;

use crate::engine::{Answer, Counted, Engine, Facet, Figures, Power, Role, Tally, Task};
use crate::families::neighbors::board::parse;
use crate::options::{OptionKind, OptionRow};

/// The level at which every cell has its value: what is above 6 is 7.
const WHOLE: i64 = 6;

/// Not restricting: below the highest level, something else is counted, and the count says so.
const LEVEL: OptionRow = OptionRow {
    name: "level",
    meaning: "count boards on which cells above this value are not told apart; a given above it says only \
              that its cell holds more",
    kind: OptionKind::Integer { default: Some(WHOLE), least: 1, most: WHOLE },
    restricts: false,
};
/// The default takes a few gigabytes with its index.
const STATES: OptionRow = OptionRow {
    name: "states",
    meaning: "give up if more are needed at a time",
    kind: OptionKind::Integer { default: Some(100_000_000), least: 1, most: 1 << 31 },
    restricts: false,
};

pub(crate) const ENGINE: Engine = Engine {
    name: "tally",
    description: "exact counting, row by row, of all boards with the least penalty",
    role: Role::Production,
    powers: &[Power::Counts, Power::Relaxes],
    options: &[LEVEL, STATES],
    serves: |_| Ok(()),
    run: |_| Answer { failure: Some("it only counts".to_owned()), ..Answer::default() },
    clausal: None,
    count: Some(count),
    hint: None,
};

/// Counts. A limit on the number does not make it faster, so it is ignored.
fn count(task: &Task<'_>, _: &Tally) -> Counted {
    let option = |name| task.options.integer(name).expect("it has a default");
    let (level, budget) = (option("level"), option("states"));
    let instead = (level < WHOLE).then_some("boards at the level");
    let budget = usize::try_from(budget).unwrap_or(usize::MAX);
    let instance = parse(task.instance);
    if !climb::fits(&instance, level as u32) {
        let order = instance.hexagon.order();
        let failure = format!("a row of order {order} at level {level} does not fit into 128 bits");
        return Counted { instead, failure: Some(failure), ..Counted::default() };
    }
    match climb::least(&instance, level as u32, budget, task.run) {
        Ok(Some(found)) => {
            let facets = vec![least_penalty(found.penalty)];
            Counted { count: found.number, instead, facets, complete: true, ..Counted::default() }
        }
        Ok(None) => Counted { instead, complete: true, ..Counted::default() },
        Err(halt) => Counted { instead, halt: Some(halt), ..Counted::default() },
    }
}

/// The penalty that all counted boards have.
fn least_penalty(penalty: u16) -> Facet {
    let figures = Figures::Values(vec![u128::from(penalty)]);
    Facet { name: "penalties", one: "penalty", figures, complete: true, proved: false }
}
