//! Takes a text that an engine writes as a stream: to a file, into memory, or both.
//!
//! Without a file the text is kept whole, since it is the answer. Beside a file it is kept up to a limit
//! and then dropped, so that the memory does not grow with the file.

use std::io::{self, Write};

use crate::atomic_file::AtomicFile;
use crate::error::HostError;

/// Where a text goes.
pub struct TextSink {
    file: Option<AtomicFile>,
    kept: Option<Vec<u8>>,
    /// The most bytes that are kept beside a file.
    most: u64,
}

impl TextSink {
    /// A sink that writes to a path, if there is one, and beside it keeps a text of at most so many bytes.
    ///
    /// # Errors
    /// If the path is a directory or cannot be written.
    pub fn open(path: Option<&str>, most: u64) -> Result<Self, HostError> {
        let file = path.map(AtomicFile::open).transpose()?;
        Ok(Self { file, kept: Some(Vec::new()), most })
    }

    /// The text, where it was kept. The file is replaced if the text is complete, and otherwise stays as it was.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self, complete: bool) -> Result<Option<String>, HostError> {
        if !complete {
            return Ok(None);
        }
        self.file.map_or(Ok(()), AtomicFile::complete)?;
        Ok(self.kept.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }
}

impl Write for TextSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.as_mut().map_or(Ok(bytes.len()), |file| file.write(bytes))?;
        if let Some(kept) = &mut self.kept {
            kept.extend_from_slice(&bytes[..count]);
            if self.file.is_some() && kept.len() as u64 > self.most {
                self.kept = None;
            }
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}
