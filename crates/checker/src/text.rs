//! Streaming parser of textual LRAT.
//!
//! One step per line: `id literals 0 hints 0` derives a clause, `id d ids 0` deletes clauses. The id
//! before the `d` is parsed and ignored. A line that begins with `c` is a comment. Blank lines, spaces, tabs and
//! carriage returns are skipped; everything else is an error at its line.
//!
//! Invariant: memory is bounded, because no line is held as text and lists have a maximum length. This
//! module does not interpret steps.

use std::io::{BufRead, ErrorKind};

use crate::ProofError;

/// Bytes read from the source at a time. `limit` is polled before each chunk.
const CHUNK: usize = 1 << 13;

/// The longest list. Solvers write at most one hint per variable, and no longer clauses.
const MAX_NUMBERS: usize = 1 << 24;

/// One step of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<'a> {
    /// A clause with the hints that prove it.
    Derive {
        /// Its id.
        id: u64,
        /// Its literals.
        clause: &'a [i32],
        /// The ids of the clauses from which it follows, in the order of propagation.
        hints: &'a [u64],
    },
    /// Clauses that are not needed any more.
    Delete {
        /// Their ids.
        ids: &'a [u64],
    },
}

/// The kind of a step; its lists are in [`Steps`].
enum StepKind {
    Derive { id: u64 },
    Delete,
}

/// The steps of a text.
pub(crate) struct Steps<'a> {
    bytes: Bytes<'a>,
    line: u64,
    clause: Vec<i32>,
    ids: Vec<u64>,
}

impl<'a> Steps<'a> {
    /// Reads from `source` until `limit` says to stop.
    pub(crate) fn new(source: &'a mut dyn BufRead, limit: &'a mut dyn FnMut() -> bool) -> Self {
        Self { bytes: Bytes::new(source, limit), line: 0, clause: Vec::new(), ids: Vec::new() }
    }

    /// The line that was read last, counted from 1.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// The next step, or `None` at the end of the text.
    pub(crate) fn next(&mut self) -> Result<Option<Step<'_>>, ProofError> {
        let kind = self.read().map_err(|error| error.at(self.line))?;
        Ok(kind.map(|kind| match kind {
            StepKind::Derive { id } => Step::Derive { id, clause: &self.clause, hints: &self.ids },
            StepKind::Delete => Step::Delete { ids: &self.ids },
        }))
    }

    /// Reads the next step into the lists.
    fn read(&mut self) -> Result<Option<StepKind>, ProofError> {
        self.skip_to_step()?;
        if self.bytes.peek()?.is_none() {
            return Ok(None);
        }
        let id = as_id(self.bytes.number()?)?;
        self.bytes.skip_blanks()?;
        let kind = if self.bytes.accept(b'd')? {
            self.bytes.end_word()?;
            self.bytes.list(&mut self.ids, as_id)?;
            StepKind::Delete
        } else {
            self.bytes.list(&mut self.clause, as_literal)?;
            self.bytes.list(&mut self.ids, as_hint)?;
            StepKind::Derive { id }
        };
        self.bytes.end_line()?;
        Ok(Some(kind))
    }

    /// Skips blank lines and comments.
    fn skip_to_step(&mut self) -> Result<(), ProofError> {
        loop {
            self.line += 1;
            self.bytes.skip_blanks()?;
            match self.bytes.peek()? {
                Some(b'c') => self.bytes.skip_while(|byte| byte != b'\n')?,
                Some(b'\n') => {}
                _ => return Ok(()),
            }
            if !self.bytes.accept(b'\n')? {
                return Ok(());
            }
        }
    }
}

fn as_id(number: i64) -> Result<u64, ProofError> {
    u64::try_from(number).map_err(|_| ProofError::NegativeId { number })
}

fn as_hint(number: i64) -> Result<u64, ProofError> {
    u64::try_from(number).map_err(|_| ProofError::RatHint { hint: number })
}

fn as_literal(number: i64) -> Result<i32, ProofError> {
    i32::try_from(number).map_err(|_| ProofError::LiteralOutOfRange { literal: number })
}

/// A number with more digits at its end, if it does not become too large.
fn append(number: i64, digits: &[u8]) -> Option<i64> {
    let longer =
        |number: i64, digit: &u8| number.checked_mul(10)?.checked_add((digit - b'0').into());
    digits.iter().try_fold(number, longer)
}

/// Bytes of a source, a chunk at a time, and the words they form.
struct Bytes<'a> {
    source: &'a mut dyn BufRead,
    limit: &'a mut dyn FnMut() -> bool,
    chunk: Vec<u8>,
    at: usize,
    end: usize,
}

impl<'a> Bytes<'a> {
    fn new(source: &'a mut dyn BufRead, limit: &'a mut dyn FnMut() -> bool) -> Self {
        Self { source, limit, chunk: vec![0; CHUNK], at: 0, end: 0 }
    }

    /// The next byte, which stays.
    #[inline]
    fn peek(&mut self) -> Result<Option<u8>, ProofError> {
        if self.at == self.end {
            self.refill()?;
        }
        Ok(self.chunk[..self.end].get(self.at).copied())
    }

    /// Takes the next chunk; an empty one is the end.
    #[cold]
    fn refill(&mut self) -> Result<(), ProofError> {
        (self.at, self.end) = (0, 0);
        while !(self.limit)() {
            match self.source.read(&mut self.chunk) {
                Ok(count) => {
                    self.end = count;
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(ProofError::Unreadable { reason: error.to_string() }),
            }
        }
        Err(ProofError::Stopped)
    }

    /// Takes the next byte if it is the one asked for.
    fn accept(&mut self, byte: u8) -> Result<bool, ProofError> {
        let found = self.peek()? == Some(byte);
        self.at += usize::from(found);
        Ok(found)
    }

    #[inline]
    fn skip_while(&mut self, skipped: impl Fn(u8) -> bool) -> Result<(), ProofError> {
        while self.peek()?.is_some_and(&skipped) {
            self.at += 1;
        }
        Ok(())
    }

    fn skip_blanks(&mut self) -> Result<(), ProofError> {
        self.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
    }

    /// Reads numbers up to the closing 0.
    fn list<T>(
        &mut self,
        list: &mut Vec<T>,
        convert: impl Fn(i64) -> Result<T, ProofError>,
    ) -> Result<(), ProofError> {
        list.clear();
        loop {
            match self.number()? {
                0 => return Ok(()),
                _ if list.len() == MAX_NUMBERS => return Err(ProofError::TooManyNumbers),
                number => list.push(convert(number)?),
            }
        }
    }

    /// Reads a number of this line. `-0` is refused, because it would silently close a list.
    fn number(&mut self) -> Result<i64, ProofError> {
        self.skip_blanks()?;
        let negative = self.accept(b'-')?;
        let magnitude = self.digits()?;
        self.end_word()?;
        match (negative, magnitude) {
            (true, 0) => Err(ProofError::UnexpectedByte { byte: b'-' }),
            (true, _) => Ok(-magnitude),
            (false, _) => Ok(magnitude),
        }
    }

    /// Reads one digit or more.
    fn digits(&mut self) -> Result<i64, ProofError> {
        match self.peek()? {
            Some(b'0'..=b'9') => {}
            Some(b'\n') | None => return Err(ProofError::UnfinishedLine),
            Some(byte) => return Err(ProofError::UnexpectedByte { byte }),
        }
        let mut value = 0;
        while self.peek()?.is_some_and(|byte| byte.is_ascii_digit()) {
            let rest = &self.chunk[self.at..self.end];
            let run = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            value = append(value, &rest[..run]).ok_or(ProofError::NumberTooLarge)?;
            self.at += run;
        }
        Ok(value)
    }

    /// Demands that a word ends here.
    fn end_word(&mut self) -> Result<(), ProofError> {
        match self.peek()? {
            None | Some(b' ' | b'\t' | b'\r' | b'\n') => Ok(()),
            Some(byte) => Err(ProofError::UnexpectedByte { byte }),
        }
    }

    /// Demands that the line ends here and goes to the next one.
    fn end_line(&mut self) -> Result<(), ProofError> {
        self.skip_blanks()?;
        if self.accept(b'\n')? || self.peek()?.is_none() {
            return Ok(());
        }
        Err(ProofError::OverlongLine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of a text, each as its debug form, and the error that ends them, if any.
    fn read(text: &[u8]) -> (Vec<String>, Option<ProofError>) {
        let (mut source, mut limit) = (text, || false);
        let mut steps = Steps::new(&mut source, &mut limit);
        let mut seen = Vec::new();
        loop {
            match steps.next() {
                Ok(Some(step)) => seen.push(format!("{step:?}")),
                Ok(None) => return (seen, None),
                Err(error) => return (seen, Some(error)),
            }
        }
    }

    fn error(text: &str) -> ProofError {
        read(text.as_bytes()).1.expect("an error")
    }

    #[test]
    fn steps_comments_and_blanks() {
        let text = b"c 1 0 2 0\n\n 7 -1 2 0 3 4 0\r\n8 d 1 2 0\nc\n\t9\t0 0 \n10 d 0\nc end";
        let derive =
            |id, clause: &[i32], hints: &[u64]| format!("{:?}", Step::Derive { id, clause, hints });
        let delete = |ids: &[u64]| format!("{:?}", Step::Delete { ids });
        let steps =
            [derive(7, &[-1, 2], &[3, 4]), delete(&[1, 2]), derive(9, &[], &[]), delete(&[])];
        assert_eq!(read(text), (steps.to_vec(), None));
        assert_eq!(read(b""), (vec![], None));
        assert_eq!(read(b"7 0 1 0").0.len(), 1, "the last line may lack its end");
    }

    #[test]
    fn errors_name_their_line() {
        assert_eq!(
            error("c\n\n7 1 0 2 0\n8 1 x\n"),
            ProofError::UnexpectedByte { byte: b'x' }.at(4)
        );
        assert_eq!(error("7 1 0 2 0\n\n8 1\n"), ProofError::UnfinishedLine.at(3));
        assert_eq!(
            error("7 1 0 2 0\n8 d 1").to_string(),
            "line 2: the line ends before the 0 that closes it"
        );
    }

    #[test]
    fn what_is_no_step_is_refused() {
        let unexpected = |byte| ProofError::UnexpectedByte { byte };
        let table = [
            ("7", ProofError::UnfinishedLine),
            ("7 1 0", ProofError::UnfinishedLine),
            ("7 1 0 2\n3 0", ProofError::UnfinishedLine),
            ("7 1 0 2 0 3", ProofError::OverlongLine),
            ("7 d 1 0 c", ProofError::OverlongLine),
            ("7 d1 0", unexpected(b'1')),
            ("7d 1 0", unexpected(b'd')),
            ("7 1 d 0", unexpected(b'd')),
            ("d 1 0", unexpected(b'd')),
            ("a\x0e\x02", unexpected(b'a')),
            ("+7 0 0", unexpected(b'+')),
            ("7 1 -0 2 0", unexpected(b'-')),
            ("7 --1 0 2 0", unexpected(b'-')),
            ("7 1- 0 2 0", unexpected(b'-')),
            ("-7 1 0 2 0", ProofError::NegativeId { number: -7 }),
            ("7 d -1 0", ProofError::NegativeId { number: -1 }),
            ("7 1 0 2 -3 4 0", ProofError::RatHint { hint: -3 }),
            ("7 2147483648 0 0", ProofError::LiteralOutOfRange { literal: 1 << 31 }),
            ("7 0 9223372036854775808 0", ProofError::NumberTooLarge),
        ];
        for (text, expected) in table {
            assert_eq!(error(text), expected.at(1), "{text}");
        }
    }

    #[test]
    fn the_largest_number_is_a_number() {
        let (steps, error) = read(b"7 0 9223372036854775807 0007 0\n");
        assert_eq!(error, None);
        assert!(steps[0].contains("[9223372036854775807, 7]"), "{steps:?}");
    }
}
