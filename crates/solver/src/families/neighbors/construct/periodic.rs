//! Periodic pattern: a first incumbent for every order, without search.
//!
//! In the pattern a cell and its six neighbours hold seven different values, so the inside has no
//! penalty edge. Near the boundary a cell may lack a support; it then takes the least value that it
//! lacks. Every repair lowers the sum of the values, so the repair ends.
//!
//! Heuristic: the best of some random assignments of values to the seven colours. Its penalty is an
//! upper bound only.
//!
//! Cost: linear in the number of cells for each assignment, as long as the repair stays near the
//! boundary.

use sixfold_puzzle::hex::Hexagon;

use crate::families::neighbors::board::penalty_of;
use crate::random::Random;
use crate::run::Run;

/// How many assignments of values to the seven colours are tried.
const WAYS: usize = 60;

/// The best of some repaired patterns; of fewer of them, if the run is halted.
pub(crate) fn periodic_board(hexagon: &Hexagon, run: &Run<'_>) -> Vec<u8> {
    let mut random = Random::new(1);
    let mut values: Vec<u8> = (1..=7).collect();
    let tried = (0..WAYS).take_while(|&way| way == 0 || run.halted().is_none());
    let ways = tried.map(|_| {
        random.shuffle(&mut values);
        mended(hexagon, pattern(hexagon, &values))
    });
    ways.min_by_key(|board| penalty_of(hexagon, board)).expect("there are ways")
}

/// Row and skewed column, i + 4j mod 7, decide the colour of a cell.
fn pattern(hexagon: &Hexagon, values: &[u8]) -> Vec<u8> {
    let class = |cell: &sixfold_puzzle::hex::Cell| (5 * cell.r + 4 * cell.q).rem_euclid(7);
    hexagon.cells().iter().map(|cell| values[class(cell) as usize]).collect()
}

fn mended(hexagon: &Hexagon, mut board: Vec<u8>) -> Vec<u8> {
    let mut doubtful: Vec<usize> = (0..hexagon.len()).collect();
    while let Some(cell) = doubtful.pop() {
        let beside = |value: u8| hexagon.neighbours(cell).any(|next| board[next] == value);
        if let Some(lacking) = (1..board[cell]).find(|&value| !beside(value)) {
            board[cell] = lacking;
            doubtful.extend(hexagon.neighbours(cell));
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_what_it_needs() {
        for order in [1, 2, 3, 9, 30] {
            let hexagon = Hexagon::new(order);
            let board = periodic_board(&hexagon, &Run::unlimited());
            for cell in 0..hexagon.len() {
                let beside = |value: u8| hexagon.neighbours(cell).any(|next| board[next] == value);
                assert!((1..board[cell]).all(beside), "order {order}, cell {cell}");
            }
            // Away from the boundary the pattern is not repaired.
            assert!(penalty_of(&hexagon, &board) <= 14 * order, "order {order}");
        }
    }
}
