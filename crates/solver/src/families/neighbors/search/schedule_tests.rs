//! Tests of the schedule: any number of threads, cases or steps apart, ends alike.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::families::neighbors::board::blank;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::search::state::SearchState;
use crate::sat::BackendName;

fn split(order: usize) -> CaseSplit {
    CaseSplit::usual_class(blank(order))
}

/// Cases and single steps, and any number of threads, end alike.
#[test]
fn steps_apart_end_as_cases_do() {
    let stop = AtomicBool::new(false);
    let small = [(1, false), (1, true), (3, true), (8, false)];
    let small = small.map(|(threads, apart)| (8, 20, threads, apart)).into_iter();
    for (order, best, threads, apart) in small.chain([(9, 24, 8, false)]) {
        let split = split(order);
        let run = Run { threads, ..Run::alone(1, &stop) };
        let descent = Descent::new(&split, BackendName::DEFAULT);
        assert_eq!(descent.descend(apart, &run), Ok(()));
        assert_eq!(descent.best(), best, "{order} {threads} {apart}");
        assert!((0..4).all(|case| descent.exhausted(case)), "{order} {threads}");
        assert!(!descent.state().refuted.is_empty(), "{order} {threads}");
        assert!(descent.state().learned.is_empty(), "{order} {threads}");
    }
}

/// Whatever is estimated for levels 1 and 2, the end is the same: a wrong estimate is dropped
/// with its refutations.
#[test]
fn wrong_estimates_do_no_harm() {
    let stop = AtomicBool::new(false);
    let split = split(9);
    for (threads, estimate) in [(5, 26), (1, 40)] {
        let run = Run { threads, ..Run::alone(1, &stop) };
        let descent = Descent::new(&split, BackendName::DEFAULT);
        let low_bounds = vec![Some(estimate); 4];
        let estimates =
            SearchState { low_bounds, unverified: (0..4).collect(), ..SearchState::new(4) };
        descent.restore(estimates, &run);
        assert_eq!(descent.work(&run), Ok(()));
        assert_eq!(descent.best(), 24, "{threads} {estimate}");
        let state = descent.state();
        assert!(state.unverified.is_empty());
        assert_eq!((state.exhausted(24), state.bound()), (4, Some(24)), "{threads} {estimate}");
        let right = state
            .low_bounds
            .iter()
            .zip([24, 24, 26, 23])
            .all(|(&low_bound, most)| low_bound <= Some(most));
        assert!(right, "{:?}", state.low_bounds);
    }
}

/// `most` finds a board where there is one, and nothing below it.
#[test]
fn a_penalty_is_there_or_not() {
    let stop = AtomicBool::new(false);
    let run = Run { threads: 5, ..Run::alone(1, &stop) };
    for (most, found) in [(24, true), (23, false)] {
        let split = CaseSplit { most: Some(most), ..split(9) };
        let descent = Descent::new(&split, BackendName::DEFAULT);
        assert_eq!(descent.work(&run), Ok(()));
        assert_eq!(descent.state().board.is_some(), found);
        assert_eq!(descent.best(), 24);
        assert!((0..4).all(|case| descent.exhausted(case)));
    }
}

/// Refuted steps are not searched again, and open ones are.
#[test]
fn an_interrupted_run_goes_on_with_the_steps_that_are_left() {
    let stop = AtomicBool::new(false);
    let run = Run { threads: 5, ..Run::alone(1, &stop) };
    let split = CaseSplit { most: Some(27), ..split(10) };
    let whole = Descent::new(&split, BackendName::DEFAULT);
    assert_eq!(whole.descend(true, &run), Ok(()));
    let state = SearchState::read(&whole.state().text(28), 4, &split.instance).unwrap();
    let &left = state.refuted.keys().next().expect("there are steps");
    let mut refuted = state.refuted.clone();
    refuted.remove(&left);
    let again = Descent::new(&split, BackendName::DEFAULT);
    again.restore(
        SearchState { refuted, lower_bounds: vec![None; 4], conflicts: 0, ..state.clone() },
        &run,
    );
    assert!(!again.exhausted(left.0));
    assert_eq!(parts(&again, 27, true).len(), state.refuted.len());
    assert_eq!(again.descend(true, &run), Ok(()));
    assert_eq!(again.state().refuted, state.refuted);
    assert!((0..4).all(|case| again.exhausted(case)));
}
