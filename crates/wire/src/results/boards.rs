//! The results of verbs about one board: `check`, `draw`, `transform`, `hint`, `make`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sixfold_puzzle::Verdict;
use sixfold_solver::{HintReport, MakeReport};

use crate::named::{Named, beside_schema};
use crate::scene::Scene;
use crate::verdict::{Breakdown, Cell, HintKind, Outcome, Violation};

/// The verdict of the verifier.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckResult {
    /// The family.
    pub family: String,
    /// Whether no rule is broken as far as the board goes.
    pub ok: bool,
    /// Whether nothing is left undecided.
    pub complete: bool,
    /// How good the solution is: a number, or null if it is not complete and correct or the family has no objective.
    pub objective: Option<i128>,
    /// Other numbers that people quote for the same board, each a field of its own, such as `sum` and `score`.
    #[serde(flatten)]
    #[schemars(schema_with = "beside_schema")]
    pub beside: Named<i128>,
    /// Every broken rule.
    pub violations: Vec<Violation>,
    /// The objective by the family's criteria, also of a board that is not complete; absent if the family has none or a
    /// rule is broken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breakdowns: Vec<Breakdown>,
}

impl CheckResult {
    /// The verdict on a board of a family.
    #[must_use]
    pub fn new(family: &str, verdict: &Verdict) -> Self {
        let objective = verdict.objective.as_ref();
        Self {
            family: family.to_owned(),
            ok: verdict.ok(),
            complete: verdict.complete,
            objective: objective.map(|found| found.value),
            beside: objective.map(|found| Named::of(&found.beside)).unwrap_or_default(),
            violations: verdict.violations.iter().map(Violation::from).collect(),
            breakdowns: verdict.breakdowns.iter().map(Breakdown::from).collect(),
        }
    }
}

/// A picture in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DrawnFile {
    /// The path of the file.
    pub path: String,
    /// Its size.
    pub bytes: usize,
}

/// A picture.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DrawnPicture {
    /// The text of the picture: SVG with `-o -`, else as in a terminal.
    pub picture: String,
    /// What the picture is made of, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
}

/// The image of a board under a symmetry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TransformResult {
    /// The family.
    pub family: String,
    /// The image, with its solution if there is one.
    pub text: String,
}

/// What a player is told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HintResult {
    /// The family.
    pub family: String,
    /// The preset, or null if the puzzle is no preset.
    pub preset: Option<String>,
    /// The engine that ran; null if the rules alone decide.
    pub engine: Option<String>,
    /// `solved` if there is a hint or nothing is forced, `none` if no solution agrees with the board.
    pub verdict: Outcome,
    /// The cell about which something is known; null if there is no hint, as in the next four fields.
    pub cell: Option<Cell>,
    /// The token that every solution has there; null if only a part of it is known.
    pub value: Option<String>,
    /// What is known about the cell, as the rest of a sentence: `is empty`.
    pub fact: Option<String>,
    /// How it was found.
    pub kind: Option<HintKind>,
    /// Why it is so.
    pub reason: Option<String>,
    /// A rule that the board breaks; else null.
    pub broken: Option<Violation>,
    /// The whole in words.
    pub words: String,
    /// The puzzle with the board and the hint on it; null if the hint is no value.
    #[serde(default)]
    pub applied: Option<String>,
}

/// What the library knows. The front end adds `preset`.
impl From<&HintReport> for HintResult {
    fn from(report: &HintReport) -> Self {
        let hint = report.hint.as_ref();
        Self {
            family: report.family.name().to_owned(),
            preset: None,
            engine: report.engine.map(str::to_owned),
            verdict: report.outcome.into(),
            cell: hint.map(|hint| hint.cell.into()),
            value: hint.and_then(|hint| hint.value.clone()),
            fact: hint.map(|hint| hint.fact.clone()),
            kind: hint.map(|hint| hint.kind.into()),
            reason: hint.map(|hint| hint.reason.clone()),
            broken: report.reason.as_ref().map(Violation::from),
            words: report.words.clone(),
            applied: report.applied.clone(),
        }
    }
}

/// A made puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MakeResult {
    /// The family.
    pub family: String,
    /// The seed.
    pub seed: u64,
    /// The engine that counted the solutions, or null.
    pub engine: Option<String>,
    /// How it ended.
    pub verdict: Outcome,
    /// The puzzle, below comments that say how it was made; null if none was made.
    pub text: Option<String>,
    /// Whether it has exactly one solution, or one of `facet`; null if that was not asked or is not certain.
    pub unique: Option<bool>,
    /// What there is one of, if not of solutions; else null.
    pub facet: Option<String>,
    /// Named numbers that say how hard it is.
    pub difficulty: Named<u64>,
    /// Wall-clock time from the request to the verified puzzle.
    pub seconds: f64,
    /// The whole in words.
    pub words: String,
}

impl MakeResult {
    /// A report and the seed with which it was made.
    #[must_use]
    pub fn new(report: &MakeReport, seed: u64) -> Self {
        Self {
            family: report.family.name().to_owned(),
            seed,
            engine: report.engine.map(str::to_owned),
            verdict: report.outcome.into(),
            text: report.text.clone(),
            unique: report.unique,
            facet: report.facet.as_ref().map(|facet| facet.name.to_owned()),
            difficulty: Named::of(&report.difficulty),
            seconds: report.seconds,
            words: report.words(),
        }
    }
}
