//! A board made better patch by patch: a part of it is blanked and filled in again as well as the rest
//! allows, by core-guided search, since what a patch wastes is little.
//!
//! Patches are pieces of the rim, where nearly all penalties are, and strips along the lines of a
//! perfect code from rim to rim, which can change on which side of a gap the 2s are. This is for
//! boards so large that it takes long to find a board of the class from nothing.

use sixfold_puzzle::hex::Hexagon;

use super::class::{Case, ring};
use super::descend::completed;
use super::formula::{Model, Subject};
use super::penalty_of;
use super::plan::Plan;
use crate::random::Random;
use crate::run::{Halt, Run};
use crate::sat::{self, Fewest, Step};

/// How far a piece of the rim reaches inwards, and along the rim from its middle.
const DEPTH: usize = 6;
const REACH: u32 = 8;
/// By how many cells of the rim the next piece is further.
const STRIDE: usize = 5;
/// How many lines are in a strip, and by how many the next is further.
const STRIP: i32 = 14;
const SHIFT: usize = 7;
/// The solver: a patch is a small problem, and there are many.
const BACKEND: &str = "batsat";
/// Conflicts after which a patch is left as it is.
const PATIENCE: u64 = 1_000;

/// Fills in each patch again, and tells of each board that is better.
pub(super) fn patched(
    plan: &Plan,
    mut board: Vec<u8>,
    run: &Run<'_>,
    mut better: impl FnMut(Vec<u8>),
) -> Result<(), Halt> {
    let hexagon = &plan.instance.hexagon;
    let mut random = Random::new(run.seed);
    let mut penalty = penalty_of(hexagon, &board);
    for patch in patches(hexagon, &mut random) {
        let Some(other) = filled_again(plan, &board, &patch, run)? else { continue };
        let wasted = penalty_of(hexagon, &other);
        if wasted < penalty {
            better(other.clone());
        }
        if wasted <= penalty {
            (board, penalty) = (other, wasted);
        }
    }
    Ok(())
}

/// The patches of a board, in some order.
fn patches(hexagon: &Hexagon, random: &mut Random) -> Vec<Vec<usize>> {
    let mut patches = pieces(hexagon);
    patches.extend(Case::ALL[1..].iter().flat_map(|&case| strips(hexagon, case)));
    random.shuffle(&mut patches);
    patches
}

/// Pieces of the rim: what is near to one of its cells.
fn pieces(hexagon: &Hexagon) -> Vec<Vec<usize>> {
    let near = |middle: usize| {
        let fits = |&cell: &usize| {
            let distance = hexagon.cell(cell).distance(hexagon.cell(middle));
            ring(hexagon, cell) <= DEPTH && distance <= REACH
        };
        (0..hexagon.len()).filter(fits).collect()
    };
    let rim = hexagon.ring(hexagon.order() - 1);
    rim.into_iter().step_by(STRIDE).map(near).collect()
}

/// Strips along an axis, from rim to rim.
fn strips(hexagon: &Hexagon, case: Case) -> Vec<Vec<usize>> {
    let line = |cell: usize| case.line(hexagon.cell(cell));
    let lines = || (0..hexagon.len()).map(line);
    let (least, most) = (lines().min().unwrap_or(0), lines().max().unwrap_or(0));
    let strip = |first: i32| {
        let fits = |&cell: &usize| (first..first + STRIP).contains(&line(cell));
        (0..hexagon.len()).filter(fits).collect()
    };
    (least..=most).step_by(SHIFT).map(strip).collect()
}

/// The board with a patch filled in as well as can be; nothing, if that is hard.
fn filled_again(
    plan: &Plan,
    board: &[u8],
    patch: &[usize],
    run: &Run<'_>,
) -> Result<Option<Vec<u8>>, Halt> {
    let mut givens: Vec<Option<u8>> = board.iter().copied().map(Some).collect();
    patch.iter().for_each(|&cell| givens[cell] = None);
    let plan = Plan { cases: vec![None], ..plan.clone() };
    let subject = Subject { givens: &givens, ..plan.subject(0, plan.levels, None) };
    let model = Model::new(&subject);
    let open = model.open();
    let most = open.len();
    let mut fewest = Fewest::new(model.formula.clone(), open, most, sat::backend(BACKEND, run));
    loop {
        match fewest.step(Some(PATIENCE))? {
            Step::Raised => {}
            Step::Found => {
                let values = model.board(|literal| fewest.value(literal));
                return Ok(completed(&plan, &values));
            }
            Step::Limit | Step::Nothing => return Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::weave::woven;
    use super::*;
    use sixfold_puzzle::Kind;

    fn plan(order: usize) -> Plan {
        Plan::undivided(&Kind::Neighbors.puzzle().preset(&order.to_string()).unwrap())
    }

    /// What is told of becomes better from board to board, and is whole.
    #[test]
    fn a_woven_board_becomes_better() {
        let stop = AtomicBool::new(false);
        let plan = plan(8);
        let hexagon = &plan.instance.hexagon;
        let board = woven(hexagon);
        let mut penalties = vec![penalty_of(hexagon, &board)];
        let told = |board: Vec<u8>| penalties.push(penalty_of(hexagon, &board));
        patched(&plan, board, &Run::alone(1, &stop), told).unwrap();
        assert!(penalties.windows(2).all(|pair| pair[1] < pair[0]), "{penalties:?}");
        let (first, last) = (penalties[0], penalties[penalties.len() - 1]);
        // The best board of order 8 wastes 20.
        assert!((20..=first * 3 / 4).contains(&last), "{penalties:?}");
    }

    /// Cells outside a patch keep their values up to 5; 6 and 7 are filled in anew.
    #[test]
    fn the_rest_of_a_board_stays_as_it_is() {
        let stop = AtomicBool::new(false);
        let plan = plan(9);
        let hexagon = &plan.instance.hexagon;
        let board = woven(hexagon);
        let run = Run::alone(1, &stop);
        let mut changes = 0;
        for patch in patches(hexagon, &mut Random::new(1)).into_iter().take(8) {
            let Some(other) = filled_again(&plan, &board, &patch, &run).unwrap() else { continue };
            assert!(penalty_of(hexagon, &other) <= penalty_of(hexagon, &board));
            for cell in (0..hexagon.len()).filter(|cell| !patch.contains(cell)) {
                assert_eq!(other[cell].min(6), board[cell].min(6));
            }
            changes += usize::from(other != board);
        }
        assert!(changes > 3, "{changes}");
    }

    #[test]
    fn patches_cover_the_rim_and_strips_the_board() {
        let hexagon = Hexagon::new(9);
        let all =
            |patches: Vec<Vec<usize>>, cell: usize| patches.iter().any(|it| it.contains(&cell));
        for cell in 0..hexagon.len() {
            assert_eq!(all(pieces(&hexagon), cell), ring(&hexagon, cell) <= DEPTH);
            assert!(Case::ALL.iter().all(|&case| all(strips(&hexagon, case), cell)));
        }
    }

    #[test]
    fn a_halt_ends_it() {
        let stop = AtomicBool::new(true);
        let plan = plan(9);
        let board = woven(&plan.instance.hexagon);
        let ended = patched(&plan, board, &Run::alone(1, &stop), |_| panic!("there was no time"));
        assert_eq!(ended, Err(Halt::Interrupted));
    }
}
