//! Completes a board whose values 1 to 5 are known: the rest is 6 and 7, at no cost.

use sixfold_puzzle::hex::Hexagon;

/// Fills in what a board holds beyond 5, marked 0. Such a cell has 1 to 5 beside it, so at most
/// one neighbour is such a cell too: of two beside each other one is a 6 and the other a 7.
pub(super) fn complete(hexagon: &Hexagon, mut values: Vec<u8>) -> Vec<u8> {
    for cell in 0..values.len() {
        if values[cell] == 0 {
            let beside_six = hexagon.neighbours(cell).any(|next| values[next] == 6);
            values[cell] = if beside_six { 7 } else { 6 };
        }
    }
    values
}
