//! The text of a store as a stream: it is read, merged and written chunk by chunk.
//!
//! The first line names the format and its version. Then comes one chunk a line: the level, and the
//! three rows from the top down between strokes. `+` is a cell above the level; a row beyond the
//! board is empty. So `2 /1+2/+2+1` is a chunk at the top of a board of order 3. The last line has the
//! number of chunks and the hash FNV-1a of all that stands above it.
//!
//! Invariant: every chunk is the least of its four images, and the chunks are sorted, none of them
//! twice. So several texts are merged with one chunk of each in memory. Reading checks that, and the
//! supports of the middle row; it does not check whether a chunk comes from a good board. So whatever
//! a text holds, only correct boards are counted, each once.

use std::io::{self, BufRead, Read as _, Write};

use super::chunk::{Chunk, Row};
use crate::checkpoint::StreamHash;

/// The first line of the text.
const HEADER: &str = "sixfold row3 2";
/// What it has before the version.
const FORMAT: &str = "sixfold row3 ";

/// The highest level: what is above 6 is 7.
const HIGHEST: u8 = 6;

/// No line is longer in bytes: a row of the largest order has 255 cells.
const LONGEST: u64 = 1 << 10;

/// A line that is no chunk.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub(super) struct StreamError {
    line: u64,
    problem: String,
}

/// Reads a text chunk by chunk. Its end is checked before the iterator ends.
pub(super) struct ChunkReader<'a> {
    from: Box<dyn BufRead + 'a>,
    /// The number of the line that was read last.
    line: u64,
    bytes: Vec<u8>,
    hash: StreamHash,
    last: Option<Chunk>,
    ended: bool,
}

impl<'a> ChunkReader<'a> {
    /// Reads and checks the first line.
    pub(super) fn new(from: impl BufRead + 'a) -> Result<Self, StreamError> {
        let (hash, bytes) = (StreamHash::default(), Vec::new());
        let from = Box::new(from);
        let mut reader = Self { from, line: 0, bytes, hash, last: None, ended: false };
        let problem = match reader.next_line()?.as_deref() {
            Some(HEADER) => {
                reader.hash.add(&reader.bytes);
                return Ok(reader);
            }
            Some(line) => match line.strip_prefix(FORMAT) {
                Some(version) => format!("version {version} of a store; expected `{HEADER}`"),
                None => format!("this is no store of chunks; expected `{HEADER}`"),
            },
            None => format!("this is no store of chunks; expected `{HEADER}`"),
        };
        Err(reader.error(problem))
    }

    fn error(&self, problem: impl Into<String>) -> StreamError {
        StreamError { line: self.line, problem: problem.into() }
    }

    /// The next line without its end; `None` if the text ends before or within it.
    fn next_line(&mut self) -> Result<Option<String>, StreamError> {
        self.line += 1;
        self.bytes.clear();
        let read = (&mut self.from).take(LONGEST + 1).read_until(b'\n', &mut self.bytes);
        read.map_err(|error| self.error(format!("it cannot be read: {error}")))?;
        if self.bytes.len() as u64 > LONGEST {
            return Err(
                self.error(format!("the line is too long; expected at most {LONGEST} bytes"))
            );
        }
        let Some(line) = self.bytes.strip_suffix(b"\n") else { return Ok(None) };
        match std::str::from_utf8(line) {
            Ok(line) => Ok(Some(line.to_owned())),
            Err(_) => Err(self.error("this is no text; expected UTF-8")),
        }
    }

    /// The next chunk, or `None` after a last line that is right.
    fn read(&mut self) -> Result<Option<Chunk>, StreamError> {
        let cut = "the text is cut short; expected `end`, the number of chunks and their checksum";
        let line = self.next_line()?.ok_or_else(|| self.error(cut))?;
        if line.starts_with("end ") {
            return self.check_end(&line).map(|()| None);
        }
        self.hash.add(&self.bytes);
        let chunk = parsed(&line).map_err(|problem| self.error(problem))?;
        if !chunk.is_canonical() {
            let expected = line_of(&chunk.canonical());
            let problem =
                format!("the least image of this chunk is another; expected `{expected}`");
            return Err(self.error(problem));
        }
        if self.last.as_ref().is_some_and(|last| *last >= chunk) {
            let problem = "the chunk is out of order; expected one after that of the line above";
            return Err(self.error(problem));
        }
        self.last = Some(chunk.clone());
        Ok(Some(chunk))
    }

    fn check_end(&mut self, line: &str) -> Result<(), StreamError> {
        let expected = last_line(self.line - 2, self.hash);
        if line != expected {
            let problem = format!("`{line}` is not about the lines above; expected `{expected}`");
            return Err(self.error(problem));
        }
        let after = self.next_line()?;
        match after.is_none() && self.bytes.is_empty() {
            true => Ok(()),
            false => Err(self.error("there is more after the last line; expected nothing")),
        }
    }
}

impl Iterator for ChunkReader<'_> {
    type Item = Result<Chunk, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.read().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}

/// Writes a text chunk by chunk. The caller brings the chunks in order.
pub(super) struct ChunkWriter<'a> {
    to: &'a mut dyn Write,
    hash: StreamHash,
    /// What was written so far.
    pub(super) chunks: u64,
    /// Their bytes, with the first line and the last.
    pub(super) bytes: u64,
}

impl<'a> ChunkWriter<'a> {
    /// Writes the first line.
    pub(super) fn new(to: &'a mut dyn Write) -> io::Result<Self> {
        let mut writer = Self { to, hash: StreamHash::default(), chunks: 0, bytes: 0 };
        writer.line(HEADER)?;
        Ok(writer)
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        let line = format!("{line}\n");
        self.hash.add(line.as_bytes());
        self.bytes += line.len() as u64;
        self.to.write_all(line.as_bytes())
    }

    /// Writes the next chunk.
    pub(super) fn put(&mut self, chunk: &Chunk) -> io::Result<()> {
        self.chunks += 1;
        self.line(&line_of(chunk))
    }

    /// Writes the last line.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.line(&last_line(self.chunks, self.hash))?;
        self.to.flush()
    }
}

/// Chunks in order, or what is wrong with one.
pub(super) type Sorted<'a> = Box<dyn Iterator<Item = Result<Chunk, String>> + 'a>;

/// Merges sorted chunks and writes each once: a k-way merge with one chunk of each source in memory.
/// Returns how many there were in each source.
pub(super) fn merge(
    sources: &mut [Sorted<'_>],
    writer: &mut ChunkWriter<'_>,
) -> Result<Vec<u64>, String> {
    let mut counts = vec![0; sources.len()];
    let mut heads: Vec<Option<Chunk>> =
        sources.iter_mut().map(|source| source.next().transpose()).collect::<Result<_, _>>()?;
    while let Some(least) = heads.iter().flatten().min().cloned() {
        let written = writer.put(&least);
        written.map_err(|error| format!("the store cannot be written: {error}"))?;
        for (at, head) in heads.iter_mut().enumerate() {
            if head.as_ref() == Some(&least) {
                counts[at] += 1;
                *head = sources[at].next().transpose()?;
            }
        }
    }
    let ended = writer.end();
    ended.map_err(|error| format!("the store cannot be written: {error}"))?;
    Ok(counts)
}

/// The last line after so many chunks.
fn last_line(chunks: u64, hash: StreamHash) -> String {
    format!("end {chunks} chunks {:016x}", hash.value())
}

/// The line of a chunk.
fn line_of(chunk: &Chunk) -> String {
    let mark = |&value: &u8| if value > chunk.level { '+' } else { char::from(b'0' + value) };
    let rows = chunk.rows.each_ref().map(|row| row.iter().map(mark).collect::<String>());
    format!("{} {}", chunk.level, rows.join("/"))
}

/// The chunk of a line, or what is wrong with it.
fn parsed(line: &str) -> Result<Chunk, String> {
    let (level, rows) = line.split_once(' ').ok_or("expected a level and three rows")?;
    // One digit: a number of more has other forms as well.
    let level: u8 = Some(level)
        .filter(|level| level.len() == 1)
        .and_then(|level| level.parse().ok())
        .filter(|level| (1..=HIGHEST).contains(level))
        .ok_or_else(|| format!("`{level}` is no level; expected 1 to {HIGHEST}"))?;
    let rows: Vec<Row> = rows.split('/').map(|row| cells(row, level)).collect::<Result<_, _>>()?;
    let rows: [Row; 3] = rows.try_into().map_err(|rows: Vec<Row>| {
        format!("expected three rows with `/` between them, found {}", rows.len())
    })?;
    let lengths = rows.each_ref().map(Vec::len);
    if !fitting(lengths) {
        return Err(format!(
            "rows of lengths {lengths:?} are nowhere consecutive; expected each one longer or shorter"
        ));
    }
    let chunk = Chunk { level, rows };
    chunk
        .cost()
        .ok_or("a cell in the middle row lacks a support; expected each lower value beside it")?;
    Ok(chunk)
}

fn cells(row: &str, level: u8) -> Result<Row, String> {
    let value = |mark: char| match mark.to_digit(10) {
        Some(value) if (1..=u32::from(level)).contains(&value) => Ok(value as u8),
        _ if mark == '+' => Ok(level + 1),
        _ => Err(format!("`{mark}` is no cell; expected 1 to {level}, or + for more")),
    };
    row.chars().map(value).collect()
}

/// Whether three rows of these lengths can follow each other. Lengths grow one by one up to an odd
/// one, that of the row in the middle of a board, and then shrink.
fn fitting([above, row, below]: [usize; 3]) -> bool {
    let grows = |from: usize, to: usize| from + 1 == to;
    match (above, below) {
        (0, 0) => row == 1,
        (0, _) => row > 1 && grows(row, below),
        (_, 0) => row > 1 && grows(row, above),
        _ if grows(above, row) => grows(row, below) || (above == below && row % 2 == 1),
        _ => grows(row, above) && grows(below, row),
    }
}
