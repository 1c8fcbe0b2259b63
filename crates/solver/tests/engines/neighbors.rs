//! The SAT engines of Hexagonal Neighbors, through the session.

use std::sync::atomic::{AtomicBool, Ordering};

use sixfold_puzzle::families;
use sixfold_puzzle::hex::Hexagon;
use sixfold_solver::{
    Claim, Event, Finding, Halt, Outcome, ProofStatus, REGISTRY, Report, Request, Run, solve,
};

use crate::desk::Desk;

fn attempt(text: &str, engine: Option<&str>, threads: usize) -> Report {
    let request = Request { text, engine, prove: false, settings: &[] };
    let stop = AtomicBool::new(false);
    solve(REGISTRY, &request, &Run { threads, ..Run::alone(1, &stop) }).unwrap()
}

fn blank(order: usize) -> String {
    families::NEIGHBORS.preset(&order.to_string()).unwrap()
}

#[test]
fn small_orders_are_solved_and_that_is_complete() {
    for (order, penalty) in [(1, 0), (3, 3), (4, 3), (5, 9)] {
        let report = attempt(&blank(order), None, 2);
        assert_eq!(report.engine(), Some("sat"));
        assert_eq!((report.outcome(), report.claim()), (Outcome::Solved, Claim::Complete));
        assert_eq!(report.objective().unwrap().value, penalty, "order {order}");
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
        assert_eq!((ours.outcome(), ours.claim()), (theirs.outcome(), theirs.claim()), "{text}");
        let value = |report: &Report| report.objective().as_ref().map(|objective| objective.value);
        assert_eq!(value(&ours), value(&theirs), "{text}");
    }
}

/// A class is a part: its best board is not claimed to be the best of all.
#[test]
fn an_exhausted_class_claims_nothing_about_the_whole() {
    let report = attempt(&blank(8), None, 2);
    assert_eq!((report.engine(), report.claim()), (Some("class"), Claim::Found));
    assert_eq!((report.objective().as_ref().unwrap().value, report.bound()), (20, None));
    let words = report.words();
    let said = "best found; no board with a regular inside (code=4 bits=5) is better; \
                others are not excluded";
    assert!(words.ends_with(said), "{words}");
    assert!(report.others().is_some_and(|others| others.starts_with("`--prove` decides")));
}

/// Asked for less than the penalty of its best board, the class has nothing; and nothing is said of other boards.
#[test]
fn a_class_has_nothing_below_its_best_board() {
    let (text, settings) = (blank(8), [("most".to_owned(), "19".to_owned())]);
    let request = Request { text: &text, engine: Some("class"), prove: false, settings: &settings };
    let stop = AtomicBool::new(false);
    let report = solve(REGISTRY, &request, &Run { threads: 5, ..Run::alone(1, &stop) }).unwrap();
    assert_eq!((report.claim(), report.bound(), &report.solution()), (Claim::Nothing, None, &None));
    let words = report.words();
    assert!(words.starts_with("none within code=4 bits=5 most=19"), "{words}");
}

#[test]
fn a_stopped_search_says_so() {
    let text = blank(12);
    let request = Request { text: &text, engine: None, prove: false, settings: &[] };
    let stop = AtomicBool::new(true);
    let report = solve(REGISTRY, &request, &Run::alone(1, &stop)).unwrap();
    assert_eq!((report.outcome(), report.halt()), (Outcome::Stopped, Some(Halt::Interrupted)));
    // A first board is there at once, and nothing is known about better ones.
    assert_eq!((report.claim(), report.bound()), (Claim::Found, None));
    assert!(matches!(report.finding, Finding::Best { .. }));
    assert!(report.words().starts_with("stopped: interrupted; penalty "), "{}", report.words());
}

fn with(text: &str, prove: bool, settings: &[(&str, &str)]) -> Report {
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let request = Request { text, engine: Some("sat"), prove, settings: &settings };
    let stop = AtomicBool::new(false);
    solve(REGISTRY, &request, &Run::alone(1, &stop)).unwrap()
}

fn penalty(report: &Report) -> Option<i128> {
    report.objective().as_ref().map(|objective| objective.value)
}

/// Whatever is counted and by whatever means, the best is the best; the second solver agrees. With the
/// sum of cells it takes more than a minute for order 3, and both more than two for order 4.
#[test]
fn all_countings_and_both_solvers_agree() {
    for counting in ["angle", "ring", "network", "adder", "cells", "bitonic"] {
        for backend in ["cadical", "batsat"] {
            let report = with(&blank(2), false, &[("counting", counting), ("backend", backend)]);
            let found = (penalty(&report), report.claim());
            assert_eq!(found, (Some(0), Claim::Complete), "{counting} {backend}");
        }
    }
    let report = with(&blank(3), false, &[("counting", "cells")]);
    assert_eq!((penalty(&report), report.claim()), (Some(3), Claim::Complete));
    for counting in ["angle", "ring", "network", "adder", "bitonic"] {
        for (order, backend) in [(3, "cadical"), (3, "batsat"), (4, "cadical"), (4, "batsat")] {
            let settings = [("counting", counting), ("backend", backend), ("values", "7")];
            let report = with(&blank(order), false, &settings);
            let found = (penalty(&report), report.claim());
            assert_eq!(found, (Some(3), Claim::Complete), "{counting} {backend} order {order}");
        }
    }
}

/// What a restriction leaves out is never claimed to be searched.
#[test]
fn every_restriction_drops_the_claim() {
    let text = blank(4);
    let restrictions: [&[(&str, &str)]; 9] = [
        &[("most", "3")],
        &[("most", "2")],
        &[("ring", "7")],
        &[("ring", "4"), ("interior", "3")],
        &[("ring", "4"), ("raise", "2")],
        &[("ring", "3"), ("single", "3,5")],
        &[("centre", "both")],
        &[("centre", "in")],
        &[("centre", "beside")],
    ];
    for settings in restrictions {
        let report = with(&text, false, settings);
        assert!(report.claim() <= Claim::Found, "{settings:?}: {:?}", report.claim());
        assert_eq!(report.bound(), None, "{settings:?}");
        let words = report.words();
        let (name, value) = settings[0];
        assert!(words.contains(&format!("within {name}={value}")), "{settings:?}: {words}");
        assert!(penalty(&report).is_none_or(|penalty| penalty >= 3), "{settings:?}");
    }
    assert_eq!(with(&text, false, &[("most", "2")]).solution(), None);
}

/// The distances of the penalty edges of a board, where of several supports the one furthest from the
/// rim counts as the useful one: the sum of the rings of the ends.
fn penalty_distances(order: usize, solution: &str) -> Vec<usize> {
    let hexagon = Hexagon::new(order);
    let values: Vec<u32> = solution.chars().filter_map(|it| it.to_digit(10)).collect();
    let ring = |cell: usize| order - hexagon.cell(cell).ring() as usize;
    let mut distances = Vec::new();
    for (cell, &value) in values.iter().enumerate() {
        for level in 1..value {
            let around = hexagon.neighbours(cell).filter(|&next| values[next] == level);
            let mut far: Vec<usize> = around.map(|next| ring(cell) + ring(next)).collect();
            far.sort_unstable();
            far.pop();
            distances.extend(far);
        }
        let equal = hexagon.neighbours(cell).filter(|&next| next < cell && values[next] == value);
        distances.extend(equal.map(|next| ring(cell) + ring(next)));
    }
    distances
}

#[test]
fn restrictions_are_kept_by_what_is_found() {
    let far = |settings: &[(&str, &str)]| -> Vec<usize> {
        let report = with(&blank(5), false, settings);
        let all = penalty_distances(5, report.solution().unwrap());
        assert_eq!(Some(all.len() as i128), penalty(&report), "{settings:?}");
        all.into_iter().filter(|&far| far >= 4).collect()
    };
    assert_eq!(far(&[("ring", "4")]), Vec::<usize>::new());
    assert!(far(&[("ring", "4"), ("interior", "2")]).len() <= 2);
    let single = far(&[("ring", "4"), ("single", "5")]);
    assert!(single.iter().all(|&far| far == 5) && single.len() <= 1, "{single:?}");
}

#[test]
fn options_that_make_no_sense_are_refused() {
    for (settings, words) in [
        (&[("interior", "3")][..], "exceptions"),
        (&[("single", "4")], "exceptions"),
        (&[("raise", "4")], "exceptions"),
        (&[("ring", "4"), ("interior", "2"), ("raise", "2")], "already allows so many"),
        (&[("ring", "4"), ("single", "4;5")], "not a list"),
        (&[("ring", "4"), ("counting", "cells")], "no penalty edges"),
    ] {
        let settings: Vec<(String, String)> =
            settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let text = blank(4);
        let request =
            Request { text: &text, engine: Some("sat"), prove: false, settings: &settings };
        let stop = AtomicBool::new(false);
        let error = solve(REGISTRY, &request, &Run::alone(1, &stop)).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

fn proved(text: &str, settings: &[(&str, &str)]) -> Report {
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let request = Request { text, engine: Some("sat"), prove: true, settings: &settings };
    let (desk, stop) = (Desk::default(), AtomicBool::new(false));
    solve(REGISTRY, &request, &Run { outside: &desk, ..Run::alone(1, &stop) }).unwrap()
}

/// A board with the penalty 0 is the best, and looking for a better one ends.
#[test]
fn a_board_with_penalty_0_ends_the_search_for_a_proof() {
    for settings in [&[("most", "0")][..], &[("ring", "2")]] {
        let report = proved(&blank(2), settings);
        assert_eq!(penalty(&report), Some(0), "{settings:?}");
        assert_eq!(report.proof, ProofStatus::Checked, "{settings:?}");
    }
}

/// Where even levels 1 and 2 have no board, they have no least penalty either, and there is a proof.
#[test]
fn a_restriction_that_leaves_no_board_has_a_proof() {
    let report = proved(&blank(3), &[("ring", "3"), ("interior", "1")]);
    assert_eq!((report.solution(), &report.proof), (None, &ProofStatus::Checked));
    let report = proved("neighbors 2\n? ?\n? 6 ?\n? ?\n", &[]);
    assert_eq!((report.solution(), report.claim()), (None, Claim::Certified));
}

/// The report's recipe: penalty edges near the boundary only, a 1 in the centre or beside it at the
/// same time, and one more edge inside whenever nothing better is left.
#[test]
fn the_recipe_of_the_report_finds_the_best_boards() {
    for (order, raise, best) in [(5, "1", 9), (7, "1", 17)] {
        let settings = [("ring", "4"), ("centre", "both"), ("raise", raise)];
        let report = with(&blank(order), false, &settings);
        assert_eq!((penalty(&report), report.claim()), (Some(best), Claim::Found), "{order}");
        let inside = penalty_distances(order, report.solution().unwrap());
        assert!(inside.iter().filter(|&&far| far >= 4).count() <= 1, "{order}");
        let words = report.words();
        let scope = format!("within ring=4 raise={raise} centre=both");
        assert!(words.ends_with(&format!("nothing better {scope}")), "{words}");
    }
}

/// Both cases of `centre=both` together are those of `centre=in` and `centre=beside`.
#[test]
fn both_centres_are_one_after_the_other() {
    for order in [4, 5] {
        let alone =
            ["in", "beside"].map(|centre| with(&blank(order), false, &[("centre", centre)]));
        let both = with(&blank(order), false, &[("centre", "both")]);
        let best = alone.iter().filter_map(penalty).min();
        assert_eq!((penalty(&both), both.claim()), (best, Claim::Found), "{order}");
    }
}

/// A search that is stopped before its last stage says nothing about that stage.
#[test]
fn a_stage_that_allows_less_claims_nothing() {
    let text = blank(7);
    let settings = [("ring", "4"), ("centre", "both"), ("raise", "9")];
    let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let request = Request { text: &text, engine: Some("sat"), prove: false, settings: &settings };
    let stop = AtomicBool::new(false);
    let sink = |event: &Event| {
        if matches!(event, Event::Improved { .. }) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let report = solve(REGISTRY, &request, &Run { sink: &sink, ..Run::alone(1, &stop) }).unwrap();
    assert_eq!((report.outcome(), report.bound()), (Outcome::Stopped, None));
    assert!(!report.words().contains("nothing better"), "{}", report.words());
}

/// A proof of the recipe is about its last stage, in both cases.
#[test]
fn the_recipe_has_a_proof() {
    let report = proved(&blank(5), &[("ring", "4"), ("centre", "both"), ("raise", "1")]);
    assert_eq!((penalty(&report), &report.proof), (Some(9), &ProofStatus::Checked));
    assert_eq!(report.claim(), Claim::Found);
}
