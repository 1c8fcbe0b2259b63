//! A lock on a file that ends when its owner does.
//!
//! The operating system keeps a lock as long as any descriptor of the opened file is left. A program that is being started
//! has copies of all descriptors for a moment, so closing the file is not enough: the lock is taken back explicitly.

use std::fs::{File, TryLockError};

/// A file that is locked for this process alone until this is dropped.
#[derive(Debug)]
pub struct FileLock(File);

impl FileLock {
    /// Locks a file, unless another owner holds the lock.
    ///
    /// # Errors
    /// [`TryLockError::WouldBlock`] if another owner holds the lock.
    pub fn take(file: File) -> Result<Self, TryLockError> {
        file.try_lock()?;
        Ok(Self(file))
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &File {
        &self.0
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // If it fails, closing the file ends the lock.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A resume was refused as "in use" when another thread was just starting a program.
    #[test]
    fn a_copied_descriptor_does_not_keep_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let lock = FileLock::take(File::create(&path).unwrap()).unwrap();
        let copy = lock.file().try_clone().unwrap();
        let other = || FileLock::take(File::create(&path).unwrap());
        assert!(matches!(other(), Err(TryLockError::WouldBlock)));
        drop(lock);
        assert!(other().is_ok());
        drop(copy);
    }
}
