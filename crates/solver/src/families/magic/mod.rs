//! Magic hexagons for the engines: every line of the board is a sum, every number is used once.

pub(super) mod bench;
mod corners;
mod count;
mod local;
mod ladder;

use std::sync::LazyLock;

use sixfold_puzzle::families::magic::{Instance, Magic};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::text::Document;

pub(super) use self::ladder::PICTURES;
use crate::benchmark::Case;
use crate::engine::{Answer, Engine, Power, Refutation, Task};
use crate::options::{OptionKind, OptionRow, Options};
use crate::run::Event;
use crate::sums::{Ending, Model, search};

/// The engines, those of the ladder last: none of them is anybody's default.
pub(super) fn engines() -> &'static [Engine] {
    static ALL: LazyLock<Vec<Engine>> =
        LazyLock::new(|| ENGINES.iter().chain(ladder::ENGINES).copied().collect());
    &ALL
}

/// The benchmark cases, those of the ladder first: others are held against them.
pub(super) fn benchmarks() -> &'static [Case] {
    static ALL: LazyLock<Vec<Case>> =
        LazyLock::new(|| ladder::bench::LADDER.iter().chain(bench::CASES).copied().collect());
    &ALL
}

static ENGINES: &[Engine] = &[
    Engine {
        name: "backtrack",
        description: "exhaustive backtracking that computes the last cell of each line",
        powers: &[Power::Finds, Power::Proves, Power::Counts],
        options: &[
            OptionRow {
                name: "nodes",
                meaning: "give up after so many placed numbers",
                kind: OptionKind::Integer { default: Some(500_000_000), least: 1, most: i64::MAX },
                restricts: false,
            },
            OptionRow {
                name: "first",
                meaning: "look only at boards with this number in the first cell of the first row",
                kind: OptionKind::Integer { default: None, least: -2_000_000, most: 2_000_000 },
                restricts: true,
            },
        ],
        serves,
        run,
        clausal: None,
        count: Some(count::count),
        hint: None,
    },
    Engine {
        name: "local",
        description: "annealing, a walk that undoes nothing, an exact finisher for the last lines",
        powers: &[Power::Finds],
        options: &[STEPS, STYLE],
        serves: |_| Ok(()),
        run: local::run,
        clausal: None,
        count: None,
        hint: None,
    },
];

const STEPS: OptionRow = OptionRow {
    name: "steps",
    meaning: "give up, or be content, after so many swaps",
    kind: OptionKind::Integer { default: Some(1_000_000_000), least: 1, most: i64::MAX },
    restricts: false,
};
const STYLE: OptionRow = OptionRow {
    name: "style",
    meaning: "whether a zero-centred board holds opposite numbers in opposite cells",
    kind: OptionKind::Choice(&["auto", "free", "antisymmetric"]),
    restricts: false,
};

fn parse(text: &str) -> Instance {
    let document = Document::parse(text).expect("the session hands out readable instances");
    Magic::parse(&document).expect("the session hands out readable instances")
}

/// Orders above this are out of a plain search's reach.
const LARGEST_ORDER: usize = 8;

fn serves(text: &str) -> Result<(), String> {
    let instance = parse(text);
    let order = instance.hexagon.order();
    if instance.close {
        Err("it cannot minimise the score of goal=close".to_owned())
    } else if order > LARGEST_ORDER {
        Err(format!("order {order} is beyond it, it goes up to {LARGEST_ORDER}"))
    } else {
        Ok(())
    }
}

/// The board as a model of sums. Cells are tried ring by ring from the rim inwards, where lines
/// are short: a line that is short of one number closes early.
fn model(instance: &Instance) -> Model {
    Model {
        start: instance.start,
        count: instance.hexagon.len(),
        lines: instance.hexagon.lines(),
        target: instance.line_sum().expect("the session sorts out boards without a common sum"),
        givens: instance.givens.clone(),
        order: instance.hexagon.spiral(),
    }
}

/// The model that the options leave; none if they leave nothing.
fn restricted(instance: &Instance, options: &Options) -> Option<Model> {
    let mut model = model(instance);
    if let Some(first) = options.integer("first") {
        let taken = model.givens.iter().position(|given| *given == Some(first));
        let possible = (instance.start..=instance.last()).contains(&first)
            && model.givens[0].is_none_or(|given| given == first)
            && taken.is_none_or(|cell| cell == 0);
        if !possible {
            return None;
        }
        model.givens[0] = Some(first);
    }
    Some(model)
}

fn run(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let nothing =
        || Answer { refutation: Some(Refutation::nothing(task.options)), ..Answer::default() };
    let Some(model) = restricted(&instance, task.options) else { return nothing() };
    let budget = task.options.integer("nodes").unwrap_or(i64::MAX).unsigned_abs();
    let found = search(&model, budget, task.run);
    let effort = vec![("nodes", found.nodes)];
    match found.ending {
        Ending::Found(values) => {
            task.run.emit(&Event::Improved(None));
            let solution = values.into_iter().map(Some).collect();
            let witness = Some(Magic::print_solution(&instance, &solution));
            Answer { witness, effort, ..Answer::default() }
        }
        Ending::Exhausted => Answer { effort, ..nothing() },
        Ending::Halted(halt) => Answer { halt: Some(halt), effort, ..Answer::default() },
    }
}
