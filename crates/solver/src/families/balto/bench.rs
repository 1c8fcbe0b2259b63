//! Benchmark cases: cost of a candidate and a level, lengths of solutions, and the proof for order 3.
//!
//! Levels of the same width should cost the same on boards of all sizes. Lengths are measured on boards
//! of the contest and on random boards that no weights were learned from.

use sixfold_puzzle::families::balto::{Balto, Instance};
use sixfold_puzzle::{families, parse};

use super::beam::BeamSearch;
use super::board_pair::{BoardPair, Tables};
use super::exact;
use super::parameters::BeamSettings;
use super::sides::Sides;
use super::train::length;
use super::weights::Weights;
use crate::anytime::{above_best, after_ten_seconds};
use crate::beam::{self, BeamOutcome, BeamPlan, Representation};
use crate::benchmark::{Case, Metric};
use crate::run::{Halt, Run};
use crate::session::{self, Request};

/// Six million candidates a second.
const CANDIDATE: Metric = Metric { name: "candidate", unit: "ns", target: Some(167.0) };
const PLAIN: Metric = Metric { name: "candidate", unit: "ns", target: None };
const LEVEL: Metric = Metric { name: "level", unit: "us", target: None };
/// On one core.
const PROOF: Metric = Metric { name: "proof", unit: "s", target: Some(60.0) };

/// A pair of cases: a beam as copies, and as a tour, which is held against it.
macro_rules! pair {
    ($order:literal, $width:literal, $copies:literal, $tour:literal) => {
        [
            Case {
                name: $copies,
                description: "a beam of copies, clockwise first on both boards",
                engine: "beam",
                metrics: &[PLAIN, LEVEL],
                baseline: None,
                most_seeds: 20,
                measure: |run| measured($order, $width, Representation::Copies, run),
            },
            Case {
                name: $tour,
                description: "a beam as a tour, clockwise first on both boards",
                engine: "beam",
                metrics: &[CANDIDATE, LEVEL],
                baseline: Some($copies),
                most_seeds: 20,
                measure: |run| measured($order, $width, Representation::Tour, run),
            },
        ]
    };
}

/// The memory of a beam of width 16,000 on order 10, as it is stated up front.
const MEMORY: Case = Case {
    name: "memory/10-16000",
    description: "what a beam as a tour may take, clockwise first on both boards",
    engine: "beam",
    metrics: &[Metric { name: "memory", unit: "MB", target: Some(64.0) }],
    baseline: None,
    most_seeds: 1,
    measure: |run| {
        let found = searched(10, 16_000, Representation::Tour, run)?;
        Ok(vec![found.memory as f64 / 1e6])
    },
};

/// The shortest of the four variants on a board of the contest.
macro_rules! round {
    ($order:literal, $most:literal, $name:literal) => {
        Case {
            name: $name,
            description: "the shortest of the four variants at width 1,000, on the board of the contest",
            engine: "beam",
            metrics: &[Metric { name: "moves", unit: "", target: Some($most) }],
            baseline: None,
            most_seeds: 21,
            measure: |run| round($order, run),
        }
    };
}

const ROUNDS: [Case; 5] = [
    round!(5, 182.0, "round/5"),
    round!(8, 870.0, "round/8"),
    round!(10, 1735.0, "round/10"),
    round!(12, 3000.0, "round/12"),
    round!(15, 5860.0, "round/15"),
];

/// A random board for each seed, with three estimates.
macro_rules! unseen {
    ($order:literal, $f1:literal, $hamming:literal, $learned:literal) => {
        [
            unseen!($order, $f1, None, |order| Weights::quadratic(order)),
            unseen!($order, $hamming, Some($f1), |order| Weights::quadratic_and_size(order)),
            unseen!($order, $learned, Some($hamming), |order| Weights::learned(order)),
        ]
    };
    ($order:literal, $name:literal, $baseline:expr, $weights:expr) => {
        Case {
            name: $name,
            description: "one variant at width 500 on a random board",
            engine: "beam",
            metrics: &[Metric { name: "moves", unit: "", target: None }],
            baseline: $baseline,
            most_seeds: 100,
            measure: |run| {
                let weights: fn(usize) -> Weights = $weights;
                let moves = length(&weights($order), FRESH + run.seed, run);
                moves.map(|moves| vec![moves as f64]).map_err(stopped)
            },
        }
    };
}

/// Where the seeds of boards begin on which nothing was decided.
const FRESH: u64 = 1 << 42;

/// The fewest moves that solve the board of order 3.
const SHORTEST: u32 = 27;

/// What a short run shows.
macro_rules! anytime {
    ($order:literal, $best:literal, $name:literal) => {
        Case {
            name: $name,
            description: "the solution after ten seconds of one thread",
            engine: "beam",
            metrics: &[above_best(15.0)],
            baseline: None,
            most_seeds: 5,
            measure: |run| {
                let text = families::BALTO.preset(stringify!($order));
                after_ten_seconds(crate::REGISTRY, &text.ok_or("the board is missing")?, $best, run)
            },
        }
    };
}

const ANYTIME: [Case; 8] = [
    anytime!(20, 12840, "anytime/20"),
    anytime!(21, 15078, "anytime/21"),
    anytime!(22, 17204, "anytime/22"),
    anytime!(23, 19618, "anytime/23"),
    anytime!(24, 22786, "anytime/24"),
    anytime!(25, 25426, "anytime/25"),
    anytime!(26, 28756, "anytime/26"),
    anytime!(27, 31684, "anytime/27"),
];

const PROOFS: [Case; 2] = [
    Case {
        name: "exact/3",
        description: "a shortest solution of order 3, found and proved",
        engine: "exact",
        metrics: &[PROOF],
        baseline: None,
        most_seeds: 1,
        measure: |run| proved(false, run),
    },
    Case {
        name: "exact/3-known",
        description: "the proof for order 3 alone, with the solution known",
        engine: "exact",
        metrics: &[PROOF],
        baseline: None,
        most_seeds: 1,
        measure: |run| proved(true, run),
    },
];

const PAIRS: [[Case; 2]; 8] = [
    pair!(5, 1000, "copies/5-1000", "tour/5-1000"),
    pair!(8, 1000, "copies/8-1000", "tour/8-1000"),
    pair!(10, 1000, "copies/10-1000", "tour/10-1000"),
    pair!(15, 1000, "copies/15-1000", "tour/15-1000"),
    pair!(27, 1000, "copies/27-1000", "tour/27-1000"),
    pair!(5, 16_000, "copies/5-16000", "tour/5-16000"),
    pair!(10, 16_000, "copies/10-16000", "tour/10-16000"),
    pair!(15, 16_000, "copies/15-16000", "tour/15-16000"),
];

pub(crate) static CASES: &[Case] = &joined();

/// All cases, one group after the other.
const fn joined() -> [Case; 38] {
    let groups: [&[Case]; 6] =
        [PAIRS.as_flattened(), &[MEMORY], &ROUNDS, UNSEEN.as_flattened(), &ANYTIME, &PROOFS];
    let (mut all, mut count, mut group) = ([MEMORY; 38], 0, 0);
    while group < groups.len() {
        let mut at = 0;
        while at < groups[group].len() {
            all[count] = groups[group][at];
            (count, at) = (count + 1, at + 1);
        }
        group += 1;
    }
    assert!(count == all.len());
    all
}

const UNSEEN: [[Case; 3]; 2] = [
    unseen!(5, "unseen/5-f1", "unseen/5-f1-hamming", "unseen/5-learned"),
    unseen!(8, "unseen/8-f1", "unseen/8-f1-hamming", "unseen/8-learned"),
];

/// What a search looks at, at most: a second or two.
const CANDIDATES: usize = 24_000_000;

/// Nanoseconds for each candidate and microseconds for each level.
fn measured(
    order: usize,
    width: usize,
    representation: Representation,
    run: &Run<'_>,
) -> Result<Vec<f64>, String> {
    let begun = run.clock.elapsed();
    let found = searched(order, width, representation, run)?;
    let seconds = (run.clock.elapsed() - begun).as_secs_f64();
    Ok(vec![seconds * 1e9 / found.candidates as f64, seconds * 1e6 / found.levels as f64])
}

fn contest(order: usize) -> Result<Instance, String> {
    let preset = families::BALTO.preset(&order.to_string());
    parse::<Balto>(&preset.ok_or("the board is missing")?).map_err(|error| error.to_string())
}

fn stopped(_: Halt) -> String {
    "the search was stopped".to_owned()
}

/// The levels of a search that can be gone through in a second or two.
fn searched(
    order: usize,
    width: usize,
    representation: Representation,
    run: &Run<'_>,
) -> Result<BeamOutcome, String> {
    let instance = contest(order)?;
    let weights = Weights::quadratic_and_size(order);
    let tables = Tables::new(&instance, &weights, run.seed);
    let boards: BoardPair<'_, true> = BoardPair::new(&instance, &tables, [false, false]);
    let most = CANDIDATES / (12 * width);
    let plan = BeamPlan {
        width,
        representation,
        threads: 1,
        pool: None,
        worth: &|levels| levels <= most,
        patience: usize::MAX,
        parallel: 1,
    };
    let found = beam::search(&boards, &plan, run);
    found.halt.map_or(Ok(found), |halt| Err(stopped(halt)))
}

/// The moves of the shortest variant at width 1,000.
fn round(order: usize, run: &Run<'_>) -> Result<Vec<f64>, String> {
    let instance = contest(order)?;
    let weights = Weights::learned(order);
    let settings = BeamSettings { weights: &weights, keep: None };
    let mut search = BeamSearch::new(&instance, settings, run);
    search.once(1000, Sides::Both).map_or(Ok(()), |halt| Err(stopped(halt)))?;
    let best = search.best().ok_or("all variants are stuck")?;
    Ok(vec![best.len() as f64])
}

/// Seconds for the proof.
fn proved(known: bool, run: &Run<'_>) -> Result<Vec<f64>, String> {
    let text = families::BALTO.preset("3").ok_or("the board is missing")?;
    let begun = run.clock.elapsed();
    let least = match known {
        true => exact::least(&contest(3)?, SHORTEST, run),
        false => {
            let request =
                Request { text: &text, engine: Some("exact"), prove: false, settings: &[] };
            let report = session::solve(crate::REGISTRY, &request, run);
            report.map_err(|error| error.to_string())?.bound()
        }
    };
    match least == Some(SHORTEST.into()) {
        true => Ok(vec![(run.clock.elapsed() - begun).as_secs_f64()]),
        false => Err("the search was stopped".to_owned()),
    }
}
