//! What `class` and `sat` share: the first incumbents (a periodic pattern, a beam), the answer that
//! verified bounds allow, and the proof.
//!
//! With `prove`, `proof::case_proof` refutes every case again and trusts no bound of the search.
//! Where a formula is satisfiable, the bound behind it is recomputed or the better board taken, and
//! the proof is written again.

use sixfold_puzzle::Family as _;
use sixfold_puzzle::families::neighbors::Neighbors;

use crate::answer::{Answer, Refutation};
use crate::families::neighbors::board::{board_text, incumbent};
use crate::families::neighbors::construct::periodic::periodic_board;
use crate::families::neighbors::encode::perfect_code::Class;
use crate::families::neighbors::encode::sector_counts::{BOARD, SectorBounds};
use crate::families::neighbors::proof::case_proof::{self, CaseTask, Proved};
use crate::families::neighbors::search::beam::{BeamOptions, search};
use crate::families::neighbors::search::descent::Descent;
use crate::run::{Halt, Run};
use crate::sat::Unproved;

/// Resumes a saved state, if there is one, and takes the incumbent of the task, which may lie
/// outside the restricting options.
pub(super) fn begin(descent: &Descent<'_>, task: &CaseTask<'_>) -> Result<(), String> {
    descent.resume(task.run)?;
    if let Some(board) = incumbent(task.incumbent) {
        descent.offer(board, task.run);
    }
    Ok(())
}

/// Takes a periodic pattern as incumbent. The board must be blank.
pub(super) fn offer_periodic_board(descent: &Descent<'_>, task: &CaseTask<'_>) {
    descent.offer(periodic_board(descent.hexagon(), task.run), task.run);
}

/// Takes the board of a beam as incumbent, on orders where that is mostly a best board: order 7 in a
/// thirtieth of the time that SAT takes. The board must be blank. A resumed run has had its beam, and
/// without the memory for a beam there is none.
pub(super) fn offer_beam_board(descent: &Descent<'_>, run: &Run<'_>) -> Result<(), Halt> {
    let width = match descent.hexagon().order() {
        0..=4 => 100,
        5..=6 => 3_000,
        7..=9 => 10_000,
        _ => return Ok(()),
    };
    if descent.state().resumed > 0 {
        return Ok(());
    }
    let found = search(&descent.split.instance, BeamOptions::of_width(width), run);
    if let Some((_, board)) = found.best {
        descent.offer(board, run);
    }
    match found.halt.filter(|halt| matches!(halt, Halt::Time | Halt::Interrupted)) {
        Some(halt) => {
            descent.save(run, true);
            Err(halt)
        }
        None => Ok(()),
    }
}

/// The answer of a descent that has come to its end, or was halted; with a proof, if one is wanted.
pub(super) fn conclude(descent: &Descent<'_>, task: &CaseTask<'_>, halt: Option<Halt>) -> Answer {
    let mut answer = Answer { halt, ..Answer::default() };
    if task.prove && halt.is_none() {
        return proved(descent, task, answer);
    }
    answer.effort = effort(descent);
    summary(descent, task, answer)
}

/// The best board, and the refutation that the verified bounds allow.
fn summary(descent: &Descent<'_>, task: &CaseTask<'_>, mut answer: Answer) -> Answer {
    let best = descent.best();
    let state = descent.state();
    let all = state.exhausted(best) == descent.split.cases.len();
    // The incumbent may have a larger penalty than the option `most` allows.
    let board = || state.board.as_ref().map(|values| board_text(&descent.split.instance, values));
    let given = || task.incumbent.map(|board| Neighbors::print_solution(task.instance, board));
    answer.witness = board().or_else(given);
    answer.refutation = match (&answer.witness, state.bound()) {
        (Some(_), _) if all => Some(Refutation::nothing_better(task.scope(), best as i128)),
        (None, _) if all => Some(Refutation::nothing(task.scope())),
        (_, Some(bound)) if bound > 0 && bound < usize::MAX => {
            Some(Refutation::nothing_better(task.scope(), bound as i128))
        }
        _ => None,
    };
    if all {
        answer.halt = None;
    }
    answer
}

/// Counters, with the verified lower bound of each case; that of its lowest part, where a case is divided.
fn effort(descent: &Descent<'_>) -> Vec<(&'static str, u64)> {
    let state = descent.state();
    let mut effort = state.counters(descent.best());
    let bounds = (0..descent.split.cases.len()).filter_map(|case| {
        let bound = state.verified_bound_of(case).filter(|&bound| bound < usize::MAX)?;
        Some((descent.split.cases[case].map_or("at-least", Class::bound_name), bound as u64))
    });
    for (name, bound) in bounds {
        match effort.iter_mut().find(|(other, _)| *other == name) {
            Some((_, least)) => *least = bound.min(*least),
            None => effort.push((name, bound)),
        }
    }
    effort
}

/// The lower bounds on levels 1 and 2 of each case, as far as a proof needs them.
fn proof_bounds(descent: &Descent<'_>) -> Vec<SectorBounds> {
    let state = descent.state();
    // Where the case itself is about so many penalty edges, nothing has to be shown.
    let bounds = (0..descent.split.cases.len()).map(|case| {
        let given = descent.split.low_range(case).least > 0;
        if given { SectorBounds::of_board(0) } else { state.sector_bounds_of(case) }
    });
    let bounds = bounds.map(|bounds| bounds.no_more_than(descent.best()));
    // Where levels 1 and 2 alone have no board, there is no least penalty, and none is needed.
    let possible = |it: &SectorBounds| it.least[BOARD] <= descent.split.edges();
    bounds.map(|it| if possible(&it) { it } else { SectorBounds::of_board(0) }).collect()
}

/// Writes the proof. Where it contradicts a bound, recomputes that bound and writes it again.
fn proved(descent: &Descent<'_>, task: &CaseTask<'_>, mut answer: Answer) -> Answer {
    loop {
        let bound = descent.state().board.as_ref().map(|_| descent.best());
        let bounds = proof_bounds(descent);
        match case_proof::write(task, &bounds, bound) {
            Ok(Proved::Whole { steps, bytes }) => {
                answer.proved = true;
                let bound = bound.unwrap_or(usize::MAX);
                {
                    let mut state = descent.state();
                    state.lower_bounds = vec![Some(bound); descent.split.cases.len()];
                    state.unverified.clear();
                }
                answer.effort = effort(descent);
                answer.effort.extend([("proof-steps", steps), ("proof-bytes", bytes)]);
                break;
            }
            Ok(Proved::Less { case }) => {
                answer.halt = descent.recompute_low_bound(case, task.run).err();
            }
            Ok(Proved::Better { case }) => {
                answer.halt = descent.improve(case, task.run).err();
            }
            Err(unproved) => {
                if let Unproved::Halted(halt) = unproved {
                    answer.halt = Some(halt);
                }
                match unproved.reason() {
                    Ok(reason) => answer.unproved = Some(reason),
                    Err(problem) => answer.failure = Some(problem),
                }
            }
        }
        if answer.halt.is_some() || answer.failure.is_some() || answer.unproved.is_some() {
            answer.effort = effort(descent);
            break;
        }
    }
    summary(descent, task, answer)
}
