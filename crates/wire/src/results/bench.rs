//! The results of `bench` and `tour`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::number::finite;

/// One metric of a benchmark case, measured over several seeds. A number is null if it was not measured, such as the
/// memory of a process that had to be killed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BenchResult {
    /// The family.
    pub family: String,
    /// The case.
    pub case: String,
    /// The engine.
    pub engine: String,
    /// What was measured.
    pub metric: String,
    /// The median.
    pub value: Option<f64>,
    /// The unit of the value.
    pub unit: String,
    /// How often it was measured.
    pub runs: usize,
    /// The least and the largest value.
    pub spread: [Option<f64>; 2],
    /// The value that the median must not exceed, or null.
    pub target: Option<f64>,
    /// The median of the baseline, measured in the same run; or null.
    pub baseline: Option<f64>,
    /// The baseline divided by the median, or null.
    pub ratio: Option<f64>,
    /// The median of an earlier run, or null.
    pub before: Option<f64>,
}

impl BenchResult {
    /// The median of sorted values, at least one, and their spread. The front end adds the names and comparisons.
    #[must_use]
    pub fn measured(sorted: &[f64]) -> Self {
        let value = sorted.get(sorted.len() / 2).copied().and_then(finite);
        let ends = [sorted.first(), sorted.last()];
        Self {
            family: String::new(),
            case: String::new(),
            engine: String::new(),
            metric: String::new(),
            value,
            unit: String::new(),
            runs: sorted.len(),
            spread: ends.map(|end| end.copied().and_then(finite)),
            target: None,
            baseline: None,
            ratio: None,
            before: None,
        }
    }
}

/// A board of the tour.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TourResult {
    /// The family.
    pub family: String,
    /// The name of the board.
    pub board: String,
    /// Whether it was solved, or its solution is correct.
    pub ok: bool,
    /// The result in words.
    pub result: String,
}
