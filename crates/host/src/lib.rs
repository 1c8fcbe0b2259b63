//! What a real computer offers to a front end: clock, files, stored runs, proofs on disk, memory in
//! use, other programs, PNG and GIF.
//!
//! A command line, a local server and a worker of a cluster share it. It knows no argument parser,
//! no terminal and no family by name. Nothing here prints or exits, and only [`runs::state_folder`]
//! reads environment variables. Every error is a [`HostError`]; how to help the user is for the front
//! end, which knows what the user can do.

#![forbid(unsafe_code)]

mod atomic_file;
pub mod bench;
mod child_process;
pub mod completion;
mod digest;
mod error;
mod file_lock;
pub mod foreign;
mod gallery;
mod host;
pub mod input;
pub mod machine;
pub mod picture;
mod proof_export;
pub mod records;
pub mod runs;
pub mod scores;
pub mod signals;
mod source;
mod text_sink;
pub mod tour;
pub mod typed;

pub use self::atomic_file::{AtomicFile, create_folder};
pub use self::digest::{digest, digest_file};
pub use self::error::{HostError, MissingInput};
pub use self::file_lock::FileLock;
pub use self::host::{Host, ReadSoFar, open_proof, open_watched_proof};
pub use self::proof_export::ProofExport;
pub use self::source::Source;
pub use self::text_sink::TextSink;
