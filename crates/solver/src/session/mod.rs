//! The one middle end that serves every front end: parse, ask whether the instance is impossible,
//! choose an engine, run it, re-verify its answer from its own text, decide the claim.

mod count;
mod cut;
mod enumerate;
mod event_filter;
mod follow;
mod follower;
mod header;
mod incumbent;
mod proof;
mod remarks;
mod report;
mod request;
mod solve;
mod sweep;
mod verified;

pub use self::count::{CountReport, count};
pub use self::cut::{Cut, cut, sample_tree};
pub use self::enumerate::{ListReport, ListedSolution, Reply, enumerate};
pub use self::follower::{Follower, Heading};
pub use self::incumbent::{Incumbent, Preview, Start, improver, preview};
pub use self::proof::{
    ProofCheck, check_proof, check_proof_in_threads, decode, dimacs, follow_proof,
};
pub(crate) use self::remarks::{YEARS_FOR_ALL, YEARS_TO_FIRST};
pub use self::report::{ProofStatus, Report, Work};
pub use self::request::{MAX_TEXT, Request, SessionError, refuse_outside};
pub(crate) use self::request::{Problem, choose, refuse_size};
pub use self::solve::{identity, solve};
pub use self::sweep::{MOST_VALUES, SweepReport, SweepRequest, SweepRow, sweep};
pub(crate) use self::verified::verified;
