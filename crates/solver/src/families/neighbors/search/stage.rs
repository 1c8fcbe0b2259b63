//! Checkpoints of engines that work in stages.
//!
//! The text is the state of the current stage, then one line `note NAME TEXT` for each result of
//! earlier stages. A stage sees an ordinary checkpoint and does not know about the others.
//!
//! Notes are plain text and unverified. What an engine takes from one without a check must not
//! enter a certificate.

use std::time::Duration;

use crate::checkpoint::{Checkpoint, escape, unescape};

/// The beginning of a line that does not belong to the current stage.
const NOTE: &str = "note ";

/// A state with a note after it.
pub(crate) fn noted(state: &str, name: &str, text: &str) -> String {
    format!("{state}{NOTE}{name} {}\n", escape(text))
}

/// The text of a note, if it is there.
pub(crate) fn note(state: &str, name: &str) -> Option<String> {
    let found = state
        .lines()
        .find_map(|line| line.strip_prefix(NOTE)?.strip_prefix(name)?.strip_prefix(' '));
    found.map(unescape)
}

/// A state without its notes.
pub(crate) fn without_notes(state: &str) -> String {
    let lines = state.lines().filter(|line| !line.starts_with(NOTE));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The checkpoint of one stage within the checkpoint of the whole.
pub(crate) struct Stage<'a> {
    pub(crate) outer: &'a dyn Checkpoint,
    /// The state from which the stage goes on.
    pub(crate) saved: Option<String>,
    /// The state of the whole, given that of the stage.
    pub(crate) whole: &'a (dyn Fn(&str) -> String + Sync),
}

impl Checkpoint for Stage<'_> {
    fn load(&self) -> Option<String> {
        self.saved.clone()
    }

    fn due(&self, elapsed: Duration) -> bool {
        self.outer.due(elapsed)
    }

    fn save(&self, state: &str, elapsed: Duration) -> Result<(), String> {
        self.outer.save(&(self.whole)(state), elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_read_as_they_were_written() {
        let state = noted(&noted("1 of 2\nunit 0\n", "scout", "a\nb c\n"), "sectors", "1 2");
        assert_eq!(note(&state, "scout").as_deref(), Some("a\nb c\n"));
        assert_eq!(note(&state, "sectors").as_deref(), Some("1 2"));
        assert_eq!(note(&state, "sector"), None);
        assert_eq!(without_notes(&state), "1 of 2\nunit 0\n");
    }
}
