//! Jobs: what they are, what they told, where they are kept.
//!
//! `log` holds the events of a job, `record` a job, `admission` turns a request into one, `work` runs it in a thread,
//! `files` keeps it on disk, `stored_runs` finds what can be resumed, and `table` has them all.

mod admission;
mod files;
mod log;
mod record;
mod stored_runs;
mod table;
mod work;

pub(crate) use self::record::Record;
pub(crate) use self::table::JobTable;
