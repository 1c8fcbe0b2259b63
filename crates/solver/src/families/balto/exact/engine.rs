//! The engine `exact`: beam search for an incumbent, then IDA* for a shorter solution or a proof.
//!
//! If the state budget is used up, wider beams continue, and the lengths that were refuted are a lower
//! bound.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::Family as _;
use sixfold_puzzle::families::balto::{Balto, Instance};

use super::super::beam::BeamSearch;
use super::super::parameters::BeamSettings;
use super::super::path;
use super::super::sides::Sides;
use super::super::task::{incumbent, supports};
use super::super::weights::Weights;
use super::distance_tables::DistanceTables;
use super::iterative_deepening::{DeepeningSearch, Ending};
use super::move_pruning::Automaton;
use crate::answer::{Answer, Refutation};
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::run::{Halt, Run};

pub(in super::super) static EXACT: TypedEngine<Balto, ()> = TypedEngine {
    row: EngineRow {
        name: "exact",
        description: "IDA*: a shortest solution and its proof, for order 3 and boards that are nearly solved",
        role: Role::Production,
        searched: None,
        options: &[],
    },
    read: |_, _| Ok(()),
    supports: supports_exact,
    solve: Some(Solve { run, proves: true, improves: true }),
    count: None,
    hint: None,
    certificates: None,
    division: None,
};

/// Boards are nearly solved if their tiles have no more than twice so many steps home.
const NEAR: u32 = 24;
/// The order up to which all boards are near enough.
const SMALL: usize = 3;
/// The width of the beam that goes ahead.
pub(super) const WIDTH: usize = 1000;
/// The bytes of all tables for each cell.
const TABLE_BYTES: usize = 1 << 10;
/// The states that a search of a larger board may expand.
const BUDGET: u64 = 1 << 29;

pub(super) fn supports_exact(instance: &Instance) -> Result<(), String> {
    supports(instance)?;
    let order = instance.hexagon().order();
    let tables = DistanceTables::new(instance);
    let least = tables.least(&tables.ways(&instance.tiles, &instance.home()));
    match order <= SMALL || least <= NEAR {
        true => Ok(()),
        false => Err(format!("at least {least} moves are needed, it supports up to {NEAR}")),
    }
}

/// The states that a search may expand; all boards of the smallest orders are searched to the end.
fn budget(instance: &Instance) -> u64 {
    if instance.hexagon().order() <= SMALL { u64::MAX } else { BUDGET }
}

/// Searches for a solution with fewer moves than are known; returns the number of states too.
pub(super) fn searched(
    instance: &Instance,
    known: Option<u32>,
    most: u64,
    run: &Run<'_>,
) -> (Ending, u64) {
    // The automaton is made of words whose effects are listed for each cell.
    let charge = match run.charge(TABLE_BYTES * instance.tiles.len()) {
        Ok(charge) => charge,
        Err(halt) => return (Ending::Early(halt, 0), 0),
    };
    let tables = DistanceTables::new(instance);
    let automaton = Automaton::new(&tables);
    let search = DeepeningSearch::new(instance, &tables, &automaton, run, most);
    let ending = search.shorter(known);
    drop(charge);
    (ending, search.states.into_inner())
}

/// The fewest moves of a solution, if it is proved that they are as many as are known.
pub(in super::super) fn least(instance: &Instance, known: u32, run: &Run<'_>) -> Option<i128> {
    match searched(instance, Some(known), u64::MAX, run).0 {
        Ending::Nothing => Some(known.into()),
        Ending::Shortest(_) | Ending::Early(..) => None,
    }
}

fn run(task: &Task<'_, Balto, ()>) -> Answer {
    within(task, budget(task.instance))
}

/// Expands so many states at most, and leaves the rest to beams.
pub(super) fn within(task: &Task<'_, Balto, ()>, most: u64) -> Answer {
    let instance = task.instance;
    let weights = Weights::learned(instance.hexagon().order());
    let settings = BeamSettings { weights: &weights, keep: None };
    // The beams write no checkpoint, since IDA* could not resume from it.
    let never = AtomicBool::new(false);
    let run = task.run.shared(&never);
    // A given incumbent is an upper bound: only shorter solutions are looked for.
    let incumbent = match incumbent(task) {
        Ok(moves) => moves,
        Err(problem) => return Answer::failed(problem),
    };
    let mut search =
        BeamSearch::new(instance, settings, &run).with_incumbent(incumbent.map(Vec::as_slice));
    let halt = search.once(WIDTH, Sides::Both);
    let known = search.best().map(path::solution);
    let (ending, states) = match halt {
        Some(halt) => (Ending::Early(halt, 0), 0),
        None => {
            let length = known.as_ref().map(|known| known.len() as u32);
            searched(instance, length, most, task.run)
        }
    };
    let mut answer = Answer::default();
    let (best, least) = match ending {
        Ending::Shortest(solution) => (Some(solution), None),
        Ending::Nothing => (known, None),
        Ending::Early(halt, least) => {
            // Wider beams continue where the proof was given up.
            let wider = (halt == Halt::Budget).then(|| search.widening()).flatten();
            answer.halt = Some(wider.unwrap_or(halt));
            (search.best().map(path::solution), Some(least))
        }
    };
    answer.effort = [search.effort(), vec![("states", states)]].concat();
    let least = least.or(best.as_ref().map(|best| best.len() as u32));
    let bound = |least: u32| Refutation::nothing_better(task.scope(), least.into());
    answer.refutation = least.filter(|least| *least > 0 || answer.halt.is_none()).map(bound);
    answer.witness = best.map(|best| Balto::print_solution(instance, &best));
    answer
}
