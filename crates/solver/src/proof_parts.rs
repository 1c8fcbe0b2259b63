//! A stored proof as a stream: comment lines, then steps; in a proof in parts, part by part.
//!
//! The grammar is strict, so that nothing in a proof is skipped unseen. Comments stand in the header
//! and directly after the line that begins a part; a comment between steps is an error, and so is a
//! step after the empty clause. Lines are counted as in the file, for messages.

use std::io::{self, BufRead, Read};

use crate::sat::PART_MARK;

/// The longest comment line that is read.
const LONGEST: u64 = 1 << 20;

/// The most bytes of comments in one place.
const MOST: usize = 1 << 30;

/// What every comment line begins with.
const COMMENT: &str = "c ";

/// A proof. As a reader it gives the steps of the part that was begun last.
pub(crate) struct Parts<'a> {
    proof: &'a mut dyn BufRead,
    /// The piece of a line at hand, and how much of it was read.
    piece: Vec<u8>,
    read: usize,
    /// Whether the piece at hand is the last of its line.
    ended: bool,
    /// How many lines were begun.
    lines: u64,
    /// The name of the part that follows, once its first line was met.
    next: Option<String>,
}

fn unreadable(error: io::Error) -> String {
    format!("the proof cannot be read: {error}")
}

impl<'a> Parts<'a> {
    pub(crate) fn new(proof: &'a mut dyn BufRead) -> Self {
        Self { proof, piece: Vec::new(), read: 0, ended: true, lines: 0, next: None }
    }

    /// The text of one part, which begins after so many lines of the file.
    pub(crate) fn of_part(text: &'a mut dyn BufRead, lines: u64) -> Self {
        Self { lines, ..Self::new(text) }
    }

    /// The line of the file that was read last; that of the next part is not, until it is begun.
    pub(crate) fn line(&self) -> u64 {
        self.lines - u64::from(self.next.is_some())
    }

    /// A problem with that line.
    pub(crate) fn at_line(&self, problem: impl std::fmt::Display) -> String {
        format!("line {}: {problem}", self.line())
    }

    /// The comment lines that follow, without the `c ` of each, up to the next step or part.
    pub(crate) fn comments(&mut self) -> Result<Vec<String>, String> {
        let (mut comments, mut bytes) = (Vec::new(), 0);
        while self.next.is_none() && self.begins_comment()? {
            self.advance().map_err(unreadable)?;
            if self.next.is_none() {
                let line = self.take_line()?;
                let comment = line.strip_prefix(COMMENT);
                let comment = comment.ok_or_else(|| self.at_line("`c ` is expected"))?;
                bytes += line.len();
                if bytes > MOST {
                    return Err(self.at_line("there are too many comments"));
                }
                comments.push(comment.to_owned());
            }
        }
        Ok(comments)
    }

    fn begins_comment(&mut self) -> Result<bool, String> {
        Ok(self.proof.fill_buf().map_err(unreadable)?.first() == Some(&b'c'))
    }

    /// Goes to the next part, which must have a name.
    pub(crate) fn begin(&mut self, name: &str) -> Result<(), String> {
        if self.fill_buf().map_err(unreadable)?.is_empty() && self.next.is_none() {
            return Err("the proof ends before it".to_owned());
        }
        match self.next.take() {
            Some(found) if found == name => Ok(()),
            Some(found) => Err(self.at_line(format_args!("the part {found} is in its place"))),
            None => Err(self.at_line(format_args!("`{PART_MARK}{name}` is expected"))),
        }
    }

    /// Moves lines of the part at hand into a buffer, up to about so many bytes, and looks at none of them; `false` at its
    /// end.
    pub(crate) fn take_text(&mut self, buffer: &mut Vec<u8>, most: usize) -> io::Result<bool> {
        while self.next.is_none() && buffer.len() < most {
            if self.read == self.piece.len() {
                self.advance()?;
            }
            if self.next.is_some() || self.piece.is_empty() {
                return Ok(false);
            }
            buffer.extend_from_slice(&self.piece[self.read..]);
            self.read = self.piece.len();
        }
        Ok(self.next.is_none())
    }

    /// Demands that the part at hand has no more steps.
    pub(crate) fn end(&mut self) -> Result<(), String> {
        match self.fill_buf().map_err(unreadable)?.is_empty() {
            true => Ok(()),
            false => Err(self.at_line("something follows the empty clause")),
        }
    }

    /// Demands that the proof ends here.
    pub(crate) fn finish(&mut self) -> Result<(), String> {
        self.end()?;
        match self.next.take() {
            None => Ok(()),
            Some(name) => Err(self.at_line(format_args!("there is no part {name}"))),
        }
    }

    /// Reads a piece of a line. If it begins a part, nothing of it is given to readers.
    fn advance(&mut self) -> io::Result<()> {
        self.read = 0;
        self.piece.clear();
        let mut limited = Read::take(&mut *self.proof, LONGEST);
        limited.read_until(b'\n', &mut self.piece)?;
        let begins = std::mem::replace(&mut self.ended, self.piece.ends_with(b"\n"));
        if begins && !self.piece.is_empty() {
            self.lines += 1;
            if self.piece.starts_with(PART_MARK.as_bytes()) {
                let line = self.take_line().map_err(io::Error::other)?;
                self.next = line.strip_prefix(PART_MARK).map(str::to_owned);
            }
        }
        Ok(())
    }

    /// The line at hand, which must be short enough to be at hand whole.
    fn take_line(&mut self) -> Result<String, String> {
        if !self.ended && self.piece.len() as u64 == LONGEST {
            return Err(self.at_line("the comment is too long"));
        }
        let line = std::mem::take(&mut self.piece);
        (self.read, self.ended) = (0, true);
        let line = String::from_utf8(line).map_err(|_| self.at_line("the comment is no text"))?;
        Ok(line.strip_suffix('\n').unwrap_or(&line).to_owned())
    }

    /// Demands that a line of steps is no comment.
    fn step(&self, begins: bool) -> io::Result<()> {
        let first = self.piece.iter().find(|byte| !byte.is_ascii_whitespace());
        match begins && first == Some(&b'c') {
            true => Err(io::Error::other("a comment stands where a step is expected")),
            false => Ok(()),
        }
    }
}

impl Read for Parts<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(buffer.len());
        buffer[..count].copy_from_slice(&available[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Parts<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.piece.len() && self.next.is_none() {
            let begins = self.ended;
            self.advance()?;
            if self.next.is_none() {
                self.step(begins)?;
            }
        }
        Ok(&self.piece[self.read..])
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(parts: &mut Parts<'_>) -> Result<String, String> {
        let mut text = String::new();
        parts.read_to_string(&mut text).map_err(unreadable).map(|_| text)
    }

    #[test]
    fn parts_are_read_one_after_the_other() {
        let mut text = &b"c top\nc part a\nc one\nc two\n1 0 2 0\n3 0 4 0\nc part b\n5 0 6 0"[..];
        let mut parts = Parts::new(&mut text);
        assert_eq!(parts.comments(), Ok(vec!["top".to_owned()]));
        assert_eq!(parts.begin("a"), Ok(()));
        assert_eq!(parts.comments(), Ok(vec!["one".to_owned(), "two".to_owned()]));
        assert_eq!(parts.line(), 4);
        assert_eq!(steps(&mut parts).unwrap(), "1 0 2 0\n3 0 4 0\n");
        assert_eq!((parts.end(), parts.line()), (Ok(()), 6));
        assert_eq!(parts.begin("b"), Ok(()));
        assert_eq!(parts.comments(), Ok(vec![]));
        assert_eq!(steps(&mut parts).unwrap(), "5 0 6 0");
        assert_eq!(parts.finish(), Ok(()));
    }

    #[test]
    fn what_is_out_of_place_is_named_with_its_line() {
        let mut text = &b"c part a\n1 0 2 0\n c note\n"[..];
        let mut parts = Parts::new(&mut text);
        parts.begin("a").unwrap();
        assert!(steps(&mut parts).unwrap_err().contains("a comment stands where a step"));
        for (text, what) in [
            ("c part b\n", "line 1: the part b is in its place"),
            ("1 0 2 0\n", "line 1: `c part a` is expected"),
            ("", "the proof ends before it"),
        ] {
            assert_eq!(Parts::new(&mut text.as_bytes()).begin("a").unwrap_err(), what);
        }
        assert_eq!(
            Parts::new(&mut &b"c a\ncc b\n"[..]).comments().unwrap_err(),
            "line 2: `c ` is expected"
        );
        let mut text = &b"c part a\nc part b\n"[..];
        let mut parts = Parts::new(&mut text);
        parts.begin("a").unwrap();
        assert_eq!(parts.finish().unwrap_err(), "line 2: there is no part b");
    }

    /// What begins a part in the middle of an overlong line begins none.
    #[test]
    fn a_part_begins_at_the_beginning_of_a_line() {
        let line = format!("{}c part b\n", " ".repeat(LONGEST as usize));
        let text = format!("c part a\n{line}");
        let mut text = text.as_bytes();
        let mut parts = Parts::new(&mut text);
        parts.begin("a").unwrap();
        assert_eq!(parts.comments(), Ok(vec![]));
        assert_eq!(steps(&mut parts), Ok(line));
        let long = format!("c {}\n", "x".repeat(LONGEST as usize));
        let comments = Parts::new(&mut long.as_bytes()).comments();
        assert_eq!(comments.unwrap_err(), "line 1: the comment is too long");
    }
}
