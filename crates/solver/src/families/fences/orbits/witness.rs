//! A loop as a unit keeps it: a line with the number of its fillings and its answer, then one solution.

use sixfold_puzzle::hex::Hexagon;

/// In the place of a number: the loop is counted with a map of another share.
pub(super) const FOREIGN: &str = "-";

/// A witness, read again.
pub(super) struct Witness<'a> {
    pub(super) foreign: bool,
    pub(super) fillings: Option<u128>,
    pub(super) answer: u128,
    pub(super) text: &'a str,
}

impl<'a> Witness<'a> {
    pub(super) fn read(witness: &'a str) -> Self {
        let (first, text) = witness.split_once('\n').unwrap_or((witness, ""));
        let (fillings, answer) = first.split_once(' ').unwrap_or((first, "0"));
        let foreign = fillings == FOREIGN;
        Self { foreign, fillings: fillings.parse().ok(), answer: answer.parse().unwrap_or(0), text }
    }

    /// The loop's cells in order, as words.
    pub(super) fn cells(&self) -> impl Iterator<Item = &'a str> {
        let line = self.text.lines().find_map(|line| line.strip_prefix("loop "));
        line.unwrap_or_default().split_whitespace()
    }

    /// The loop's cells in order.
    pub(super) fn indices(&self, hexagon: &Hexagon) -> Vec<usize> {
        self.cells().filter_map(|word| hexagon.index(word.parse().ok()?)).collect()
    }
}
