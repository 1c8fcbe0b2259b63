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

use std::collections::BTreeSet;

use sixfold_puzzle::Family;
use sixfold_puzzle::families::magic::{Instance, Magic, Solution};
use sixfold_puzzle::hex::Symmetry;

use super::hint;
use super::sum_model::SumModel;
use crate::answer::{Answer, Counted, Refutation};
use crate::checkpoint::Tally;
use crate::deduction::Hinted;
use crate::division::Division;
use crate::engine::{Count, EngineRow, Role, Solve, Task, TypedEngine, VisitEnd, Visitor};
use crate::options::{OptionKind, OptionRow, Options};
use crate::run::{Halt, Run};
use crate::sums::{self, Ending, LineModel, Order, Prefix, Prepared};
use crate::units::{Part, SHARE, Share, Totals, WorkList, taken, work_through};

const NODES: OptionRow = OptionRow {
    name: "nodes",
    meaning: "give up a unit after so many placed numbers",
    kind: OptionKind::Integer { default: None, least: 1, most: i64::MAX },
    restricts: false,
};
const ORDER: OptionRow = OptionRow {
    name: "order",
    meaning: "which cell comes next: as planned before, the one with fewest numbers, the spiral",
    kind: OptionKind::Choice(&["planned", "smallest", "spiral"]),
    restricts: false,
};
const UNITS: OptionRow = OptionRow {
    name: "units",
    meaning: "cut the work into at least so many units",
    kind: OptionKind::Integer { default: Some(DEFAULT_UNITS as i64), least: 1, most: 100_000 },
    restricts: false,
};
const UNIT: OptionRow = OptionRow {
    name: "unit",
    meaning: "look only at one unit, by its name: cells, counted from 0, and their numbers",
    kind: OptionKind::Unit,
    restricts: true,
};

const DEFAULT_UNITS: usize = 256;
/// The most shares; those beyond the number of units are empty.
const MOST_SHARES: usize = 1_000_000;
/// Orders above this are out of reach.
const LARGEST_ORDER: usize = 8;
/// Solutions that are kept as texts, to be verified.
const WITNESSES: usize = 100;

/// The engine.
pub(super) static EXACT: TypedEngine<Magic, ExactOptions> = TypedEngine {
    row: EngineRow {
        name: "exact",
        description: "exhaustive search with propagation, in units that can be resumed and audited",
        role: Role::Production,
        searched: None,
        options: &[NODES, ORDER, UNITS, UNIT, SHARE],
    },
    read: ExactOptions::read,
    supports,
    solve: Some(Solve { run, proves: true, improves: false }),
    count: Some(Count { run: count, orbits: true, relaxes: None, visit: Some(visit) }),
    hint: Some(hint),
    certificates: None,
    division: Some(Division { units: name_units, reason: REASON, tree: Some(sample_tree) }),
};

/// Why the units are the whole.
const REASON: &str = "a unit fixes the numbers of the first cells of the plan; the units are all ways to fill these cells \
                      that propagation leaves, each once";

/// The options of the engine.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct ExactOptions {
    /// The most nodes of a unit, or of a hint. Without it a unit has no limit, and a hint its own.
    pub(super) nodes: Option<u64>,
    /// Which cell comes next.
    pub(super) order: Order,
    /// What is searched.
    pub(super) units: Units,
    /// Which of the units.
    pub(super) share: Option<Share>,
}

/// What is searched.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Units {
    /// Everything, cut into at least so many units.
    AtLeast(usize),
    /// One unit alone. It need not be one of the plan.
    Only(Prefix),
}

impl Default for ExactOptions {
    fn default() -> Self {
        Self {
            nodes: None,
            order: Order::Planned,
            units: Units::AtLeast(DEFAULT_UNITS),
            share: None,
        }
    }
}

impl ExactOptions {
    fn read(options: &Options, instance: &Instance) -> Result<Self, String> {
        let cut = options.size(&UNITS).unwrap_or(DEFAULT_UNITS);
        let units = match options.text(&UNIT) {
            Some(_) if cut != DEFAULT_UNITS => {
                return Err("units has no effect beside unit, which names a single one".to_owned());
            }
            Some(name) => Units::Only(prefix(name, instance)?),
            None => Units::AtLeast(cut),
        };
        let share = match (Share::read(options, MOST_SHARES)?, &units) {
            (Some(_), Units::Only(_)) => {
                return Err("share has no effect beside unit, which names a single one".to_owned());
            }
            (share, _) => share,
        };
        let orders = [Order::Planned, Order::Smallest, Order::Fixed];
        let nodes = options.integer(&NODES).map(i64::unsigned_abs);
        Ok(Self { nodes, order: options.choice(&ORDER, orders), units, share })
    }
}

type ExactTask<'a> = Task<'a, Magic, ExactOptions>;

/// Refuses boards that are to be close, and large orders.
pub(super) fn supports(instance: &Instance) -> Result<(), String> {
    let order = instance.hexagon.order();
    if instance.close {
        Err("it cannot minimise the score of goal=close".to_owned())
    } else if order > LARGEST_ORDER {
        Err(format!("order {order} is too large, it supports orders up to {LARGEST_ORDER}"))
    } else {
        Ok(())
    }
}

/// The units that the options leave.
fn units(options: &ExactOptions, plan: &Prepared, run: &Run<'_>) -> Result<Vec<Prefix>, Halt> {
    match &options.units {
        Units::Only(unit) => Ok(vec![unit.clone()]),
        Units::AtLeast(least) => Ok(taken(options.share, plan.units(*least, run)?)),
    }
}

fn name_units(
    instance: &Instance,
    options: &ExactOptions,
    run: &Run<'_>,
) -> Result<Vec<String>, String> {
    let plan = Prepared::new(&SumModel::broken(instance).model, run);
    let units = units(options, &plan, run).map_err(|halt| halt.words().to_owned())?;
    Ok(units.iter().map(name).collect())
}

fn sample_tree(
    instance: &Instance,
    _: &ExactOptions,
    dives: usize,
    run: &Run<'_>,
) -> Result<Vec<f64>, Halt> {
    Prepared::new(&SumModel::broken(instance).model, run).samples(dives, run)
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
fn prefix(name: &str, instance: &Instance) -> Result<Prefix, String> {
    if name == "all" {
        return Ok(Vec::new());
    }
    let expected = || format!("the unit {name} cannot be read; expected CELL=NUMBER,CELL=NUMBER,…");
    let pair = |word: &str| {
        let (cell, number) = word.split_once('=')?;
        let (cell, number) = (cell.parse::<usize>().ok()?, number.parse::<i64>().ok()?);
        let known = instance.start..=instance.last();
        (cell < instance.hexagon.len() && known.contains(&number)).then_some((cell, number))
    };
    name.split(',').map(|word| pair(word).ok_or_else(expected)).collect()
}

/// Works through the units until there are as many solutions as wanted.
fn work(task: &ExactTask<'_>, sum_model: &SumModel, limit: Option<u128>) -> Result<Totals, Stop> {
    let plan = Prepared::new(&sum_model.model, task.run);
    let units = units(task.options, &plan, task.run).map_err(Stop::Halt)?;
    let names: Vec<String> = units.iter().map(name).collect();
    let counters = &["nodes"];
    let job = WorkList { work: "exact-1", units: &names, counters, limit, witnesses: WITNESSES };
    let search = UnitSearch { task, model: &sum_model.model, plan: &plan };
    let totals = work_through(&job, task.run, |unit, run| {
        let unit = &units[unit.index];
        let mut part = Part::default();
        let mut visitor = |values: &[i64]| {
            part.count += sum_model.images;
            if part.witnesses.len() < WITNESSES {
                part.witnesses.push(print(task.instance, values));
            }
            limit.is_some_and(|limit| part.count >= limit)
        };
        let (ending, nodes) = search.visit(unit, run, &mut visitor);
        part.numbers = vec![nodes.into()];
        match ending {
            Ending::Halted(halt) => Err(halt),
            Ending::Exhausted | Ending::Enough => Ok(part),
        }
    });
    totals.map_err(Stop::Failure)
}

/// Shows the images of the solutions of one unit after the other.
fn visit(task: &ExactTask<'_>, first_unit: usize, visitor: &mut Visitor<'_>) -> VisitEnd {
    let sum_model = SumModel::broken(task.instance);
    let plan = Prepared::new(&sum_model.model, task.run);
    let units = match units(task.options, &plan, task.run) {
        Ok(units) => units,
        Err(halt) => return VisitEnd::Halted(halt),
    };
    let search = UnitSearch { task, model: &sum_model.model, plan: &plan };
    for (index, unit) in units.iter().enumerate().skip(first_unit) {
        let mut show = |values: &[i64]| {
            let mut images = images(task.instance, values).into_iter();
            images.any(|image| visitor(index, print(task.instance, &image)))
        };
        match search.visit(unit, task.run, &mut show) {
            (Ending::Exhausted, _) => {}
            (Ending::Enough, _) => return VisitEnd::Enough,
            (Ending::Halted(halt), _) => return VisitEnd::Halted(halt),
        }
    }
    VisitEnd::All
}

/// The different images of a solution under the symmetries that keep the instance.
fn images(instance: &Instance, values: &[i64]) -> BTreeSet<Vec<i64>> {
    let hexagon = &instance.hexagon;
    let keeps =
        |symmetry: &Symmetry| symmetry.transform(hexagon, &instance.givens) == instance.givens;
    let kept = Symmetry::ALL.into_iter().filter(keeps);
    kept.map(|symmetry| symmetry.transform(hexagon, values)).collect()
}

fn print(instance: &Instance, values: &[i64]) -> String {
    Magic::print_solution(instance, &values.iter().copied().map(Some).collect())
}

/// How a unit is searched.
struct UnitSearch<'a> {
    task: &'a ExactTask<'a>,
    model: &'a LineModel,
    plan: &'a Prepared,
}

impl UnitSearch<'_> {
    /// Shows the fillings of a unit to a visitor until it wants no more; returns how that ended and the number of
    /// nodes.
    fn visit(
        &self,
        unit: &Prefix,
        run: &Run<'_>,
        visitor: &mut dyn FnMut(&[i64]) -> bool,
    ) -> (Ending, u64) {
        let ExactOptions { nodes, order, units, .. } = self.task.options;
        let budget = nodes.unwrap_or(u64::MAX);
        if *order == Order::Planned && matches!(units, Units::AtLeast(_)) {
            return self.plan.visit(unit, budget, run, visitor);
        }
        match with(self.model, unit) {
            Some(model) => sums::visit(&model, *order, budget, run, visitor),
            None => (Ending::Exhausted, 0),
        }
    }
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

/// One solution, or a refutation.
pub(super) fn run(task: &ExactTask<'_>) -> Answer {
    let sum_model = SumModel::broken(task.instance);
    let totals = match work(task, &sum_model, Some(1)) {
        Ok(totals) => totals,
        Err(Stop::Failure(problem)) => return Answer::failed(problem),
        Err(Stop::Halt(halt)) => return Answer { halt: Some(halt), ..Answer::default() },
    };
    let nodes = totals.numbers.first().map_or(0, |(_, nodes)| *nodes);
    let effort = vec![("nodes", u64::try_from(nodes).unwrap_or(u64::MAX))];
    match totals.witnesses.into_iter().next() {
        Some(witness) => Answer { witness: Some(witness), effort, ..Answer::default() },
        None => {
            let refutation = totals.complete.then(|| Refutation::nothing(task.scope()));
            Answer { refutation, halt: totals.halt, effort, ..Answer::default() }
        }
    }
}

fn count(task: &ExactTask<'_>, tally: &Tally) -> Counted {
    let sum_model = SumModel::broken(task.instance);
    let whole = task.scope().is_whole();
    match work(task, &sum_model, tally.limit.map(u128::from)) {
        Ok(totals) => Counted {
            count: totals.count,
            orbits: (totals.complete && whole).then(|| totals.count / sum_model.images),
            complete: totals.complete,
            witnesses: totals.witnesses,
            halt: totals.halt,
            ..Counted::default()
        },
        Err(Stop::Failure(problem)) => Counted::failed(problem),
        Err(Stop::Halt(halt)) => Counted { halt: Some(halt), ..Counted::default() },
    }
}

fn hint(task: &ExactTask<'_>, partial: &Solution) -> Hinted {
    if !task.scope().is_whole() {
        return Hinted::Failed("a hint is about all solutions, not about one unit".to_owned());
    }
    // From here on what the player has filled in is given.
    let instance = Instance { givens: partial.clone(), ..task.instance.clone() };
    hint::hint(&instance, task.options.nodes, task.run)
}
