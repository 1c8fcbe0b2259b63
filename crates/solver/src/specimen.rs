//! Degenerate boards: nearly solved, full, empty, of the largest order. Families list theirs here; `zoo` runs
//! every engine on them to see that limits are kept.

use sixfold_puzzle::hex::Hexagon;
use sixfold_puzzle::text::print_rows;

/// A degenerate board.
#[derive(Clone, Copy, Debug)]
pub struct Specimen {
    /// Its name within the family.
    pub name: &'static str,
    /// Writes it.
    pub text: fn() -> String,
}

/// A board with a token for each cell.
pub(crate) fn board(
    header: &str,
    order: usize,
    token: impl Fn(&Hexagon, usize) -> String,
) -> String {
    let hexagon = Hexagon::new(order);
    let tokens: Vec<String> = (0..hexagon.len()).map(|cell| token(&hexagon, cell)).collect();
    format!("{header}\n{}", print_rows(&hexagon, &tokens))
}

/// A board with the same token everywhere.
pub(crate) fn uniform(header: &str, order: usize, token: &str) -> String {
    board(header, order, |_, _| token.to_owned())
}
