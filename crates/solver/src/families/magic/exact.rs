//! Depth-first search with constraint propagation (`sums`), split into units of work.
//!
//! A unit is a prefix: a few cells with their numbers. Threads share the units, and a checkpoint keeps
//! the finished ones. Each unit can be repeated alone (`unit`) and with another variable order
//! (`order`), which must give the same count.
//!
//! Symmetry breaking: all numbers differ, so no symmetry but the identity fixes a solution. One of
//! the images is searched, and counted once for each symmetry that keeps the givens.
//!
//! Cost: exponential, so small orders only.
//!
//! Complete: a count is exact, and a board refuted, only when every unit is finished. The propagation is in the
//! crate `search`, module `sums`.

use sixfold_puzzle::families::magic::{Instance, Magic};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::hex::Symmetry;

use super::parse;
use crate::engine::{Answer, Counted, Refutation, Tally, Task};
use crate::options::{OptionKind, OptionRow};
use crate::run::{Event, Halt};
use crate::sums::{self, Ending, LineModel, Order, Prefix, Prepared};
use crate::units::{Part, Totals, WorkList, work_through};

pub(super) const NODES: OptionRow = OptionRow {
    name: "nodes",
    meaning: "give up a unit after so many placed numbers",
    kind: OptionKind::Integer { default: None, least: 1, most: i64::MAX },
    restricts: false,
};
pub(super) const ORDER: OptionRow = OptionRow {
    name: "order",
    meaning: "which cell comes next: as planned before, the one with fewest numbers, the spiral",
    kind: OptionKind::Choice(&["planned", "smallest", "spiral"]),
    restricts: false,
};
pub(super) const UNITS: OptionRow = OptionRow {
    name: "units",
    meaning: "cut the work into at least so many units",
    kind: OptionKind::Integer { default: Some(64), least: 1, most: 100_000 },
    restricts: false,
};
pub(super) const UNIT: OptionRow = OptionRow {
    name: "unit",
    meaning: "look only at one unit, by its name: cells, counted from 0, and their numbers",
    kind: OptionKind::Unit,
    restricts: true,
};

/// Orders above this are out of reach.
const LARGEST_ORDER: usize = 8;
/// Solutions that are kept as texts, to be verified.
const WITNESSES: usize = 100;

pub(super) fn serves(text: &str) -> Result<(), String> {
    let instance = parse(text);
    let order = instance.hexagon.order();
    if instance.close {
        Err("it cannot minimise the score of goal=close".to_owned())
    } else if order > LARGEST_ORDER {
        Err(format!("order {order} is too large, it supports orders up to {LARGEST_ORDER}"))
    } else {
        Ok(())
    }
}

/// The board as a model of `sums`, and how many solutions each of its fillings stands for.
pub(super) struct SumModel {
    pub(super) model: LineModel,
    pub(super) images: u128,
}

impl SumModel {
    /// Without symmetry breaking: all solutions are fillings of the model.
    pub(super) fn whole(instance: &Instance) -> Self {
        let target = instance.line_sum().expect("the session sorts out boards without a sum");
        let model = LineModel {
            start: instance.start,
            count: instance.hexagon.len(),
            lines: instance.hexagon.lines(),
            target,
            givens: instance.givens.clone(),
            ascending: Vec::new(),
            order: instance.hexagon.spiral(),
        };
        Self { model, images: 1 }
    }

    /// With symmetry breaking: of the images of a solution one is a filling of the model.
    pub(super) fn broken(instance: &Instance) -> Self {
        let mut sum_model = Self::whole(instance);
        let hexagon = &instance.hexagon;
        let keeps =
            |symmetry: &Symmetry| symmetry.transform(hexagon, &instance.givens) == instance.givens;
        let kept: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(keeps).collect();
        if hexagon.order() == 1 {
            return sum_model;
        }
        sum_model.images = kept.len() as u128;
        sum_model.model.ascending = match kept.len() {
            12 => by_corners(hexagon.order(), &hexagon.ring(hexagon.order() - 1)),
            // Different numbers are given: only a reflection whose axis they lie on keeps them.
            2 => {
                let image = kept[1].permutation(hexagon);
                let moved = (0..hexagon.len()).find(|&cell| image[cell] != cell);
                moved
                    .map(|cell| (cell.min(image[cell]), cell.max(image[cell])))
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        };
        sum_model
    }
}

/// The first corner has the smallest number of the six, the second a smaller one than the sixth.
fn by_corners(order: usize, rim: &[usize]) -> Vec<(usize, usize)> {
    let corner = |at: usize| rim[at * (order - 1)];
    let mut ascending: Vec<_> = (1..6).map(|at| (corner(0), corner(at))).collect();
    ascending.push((corner(1), corner(5)));
    ascending
}

/// The units that the options leave.
fn units(sum_model: &SumModel, plan: &Prepared, task: &Task<'_>) -> Result<Vec<Prefix>, Stop> {
    match task.options.text("unit") {
        Some(_) if task.options.differs("units") => {
            let problem = "units has no effect beside unit, which names a single one".to_owned();
            Err(Stop::Failure(problem))
        }
        Some(name) => Ok(vec![prefix(name, &sum_model.model).map_err(Stop::Failure)?]),
        None => {
            let least = task.options.integer("units").unwrap_or(1).unsigned_abs() as usize;
            plan.units(least, task.run).map_err(Stop::Halt)
        }
    }
}

/// Why the units could not be worked through.
enum Stop {
    Failure(String),
    Halt(Halt),
}

fn name(unit: &Prefix) -> String {
    match &unit[..] {
        [] => "all".to_owned(),
        cells => {
            let words: Vec<_> = cells.iter().map(|(cell, it)| format!("{cell}={it}")).collect();
            words.join(",")
        }
    }
}

/// The unit with a name.
fn prefix(name: &str, model: &LineModel) -> Result<Prefix, String> {
    if name == "all" {
        return Ok(Vec::new());
    }
    let expected = || format!("the unit {name} cannot be read; expected CELL=NUMBER,CELL=NUMBER,…");
    let pair = |word: &str| {
        let (cell, number) = word.split_once('=')?;
        let (cell, number) = (cell.parse::<usize>().ok()?, number.parse::<i64>().ok()?);
        let known = model.start..model.start + model.count as i64;
        (cell < model.count && known.contains(&number)).then_some((cell, number))
    };
    name.split(',').map(|word| pair(word).ok_or_else(expected)).collect()
}

/// Works through the units until there are as many solutions as wanted.
fn work(task: &Task<'_>, sum_model: &SumModel, limit: Option<u128>) -> Result<Totals, Stop> {
    let instance = parse(task.instance);
    let plan = Prepared::new(&sum_model.model, task.run);
    let units = units(sum_model, &plan, task)?;
    let names: Vec<String> = units.iter().map(name).collect();
    let counters = &["nodes"];
    let job = WorkList { work: "exact-1", units: &names, counters, limit, witnesses: WITNESSES };
    let order = match task.options.text("order") {
        Some("smallest") => Order::Smallest,
        Some("spiral") => Order::Fixed,
        _ => Order::Planned,
    };
    // A unit by name need not be one of the plan.
    let planned = order == Order::Planned && task.options.text("unit").is_none();
    let budget = task.options.integer("nodes").unwrap_or(i64::MAX).unsigned_abs();
    let totals = work_through(&job, task.run, |unit, run| {
        let unit = &units[unit.index];
        let mut part = Part::default();
        let mut visitor = |values: &[i64]| {
            part.count += sum_model.images;
            if part.witnesses.len() < WITNESSES {
                let solution = values.iter().copied().map(Some).collect();
                part.witnesses.push(Magic::print_solution(&instance, &solution));
            }
            limit.is_some_and(|limit| part.count >= limit)
        };
        let (ending, nodes) = match (planned, with(&sum_model.model, unit)) {
            (true, _) => plan.visit(unit, budget, run, &mut visitor),
            (false, Some(model)) => sums::visit(&model, order, budget, run, &mut visitor),
            (false, None) => (Ending::Exhausted, 0),
        };
        part.numbers = vec![nodes.into()];
        match ending {
            Ending::Halted(halt) => Err(halt),
            Ending::Exhausted | Ending::Enough => Ok(part),
        }
    });
    totals.map_err(Stop::Failure)
}

/// The model with the cells of a unit given; nothing if they contradict its givens.
fn with(model: &LineModel, unit: &Prefix) -> Option<LineModel> {
    let mut model = model.clone();
    for &(cell, number) in unit {
        let elsewhere = model.givens.iter().position(|given| *given == Some(number));
        let fits = model.givens[cell].is_none_or(|given| given == number);
        if !fits || elsewhere.is_some_and(|other| other != cell) {
            return None;
        }
        model.givens[cell] = Some(number);
    }
    Some(model)
}

pub(super) fn run(task: &Task<'_>) -> Answer {
    let sum_model = SumModel::broken(&parse(task.instance));
    let totals = match work(task, &sum_model, Some(1)) {
        Ok(totals) => totals,
        Err(Stop::Failure(problem)) => {
            return Answer { failure: Some(problem), ..Answer::default() };
        }
        Err(Stop::Halt(halt)) => return Answer { halt: Some(halt), ..Answer::default() },
    };
    let nodes = totals.numbers.first().map_or(0, |(_, nodes)| *nodes);
    let effort = vec![("nodes", u64::try_from(nodes).unwrap_or(u64::MAX))];
    match totals.witnesses.into_iter().next() {
        Some(witness) => {
            task.run.emit(&Event::Improved(None));
            Answer { witness: Some(witness), effort, ..Answer::default() }
        }
        None => {
            let refutation = totals.complete.then(|| Refutation::nothing(task.options));
            Answer { refutation, halt: totals.halt, effort, ..Answer::default() }
        }
    }
}

pub(super) fn count(task: &Task<'_>, tally: &Tally) -> Counted {
    let sum_model = SumModel::broken(&parse(task.instance));
    let whole = task.options.scope().is_whole();
    match work(task, &sum_model, tally.limit.map(u128::from)) {
        Ok(totals) => Counted {
            count: totals.count,
            orbits: (totals.complete && whole).then(|| totals.count / sum_model.images),
            complete: totals.complete,
            witnesses: totals.witnesses,
            halt: totals.halt,
            ..Counted::default()
        },
        Err(Stop::Failure(problem)) => Counted { failure: Some(problem), ..Counted::default() },
        Err(Stop::Halt(halt)) => Counted { halt: Some(halt), ..Counted::default() },
    }
}
