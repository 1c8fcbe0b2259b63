//! The results of `enumerate`: one for each solution, and one for the list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sixfold_solver::{Claim as SolverClaim, ListReport, ListedSolution};

use crate::named::{Named, beside_schema};
use crate::verdict::{Claim, Scope, Violation};

/// A solution of a list, verified.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EnumerateResult {
    /// Its number, from 1; a resumed list goes on with the next number.
    pub number: u64,
    /// The solution as text, without header and rows.
    pub solution: String,
    /// How good it is, or null if the family has no objective.
    pub objective: Option<i128>,
    /// Other numbers that people quote for the same board, each a field of its own.
    #[serde(flatten)]
    #[schemars(schema_with = "beside_schema")]
    pub beside: Named<i128>,
}

impl From<&ListedSolution> for EnumerateResult {
    fn from(listed: &ListedSolution) -> Self {
        let objective = listed.objective.as_ref();
        Self {
            number: listed.number,
            solution: listed.solution.clone(),
            objective: objective.map(|found| found.value),
            beside: objective.map(|found| Named::of(&found.beside)).unwrap_or_default(),
        }
    }
}

/// What came of listing; the last result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EnumerateSummary {
    /// The family.
    pub family: String,
    /// The preset, or null if the puzzle is no preset.
    pub preset: Option<String>,
    /// The engine that ran; null if the rules alone decide.
    pub engine: Option<String>,
    /// How many solutions were listed, those of earlier runs included.
    pub listed: u64,
    /// Whether one of several images stands for all.
    pub up_to_symmetry: bool,
    /// Whether there are no others.
    pub complete: bool,
    /// How sure that is.
    pub claim: Claim,
    /// What was searched.
    pub scope: Scope,
    /// Wall-clock time from the parsed instance to the end of the list.
    pub seconds: f64,
    /// Whether the list went on from a checkpoint.
    pub resumed: bool,
    /// The name of the stopped run, for `resume`; null if there is nothing to resume.
    pub run: Option<String>,
    /// Why the instance is impossible, if that needed no search; else null.
    pub reason: Option<Violation>,
    /// The claim in words.
    pub words: String,
}

/// What the library knows. The front end adds `preset` and `run`.
impl From<&ListReport> for EnumerateSummary {
    fn from(report: &ListReport) -> Self {
        Self {
            family: report.family.name().to_owned(),
            preset: None,
            engine: report.engine.map(str::to_owned),
            listed: report.listed,
            up_to_symmetry: report.up_to_symmetry,
            complete: report.claim == SolverClaim::Complete,
            claim: report.claim.into(),
            scope: (&report.scope).into(),
            seconds: report.seconds,
            resumed: report.resumed,
            run: None,
            reason: report.reason.as_ref().map(Violation::from),
            words: report.words(),
        }
    }
}
