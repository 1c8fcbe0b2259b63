//! Benchmark cases of Balto's Puzzle: what a candidate and a level of the beam cost, as a tour and as
//! copies, on boards of all sizes. Levels of the same width should cost the same on all of them. And
//! how long it takes to prove that the board of order 3 has no solution of 26 moves.

use sixfold_puzzle::Kind;

use super::boards::{Boards, Tables};
use super::weights::Weights;
use super::{ENGINES, exact, parse};
use crate::beam::{self, Manner, Plan};
use crate::benchmark::{Case, Metric};
use crate::run::Run;
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
                measure: |run| measured($order, $width, Manner::Copies, run),
            },
            Case {
                name: $tour,
                description: "a beam as a tour, clockwise first on both boards",
                engine: "beam",
                metrics: &[CANDIDATE, LEVEL],
                baseline: Some($copies),
                most_seeds: 20,
                measure: |run| measured($order, $width, Manner::Tour, run),
            },
        ]
    };
}

/// The fewest moves that solve the board of order 3.
const SHORTEST: u32 = 27;

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

pub(crate) static CASES: &[Case] = [
    pair!(5, 1000, "copies/5-1000", "tour/5-1000"),
    pair!(8, 1000, "copies/8-1000", "tour/8-1000"),
    pair!(10, 1000, "copies/10-1000", "tour/10-1000"),
    pair!(15, 1000, "copies/15-1000", "tour/15-1000"),
    pair!(27, 1000, "copies/27-1000", "tour/27-1000"),
    pair!(5, 16_000, "copies/5-16000", "tour/5-16000"),
    pair!(10, 16_000, "copies/10-16000", "tour/10-16000"),
    pair!(15, 16_000, "copies/15-16000", "tour/15-16000"),
    PROOFS,
]
.as_flattened();

/// What a search looks at, at most: a second or two.
const CANDIDATES: usize = 24_000_000;

/// Nanoseconds for each candidate and microseconds for each level.
fn measured(order: usize, width: usize, manner: Manner, run: &Run<'_>) -> Result<Vec<f64>, String> {
    let preset = Kind::Balto.puzzle().preset(&order.to_string());
    let instance = parse(&preset.ok_or("the board is missing")?);
    let weights = Weights::quadratic_and_size(order);
    let tables = Tables::new(&instance, &weights, run.seed);
    let boards: Boards<'_, true> = Boards::new(&instance, &tables, [false, false]);
    let most = CANDIDATES / (12 * width);
    let plan =
        Plan { width, manner, threads: 1, worth: &|levels| levels <= most, patience: usize::MAX };
    let begun = run.clock.elapsed();
    let found = beam::search(&boards, &plan, run);
    let seconds = (run.clock.elapsed() - begun).as_secs_f64();
    if found.halt.is_some() || found.levels == 0 {
        return Err("the search was stopped".to_owned());
    }
    Ok(vec![seconds * 1e9 / found.candidates as f64, seconds * 1e6 / found.levels as f64])
}

/// Seconds for the proof.
fn proved(known: bool, run: &Run<'_>) -> Result<Vec<f64>, String> {
    let text = Kind::Balto.puzzle().preset("3").ok_or("the board is missing")?;
    let begun = run.clock.elapsed();
    let least = match known {
        true => exact::least(&parse(&text), SHORTEST, run),
        false => {
            let request =
                Request { text: &text, engine: Some("exact"), prove: false, settings: &[] };
            let report = session::solve(|_| ENGINES, &request, run);
            report.map_err(|error| error.to_string())?.bound
        }
    };
    match least == Some(SHORTEST.into()) {
        true => Ok(vec![(run.clock.elapsed() - begun).as_secs_f64()]),
        false => Err("the search was stopped".to_owned()),
    }
}
