//! A place for proofs in memory.

use std::io::{BufRead, Cursor, Write};
use std::sync::{Arc, Mutex};

use sixfold_solver::Outside;

/// A proof kept in memory.
#[derive(Clone, Default)]
pub(crate) struct Desk(Arc<Mutex<Vec<u8>>>);

impl Write for Desk {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Outside for Desk {
    fn write_proof(&self) -> Result<Box<dyn Write>, String> {
        self.0.lock().unwrap().clear();
        Ok(Box::new(self.clone()))
    }

    fn read_proof(&self) -> Result<Box<dyn BufRead>, String> {
        Ok(Box::new(Cursor::new(self.0.lock().unwrap().clone())))
    }
}

impl Desk {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}
