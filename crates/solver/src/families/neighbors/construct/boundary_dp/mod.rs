//! Boundary dynamic programming: good boards of any order, and an estimate of the lower bound on
//! levels 1 and 2.
//!
//! Inside, the 1s form a perfect code, and 2s and 3s lie on lines along two of its axes
//! (`pattern`). That costs nothing, so only the outer rings cost anything. With the lines of one
//! level fixed, one sweep finds the best boundary together with the lines of the other level
//! (`strip`, `state`, `sweep`); `trace` recovers its cells.
//!
//! Lines of 2s and of 3s are placed in turns until nothing improves (block coordinate descent).
//! `fill` then adds what is above 3. With 3s merged into the values above them, the same sweep
//! estimates the bound on levels 1 and 2 (`quick` starts from its boards).
//!
//! Heuristic: states that cost more than a slack above the best are dropped. The boards are valid.
//! Neither their penalty nor `estimated_low_bound` is a lower bound until `bounds::sector_survey`
//! has verified it.
//!
//! Cost: linear in the order for a bounded number of states.

mod pattern;
mod quick;
mod state;
mod strip;
mod sweep;
mod trace;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use sixfold_puzzle::hex::Hexagon;

use self::pattern::{Bits, Lines, Pattern};
pub(crate) use self::quick::{low_boundaries, quick_boards};
use self::sweep::Sweep;
pub(crate) use self::trace::Boundary;
use self::trace::best_boundary;
use crate::families::neighbors::board::penalty_of;
use crate::families::neighbors::construct::fill::fill;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::formula::BoardFormula;
use crate::families::neighbors::encode::perfect_code::{Case, ring};
use crate::random::Random;
use crate::run::{Halt, Run};
use crate::sat::{BackendName, Lit};

/// From this ring on 4s may be forced onto lines.
const LINED: usize = 8;
/// How many turns without a better boundary end the descent.
const IDLE: usize = 2;
/// States this far above the best are still kept: in the first descents, and in the last one from
/// the best start.
const SLACK: u32 = 3;
const LAST_SLACK: u32 = 5;
/// The slack where only levels 1 and 2 count. A smaller one loses optimal boundaries.
const LOW_SLACK: u32 = 4;

/// Descends from each choice of a code and two axes, and passes on each board whose boundary is
/// better than all before.
pub(crate) fn boards(
    split: &CaseSplit,
    backend: BackendName,
    run: &Run<'_>,
    better: impl Fn(Vec<u8>) + Sync,
) -> Result<(), Halt> {
    let starts = starts(run.seed);
    let (next, best) = (AtomicUsize::new(0), Mutex::new(None));
    let take = |boundary: Option<Boundary>, run: &Run<'_>| -> Result<(), Halt> {
        let Some(boundary) = boundary.filter(|boundary| beats(boundary, best_of(&best))) else {
            return Ok(());
        };
        if let Some(board) = filled(split, backend, &boundary, run)? {
            keep(&best, &boundary);
            better(board);
        }
        Ok(())
    };
    run.together(run.workers(), |_, run| {
        while let Some(&start) = starts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let boundary = settled(&split.instance.hexagon, start, SLACK, run)?;
            take(boundary, run)?;
        }
        Ok(())
    })?;
    let Some((_, pattern)) = best_of(&best) else { return Ok(()) };
    take(settled(&split.instance.hexagon, pattern, LAST_SLACK, run)?, run)
}

/// The penalty of the best boundary, and its pattern.
type Best = Mutex<Option<(usize, Pattern)>>;

fn best_of(best: &Best) -> Option<(usize, Pattern)> {
    *best.lock().unwrap_or_else(PoisonError::into_inner)
}

fn beats(boundary: &Boundary, best: Option<(usize, Pattern)>) -> bool {
    best.is_none_or(|(penalty, _)| boundary.penalty < penalty)
}

/// Keeps the pattern of a boundary that is better than all before.
fn keep(best: &Best, boundary: &Boundary) {
    let mut best = best.lock().unwrap_or_else(PoisonError::into_inner);
    if beats(boundary, *best) {
        *best = Some((boundary.penalty, boundary.pattern));
    }
}

/// Estimates the lower bound on levels 1 and 2 of a case by the boundary dynamic program. Some
/// board has this penalty; since states are dropped, another may have less. Unverified.
pub(crate) fn estimated_low_bound(
    hexagon: &Hexagon,
    twos: Case,
    run: &Run<'_>,
) -> Result<Option<usize>, Halt> {
    let end = Sweep::new(hexagon, low_pattern(twos), Lines::Twos, LOW_SLACK).solve(run)?;
    Ok(end.map(|(penalty, ..)| penalty as usize))
}

/// Where only levels 1 and 2 count.
fn low_pattern(twos: Case) -> Pattern {
    let (two_bits, three_bits) = Default::default();
    Pattern { twos, threes: None, two_bits, three_bits }
}

/// Each case with 2s on its axis, and 3s on either of the others.
fn starts(seed: u64) -> Vec<Pattern> {
    let mut random = Random::new(seed);
    let with = |further: u8| {
        Case::ALL
            .into_iter()
            .map(move |twos| (twos, Some(Case { axis: (twos.axis + further) % 3, ..twos })))
    };
    let pattern = |(twos, threes)| {
        let [two_bits, three_bits] = [0, 1].map(|_| Bits::random(|| random.bits()));
        Pattern { twos, threes, two_bits, three_bits }
    };
    with(1).chain(with(2)).map(pattern).collect()
}

/// Block coordinate descent: places lines of 2s and of 3s in turns until nothing improves.
fn settled(
    hexagon: &Hexagon,
    start: Pattern,
    slack: u32,
    run: &Run<'_>,
) -> Result<Option<Boundary>, Halt> {
    let mut best: Option<Boundary> = None;
    let (mut pattern, mut lines, mut idle) = (start, Lines::Twos, 0);
    while idle < IDLE {
        let Some(boundary) = best_boundary(hexagon, pattern, lines, slack, run)? else { break };
        pattern = boundary.pattern;
        lines = if lines == Lines::Twos { Lines::Threes } else { Lines::Twos };
        idle += 1;
        if best.as_ref().is_none_or(|best| boundary.penalty < best.penalty) {
            (best, idle) = (Some(boundary), 0);
        }
    }
    Ok(best)
}

/// Completes the values above 3: first with 4s on lines, which is quick, then freely if that adds
/// to the penalty.
fn filled(
    split: &CaseSplit,
    backend: BackendName,
    boundary: &Boundary,
    run: &Run<'_>,
) -> Result<Option<Vec<u8>>, Halt> {
    let hexagon = &split.instance.hexagon;
    let line_up = |model: &mut BoardFormula| line_fours(model, hexagon, &boundary.pattern);
    let lined = fill(split, backend, &boundary.values, line_up, run)?;
    if lined.as_ref().is_some_and(|board| penalty_of(hexagon, board) == boundary.penalty) {
        return Ok(lined);
    }
    let freely = fill(split, backend, &boundary.values, |_| {}, run)?;
    Ok(lined.into_iter().chain(freely).min_by_key(|board| penalty_of(hexagon, board)))
}

/// Forces the 4s inside onto lines along the third axis, and the 5s to where a gap of the first has
/// no 2s. Such an inside has no penalty edge, whatever the lines of 4s are.
fn line_fours(model: &mut BoardFormula, hexagon: &Hexagon, pattern: &Pattern) {
    let Some(threes) = pattern.threes else { return };
    let axis = 3 - pattern.twos.axis - threes.axis;
    let fours = Case { axis, ..pattern.twos };
    let mut bits: BTreeMap<i32, Lit> = BTreeMap::new();
    for cell in (0..hexagon.len()).filter(|&cell| ring(hexagon, cell) >= LINED) {
        let place = hexagon.cell(cell);
        let Some((four, five)) = model.holds(cell, 4).zip(model.holds(cell, 5)) else { continue };
        let other_side = pattern.twos.two(place).is_some();
        model.formula.clause(&[if other_side { five } else { -five }]);
        if let Some((gap, set)) = fours.two(place) {
            let bit = *bits.entry(gap).or_insert_with(|| model.formula.variable());
            let bit = if set { bit } else { -bit };
            model.formula.clause(&[-bit, four]);
            model.formula.clause(&[bit, -four]);
        } else {
            model.formula.clause(&[-four]);
        }
    }
}

#[cfg(test)]
mod tests;
