//! Set of chunks, and its text format.
//!
//! The first line names the format and its version. Then comes one chunk a line: the level, and the
//! three rows from the top down between strokes. `+` is a cell above the level; a row beyond the
//! board is empty. So `2 /1+2/+2+1` is a chunk at the top of a board of order 3. The last line has the
//! number of chunks and the hash FNV-1a of all that stands above it.
//!
//! Any of the four images of a chunk may be read; the least one is written, and the lines are
//! sorted. Reading checks the supports of the middle row, not whether the chunk comes from a good
//! board: so whatever a text holds, only correct boards are counted, each once.

use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::str::FromStr;

use sixfold_puzzle::hex::Hexagon;

use super::chunk::{Chunk, Row, cut};
use crate::checkpoint::hash;

/// The first line of the text.
const HEADER: &str = "sixfold row3 2";
/// What it has before the version.
const FORMAT: &str = "sixfold row3 ";

/// The highest level: what is above 6 is 7.
const HIGHEST: u8 = 6;

/// Chunks of boards of all orders, filled up to various levels; of its images only one is kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Shelf {
    chunks: BTreeSet<Chunk>,
}

impl Shelf {
    /// Adds the chunks of a board that is filled up to a level; returns how many are new.
    pub(super) fn add(&mut self, hexagon: &Hexagon, values: &[u8], level: u8) -> usize {
        let before = self.chunks.len();
        self.chunks.extend(cut(hexagon, values, level).map(|chunk| chunk.canonical()));
        self.chunks.len() - before
    }

    /// The chunks of a level, one of each four images.
    pub(super) fn chunks(&self, level: u8) -> impl Iterator<Item = &Chunk> {
        let least = |level| Chunk { level, rows: Default::default() };
        self.chunks.range(least(level)..least(level + 1))
    }

    pub(super) fn len(&self) -> usize {
        self.chunks.len()
    }

    /// Takes the chunks of another store; returns how many are new.
    pub(super) fn merge(&mut self, other: Self) -> usize {
        let before = self.chunks.len();
        self.chunks.extend(other.chunks);
        self.chunks.len() - before
    }

    /// The bytes of all chunks, about: three rows on the heap for each, and the tree's nodes half full
    /// at worst.
    pub(super) fn bytes(&self) -> usize {
        let cells = self.chunks.iter().flat_map(|chunk| &chunk.rows).map(Vec::len).sum::<usize>();
        cells + self.chunks.len() * (2 * size_of::<Chunk>() + 3 * size_of::<usize>())
    }
}

/// A text with its last line.
pub(super) fn sealed(lines: &str) -> String {
    let count = lines.lines().count().saturating_sub(1);
    format!("{lines}end {count} chunks {:016x}\n", hash(lines.as_bytes()))
}

impl fmt::Display for Shelf {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{HEADER}\n");
        for chunk in &self.chunks {
            let rows = chunk.rows.each_ref().map(|row| row_text(row, chunk.level));
            writeln!(text, "{} {}", chunk.level, rows.join("/"))?;
        }
        formatter.write_str(&sealed(&text))
    }
}

fn row_text(row: &[u8], level: u8) -> String {
    row.iter().fold(String::new(), |mut text, &value| {
        match value > level {
            true => text.push('+'),
            false => write!(text, "{value}").expect("a string takes everything"),
        }
        text
    })
}

/// A line that is no chunk.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub(super) struct ShelfError {
    pub(super) line: usize,
    pub(super) problem: String,
}

impl FromStr for Shelf {
    type Err = ShelfError;

    fn from_str(text: &str) -> Result<Self, ShelfError> {
        let first = text.lines().next().unwrap_or_default();
        if first != HEADER {
            let problem = match first.strip_prefix(FORMAT) {
                Some(version) => format!("version {version} of a store; expected `{HEADER}`"),
                None => format!("this is no store of chunks; expected `{HEADER}`"),
            };
            return Err(ShelfError { line: 1, problem });
        }
        let lines = vouched(text)?.lines().skip(1);
        let chunk = |(at, line): (usize, &str)| match chunk(line) {
            Ok(chunk) => Ok(chunk.canonical()),
            Err(problem) => Err(ShelfError { line: at + 2, problem }),
        };
        Ok(Self { chunks: lines.enumerate().map(chunk).collect::<Result<_, _>>()? })
    }
}

/// All lines but the last, if that has their number and their hash.
fn vouched(text: &str) -> Result<&str, ShelfError> {
    let end = text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
    let (lines, last) = text.split_at(end);
    let count = lines.lines().count();
    let wrong = |problem: String| ShelfError { line: count + 1, problem };
    if !last.starts_with("end ") || !last.ends_with('\n') {
        let problem =
            "the text is cut short; expected `end`, the number of chunks and their checksum";
        return Err(wrong(problem.to_owned()));
    }
    match format!("{lines}{last}") == sealed(lines) {
        true => Ok(lines),
        false => {
            let expected = sealed(lines)[end..].trim_end().to_owned();
            Err(wrong(format!(
                "`{}` is not about the lines above; expected `{expected}`",
                last.trim_end()
            )))
        }
    }
}

/// The chunk of a line, or what is wrong with it.
fn chunk(line: &str) -> Result<Chunk, String> {
    let (level, rows) = line.split_once(' ').ok_or("expected a level and three rows")?;
    let level: u8 = level
        .parse()
        .ok()
        .filter(|level| (1..=HIGHEST).contains(level))
        .ok_or_else(|| format!("`{level}` is no level; expected 1 to {HIGHEST}"))?;
    let rows: Vec<Row> = rows.split('/').map(|row| parsed(row, level)).collect::<Result<_, _>>()?;
    let rows: [Row; 3] = rows.try_into().map_err(|rows: Vec<Row>| {
        format!("expected three rows with `/` between them, found {}", rows.len())
    })?;
    let lengths = rows.each_ref().map(Vec::len);
    if !fitting(lengths) {
        return Err(format!("rows of lengths {lengths:?} are nowhere consecutive"));
    }
    let chunk = Chunk { level, rows };
    chunk.cost().ok_or("a cell in the middle row lacks a support")?;
    Ok(chunk)
}

fn parsed(row: &str, level: u8) -> Result<Row, String> {
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
