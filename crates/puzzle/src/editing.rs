//! What an editor needs of a family: blank boards, the words for a cell, the place of each word in a text, and strokes.
//!
//! An editor holds text and nothing else. It replaces a word by another of the palette, or asks the family what a stroke
//! over some cells does to the solution; everything else follows from reading the text again. A palette is an offer, not a
//! rule: the parser decides what a cell may hold.

use crate::hex::Cell;
use crate::text_error::Span;

/// Longer lists of words are no help; an editor then takes what is typed.
pub const MOST_WORDS: usize = 64;

/// How a solution is edited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It repeats the rows of the board: a word for each cell.
    Rows,
    /// It is written in lines of its own: strokes over cells change it.
    Strokes,
}

/// The words that an editor offers for a cell. The first of each list clears a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Palette {
    /// For a cell of the puzzle.
    pub puzzle: Vec<String>,
    /// For a cell of the solution; empty if a solution is no rows.
    pub solution: Vec<String>,
    /// Whether every word stands on the board exactly once, so that placing one means exchanging two.
    pub each_once: bool,
}

/// Which part of a text a word belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    /// The rows below the header.
    Puzzle,
    /// The rows of the solution.
    Solution,
}

/// A word of a text that stands for the content of a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellWord {
    /// The cell.
    pub cell: Cell,
    /// The part of the text.
    pub layer: Layer,
    /// The word.
    pub word: String,
    /// Its place in the text.
    pub span: Span,
}

/// The words that a token of [`About::tokens`](crate::About::tokens) stands for: `1..7` and `+0..+6` are ranges, `2+..6+`
/// too; a token that is a description, such as `number`, stands for none.
#[must_use]
pub fn words(word: &str) -> Vec<String> {
    let Some((first, last)) = word.split_once("..") else {
        let is_word = !word.chars().any(char::is_alphabetic);
        return is_word.then(|| word.to_owned()).into_iter().collect();
    };
    let bare = |end: &str| end.trim_matches('+').parse::<u32>().ok();
    let (Some(from), Some(to)) = (bare(first), bare(last)) else { return Vec::new() };
    let (before, after) = (first.starts_with('+'), first.ends_with('+'));
    let sign = |wanted: bool| if wanted { "+" } else { "" };
    (from..=to).map(|number| format!("{}{number}{}", sign(before), sign(after))).collect()
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn tokens_stand_for_words() {
        let tokens = [".", "0..2", "+5..+6", "2+..3+", "+.", "number", "1..k-1"];
        let wanted = [".", "0", "1", "2", "+5", "+6", "2+", "3+", "+."];
        assert_eq!(tokens.map(words).concat(), wanted);
    }
}
