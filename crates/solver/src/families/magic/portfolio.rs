//! Portfolio: the default engine, which chooses and combines the others.
//!
//! Order 3 goes to `corners`, and boards that are to be close go to local search. All others go to
//! local search and exhaustive search together. The first is quick where there are many solutions,
//! the second where there are few or none.
//!
//! Determinism: turns on one thread are counted in steps and nodes, so the same seed gives the same
//! answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::{corners, exact, parse};
use crate::engine::{Answer, Engine, Task};
use crate::options::Options;
use crate::run::{Halt, Run};

/// On one thread: steps of the local search and nodes of the exhaustive one in the first turn;
/// with each turn they double.
const FIRST_STEPS: u64 = 200_000;
const FIRST_NODES: u64 = 20_000;

pub(super) fn serves(_: &str) -> Result<(), String> {
    Ok(())
}

pub(super) fn run(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    if instance.close || exact::serves(task.instance).is_err() {
        with(&super::LOCAL, task, task.run, &[])
    } else if corners::serves(task.instance).is_ok() {
        corners::run(task)
    } else if task.run.threads > 1 {
        side_by_side(task)
    } else {
        by_turns(task)
    }
}

/// Runs another engine on the task.
fn with(engine: &Engine, task: &Task<'_>, run: &Run<'_>, settings: &[(&str, u64)]) -> Answer {
    let settings: Vec<_> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    let options = Options::resolve(engine.name, engine.options, &settings)
        .expect("settings of the engine's own table");
    (engine.run)(&Task { options: &options, engine: engine.name, run, ..*task })
}

/// Turns are counted in steps, not in seconds, so that the same seed gives the same answer.
fn by_turns(task: &Task<'_>) -> Answer {
    let (mut steps, mut nodes) = (FIRST_STEPS, FIRST_NODES);
    // Two engines in turn have no state in common that could be kept.
    let never = AtomicBool::new(false);
    let run = task.run.shared(&never);
    loop {
        for (engine, setting) in
            [(&super::LOCAL, ("steps", steps)), (&super::EXACT, ("nodes", nodes))]
        {
            let answer = with(engine, task, &run, &[setting]);
            if answer.halt != Some(Halt::Budget) {
                return answer;
            }
        }
        (steps, nodes) = (2 * steps, 2 * nodes);
    }
}

/// Two groups of threads, and the first to be done stops the other.
fn side_by_side(task: &Task<'_>) -> Answer {
    let done = AtomicBool::new(false);
    let shared = task.run.shared(&done);
    let half = task.run.threads / 2;
    let (some, others) =
        (Run { threads: half, ..shared }, Run { threads: task.run.threads - half, ..shared });
    thread::scope(|scope| {
        let partner = scope.spawn(|| {
            let answer = with(&super::LOCAL, task, &some, &[("steps", i64::MAX.unsigned_abs())]);
            done.store(true, Ordering::Relaxed);
            answer
        });
        let answer = with(&super::EXACT, task, &others, &[]);
        done.store(true, Ordering::Relaxed);
        let other = partner.join().expect("the local search does not panic");
        let decided = answer.witness.is_some() || answer.refutation.is_some();
        if other.witness.is_some() && !decided { other } else { answer }
    })
}
