//! Counts magic hexagons: every number in turn in the cell that is filled first, each a unit of work.

use sixfold_puzzle::families::magic::Instance;
use sixfold_puzzle::hex::Symmetry;

use super::{parse, restricted};
use crate::engine::{Counted, Tally, Task};
use crate::run::{Halt, Run};
use crate::sums::{Model, first_cell, visit};
use crate::units::{Job, Part, work_through};

pub(super) fn count(task: &Task<'_>, tally: &Tally) -> Counted {
    let instance = parse(task.instance);
    let Some(model) = restricted(&instance, task.options) else {
        return Counted { complete: true, ..Counted::default() };
    };
    let budget = task.options.integer("nodes").unwrap_or(i64::MAX).unsigned_abs();
    let starts = starts(&model);
    let units: Vec<String> = starts.iter().map(|start| name(*start)).collect();
    let limit = tally.limit.map(u128::from);
    let job = Job { work: "sums-1", units: &units, counters: &["nodes"], limit, witnesses: 0 };
    let totals = work_through(&job, task.run, |unit, run| {
        count_from(&model, starts[unit.index], limit, budget, run)
    });
    match totals {
        Ok(totals) => Counted {
            count: totals.count,
            orbits: orbits(&instance, totals.count)
                .filter(|_| totals.complete && task.options.scope().is_whole()),
            complete: totals.complete,
            halt: totals.halt,
            ..Counted::default()
        },
        Err(problem) => Counted { failure: Some(problem), ..Counted::default() },
    }
}

/// A cell and its number; none where nothing is left to be filled.
type Start = Option<(usize, i64)>;

fn starts(model: &Model) -> Vec<Start> {
    let Some(cell) = first_cell(model) else { return vec![None] };
    let numbers = (0..model.count as i64).map(|number| model.start + number);
    let free = numbers.filter(|number| !model.givens.contains(&Some(*number)));
    free.map(|number| Some((cell, number))).collect()
}

fn name(start: Start) -> String {
    start.map_or_else(|| "all".to_owned(), |(cell, number)| format!("cell{cell}={number}"))
}

fn count_from(
    model: &Model,
    start: Start,
    limit: Option<u128>,
    budget: u64,
    run: &Run<'_>,
) -> Result<Part, Halt> {
    let mut model = model.clone();
    if let Some((cell, number)) = start {
        model.givens[cell] = Some(number);
    }
    let mut count = 0;
    let (ended, nodes) = visit(&model, budget, run, &mut |_| {
        count += 1;
        limit.is_some_and(|limit| count >= limit)
    });
    ended.map(|()| Part { count, numbers: vec![nodes.into()], witnesses: Vec::new() })
}

/// The orbits of so many solutions. All numbers are different, so no symmetry keeps a solution, and
/// every orbit is as large as the group; except that the only cell of order 1 is always kept.
fn orbits(instance: &Instance, count: u128) -> Option<u128> {
    let keeps = |symmetry: &Symmetry| {
        symmetry.transform(&instance.hexagon, &instance.givens) == instance.givens
    };
    let group = Symmetry::ALL.into_iter().filter(keeps).count() as u128;
    let group = if instance.hexagon.order() == 1 { 1 } else { group };
    count.is_multiple_of(group).then(|| count / group)
}
