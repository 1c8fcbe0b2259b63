//! Campaigns: a search that is divided into units, which machines work through without talking to each other.
//!
//! A folder on a shared file system is the whole contract. [`split()`] writes what is to be done, [`work()`] does one unit and
//! writes its result, [`survey()`] tells how far it is, and [`merge()`] checks everything and says what all results together
//! show. Every file is text that people can read; `docs/scaling.md` describes them.
//!
//! Invariant: a result appears under its name when it is complete, and never changes what is claimed if it is written
//! twice. A worker that dies leaves its checkpoint, and the next one goes on from there.
//!
//! There is no scheduler here. [`run_local`], [`submit`] and [`run_on_hosts`] hand the units to this computer, to Slurm
//! and to GNU parallel.

#![forbid(unsafe_code)]

mod bench;
mod error;
mod estimate;
mod folder;
mod hosts;
mod local;
mod merge;
mod overall;
mod perform;
mod plan;
mod slurm;
mod split;
mod survey;
mod unit_list;
mod unit_result;
mod wire_form;
mod words;
mod work;

pub use self::bench::{CAMPAIGN_CASES, CAMPAIGNS};
pub use self::error::CampaignError;
pub use self::estimate::{Estimate, EstimateRequest, Interval, estimate};
pub use self::folder::CampaignFolder;
pub use self::hosts::run_on_hosts;
pub use self::local::{LocalRun, run_local};
pub use self::merge::{MergeOptions, Merged, Problem, merge};
pub use self::overall::{BoardOutcome, Tallied};
pub use self::plan::{Campaign, CampaignVerb, CutKind, PlannedBoard, PlannedUnit};
pub use self::slurm::{SlurmOptions, Submitted, queued_units, submit, wait_for_jobs};
pub use self::split::{SplitBoard, SplitRequest, split};
pub use self::survey::{Survey, UnitState, survey};
pub use self::unit_list::UnitList;
pub use self::unit_result::{ProofFile, UnitFinding, UnitResult, ValueCount};
pub use self::work::{UnitLimits, Worked, work};
