//! The engine `posts`: one solution, or that there is none.
//!
//! "None" is claimed only after an exhausted search without shape tests. Otherwise a run without a solution claims
//! nothing.

use sixfold_puzzle::families::fences::{Fences, Instance};

use super::count::{count, visit};
use super::meter::Stop;
use super::search;
use super::task::{PostOptions, TABLE, solution};
use crate::answer::{Answer, Refutation};
use crate::engine::{Count, EngineRow, Role, Solve, Task, TypedEngine};

pub(in crate::families::fences) static POSTS: TypedEngine<Fences, PostOptions> = TypedEngine {
    row: EngineRow {
        name: "posts",
        description: "the classic search post by post, then for loops",
        role: Role::Classic,
        options: TABLE,
    },
    read: PostOptions::read,
    supports,
    solve: Some(Solve { run, proves: true, improves: false }),
    count: Some(Count { run: count, orbits: false, relaxes: None, visit: Some(visit) }),
    hint: None,
    certificates: None,
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

/// Finds one solution, or that there is none.
fn run(task: &Task<'_, Fences, PostOptions>) -> Answer {
    let Task { instance, options, .. } = *task;
    let mut meter = options.meter(task.run);
    let mut witness = None;
    let ending = search::search(instance, options.search, &mut meter, &mut |filling, cells| {
        witness = Some(solution(instance, filling, &cells));
        Err(Stop::Enough)
    });
    let mut answer = Answer { witness, effort: meter.effort(), ..Answer::default() };
    match ending {
        Ok(()) => answer.refutation = Some(Refutation::nothing(task.scope())),
        Err(Stop::Halted(halt)) => answer.halt = Some(halt),
        Err(Stop::Enough) => {}
    }
    answer
}
