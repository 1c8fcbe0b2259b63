//! The results of `records`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sixfold_puzzle::Verdict;

use crate::named::{Named, beside_schema};

/// A record of the project.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RecordResult {
    /// The family and the name, as in `fences/10`.
    pub record: String,
    /// Whether the solution is complete and correct.
    pub ok: bool,
    /// What is claimed; null if the record does not say it, as in the next three fields.
    pub claim: Option<String>,
    /// The command that made it.
    pub command: Option<String>,
    /// When it was made.
    pub date: Option<String>,
    /// The version of sixfold that made it.
    pub version: Option<String>,
    /// How good the solution is, or null if the family has no objective.
    pub objective: Option<i128>,
    /// Other numbers that people quote for the same board, each a field of its own.
    #[serde(flatten)]
    #[schemars(schema_with = "beside_schema")]
    pub beside: Named<i128>,
}

impl RecordResult {
    /// A record, the verdict on it, and what its comments say under a name.
    pub fn new<'a>(
        record: &str,
        verdict: &Verdict,
        comment: impl Fn(&str) -> Option<&'a str>,
    ) -> Self {
        let comment = |name| comment(name).map(str::to_owned);
        let objective = verdict.objective.as_ref();
        Self {
            record: record.to_owned(),
            ok: verdict.solved(),
            claim: comment("claim"),
            command: comment("command"),
            date: comment("date"),
            version: comment("version"),
            objective: objective.map(|found| found.value),
            beside: objective.map(|found| Named::of(&found.beside)).unwrap_or_default(),
        }
    }
}

/// A record that was verified, or cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RecordVerified {
    /// The family and the name.
    pub record: String,
    /// Whether nothing is wrong with it.
    pub ok: bool,
    /// What is wrong, or null.
    pub problem: Option<String>,
}

impl RecordVerified {
    /// A record and what is wrong with it, if anything.
    #[must_use]
    pub fn new(record: &str, problem: Option<String>) -> Self {
        Self { record: record.to_owned(), ok: problem.is_none(), problem }
    }
}
