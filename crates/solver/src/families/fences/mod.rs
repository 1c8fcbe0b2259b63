//! Engines and maker for Fences: a closed loop, and fences of given total length round each post.
//!
//! * `orbits`: every loop, symmetry by symmetry, by propagation and SAT; with proofs on request.
//! * `fillings`: dynamic programming that counts the ways to build the fences round a loop.
//! * `make`: new boards, from a `random_loop` and a `layout` of posts that `unique` extends.
//! * `classic`: the depth-first search over posts of the article, as a baseline.
//! * `board` has the tables that all of them share.

pub(crate) mod bench;
mod board;
mod classic;
mod fillings;
mod layout;
mod make;
mod orbits;
mod random_loop;
mod unique;
pub(super) mod zoo;

pub(super) use self::make::MAKER;

use sixfold_puzzle::families::fences::{Fences, Instance};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::text::Document;

use crate::engine::{Engine, Power, Role};
use crate::options::{OptionKind, OptionRow};
use crate::sat;

const BACKEND: OptionRow = OptionRow {
    name: "backend",
    meaning: "the SAT solver; only cadical writes proofs",
    kind: OptionKind::Choice(sat::BACKENDS),
    restricts: false,
};
const DEDUCE: OptionRow = OptionRow {
    name: "deduce",
    meaning: "no: every symmetry is put to the SAT solver, for measuring",
    kind: OptionKind::Choice(&["yes", "no"]),
    restricts: false,
};
const LOOPS: OptionRow = OptionRow {
    name: "loops",
    meaning: "give up after so many loops",
    kind: OptionKind::Integer { default: Some(100_000), least: 1, most: i64::MAX },
    restricts: false,
};
const FILLINGS: OptionRow = OptionRow {
    name: "fillings",
    meaning: "whether fillings are counted or only loops; auto: not with sharp turns",
    kind: OptionKind::Choice(&["auto", "yes", "no"]),
    restricts: false,
};
const PROOF_LIMIT: OptionRow = OptionRow {
    name: "proof-mib",
    meaning: "give up the proof beyond this size",
    kind: OptionKind::Integer { default: Some(8192), least: 1, most: 1 << 20 },
    restricts: false,
};

pub(super) static ENGINES: &[Engine] = &[ORBITS, classic::POSTS];

const ORBITS: Engine = Engine {
    name: "orbits",
    description: "every loop, symmetry by symmetry, by deduction and SAT on orbits",
    role: Role::Production,
    powers: &[Power::Finds, Power::Proves, Power::Counts, Power::Orbits],
    options: &[BACKEND, DEDUCE, LOOPS, FILLINGS, PROOF_LIMIT],
    serves: |_| Ok(()),
    run: orbits::run,
    clausal: Some(orbits::CLAUSAL),
    count: Some(orbits::count),
    hint: None,
};

/// The instance of a canonical text.
fn parse(text: &str) -> Instance {
    let document = Document::parse(text).expect("the session hands over canonical texts");
    Fences::parse(&document).expect("the session hands over canonical texts")
}
