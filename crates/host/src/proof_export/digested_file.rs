//! A file that appears as a whole, with the digest of its content.

use std::io::{self, Write};
use std::path::Path;

use crate::atomic_file::AtomicFile;
use crate::digest::RunningDigest;
use crate::error::HostError;

/// A file in the making.
pub(super) struct DigestedFile {
    file: AtomicFile,
    digest: RunningDigest,
}

impl DigestedFile {
    pub(super) fn open(path: &Path) -> Result<Self, HostError> {
        Ok(Self { file: AtomicFile::open(path)?, digest: RunningDigest::default() })
    }

    /// Puts the file into its place, and gives the digest of its content.
    pub(super) fn complete(self) -> Result<String, HostError> {
        self.file.complete()?;
        Ok(self.digest.finish())
    }
}

impl Write for DigestedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.digest.take(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
