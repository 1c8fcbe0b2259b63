//! SHA-256 of texts, files and streams, as hexadecimal digits.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

/// The digest of some bytes.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// The digest of a file, and its size.
///
/// # Errors
/// If it cannot be read.
pub fn digest_file(path: &Path) -> io::Result<(String, u64)> {
    let (mut file, mut hasher, mut size) = (File::open(path)?, Sha256::new(), 0);
    let mut chunk = vec![0; 1 << 16];
    loop {
        match file.read(&mut chunk) {
            Ok(0) => return Ok((hexadecimal(&hasher.finalize()), size)),
            Ok(count) => {
                hasher.update(&chunk[..count]);
                size += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The digest of bytes that come one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunningDigest(Sha256);

impl RunningDigest {
    /// Takes in bytes.
    pub(crate) fn take(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of all of them.
    pub(crate) fn finish(self) -> String {
        hexadecimal(&self.0.finalize())
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first test vector of FIPS 180-2.
    #[test]
    fn the_digest_is_sha_256() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest(b"abc"), expected);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("abc");
        std::fs::write(&path, "abc").unwrap();
        assert_eq!(digest_file(&path).unwrap(), (expected.to_owned(), 3));
    }
}
