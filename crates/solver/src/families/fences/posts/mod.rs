//! The search over posts that the article "hexagons are the bestagons" describes: the readable
//! classic, and a second opinion on small boards.
//!
//! * `search` fills post after post, in the ways that `fills` makes, and looks after each whether the
//!   others can still be filled and whether a region for the loop is left;
//! * `corridor` is that region, one for each symmetry the loop may have, and `board` has the
//!   symmetries;
//! * `loops` finds the loops when all posts are filled, exactly, and before that whether there is
//!   one at all;
//! * `hunch` has the shape tests of the article that mislead; they are off unless asked for;
//! * `tally` counts what is found, `meter` what it costs.
//!
//! It knows nothing of other engines and nothing of how the verifier judges a loop.

mod board;
mod corridor;
mod fills;
mod hunch;
#[cfg(test)]
mod hunch_tests;
mod loops;
mod meter;
#[cfg(test)]
mod naive;
mod search;
mod tally;
#[cfg(test)]
mod tests;

use sixfold_puzzle::families::fences::{Curve, Fences, Instance, Solution};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::text::Document;

use self::corridor::{Sieve, Test};
use self::hunch::Hunch;
use self::meter::{Meter, Stop};
use self::search::{Filling, Manner, Order};
use crate::engine::{Answer, Engine, Power, Refutation, Task};
use crate::options::{OptionKind, OptionRow, Options};

const ORDER: OptionRow = OptionRow {
    name: "order",
    meaning: "the post that is filled next: with the largest number, or the fewest fills left",
    kind: OptionKind::Choice(&["number", "constrained"]),
    restricts: false,
};
const REGION: OptionRow = OptionRow {
    name: "region",
    meaning: "the test of what is left after a fill: a loop, no blind alleys, six regions, or none",
    kind: OptionKind::Choice(&["loop", "trimmed", "rainbow", "off"]),
    restricts: false,
};
/// Restricting: each of them refuses regions that have a loop.
const HUNCH: OptionRow = OptionRow {
    name: "hunch",
    meaning: "keep only regions that a test of their shape likes, though it may be wrong",
    kind: OptionKind::Choice(&["none", "walk", "pick", "hole"]),
    restricts: true,
};
const NODES: OptionRow = OptionRow {
    name: "nodes",
    meaning: "give up after so many tests and steps of loops",
    kind: OptionKind::Integer { default: Some(200_000_000), least: 1, most: i64::MAX },
    restricts: false,
};

pub(super) const POSTS: Engine = Engine {
    name: "posts",
    description: "the classic search post by post, then for loops",
    powers: &[Power::Finds, Power::Proves, Power::Counts],
    options: &[ORDER, REGION, HUNCH, NODES],
    serves,
    run,
    count: Some(tally::count),
    hint: None,
    clausal: None,
};

/// Beyond this the tables of symmetries grow too large.
const LARGEST: usize = 16;

fn parse(text: &str) -> Instance {
    let document = Document::parse(text).expect("the session hands out readable instances");
    Fences::parse(&document).expect("the session hands out readable instances")
}

fn serves(text: &str) -> Result<(), String> {
    let order = parse(text).hexagon.order();
    match order <= LARGEST {
        true => Ok(()),
        false => Err(format!("order {order} is beyond it, it goes up to {LARGEST}")),
    }
}

fn manner(options: &Options) -> Manner {
    let order = match options.text("order") {
        Some("constrained") => Order::Constrained,
        _ => Order::Number,
    };
    let test = match options.text("region") {
        Some("off") => Test::Off,
        Some("rainbow") => Test::Rainbow,
        Some("trimmed") => Test::Trimmed,
        _ => Test::Loop,
    };
    let hunch = match options.text("hunch") {
        Some("walk") => Hunch::Walk,
        Some("pick") => Hunch::Pick,
        Some("hole") => Hunch::Hole,
        _ => Hunch::None,
    };
    Manner { order, sieve: Sieve { test, hunch } }
}

fn meter<'a>(task: &'a Task<'_>) -> Meter<'a> {
    let budget = task.options.integer("nodes").unwrap_or(i64::MAX).unsigned_abs();
    Meter::new(budget, task.run)
}

/// Finds one solution, or that there is none.
fn run(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let mut meter = meter(task);
    let mut witness = None;
    let ending =
        search::search(&instance, manner(task.options), &mut meter, &mut |filling, cells| {
            witness = Some(solution(&instance, filling, &cells));
            Err(Stop::Enough)
        });
    let mut answer = Answer { witness, effort: meter.effort(), ..Answer::default() };
    match ending {
        Ok(()) => answer.refutation = Some(Refutation::nothing(task.options)),
        Err(Stop::Halted(halt)) => answer.halt = Some(halt),
        Err(Stop::Enough) => {}
    }
    answer
}

/// A filling and a loop as text.
fn solution(instance: &Instance, filling: &Filling<'_>, cells: &[usize]) -> String {
    let fences = filling.fences.iter().map(|lengths| Some(lengths.map(Some))).collect();
    let curve = Curve::Cells(cells.iter().map(|&cell| instance.hexagon.cell(cell)).collect());
    Fences::print_solution(instance, &Solution { fences, curve })
}
