//! The engine `beam`: options in, the best board of one beam out.
//!
//! `beam_board` gives other engines an incumbent. An empty beam counts as an exhausted budget,
//! never as a refutation.

use sixfold_puzzle::families::neighbors::Instance;

use super::order::Order;
use super::{BeamOptions, search};
use crate::engine::{Answer, Engine, Power, Role, Task};
use crate::families::neighbors::board::{board_text, parse, up_to};
use crate::families::neighbors::options::budget;
use crate::options::{OptionKind, OptionRow};
use crate::run::{Halt, Run};

const ORDER: OptionRow = OptionRow {
    name: "order",
    meaning: "the order of the cells: by angle, round the centre and then by angle, or by rows",
    kind: OptionKind::Choice(&["clock", "spiral-clock", "row"]),
    restricts: false,
};
pub(crate) const WIDTH: OptionRow = OptionRow {
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

pub(crate) const ENGINE: Engine = Engine {
    name: "beam",
    description: "the best boards cell by cell, levels 1 and 2 first; proves nothing",
    role: Role::Production,
    powers: &[Power::Finds],
    options: &[ORDER, WIDTH, TOGETHER],
    serves: |text| up_to(LARGEST_BEAM, text),
    run,
    count: None,
    hint: None,
    clausal: None,
};

/// Beyond this order a beam of useful width takes too much memory.
pub(crate) const LARGEST_BEAM: usize = 40;

/// The best board of a beam, for use as an incumbent.
pub(crate) fn beam_board(instance: &Instance, run: &Run<'_>) -> Option<Vec<u8>> {
    let options = BeamOptions { order: Order::Clock, width: 10_000, together: 2 };
    search(instance, options, run).best.map(|(_, values)| values)
}

fn run(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let order = match task.options.text("order") {
        Some("row") => Order::Row,
        Some("spiral-clock") => Order::SpiralClock,
        _ => Order::Clock,
    };
    let width = budget(task.options, "width") as usize;
    let together = budget(task.options, "together") as u8;
    let found = search(&instance, BeamOptions { order, width, together }, task.run);
    let effort = vec![("boards", found.boards), ("cache misses", found.misses)];
    // An empty beam was not wide enough.
    let halt = found.halt.or_else(|| found.best.is_none().then_some(Halt::Budget));
    let witness = found.best.map(|(_, values)| board_text(&instance, &values));
    Answer { witness, halt, effort, ..Answer::default() }
}
