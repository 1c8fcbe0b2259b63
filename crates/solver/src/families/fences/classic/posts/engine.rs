//! The engine `posts`: one solution, or that there is none.
//!
//! "None" is claimed only after an exhausted search without shape tests. Otherwise a run without a solution claims
//! nothing.

use super::count::count;
use super::meter::Stop;
use super::search;
use super::task::{NODES, ORDER, REGION, SHAPE, meter, options, parse, solution};
use crate::engine::{Answer, Engine, Power, Refutation, Role, Task};

pub(in crate::families::fences) const POSTS: Engine = Engine {
    name: "posts",
    description: "the classic search post by post, then for loops",
    role: Role::Classic,
    powers: &[Power::Finds, Power::Proves, Power::Counts],
    options: &[ORDER, REGION, SHAPE, NODES],
    serves,
    run,
    count: Some(count),
    hint: None,
    clausal: None,
};

/// The tables of symmetries of larger orders take too much memory.
const LARGEST: usize = 16;

fn serves(text: &str) -> Result<(), String> {
    let order = parse(text).hexagon.order();
    match order <= LARGEST {
        true => Ok(()),
        false => Err(format!("order {order} is too large, it supports orders up to {LARGEST}")),
    }
}

/// Finds one solution, or that there is none.
fn run(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let mut meter = meter(task);
    let mut witness = None;
    let ending =
        search::search(&instance, options(task.options), &mut meter, &mut |filling, cells| {
            witness = Some(solution(&instance, filling, &cells));
            Err(Stop::Enough)
        });
    let mut answer = Answer { witness, effort: meter.effort(), ..Answer::default() };
    match ending {
        Ok(()) => answer.refutation = Some(Refutation::nothing(task.options)),
        Err(Stop::Halted(halt)) => answer.halt = Some(halt),
        Err(Stop::Enough) => {}
    }
    answer
}
