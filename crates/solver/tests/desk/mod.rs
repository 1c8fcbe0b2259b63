//! A place for proofs in memory.

use std::io::{BufRead, Cursor, Write};
use std::sync::{Arc, Mutex};

use sixfold_solver::Outside;

/// A proof kept in memory, of which there may be little.
#[derive(Clone)]
pub(crate) struct Desk {
    proof: Arc<Mutex<Vec<u8>>>,
    room: usize,
}

impl Default for Desk {
    fn default() -> Self {
        Self { proof: Arc::default(), room: usize::MAX }
    }
}

impl Write for Desk {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut proof = self.proof.lock().unwrap();
        if proof.len() + bytes.len() > self.room {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        proof.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Outside for Desk {
    fn write_proof(&self) -> Result<Box<dyn Write>, String> {
        self.proof.lock().unwrap().clear();
        Ok(Box::new(self.clone()))
    }

    fn read_proof(&self) -> Result<Box<dyn BufRead>, String> {
        Ok(Box::new(Cursor::new(self.proof.lock().unwrap().clone())))
    }
}

impl Desk {
    /// With so many bytes of room.
    #[allow(dead_code, reason = "not every test that has a desk has a small one")]
    pub(crate) fn with_room(room: usize) -> Self {
        Self { room, ..Self::default() }
    }

    #[allow(dead_code, reason = "not every test that has a desk reads what is on it")]
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.proof.lock().unwrap().clone()).unwrap()
    }
}
