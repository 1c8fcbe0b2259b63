//! What a listener hears of solutions: each is verified and better than the one before, and the last is the answer.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use sixfold_puzzle::{Goal, puzzles, verify};
use sixfold_solver::{Event, REGISTRY, Report, Request, Run, solve};

/// After so many reports of progress a search is asked to stop: its answer is then its best so far.
const ENOUGH: usize = 20;

/// Solves a board with the family's default engine; what was heard of solutions, and the report.
fn heard(text: &str, threads: usize) -> (Vec<(Option<i128>, String)>, Report) {
    let (stop, reports) = (AtomicBool::new(false), AtomicUsize::new(0));
    let heard = Mutex::new(Vec::new());
    let sink = |event: &Event| match event {
        Event::Improved { objective, solution } => {
            heard.lock().unwrap().push((*objective, solution.clone()));
        }
        Event::Progress(_) => {
            let before = reports.fetch_add(1, Ordering::Relaxed);
            stop.fetch_or(before >= ENOUGH, Ordering::Relaxed);
        }
        Event::Bound(_) | Event::Listed(_) => {}
    };
    let run = Run { threads, sink: &sink, ..Run::alone(1, &stop) };
    let request = Request { text, engine: None, prove: false, settings: &[] };
    let report = solve(REGISTRY, &request, &run).unwrap();
    (heard.into_inner().unwrap(), report)
}

/// Solves a board of the folder of known solutions without that solution.
fn reports_up_to_the_answer(family: &str, file: &str) {
    let puzzle = REGISTRY.named(family).unwrap().rules;
    let text = puzzle.instance(puzzles::text(family, "good", file).unwrap()).unwrap();
    let goal = puzzle.goal(&text).unwrap();
    for threads in [1, 3] {
        let (heard, report) = heard(&text, threads);
        for (objective, solution) in &heard {
            let verdict = verify(&text, solution).unwrap();
            assert!(verdict.solved(), "{solution}");
            assert_eq!(verdict.objective.map(|it| it.value), *objective);
        }
        let better = heard.windows(2).all(|pair| match goal {
            Goal::Minimise => pair[1].0 < pair[0].0,
            Goal::Maximise => pair[1].0 > pair[0].0,
            Goal::Satisfy => false,
        });
        assert!(better, "{heard:?}");
        let last = heard.last().map(|(_, solution)| solution.as_str());
        assert!(last.is_some());
        assert_eq!(last, report.solution());
    }
}

#[test]
fn neighbors_reports_up_to_the_answer() {
    reports_up_to_the_answer("neighbors", "5");
}

#[test]
fn balto_reports_up_to_the_answer() {
    reports_up_to_the_answer("balto", "3");
}

#[test]
fn magic_reports_up_to_the_answer() {
    reports_up_to_the_answer("magic", "3");
    reports_up_to_the_answer("magic", "close-3");
}

#[test]
fn hexiom_reports_up_to_the_answer() {
    reports_up_to_the_answer("hexiom", "08");
}

#[test]
fn fences_reports_up_to_the_answer() {
    reports_up_to_the_answer("fences", "example-8");
}

/// A solution in the text is no news; a better one is.
#[test]
fn the_given_solution_is_not_reported() {
    let best = puzzles::text("neighbors", "good", "3").unwrap();
    let (silent, report) = heard(best, 1);
    assert_eq!(silent, []);
    assert!(report.solution().is_some());
    let ones = "neighbors 2\n? ?\n? ? ?\n? ?\nsolution\n1 1\n1 1 1\n1 1\n";
    let (better, report) = heard(ones, 1);
    assert!(better.iter().all(|(penalty, _)| penalty.is_some_and(|it| it < 12)), "{better:?}");
    assert_eq!(better.last().map(|(_, solution)| solution.as_str()), report.solution());
}
