//! Portfolio of two searches on one problem: an incomplete one, which is quick where solutions are many, and a complete
//! one, which can also refute.
//!
//! On one thread they take turns of a fixed number of steps, so the same seed gives the same answer. On several threads
//! they run side by side, and the first that ends stops the other. The portfolio knows no puzzle: an answer is any value.
//!
//! Reference: Huberman, Lukose and Hogg, "An Economics Approach to Hard Computational Problems", 1997.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::run::Run;

/// A search that takes turns: works through one turn, given its number from 0, and answers if it is done.
pub type TakeTurn<'a, A> = &'a mut dyn FnMut(u32) -> Option<A>;

/// Lets two searches take turns until one answers.
pub fn by_turns<A>(first: TakeTurn<'_, A>, second: TakeTurn<'_, A>) -> A {
    let mut turn = 0;
    loop {
        if let Some(answer) = first(turn).or_else(|| second(turn)) {
            return answer;
        }
        turn = turn.saturating_add(1);
    }
}

/// Runs two searches on half of the threads each; the first that ends stops the other. The answer is that of the complete
/// search, unless it decided nothing and the incomplete one did. Where only one thread may work, the complete search has it.
pub fn side_by_side<A: Send>(
    run: &Run<'_>,
    incomplete: impl FnOnce(&Run<'_>) -> A + Send,
    complete: impl FnOnce(&Run<'_>) -> A,
    decides: fn(&A) -> bool,
) -> A {
    let done = AtomicBool::new(false);
    let shared = run.shared(&done);
    if run.workers() == 1 {
        return complete(&shared);
    }
    let half = (run.workers() / 2).max(1);
    let some = Run { threads: half, ..shared };
    let others = Run { threads: run.workers().saturating_sub(half).max(1), ..shared };
    let partner = || {
        let answer = incomplete(&some);
        done.store(true, Ordering::Relaxed);
        answer
    };
    let (answer, partners) = run.beside(vec![partner], || {
        let answer = complete(&others);
        done.store(true, Ordering::Relaxed);
        answer
    });
    let decided = partners.into_iter().find(|other| decides(other) && !decides(&answer));
    decided.unwrap_or(answer)
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "threads")]
    use std::thread;

    use super::*;

    /// Waits until the run is stopped.
    #[cfg(feature = "threads")]
    fn stopped(run: &Run<'_>) -> Option<u32> {
        while run.halted().is_none() {
            thread::yield_now();
        }
        None
    }

    #[test]
    fn turns_alternate_until_one_answers() {
        let (mut steps, mut nodes) = (Vec::new(), Vec::new());
        let answer = by_turns(
            &mut |turn| {
                steps.push(turn);
                None
            },
            &mut |turn| {
                nodes.push(turn);
                (turn == 2).then_some("found")
            },
        );
        assert_eq!((answer, steps, nodes), ("found", vec![0, 1, 2], vec![0, 1, 2]));
    }

    #[test]
    fn one_thread_is_for_the_complete_search() {
        let stop = AtomicBool::new(false);
        let answer = side_by_side(&Run::alone(1, &stop), |_| Some(7), |_| None, Option::is_some);
        assert_eq!(answer, None);
    }

    #[cfg(feature = "threads")]
    #[test]
    fn the_first_to_end_stops_the_other() {
        let stop = AtomicBool::new(false);
        let run = Run { threads: 3, ..Run::alone(1, &stop) };
        let quick = |run: &Run<'_>| Some(run.threads as u32);
        assert_eq!(side_by_side(&run, quick, stopped, Option::is_some), Some(1));
        assert_eq!(side_by_side(&run, stopped, quick, Option::is_some), Some(2));
        // Both have answers: the complete search is right.
        assert_eq!(side_by_side(&run, |_| Some(7), |_| Some(8), Option::is_some), Some(8));
    }
}
