//! Set of chunks in memory.
//!
//! Invariant: of the four images of a chunk the least one is kept. The shelf knows its bytes at any
//! time, so that they can be charged while it grows.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use sixfold_puzzle::hex::Hexagon;

use super::chunk::{Chunk, cut};
use super::stream::{ChunkReader, ChunkWriter, StreamError};

/// Chunks of boards of all orders, filled up to various levels; of its images only one is kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Shelf {
    chunks: BTreeSet<Chunk>,
    /// The cells of all chunks.
    cells: usize,
}

impl Shelf {
    /// Adds the chunks of a board that is filled up to a level; returns how many are new.
    pub(super) fn add(&mut self, hexagon: &Hexagon, values: &[u8], level: u8) -> usize {
        cut(hexagon, values, level).filter(|chunk| self.insert(chunk.canonical())).count()
    }

    /// Adds a chunk that is the least of its images; returns whether it is new.
    pub(super) fn insert(&mut self, chunk: Chunk) -> bool {
        let cells = chunk.rows.iter().map(Vec::len).sum::<usize>();
        let new = self.chunks.insert(chunk);
        self.cells += if new { cells } else { 0 };
        new
    }

    /// The chunks of a level, one of each four images.
    pub(super) fn chunks(&self, level: u8) -> impl Iterator<Item = &Chunk> {
        let least = |level| Chunk { level, rows: Default::default() };
        self.chunks.range(least(level)..least(level + 1))
    }

    /// All chunks in order.
    pub(super) fn all(&self) -> impl Iterator<Item = &Chunk> {
        self.chunks.iter()
    }

    pub(super) fn len(&self) -> usize {
        self.chunks.len()
    }

    /// The bytes of all chunks, about: three rows on the heap for each, and the tree's nodes half full
    /// at worst.
    pub(super) fn bytes(&self) -> usize {
        self.cells + self.chunks.len() * (2 * size_of::<Chunk>() + 3 * size_of::<usize>())
    }
}

impl fmt::Display for Shelf {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = Vec::new();
        let mut writer = ChunkWriter::new(&mut bytes).map_err(|_| fmt::Error)?;
        self.all().try_for_each(|chunk| writer.put(chunk)).map_err(|_| fmt::Error)?;
        writer.end().map_err(|_| fmt::Error)?;
        formatter.write_str(&String::from_utf8_lossy(&bytes))
    }
}

impl FromStr for Shelf {
    type Err = StreamError;

    fn from_str(text: &str) -> Result<Self, StreamError> {
        let mut shelf = Self::default();
        for chunk in ChunkReader::new(text.as_bytes())? {
            shelf.insert(chunk?);
        }
        Ok(shelf)
    }
}
