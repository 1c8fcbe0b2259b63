//! Benchmark cases: best known boards, anytime quality, exhausted classes, certificates, lemmas,
//! exact counts.
//!
//! A case that names a penalty, a claim or a count fails unless its run reaches it, so a wrong run
//! gives no figure. The best known penalties are targets here; no engine reads them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sixfold_puzzle::families;

use crate::anytime::{above_best, after_ten_seconds};
use crate::benchmark::{Case, Metric};
use crate::checkpoint::InMemory;
use crate::checkpoint::Tally;
use crate::claim::{Claim, Finding};
use crate::families::neighbors::proof::lemmas::LEMMAS;
use crate::run::{Event, Run};
use crate::session::{Report, Request, count, solve};

const fn seconds(target: f64) -> Metric {
    Metric { name: "time", unit: "s", target: Some(target) }
}

const BASELINE: Metric = Metric { name: "time", unit: "s", target: None };

/// A case that finds the best known board.
macro_rules! blind {
    ($name:literal, $order:literal, $penalty:literal, $target:literal) => {
        Case {
            name: $name,
            description: "the best known board, no target and no arguments",
            engine: "class",
            metrics: &[seconds($target)],
            baseline: None,
            most_seeds: 5,
            measure: |run| found($order, $penalty, run),
        }
    };
}

/// A case that shows what a short run has.
macro_rules! anytime {
    ($name:literal, $order:literal, $best:literal) => {
        Case {
            name: $name,
            description: "the board after ten seconds of one thread",
            engine: "class",
            metrics: &[above_best(10.0)],
            baseline: None,
            most_seeds: 5,
            measure: |run| after_ten_seconds(crate::REGISTRY, &blank($order)?, $best, run),
        }
    };
}

/// A pair of cases: the best known board with one thread in one piece, and in pieces of 20 seconds.
macro_rules! pieces {
    ($order:literal, $penalty:literal, $one:literal, $many:literal) => {
        [
            Case {
                name: $one,
                description: "the best known board, one thread, one piece",
                engine: "class",
                metrics: &[BASELINE],
                baseline: None,
                most_seeds: 5,
                measure: |run| found($order, $penalty, &Run { threads: 1, ..*run }),
            },
            Case {
                name: $many,
                description: "the same in pieces of 20 s; at most 1.5 times as long is wanted",
                engine: "class",
                metrics: &[BASELINE],
                baseline: Some($one),
                most_seeds: 5,
                measure: |run| in_pieces($order, $penalty, &Run { threads: 1, ..*run }),
            },
        ]
    };
}

/// A case that finds the best known board and exhausts the class.
macro_rules! exhausted {
    ($name:literal, $order:literal, $penalty:literal) => {
        Case {
            name: $name,
            description: "the same, until the class is exhausted",
            engine: "class",
            metrics: &[BASELINE],
            baseline: None,
            most_seeds: 5,
            measure: |run| {
                reached(&solved($order, "class", false, &[], run)?, $penalty, Claim::Found)
            },
        }
    };
}

/// A case that proves a board to be the best of all.
macro_rules! certified {
    ($name:literal, $order:literal, $penalty:literal, $target:literal) => {
        Case {
            name: $name,
            description: "the best of all, with a checked proof",
            engine: "sat",
            metrics: &[seconds($target)],
            baseline: None,
            most_seeds: 5,
            measure: |run| {
                reached(&solved($order, "sat", true, &[], run)?, $penalty, Claim::Certified)
            },
        }
    };
}

/// A case that solves order 5 with one way of counting.
macro_rules! counting {
    ($name:literal, $counting:literal, $baseline:expr) => {
        Case {
            name: $name,
            description: "order 5 by one way of counting",
            engine: "sat",
            metrics: &[BASELINE],
            baseline: $baseline,
            most_seeds: 5,
            measure: |run| {
                let settings = [("counting", $counting)];
                reached(&solved(5, "sat", false, &settings, run)?, 9, Claim::Complete)
            },
        }
    };
}

const PIECES: [[Case; 2]; 3] = [
    pieces!(17, 55, "piece/17", "pieces/17"),
    pieces!(20, 66, "piece/20", "pieces/20"),
    pieces!(23, 76, "piece/23", "pieces/23"),
];

pub(crate) static CASES: &[Case] = &[
    counting!("counting/adder", "adder", None),
    counting!("counting/angle", "angle", Some("counting/adder")),
    counting!("counting/ring", "ring", Some("counting/adder")),
    counting!("counting/network", "network", Some("counting/adder")),
    Case {
        name: "lemmas",
        description: "both lemmas for all radii that orders up to 27 need, proofs checked",
        engine: "lemma",
        metrics: &[BASELINE],
        baseline: None,
        most_seeds: 3,
        measure: lemmas,
    },
    certified!("certified/6", 6, 13, 10.0),
    certified!("certified/7", 7, 17, 60.0),
    certified!("certified/8", 8, 20, 120.0),
    certified!("certified/9", 9, 24, 600.0),
    certified!("certified/10", 10, 28, 3600.0),
    certified!("certified/11", 11, 28, 3600.0),
    Case {
        name: "cubes/12",
        description: "one of the 280 cubes of order 12, with a checked proof",
        engine: "cubes",
        metrics: &[BASELINE],
        baseline: None,
        most_seeds: 3,
        measure: |run| {
            let share = [("share", "241/280")];
            reached(&solved(12, "cubes", true, &share, run)?, 32, Claim::Found)
        },
    },
    blind!("blind/12", 12, 32, 60.0),
    blind!("blind/17", 17, 55, 60.0),
    blind!("blind/20", 20, 66, 60.0),
    blind!("blind/21", 21, 65, 60.0),
    blind!("blind/23", 23, 76, 120.0),
    blind!("blind/25", 25, 81, 240.0),
    blind!("blind/26", 26, 87, 300.0),
    blind!("blind/27", 27, 85, 90.0),
    anytime!("anytime/12", 12, 32),
    anytime!("anytime/13", 13, 40),
    anytime!("anytime/14", 14, 43),
    anytime!("anytime/15", 15, 45),
    anytime!("anytime/16", 16, 47),
    anytime!("anytime/17", 17, 55),
    anytime!("anytime/18", 18, 50),
    anytime!("anytime/19", 19, 60),
    anytime!("anytime/20", 20, 66),
    anytime!("anytime/21", 21, 65),
    anytime!("anytime/22", 22, 71),
    anytime!("anytime/23", 23, 76),
    anytime!("anytime/24", 24, 75),
    anytime!("anytime/25", 25, 81),
    anytime!("anytime/26", 26, 87),
    anytime!("anytime/27", 27, 85),
    PIECES[0][0],
    PIECES[0][1],
    PIECES[1][0],
    PIECES[1][1],
    PIECES[2][0],
    PIECES[2][1],
    Case {
        name: "lines/60",
        description: "a board of order 60 with a penalty of at most 210",
        engine: "class",
        metrics: &[BASELINE],
        baseline: None,
        most_seeds: 5,
        measure: |run| found(60, 210, run),
    },
    exhausted!("exhausted/17", 17, 55),
    exhausted!("exhausted/20", 20, 66),
    exhausted!("exhausted/21", 21, 65),
    exhausted!("exhausted/23", 23, 76),
    exhausted!("exhausted/25", 25, 81),
    exhausted!("exhausted/26", 26, 87),
    exhausted!("exhausted/27", 27, 85),
    Case {
        name: "count/5",
        description: "order 5 through level 6: 468,864 best boards, exactly",
        engine: "tally",
        metrics: &[BASELINE],
        baseline: None,
        most_seeds: 3,
        measure: counted,
    },
];

fn blank(order: usize) -> Result<String, String> {
    let preset = families::NEIGHBORS.preset(&order.to_string());
    preset.ok_or_else(|| format!("there is no blank board of order {order}"))
}

fn solved(
    order: usize,
    engine: &str,
    prove: bool,
    settings: &[(&str, &str)],
    run: &Run<'_>,
) -> Result<Report, String> {
    let text = blank(order)?;
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let request = Request { text: &text, engine: Some(engine), prove, settings: &settings };
    solve(crate::REGISTRY, &request, run).map_err(|error| error.to_string())
}

/// A run of `class` that stops when there is a board with a penalty; says whether there is.
fn until(order: usize, penalty: i128, run: &Run<'_>) -> Result<(Report, bool), String> {
    let done = AtomicBool::new(false);
    let sink = |event: &Event| {
        if matches!(event, Event::Improved { objective: Some(value), .. } if *value <= penalty) {
            done.store(true, Ordering::Relaxed);
        }
    };
    let stopping = Run { sink: &sink, checkpoint: run.checkpoint, ..run.shared(&done) };
    let report = solved(order, "class", false, &[], &stopping)?;
    let found = report.objective().is_some_and(|objective| objective.value <= penalty);
    Ok((report, found))
}

/// The time until there is a board with a penalty.
fn found(order: usize, penalty: i128, run: &Run<'_>) -> Result<Vec<f64>, String> {
    match until(order, penalty, run)? {
        (report, true) => Ok(vec![report.seconds]),
        (report, false) => Err(format!("instead of {penalty}: {}", report.words())),
    }
}

/// The length of a piece.
const PIECE: Duration = Duration::from_secs(20);

/// The same, where each piece goes on from what the one before it has saved.
fn in_pieces(order: usize, penalty: i128, run: &Run<'_>) -> Result<Vec<f64>, String> {
    let checkpoint = InMemory::default();
    let mut seconds = 0.0;
    loop {
        let deadline = Some(run.clock.elapsed() + PIECE);
        let piece = Run { deadline, checkpoint: &checkpoint, ..*run };
        let (report, found) = until(order, penalty, &piece)?;
        seconds += report.seconds;
        if found {
            return Ok(vec![seconds]);
        }
        if exhausted(&report) || run.halted().is_some() {
            return Err(format!("instead of {penalty}: {}", report.words()));
        }
    }
}

/// Whether the engine searched all of its scope.
fn exhausted(report: &Report) -> bool {
    match report.finding {
        Finding::NoSolution
        | Finding::NoneInScope
        | Finding::Optimal { .. }
        | Finding::BestInScope { .. } => true,
        Finding::Impossible(_)
        | Finding::Nothing { .. }
        | Finding::Unchecked { .. }
        | Finding::Solution { .. }
        | Finding::Partial(_)
        | Finding::Best { .. } => false,
    }
}

/// The time, if the report is what it must be.
fn reached(report: &Report, penalty: i128, claim: Claim) -> Result<Vec<f64>, String> {
    let found = report.objective().map(|objective| objective.value);
    if (found, report.claim(), exhausted(report)) != (Some(penalty), claim, true) {
        return Err(format!("instead of {penalty}: {}", report.words()));
    }
    Ok(vec![report.seconds])
}

fn lemmas(run: &Run<'_>) -> Result<Vec<f64>, String> {
    let begun = run.clock.elapsed();
    for lemma in LEMMAS {
        lemma.show(*lemma.radii.start()..=23, run).map_err(|error| error.to_string())?;
    }
    Ok(vec![(run.clock.elapsed() - begun).as_secs_f64()])
}

fn counted(run: &Run<'_>) -> Result<Vec<f64>, String> {
    let text = blank(5)?;
    let settings = [("level".to_owned(), "6".to_owned())];
    let request = Request { text: &text, engine: Some("tally"), prove: false, settings: &settings };
    let report = count(crate::REGISTRY, &request, &Tally::default(), run);
    let report = report.map_err(|error| error.to_string())?;
    match report.count {
        468_864 => Ok(vec![report.seconds]),
        other => Err(format!("there are 468864 boards, not {other}")),
    }
}
