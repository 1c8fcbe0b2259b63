//! How far a campaign is: which units are done, at work, failed or left, and how long the rest will take.

use std::fs;
use std::time::Duration;

use crate::error::CampaignError;
use crate::estimate::Interval;
use crate::folder::CampaignFolder;
use crate::work::{finished, is_locked};

/// The state of a unit.
#[derive(Clone, PartialEq, Debug)]
pub enum UnitState {
    /// It has a result.
    Done {
        /// What it took of all cores; how long it took, where the system does not tell.
        time: Duration,
        /// On which machine.
        host: String,
    },
    /// A process works on it.
    Working,
    /// The last attempt failed: why.
    Failed(String),
    /// It has a file in `done` that is no result of this campaign.
    Foreign,
    /// It waits.
    Open,
}

/// How far a campaign is.
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// The state of each unit.
    pub units: Vec<UnitState>,
}

/// Looks at the folder of a campaign. Nothing is verified but that results belong to it.
///
/// # Errors
/// If the folder cannot be read.
pub fn survey(folder: &CampaignFolder) -> Result<Survey, CampaignError> {
    let (done, failed) = (folder.units_in("done")?, folder.units_in("failed")?);
    let state = |unit: usize| {
        if done.binary_search(&unit).is_ok() {
            return match finished(folder, unit) {
                Some(result) => {
                    let time = result.processor.unwrap_or(result.milliseconds);
                    let time = Duration::from_millis(time);
                    UnitState::Done { time, host: result.host }
                }
                None => UnitState::Foreign,
            };
        }
        if is_locked(&folder.lock_path(unit)) {
            return UnitState::Working;
        }
        match failed.binary_search(&unit) {
            Ok(_) => {
                let reason = fs::read_to_string(folder.failure_path(unit)).unwrap_or_default();
                UnitState::Failed(reason.trim_end().to_owned())
            }
            Err(_) => UnitState::Open,
        }
    };
    Ok(Survey { units: (1..=folder.plan.units.len()).map(state).collect() })
}

impl Survey {
    fn count(&self, wanted: impl Fn(&UnitState) -> bool) -> usize {
        self.units.iter().filter(|state| wanted(state)).count()
    }

    /// How many units are done.
    #[must_use]
    pub fn done(&self) -> usize {
        self.count(|state| matches!(state, UnitState::Done { .. }))
    }

    /// How many units are at work.
    #[must_use]
    pub fn working(&self) -> usize {
        self.count(|state| matches!(state, UnitState::Working))
    }

    /// How many units failed and are not at work again.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.count(|state| matches!(state, UnitState::Failed(_) | UnitState::Foreign))
    }

    /// How many units wait.
    #[must_use]
    pub fn open(&self) -> usize {
        self.count(|state| matches!(state, UnitState::Open))
    }

    fn times(&self) -> impl Iterator<Item = (usize, Duration)> {
        (1..).zip(&self.units).filter_map(|(unit, state)| match state {
            UnitState::Done { time, .. } => Some((unit, *time)),
            _ => None,
        })
    }

    /// The time of all units that are done, added up.
    #[must_use]
    pub fn spent(&self) -> Duration {
        self.times().map(|(_, time)| time).sum()
    }

    /// The seconds that the other units will take, added up, if those that are done are like a random sample of all.
    #[must_use]
    pub fn left(&self) -> Option<Interval> {
        let seconds: Vec<f64> = self.times().map(|(_, time)| time.as_secs_f64()).collect();
        Interval::of(&seconds, (self.units.len() - seconds.len()) as f64)
    }

    /// The slowest units that are done, the slowest first.
    #[must_use]
    pub fn slowest(&self, most: usize) -> Vec<(usize, Duration)> {
        let mut times: Vec<_> = self.times().collect();
        times.sort_by_key(|&(unit, time)| (std::cmp::Reverse(time), unit));
        times.truncate(most);
        times
    }

    /// The units that failed, with the reason.
    pub fn failures(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(&self.units).filter_map(|(unit, state)| match state {
            UnitState::Failed(reason) => Some((unit, reason.as_str())),
            UnitState::Foreign => Some((unit, "its result is not one of this campaign")),
            _ => None,
        })
    }
}
