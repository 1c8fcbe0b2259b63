//! Answers to what a page asks. A server carries them over HTTP, a worker of the browser in messages.
//!
//! A request is a value of `sixfold-wire`, the answer is a list of its lines. [`answer()`] serves everything that needs no
//! engine; for the rest [`job`] makes a job of the request, and [`begun`] and [`ended`] write its first and its last lines.
//! The lines between them are the job's events.
//!
//! ```
//! use sixfold_service::answer;
//! use sixfold_wire::{Line, ListRequest, Request};
//!
//! let lines = answer(sixfold_solver::REGISTRY, &Request::List(ListRequest::default()));
//! assert!(lines.iter().all(|line| matches!(line, Line::Result(_))));
//! ```
//!
//! Invariant: nothing here reads a file, a clock or the environment, and no request leads to a panic. A request that
//! names a program or a file is refused.

#![forbid(unsafe_code)]

mod answer;
mod bench_words;
mod board;
mod exits;
mod family_words;
mod jobs;
mod live_line;
mod look;

pub use answer::{answer, blank, is_job};
pub use bench_words::{bench_cases, bench_file, bench_line, bench_table};
pub use exits::{NEGATIVE, STOPPED, SUCCESS, count_exit, list_exit, outcome_exit};
pub use family_words::{EXAMPLES, WELCOME, family_line, family_page, first_word, folded};
pub use jobs::{begun, ended, job, title};
pub use live_line::LiveLine;
