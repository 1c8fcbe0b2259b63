//! Portfolio of annealing and SAT.
//!
//! Annealing solves most levels at once, but cannot refute. So it runs first for a fixed number of
//! steps. Then both run, on two threads or in turns on one.
//!
//! Determinism: turns on one thread are counted in steps and conflicts, so the same seed gives the same
//! answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::anneal::Annealer;
use super::level::Level;
use super::parse;
use super::sat_search::SatSearch;
use crate::engine::{Answer, Task};
use crate::run::{Event, Halt};
use crate::sat::{Sat, Verdict};

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

pub(super) fn anneal_alone(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let level = Level::new(&instance);
    let steps = task.options.integer("steps").unwrap_or(i64::MAX).unsigned_abs();
    let mut annealer = Annealer::new(&level, task.run.seed);
    let found = annealer.search(steps, task.run);
    announce(annealed(found, &annealer, &level), task)
}

/// Tells about a solution on its way out.
fn announce(answer: Answer, task: &Task<'_>) -> Answer {
    if answer.witness.is_some() {
        task.run.emit(&Event::Improved(None));
    }
    answer
}

pub(super) fn auto(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let level = Level::new(&instance);
    let mut annealer = Annealer::new(&level, task.run.seed);
    let found = annealer.search(FIRST_STEPS, task.run);
    let answer = match found {
        Ok(None) if task.run.threads > 1 => side_by_side(&level, annealer, task),
        Ok(None) => by_turns(&level, annealer, task),
        found => annealed(found, &annealer, &level),
    };
    announce(answer, task)
}

/// One thread: so many conflicts, then so many steps, and so on. The turns are counted in steps,
/// not in seconds, so that the same seed gives the same answer.
fn by_turns(level: &Level<'_>, mut annealer: Annealer, task: &Task<'_>) -> Answer {
    let mut search = match SatSearch::new(level, task, task.run) {
        Ok(search) => search,
        Err(why) => return SatSearch::not_started(why),
    };
    loop {
        match search.backend.solve(&[], Some(TURN_CONFLICTS)) {
            Sat::Done(Verdict::Limit) => {}
            verdict => return search.answer(verdict, level, task),
        }
        match annealer.search(TURN_STEPS, task.run) {
            Ok(None) => {}
            found => return annealed(found, &annealer, level),
        }
    }
}

/// Two threads, and the first to be done stops the other.
fn side_by_side(level: &Level<'_>, mut annealer: Annealer, task: &Task<'_>) -> Answer {
    let done = AtomicBool::new(false);
    let run = task.run.shared(&done);
    thread::scope(|scope| {
        let partner = scope.spawn(|| {
            let found = annealer.search(u64::MAX, &run);
            done.store(true, Ordering::Relaxed);
            annealed(found, &annealer, level)
        });
        let answer = match SatSearch::new(level, task, &run) {
            Ok(mut search) => {
                let verdict = search.decide();
                search.answer(verdict, level, task)
            }
            Err(why) => SatSearch::not_started(why),
        };
        done.store(true, Ordering::Relaxed);
        let other = partner.join().expect("the annealer does not panic");
        if other.witness.is_some() && answer.witness.is_none() { other } else { answer }
    })
}
