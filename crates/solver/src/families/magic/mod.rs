//! Engines and maker for magic hexagons: every line has the same sum, every number is used once.
//!
//! * `corners`: order 3 only, complete search over the six corners; the other cells follow by linear equations.
//! * `exact`: depth-first search with constraint propagation, in units of work.
//! * `local_search`: simulated annealing and local search for large orders.
//! * `portfolio`: the default engine, which combines the three.
//! * `hint` by the human-style steps of `deduce` or by search.
//! * `make` makes boards, and `unique` gives cells until a board has one solution.
//! * `classic`: the ladder of an article, from brute force to computed cells.

pub(super) mod bench;
mod classic;
mod corners;
mod deduce;
mod exact;
mod hint;
mod local_search;
mod make;
mod portfolio;
mod unique;
pub(super) mod zoo;

use std::sync::LazyLock;

use sixfold_puzzle::families::magic::{Instance, Magic};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::text::Document;

pub(super) use self::classic::PICTURES;
pub(super) use self::make::MAKER;
use crate::benchmark::Case;
use crate::engine::{Engine, Power, Role};
use crate::options::{OptionKind, OptionRow};

/// The engines. Those of the ladder come last, since none of them is a default.
pub(super) fn engines() -> &'static [Engine] {
    static ALL: LazyLock<Vec<Engine>> =
        LazyLock::new(|| ENGINES.iter().chain(classic::ENGINES).copied().collect());
    &ALL
}

/// The benchmark cases. Those of the ladder come first, as baselines of the others.
pub(super) fn benchmarks() -> &'static [Case] {
    static ALL: LazyLock<Vec<Case>> =
        LazyLock::new(|| classic::LADDER.iter().chain(bench::CASES).copied().collect());
    &ALL
}

static ENGINES: &[Engine] = &[AUTO, CORNERS, EXACT, LOCAL];

const AUTO: Engine = Engine {
    name: "auto",
    description: "order 3 by its corners, otherwise local and exhaustive search together",
    role: Role::Production,
    powers: &[Power::Finds, Power::Proves, Power::Improves],
    options: &[],
    serves: portfolio::serves,
    run: portfolio::run,
    clausal: None,
    count: None,
    hint: None,
};

const CORNERS: Engine = Engine {
    name: "corners",
    description: "order 3: every solution from six corners, by elimination",
    role: Role::Production,
    powers: &[Power::Finds, Power::Proves, Power::Counts, Power::Orbits],
    options: &[],
    serves: corners::serves,
    run: corners::run,
    clausal: None,
    count: Some(corners::count),
    hint: None,
};

const EXACT: Engine = Engine {
    name: "exact",
    description: "exhaustive search with propagation, in units that can be resumed and audited",
    role: Role::Production,
    powers: &[Power::Finds, Power::Proves, Power::Counts, Power::Orbits, Power::Hints],
    options: &[exact::NODES, exact::ORDER, exact::UNITS, exact::UNIT],
    serves: exact::serves,
    run: exact::run,
    clausal: None,
    count: Some(exact::count),
    hint: Some(hint::hint),
};

const LOCAL: Engine = Engine {
    name: "local",
    description: "annealing, a walk that undoes nothing, an exact finisher for the last lines",
    role: Role::Production,
    powers: &[Power::Finds, Power::Improves],
    options: &[STEPS, STYLE],
    serves: |_| Ok(()),
    run: local_search::run,
    clausal: None,
    count: None,
    hint: None,
};

const STEPS: OptionRow = OptionRow {
    name: "steps",
    meaning: "give up, or be content, after so many swaps",
    kind: OptionKind::Integer { default: Some(100_000_000), least: 1, most: i64::MAX },
    restricts: false,
};
const STYLE: OptionRow = OptionRow {
    name: "style",
    meaning: "whether a zero-centred board holds opposite numbers in opposite cells",
    kind: OptionKind::Choice(&["auto", "free", "antisymmetric"]),
    restricts: false,
};

fn parse(text: &str) -> Instance {
    let document = Document::parse(text).expect("the session hands out readable instances");
    Magic::parse(&document).expect("the session hands out readable instances")
}
