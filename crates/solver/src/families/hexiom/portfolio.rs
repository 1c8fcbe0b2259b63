//! Portfolio of annealing and SAT.
//!
//! Annealing solves most levels at once, but cannot refute. So it runs first for a fixed number of
//! steps. A level that is not solved by the first few of them is searched through some states of the
//! frontier program, which takes about a millisecond. Then annealing and SAT run, on two threads or in turns on one.
//!
//! Determinism: turns on one thread are counted in steps and conflicts, so the same seed gives the same
//! answer.

use sixfold_puzzle::families::hexiom::Hexiom;

use super::anneal::Annealer;
use super::count::find;
use super::level::Level;
use super::sat_options::{SatOptions, TABLE};
use super::sat_search::{CERTIFICATES, SatSearch, useful_to_solve};
use crate::answer::Answer;
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::options::{OptionKind, OptionRow};
use crate::portfolio;
use crate::run::{Halt, Run};
use crate::sat::{Sat, Verdict};

const STEPS: OptionRow = OptionRow {
    name: "steps",
    meaning: "give up after so many exchanged tiles",
    kind: OptionKind::Integer { default: Some(200_000_000), least: 1, most: i64::MAX },
    restricts: false,
};

pub(super) static AUTO: TypedEngine<Hexiom, SatOptions> = TypedEngine {
    row: EngineRow {
        name: "auto",
        description: "annealing first, then annealing and SAT together",
        role: Role::Production,
        searched: None,
        options: TABLE,
    },
    read: SatOptions::read,
    supports: |_| Ok(()),
    solve: Some(Solve { run: auto, proves: true, improves: false }),
    count: None,
    hint: None,
    certificates: Some(CERTIFICATES),
    division: None,
};

pub(super) static ANNEAL: TypedEngine<Hexiom, AnnealOptions> = TypedEngine {
    row: EngineRow {
        name: "anneal",
        description: "simulated annealing on the occupied slots",
        role: Role::Production,
        searched: None,
        options: &[STEPS],
    },
    read: |options, _| Ok(AnnealOptions { steps: options.budget(&STEPS) }),
    supports: |_| Ok(()),
    solve: Some(Solve { run: anneal_alone, proves: false, improves: false }),
    count: None,
    hint: None,
    certificates: None,
    division: None,
};

/// The options of the engine `anneal`.
pub(super) struct AnnealOptions {
    /// The most steps.
    steps: u64,
}

/// Steps of annealing before a level is searched through.
const SHORT_STEPS: u64 = 1_000;
/// How many states of a level are searched through: a matter of a millisecond.
const STATES: usize = 1 << 12;
/// Steps of annealing before a formula is built at all: most levels are solved by then.
const FIRST_STEPS: u64 = 300_000;
/// On one thread: conflicts of the SAT solver and steps of the annealer in turn.
const TURN_CONFLICTS: u64 = 2_000;
const TURN_STEPS: u64 = 200_000;

fn annealed(
    found: Result<Option<Vec<bool>>, Halt>,
    annealer: &Annealer,
    level: &Level<'_>,
) -> Answer {
    let effort = vec![("steps", annealer.steps())];
    match found {
        Ok(Some(mask)) => {
            Answer { witness: Some(level.solution(&mask)), effort, ..Answer::default() }
        }
        Ok(None) => Answer { halt: Some(Halt::Budget), effort, ..Answer::default() },
        Err(halt) => Answer { halt: Some(halt), effort, ..Answer::default() },
    }
}

fn anneal_alone(task: &Task<'_, Hexiom, AnnealOptions>) -> Answer {
    let level = Level::new(task.instance);
    let mut annealer = Annealer::new(&level, task.run.seed);
    let found = annealer.search(task.options.steps, task.run);
    annealed(found, &annealer, &level)
}

fn auto(task: &Task<'_, Hexiom, SatOptions>) -> Answer {
    let level = Level::new(task.instance);
    if let Err(problem) = useful_to_solve(&level, task) {
        return Answer::failed(problem);
    }
    let mut annealer = Annealer::new(&level, task.run.seed);
    match first_steps(&level, &mut annealer, task.run) {
        Ok(None) if task.run.workers() > 1 => side_by_side(&level, annealer, task),
        Ok(None) => by_turns(&level, annealer, task),
        found => annealed(found, &annealer, &level),
    }
}

/// The occupied slots, if the level is solved before a formula is needed. A search that finds none leaves the refutation to
/// SAT, which can write a proof.
fn first_steps(
    level: &Level<'_>,
    annealer: &mut Annealer,
    run: &Run<'_>,
) -> Result<Option<Vec<bool>>, Halt> {
    if let Some(mask) = annealer.search(SHORT_STEPS, run)? {
        return Ok(Some(mask));
    }
    match find(level.instance, STATES, run) {
        Ok(None) | Err(Halt::Budget) => {}
        found => return found,
    }
    annealer.search(FIRST_STEPS - SHORT_STEPS, run)
}

/// SAT and annealing take turns of so many conflicts and so many steps.
fn by_turns(
    level: &Level<'_>,
    mut annealer: Annealer,
    task: &Task<'_, Hexiom, SatOptions>,
) -> Answer {
    let mut search = match SatSearch::new(level, task, task.run) {
        Ok(search) => Some(search),
        Err(why) => return SatSearch::not_started(why),
    };
    portfolio::by_turns(
        &mut |_| match search.as_mut()?.backend.solve(&[], Some(TURN_CONFLICTS)) {
            Sat::Done(Verdict::Limit) => None,
            verdict => Some(search.take()?.answer(verdict, level, task.scope())),
        },
        &mut |_| match annealer.search(TURN_STEPS, task.run) {
            Ok(None) => None,
            found => Some(annealed(found, &annealer, level)),
        },
    )
}

/// SAT and annealing at the same time.
fn side_by_side(
    level: &Level<'_>,
    mut annealer: Annealer,
    task: &Task<'_, Hexiom, SatOptions>,
) -> Answer {
    portfolio::side_by_side(
        task.run,
        |run| {
            let found = annealer.search(u64::MAX, run);
            annealed(found, &annealer, level)
        },
        |run| match SatSearch::new(level, task, run) {
            Ok(mut search) => {
                let verdict = search.decide();
                search.answer(verdict, level, task.scope())
            }
            Err(why) => SatSearch::not_started(why),
        },
        Answer::decides,
    )
}
