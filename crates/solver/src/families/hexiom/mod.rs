//! Engines and maker for Hexiom.
//!
//! The set of occupied slots decides everything, since it fixes the number that each tile must show.
//! A solution is a set of slots whose degrees, counted, are the tiles of the level.
//!
//! * `anneal` and `sat_search` look for such a set; `portfolio` runs both on a level.
//! * `formula`: the CNF encodings.
//! * `count`: frontier dynamic programming, and Burnside's lemma for counts up to symmetry.
//! * `make` makes levels, and `unique` adds locks until a level has one solution.
//! * `hint`: a forced slot, by the human-style steps of `deduce` or by SAT.
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
mod level;
mod make;
mod portfolio;
mod sat_search;
#[cfg(test)]
mod tests;
mod unique;
pub(super) mod zoo;

use sixfold_puzzle::families::hexiom::{Hexiom, Instance};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::text::Document;

pub(super) use self::make::MAKER;
use crate::engine::{Answer, Engine, Power, Role};
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
        role: Role::Production,
        powers: &[Power::Finds, Power::Proves],
        options: &[BACKEND, MODEL, COUNTING, SYMMETRY, SHUFFLE, PROOF_LIMIT],
        serves: |_| Ok(()),
        run: |task| sat_search::refused(task).unwrap_or_else(|| portfolio::auto(task)),
        clausal: Some(sat_search::CLAUSAL),
        count: None,
        hint: None,
    },
    Engine {
        name: "frontier",
        description: "exact counting, slot by slot, of all sets at once",
        role: Role::Production,
        powers: &[Power::Counts, Power::Orbits],
        options: &[],
        serves: |_| Ok(()),
        run: |_| Answer { failure: Some("it only counts".to_owned()), ..Answer::default() },
        clausal: None,
        count: Some(count::frontier_count),
        hint: None,
    },
    Engine {
        name: "sat",
        description: "a SAT solver on the occupied slots",
        role: Role::Production,
        powers: &[Power::Finds, Power::Proves, Power::Counts, Power::Orbits, Power::Hints],
        options: &[BACKEND, MODEL, COUNTING, SYMMETRY, SHUFFLE, PROOF_LIMIT],
        serves: |_| Ok(()),
        run: |task| sat_search::refused(task).unwrap_or_else(|| sat_search::sat_alone(task)),
        clausal: Some(sat_search::CLAUSAL),
        count: Some(sat_search::count),
        hint: Some(hint::hint),
    },
    Engine {
        name: "anneal",
        description: "simulated annealing on the occupied slots",
        role: Role::Production,
        powers: &[Power::Finds],
        options: &[STEPS],
        serves: |_| Ok(()),
        run: portfolio::anneal_alone,
        clausal: None,
        count: None,
        hint: None,
    },
    classic::BACKTRACK,
    Engine {
        name: "dimacs",
        description: "any SAT solver that is a program and reads DIMACS",
        role: Role::Production,
        powers: &[Power::Finds],
        options: &[COMMAND, MODEL, COUNTING, SYMMETRY],
        serves: |_| Ok(()),
        run: |task| sat_search::refused(task).unwrap_or_else(|| sat_search::external(task)),
        clausal: None,
        count: None,
        hint: None,
    },
];

fn parse(text: &str) -> Instance {
    let document = Document::parse(text).expect("the session hands out readable instances");
    Hexiom::parse(&document).expect("the session hands out readable instances")
}
