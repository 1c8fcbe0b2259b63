//! The seam for front ends: requests that are owned, run on their own, and can be watched, stopped and waited for.
//!
//! [`start`] gives a [`Job`] with a thread of its own; any number can work side by side, each with its own limits.
//! [`run()`] does the same in the caller's thread, for hosts without threads such as a browser's worker.

mod event;
#[cfg(feature = "threads")]
mod handle;
mod pace;
#[cfg(feature = "threads")]
mod queue;
mod rates;
mod request;
mod run;

pub use self::event::{JobEvent, JobProgress, Rate};
#[cfg(feature = "threads")]
pub use self::handle::{Job, start};
pub use self::pace::Pace;
pub use self::request::{JobReport, JobRequest, JobTask, Limits, Question, Surroundings};
pub use self::run::{run, sink};
