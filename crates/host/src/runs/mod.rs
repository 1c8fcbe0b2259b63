//! Stored runs: a folder for each run that was interrupted, from which it can be resumed.

mod checkpoint;
mod folder;
mod notes;
mod state_folder;
mod words;

pub use self::checkpoint::{ClosedRun, ResumedRun, RunCheckpoint, RunDescription, reopen};
pub use self::folder::{StoredRun, newest_run, remove, stored_run, stored_runs};
pub use self::notes::RunNotes;
pub use self::state_folder::state_folder;
