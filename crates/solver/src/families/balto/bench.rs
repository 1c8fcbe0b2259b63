//! Benchmark cases of Balto's Puzzle: what a candidate and a level of the beam cost, as a tour and as
//! copies, on boards of all sizes. Levels of the same width should cost the same on all of them.

use sixfold_puzzle::Kind;

use super::boards::{Boards, Tables};
use super::parse;
use super::weights::Weights;
use crate::beam::{self, Manner, Plan};
use crate::benchmark::{Case, Metric};
use crate::run::Run;

/// Six million candidates a second.
const CANDIDATE: Metric = Metric { name: "candidate", unit: "ns", target: Some(167.0) };
const PLAIN: Metric = Metric { name: "candidate", unit: "ns", target: None };
const LEVEL: Metric = Metric { name: "level", unit: "us", target: None };

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

pub(crate) static CASES: &[Case] = [
    pair!(5, 1000, "copies/5-1000", "tour/5-1000"),
    pair!(8, 1000, "copies/8-1000", "tour/8-1000"),
    pair!(10, 1000, "copies/10-1000", "tour/10-1000"),
    pair!(15, 1000, "copies/15-1000", "tour/15-1000"),
    pair!(27, 1000, "copies/27-1000", "tour/27-1000"),
    pair!(5, 16_000, "copies/5-16000", "tour/5-16000"),
    pair!(10, 16_000, "copies/10-16000", "tour/10-16000"),
    pair!(15, 16_000, "copies/15-16000", "tour/15-16000"),
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
