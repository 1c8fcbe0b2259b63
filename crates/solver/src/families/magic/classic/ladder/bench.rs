//! Benchmark cases of the ladder: a whole run of every rung, or its rate where that takes years.
//!
//! Cases are named `ladder/RUNG`, so that `--case ladder` measures them all. A case of that name
//! elsewhere appears in the same picture. The kernels are measured without the session, since parsing
//! and verifying would hide the differences between the fastest.

use super::orders::{CHEAPEST, CHEAPEST_TWELFTH, Census, ONE_OF_TWELVE, SPIRAL, cheapest};
use super::permute::{PERMUTATIONS, first_rank};
use super::rungs::rung;
use super::search::LadderSearch;
use crate::benchmark::{Case, Metric};
use crate::run::Run;

/// The metric of a rung that was run to its end.
pub(super) const TIME: Metric = Metric { name: "time", unit: "s", target: None };
/// The metric of a rung that would take years.
pub(super) const EXTRAPOLATED: Metric =
    Metric { name: "extrapolated time", unit: "s", target: None };
const FIRST: Metric = Metric { name: "extrapolated time to the first", unit: "s", target: None };
const RATE: Metric = Metric { name: "rate", unit: "boards/s", target: None };
const STEPS: Metric = Metric { name: "steps", unit: "placed", target: None };

/// A short run is repeated until so many seconds have passed.
const LEAST_SECONDS: f64 = 0.1;

/// A rung that would take years.
macro_rules! endless {
    ($rung:literal, $what:literal, $steps:literal) => {
        Case {
            name: concat!("ladder/", $rung),
            description: concat!($what, ", extrapolated to 19! boards from ", $steps, " million"),
            engine: $rung,
            metrics: &[EXTRAPOLATED, FIRST, RATE],
            baseline: None,
            most_seeds: 5,
            measure: |run| extrapolate($rung, $steps * 1_000_000, run),
        }
    };
}

/// A rung that comes to its end.
macro_rules! finite {
    ($rung:literal, $what:literal, $baseline:expr, $seeds:literal) => {
        Case {
            name: concat!("ladder/", $rung),
            description: concat!($what, ", all solutions"),
            engine: $rung,
            metrics: &[TIME, STEPS],
            baseline: $baseline,
            most_seeds: $seeds,
            measure: |run| whole($rung, run),
        }
    };
}

/// What the variants are held against.
const SWAP: Option<&str> = Some("ladder/deduce-swap");

pub(crate) static LADDER: &[Case] = &[
    endless!("permute-lines", "all permutations by recursion, lines from a list", 20),
    endless!("permute-fixed", "all permutations by recursion, lines written out", 20),
    endless!("next-lines", "each permutation from the one before, lines from a list", 100),
    endless!("next-fixed", "each permutation from the one before, lines written out", 100),
    finite!("rows", "row by row, wrong lines end an attempt", None, 1),
    finite!("spiral", "along the inward spiral, wrong lines end an attempt", None, 21),
    finite!("deduce", "last cells of lines computed, two lists", None, 21),
    finite!("deduce-array", "last cells computed, one array copied", None, 21),
    finite!("deduce-swap", "last cells computed, one array swapped", None, 21),
    finite!("deduce-bitmap", "with a bitmap of available numbers", SWAP, 21),
    finite!("deduce-range", "with a test of the range first", SWAP, 21),
    finite!("deduce-short-swaps", "with a rotation instead of swaps back", SWAP, 21),
    finite!("deduce-lanes", "with sixteen comparisons at once", SWAP, 21),
    finite!("deduce-depth", "with code for each place", SWAP, 21),
    finite!("deduce-cheapest", "with code for each place of the cheapest order", SWAP, 21),
    finite!("deduce-symmetry", "with code for each place, one of twelve images", SWAP, 21),
    Case {
        name: "orders",
        description: "the cheapest orders of filling: boards visited, and along the spiral",
        engine: "deduce",
        metrics: &[
            TIME,
            Metric { name: "spiral", unit: "boards", target: None },
            Metric { name: "cheapest", unit: "boards", target: None },
            Metric { name: "spiral, one of twelve images", unit: "boards", target: None },
            Metric { name: "cheapest, one of twelve images", unit: "boards", target: None },
        ],
        baseline: None,
        most_seeds: 1,
        measure: orders,
    },
];

/// Seconds that a kernel takes for all it finds within a budget, and the search at its end.
fn timed<'a>(name: &str, budget: u64, run: &'a Run<'a>) -> (f64, LadderSearch<'a>) {
    let begun = run.clock.elapsed();
    let mut search = LadderSearch::new(1, run);
    search.budget = budget;
    (rung(name).kernel)(&mut search);
    ((run.clock.elapsed() - begun).as_secs_f64(), search)
}

fn extrapolate(name: &str, steps: u64, run: &Run<'_>) -> Result<Vec<f64>, String> {
    let (seconds, search) = timed(name, steps, run);
    let rate = search.steps as f64 / seconds;
    let first = first_rank(1, run).ok_or("stopped")?;
    Ok(vec![PERMUTATIONS as f64 / rate, first as f64 / rate, rate])
}

fn whole(name: &str, run: &Run<'_>) -> Result<Vec<f64>, String> {
    let (mut seconds, mut runs, mut steps) = (0.0, 0.0, 0);
    while seconds < LEAST_SECONDS {
        let (more, search) = timed(name, u64::MAX, run);
        if search.halt.is_none() && search.boards.len() != 12 {
            return Err(format!("{} solutions instead of 12", search.boards.len()));
        }
        if search.halt.is_some() {
            return Err("stopped".to_owned());
        }
        (seconds, runs, steps) = (seconds + more, runs + 1.0, search.steps);
    }
    Ok(vec![seconds / runs, steps as f64])
}

fn orders(run: &Run<'_>) -> Result<Vec<f64>, String> {
    let begun = run.clock.elapsed();
    let mut measured = vec![0.0];
    for (smaller, kept) in [(&[][..], &CHEAPEST), (ONE_OF_TWELVE, &CHEAPEST_TWELFTH)] {
        let cost = |order| Census::new(order, smaller, 1).count().iter().sum::<u64>();
        let (_, least) = cheapest(smaller, 1, run).ok_or("stopped")?;
        if cost(kept) != least {
            return Err(format!("the order kept costs {}, not {least}", cost(kept)));
        }
        measured.extend([cost(&SPIRAL) as f64, least as f64]);
    }
    measured[0] = (run.clock.elapsed() - begun).as_secs_f64();
    Ok(measured)
}
