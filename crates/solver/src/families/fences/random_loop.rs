//! Random symmetric loops for new boards.
//!
//! Chooses a random symmetry, forbids some random orbits of cells, and lets SAT find one loop with that symmetry
//! in the rest. Of some such loops the one with the most bends is taken.
//!
//! Heuristic: the distribution over all loops is not uniform.

use sixfold_puzzle::hex::Hexagon;

use super::board::Board;
use super::orbits::{Domains, Fold, LoopSearch, Maps, Turning};
use super::unique::BACKEND;
use crate::random::Random;
use crate::run::{Halt, Run};

/// How many loops are compared.
const LOOPS: usize = 6;
/// At most so many of a hundred cells are on the loop: the fences need room.
const MOST_PERCENT: usize = 40;

/// A random loop on a board without posts.
pub(super) fn random_loop(
    board: &Board,
    maps: &Maps,
    random: &mut Random,
    run: &Run<'_>,
) -> Result<Vec<usize>, Halt> {
    let most = board.hexagon().len() * MOST_PERCENT / 100;
    let mut best: Option<Vec<usize>> = None;
    let mut seen = 0;
    while seen < LOOPS {
        if let Some(halt) = run.halted() {
            return Err(halt);
        }
        let fold = fold(board, maps, random);
        let domains = thinned(board, &fold, random);
        let found = LoopSearch::new(board, &fold, &domains, BACKEND, run)?.next()?;
        for cells in found.into_iter().map(|found| found.cells) {
            seen += 1;
            let appeal = |cells: &Vec<usize>| {
                (cells.len() <= most.max(6), bends(board.hexagon(), cells), cells.len())
            };
            if best.as_ref().is_none_or(|best| appeal(&cells) > appeal(best)) {
                best = Some(cells);
            }
        }
    }
    Ok(best.expect("some loops were found"))
}

/// The board folded by a random map: the kinds come equally often, and maps that keep many cells
/// more often than others.
fn fold(board: &Board, maps: &Maps, random: &mut Random) -> Fold {
    let kinds = [Turning::Half, Turning::Third, Turning::Mirror];
    let of = |kind: Turning| -> Vec<usize> {
        (0..maps.maps.len()).filter(|&at| maps.maps[at].1 == kind).collect()
    };
    let choices: Vec<Vec<usize>> =
        kinds.into_iter().map(of).filter(|maps| !maps.is_empty()).collect();
    let choice = &choices[random.below(choices.len())];
    let mut some = || maps.fold(board, choice[random.below(choice.len())]);
    let (one, other) = (some(), some());
    let kept = |fold: &Fold| fold.orbits.iter().map(Vec::len).sum::<usize>();
    if kept(&one) > kept(&other) { one } else { other }
}

/// The domains when random orbits are closed and two random ones are required.
fn thinned(board: &Board, fold: &Fold, random: &mut Random) -> Domains {
    let mut domains = Domains::initial(board, fold);
    let closed = 10 + random.below(30);
    for orbit in &fold.orbits {
        if random.below(100) < closed {
            orbit.iter().for_each(|&cell| domains.open[cell] = false);
        }
    }
    for _ in 0..2 {
        let orbit = &fold.orbits[random.below(fold.orbits.len())];
        let open = domains.open[orbit[0]];
        orbit.iter().for_each(|&cell| domains.needed[cell] = open);
    }
    domains
}

/// How often a loop turns.
pub(super) fn bends(hexagon: &Hexagon, cells: &[usize]) -> usize {
    let at = |place: usize| hexagon.cell(cells[place % cells.len()]);
    let turns = |place: &usize| at(place + 2) - at(place + 1) != at(place + 1) - at(*place);
    (0..cells.len()).filter(turns).count()
}
