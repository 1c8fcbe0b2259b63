//! Hexagonal Neighbors for the engines. What is minimised is the number of wasted edges.
//!
//! * `class`: what a perfect code of 1s and an axis of 2s fix away from the rim; `descend` looks
//!   for the best board in that class, or of all, by SAT (`formula`, `ask`).
//! * `cubes`: the best board of all, cut into cubes by the 1s about the centre.
//! * `lines`: good boards of any order within a minute, by walks along the rim.
//! * `cores`: the best board of all from below, for small orders.
//! * `tally`: how many boards have the least penalty, exactly, level by level.
//! * `classic` has the searches that people write first: backtracking, rows, a beam.
//! * `finish` places 5, 6 and 7 in linear time.

mod ask;
pub(super) mod bench;
mod best;
mod class;
mod classic;
mod cores;
mod cubes;
mod descend;
mod fill;
mod finish;
mod formula;
mod kept;
mod lemmas;
mod lines;
mod lows;
mod manner;
mod plan;
mod prove;
mod saved;
mod stage;
mod steps;
mod tally;
mod tower;
mod weave;
pub(super) mod zoo;

use sixfold_puzzle::families::neighbors::{Instance, LARGEST, Neighbors, penalty_edges};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::hex::Hexagon;
use sixfold_puzzle::text::{Block, Document};

use crate::engine::{Engine, Power, Task};
use crate::options::{OptionKind, OptionRow};
use crate::sat;

pub(super) use self::lemmas::LEMMAS;

use self::classic::{BACKTRACK, BEAM, COVER, REGION, ROWS, STORE};
use self::manner::{CENTRE, COUNTING, INTERIOR, MOST, RING, SINGLE, VALUES};

const BACKEND: OptionRow = OptionRow {
    name: "backend",
    meaning: "the SAT solver",
    kind: OptionKind::Choice(sat::BACKENDS),
    restricts: false,
};

/// Code and bits as they are in all boards that are known to be good.
const USUAL_CODE: usize = 4;
const USUAL_BITS: usize = 5;

/// Restricting whatever the value; but what is left is one side of a split that is exact.
const CODE: OptionRow = OptionRow {
    name: "code",
    meaning: "the 1s are a perfect code in the rings from this one on; the rim is 1, and beyond the order \
              nothing is fixed",
    kind: OptionKind::Part { default: USUAL_CODE as i64, least: 1, most: 128 },
    restricts: true,
};
const BITS: OptionRow = OptionRow {
    name: "bits",
    meaning: "the 2s lie on one axis, with a bit for each gap, in the rings from this one on; beyond the \
              order nothing is fixed",
    kind: OptionKind::Part { default: USUAL_BITS as i64, least: 1, most: 128 },
    restricts: true,
};

const PROOF_LIMIT: OptionRow = OptionRow {
    name: "proof-mib",
    meaning: "give up the proof beyond this size",
    kind: OptionKind::Integer { default: Some(1 << 16), least: 1, most: 1 << 20 },
    restricts: false,
};

pub(super) static ENGINES: &[Engine] = &[
    CLASS,
    cubes::ENGINE,
    SAT,
    cores::ENGINE,
    tally::ENGINE,
    BEAM,
    ROWS,
    BACKTRACK,
    STORE,
    COVER,
    REGION,
];

const CLASS: Engine = Engine {
    name: "class",
    description: "the best board whose inside is a perfect code, case by case, by SAT",
    powers: &[Power::Finds, Power::Improves],
    options: &[CODE, BITS, MOST, BACKEND, PROOF_LIMIT],
    serves: |text| match parse(text) {
        instance if instance.givens.iter().any(Option::is_some) => {
            Err("it turns boards, so there may be no givens".to_owned())
        }
        instance if instance.hexagon.order() < LEAST_ORDER => {
            Err(format!("boards below order {LEAST_ORDER} have no inside"))
        }
        _ => Ok(()),
    },
    run: best::class,
    clausal: Some(prove::CLASS),
    count: None,
    hint: None,
};

const SAT: Engine = Engine {
    name: "sat",
    description: "the best board of all, by SAT; slow beyond order 7",
    powers: &[Power::Finds, Power::Proves, Power::Improves],
    options: &[COUNTING, VALUES, MOST, RING, INTERIOR, SINGLE, CENTRE, BACKEND, PROOF_LIMIT],
    serves: |_| Ok(()),
    run: best::whole,
    clausal: Some(prove::WHOLE),
    count: None,
    hint: None,
};

/// The largest order of the contest. Up to there the class is mostly exhausted within minutes.
const LARGEST_OF_CONTEST: usize = 27;

/// From this order on there are rings to which code and bits apply.
const LEAST_ORDER: usize = 8;

/// The largest value with a variable; 6 and 7 cost nothing and are filled in afterwards.
const LEVELS: usize = 5;

/// The instance of a canonical text.
fn parse(text: &str) -> Instance {
    let document = Document::parse(text).expect("the session hands over canonical texts");
    Neighbors::parse(&document).expect("the session hands over canonical texts")
}

/// The values of the solution that a task starts from, if there is one.
fn incumbent(task: &Task<'_>, instance: &Instance) -> Option<Vec<u8>> {
    let solution = Neighbors::parse_solution(instance, &Block::new(task.incumbent?));
    let values = solution.expect("the session hands over verified solutions").into_iter();
    Some(values.map(|value| value.expect("a verified solution is complete")).collect())
}

/// The values of a saved board, or why they are no solution of the instance.
fn saved_board(instance: &Instance, digits: &str) -> Result<Vec<u8>, String> {
    let value =
        |digit: u8| Some(digit.wrapping_sub(b'0')).filter(|value| (1..=LARGEST).contains(value));
    let values: Vec<Option<u8>> = digits.trim().bytes().map(value).collect();
    let cells = instance.hexagon.len();
    if values.len() != cells || values.contains(&None) {
        return Err(format!("the saved board does not have {cells} values"));
    }
    match Neighbors::violations(instance, &values).first() {
        Some(violation) => Err(format!("the saved board is no solution: {}", violation.message)),
        None => Ok(values.into_iter().flatten().collect()),
    }
}

/// A complete board as a solution.
fn board_text(instance: &Instance, values: &[u8]) -> String {
    Neighbors::print_solution(instance, &values.iter().copied().map(Some).collect())
}

/// The number of wasted edges of a complete board.
fn penalty_of(hexagon: &Hexagon, values: &[u8]) -> usize {
    let values: Vec<Option<u8>> = values.iter().copied().map(Some).collect();
    penalty_edges(hexagon, &values).len()
}
