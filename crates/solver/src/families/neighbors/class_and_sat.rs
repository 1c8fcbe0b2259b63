//! The engines `class` and `sat`: a first incumbent, bound descent, and a certificate if one is
//! wanted.
//!
//! `class` searches the boards whose inside is a perfect code. `sat` searches all boards, or those
//! that its restricting options leave. On large blank boards without restrictions, `sat` takes its
//! incumbent from the class first.
//!
//! Periodic patterns, boundary dynamic programming and beams give incumbents only. Lower bounds
//! come from `search::descent`, and count once they are verified.
//!
//! With `prove`, `proof::case_proof` refutes every case again and trusts no bound of the search.
//! Where a formula is satisfiable, the bound behind it is recomputed or the better board taken, and
//! the proof is written again.
//!
//! An answer of `class` says nothing about boards outside the class.

use std::sync::atomic::AtomicBool;

use crate::engine::{Answer, Refutation, Task};
use crate::families::neighbors::board::{LARGEST_OF_CONTEST, LEAST_ORDER, board_text, incumbent};
use crate::families::neighbors::construct::boundary_dp::{self, quick_boards};
use crate::families::neighbors::construct::periodic::periodic_board;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::encoding_options::most;
use crate::families::neighbors::encode::perfect_code::Class;
use crate::families::neighbors::encode::sector_counts::{BOARD, SectorBounds};
use crate::families::neighbors::proof::case_proof::{self, Proved};
use crate::families::neighbors::search::beam::engine::beam_board;
use crate::families::neighbors::search::descent::Descent;
use crate::families::neighbors::search::stage::Stage;
use crate::run::{Halt, Run};
use crate::sat::{BackendName, Unproved};

/// Below this order bound descent needs no constructed incumbent.
const QUICK_ORDER: usize = 12;

/// The class, in its four cases.
pub(crate) fn class(task: &Task<'_>) -> Answer {
    let split = CaseSplit::class(task.instance, task.options);
    if let Err(failure) = most(task.options, &split.instance.hexagon) {
        return Answer { failure: Some(failure), ..Answer::default() };
    }
    let descent = Descent::new(&split, backend(task));
    let halt = match begin(&descent, task) {
        Ok(()) => {
            construct_incumbents(&descent, task).and_then(|()| explored(&descent, task)).err()
        }
        Err(failure) => return Answer { failure: Some(failure), ..Answer::default() },
    };
    conclude(&descent, task, halt)
}

/// Exhausts the class. A proof also needs the sector bounds of each case.
fn explored(descent: &Descent<'_>, task: &Task<'_>) -> Result<(), Halt> {
    descent.work(task.run)?;
    if task.prove { descent.find_low_bounds(task.run) } else { Ok(()) }
}

/// All boards that the options leave. For a proof, unverified bounds suffice: the proof verifies
/// them.
pub(crate) fn whole(task: &Task<'_>) -> Answer {
    let split = match CaseSplit::whole(task.instance, task.options) {
        Ok(split) => split,
        Err(failure) => return Answer { failure: Some(failure), ..Answer::default() },
    };
    let descent = Descent::new(&split, backend(task));
    if let Err(failure) = begin(&descent, task) {
        return Answer { failure: Some(failure), ..Answer::default() };
    }
    let structured = split.cases.len() > 1
        && split.instance.hexagon.order() >= LEAST_ORDER
        && task.options.scope().is_whole();
    let scouted = if structured { scout(&descent, task) } else { Ok(Ok(())) };
    let ended = match (scouted, structured, task.prove) {
        (Err(failure), ..) => return Answer { failure: Some(failure), ..Answer::default() },
        (Ok(Err(halt)), ..) => Err(halt),
        (Ok(Ok(())), true, true) => Ok(()),
        (Ok(Ok(())), false, true) => beam_incumbent(&descent, task),
        (Ok(Ok(())), _, false) => descent.work(task.run),
    };
    conclude(&descent, task, ended.err())
}

/// Takes the board of a beam as incumbent, and computes the lower bounds on levels 1 and 2.
fn beam_incumbent(descent: &Descent<'_>, task: &Task<'_>) -> Result<(), Halt> {
    let whole = task.options.scope().is_whole();
    let board = whole.then(|| beam_board(&descent.split.instance, task.run)).flatten();
    if let Some(board) = board {
        descent.offer(board, task.run);
    }
    descent.find_low_bounds(task.run)
}

fn backend(task: &Task<'_>) -> BackendName {
    BackendName::chosen(task.options)
}

/// Resumes a saved state, if there is one, and takes the incumbent or a periodic pattern. The
/// incumbent may lie outside the restricting options.
fn begin(descent: &Descent<'_>, task: &Task<'_>) -> Result<(), String> {
    descent.resume(task.run)?;
    if let Some(board) = incumbent(task, &descent.split.instance) {
        descent.offer(board, task.run);
    }
    let blank = descent.split.instance.givens.iter().all(Option::is_none);
    if blank && (task.options.scope().is_whole() || task.engine == "class") {
        let hexagon = &descent.split.instance.hexagon;
        descent.offer(periodic_board(hexagon, task.run), task.run);
    }
    Ok(())
}

/// Takes incumbents from the boundary dynamic program, since SAT alone finds none for a long time.
/// Beyond the contest these boards have lines of 3s as well. With `most` the user mostly knows such
/// boards, so this step is left out.
fn construct_incumbents(descent: &Descent<'_>, task: &Task<'_>) -> Result<(), Halt> {
    let order = descent.split.instance.hexagon.order();
    if order < QUICK_ORDER || descent.split.most.is_some() || descent.state().lined {
        return Ok(());
    }
    let better = |board| descent.offer(board, task.run);
    let ended = if order > LARGEST_OF_CONTEST {
        boundary_dp::boards(descent.split, backend(task), task.run, better)
    } else if descent.split.has_usual_classes() {
        quick_boards(descent.split, backend(task), &|| descent.best(), task.run, &better)
    } else {
        Ok(())
    };
    descent.state().lined = ended.is_ok();
    descent.save(task.run, ended.is_err());
    ended
}

/// Searches the class first: its best board becomes the incumbent. For a proof its lower bounds on
/// levels 1 and 2 become estimates for the whole. Fails if the saved state cannot be read.
fn scout(descent: &Descent<'_>, task: &Task<'_>) -> Result<Result<(), Halt>, String> {
    let split = CaseSplit::usual_class(descent.split.instance.clone());
    let scouting = Descent::new(&split, backend(task));
    let whole = |state: &str| {
        descent.state().scout = Some(state.to_owned());
        descent.state().text(descent.best())
    };
    let saved = descent.state().scout.clone();
    let stage = Stage { outer: task.run.checkpoint, saved, whole: &whole };
    let never = AtomicBool::new(false);
    let run = Run { checkpoint: &stage, ..task.run.shared(&never) };
    scouting.resume(&run)?;
    let incumbent = descent.state().board.clone();
    incumbent.into_iter().for_each(|board| scouting.offer(board, &run));
    let halted = scouting.work(&run);
    let board = scouting.state().board.clone();
    board.into_iter().for_each(|board| descent.offer(board, task.run));
    scouting.save(&run, true);
    if task.prove {
        let low_bounds = scouting.state().low_bounds.clone();
        let beside = low_bounds[1..].iter().copied().flatten().min();
        let mut state = descent.state();
        state.low_bounds = vec![low_bounds[0], beside];
        (state.unverified, state.sector_bounds) = ([0, 1].into(), vec![None; 2]);
    }
    let ended = match (halted, task.prove) {
        (Ok(()), true) => descent.find_low_bounds(task.run),
        (halted, _) => halted,
    };
    Ok(ended)
}

fn conclude(descent: &Descent<'_>, task: &Task<'_>, halt: Option<Halt>) -> Answer {
    let mut answer = Answer { halt, ..Answer::default() };
    if task.prove && halt.is_none() {
        return proved(descent, task, answer);
    }
    answer.effort = effort(descent);
    summary(descent, task, answer)
}

/// The best board, and the refutation that the verified bounds allow.
fn summary(descent: &Descent<'_>, task: &Task<'_>, mut answer: Answer) -> Answer {
    let best = descent.best();
    let state = descent.state();
    let all = state.exhausted(best) == descent.split.cases.len();
    // The incumbent may have a larger penalty than the option `most` allows.
    let board = || state.board.as_ref().map(|values| board_text(&descent.split.instance, values));
    answer.witness = board().or_else(|| task.incumbent.map(str::to_owned));
    answer.refutation = match (&answer.witness, state.bound()) {
        (Some(_), _) if all => Some(Refutation::nothing_better(task.options, best as i128)),
        (None, _) if all => Some(Refutation::nothing(task.options)),
        (_, Some(bound)) if bound > 0 && bound < usize::MAX => {
            Some(Refutation::nothing_better(task.options, bound as i128))
        }
        _ => None,
    };
    if all {
        answer.halt = None;
    }
    answer
}

/// Counters, with the verified lower bound of each case.
fn effort(descent: &Descent<'_>) -> Vec<(&'static str, u64)> {
    let state = descent.state();
    let mut effort = state.counters(descent.best());
    let bounds = (0..descent.split.cases.len()).filter_map(|case| {
        let bound = state.verified_bound_of(case).filter(|&bound| bound < usize::MAX)?;
        Some((descent.split.cases[case].map_or("at-least", Class::bound_name), bound as u64))
    });
    effort.extend(bounds);
    effort
}

/// Writes the proof. Where it contradicts a bound, recomputes that bound and writes it again.
fn proved(descent: &Descent<'_>, task: &Task<'_>, mut answer: Answer) -> Answer {
    loop {
        let bound = descent.state().board.as_ref().map(|_| descent.best());
        let bounds: Vec<SectorBounds> = {
            let state = descent.state();
            let bounds = (0..descent.split.cases.len()).map(|case| state.sector_bounds_of(case));
            let bounds = bounds.map(|bounds| bounds.no_more_than(descent.best()));
            // Where levels 1 and 2 alone have no board, there is no least penalty, and none is
            // needed.
            let possible = |it: &SectorBounds| it.least[BOARD] <= descent.split.edges();
            bounds.map(|it| if possible(&it) { it } else { SectorBounds::of_board(0) }).collect()
        };
        match case_proof::write(task, descent.split, &bounds, bound) {
            Ok(Proved::Whole { steps, bytes }) => {
                answer.proved = true;
                let bounds = vec![Some(bound.unwrap_or(usize::MAX)); descent.split.cases.len()];
                {
                    let mut state = descent.state();
                    state.lower_bounds = bounds;
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
                if let Err(halt) = descent.improve(case, task.run) {
                    answer.halt = Some(halt);
                }
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

#[cfg(test)]
#[path = "class_and_sat_tests.rs"]
mod tests;
