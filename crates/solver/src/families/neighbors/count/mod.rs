//! Exact counting by frontier dynamic programming, the engine `tally`: all boards with the least
//! penalty, at any level.
//!
//! At level L a cell is marked 1, …, L or as above L, and a cell above L has all of 1, …, L beside
//! it. At level 6 that is a whole solution. Cells are decided row by row. What the rest can become
//! depends only on the frontier, the decided cells with undecided neighbours. Each level is swept
//! with the exact remaining penalty of the level below, so few frontiers lead nowhere.
//!
//! * `cell_code`: a cell of the frontier in a few bits. `plan`: the steps of a board. Both are the one cell transition of
//!   the family: `classic/rows` and the boundary dynamic program of `construct` use them, too.
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

pub(super) mod cell_code;
mod climb;
mod layer;
#[cfg(test)]
pub(crate) mod list;
pub(super) mod plan;
mod sweep;
#[cfg(test)]
mod tests;

use sixfold_puzzle::families::neighbors::{Instance, Neighbors};

use crate::answer::{Counted, Facet, Figures};
use crate::checkpoint::Tally;
use crate::engine::{Count, EngineRow, Role, Task, TypedEngine};
use crate::families::neighbors::options::size;
use crate::options::{OptionKind, OptionRow, Options};

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

/// The engine.
pub(crate) static TALLY: TypedEngine<Neighbors, TallyOptions> = TypedEngine {
    row: EngineRow {
        name: "tally",
        description: "exact counting, row by row, of all boards with the least penalty",
        role: Role::Production,
        searched: None,
        options: &[LEVEL, STATES],
    },
    read,
    supports: |_| Ok(()),
    solve: None,
    count: Some(Count {
        run: count,
        orbits: false,
        relaxes: Some(TallyOptions::relaxes),
        visit: None,
    }),
    hint: None,
    certificates: None,
    division: None,
};

/// The options of the engine.
pub(crate) struct TallyOptions {
    /// Cells above it are not told apart.
    level: u32,
    /// The most states at a time.
    states: usize,
}

impl TallyOptions {
    /// Whether boards are counted on which some cells have no value.
    fn relaxes(&self) -> bool {
        i64::from(self.level) < WHOLE
    }
}

fn read(options: &Options, _: &Instance) -> Result<TallyOptions, String> {
    let (level, states) = (size(options, &LEVEL) as u32, size(options, &STATES));
    Ok(TallyOptions { level, states })
}

/// Counts. A limit on the number does not make it faster, so it is ignored.
fn count(task: &Task<'_, Neighbors, TallyOptions>, _: &Tally) -> Counted {
    let TallyOptions { level, states } = *task.options;
    let instead = task.options.relaxes().then_some("boards at the level");
    if !climb::fits(task.instance, level) {
        let order = task.instance.hexagon.order();
        let failure = format!("a row of order {order} at level {level} does not fit into 128 bits");
        return Counted { instead, ..Counted::failed(failure) };
    }
    match climb::least(task.instance, level, states, task.run) {
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
