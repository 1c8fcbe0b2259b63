//! A proof in parts, read as one stream after the other: a part ends where the next begins.

use std::io::{self, BufRead, Read};

use crate::engine::PART_MARK;

/// The longest line of remarks that is read.
const LONGEST: u64 = 1 << 20;

/// A proof in parts. As a reader it gives the steps of the part that was begun last.
pub(crate) struct Parts<'a> {
    proof: &'a mut dyn BufRead,
    /// The line at hand, and how much of it was read.
    line: Vec<u8>,
    read: usize,
    /// The name of the part that follows, once its first line was met.
    next: Option<String>,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(proof: &'a mut dyn BufRead) -> Self {
        Self { proof, line: Vec::new(), read: 0, next: None }
    }

    /// Goes to the next part, which must have a name, and returns its remarks.
    pub(crate) fn begin(&mut self, name: &str) -> Result<Vec<String>, String> {
        let unreadable = |error: io::Error| format!("the proof cannot be read: {error}");
        while self.next.is_none() {
            let rest = self.fill_buf().map_err(unreadable)?.len();
            if rest == 0 && self.next.is_none() {
                return Err("the proof ends before it".to_owned());
            }
            self.consume(rest);
        }
        let found = self.next.take().unwrap_or_default();
        if found != name {
            return Err(format!("the part {found} is in its place"));
        }
        let mut remarks = Vec::new();
        while self.proof.fill_buf().map_err(unreadable)?.first() == Some(&b'c') {
            self.advance().map_err(unreadable)?;
            if self.next.is_some() {
                break;
            }
            let remark = String::from_utf8_lossy(&self.line);
            remarks.push(remark.trim_start_matches('c').trim().to_owned());
            self.line.clear();
            self.read = 0;
        }
        Ok(remarks)
    }

    /// Reads a line; if it begins a part, nothing of it is given to readers.
    fn advance(&mut self) -> io::Result<()> {
        (self.read, _) = (0, self.line.clear());
        let mut limited = Read::take(&mut *self.proof, LONGEST);
        limited.read_until(b'\n', &mut self.line)?;
        if let Some(name) = self.line.strip_prefix(PART_MARK.as_bytes()) {
            self.next = Some(String::from_utf8_lossy(name).trim().to_owned());
            self.line.clear();
        }
        Ok(())
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
        if self.read == self.line.len() && self.next.is_none() {
            self.advance()?;
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
    }
}
