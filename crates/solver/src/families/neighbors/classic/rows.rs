//! Frontier dynamic programming along the rows, the engine `rows`: the least penalty, for small
//! orders.
//!
//! Cells are decided one after the other. Partial boards with equal frontiers are merged, and the
//! one with the least penalty is kept. A cell stays in the frontier until its last neighbour is
//! decided, so at most a row is in it. The transition is that of `count`.
//!
//! Six and seven never cost anything. Unless one of them is given, a cell "above 5" is decided as
//! such, and `finish` does the rest.
//!
//! Iterative deepening: the bound rises from 0, each time to the least penalty that was too large.
//! It is a lower bound at every moment, and the first board is optimal.
//!
//! Cost: exponential in the length of a row; seven bits a cell limit the order.

use sixfold_puzzle::families::neighbors::{Instance, Known, LARGEST, Neighbors};

use super::exhaustive::{Finding, concluded};
use crate::answer::Answer;
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::families::neighbors::board::up_to;
use crate::families::neighbors::construct::finish::finish;
use crate::families::neighbors::count::plan::SweepPlan;
use crate::options::{OptionKind, OptionRow};
use crate::run::{Charge, Event, Halt, Progress, Run};

const STATES: OptionRow = OptionRow {
    name: "states",
    meaning: "give up after so many states",
    kind: OptionKind::Integer { default: Some(50_000_000), least: 1, most: 1 << 32 },
    restricts: false,
};
/// The engine.
pub(crate) static ROWS: TypedEngine<Neighbors, RowOptions> = TypedEngine {
    row: EngineRow {
        name: "rows",
        description: "dynamic programming along the rows: the least penalty, for small orders",
        role: Role::Classic,
        searched: None,
        options: &[STATES],
    },
    read: |options, _| Ok(RowOptions { states: options.budget(&STATES) }),
    supports: |instance| up_to(LARGEST_ORDER, instance),
    solve: Some(Solve { run, proves: true, improves: false }),
    count: None,
    hint: None,
    certificates: None,
    division: None,
};

/// The options of the engine.
pub(crate) struct RowOptions {
    /// The most states made.
    states: u64,
}

fn run(task: &Task<'_, Neighbors, RowOptions>) -> Answer {
    let found = search(task.instance, task.options.states, task.run);
    let effort = vec![("states", found.states), ("widest", found.widest)];
    let finding = Finding { best: found.best, bound: found.bound, halt: found.halt, effort };
    concluded(task, finding)
}

/// The largest order whose widest row, seven bits for each cell, fits into a state.
pub(crate) const LARGEST_ORDER: usize = 9;

/// The number of states between two checks of the limits of the run.
const PULSE: usize = 1 << 14;

/// The result of a search.
pub(crate) struct RowResult {
    /// The best board and its penalty.
    pub(crate) best: Option<(u32, Vec<u8>)>,
    /// No board has a smaller penalty.
    pub(crate) bound: u32,
    /// Why it ended early, if it did.
    pub(crate) halt: Option<Halt>,
    /// States made, of all passes together.
    pub(crate) states: u64,
    /// The most states that were kept after a cell.
    pub(crate) widest: u64,
}

/// Looks for the board with the least penalty, making at most `budget` states.
pub(crate) fn search(instance: &Instance, budget: u64, run: &Run<'_>) -> RowResult {
    let mut search = RowSearch::new(instance, budget, run);
    let (best, halt) = match search.rise() {
        Ok(best) => (best, None),
        Err(halt) => (None, Some(halt)),
    };
    let best = best.map(|(penalty, values)| (penalty, search.finished(values)));
    RowResult { best, bound: search.limit, halt, states: search.states, widest: search.widest }
}

/// A way to decide a cell: the state that it leads to, the penalty so far and the state that it
/// comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    state: u128,
    penalty: u32,
    from: u32,
    value: u8,
}

/// The states after a cell, each with the state before it and the value between them.
type Trail = Vec<(u32, u8)>;

struct RowSearch<'a> {
    instance: &'a Instance,
    /// The value that stands for itself and all above.
    top: u8,
    plan: SweepPlan,
    limit: u32,
    /// The least penalty that was too large.
    beyond: Option<u32>,
    states: u64,
    widest: u64,
    budget: u64,
    run: &'a Run<'a>,
}

impl<'a> RowSearch<'a> {
    fn new(instance: &'a Instance, budget: u64, run: &'a Run<'a>) -> Self {
        let large = |given: &Known| given.value().is_some_and(|given| given >= LARGEST - 1);
        let high = instance.givens.iter().any(large);
        let top = if high { LARGEST } else { LARGEST - 1 };
        let plan = SweepPlan::new(instance, u32::from(top) - 1);
        let plan = plan.expect("keys are wide enough up to the largest order").unmirrored();
        Self { instance, top, plan, limit: 0, beyond: None, states: 0, widest: 0, budget, run }
    }

    /// The cells above 5 divided into 6 and 7, if that is still to be done.
    fn finished(&self, values: Vec<u8>) -> Vec<u8> {
        if self.top == LARGEST {
            return values;
        }
        let known = |&value: &u8| match value < self.top {
            true => Known::exactly(value),
            false => Known::at_least(self.top),
        };
        let known: Vec<Known> = values.iter().map(known).collect();
        let finished = finish(&self.instance.hexagon, &known);
        finished.expect("6 and 7 can be told apart on every board").values
    }

    fn rise(&mut self) -> Result<Option<(u32, Vec<u8>)>, Halt> {
        loop {
            self.beyond = None;
            let found = self.pass()?;
            match self.beyond {
                Some(penalty) if found.is_none() => {
                    self.run.emit(&Event::Bound(penalty.into()));
                    self.limit = penalty;
                }
                _ => return Ok(found),
            }
        }
    }

    /// Goes through all cells once.
    fn pass(&mut self) -> Result<Option<(u32, Vec<u8>)>, Halt> {
        let mut layer = vec![Way { state: 0, penalty: 0, from: 0, value: 0 }];
        let mut trails: Vec<Trail> = Vec::new();
        let run = self.run;
        let mut charge = run.charge(0)?;
        let mut kept = 0;
        for cell in 0..self.instance.hexagon.len() {
            layer = self.decided(cell, &layer, kept, &mut charge)?;
            self.widest = self.widest.max(layer.len() as u64);
            trails.push(layer.iter().map(|way| (way.from, way.value)).collect());
            kept += layer.len() * size_of::<(u32, u8)>();
        }
        // After the last cell nothing is seen any more, so there is one state or none.
        Ok(layer.first().map(|end| (end.penalty, traced(&trails))))
    }

    /// The states after one more cell. They and the layer before them are charged beside the bytes of the trails,
    /// `kept`.
    fn decided(
        &mut self,
        cell: usize,
        layer: &[Way],
        kept: usize,
        charge: &mut Charge<'_>,
    ) -> Result<Vec<Way>, Halt> {
        let level = u32::from(self.top) - 1;
        let step = &self.plan.steps[cell];
        let mut ways = Vec::new();
        for (from, way) in layer.iter().enumerate() {
            if from.is_multiple_of(PULSE) {
                self.look_up()?;
                // A vector that grows holds its old and its new place for a moment.
                let ways = 3 * ways.len() + PULSE * usize::from(LARGEST);
                charge.grow_to(kept + (layer.len() + ways) * size_of::<Way>())?;
            }
            for value in step.values(level) {
                let next = self.plan.place(step, way.state, value, level);
                let Some((state, cost)) = next else { continue };
                let (penalty, value) = (way.penalty + u32::from(cost), value as u8);
                if penalty <= self.limit {
                    ways.push(Way { state, penalty, from: from as u32, value });
                } else {
                    self.beyond = Some(self.beyond.map_or(penalty, |least| least.min(penalty)));
                }
            }
            if self.states + ways.len() as u64 > self.budget {
                return Err(Halt::Budget);
            }
        }
        self.states += ways.len() as u64;
        ways.sort_unstable();
        ways.dedup_by_key(|way| way.state);
        Ok(ways)
    }

    fn look_up(&self) -> Result<(), Halt> {
        self.run.emit(&Progress::of("dynamic programming").counted("states", self.states).into());
        self.run.halted().map_or(Ok(()), Err)
    }
}

/// The values on the way to the only state after the last cell.
fn traced(trails: &[Trail]) -> Vec<u8> {
    let mut at = 0;
    let mut values = Vec::new();
    for trail in trails.iter().rev() {
        let (from, value) = trail[at];
        values.push(value);
        at = from as usize;
    }
    values.reverse();
    values
}
