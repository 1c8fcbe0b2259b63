//! Benchmark cases: rows of data with a function that measures. What is measured is decided here
//! and in the families; how often, on which machine and against which baseline is for the runner.

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
pub struct Case {
    /// The name.
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
