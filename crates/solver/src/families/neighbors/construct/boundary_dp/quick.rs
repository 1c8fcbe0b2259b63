//! First incumbent for the orders of the contest: 1s and 2s by boundary dynamic programming, the
//! rest by SAT.
//!
//! For each case the dynamic program places 1s and 2s. With these fixed, bounded solves place 3s
//! with smaller and smaller penalties, within a limit on conflicts. `fill` adds the values above.
//! Cases with a smaller penalty at levels 1 and 2 come first. For the first of them all values above
//! 2 are then placed at once: the best 3s need not leave the best places to 4s and 5s.
//!
//! The first bound is tight, and penalty edges far from the boundary are excluded: both make the
//! formula easier.
//!
//! Heuristic: an optimal board seldom has these 1s and 2s. Nothing that is refuted here may enter a
//! claim.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use sixfold_puzzle::families::neighbors::Known;

use super::trace::{Boundary, best_boundary};
use super::{LOW_SLACK, Lines, low_pattern};
use crate::families::neighbors::bounds::bounded_solve::{BoundedSolver, SolveOutcome, SolvedBoard};
use crate::families::neighbors::construct::fill::{completed, fill};
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::encoding_options::EncodingOptions;
use crate::families::neighbors::encode::formula::FormulaInput;
use crate::run::{Halt, Run};
use crate::sat::BackendName;

/// The limit on conflicts for the 3s of a case.
const CONFLICTS: u64 = 15_000;
/// The same for all values above 2 of the first case.
const ALL_CONFLICTS: u64 = 4_000;
/// The levels that are placed before the others are filled in.
const LEVELS: usize = 3;
/// The levels that are fixed.
const FIXED: u8 = 2;
/// The first bound allows the levels above 2 this share of the penalty of levels 1 and 2.
const SHARE: usize = 6;
/// From this distance on no edge may be a penalty edge: both of its ends lie well inside.
const INSIDE: usize = 16;

/// For each case the best boundary about its 1s and 2s; threads take cases in turn.
pub(crate) fn low_boundaries(
    split: &CaseSplit,
    run: &Run<'_>,
) -> Result<Vec<(usize, Boundary)>, Halt> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    run.together(run.workers().min(split.cases.len()), |_, run| {
        loop {
            let case = next.fetch_add(1, Ordering::Relaxed);
            let Some(class) = split.cases.get(case) else { return Ok(()) };
            let Some(class) = class else { continue };
            let (hexagon, pattern) = (&split.instance.hexagon, low_pattern(class.case));
            let boundary = best_boundary(hexagon, pattern, Lines::Twos, LOW_SLACK, run)?;
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.extend(boundary.map(|boundary| (case, boundary)));
        }
    })?;
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|&(case, _)| case);
    Ok(found)
}

/// Fills in boundaries, and passes on boards that are better than the incumbent.
pub(crate) fn quick_boards(
    split: &CaseSplit,
    backend: BackendName,
    mut boundaries: Vec<Boundary>,
    best: &dyn Fn() -> usize,
    run: &Run<'_>,
    better: &dyn Fn(Vec<u8>),
) -> Result<(), Halt> {
    boundaries.sort_by_key(|boundary| boundary.penalty);
    for boundary in &boundaries {
        let most = (boundary.penalty + boundary.penalty / SHARE).min(best().saturating_sub(1));
        let solved_boards = solved(split, backend, boundary, (LEVELS, CONFLICTS), most, run)?;
        // Where completion costs something, an earlier board may end better than the last one.
        for solved in solved_boards.iter().rev().take_while(|solved| solved.penalty < best()) {
            if let Some(board) = fill(split, backend, &solved.values, |_| {}, run)? {
                better(board);
            }
        }
    }
    let Some(boundary) = boundaries.first() else { return Ok(()) };
    let (all, most) = ((split.levels, ALL_CONFLICTS), best().saturating_sub(1));
    if let Some(solved) = solved(split, backend, boundary, all, most, run)?.last() {
        completed(split, &solved.values).into_iter().for_each(better);
    }
    Ok(())
}

/// Boards up to a level with smaller and smaller penalties, none above `most`, within a limit on conflicts.
fn solved(
    split: &CaseSplit,
    backend: BackendName,
    boundary: &Boundary,
    (levels, conflicts): (usize, u64),
    mut most: usize,
    run: &Run<'_>,
) -> Result<Vec<SolvedBoard>, Halt> {
    let known = |&value: &u8| match value {
        1..=FIXED => Known::exactly(value),
        _ => Known::at_least(FIXED + 1),
    };
    let givens: Vec<Known> = boundary.values.iter().map(known).collect();
    let encoding = EncodingOptions { excluded: Some((INSIDE, 0)), ..EncodingOptions::default() };
    let split = CaseSplit { encoding, ..split.joined() };
    let input = split.formula_input(0, levels, Some(boundary.penalty));
    let input = FormulaInput { givens: &givens, ..input };
    let mut solved_boards: Vec<SolvedBoard> = Vec::new();
    if most < boundary.penalty {
        return Ok(solved_boards);
    }
    let mut solver = BoundedSolver::new(&input, most, backend, run)?;
    while most >= boundary.penalty {
        let left = conflicts.saturating_sub(solver.conflicts());
        match solver.solve_at_most(most, left)? {
            SolveOutcome::Found(solved) => {
                most = solved.penalty.saturating_sub(1);
                solved_boards.push(solved);
            }
            SolveOutcome::Refuted | SolveOutcome::Limit => break,
        }
    }
    Ok(solved_boards)
}
