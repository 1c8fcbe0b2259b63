//! The server of the browser page: files of the page, answers, jobs with server-sent events.
//!
//! It is for one user at one computer: it listens on the loopback address unless told otherwise, and every request
//! needs a secret that only the printed address holds. It neither prints nor reads the environment; the front end that
//! starts it does.
//!
//! * Solver threads never wait for the network. A job writes its events to a bounded log, and each watcher
//!   reads the log at its own pace.
//! * The network never waits for a solver. Short answers are computed in a bounded number of threads of their own, with
//!   a time limit; jobs have one thread each.
//! * Whatever a client sends, the work and the memory that it causes have a limit ([`Limits`]), and the reply names it.
//! * No name that a client sends becomes a path. Files are found in the embedded table, jobs by identifiers that the
//!   server has made up.
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//! use sixfold_serve::{ServeOptions, bind};
//!
//! let server = bind(ServeOptions::new(sixfold_solver::REGISTRY))?;
//! println!("{}", server.address());
//! server.run(&AtomicBool::new(false))?;
//! # Ok::<(), sixfold_serve::ServeError>(())
//! ```

#![forbid(unsafe_code)]

mod ask;
mod assets;
mod body;
mod connection;
mod events;
mod guard;
mod jobs;
mod options;
mod picture;
mod proof;
mod reply;
mod routes;
mod secret;
mod server;
mod state;

pub use self::options::{Limits, ServeError, ServeOptions};
pub use self::server::{Server, bind};
