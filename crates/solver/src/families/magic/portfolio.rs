//! Portfolio: the default engine, which chooses and combines the others.
//!
//! Order 3 goes to `corners`, and boards that are to be close go to local search. All others go to local search and exhaustive
//! search together. The first is quick where there are many solutions, the second where there are few or none. Only `corners`
//! and exhaustive search refute, and the portfolio claims no more than they do.
//!
//! Determinism: turns on one thread are counted in steps and nodes, so the same seed gives the same answer.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::families::magic::Magic;

use super::corners;
use super::exact::{self, ExactOptions};
use super::local_search::{self, LocalOptions};
use crate::answer::Answer;
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::portfolio;
use crate::run::Halt;

/// The engine.
pub(super) static AUTO: TypedEngine<Magic, ()> = TypedEngine {
    row: EngineRow {
        name: "auto",
        description: "order 3 by its corners, otherwise local and exhaustive search together",
        role: Role::Production,
        searched: None,
        options: &[],
    },
    read: |_, _| Ok(()),
    supports: |_| Ok(()),
    solve: Some(Solve { run, proves: true, improves: true }),
    count: None,
    hint: None,
    certificates: None,
    division: None,
};

/// On one thread: steps of the local search and nodes of the exhaustive one in the first turn;
/// with each turn they double.
const FIRST_STEPS: u64 = 200_000;
const FIRST_NODES: u64 = 20_000;

fn run(task: &Task<'_, Magic, ()>) -> Answer {
    let instance = task.instance;
    if instance.close || exact::supports(instance).is_err() {
        local_search::run(&task.with(&LocalOptions::default(), task.run))
    } else if corners::supports(instance).is_ok() {
        corners::run(task)
    } else if task.run.workers() > 1 {
        side_by_side(task)
    } else {
        by_turns(task)
    }
}

/// Local search and exhaustive search take turns.
fn by_turns(task: &Task<'_, Magic, ()>) -> Answer {
    // Two engines in turn have no state in common that could be kept.
    let never = AtomicBool::new(false);
    let run = task.run.shared(&never);
    let ended = |answer: Answer| (answer.halt != Some(Halt::Budget)).then_some(answer);
    portfolio::by_turns(
        &mut |turn| {
            let steps = FIRST_STEPS.saturating_mul(doubled(turn));
            let options = LocalOptions { steps, ..LocalOptions::default() };
            ended(local_search::run(&task.with(&options, &run)))
        },
        &mut |turn| {
            let nodes = Some(FIRST_NODES.saturating_mul(doubled(turn)));
            let options = ExactOptions { nodes, ..ExactOptions::default() };
            ended(exact::run(&task.with(&options, &run)))
        },
    )
}

/// How many times longer a turn is than the first.
fn doubled(turn: u32) -> u64 {
    1_u64.checked_shl(turn).unwrap_or(u64::MAX)
}

/// Local search and exhaustive search at the same time.
fn side_by_side(task: &Task<'_, Magic, ()>) -> Answer {
    let endless = LocalOptions { steps: u64::MAX, ..LocalOptions::default() };
    portfolio::side_by_side(
        task.run,
        |run| local_search::run(&task.with(&endless, run)),
        |run| exact::run(&task.with(&ExactOptions::default(), run)),
        Answer::decides,
    )
}

#[cfg(test)]
mod tests {
    use sixfold_puzzle::families::magic::Instance;
    use sixfold_puzzle::hex::Hexagon;

    use super::super::exact::EXACT;
    use super::super::local_search::LOCAL;
    use super::*;
    use crate::options::Options;

    /// What an engine reads where nothing is set.
    fn unset<O>(engine: &'static TypedEngine<Magic, O>) -> O {
        let hexagon = Hexagon::new(4);
        let givens = vec![None; hexagon.len()];
        let instance = Instance { hexagon, start: 3, close: false, givens };
        let options = Options::resolve(engine.row.name, engine.row.options, &[]);
        (engine.read)(&options.expect("nothing is set"), &instance).expect("the defaults fit")
    }

    #[test]
    fn parts_have_the_defaults_of_their_engines() {
        assert_eq!(unset(&LOCAL), LocalOptions::default());
        assert_eq!(unset(&EXACT), ExactOptions::default());
    }
}
