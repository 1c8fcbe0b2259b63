//! The files of a store: what a run takes from them, and how its result is written.
//!
//! A file is read as a stream, twice: first for the chunks that fit the order and the level, which stay
//! in memory and are charged to the budget, then for the result, a merge of the files and of the
//! chunks in memory. So the memory grows with the chunks at hand, not with the files.
//!
//! The files are opened by the host, [`Outside::open_file`](crate::run::Outside::open_file).

use std::io::Write;

use super::StoreSearch;
use super::build::places_by_lengths;
use super::chunk::Row;
use super::stream::{ChunkReader, ChunkWriter, Sorted, merge};
use crate::options::OptionRow;
use crate::run::{Halt, Run};

/// The limits of the run are polled after so many chunks.
const POLLED: u64 = 1 << 12;

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Written {
    pub(super) chunks: u64,
    /// The chunks that are not in the first file.
    pub(super) new: u64,
    pub(super) bytes: u64,
}

impl StoreSearch<'_> {
    /// Takes the chunks that fit the order and the level from files, each the value of an option. The
    /// inner error is a limit of the run.
    pub(super) fn load_all<'f>(
        &mut self,
        files: impl Iterator<Item = (&'static OptionRow, &'f str)>,
    ) -> Result<Result<(), Halt>, String> {
        for (row, name) in files {
            if let Err(halt) = self.load(opened(self.run, row, name)?)? {
                return Ok(Err(halt));
            }
        }
        Ok(Ok(()))
    }

    fn load(&mut self, chunks: Sorted<'_>) -> Result<Result<(), Halt>, String> {
        let places = places_by_lengths(self.order);
        for (number, chunk) in (0_u64..).zip(chunks) {
            let chunk = chunk?;
            if number % POLLED == 0
                && let Some(halt) = self.run.halted()
            {
                return Ok(Err(halt));
            }
            let lengths = chunk.rows.each_ref().map(Row::len);
            if chunk.level == self.level && places.contains_key(&lengths) {
                self.shelf.insert(chunk);
                if let Err(halt) = self.charge.grow_to(self.shelf.bytes()) {
                    return Ok(Err(halt));
                }
            }
        }
        Ok(Ok(()))
    }

    /// Writes the chunks of files and of the shelf, merged.
    pub(super) fn write(
        &self,
        files: &[(&'static OptionRow, &str)],
        output: &mut dyn Write,
    ) -> Result<Written, String> {
        let mut sources: Vec<Sorted<'_>> = files
            .iter()
            .map(|&(row, name)| opened(self.run, row, name))
            .collect::<Result<_, _>>()?;
        sources.push(Box::new(self.shelf.all().cloned().map(Ok)));
        let unwritable = |error| format!("the store cannot be written: {error}");
        let mut writer = ChunkWriter::new(output).map_err(unwritable)?;
        let counts = merge(&mut sources, &mut writer)?;
        let begun = files.iter().zip(&counts).find(|((row, _), _)| **row == super::CHUNKS);
        let new = writer.chunks - begun.map_or(0, |(_, count)| *count);
        Ok(Written { chunks: writer.chunks, new, bytes: writer.bytes })
    }
}

/// The chunks of a file that an option names.
fn opened(run: &Run<'_>, row: &OptionRow, name: &str) -> Result<Sorted<'static>, String> {
    let option = row.name;
    let file = run.outside.open_file(name).map_err(|problem| format!("{option}: {problem}"))?;
    let reader = ChunkReader::new(file).map_err(|problem| format!("{option}: {problem}"))?;
    let named = move |problem| format!("{option}: {problem}");
    Ok(Box::new(reader.map(move |chunk| chunk.map_err(named))))
}
