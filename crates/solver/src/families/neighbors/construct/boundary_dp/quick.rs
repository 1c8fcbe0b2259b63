//! First incumbent for the orders of the contest: 1s and 2s by boundary dynamic programming, the
//! rest by SAT.
//!
//! For each case the dynamic program places 1s and 2s. With these fixed, bounded solves place 3s
//! with smaller and smaller penalties, within a limit on conflicts. `fill` adds the values above.
//! Cases with a smaller penalty at levels 1 and 2 come first.
//!
//! The first bound is tight, and penalty edges far from the boundary are excluded: both make the
//! formula easier.
//!
//! Heuristic: an optimal board seldom has these 1s and 2s. Nothing that is refuted here may enter a
//! claim.

use super::trace::{Rim, best_rim};
use super::{LOW_SLACK, Lines, Pattern};
use crate::families::neighbors::bounds::bounded_solve::{Answer, BoundedSolver, SolveOutcome};
use crate::families::neighbors::construct::fill::fill;
use crate::families::neighbors::encode::cases::Plan;
use crate::families::neighbors::encode::encoding_options::EncodingOptions;
use crate::families::neighbors::encode::formula::Subject;
use crate::run::{Halt, Run};
use crate::sat::BackendName;

/// The limit on conflicts for the 3s of a case.
const CONFLICTS: u64 = 15_000;
/// The levels that are placed before the others are filled in.
const LEVELS: usize = 3;
/// The levels that are fixed.
const FIXED: u8 = 2;
/// The first bound allows the levels above 2 this share of the penalty of levels 1 and 2.
const SHARE: usize = 6;
/// From this distance on no edge may be a penalty edge: both of its ends lie well inside.
const INSIDE: usize = 16;

/// Passes on boards that are better than the incumbent.
pub(crate) fn quick_boards(
    about: (&Plan, BackendName),
    best: &dyn Fn() -> usize,
    run: &Run<'_>,
    better: &dyn Fn(Vec<u8>),
) -> Result<(), Halt> {
    let plan = about.0;
    let mut rims: Vec<Rim> = Vec::new();
    for twos in plan.cases.iter().flatten().map(|class| class.case) {
        let (two_bits, three_bits) = Default::default();
        let pattern = Pattern { twos, threes: None, two_bits, three_bits };
        rims.extend(best_rim(&plan.instance.hexagon, pattern, (Lines::Twos, LOW_SLACK), run)?);
    }
    rims.sort_by_key(|rim| rim.wasted);
    for rim in rims {
        let most = (rim.wasted + rim.wasted / SHARE).min(best().saturating_sub(1));
        let answers = with_threes(about, &rim, most, run)?;
        // Where completion costs something, an earlier board may end better than the last one.
        for answer in answers.iter().rev().take_while(|answer| answer.penalty < best()) {
            if let Some(board) = fill(about, &answer.values, |_| {}, run)? {
                better(board);
            }
        }
    }
    Ok(())
}

/// Boards up to level 3 with smaller and smaller penalties, none above `most`.
fn with_threes(
    (plan, backend): (&Plan, BackendName),
    rim: &Rim,
    mut most: usize,
    run: &Run<'_>,
) -> Result<Vec<Answer>, Halt> {
    let known = |&value: &u8| Some(value).filter(|&value| value <= FIXED);
    let givens: Vec<Option<u8>> = rim.values.iter().map(known).collect();
    let encoding = EncodingOptions { spared: Some((INSIDE, 0)), ..EncodingOptions::default() };
    let plan = Plan { cases: vec![None], encoding, ..plan.clone() };
    let subject = plan.subject(0, LEVELS, Some(rim.wasted));
    let subject = Subject { givens: &givens, above: FIXED, ..subject };
    let mut answers: Vec<Answer> = Vec::new();
    if most < rim.wasted {
        return Ok(answers);
    }
    let mut asking = BoundedSolver::new(&subject, most, backend, run)?;
    while most >= rim.wasted {
        let left = CONFLICTS.saturating_sub(asking.conflicts());
        match asking.solve_at_most(most, left)? {
            SolveOutcome::Found(answer) => {
                most = answer.penalty.saturating_sub(1);
                answers.push(answer);
            }
            SolveOutcome::Refuted | SolveOutcome::Limit => break,
        }
    }
    Ok(answers)
}
