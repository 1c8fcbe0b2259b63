//! The manifest of an export: what each part says, shows and needs, and what remains to be believed.
//!
//! It is text for people, and strict enough for a script: a word and a value in each line. `check-export` in the
//! repository reads it, and shares nothing with this program.

use std::fmt::Write as _;

use sixfold_solver::{Heading, ProofCheck};

use super::part_files::Digested;

/// The first line.
const MARK: &str = "sixfold export 1";

/// Why facts of other parts need no belief.
const COMBINATION: &str = "A part that needs a fact has every clause of the part that shows it, save the clause that \
                           denies it, and numbers variables in the same way. So its formula without the facts has no \
                           model either.";

/// A part of the proof.
pub(super) struct ManifestPart {
    /// Its name in the proof; empty if there is one only.
    pub(super) name: String,
    /// What follows if its formula has no model.
    pub(super) says: String,
    /// Its formula and its proof.
    pub(super) files: [Digested; 2],
    /// What it shows: in words, and as literals that cannot all be true in its formula without the last clause.
    pub(super) shows: Option<(String, Vec<i32>)>,
    /// The literals that it needs, and the number of the part that shows them.
    pub(super) needs: Vec<(i32, usize)>,
}

/// The lines about board and engine.
pub(super) fn heading(heading: &Heading<'_>) -> String {
    let mut text = format!("{MARK}\n");
    heading.board.lines().for_each(|line| line_of(&mut text, "board", line));
    line_of(&mut text, "engine", heading.engine);
    line_of(&mut text, "options", heading.options);
    if let Some(bound) = heading.bound {
        line_of(&mut text, "bound", &bound.to_string());
    }
    text
}

/// The lines about the statement, the parts, and what remains to be believed. `None` if the proof does not hold.
pub(super) fn body(checked: &ProofCheck, parts: &[ManifestPart]) -> Option<String> {
    let ProofCheck::Accepted { known, reasons, .. } = checked else { return None };
    let mut text = String::new();
    line_of(&mut text, "statement", &sentence(&checked.statement()?));
    known.iter().for_each(|line| line_of(&mut text, "known", line));
    line_of(&mut text, "parts", &parts.len().to_string());
    if parts.iter().any(|part| !part.needs.is_empty()) {
        line_of(&mut text, "combination", COMBINATION);
    }
    (1..).zip(parts).for_each(|(number, part)| part.write(number, &mut text));
    text.push('\n');
    for belief in beliefs(parts, !known.is_empty()).into_iter().map(str::to_owned) {
        line_of(&mut text, "believe", &belief);
    }
    reasons.iter().for_each(|reason| line_of(&mut text, "believe", &sentence(reason)));
    Some(text)
}

impl ManifestPart {
    fn write(&self, number: usize, text: &mut String) {
        let name = if self.name.is_empty() { "whole" } else { &self.name };
        let _ = writeln!(text, "\npart {number} {name}");
        line_of(text, "says", &self.says);
        for (word, Digested { name, digest }) in ["formula", "proof"].into_iter().zip(&self.files) {
            let _ = writeln!(text, "{word} {name} sha256 {digest}");
        }
        if let Some((says, literals)) = &self.shows {
            line_of(text, "fact", &sentence(says));
            literals.iter().for_each(|literal| line_of(text, "shows", &format!("{literal} 0")));
        }
        for (literal, from) in &self.needs {
            line_of(text, "needs", &format!("{literal} 0 from {from}"));
        }
    }
}

/// What every export leaves to the reader.
fn beliefs(parts: &[ManifestPart], known: bool) -> Vec<&'static str> {
    let mut beliefs = Vec::new();
    if !parts.is_empty() {
        beliefs.push(
            "The formulas mean the puzzle: a solution against the statement would give a model of one of them. \
             The values of its cells satisfy the clauses of the rules, and the other variables are counts and \
             conditions that follow from the values. Clauses that are no rules have a reason of their own below.",
        );
    }
    if known {
        beliefs.push(
            "The listed solutions are complete and correct: `sixfold check` says so, and a reader can.",
        );
    }
    beliefs
}

/// A phrase as a sentence.
fn sentence(phrase: &str) -> String {
    let mut letters = phrase.chars();
    let first: String =
        letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn line_of(text: &mut String, word: &str, value: &str) {
    // Writing into a string cannot fail.
    let _ = writeln!(text, "{word} {value}");
}
