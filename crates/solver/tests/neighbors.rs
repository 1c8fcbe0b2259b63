//! The SAT engines of Hexagonal Neighbors, through the session.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::Kind;
use sixfold_solver::{Claim, Halt, Outcome, Report, Request, Run, engines, solve};

fn attempt(text: &str, engine: Option<&str>, threads: usize) -> Report {
    let request = Request { text, engine, prove: false, settings: &[] };
    let stop = AtomicBool::new(false);
    solve(engines, &request, &Run { threads, ..Run::alone(1, &stop) }).unwrap()
}

fn blank(order: usize) -> String {
    Kind::Neighbors.puzzle().preset(&order.to_string()).unwrap()
}

#[test]
fn small_orders_are_solved_and_that_is_complete() {
    for (order, penalty) in [(1, 0), (3, 3), (4, 3), (5, 9)] {
        let report = attempt(&blank(order), None, 2);
        assert_eq!(report.engine, Some("sat"));
        assert_eq!((report.outcome, report.claim), (Outcome::Solved, Claim::Complete));
        assert_eq!(report.objective.unwrap().value, penalty, "order {order}");
    }
}

#[test]
fn sat_agrees_with_the_rows_under_givens() {
    let boards = [
        "neighbors 2\n? ?\n? ? ?\n? ?\n",
        "neighbors 2\n7 ?\n? ? ?\n? ?\n",
        "neighbors 2\n? ?\n? 7 ?\n? ?\n",
        "neighbors 2\n1 1\n1 1 1\n1 1\n",
        "neighbors 3\n? ? ?\n? 6 7 ?\n? ? ? ? ?\n? ? ? ?\n? 1 1\n",
        "neighbors 3\n4 ? ?\n? ? ? ?\n? ? 7 ? ?\n? ? ? ?\n? ? 4\n",
        "neighbors 3\n2 2 2\n? ? ? ?\n? ? ? ? ?\n? ? 3 ?\n? ? ?\n",
    ];
    for text in boards {
        let (ours, theirs) = (attempt(text, Some("sat"), 1), attempt(text, Some("rows"), 1));
        assert_eq!((ours.outcome, ours.claim), (theirs.outcome, theirs.claim), "{text}");
        let value = |report: &Report| report.objective.as_ref().map(|objective| objective.value);
        assert_eq!(value(&ours), value(&theirs), "{text}");
    }
}

/// A class is a part: its best board is not claimed to be the best of all.
#[test]
fn an_exhausted_class_claims_nothing_about_the_whole() {
    let report = attempt(&blank(8), None, 2);
    assert_eq!((report.engine, report.claim), (Some("class"), Claim::Found));
    assert_eq!((report.objective.as_ref().unwrap().value, report.bound), (20, None));
    let words = report.words();
    assert!(words.ends_with("nothing better within code=4 bits=5"), "{words}");
}

#[test]
fn a_stopped_search_says_so() {
    let text = blank(12);
    let request = Request { text: &text, engine: None, prove: false, settings: &[] };
    let stop = AtomicBool::new(true);
    let report = solve(engines, &request, &Run::alone(1, &stop)).unwrap();
    assert_eq!((report.outcome, report.halt), (Outcome::Stopped, Some(Halt::Interrupted)));
    assert_eq!(report.claim, Claim::Nothing);
}
