//! Benchmark cases: order 3, a sweep over its starts, a count, larger orders, and boards to be close.

use std::sync::LazyLock;

use sixfold_puzzle::Family;
use sixfold_puzzle::families::magic::{Instance, Magic};
use sixfold_puzzle::hex::Hexagon;

use super::{classic, corners};
use crate::benchmark::{Case, Metric};
use crate::checkpoint::Tally;
use crate::claim::{Claim, Outcome};
use crate::run::Run;
use crate::session::{self, Request};

const fn seconds(target: f64) -> Metric {
    Metric { name: "time", unit: "s", target: Some(target) }
}

const STEPS: Metric = Metric { name: "steps", unit: "placed", target: None };
const SCORE: Metric = Metric { name: "score", unit: "", target: Some(4.0) };
const BEST: Metric = Metric { name: "score", unit: "", target: None };

/// A short run is repeated so many times.
const REPEATS: u32 = 1_000;

/// One solution of a blank board.
macro_rules! one {
    ($name:literal, $order:literal, $start:literal, $target:literal) => {
        Case {
            name: $name,
            description: concat!("one solution of order ", $order, ", start ", $start),
            engine: "auto",
            metrics: &[seconds($target)],
            baseline: None,
            most_seeds: 20,
            measure: |run| one($order, $start, run),
        }
    };
}

/// A zero-centred board, as close to magic as it gets until it is magic, or for a minute.
macro_rules! close {
    ($name:literal, $order:literal, $metrics:expr, $seeds:literal) => {
        Case {
            name: $name,
            description: concat!(
                "order ",
                $order,
                ", zero-centred, until magic or a minute is over"
            ),
            engine: "local",
            metrics: $metrics,
            baseline: None,
            most_seeds: $seeds,
            measure: |run| close($order, run),
        }
    };
}

/// The benchmark cases. Those of the ladder come first, as baselines of the others.
pub(in super::super) fn benchmarks() -> &'static [Case] {
    static ALL: LazyLock<Vec<Case>> =
        LazyLock::new(|| classic::LADDER.iter().chain(CASES).copied().collect());
    &ALL
}

static CASES: &[Case] = &[
    Case {
        name: "ladder/corners",
        description: "order 3 by its corners, all solutions and no others",
        engine: "corners",
        metrics: &[seconds(0.000_01), STEPS],
        baseline: Some("ladder/deduce-swap"),
        most_seeds: 21,
        measure: order_3,
    },
    Case {
        name: "sweep-3",
        description: "order 3 for 121 starts from −60 to 60, all solutions and no others",
        engine: "corners",
        metrics: &[seconds(0.002)],
        baseline: None,
        most_seeds: 21,
        measure: sweep,
    },
    Case {
        name: "count-4-propagated",
        description: "the 45 solutions with eight givens, by propagation",
        engine: "exact",
        metrics: &[Metric { name: "time", unit: "s", target: None }],
        baseline: None,
        most_seeds: 3,
        measure: |run| count_givens("smallest", run),
    },
    Case {
        name: "count-4",
        description: "order 4, start 3, all 45 solutions with eight givens",
        engine: "exact",
        metrics: &[seconds(0.2)],
        baseline: Some("count-4-propagated"),
        most_seeds: 5,
        measure: |run| count_givens("planned", run),
    },
    one!("one/4_3", 4, 3, 0.5),
    one!("one/4_-4", 4, -4, 0.5),
    one!("one/4_-11", 4, -11, 0.5),
    one!("one/4_-18", 4, -18, 0.5),
    one!("one/5_-30", 5, -30, 2.0),
    one!("one/5_-21", 5, -21, 2.0),
    one!("one/5_-12", 5, -12, 2.0),
    one!("one/5_-3", 5, -3, 2.0),
    one!("one/5_6", 5, 6, 2.0),
    one!("one/5_15", 5, 15, 2.0),
    one!("one/6_21", 6, 21, 60.0),
    one!("one/7_2", 7, 2, 600.0),
    one!("one/8_-84", 8, -84, 600.0),
    one!("one/9_-108", 9, -108, 600.0),
    close!("close/10", 10, &[seconds(30.0), SCORE], 5),
    close!("close/11", 11, &[seconds(30.0), SCORE], 5),
    close!("close/12", 12, &[seconds(30.0), SCORE], 5),
    close!("close/13", 13, &[seconds(30.0), SCORE], 5),
    close!("close/14", 14, &[seconds(30.0), SCORE], 5),
    close!("close/15", 15, &[seconds(30.0), SCORE], 5),
    close!("close/20", 20, &[UNTIL, BEST], 3),
    close!("close/25", 25, &[UNTIL, BEST], 3),
    close!("close/30", 30, &[UNTIL, BEST], 3),
    close!("close/40", 40, &[UNTIL, BEST], 1),
    close!("close/60", 60, &[UNTIL, BEST], 1),
    close!("close/80", 80, &[UNTIL, BEST], 1),
    close!("close/109", 109, &[UNTIL, BEST], 1),
];

const UNTIL: Metric = Metric { name: "time", unit: "s", target: None };

fn order_3(run: &Run<'_>) -> Result<Vec<f64>, String> {
    let begun = run.clock.elapsed();
    let mut nodes = 0;
    for _ in 0..REPEATS {
        let (solutions, more) = corners::solutions(std::hint::black_box(1));
        if solutions.len() != 1 {
            return Err(format!("{} solutions instead of 1", solutions.len()));
        }
        nodes = more;
    }
    let seconds = (run.clock.elapsed() - begun).as_secs_f64() / f64::from(REPEATS);
    Ok(vec![seconds, nodes as f64])
}

fn sweep(run: &Run<'_>) -> Result<Vec<f64>, String> {
    let begun = run.clock.elapsed();
    let count: usize = (-60..=60).map(|start| corners::solutions(start).0.len()).sum();
    let seconds = (run.clock.elapsed() - begun).as_secs_f64();
    // 1, 36, 26, 36 and 1 up to symmetry, for the starts −19, −14, −9, −4 and 1.
    if count == 100 { Ok(vec![seconds]) } else { Err(format!("{count} solutions instead of 100")) }
}

fn blank(order: usize, start: i64, close: bool) -> Instance {
    let hexagon = Hexagon::new(order);
    let givens = vec![None; hexagon.len()];
    Instance { hexagon, start, close, givens }
}

/// The givens of a university course's benchmark.
fn count_givens(order: &str, run: &Run<'_>) -> Result<Vec<f64>, String> {
    let mut instance = blank(4, 3, false);
    for (cell, given) in [14, 33, 30, 34, 39, 6, 24, 20].into_iter().enumerate() {
        instance.givens[cell] = Some(given);
    }
    let text = Magic::print(&instance);
    let settings = [("order".to_owned(), order.to_owned())];
    let request = Request { text: &text, engine: Some("exact"), prove: false, settings: &settings };
    let report = session::count(crate::REGISTRY, &request, &Tally::default(), run);
    let report = report.map_err(|error| error.to_string())?;
    match (report.claim, report.count) {
        (Claim::Complete, 45) => Ok(vec![report.seconds]),
        _ => Err(report.words()),
    }
}

fn solve(instance: &Instance, engine: &str, run: &Run<'_>) -> Result<session::Report, String> {
    let text = Magic::print(instance);
    let request = Request { text: &text, engine: Some(engine), prove: false, settings: &[] };
    session::solve(crate::REGISTRY, &request, run).map_err(|error| error.to_string())
}

fn one(order: usize, start: i64, run: &Run<'_>) -> Result<Vec<f64>, String> {
    let report = solve(&blank(order, start, false), "auto", run)?;
    match report.outcome() {
        Outcome::Solved => Ok(vec![report.seconds]),
        _ => Err(report.words()),
    }
}

fn close(order: usize, run: &Run<'_>) -> Result<Vec<f64>, String> {
    let start = -(Hexagon::size_of_order(order) as i64 / 2);
    let limit = run.clock.elapsed() + std::time::Duration::from_secs(60);
    let deadline = Some(run.deadline.map_or(limit, |deadline| deadline.min(limit)));
    let run = Run { deadline, ..*run };
    let report = solve(&blank(order, start, true), "local", &run)?;
    match report.objective() {
        Some(objective) => Ok(vec![report.seconds, objective.value as f64]),
        None => Err(report.words()),
    }
}
