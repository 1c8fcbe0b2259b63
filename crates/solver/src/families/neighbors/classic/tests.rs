//! The engines through the session: against known optima, against enumeration on order 2, and
//! against each other.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use sixfold_puzzle::families::neighbors::{Instance, Known, LARGEST, Neighbors};
use sixfold_puzzle::hex::Hexagon;
use sixfold_puzzle::{Family, families};

use crate::REGISTRY;
use crate::claim::{Claim, Outcome};
use crate::families::neighbors::search::beam::order::Order;
use crate::random::Random;
use crate::run::{Budget, Event, Halt, Run};
use crate::session::{Report, Request, SessionError, solve};

/// The least penalties of orders 1 to 9; from 3 on they are the report's.
pub(crate) const BEST: [i128; 9] = [0, 0, 3, 3, 9, 13, 17, 20, 24];

pub(crate) type Words<'a> = &'a [(&'a str, &'a str)];

/// The exhaustive engines, and how each may go about it.
const EXACT: [(&str, Words<'static>); 5] = [
    ("rows", &[]),
    ("backtrack", &[("bound", "rises")]),
    ("backtrack", &[]),
    ("cores", &[]),
    ("cores", &[("backend", "batsat")]),
];

pub(crate) fn solved_in(run: &Run<'_>, text: &str, engine: &str, words: Words<'_>) -> Report {
    let settings: Vec<_> =
        words.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let request = Request { text, engine: Some(engine), prove: false, settings: &settings };
    solve(REGISTRY, &request, run).unwrap()
}

pub(crate) fn solved(text: &str, engine: &str, words: Words<'_>) -> Report {
    solved_in(&Run::alone(1, &AtomicBool::new(false)), text, engine, words)
}

pub(crate) fn blank(order: usize) -> String {
    families::NEIGHBORS.preset(&order.to_string()).unwrap()
}

pub(crate) fn penalty(report: &Report) -> Option<i128> {
    report.objective().map(|objective| objective.value)
}

/// Some random values and least values on a board, which may or may not fit together.
pub(crate) fn random_givens(random: &mut Random, order: usize, count: usize) -> Instance {
    let mut instance = Instance::blank(order);
    let cells = instance.hexagon.len();
    for _ in 0..count {
        let value = 1 + random.below(usize::from(LARGEST)) as u8;
        let known = [Known::exactly, Known::at_least][random.below(2)];
        instance.givens[random.below(cells)] = known(value);
    }
    instance
}

/// The least penalty of all boards that keep the givens, by trying each.
pub(crate) fn tried(instance: &Instance) -> Option<i128> {
    let mut instance = instance.clone();
    let Some(cell) = instance.givens.iter().position(|given| given.value().is_none()) else {
        let sound = Neighbors::violations(&instance, &instance.givens).is_empty();
        let objective = || Neighbors::objective(&instance, &instance.givens);
        return sound.then(objective).flatten().map(|objective| objective.value);
    };
    let mut least: Option<i128> = None;
    for value in instance.givens[cell].least()..=LARGEST {
        instance.givens[cell] = Known::exactly(value);
        if Neighbors::violations(&instance, &instance.givens).is_empty() {
            least = [least, tried(&instance)].into_iter().flatten().min();
        }
    }
    least
}

#[test]
fn the_least_penalties_of_small_orders_are_proved() {
    for (engine, words) in EXACT {
        // Backtracking takes seconds for order 4.
        let orders = if engine == "backtrack" { 3 } else { 4 };
        for order in 1..=orders {
            let report = solved(&blank(order), engine, words);
            assert_eq!(penalty(&report), Some(BEST[order - 1]), "{engine} {order}");
            assert_eq!(report.claim(), Claim::Complete, "{engine} {order}");
        }
    }
}

#[test]
fn random_givens_of_order_2_agree_with_trying_all() {
    let mut random = Random::new(2);
    let mut hopeless = 0;
    for round in 0..60 {
        let instance = random_givens(&mut random, 2, round % 5);
        let (text, wanted) = (Neighbors::print(&instance), tried(&instance));
        hopeless += usize::from(wanted.is_none());
        for (engine, words) in EXACT {
            let report = solved(&text, engine, words);
            let outcome = if wanted.is_some() { Outcome::Solved } else { Outcome::None };
            assert_eq!((penalty(&report), report.outcome()), (wanted, outcome), "{engine} {text}");
            assert_eq!(report.claim(), Claim::Complete, "{engine} {text}");
        }
    }
    assert!(hopeless > 5);
}

#[test]
fn the_exact_engines_agree_on_random_givens_of_order_3() {
    let mut random = Random::new(3);
    let mut solutions = 0;
    for round in 0..15 {
        let text = Neighbors::print(&random_givens(&mut random, 3, 2 + round % 5));
        let reports = EXACT.map(|(engine, words)| solved(&text, engine, words));
        for report in &reports {
            assert_eq!(penalty(report), penalty(&reports[0]), "{text}");
            assert_eq!(report.outcome(), reports[0].outcome(), "{text}");
            assert_eq!(report.claim(), Claim::Complete, "{text}");
        }
        solutions += usize::from(reports[0].outcome() == Outcome::Solved);
    }
    assert!((3..15).contains(&solutions), "{solutions}");
}

/// The penalty that the search counts is the one that the verifier counts.
#[test]
fn a_narrow_beam_finds_boards_near_the_best_in_every_order() {
    for order in [1, 2, 3, 5, 8] {
        for cells in ["spiral-clock", "clock", "row"] {
            for together in ["1", "2"] {
                let stop = AtomicBool::new(false);
                let improved = Mutex::new(Vec::new());
                let sink = |event: &Event| {
                    if let Event::Improved { objective: value, .. } = event {
                        improved.lock().unwrap().push(*value);
                    }
                };
                let run = Run { sink: &sink, ..Run::alone(1, &stop) };
                let words = [("order", cells), ("together", together), ("width", "200")];
                let report = solved_in(&run, &blank(order), "beam", &words);
                let found = penalty(&report).unwrap();
                assert_eq!(improved.lock().unwrap().last(), Some(&Some(found)));
                assert_eq!((report.claim(), report.bound()), (Claim::Found, None));
                let (best, order) = (BEST[order - 1], order as i128);
                assert!((best..=best + 2 * order).contains(&found), "{order} {cells} {found}");
            }
        }
    }
}

/// Boards look alike in most places, so the cache knows most of what it is asked.
#[test]
fn the_beam_says_how_often_its_cache_hits() {
    let report = solved(&blank(7), "beam", &[("width", "3000")]);
    let effort = |wanted: &str| report.effort().iter().find(|(name, _)| *name == wanted).unwrap().1;
    let (hits, misses) = (effort("cache hits"), effort("cache misses"));
    assert!(misses > 0 && hits > 20 * misses, "{hits} {misses}");
    assert!(hits + misses <= effort("boards"), "{hits} {misses}");
}

#[test]
fn the_beam_finds_the_best_boards_of_orders_3_to_5() {
    for order in 3..=5 {
        let report = solved(&blank(order), "beam", &[("width", "4000")]);
        assert_eq!(penalty(&report), Some(BEST[order - 1]));
    }
}

#[test]
fn the_beam_keeps_givens_and_never_says_that_there_is_nothing() {
    let mut random = Random::new(4);
    let mut solutions = 0;
    for round in 0..15 {
        let text = Neighbors::print(&random_givens(&mut random, 3, round % 6));
        let report = solved(&text, "beam", &[("width", "200")]);
        solutions += usize::from(report.outcome() == Outcome::Solved);
        let exact = solved(&text, "rows", &[]);
        match penalty(&exact) {
            Some(least) => assert!(penalty(&report).is_none_or(|found| found >= least)),
            None => assert_eq!(report.solution(), None, "{text}"),
        }
        // Givens that break a rule are refuted by the session, before any engine.
        assert!(report.outcome() != Outcome::None || report.engine().is_none(), "{text}");
    }
    assert!((5..15).contains(&solutions), "{solutions}");
}

#[test]
fn the_same_seed_gives_the_same_board() {
    let text = blank(5);
    let stop = AtomicBool::new(false);
    let board = |seed| {
        let report = solved_in(&Run::alone(seed, &stop), &text, "beam", &[("width", "300")]);
        report.solution().unwrap().to_owned()
    };
    assert_eq!(board(1), board(1));
    assert_ne!(board(1), board(2));
}

#[test]
fn budgets_end_the_search_without_a_claim_too_many() {
    let report = solved(&blank(3), "backtrack", &[("nodes", "1000")]);
    assert_eq!((report.halt(), report.bound()), (Some(Halt::Budget), None));
    let rising = [("nodes", "500000"), ("bound", "rises")];
    for (engine, words) in [("backtrack", &rising[..]), ("rows", &[("states", "100000")])] {
        let report = solved(&blank(3), engine, words);
        assert_eq!((report.halt(), report.outcome()), (Some(Halt::Budget), Outcome::Stopped));
        assert!((1..=3).contains(&report.bound().unwrap()), "{engine} {:?}", report.bound());
    }
}

#[test]
fn rows_charges_its_states_and_ends_where_the_bytes_do() {
    let stop = AtomicBool::new(false);
    let budget = Budget::of(16 << 20);
    let run = Run { budget: &budget, ..Run::alone(1, &stop) };
    let report = solved_in(&run, &blank(5), "rows", &[]);
    assert_eq!((report.halt(), report.outcome()), (Some(Halt::Memory), Outcome::Stopped));
    assert_eq!(budget.used(), 0);
}

#[test]
fn a_stop_is_honoured() {
    let stop = AtomicBool::new(true);
    for engine in ["backtrack", "rows", "beam", "store", "cover", "region"] {
        let report = solved_in(&Run::alone(1, &stop), &blank(6), engine, &[]);
        assert_eq!((report.halt(), report.solution()), (Some(Halt::Interrupted), None), "{engine}");
    }
}

#[test]
fn orders_that_are_too_large_are_refused() {
    for (engine, order) in [("rows", 10), ("beam", 41)] {
        let (text, stop) = (blank(order), AtomicBool::new(false));
        let request = Request { text: &text, engine: Some(engine), prove: false, settings: &[] };
        let refused = solve(REGISTRY, &request, &Run::alone(1, &stop));
        assert!(matches!(refused, Err(SessionError::NoEngine(_))), "{refused:?}");
    }
}

#[test]
fn every_order_has_each_cell_once_and_the_clock_turns_once() {
    for order in 1..=6 {
        let hexagon = Hexagon::new(order);
        for order in [Order::SpiralClock, Order::Clock, Order::Row] {
            let mut cells = order.cells(&hexagon);
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..hexagon.len()));
        }
        let rim = hexagon.ring(order - 1);
        let clock = Order::Clock.cells(&hexagon);
        assert!(clock.into_iter().filter(|cell| rim.contains(cell)).eq(rim.iter().copied()));
    }
}
