//! The engine `beam`: options in, the best board of one beam out.
//!
//! `beam_board` gives other engines an incumbent. An empty beam counts as an exhausted budget,
//! never as a refutation.

use sixfold_puzzle::families::neighbors::{Instance, Neighbors};

use super::order::Order;
use super::sight::Lookups;
use super::{BeamOptions, boards, search};
use crate::answer::Answer;
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::families::neighbors::board::{
    board_text, open_above, partial_witness, placed_levels, up_to,
};
use crate::families::neighbors::options::{LEVEL_GROUPS, read_level_groups, size};
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
pub(crate) static BEAM: TypedEngine<Neighbors, BeamEngineOptions> = TypedEngine {
    row: EngineRow {
        name: "beam",
        description: "the best boards cell by cell, levels 1 and 2 first; proves nothing",
        role: Role::Production,
        searched: None,
        options: &[ORDER, WIDTH, TOGETHER, LEVEL_GROUPS],
    },
    read,
    supports: |instance| up_to(LARGEST_BEAM, instance),
    solve: Some(Solve { run, proves: false, improves: false }),
    count: None,
    hint: None,
    certificates: None,
    division: None,
};

/// Beyond this order a beam of useful width takes too much memory.
pub(crate) const LARGEST_BEAM: usize = 40;

/// The best board of a beam, for use as an incumbent.
pub(crate) fn beam_board(instance: &Instance, run: &Run<'_>) -> Option<Vec<u8>> {
    let options = BeamOptions::of_width(10_000);
    search(instance, options, run).best.map(|(_, values)| values)
}

/// The options of the engine.
pub(crate) struct BeamEngineOptions {
    beam: BeamOptions,
    /// The last level that is placed, if not all of them are.
    top: Option<u8>,
}

/// The last level that a beam places; what is above is finished exactly.
const LAST: u8 = 4;

fn read(options: &Options, _: &Instance) -> Result<BeamEngineOptions, String> {
    let top = match read_level_groups(options)?[..] {
        [] => None,
        [top] if top <= LAST => Some(top),
        _ => {
            return Err(format!(
                "a beam places one group of levels, such as 1..2, up to level {LAST}"
            ));
        }
    };
    let beam = BeamOptions {
        order: options.choice(&ORDER, [Order::Clock, Order::SpiralClock, Order::Row]),
        width: size(options, &WIDTH),
        together: size(options, &TOGETHER) as u8,
    };
    Ok(BeamEngineOptions { beam, top })
}

/// The best board of a beam that places the levels up to `top`.
fn place_levels(task: &Task<'_, Neighbors, BeamEngineOptions>, top: u8) -> Answer {
    if let Err(problem) = open_above(task.instance, top) {
        return Answer::failed(problem);
    }
    let base = match boards(task.instance, task.options.beam, top, task.run) {
        Ok(base) => base,
        Err(halt) => return Answer { halt: Some(halt), ..Answer::default() },
    };
    let best = base.boards.into_iter().min_by_key(|(penalty, _)| *penalty);
    let Some((_, mut values)) = best else {
        return Answer { halt: Some(Halt::Budget), ..Answer::default() };
    };
    values.iter_mut().filter(|value| **value > top).for_each(|value| *value = 0);
    let cells = placed_levels(task.instance, &values, top);
    let partial = partial_witness(task.instance, &cells, top, None);
    Answer { partial: Some(partial), ..Answer::default() }
}

fn run(task: &Task<'_, Neighbors, BeamEngineOptions>) -> Answer {
    if let Some(top) = task.options.top {
        return place_levels(task, top);
    }
    let found = search(task.instance, task.options.beam, task.run);
    let Lookups { hits, misses } = found.lookups;
    let effort = vec![("boards", found.boards), ("cache hits", hits), ("cache misses", misses)];
    // An empty beam was not wide enough.
    let halt = found.halt.or_else(|| found.best.is_none().then_some(Halt::Budget));
    let witness = found.best.map(|(_, values)| board_text(task.instance, &values));
    Answer { witness, halt, effort, ..Answer::default() }
}
