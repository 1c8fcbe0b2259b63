//! Benchmark cases: rows of data with a function that measures. What is measured is decided here
//! and in the families; how often, on which machine and against which baseline is for the runner.

use sixfold_puzzle::picture::Chart;
use sixfold_puzzle::scene::Scene;

use crate::run::Run;

/// One number that a case measures.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Metric {
    /// Its name within the case.
    pub name: &'static str,
    /// Its unit, such as `s`.
    pub unit: &'static str,
    /// What the median must not exceed.
    pub target: Option<f64>,
}

/// A benchmark case.
#[derive(Clone, Copy)]
pub struct Case {
    /// The name. What stands before a slash is the name of a group of cases.
    pub name: &'static str,
    /// What is done, in one line.
    pub description: &'static str,
    /// The engine at work.
    pub engine: &'static str,
    /// The numbers that one measurement gives, in this order.
    pub metrics: &'static [Metric],
    /// The case with the same metrics against which this one is held, in the same run.
    pub baseline: Option<&'static str>,
    /// The most seeds that make sense; a case that does not depend on chance needs few.
    pub most_seeds: u64,
    /// Measures once.
    pub measure: fn(&Run<'_>) -> Result<Vec<f64>, String>,
}

/// The median of a metric of a case, as it was measured in this run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// The case.
    pub case: &'static str,
    /// The metric.
    pub metric: &'static str,
    /// The median.
    pub value: f64,
}

/// Something to be drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Drawing {
    /// A board.
    Scene(Scene),
    /// Durations.
    Chart(Chart),
}

/// A picture that belongs to a group of cases, which are those named `group/…`.
pub struct Picture {
    /// The group.
    pub group: &'static str,
    /// The name of its file, without ending.
    pub name: &'static str,
    /// Makes it, from what was measured.
    pub draw: fn(&[Sample]) -> Drawing,
}
