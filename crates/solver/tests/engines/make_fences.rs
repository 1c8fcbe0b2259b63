//! Fences boards through the session: what was made is what was asked for, and unique in the way
//! that was asked for. Everything is counted again by an engine, and on small boards by the one
//! that the session did not ask.

use std::sync::atomic::AtomicBool;

use sixfold_solver::{
    CountReport, Facet, MakeReport, MakeRequest, Maker, Outcome, REGISTRY, Registration, Request,
    Run, SessionError, Tally, count, families, make,
};
use sixfold_solver::{Made, MakeTask, Solvable, Unmade};

fn asked(
    (order, unique, setting): (usize, bool, Option<&str>),
    run: &Run<'_>,
) -> Result<MakeReport, SessionError> {
    let settings: Vec<(String, String)> =
        setting.iter().map(|&value| ("unique".to_owned(), value.to_owned())).collect();
    let family = &families::FENCES;
    let request = MakeRequest { family, order, unique, engine: None, settings: &settings };
    make(REGISTRY, &request, run)
}

fn made(order: usize, unique: bool, setting: Option<&str>, seed: u64) -> MakeReport {
    let idle = AtomicBool::new(false);
    asked((order, unique, setting), &Run::alone(seed, &idle)).expect("it can be made")
}

fn counted(text: &str, engine: &str) -> CountReport {
    let request = Request { text, engine: Some(engine), prove: false, settings: &[] };
    let idle = AtomicBool::new(false);
    let run = Run::alone(1, &idle);
    count(REGISTRY, &request, &Tally::default(), &run).expect("a readable board")
}

fn loops(report: &CountReport) -> &Facet {
    report.facets.iter().find(|facet| facet.name == "loops").expect("loops are counted")
}

#[test]
fn unique_loops_are_unique() {
    let mut several_fillings = 0;
    for (order, seeds) in [(3, 6), (4, 6), (5, 4), (6, 2)] {
        for seed in 0..seeds {
            let report = made(order, true, None, seed);
            assert_eq!((report.outcome, report.unique), (Outcome::Solved, Some(true)));
            assert!(report.words().starts_with("made: unique loop, complete count; posts "));
            let text = report.text.expect("a board");
            assert!(text.contains(", unique=loop, unique loop\n"), "{text}");
            let again = counted(&text, "orbits");
            assert!(loops(&again).complete && loops(&again).figures.total() == 1, "{text}");
            several_fillings += usize::from(again.count > 1);
        }
    }
    assert!(several_fillings > 0, "otherwise a unique loop means nothing of its own");
}

#[test]
fn unique_fillings_are_unique() {
    for (order, seeds) in [(3, 6), (4, 4), (5, 3)] {
        for seed in 0..seeds {
            let report = made(order, true, Some("filling"), seed);
            assert_eq!((report.outcome, report.unique), (Outcome::Solved, Some(true)));
            assert!(report.words().starts_with("made: unique, complete count; posts "));
            let text = report.text.expect("a board");
            assert!(text.contains(", unique=filling, unique\n"), "{text}");
            let engine = if order < 5 { "posts" } else { "orbits" };
            let again = counted(&text, engine);
            assert_eq!(again.words().split(':').next(), Some("1 solution"), "{text}");
        }
    }
}

#[test]
fn posts_differ_and_so_do_boards() {
    for order in [3, 5, 8] {
        let report = made(order, false, None, 7);
        assert_eq!((report.outcome, report.unique), (Outcome::Solved, None));
        assert_eq!(report, made(order, false, None, 7));
        let text = report.text.expect("a board");
        assert!(text.starts_with("# made by sixfold: seed 7\n"), "nothing is unique: {text}");
        assert_ne!(Some(&text), made(order, false, None, 8).text.as_ref());
    }
    for setting in [None, Some("filling")] {
        assert_eq!(made(4, true, setting, 3), made(4, true, setting, 3));
    }
    let text = made(6, true, None, 1).text.expect("a board");
    let rows = text.lines().filter(|line| !line.starts_with(['#', 'f']));
    let numbers: Vec<u32> =
        rows.flat_map(str::split_whitespace).filter_map(|word| word.parse().ok()).collect();
    assert!(numbers.iter().any(|&number| number > 3), "{text}");
}

#[test]
fn what_cannot_be_made_is_refused_and_a_stop_is_no_board() {
    let idle = AtomicBool::new(false);
    let run = Run::alone(1, &idle);
    for (order, unique) in [(1, false), (2, false), (13, true)] {
        let refused = asked((order, unique, None), &run).unwrap_err();
        assert!(matches!(refused, SessionError::Unmakeable(_)), "{order}: {refused:?}");
    }
    let unknown = asked((4, true, Some("solution")), &run).unwrap_err();
    assert!(matches!(unknown, SessionError::Option(_)));
    let stop = AtomicBool::new(true);
    let stopped = asked((6, true, None), &Run::alone(1, &stop)).unwrap();
    assert_eq!((stopped.outcome, stopped.text), (Outcome::Stopped, None));
}

/// The example, which has two loops, with one of them.
fn example(_: &MakeTask<'_>) -> Result<Made, Unmade> {
    let text = include_str!("../../../puzzle/puzzles/fences/good/example-12.txt");
    let (instance, solution) = text.split_once("solution\n").expect("a solved board");
    let (instance, solution) = (instance.to_owned(), solution.to_owned());
    Ok(Made { instance, solvable: Solvable::Shown(solution), difficulty: Vec::new() })
}

const LIAR: Maker = Maker {
    description: "says that the example is unique",
    options: &[],
    largest: 9,
    single: |_| None,
    make: example,
};
static OF_SOLUTIONS: Maker = LIAR;
static OF_LOOPS: Maker = Maker { single: |_| Some("loops"), ..LIAR };
/// No engine knows of these, and several solutions say nothing about them.
static OF_NOTHING: Maker = Maker { single: |_| Some("colours"), ..LIAR };

#[test]
fn a_maker_of_unique_loops_is_not_believed() {
    let idle = AtomicBool::new(false);
    let ask = |maker| {
        let maker = Some(maker);
        let family = Box::leak(Box::new(Registration { maker, ..families::FENCES }));
        let request = MakeRequest { family, order: 4, unique: true, engine: None, settings: &[] };
        make(REGISTRY, &request, &Run::alone(1, &idle)).expect("a board")
    };
    for (maker, many) in [(&OF_SOLUTIONS, "solutions"), (&OF_LOOPS, "loops")] {
        let report = ask(maker);
        assert_eq!((report.outcome, report.unique), (Outcome::None, Some(false)));
        assert_eq!(report.words(), format!("none: the puzzle that was made has several {many}"));
        assert_eq!(report.text, None);
    }
    let report = ask(&OF_NOTHING);
    assert_eq!((report.outcome, report.unique), (Outcome::Stopped, None));
}
