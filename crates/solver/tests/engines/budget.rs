//! A run that exceeds its budget of bytes ends with [`Halt::Memory`] and what it has, in every family. A budget that is
//! never reached changes nothing, and all of it is given back.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::{Puzzle, families};
use sixfold_solver::{
    Budget, Claim, CountReport, Halt, Outcome, REGISTRY, Report, Request, Run, Tally, count, solve,
};

/// Less than any engine below needs.
const TINY: u64 = 16;
/// More than any of them needs.
const ROOMY: u64 = 1 << 33;

/// A family, a preset and an engine, which may have a setting behind a comma.
type Case = (&'static dyn Puzzle, &'static str, &'static str);

/// The engine of a case, and its settings.
fn engine(name: &str) -> (&str, Vec<(String, String)>) {
    let Some((engine, setting)) = name.split_once(',') else { return (name, Vec::new()) };
    let (name, value) = setting.split_once('=').unwrap();
    (engine, vec![(name.to_owned(), value.to_owned())])
}

/// Searches that end by themselves within a second or two.
const SOLVED: [Case; 6] = [
    (families::NEIGHBORS, "4", "beam"),
    (families::NEIGHBORS, "4", "cores"),
    (families::BALTO, "3", "beam,width=64"),
    (families::MAGIC, "3", "exact"),
    (families::HEXIOM, "00", "sat"),
    (families::FENCES, "example", "orbits"),
];

const COUNTED: [Case; 4] = [
    (families::NEIGHBORS, "4", "tally"),
    (families::MAGIC, "3", "exact"),
    (families::HEXIOM, "00", "frontier"),
    (families::FENCES, "example", "orbits"),
];

fn solved(case: Case, budget: &Budget) -> Report {
    let text = case.0.preset(case.1).unwrap();
    let (engine, settings) = engine(case.2);
    let request = Request { text: &text, engine: Some(engine), prove: false, settings: &settings };
    let stop = AtomicBool::new(false);
    solve(REGISTRY, &request, &Run { budget, ..Run::alone(1, &stop) }).unwrap()
}

fn counted(case: Case, budget: &Budget) -> CountReport {
    let text = case.0.preset(case.1).unwrap();
    let request = Request { text: &text, engine: Some(case.2), prove: false, settings: &[] };
    let stop = AtomicBool::new(false);
    let run = Run { budget, ..Run::alone(1, &stop) };
    count(REGISTRY, &request, &Tally { limit: None }, &run).unwrap()
}

#[test]
fn a_budget_that_is_too_small_stops_a_search() {
    let long = (families::BALTO, "3", "exact");
    for case in SOLVED.into_iter().chain([long]) {
        let budget = Budget::of(TINY);
        let report = solved(case, &budget);
        assert_eq!(
            (report.outcome(), report.halt()),
            (Outcome::Stopped, Some(Halt::Memory)),
            "{case:?}"
        );
        assert_eq!(budget.used(), 0, "{case:?}");
    }
}

#[test]
fn a_budget_that_is_too_small_stops_a_count() {
    for case in COUNTED {
        let budget = Budget::of(TINY);
        let report = counted(case, &budget);
        assert_eq!((report.halt, report.claim), (Some(Halt::Memory), Claim::Nothing), "{case:?}");
        assert_eq!(budget.used(), 0, "{case:?}");
    }
}

#[test]
fn a_roomy_budget_changes_nothing() {
    for case in SOLVED {
        let budget = Budget::of(ROOMY);
        let (roomy, free) = (solved(case, &budget), solved(case, &Budget::unlimited()));
        assert_eq!(roomy.halt(), None, "{case:?}");
        assert_eq!(
            (roomy.solution(), roomy.effort()),
            (free.solution(), free.effort()),
            "{case:?}"
        );
        assert_eq!(budget.used(), 0, "{case:?}");
    }
    for case in COUNTED {
        let budget = Budget::of(ROOMY);
        let (roomy, free) = (counted(case, &budget), counted(case, &Budget::unlimited()));
        assert_eq!((roomy.halt, roomy.count), (None, free.count), "{case:?}");
        assert_eq!(budget.used(), 0, "{case:?}");
    }
}

/// Several runs may share a budget: what one holds the other cannot have.
#[test]
fn a_run_cannot_have_what_another_one_holds() {
    let case = (families::NEIGHBORS, "4", "cores");
    let budget = Budget::of(ROOMY);
    let stop = AtomicBool::new(false);
    let other = Run { budget: &budget, ..Run::alone(1, &stop) };
    let held = other.charge(ROOMY as usize - TINY as usize).unwrap();
    assert_eq!(solved(case, &budget).halt(), Some(Halt::Memory));
    drop(held);
    assert_eq!(solved(case, &budget).outcome(), Outcome::Solved);
}
