//! The results of `runs`.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use sixfold_solver::storage::Found;
use sixfold_solver::storage::Ledger;

use crate::named::Named;
use crate::number::Decimal;

/// A stored run. `runs RUN` adds the fields from `instance` on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunResult {
    /// Its name.
    pub run: String,
    /// Whether a process works on it now.
    pub working: bool,
    /// The family.
    pub family: String,
    /// `solve` or `count`.
    pub verb: String,
    /// The engine.
    pub engine: String,
    /// The seed.
    pub seed: u64,
    /// The version of sixfold.
    pub version: String,
    /// The preset, or null.
    pub preset: Option<String>,
    /// When the newest checkpoint was written, in UTC; null if that is not known.
    pub when: Option<String>,
    /// The working time up to the newest checkpoint.
    pub seconds: f64,
    /// How far the work is, in words.
    pub progress: String,
    /// Checkpoints that cannot be read, and why.
    pub damaged: Vec<String>,
    /// The instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The name of the work, if it is done in units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<String>,
    /// How many units there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<usize>,
    /// The finished units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<Vec<Unit>>,
    /// The state of the engine, if the work is not done in units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// A finished unit of work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Unit {
    /// Its name.
    pub unit: String,
    /// How many solutions it has.
    pub count: Decimal,
    /// Counters of the engine, each a field of its own.
    #[serde(flatten)]
    #[schemars(schema_with = "counter_schema")]
    pub counters: Named<Decimal>,
}

fn counter_schema(generator: &mut SchemaGenerator) -> Schema {
    Named::<Decimal>::described(generator, "A counter of the engine.")
}

impl RunResult {
    /// A run and its newest checkpoint. The front end adds `when` and `working`.
    #[must_use]
    pub fn new(run: &str, found: &Found) -> Self {
        let Found { saved, damaged } = found;
        Self {
            run: run.to_owned(),
            working: false,
            family: saved.identity.family().to_owned(),
            verb: saved.identity.aim.verb().to_owned(),
            engine: saved.identity.engine.clone(),
            seed: saved.identity.seed,
            version: saved.identity.version.clone(),
            preset: saved.note("preset").map(str::to_owned),
            when: None,
            seconds: saved.worked.as_secs_f64(),
            progress: saved.progress().to_owned(),
            damaged: damaged.clone(),
            instance: None,
            work: None,
            units: None,
            finished: None,
            state: None,
        }
    }

    /// The same with the instance and all that is known of the state.
    #[must_use]
    pub fn detailed(self, found: &Found) -> Self {
        let saved = &found.saved;
        let whole = Self { instance: Some(saved.identity.instance.clone()), ..self };
        match Ledger::parse(&saved.state) {
            Ok(ledger) => Self {
                work: Some(ledger.work.clone()),
                units: Some(ledger.units),
                finished: Some(finished(&ledger)),
                ..whole
            },
            // Only the engine can read it.
            Err(_) => Self { state: Some(saved.state.clone()), ..whole },
        }
    }
}

fn finished(ledger: &Ledger) -> Vec<Unit> {
    let unit = |entry: &sixfold_solver::storage::Entry| Unit {
        unit: entry.name.clone(),
        count: entry.count.into(),
        counters: ledger
            .counters
            .iter()
            .zip(&entry.numbers)
            .map(|(name, number)| (name.clone(), Decimal(number.to_string())))
            .collect(),
    };
    ledger.entries.values().map(unit).collect()
}

/// A stored run that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunProblem {
    /// Its name.
    pub run: String,
    /// Whether a process works on it now.
    pub working: bool,
    /// Why it cannot be read.
    pub problem: String,
}

/// A run that was removed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunRemoved {
    /// Its name.
    pub run: String,
    /// True.
    pub removed: bool,
}
