//! Connectivity cuts, as subtour elimination for the travelling salesman problem.
//!
//! A loop that uses a cell of a set in which it cannot lie whole takes a step out of the set. It
//! cannot lie there whole if the orbits inside the set miss a region. Nor can it if it uses a cell
//! with an image outside.
//!
//! Invariant: the cut of any set is valid, so a certificate needs no justification for the set.

use super::super::board::{ALL_REGIONS, Board};
use super::fold::Fold;
use super::formula::{FoldFormula, neighbour};
use crate::sat::Lit;

/// Adds the cut of a set of cells to a model; returns whether there is one.
pub(in super::super) fn add_cut(
    model: &mut FoldFormula,
    board: &Board,
    fold: &Fold,
    cells: &[usize],
) -> bool {
    let mut inside = vec![false; board.hexagon().len()];
    cells.iter().for_each(|&cell| inside[cell] = true);
    let whole = |cell: &usize| {
        fold.orbit(*cell).is_some_and(|at| fold.orbits[at].iter().all(|&other| inside[other]))
    };
    let kept = cells.iter().copied().filter(whole);
    let confined = board.seen(kept) == ALL_REGIONS;
    let mut orbits: Vec<Lit> = cells
        .iter()
        .filter(|cell| !confined || !whole(cell))
        .filter_map(|&cell| fold.orbit(cell).and_then(|orbit| model.orbits[orbit]))
        .collect();
    orbits.sort_unstable();
    orbits.dedup();
    if orbits.is_empty() {
        return false;
    }
    let mut exits = Vec::new();
    for &cell in cells {
        for direction in 0..6 {
            let outside = neighbour(board, cell, direction).is_some_and(|next| !inside[next]);
            exits.extend(model.steps[cell][direction].filter(|_| outside));
        }
    }
    // A variable for "the loop is here" avoids repeating the exits for every cell.
    let here = model.formula.variable();
    model.formula.clause_tidied(exits.into_iter().chain([-here]));
    orbits.into_iter().for_each(|orbit| model.formula.clause(&[-orbit, here]));
    true
}

/// A cycle of cells with all that it encloses: what cannot be reached from the rim without
/// crossing it.
pub(super) fn with_interior(board: &Board, cycle: &[usize]) -> Vec<usize> {
    let hexagon = board.hexagon();
    let mut outside = vec![false; hexagon.len()];
    let mut wall = vec![false; hexagon.len()];
    cycle.iter().for_each(|&cell| wall[cell] = true);
    let rim = (0..hexagon.len()).filter(|&cell| hexagon.degree(cell) < 6 && !wall[cell]);
    let mut left: Vec<usize> = rim.collect();
    left.iter().for_each(|&cell| outside[cell] = true);
    while let Some(cell) = left.pop() {
        for next in hexagon.neighbours(cell) {
            if !wall[next] && !std::mem::replace(&mut outside[next], true) {
                left.push(next);
            }
        }
    }
    (0..hexagon.len()).filter(|&cell| !outside[cell]).collect()
}
