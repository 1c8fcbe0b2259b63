//! Benchmark cases over several seeds: a row for each metric, with median and spread.
//!
//! Baselines are measured in the same run, so ratios compare like with like.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use sixfold_puzzle::picture::{Theme, chart, svg};
use sixfold_solver::benchmark::{Case, Drawing, Metric, Sample};
use sixfold_solver::{Registration, Registry, Run};
use sixfold_wire::{BenchDocument, BenchResult, finite};

use crate::atomic_file::{AtomicFile, create_folder};
use crate::bench::jobs::{JOB_CASES, JOBS};
use crate::bench::scaling::{SCALING, SCALING_CASES, SCALING_PICTURES};
use crate::error::HostError;
use crate::host::Host;
use crate::machine::WallClock;

/// One metric of a case, measured over several seeds.
pub struct Measurement {
    /// The family.
    pub family: &'static str,
    /// The case.
    pub case: &'static Case,
    /// The metric.
    pub metric: Metric,
    /// A value for each seed, in ascending order; at least one.
    values: Vec<f64>,
    /// Median of the baseline, measured in the same run.
    pub baseline: Option<f64>,
    /// Median of an earlier run.
    pub before: Option<f64>,
}

impl Measurement {
    /// A metric with its values, of which there must be one.
    #[must_use]
    pub fn new(
        family: &'static str,
        case: &'static Case,
        metric: Metric,
        mut values: Vec<f64>,
    ) -> Self {
        values.sort_by(f64::total_cmp);
        Self { family, case, metric, values, baseline: None, before: None }
    }

    /// The instructions of one run of a case.
    #[must_use]
    pub fn instructions(family: &'static str, case: &'static Case, count: f64) -> Self {
        let metric = Metric { name: "instructions", unit: "", target: None };
        Self::new(family, case, metric, vec![count])
    }

    /// The values, in ascending order.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The median.
    #[must_use]
    pub fn median(&self) -> f64 {
        self.values[self.values.len() / 2]
    }

    /// Whether the median keeps to the target, if there is one.
    #[must_use]
    pub fn kept(&self) -> Option<bool> {
        self.metric.target.map(|target| self.median() <= target)
    }

    /// Looks for the median of the baseline among rows that were measured before, and for that of this row in an earlier run.
    pub fn compare_with(&mut self, rows: &[Self], earlier: Option<&BenchDocument>) {
        let same = |run: &BenchDocument| run.value(self.family, self.case.name, self.metric.name);
        self.before = earlier.and_then(same);
        let Some(name) = self.case.baseline else { return };
        let same = |other: &&Self| other.case.name == name && other.metric.name == self.metric.name;
        self.baseline = rows.iter().find(same).map(Self::median);
    }
}

impl From<&Measurement> for BenchResult {
    fn from(row: &Measurement) -> Self {
        Self {
            family: row.family.to_owned(),
            case: row.case.name.to_owned(),
            description: row.case.description.to_owned(),
            engine: row.case.engine.to_owned(),
            metric: row.metric.name.to_owned(),
            unit: row.metric.unit.to_owned(),
            target: row.metric.target,
            baseline: row.baseline,
            ratio: row.baseline.and_then(|baseline| finite(baseline / row.median())),
            before: row.before,
            ..Self::measured(row.values())
        }
    }
}

/// The cases of some families, those of jobs and of threads, and others that the front end brings: of all if no name is given, else of
/// the one with the name.
#[must_use]
pub fn groups(
    families: &[&'static Registration],
    name: Option<&str>,
    others: &[(&'static str, &'static [Case])],
) -> Vec<(&'static str, &'static [Case])> {
    let of = |family: &&'static Registration| (family.name(), (family.benchmarks)());
    let all = families
        .iter()
        .map(of)
        .chain([(JOBS, JOB_CASES), (SCALING, SCALING_CASES)])
        .chain(others.iter().copied());
    all.filter(|(group, _)| name.is_none_or(|name| name == *group)).collect()
}

/// The cases with these names or of these groups, all of them if there is no name. With `baselines`,
/// each comes after the baseline that it needs.
#[must_use]
pub fn chosen(cases: &'static [Case], names: &[String], baselines: bool) -> Vec<&'static Case> {
    let named = |name: &String, case: &Case| name == case.name || belongs(case.name, name);
    let asked = |case: &&Case| names.is_empty() || names.iter().any(|name| named(name, case));
    let wanted: Vec<&Case> = cases.iter().filter(asked).collect();
    let needed = |case: &&Case| {
        let compared = wanted.iter().any(|other| other.baseline == Some(case.name));
        asked(case) || (compared && baselines)
    };
    cases.iter().filter(needed).collect()
}

/// Whether a case belongs to a group.
fn belongs(case: &str, group: &str) -> bool {
    case.split_once('/').is_some_and(|(before, _)| before == group)
}

/// Measures a case with the seeds from 1, on one thread; `None` if it was interrupted.
///
/// # Errors
/// If the case fails, which is a bug, or there is no temporary folder.
pub fn measure(
    family: &'static str,
    case: &'static Case,
    seeds: u64,
    stop: &AtomicBool,
) -> Result<Option<Vec<Measurement>>, HostError> {
    let host = Host::new(None)?;
    let mut samples = vec![Vec::new(); case.metrics.len()];
    for seed in 1..=seeds.min(case.most_seeds) {
        let run = Run { clock: &WallClock::start(), outside: &host, ..Run::alone(seed, stop) };
        let measured = (case.measure)(&run);
        if run.halted().is_some() {
            return Ok(None);
        }
        let case = || format!("{family}/{}", case.name);
        let values = measured.map_err(|problem| HostError::Case { case: case(), seed, problem })?;
        samples.iter_mut().zip(values).for_each(|(sample, value)| sample.push(value));
    }
    let row =
        |(&metric, values): (&Metric, Vec<f64>)| Measurement::new(family, case, metric, values);
    // A case may have metrics that this machine cannot give.
    let rows = case.metrics.iter().zip(samples).filter(|(_, values)| !values.is_empty());
    Ok(Some(rows.map(row).collect()))
}

/// Draws the pictures of the groups that were measured into a folder, now or in a run that was saved. Rows of cases that
/// there are no more are left out.
///
/// # Errors
/// If they cannot be written.
pub fn draw_pictures(
    folder: &Path,
    registry: Registry,
    rows: &[BenchResult],
    theme: &Theme,
) -> Result<(), HostError> {
    create_folder(folder)?;
    let sample = |cases: &'static [Case], row: &BenchResult| {
        let case = cases.iter().find(|case| case.name == row.case)?;
        let metric = case.metrics.iter().find(|metric| metric.name == row.metric)?;
        Some(Sample { case: case.name, metric: metric.name, value: row.value? })
    };
    let of = |registration: &&Registration| {
        (registration.name(), (registration.benchmarks)(), registration.pictures)
    };
    let scaling = (SCALING, SCALING_CASES, SCALING_PICTURES);
    for (group, cases, pictures) in registry.families().iter().map(of).chain([scaling]) {
        let rows = rows.iter().filter(|row| row.family == group);
        let samples: Vec<Sample> = rows.filter_map(|row| sample(cases, row)).collect();
        for picture in pictures {
            if samples.iter().any(|sample| belongs(sample.case, picture.group)) {
                let text = match (picture.draw)(&samples) {
                    Drawing::Scene(scene) => svg(&scene, theme),
                    Drawing::Chart(bars) => chart(&bars, theme),
                };
                let path = folder.join(format!("{}.svg", picture.name));
                AtomicFile::open(path)?.finish(text.as_bytes())?;
            }
        }
    }
    Ok(())
}
