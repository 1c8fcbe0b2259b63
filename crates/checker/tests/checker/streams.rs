//! Sources that are slow, broken or endless, and the stop limit.

use std::io::{self, BufReader, Read};

use sixfold_checker::{ProofError, Summary, check};

use crate::common::{Formula, check_text};

fn formula() -> Formula {
    vec![vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]]
}

const PROOF: &str = "c comment\n5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";

fn check_source(source: impl Read, limit: &mut dyn FnMut() -> bool) -> Result<Summary, ProofError> {
    let formula = formula();
    check(formula.iter().map(Vec::as_slice), &mut BufReader::with_capacity(1, source), limit)
}

/// Gives one byte at a time and is interrupted before each.
struct Trickle<'a> {
    bytes: &'a [u8],
    interrupted: bool,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = buffer.len().min(1);
        self.bytes.read(&mut buffer[..count])
    }
}

/// Repeats a text without end.
struct Endless<'a> {
    text: &'a [u8],
    at: usize,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in &mut *buffer {
            *byte = self.text[self.at % self.text.len()];
            self.at += 1;
        }
        Ok(buffer.len())
    }
}

/// A limit that stops at the given question.
fn after(questions: usize) -> impl FnMut() -> bool {
    let mut asked = 0;
    move || {
        asked += 1;
        asked > questions
    }
}

fn at(line: u64, error: ProofError) -> Result<Summary, ProofError> {
    Err(ProofError::At { line, error: Box::new(error) })
}

#[test]
fn the_size_of_pieces_does_not_matter() {
    for text in [PROOF, "5 1 0 1 2 0\n5 d 1 2", "5 1 0 1 2 0\n6 0 5 3 0\n", "5 -"] {
        let trickle = Trickle { bytes: text.as_bytes(), interrupted: false };
        assert_eq!(check_source(trickle, &mut || false), check_text(&formula(), text), "{text}");
    }
}

#[test]
fn a_long_proof_crosses_many_pieces() {
    let comments = "c another line of no importance\n".repeat(5000);
    let text = format!("{comments}{PROOF}");
    assert_eq!(check_text(&formula(), text), check_text(&formula(), PROOF));
    assert_eq!(check_text(&formula(), comments + "5 1 0 1 0\n"), at(5001, ProofError::NoConflict));
}

#[test]
fn a_broken_source_is_an_error() {
    let broken = "5 1 0 1 2 0\n".as_bytes().chain(Broken);
    let unreadable = ProofError::Unreadable { reason: "torn".to_owned() };
    assert_eq!(check_source(broken, &mut || false), at(2, unreadable));
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("torn"))
    }
}

#[test]
fn endless_lists_are_refused() {
    for (start, list) in [("5 ", "1 "), ("5 1 0 ", "1 "), ("5 d ", "1 ")] {
        let source = start.as_bytes().chain(Endless { text: list.as_bytes(), at: 0 });
        assert_eq!(check_source(source, &mut || false), at(1, ProofError::TooManyNumbers));
    }
}

#[test]
fn endless_texts_that_cost_nothing_go_on_until_the_limit() {
    for text in ["\n", " ", "c", "c comment\n", "0", "1 d 0\n"] {
        let source = Endless { text: text.as_bytes(), at: 0 };
        assert_eq!(check_source(source, &mut after(100)), Err(ProofError::Stopped), "{text:?}");
    }
}

#[test]
fn the_limit_stops_the_formula_too() {
    let clause: &[i32] = &[1, 2];
    let endless = std::iter::repeat(clause);
    let stopped = check(endless, &mut PROOF.as_bytes(), &mut after(3));
    assert_eq!(stopped, Err(ProofError::Stopped));
}

#[test]
fn a_limit_that_is_not_reached_changes_nothing() {
    assert_eq!(check_source(PROOF.as_bytes(), &mut || true), Err(ProofError::Stopped));
    assert_eq!(check_source(PROOF.as_bytes(), &mut after(1000)), check_text(&formula(), PROOF));
}
