//! Benchmark cases: complete counts with and without certificates, variants, made boards, and first
//! answers on large boards.

use std::time::Duration;

use sixfold_puzzle::families::fences::Fences;
use sixfold_puzzle::hex::Hexagon;
use sixfold_puzzle::{Family, parse, puzzles};

use super::board::Board;
use super::layout::Layout;
use super::make;
use super::orbits::Maps;
use crate::benchmark::{Case, Metric};
use crate::checkpoint::Tally;
use crate::claim::{Claim, Outcome};
use crate::make::MakeRequest;
use crate::random::Random;
use crate::run::Run;
use crate::session::{CountReport, Report, Request, count, solve};

const fn seconds(target: f64) -> Metric {
    Metric { name: "time", unit: "s", target: Some(target) }
}

const BASELINE: Metric = Metric { name: "time", unit: "s", target: None };

/// A case that makes a board.
macro_rules! made {
    ($name:literal, $description:literal, $order:literal, $unique:literal, $metric:expr) => {
        Case {
            name: $name,
            description: $description,
            engine: "orbits",
            metrics: &[$metric],
            baseline: None,
            most_seeds: u64::MAX,
            measure: |run| make_unique($order, $unique, run),
        }
    };
}

/// A case that looks for one loop on a large board.
macro_rules! large {
    ($name:literal, $description:literal, $order:literal, $measure:ident, $metrics:expr) => {
        Case {
            name: $name,
            description: $description,
            engine: "orbits",
            metrics: $metrics,
            baseline: None,
            most_seeds: 10,
            measure: |run| $measure($order, run),
        }
    };
}

pub(crate) static CASES: &[Case] = &[
    Case {
        name: "symmetries",
        description: "the maps of orders 4 and 10: 182 and 1,772, of which 62 and 512 see all regions",
        engine: "orbits",
        metrics: &[BASELINE],
        baseline: None,
        most_seeds: 5,
        measure: symmetries,
    },
    Case {
        name: "example",
        description: "the order-4 example: 2 loops, 49 solutions, complete",
        engine: "orbits",
        metrics: &[seconds(0.02)],
        baseline: None,
        most_seeds: 20,
        measure: |run| expect(&counted("example", "", &[], false, run)?, 49, Claim::Complete),
    },
    Case {
        name: "order-10-sat",
        description: "order 10 complete, every symmetry put to the SAT solver",
        engine: "orbits",
        metrics: &[BASELINE],
        baseline: None,
        most_seeds: 5,
        measure: |run| {
            expect(&counted("order-10", "", &[("deduce", "no")], false, run)?, 1, Claim::Complete)
        },
    },
    Case {
        name: "order-10",
        description: "order 10 complete: every loop, every filling, the answer",
        engine: "orbits",
        metrics: &[seconds(1.0)],
        baseline: Some("order-10-sat"),
        most_seeds: 20,
        measure: |run| expect(&counted("order-10", "", &[], false, run)?, 1, Claim::Complete),
    },
    Case {
        name: "order-10-posts",
        description: "order 10 complete with the classic search over posts",
        engine: "posts",
        metrics: &[BASELINE],
        baseline: None,
        most_seeds: 3,
        measure: |run| {
            expect(&counted_by("posts", "order-10", "", &[], false, run)?, 1, Claim::Complete)
        },
    },
    Case {
        name: "order-10-proof",
        description: "order 10 complete, the loop unique by a checked proof for every symmetry",
        engine: "orbits",
        metrics: &[seconds(10.0)],
        baseline: None,
        most_seeds: 5,
        measure: proved,
    },
    Case {
        name: "order-10-sharp",
        description: "order 10 with sharp turns: all 88 loops",
        engine: "orbits",
        metrics: &[seconds(20.0)],
        baseline: None,
        most_seeds: 5,
        measure: |run| {
            expect(&counted("order-10", " turns=any", &[], false, run)?, 88, Claim::Complete)
        },
    },
    made!("make-4", "a board of order 4 with a unique loop", 4, "loop", seconds(1.0)),
    made!("make-5", "a board of order 5 with a unique loop", 5, "loop", seconds(1.0)),
    made!("make-6", "a board of order 6 with a unique loop", 6, "loop", seconds(1.0)),
    made!("make-7", "a board of order 7 with a unique loop", 7, "loop", seconds(5.0)),
    made!("make-5-filling", "a board of order 5 with a unique filling", 5, "filling", seconds(2.0)),
    made!("make-10", "a board of order 10 with a unique loop", 10, "loop", BASELINE),
    large!("large/30", "order 30, 50 posts round a hidden loop: a first answer", 30, hidden, FIRST),
    large!("large/60", "order 60, 50 posts round a hidden loop: a first answer", 60, hidden, FIRST),
    large!("large/30-random", "order 30, 50 random posts: the end of a minute", 30, random, END),
    large!("large/60-random", "order 60, 50 random posts: the end of a minute", 60, random, END),
];

/// A first answer on two idle cores.
const FIRST: &[Metric] = &[seconds(60.0)];
/// How long it took, and whether it ended with an answer or "none" and not for lack of time.
const END: &[Metric] = &[BASELINE, Metric { name: "ended", unit: "", target: None }];
/// The posts of a large board.
const POSTS: usize = 50;

fn symmetries(run: &Run<'_>) -> Result<Vec<f64>, String> {
    let begun = run.clock.elapsed();
    for (name, considered, seeing) in
        [("example", [85, 55, 42], [19, 19, 24]), ("order-10", [967, 649, 156], [217, 217, 78])]
    {
        let text = puzzles::text("fences", "", name).ok_or("there is no such preset")?;
        let board = Board::new(parse::<Fences>(text).map_err(|error| error.to_string())?);
        let maps = Maps::new(&board, run).map_err(|halt| format!("{halt:?}"))?;
        if (maps.considered, maps.kinds()) != (considered, seeing) {
            return Err(format!("{name}: {:?} and {:?}", maps.considered, maps.kinds()));
        }
    }
    Ok(vec![(run.clock.elapsed() - begun).as_secs_f64()])
}

fn counted(
    preset: &str,
    variant: &str,
    settings: &[(&str, &str)],
    prove: bool,
    run: &Run<'_>,
) -> Result<CountReport, String> {
    counted_by("orbits", preset, variant, settings, prove, run)
}

fn counted_by(
    engine: &str,
    preset: &str,
    variant: &str,
    settings: &[(&str, &str)],
    prove: bool,
    run: &Run<'_>,
) -> Result<CountReport, String> {
    let text = puzzles::text("fences", "", preset).ok_or("there is no such preset")?;
    let text = text.replace("fences 10", &format!("fences 10{variant}"));
    let pair = |(name, value): &(&str, &str)| (name.to_string(), value.to_string());
    let settings: Vec<(String, String)> = settings.iter().map(pair).collect();
    let request = Request { text: &text, engine: Some(engine), prove, settings: &settings };
    let report = count(crate::REGISTRY, &request, &Tally::default(), run);
    report.map_err(|error| error.to_string())
}

fn expect(report: &CountReport, number: u128, claim: Claim) -> Result<Vec<f64>, String> {
    match (report.count, report.claim) == (number, claim) {
        true => Ok(vec![report.seconds]),
        false => Err(report.words()),
    }
}

fn proved(run: &Run<'_>) -> Result<Vec<f64>, String> {
    let report = counted("order-10", "", &[], true, run)?;
    match report.facets.iter().any(|facet| facet.proved) {
        true => expect(&report, 1, Claim::Complete),
        false => Err(report.words()),
    }
}

fn make_unique(order: usize, unique: &str, run: &Run<'_>) -> Result<Vec<f64>, String> {
    let settings = [("unique".to_owned(), unique.to_owned())];
    let request = MakeRequest {
        family: &crate::families::FENCES,
        order,
        unique: true,
        engine: None,
        settings: &settings,
    };
    let report = crate::make::make(crate::REGISTRY, &request, run);
    let report = report.map_err(|error| error.to_string())?;
    match report.unique {
        Some(true) => Ok(vec![report.seconds]),
        _ => Err(report.words()),
    }
}

/// Seconds to the first answer of a board with a hidden loop.
fn hidden(order: usize, run: &Run<'_>) -> Result<Vec<f64>, String> {
    let layout = make::hidden(order, POSTS, &mut Random::new(run.seed), run);
    let layout = layout.map_err(|halt| format!("the maker was stopped: {halt:?}"))?;
    let report = first_answer(&layout, run)?;
    match report.outcome() {
        Outcome::Solved => Ok(vec![report.seconds]),
        _ => Err(report.words()),
    }
}

/// Seconds to the end on a board with posts and no loop in mind, and 1 if it did not end for lack of time.
fn random(order: usize, run: &Run<'_>) -> Result<Vec<f64>, String> {
    let blank = Layout::new(Hexagon::new(order), Vec::new());
    let layout = make::scattered(blank, POSTS, &mut Random::new(run.seed), run);
    let layout = layout.map_err(|halt| format!("the maker was stopped: {halt:?}"))?;
    let report = first_answer(&layout, run)?;
    let ended = report.outcome() != Outcome::Stopped;
    Ok(vec![report.seconds, f64::from(u8::from(ended))])
}

/// The default engine on the board of a layout, for a minute.
fn first_answer(layout: &Layout, run: &Run<'_>) -> Result<Report, String> {
    let text = Fences::print(&layout.board().instance);
    let deadline = Some(run.clock.elapsed() + Duration::from_secs(60));
    let run = Run { deadline, ..*run };
    let request = Request { text: &text, engine: None, prove: false, settings: &[] };
    solve(crate::REGISTRY, &request, &run).map_err(|error| error.to_string())
}
