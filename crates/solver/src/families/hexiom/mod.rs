//! Hexiom for the engines. The set of occupied slots decides everything, since it fixes the number
//! that each of its tiles must show: a solution is a choice of slots whose degrees are, counted,
//! the tiles of the level.
//!
//! * `anneal` and `question` look for such a choice, by annealing and by SAT, and `together` lets
//!   both work on a level: a solvable one is answered at once, an unsolvable one with a proof.
//! * `count`: how many choices there are, exactly, and how many up to symmetry.
//! * `make` invents levels, and `unique` adds locks until a level has one solution.
//! * `hint`: what is forced, by the simple steps of `deduce` or else by SAT.
//! * `classic`: the backtracking search of the articles, as a baseline.

mod anneal;
pub(crate) mod bench;
mod classic;
mod count;
mod deduce;
mod formula;
#[cfg(test)]
mod formula_tests;
mod hint;
mod make;
mod mask;
mod question;
#[cfg(test)]
mod tests;
mod together;
mod unique;
pub(super) mod zoo;

use sixfold_puzzle::families::hexiom::{Hexiom, Instance};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::text::Document;

pub(super) use self::make::MAKER;
use crate::engine::{Answer, Counted, Engine, Power, Tally, Task};
use crate::options::{OptionKind, OptionRow};
use crate::sat::{self, Encoding};

const BACKEND: OptionRow = OptionRow {
    name: "backend",
    meaning: "the SAT solver; only cadical writes proofs",
    kind: OptionKind::Choice(sat::BACKENDS),
    restricts: false,
};
const MODEL: OptionRow = OptionRow {
    name: "model",
    meaning: "ours, or the classic one with prefix counters",
    kind: OptionKind::Choice(&["compact", "classic"]),
    restricts: false,
};
const COUNTING: OptionRow = OptionRow {
    name: "counting",
    meaning: "how tiles are counted; pairwise: only counts that need few clauses, the others by totalizer",
    kind: OptionKind::Choice(Encoding::NAMES),
    restricts: false,
};
/// Not restricting: of symmetric solutions one is kept, so one exists if any does.
const SYMMETRY: OptionRow = OptionRow {
    name: "symmetry",
    meaning: "break: keep one of symmetric solutions",
    kind: OptionKind::Choice(&["keep", "break"]),
    restricts: false,
};
const SHUFFLE: OptionRow = OptionRow {
    name: "shuffle",
    meaning: "yes: write the formula in an order that the seed decides, for measuring",
    kind: OptionKind::Choice(&["no", "yes"]),
    restricts: false,
};
const PROOF_LIMIT: OptionRow = OptionRow {
    name: "proof-mib",
    meaning: "give up the proof beyond this size",
    kind: OptionKind::Integer { default: Some(8192), least: 1, most: 1 << 20 },
    restricts: false,
};
const STEPS: OptionRow = OptionRow {
    name: "steps",
    meaning: "give up after so many exchanged tiles",
    kind: OptionKind::Integer { default: Some(200_000_000), least: 1, most: i64::MAX },
    restricts: false,
};
const COMMAND: OptionRow = OptionRow {
    name: "command",
    meaning: "the program and its arguments; the file comes last",
    kind: OptionKind::Text,
    restricts: false,
};

pub(super) static ENGINES: &[Engine] = &[
    Engine {
        name: "auto",
        description: "annealing first, then annealing and SAT together",
        powers: &[Power::Finds, Power::Proves],
        options: &[BACKEND, MODEL, COUNTING, SYMMETRY, SHUFFLE, PROOF_LIMIT],
        serves: |_| Ok(()),
        run: |task| question::refused(task).unwrap_or_else(|| together::auto(task)),
        clausal: Some(question::CLAUSAL),
        count: None,
        hint: None,
    },
    Engine {
        name: "frontier",
        description: "exact counting, slot by slot, of all sets at once",
        powers: &[Power::Counts, Power::Orbits],
        options: &[],
        serves: |_| Ok(()),
        run: |_| Answer { failure: Some("it only counts".to_owned()), ..Answer::default() },
        clausal: None,
        count: Some(frontier_count),
        hint: None,
    },
    Engine {
        name: "sat",
        description: "a SAT solver on the occupied slots",
        powers: &[Power::Finds, Power::Proves, Power::Counts, Power::Orbits, Power::Hints],
        options: &[BACKEND, MODEL, COUNTING, SYMMETRY, SHUFFLE, PROOF_LIMIT],
        serves: |_| Ok(()),
        run: |task| question::refused(task).unwrap_or_else(|| question::sat_alone(task)),
        clausal: Some(question::CLAUSAL),
        count: Some(question::count),
        hint: Some(hint::hint),
    },
    Engine {
        name: "anneal",
        description: "simulated annealing on the occupied slots",
        powers: &[Power::Finds],
        options: &[STEPS],
        serves: |_| Ok(()),
        run: together::anneal_alone,
        clausal: None,
        count: None,
        hint: None,
    },
    classic::BACKTRACK,
    Engine {
        name: "dimacs",
        description: "any SAT solver that is a program and reads DIMACS",
        powers: &[Power::Finds],
        options: &[COMMAND, MODEL, COUNTING, SYMMETRY],
        serves: |_| Ok(()),
        run: |task| question::refused(task).unwrap_or_else(|| question::external(task)),
        clausal: None,
        count: None,
        hint: None,
    },
];

fn parse(text: &str) -> Instance {
    let document = Document::parse(text).expect("the session hands out readable instances");
    Hexiom::parse(&document).expect("the session hands out readable instances")
}

/// What is said about a limit.
const ALL_AT_ONCE: &str =
    "--limit has no effect: frontier counts all solutions at once; --engine sat lists them";

/// Counts with the frontier program. A limit does not make it faster, so it has no effect.
fn frontier_count(task: &Task<'_>, tally: &Tally) -> Counted {
    let instance = parse(task.instance);
    let counted = count::count(&instance, task.run).and_then(|found| {
        let solutions = found.solutions;
        let orbits = count::orbits(&instance, found, task.run)?;
        Ok((solutions, orbits))
    });
    match counted {
        Ok((count, orbits)) => {
            let orbits = Some(orbits);
            let ignored = tally.limit.map(|_| ALL_AT_ONCE);
            Counted { count, orbits, complete: true, ignored, ..Counted::default() }
        }
        Err(halt) => Counted { halt: Some(halt), ..Counted::default() },
    }
}
