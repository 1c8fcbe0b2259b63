//! What is told while a verb works: its beginning, the events of an engine, its end, and errors.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};
use sixfold_puzzle::TextError;
use sixfold_solver::SessionError;
use sixfold_solver::job::{JobProgress, Rate};

use crate::named::Named;

/// A verb of the command line. `improve` and `resume` begin as the verb that they continue: `solve`, `count` or `enumerate`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the verbs are explained by the command line")]
pub enum Verb {
    Solve,
    Count,
    Enumerate,
    Sweep,
    Make,
    Train,
    Hint,
    ProveCheck,
    Lemma,
    Check,
    Draw,
    Blank,
    Transform,
    List,
    Import,
    Export,
    Bench,
    Records,
    Score,
    Runs,
    Tour,
    Serve,
    Campaign,
}

/// The verb begins. Which of the other fields are there depends on the verb.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Begin {
    /// The verb.
    pub verb: Verb,
    /// The version of sixfold.
    pub version: String,
    /// The order of the board (sweep, make, train).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<u16>,
    /// The preset, or null if the puzzle is no preset (solve, count, enumerate, hint).
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "nullable")]
    pub preset: Option<Option<String>>,
    /// The seed of all randomness (verbs that run an engine, but not lemma).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The family (check, transform).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The theme (draw).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    /// The path of the proof (prove-check).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// The lemma (lemma, unless it lists them).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The folder that is read (records, runs).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The folder that is written (tour).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The processor and its cores (bench).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// The commit of the working directory (bench).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The time that each run is given, in seconds (bench limits).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// The memory that each run is given, in bytes (bench limits).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ceiling: Option<u64>,
}

/// Tells a null from an absent field.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// The schema of a text that may be null where it is there.
fn nullable(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "oneOf": [{ "type": "string" }, { "type": "null" }] })
}

impl Begin {
    /// The beginning of a verb, with nothing but the version.
    #[must_use]
    pub fn of(verb: Verb) -> Self {
        Self {
            verb,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            order: None,
            preset: None,
            seed: None,
            family: None,
            theme: None,
            proof: None,
            name: None,
            folder: None,
            path: None,
            machine: None,
            commit: None,
            time: None,
            ceiling: None,
        }
    }
}

/// An engine is still working. At most one such line is printed in 0.1 s.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Progress {
    /// What the engine does now, in a few words.
    pub phase: String,
    /// How much of a known whole is finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<u64>,
    /// How much there is in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// What `done` and `total` count, in the plural.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Numbers per second, by the name of their counter.
    pub rates: Named<f64>,
    /// Counters of the engine, each a field of its own.
    #[serde(flatten)]
    #[schemars(schema_with = "counter_schema")]
    pub counters: Named<u64>,
}

fn counter_schema(generator: &mut SchemaGenerator) -> Schema {
    Named::<u64>::described(generator, "A counter of the engine, such as `conflicts` or `nodes`.")
}

impl From<&JobProgress> for Progress {
    fn from(progress: &JobProgress) -> Self {
        let JobProgress { progress, rates, .. } = progress;
        let done = progress.done;
        let rate = |rate: &Rate| (rate.unit.to_owned(), rate.per_second);
        Self {
            phase: progress.phase.to_owned(),
            done: done.map(|it| it.done),
            total: done.map(|it| it.total),
            unit: done.map(|it| it.unit.to_owned()),
            rates: rates.iter().map(rate).collect(),
            counters: Named::of(&progress.fields()),
        }
    }
}

/// A better solution was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Improved {
    /// Its objective, or null if the family has none.
    pub objective: Option<i128>,
    /// The solution as text, without header and rows.
    pub solution: String,
}

/// A better bound on the objective was proved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bound {
    /// No solution is better than this.
    pub bound: i128,
}

/// The verb ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct End {
    /// The exit code: 0 solved or correct, 1 impossible or a rule is broken, 3 stopped before it was decided.
    pub exit: u8,
}

/// There is no result. The exit code is 2 for bad input or usage, 4 for a bug in sixfold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// What is wrong, where, and what was expected.
    pub message: String,
    /// The line of an error in a text, from 1; else null.
    pub line: Option<usize>,
    /// The column in characters, from 1; else null.
    pub column: Option<usize>,
    /// A remedy, if one is known.
    pub help: Option<String>,
}

impl Failure {
    /// An error that has no place in a text.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), line: None, column: None, help: None }
    }

    /// An error in a text, with the name of the text.
    #[must_use]
    pub fn text(name: &str, error: &TextError) -> Self {
        let TextError { message, expected, span, .. } = error;
        Self {
            message: format!("{name}: {message}; expected {expected}"),
            line: Some(span.line),
            column: Some(span.column),
            help: None,
        }
    }

    /// A session's error about a text, with the name of the text.
    #[must_use]
    pub fn session(name: &str, error: &SessionError) -> Self {
        match error {
            SessionError::Text(error) => Self::text(name, error),
            error => Self::new(error.to_string()),
        }
    }
}
