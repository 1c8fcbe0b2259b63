//! Captions of a picture: title, legend and notes, wrapped to the width of the board.
//!
//! Captions never widen a picture, so a long note makes no board smaller in a file of a given width. Widths are
//! estimated by the number of characters, because no renderer knows the font.

use super::markup::{CHARACTER, NOTE_SIZE, TITLE_SIZE};
use crate::scene::{LegendEntry, Scene};

/// The height of a line of notes, and of a row of the legend.
pub(super) const LINE: f64 = 1.5 * NOTE_SIZE;
/// The height of the title's second line, if there is one.
pub(super) const TITLE_LINE: f64 = 1.25 * TITLE_SIZE;
/// The height of a title of one line.
const TITLE: f64 = 1.8 * TITLE_SIZE;
/// The width of a swatch in the legend.
pub(super) const SWATCH: f64 = 34.0;
/// Between a swatch and its words.
pub(super) const GAP: f64 = 7.0;
/// Between two entries of a row.
pub(super) const BETWEEN: f64 = 20.0;
/// The most characters of a line: longer ones are hard to read.
const LONGEST: f64 = 100.0;

/// The estimated width of a text.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * CHARACTER
}

/// The lines of a text that fit into a width. A line ends behind a comma or colon rather than within a phrase, and
/// between words; only a word that is too long for a line is broken.
pub(super) fn wrapped(text: &str, size: f64, width: f64) -> Vec<String> {
    let most = (width / (size * CHARACTER)).clamp(1.0, LONGEST) as usize;
    let mut lines: Vec<String> = Vec::new();
    for phrase in phrases(text) {
        let mut room = phrase.join(" ").chars().count();
        for word in phrase {
            let letters: Vec<char> = word.chars().collect();
            for part in letters.chunks(most) {
                add(&mut lines, part, room.max(part.len()), most);
                // Once the phrase has begun, each part needs room for itself.
                room = 0;
            }
        }
    }
    lines
}

/// Adds a word to the last line if there is so much room, else as a line of its own.
fn add(lines: &mut Vec<String>, word: &[char], room: usize, most: usize) {
    match lines.last_mut() {
        Some(line) if line.chars().count() + 1 + room <= most => {
            line.push(' ');
            line.extend(word);
        }
        _ => lines.push(word.iter().collect()),
    }
}

/// The words of a text up to each comma, colon or semicolon.
fn phrases(text: &str) -> Vec<Vec<&str>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let phrases = words.split_inclusive(|word| word.ends_with([',', ':', ';']));
    phrases.map(<[&str]>::to_vec).collect()
}

/// The captions of a scene in lines.
pub(super) struct Captions<'a> {
    pub(super) title: Vec<String>,
    /// The rows of the legend.
    pub(super) legend: Vec<Vec<&'a LegendEntry>>,
    pub(super) notes: Vec<String>,
}

impl<'a> Captions<'a> {
    /// The captions as they fit into a width.
    pub(super) fn of(scene: &'a Scene, width: f64) -> Self {
        let notes = scene.notes.iter().flat_map(|note| wrapped(note, NOTE_SIZE, width));
        Self {
            title: wrapped(&scene.title, TITLE_SIZE, width),
            legend: rows(&scene.legend, width),
            notes: notes.collect(),
        }
    }

    /// Whether there are none.
    pub(super) fn is_empty(scene: &Scene) -> bool {
        scene.title.is_empty() && scene.legend.is_empty() && scene.notes.is_empty()
    }

    /// The height of the title.
    pub(super) fn above(&self) -> f64 {
        let more = self.title.len().saturating_sub(1) as f64;
        if self.title.is_empty() { 0.0 } else { TITLE + TITLE_LINE * more }
    }

    /// The height of legend and notes.
    pub(super) fn below(&self) -> f64 {
        LINE * (self.legend.len() + self.notes.len()) as f64
    }
}

/// The width of an entry of the legend.
pub(super) fn entry_width(entry: &LegendEntry) -> f64 {
    SWATCH + GAP + text_width(&entry.meaning, NOTE_SIZE)
}

/// The width of a row of the legend.
pub(super) fn row_width(row: &[&LegendEntry]) -> f64 {
    row.iter().map(|entry| entry_width(entry)).sum::<f64>() + BETWEEN * (row.len() as f64 - 1.0)
}

/// The entries in rows, as many in each as fit.
fn rows(legend: &[LegendEntry], width: f64) -> Vec<Vec<&LegendEntry>> {
    let mut rows: Vec<Vec<&LegendEntry>> = Vec::new();
    for entry in legend {
        match rows.last_mut() {
            Some(row) if row_width(row) + BETWEEN + entry_width(entry) <= width => row.push(entry),
            _ => rows.push(vec![entry]),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Role, Swatch};

    #[test]
    fn captions_wrap_between_words() {
        let width = text_width("one note of", NOTE_SIZE);
        let lines = wrapped("one note of  many words", NOTE_SIZE, width);
        assert_eq!(lines, ["one note of", "many words"]);
        assert_eq!(wrapped("", NOTE_SIZE, width), [""; 0]);
    }

    #[test]
    fn captions_wrap_between_phrases_rather_than_within_them() {
        let width = text_width("penalty by level: 2 at", NOTE_SIZE);
        let lines = wrapped("penalty by level: 2 at 1, 1 at 2", NOTE_SIZE, width);
        assert_eq!(lines, ["penalty by level:", "2 at 1, 1 at 2"]);
    }

    #[test]
    fn a_word_longer_than_a_line_is_broken() {
        assert_eq!(wrapped("a 0123456789", 10.0, 6.5 * 10.0 * CHARACTER), ["a", "012345", "6789"]);
    }

    /// On a wide board a line is still one that an eye can follow.
    #[test]
    fn no_line_has_more_than_a_hundred_characters() {
        let lines = wrapped(&"word ".repeat(50), NOTE_SIZE, 5000.0);
        assert!(lines.len() == 3 && lines.iter().all(|line| line.len() <= 100), "{lines:?}");
    }

    #[test]
    fn a_legend_takes_as_many_rows_as_it_needs() {
        let mut scene = Scene::new("");
        (1..4).for_each(|level| scene.explain(Swatch::Band, Role::Over(level), "six ch"));
        let width = 2.0 * entry_width(&scene.legend[0]) + BETWEEN;
        let rows = |width: f64| Captions::of(&scene, width).legend.iter().map(Vec::len).collect();
        let (all, two): (Vec<usize>, Vec<usize>) = (rows(3.0 * width), rows(width));
        assert_eq!((all, two), (vec![3], vec![2, 1]));
        assert_eq!(Captions::of(&scene, width).above(), 0.0, "an empty title takes no room");
    }
}
