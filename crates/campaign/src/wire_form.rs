//! Campaigns on the wire: the same facts as the words, for other programs.

use std::time::Duration;

use sixfold_wire as wire;

use crate::estimate::{Estimate, Interval};
use crate::folder::CampaignFolder;
use crate::merge::{Merged, Problem};
use crate::overall::BoardOutcome;
use crate::plan::CutKind;
use crate::survey::Survey;
use crate::work::Worked;

impl CampaignFolder {
    fn name(&self) -> String {
        self.path().display().to_string()
    }

    /// What was split.
    #[must_use]
    pub fn to_wire(&self) -> wire::CampaignSplit {
        let cut = match self.plan.cut {
            CutKind::Shares(_) => "shares",
            CutKind::Values { .. } => "values",
            CutKind::Attempts => "attempts",
        };
        wire::CampaignSplit {
            campaign: self.name(),
            units: self.plan.units.len(),
            engine: self.plan.engine.clone(),
            cut: cut.to_owned(),
            reason: self.plan.reason.clone(),
        }
    }

    /// A unit that was worked on.
    #[must_use]
    pub fn unit_to_wire(&self, unit: usize, worked: &Worked) -> wire::CampaignUnit {
        let (state, milliseconds) = match worked {
            Worked::Before(result) => ("before", Some(result.milliseconds)),
            Worked::Done(result) => ("done", Some(result.milliseconds)),
            Worked::Stopped(_) => ("stopped", None),
        };
        let seconds = milliseconds.map(|it| Duration::from_millis(it).as_secs_f64());
        wire::CampaignUnit { campaign: self.name(), unit, state: state.to_owned(), seconds }
    }

    /// How far it is.
    #[must_use]
    pub fn status_to_wire(&self, survey: &Survey, queued: usize) -> wire::CampaignStatus {
        let time = |(unit, time): (usize, Duration)| wire::CampaignTime {
            unit,
            seconds: time.as_secs_f64(),
        };
        let problem = |(unit, what): (usize, &str)| wire::CampaignProblem {
            unit: Some(unit),
            what: what.to_owned(),
        };
        wire::CampaignStatus {
            campaign: self.name(),
            units: survey.units.len(),
            done: survey.done(),
            working: survey.working(),
            queued,
            failed: survey.failed(),
            open: survey.open(),
            spent_seconds: survey.spent().as_secs_f64(),
            left_seconds: survey.left().map(|left| left.mean),
            left_interval: survey.left().map(|left| [left.low, left.high]),
            slowest: survey.slowest(3).into_iter().map(time).collect(),
            failures: survey.failures().map(problem).collect(),
        }
    }
}

impl From<&Merged> for wire::CampaignMerged {
    fn from(merged: &Merged) -> Self {
        let problem = |Problem { unit, what }: &Problem| wire::CampaignProblem {
            unit: *unit,
            what: what.clone(),
        };
        Self {
            boards: merged.boards.iter().map(board).collect(),
            problems: merged.problems.iter().map(problem).collect(),
            missing: merged.missing.clone(),
            sampled: merged.sampled.clone(),
        }
    }
}

fn board(outcome: &BoardOutcome) -> wire::CampaignBoard {
    let value = |row: &crate::unit_result::ValueCount| wire::CampaignValue {
        value: row.value,
        count: row.count.into(),
        complete: row.exhausted,
    };
    wire::CampaignBoard {
        board: outcome.board.clone(),
        claim: outcome.claim.into(),
        words: outcome.words.clone(),
        objective: outcome.objective.as_ref().map(|(_, value)| *value),
        count: outcome.tallied.count.map(Into::into),
        values: outcome.tallied.values.iter().map(value).collect(),
        solution: outcome.document.clone(),
    }
}

impl From<&Estimate> for wire::CampaignEstimate {
    fn from(estimate: &Estimate) -> Self {
        let interval =
            |it: Interval| wire::CampaignInterval { mean: it.mean, low: it.low, high: it.high };
        Self {
            engine: estimate.engine.to_owned(),
            units: estimate.units,
            finished: estimate.finished.len(),
            unfinished: estimate.unfinished.len(),
            core_hours: estimate.by_units.map(interval),
            nodes: estimate.nodes.map(interval),
            core_hours_by_dives: estimate.by_dives.map(interval),
        }
    }
}
