//! The results of `bench` and `tour`.

use std::fmt;

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
    /// What the case measures, in words.
    #[serde(default)]
    pub description: String,
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
            description: String::new(),
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

/// The whole of a benchmark as a file, for a later run to compare with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BenchDocument {
    /// The processor and its cores.
    pub machine: String,
    /// The commit of the working directory.
    pub commit: String,
    /// All rows.
    pub rows: Vec<BenchResult>,
}

impl BenchDocument {
    /// Reads a document.
    ///
    /// # Errors
    /// If the text is not one; the message says why.
    pub fn parse(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// The rows of a family, or all of them.
    #[must_use]
    pub fn of(mut self, family: Option<&str>) -> Self {
        self.rows.retain(|row| family.is_none_or(|family| family == row.family));
        self
    }

    /// The median of a row by its family, case and metric.
    #[must_use]
    pub fn value(&self, family: &str, case: &str, metric: &str) -> Option<f64> {
        let same =
            |row: &&BenchResult| [&*row.family, &*row.case, &*row.metric] == [family, case, metric];
        self.rows.iter().rev().find(same)?.value
    }
}

/// The document as it is written, with its end.
impl fmt::Display for BenchDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = serde_json::to_string_pretty(self).map_err(|_| fmt::Error)?;
        writeln!(f, "{text}")
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
