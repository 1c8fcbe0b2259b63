//! The engine `sat`: the best of all boards, or of those that its restricting options leave.
//!
//! On large blank boards without restrictions, the class is searched first for an incumbent.
//!
//! With `raise`, few penalty edges are allowed inside at first, and one more whenever nothing better is
//! left. The boards of these stages are incumbents of the last one, which alone enters a claim.
//! After Tomas Rokicki's report, whose recipe is `ring=4 centre=both raise=…`.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::families::neighbors::Neighbors;

use super::conclusion::{begin, conclude, offer_beam_board, offer_periodic_board};
use super::level_groups;
use super::sat_options::{CENTRE, COUNTING, INTERIOR, RAISE, RING, SINGLE, VALUES, read};
use crate::answer::Answer;
use crate::division::Division;
use crate::engine::{EngineRow, Role, Solve, TypedEngine};
use crate::families::neighbors::board::LEAST_ORDER;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::options::{BACKEND, LEVEL_GROUPS, MOST, PROOF_LIMIT};
use crate::families::neighbors::proof::case_proof::{self, CaseOptions, CaseTask};
use crate::families::neighbors::search::beam::engine::beam_board;
use crate::families::neighbors::search::descent::Descent;
use crate::families::neighbors::search::stage::{Stage, note, noted};
use crate::run::{Halt, Run};
use crate::units::SHARE;

/// The engine.
pub(crate) static SAT: TypedEngine<Neighbors, CaseOptions> = TypedEngine {
    row: EngineRow {
        name: "sat",
        description: "the best board of all, by SAT; slow beyond order 7",
        role: Role::Production,
        searched: None,
        options: &[
            COUNTING,
            VALUES,
            LEVEL_GROUPS,
            MOST,
            RING,
            INTERIOR,
            RAISE,
            SINGLE,
            CENTRE,
            SHARE,
            BACKEND,
            PROOF_LIMIT,
        ],
    },
    read,
    supports: |_| Ok(()),
    solve: Some(Solve { run, proves: true, improves: true }),
    count: None,
    hint: None,
    certificates: Some(case_proof::WHOLE),
    division: Some(Division {
        units: |_, options, _| Ok(options.split.names()),
        reason: "the cases are all boards up to symmetry: the centre holds a 1 or has one beside it, which a blank \
                 board can be turned to have on the right",
        tree: None,
    }),
};

/// Up to this order a board as good as is told is looked for before any bound is computed.
const LARGEST_LOOK: usize = 9;

/// All boards that the options leave. For a proof, unverified bounds suffice: the proof verifies
/// them.
fn run(task: &CaseTask<'_>) -> Answer {
    if !task.options.groups.is_empty() {
        return level_groups::run(task);
    }
    let split = &task.options.split;
    let descent = Descent::new(split, task.options.backend);
    if let Err(problem) = begin(&descent, task) {
        return Answer::failed(problem);
    }
    let whole = task.scope().is_whole();
    if whole && split.instance.is_blank() {
        offer_periodic_board(&descent, task);
        if let Err(halt) = offer_beam_board(&descent, task.run) {
            return conclude(&descent, task, Some(halt));
        }
    }
    let order = split.instance.hexagon.order();
    if split.most.is_some()
        && order <= LARGEST_LOOK
        && descent.state().board.is_none()
        && let Err(halt) = descent.look(task.run)
    {
        return conclude(&descent, task, Some(halt));
    }
    let structured =
        split.cases.len() > 1 && split.instance.hexagon.order() >= LEAST_ORDER && whole;
    let scouted = match task.options.first_interior {
        Some(first) => raise(&descent, first, task),
        None if structured => scout(&descent, task),
        None => Ok(Ok(())),
    };
    let ended = match (scouted, structured, task.prove) {
        (Err(problem), ..) => return Answer::failed(problem),
        (Ok(Err(halt)), ..) => Err(halt),
        (Ok(Ok(())), true, true) => Ok(()),
        (Ok(Ok(())), false, true) => beam_incumbent(&descent, task),
        (Ok(Ok(())), _, false) => descent.work(task.run),
    };
    conclude(&descent, task, ended.err())
}

/// Takes the board of a beam with the givens as incumbent, and computes the lower bounds on levels 1 and 2.
/// A blank board has had its beam.
fn beam_incumbent(descent: &Descent<'_>, task: &CaseTask<'_>) -> Result<(), Halt> {
    let given = task.scope().is_whole() && !descent.split.instance.is_blank();
    let board = given.then(|| beam_board(&descent.split.instance, task.run)).flatten();
    if let Some(board) = board {
        descent.offer(board, task.run);
    }
    descent.find_low_bounds(task.run)
}

/// Searches the class first: its best board becomes the incumbent. For a proof its lower bounds on
/// levels 1 and 2 become estimates for the whole. Fails if the saved state cannot be read.
fn scout(descent: &Descent<'_>, task: &CaseTask<'_>) -> Result<Result<(), Halt>, String> {
    let split = CaseSplit::usual_class(descent.split.instance.clone());
    let scouting = Descent::new(&split, task.options.backend);
    let saved = descent.state().scout.clone();
    let halted = search_first(&scouting, descent, saved, &str::to_owned, task)?;
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

/// The name of the note with the exceptions to `ring` that a stage allows.
const ALLOWED: &str = "interior";

/// Searches with `first` exceptions to `ring`, then with one more, and so on, up to one less than the
/// descent itself allows. Fails if the saved state cannot be read.
fn raise(
    descent: &Descent<'_>,
    first: usize,
    task: &CaseTask<'_>,
) -> Result<Result<(), Halt>, String> {
    let Some((ring, last)) = descent.split.encoding.excluded else { return Ok(Ok(())) };
    let mut saved = descent.state().scout.clone();
    let begun = saved.as_ref().and_then(|state| note(state, ALLOWED)?.parse().ok());
    for interior in begun.unwrap_or(first)..last {
        let mut split = descent.split.clone();
        split.encoding.excluded = Some((ring, interior));
        let stage = Descent::new(&split, task.options.backend);
        let noted = |state: &str| noted(state, ALLOWED, &interior.to_string());
        if let Err(halt) = search_first(&stage, descent, saved.take(), &noted, task)? {
            return Ok(Err(halt));
        }
    }
    Ok(Ok(()))
}

/// A descent that comes before another: it starts from the incumbent of the other, which takes its
/// best board. Its state is saved within that of the other.
fn search_first(
    first: &Descent<'_>,
    descent: &Descent<'_>,
    saved: Option<String>,
    noted: &(dyn Fn(&str) -> String + Sync),
    task: &CaseTask<'_>,
) -> Result<Result<(), Halt>, String> {
    let whole = |state: &str| {
        descent.state().scout = Some(noted(state));
        descent.state().text(descent.best())
    };
    let stage = Stage { outer: task.run.checkpoint, saved, whole: &whole };
    let never = AtomicBool::new(false);
    let run = Run { checkpoint: &stage, ..task.run.shared(&never) };
    first.resume(&run)?;
    let incumbent = descent.state().board.clone();
    incumbent.into_iter().for_each(|board| first.offer(board, &run));
    let halted = first.work(&run);
    let board = first.state().board.clone();
    board.into_iter().for_each(|board| descent.offer(board, task.run));
    first.save(&run, true);
    Ok(halted)
}
