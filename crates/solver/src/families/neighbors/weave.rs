//! A first board at once: the periodic pattern in which a cell and its six neighbours hold seven
//! different values, mended at the rim. And where good 1s and 2s are known, a board about them.
//!
//! A cell that lacks a lower value beside it takes the least one that it lacks. Every change makes the
//! sum smaller, so it ends, at the latest when all cells hold 1; in fact it ends near the rim.

use sixfold_puzzle::hex::Hexagon;

use super::class::Case;
use super::penalty_of;
use crate::random::Random;

/// How many ways to give the seven classes their values are tried.
const WAYS: usize = 60;

/// The best of some mended patterns.
pub(super) fn woven(hexagon: &Hexagon) -> Vec<u8> {
    let mut random = Random::new(1);
    let mut values: Vec<u8> = (1..=7).collect();
    let ways = (0..WAYS).map(|_| {
        random.shuffle(&mut values);
        mended(hexagon, pattern(hexagon, &values))
    });
    ways.min_by_key(|board| penalty_of(hexagon, board)).expect("there are ways")
}

/// The best of some boards with given 1s and 2s of a case, where 0 stands for more. Whatever the bits of
/// the gaps are, the other lines of a gap can hold 3 to 6, the same ones in every gap, and where the 2s
/// of a gap are not, there is room for 7s: away from the rim that wastes nothing.
pub(super) fn laid(hexagon: &Hexagon, case: Case, low: &[u8]) -> Vec<u8> {
    let mut random = Random::new(1);
    let mut lines = [3, 4, 5, 6];
    let ways = (0..WAYS).map(|_| {
        random.shuffle(&mut lines);
        let filled = low.iter().zip(hexagon.cells()).map(|(&value, &cell)| {
            let line = case.line(cell).rem_euclid(7);
            match (value, [1, 2, 5, 6].iter().position(|&it| it == line)) {
                (0, Some(at)) => lines[at],
                (0, None) => 7,
                _ => value,
            }
        });
        mended(hexagon, filled.collect())
    });
    ways.min_by_key(|board| penalty_of(hexagon, board)).expect("there are ways")
}

/// Row and skewed column, i + 4j mod 7, decide the class of a cell.
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
    use sixfold_puzzle::families::neighbors::penalty_edges;

    use super::*;

    #[test]
    fn every_cell_has_what_it_needs() {
        for order in [1, 2, 3, 9, 30] {
            let hexagon = Hexagon::new(order);
            let board = woven(&hexagon);
            for cell in 0..hexagon.len() {
                let beside = |value: u8| hexagon.neighbours(cell).any(|next| board[next] == value);
                assert!((1..board[cell]).all(beside), "order {order}, cell {cell}");
            }
            // The pattern is left alone away from the rim.
            assert!(penalty_of(&hexagon, &board) <= 14 * order, "order {order}");
        }
    }

    /// Whatever the bits, nothing is wasted away from the rim, and what is given stays.
    #[test]
    fn a_board_about_lines_of_2s_wastes_nothing_inside() {
        let hexagon = Hexagon::new(14);
        for (case, bits) in Case::ALL.into_iter().zip([0_u64, !0, 0x5a5a_3c69_1248_b7d3, 0xaaaa]) {
            let two = |cell| {
                case.two(cell).is_some_and(|(gap, set)| (bits >> (gap + 32) & 1 == 1) == set)
            };
            let low = |&cell| if case.one(cell) { 1 } else { 2 * u8::from(two(cell)) };
            let low: Vec<u8> = hexagon.cells().iter().map(low).collect();
            let board = laid(&hexagon, case, &low);
            let inside = |cell: usize| hexagon.cell(cell).ring() <= 9;
            assert!((0..low.len()).all(|it| !inside(it) || low[it] == 0 || low[it] == board[it]));
            let values: Vec<Option<u8>> = board.into_iter().map(Some).collect();
            let wasted = penalty_edges(&hexagon, &values);
            assert!(!wasted.is_empty(), "there is a rim");
            assert!(wasted.iter().all(|edge| !inside(edge.from) && !inside(edge.to)), "{case:?}");
        }
    }
}
