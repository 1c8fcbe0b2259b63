//! The results of `campaign`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::number::Decimal;
use crate::verdict::Claim;

/// A campaign that was split.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CampaignSplit {
    /// Its folder.
    pub campaign: String,
    /// How many units it has.
    pub units: usize,
    /// The engine.
    pub engine: String,
    /// How it is cut: `shares`, `values` or `attempts`.
    pub cut: String,
    /// Why the units are the whole.
    pub reason: String,
}

/// A unit of a campaign that was worked on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CampaignUnit {
    /// The folder of the campaign.
    pub campaign: String,
    /// The unit, counted from 1.
    pub unit: usize,
    /// `done`, `before` if it was done before, or `stopped`.
    pub state: String,
    /// How long it took; null if it is not done.
    pub seconds: Option<f64>,
}

/// How far a campaign is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CampaignStatus {
    /// Its folder.
    pub campaign: String,
    /// How many units it has.
    pub units: usize,
    /// How many are done.
    pub done: usize,
    /// How many are at work.
    pub working: usize,
    /// How many are in the queue of a cluster, those at work included.
    pub queued: usize,
    /// How many failed.
    pub failed: usize,
    /// How many wait.
    pub open: usize,
    /// The time of the units that are done, added up.
    pub spent_seconds: f64,
    /// The time that the others will take, added up, if they are like those that are done; null if none is.
    pub left_seconds: Option<f64>,
    /// The two ends of an interval that holds that time with about 95 %; null if no unit is done.
    pub left_interval: Option<[f64; 2]>,
    /// The slowest units that are done.
    pub slowest: Vec<CampaignTime>,
    /// The units that failed.
    pub failures: Vec<CampaignProblem>,
}

/// The time of a unit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CampaignTime {
    /// The unit, counted from 1.
    pub unit: usize,
    /// How long it took.
    pub seconds: f64,
}

/// What is wrong with a unit, or with the plan of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CampaignProblem {
    /// The unit, counted from 1; null if it is the plan.
    pub unit: Option<usize>,
    /// What is wrong.
    pub what: String,
}

/// What a merged campaign shows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CampaignMerged {
    /// What is known of each board; empty if something is wrong.
    pub boards: Vec<CampaignBoard>,
    /// Whatever is overlapping, foreign, edited or stale.
    pub problems: Vec<CampaignProblem>,
    /// The units without a result.
    pub missing: Vec<usize>,
    /// The units that were done again, or whose proofs were followed again.
    pub sampled: Vec<usize>,
}

/// What a campaign shows of a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CampaignBoard {
    /// The board, as it was called when the campaign was split.
    pub board: String,
    /// How sure it is.
    pub claim: Claim,
    /// The claim in words.
    pub words: String,
    /// How good the best solution is; null without one.
    pub objective: Option<i128>,
    /// How many solutions were counted; null if none were.
    pub count: Option<Decimal>,
    /// The counts of a sweep.
    pub values: Vec<CampaignValue>,
    /// The board with the best solution; null without one.
    pub solution: Option<String>,
}

/// The count of a value of a sweep.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CampaignValue {
    /// The value.
    pub value: i64,
    /// Its solutions.
    pub count: Decimal,
    /// Whether these are all.
    pub complete: bool,
}

/// What a campaign would cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CampaignEstimate {
    /// The engine.
    pub engine: String,
    /// How many units it has.
    pub units: usize,
    /// How many units of the sample were finished.
    pub finished: usize,
    /// How many were not.
    pub unfinished: usize,
    /// The core hours by sampled units; null without a sample.
    pub core_hours: Option<CampaignInterval>,
    /// The nodes of the search tree by random dives; null where the engine has no such tree.
    pub nodes: Option<CampaignInterval>,
    /// The core hours by random dives; null where that is not known.
    pub core_hours_by_dives: Option<CampaignInterval>,
}

/// A number with the interval in which it lies with about 95 %.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CampaignInterval {
    /// The estimate.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}
