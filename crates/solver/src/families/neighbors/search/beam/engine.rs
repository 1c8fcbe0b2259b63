//! The engine `beam`: options in, the best board of one beam out.
//!
//! `beam_board` gives other engines an incumbent. An empty beam counts as an exhausted budget,
//! never as a refutation.

use sixfold_puzzle::families::neighbors::{Instance, Neighbors};

use super::order::Order;
use super::sight::Lookups;
use super::{BeamOptions, search};
use crate::answer::Answer;
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::families::neighbors::board::{board_text, up_to};
use crate::families::neighbors::options::size;
use crate::options::{OptionKind, OptionRow, Options};
use crate::run::{Halt, Run};

const ORDER: OptionRow = OptionRow {
    name: "order",
    meaning: "the order of the cells: by angle, round the centre and then by angle, or by rows",
    kind: OptionKind::Choice(&["clock", "spiral-clock", "row"]),
    restricts: false,
};
/// More boards than any memory holds; a board's number has 32 bits.
const WIDEST: i64 = 1_000_000_000;
pub(crate) const WIDTH: OptionRow = OptionRow {
    name: "width",
    meaning: "how many boards are kept",
    kind: OptionKind::Integer { default: Some(10_000), least: 1, most: WIDEST },
    restricts: false,
};
const TOGETHER: OptionRow = OptionRow {
    name: "together",
    meaning: "how many levels are decided at once in the beginning",
    kind: OptionKind::Integer { default: Some(2), least: 1, most: 2 },
    restricts: false,
};

/// The engine.
pub(crate) static BEAM: TypedEngine<Neighbors, BeamOptions> = TypedEngine {
    row: EngineRow {
        name: "beam",
        description: "the best boards cell by cell, levels 1 and 2 first; proves nothing",
        role: Role::Production,
        options: &[ORDER, WIDTH, TOGETHER],
    },
    read,
    supports: |instance| up_to(LARGEST_BEAM, instance),
    solve: Some(Solve { run, proves: false, improves: false }),
    count: None,
    hint: None,
    certificates: None,
};

/// Beyond this order a beam of useful width takes too much memory.
pub(crate) const LARGEST_BEAM: usize = 40;

/// The best board of a beam, for use as an incumbent.
pub(crate) fn beam_board(instance: &Instance, run: &Run<'_>) -> Option<Vec<u8>> {
    let options = BeamOptions::of_width(10_000);
    search(instance, options, run).best.map(|(_, values)| values)
}

fn read(options: &Options, _: &Instance) -> Result<BeamOptions, String> {
    Ok(BeamOptions {
        order: options.choice(&ORDER, [Order::Clock, Order::SpiralClock, Order::Row]),
        width: size(options, &WIDTH),
        together: size(options, &TOGETHER) as u8,
    })
}

fn run(task: &Task<'_, Neighbors, BeamOptions>) -> Answer {
    let found = search(task.instance, *task.options, task.run);
    let Lookups { hits, misses } = found.lookups;
    let effort = vec![("boards", found.boards), ("cache hits", hits), ("cache misses", misses)];
    // An empty beam was not wide enough.
    let halt = found.halt.or_else(|| found.best.is_none().then_some(Halt::Budget));
    let witness = found.best.map(|(_, values)| board_text(task.instance, &values));
    Answer { witness, halt, effort, ..Answer::default() }
}
