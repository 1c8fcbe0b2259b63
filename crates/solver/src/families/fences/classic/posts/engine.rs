//! The engine `posts`: one solution, or that there is none.
//!
//! "None" is claimed only after an exhausted search without shape tests. Otherwise a run without a solution claims
//! nothing.

use sixfold_puzzle::families::fences::{Fences, Instance};

use super::count::{count, visit};
use super::meter::Stop;
use super::task::{PostOptions, TABLE, solution};
use super::units::{UnitSearch, Unprepared};
use crate::answer::{Answer, Refutation};
use crate::engine::{Count, EngineRow, Role, Solve, Task, TypedEngine};
use crate::units::Part;

pub(in crate::families::fences) static POSTS: TypedEngine<Fences, PostOptions> = TypedEngine {
    row: EngineRow {
        name: "posts",
        description: "the classic search post by post, then for loops",
        role: Role::Classic,
        searched: None,
        options: TABLE,
    },
    read: PostOptions::read,
    supports,
    solve: Some(Solve { run, proves: true, improves: false }),
    count: Some(Count { run: count, orbits: false, relaxes: None, visit: Some(visit) }),
    hint: None,
    certificates: None,
    division: None,
};

/// The tables of symmetries of larger orders take too much memory.
const LARGEST: usize = 16;

fn supports(instance: &Instance) -> Result<(), String> {
    let order = instance.hexagon.order();
    match order <= LARGEST {
        true => Ok(()),
        false => Err(format!("order {order} is too large, it supports orders up to {LARGEST}")),
    }
}

/// Finds one solution, or that there is none. Of all solutions it is the first in the order of the units.
fn run(task: &Task<'_, Fences, PostOptions>) -> Answer {
    let Task { instance, options, .. } = *task;
    let search = match UnitSearch::new(instance, options, 1, task.run) {
        Ok(search) => search,
        Err(Unprepared { stop, effort }) => {
            return Answer { halt: stop.halt(), effort: effort.named(), ..Answer::default() };
        }
    };
    let totals = search.work("posts-1", task.run, |index, run| {
        let mut witnesses = Vec::new();
        let (ending, numbers) = search.unit(index, run, &mut |filling, cells| {
            witnesses.push(solution(instance, filling, &cells));
            Err(Stop::Enough)
        });
        match (ending, witnesses.is_empty()) {
            (Err(stop), true) => Err(stop),
            _ => Ok(Part { count: witnesses.len() as u128, numbers, witnesses }),
        }
    });
    let totals = match totals {
        Ok(totals) => totals,
        Err(failure) => return Answer::failed(failure),
    };
    let witness = totals.witnesses.into_iter().next();
    let refutation = totals.complete.then(|| Refutation::nothing(task.scope()));
    Answer {
        refutation: refutation.filter(|_| witness.is_none()),
        halt: totals.halt.filter(|_| witness.is_none()),
        witness,
        effort: search.effort.named(),
        ..Answer::default()
    }
}
