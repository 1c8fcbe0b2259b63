//! The classic engines of Hexagonal Neighbors: readable, each a second opinion on the others. They
//! are the programs that Tomas Rokicki's report on the contest tells of beside its SAT solver.
//!
//! * `backtrack` decides cell after cell, with a bound on the penalty.
//! * `rows` is dynamic programming along the rows: exact, and quick as long as there is memory.
//! * `beam` keeps the best boards only, in one of the orders of `order`; `pool` packs them, and
//!   `sight` knows what deciding a cell costs.
//! * `region` solves large parts of a beam's board again.
//! * `cover` places levels that waste nothing, as exact covers.
//! * `store` keeps rows of good boards and puts new boards together from them.
//! * `partial` is the partly filled board on which cells are decided.

mod backtrack;
mod beam;
mod cover;
mod level;
mod order;
mod partial;
mod pool;
mod region;
mod rows;
mod sight;
mod store;
#[cfg(test)]
mod tests;

use sixfold_puzzle::families::neighbors::Instance;

use self::backtrack::Bound;
use self::beam::Manner;
pub(super) use self::cover::ENGINE as COVER;
use self::order::Order;
pub(super) use self::region::ENGINE as REGION;
pub(super) use self::store::ENGINE as STORE;
use super::{board_text, parse};
use crate::engine::{Answer, Engine, Power, Refutation, Task};
use crate::options::{OptionKind, OptionRow, Options};
use crate::run::{Halt, Run};

const BOUND: OptionRow = OptionRow {
    name: "bound",
    meaning: "the penalty allowed: falls to what was found last, or rises until a board is found",
    kind: OptionKind::Choice(&["falls", "rises"]),
    restricts: false,
};
const NODES: OptionRow = OptionRow {
    name: "nodes",
    meaning: "give up after so many values tried",
    kind: OptionKind::Integer { default: Some(1_000_000_000), least: 1, most: i64::MAX },
    restricts: false,
};
const STATES: OptionRow = OptionRow {
    name: "states",
    meaning: "give up after so many states",
    kind: OptionKind::Integer { default: Some(50_000_000), least: 1, most: 1 << 32 },
    restricts: false,
};
const ORDER: OptionRow = OptionRow {
    name: "order",
    meaning: "the order of the cells: by angle, round the centre and then by angle, or by rows",
    kind: OptionKind::Choice(&["clock", "spiral-clock", "row"]),
    restricts: false,
};
const WIDTH: OptionRow = OptionRow {
    name: "width",
    meaning: "how many boards are kept",
    kind: OptionKind::Integer { default: Some(10_000), least: 1, most: 10_000_000 },
    restricts: false,
};
const TOGETHER: OptionRow = OptionRow {
    name: "together",
    meaning: "how many levels are decided at once in the beginning",
    kind: OptionKind::Integer { default: Some(2), least: 1, most: 2 },
    restricts: false,
};

pub(super) const BEAM: Engine = Engine {
    name: "beam",
    description: "the best boards cell by cell, levels 1 and 2 first; proves nothing",
    powers: &[Power::Finds],
    options: &[ORDER, WIDTH, TOGETHER],
    serves: |text| up_to(LARGEST_BEAM, text),
    run: beam,
    count: None,
    hint: None,
    clausal: None,
};

pub(super) const ROWS: Engine = Engine {
    name: "rows",
    description: "dynamic programming along the rows: the least penalty, for small orders",
    powers: &[Power::Finds, Power::Proves],
    options: &[STATES],
    serves: |text| up_to(rows::LARGEST_ORDER, text),
    run: rows,
    count: None,
    hint: None,
    clausal: None,
};

pub(super) const BACKTRACK: Engine = Engine {
    name: "backtrack",
    description: "cell by cell with a bound on the penalty, for small orders",
    powers: &[Power::Finds, Power::Proves],
    options: &[BOUND, NODES],
    serves: |_| Ok(()),
    run: backtrack,
    count: None,
    hint: None,
    clausal: None,
};

/// Beyond this a beam of useful width takes too much memory.
const LARGEST_BEAM: usize = 40;

fn up_to(largest: usize, text: &str) -> Result<(), String> {
    let order = parse(text).hexagon.order();
    match order <= largest {
        true => Ok(()),
        false => Err(format!("order {order} is beyond it, it goes up to {largest}")),
    }
}

fn budget(options: &Options, name: &str) -> u64 {
    options.integer(name).unwrap_or(i64::MAX).unsigned_abs()
}

fn backtrack(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let bound = match task.options.text("bound") {
        Some("rises") => Bound::Rises,
        _ => Bound::Falls,
    };
    let found = backtrack::search(&instance, bound, budget(task.options, "nodes"), task.run);
    let effort = vec![("nodes", found.nodes)];
    let finding = Finding { best: found.best, bound: found.bound, halt: found.halt, effort };
    concluded(&instance, task.options, finding)
}

fn rows(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let found = rows::search(&instance, budget(task.options, "states"), task.run);
    let effort = vec![("states", found.states), ("widest", found.widest)];
    let finding = Finding { best: found.best, bound: found.bound, halt: found.halt, effort };
    concluded(&instance, task.options, finding)
}

/// The best board of a beam, which is mostly as good as can be up to order 8.
pub(super) fn beam_board(instance: &Instance, run: &Run<'_>) -> Option<Vec<u8>> {
    let manner = Manner { order: Order::Clock, width: 10_000, together: 2 };
    beam::search(instance, manner, run).best.map(|(_, values)| values)
}

fn beam(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let order = match task.options.text("order") {
        Some("row") => Order::Row,
        Some("spiral-clock") => Order::SpiralClock,
        _ => Order::Clock,
    };
    let width = budget(task.options, "width") as usize;
    let together = budget(task.options, "together") as u8;
    let found = beam::search(&instance, Manner { order, width, together }, task.run);
    let effort = vec![("boards", found.boards), ("cache misses", found.misses)];
    // A beam that ends with nothing was not wide enough.
    let halt = found.halt.or_else(|| found.best.is_none().then_some(Halt::Budget));
    let witness = found.best.map(|(_, values)| board_text(&instance, &values));
    Answer { witness, halt, effort, ..Answer::default() }
}

/// What an exhaustive search brings back.
struct Finding {
    best: Option<(u32, Vec<u8>)>,
    /// No board has a smaller penalty, whether the search came to its end or not.
    bound: u32,
    halt: Option<Halt>,
    effort: Vec<(&'static str, u64)>,
}

/// The answer of an exhaustive search: unless it was halted, nothing is better than what it found.
fn concluded(instance: &Instance, options: &Options, finding: Finding) -> Answer {
    let Finding { best, bound, halt, effort } = finding;
    let better = |penalty: u32| Refutation::nothing_better(options, i128::from(penalty));
    let refutation = match (&best, halt) {
        (_, Some(_)) => (bound > 0).then(|| better(bound)),
        (Some((penalty, _)), None) => Some(better(*penalty)),
        (None, None) => Some(Refutation::nothing(options)),
    };
    let witness = best.map(|(_, values)| board_text(instance, &values));
    Answer { witness, refutation, halt, effort, ..Answer::default() }
}
