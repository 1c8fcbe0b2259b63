//! The result of `solve`, `improve` and `resume`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sixfold_solver::{self as solver, Report};

use crate::named::{Named, beside_schema};
use crate::verdict::{Claim, Outcome, Scope, Violation};

/// A partial board, which an option asked for. It breaks no rule, and the parts of the objective up to the last one that
/// is decided are exact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PartialBoard {
    /// A puzzle in which the board is given: header and rows.
    pub puzzle: String,
    /// By what the objective is divided, such as `level`.
    pub by: String,
    /// The last part that is decided.
    pub through: u32,
    /// The objective of the parts up to there.
    pub value: i128,
    /// A bound on these parts for all boards of what was searched (`scope`), or null.
    pub bound: Option<i128>,
}

impl From<&solver::PartialBoard> for PartialBoard {
    fn from(board: &solver::PartialBoard) -> Self {
        Self {
            puzzle: board.puzzle.clone(),
            by: board.by.to_owned(),
            through: board.through,
            value: board.value,
            bound: board.bound,
        }
    }
}

/// What came of solving.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolveResult {
    /// The family.
    pub family: String,
    /// The preset, or null if the puzzle is no preset.
    pub preset: Option<String>,
    /// The engine that ran; null if the rules alone decide.
    pub engine: Option<String>,
    /// How it ended.
    pub verdict: Outcome,
    /// How sure that is.
    pub claim: Claim,
    /// What was searched.
    pub scope: Scope,
    /// How good the solution is: a number, or null if there is no solution or the family has no objective.
    pub objective: Option<i128>,
    /// Other numbers that people quote for the same board, each a field of its own, such as `sum` and `score`.
    #[serde(flatten)]
    #[schemars(schema_with = "beside_schema")]
    pub beside: Named<i128>,
    /// A proved bound on the objective, or null.
    pub bound: Option<i128>,
    /// Wall-clock time from the parsed instance to the verified answer.
    pub seconds: f64,
    /// Named counters of the engine's work.
    pub effort: Named<u64>,
    /// The verified solution as text, without header and rows; null if there is none.
    pub solution: Option<String>,
    /// The partial board, with the verdict `partial` or `stopped`; absent if no option asked for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partial: Option<PartialBoard>,
    /// The path of the checked proof, or null if none was kept.
    pub proof: Option<String>,
    /// Why there is no checked proof, if one was asked for and is needed as evidence; else null.
    pub unproved: Option<String>,
    /// The objective of the solution in the input, if the search began with it; else null.
    pub incumbent: Option<i128>,
    /// Whether the engine went on from a checkpoint.
    pub resumed: bool,
    /// Why the instance is impossible, if that needed no search; else null.
    pub reason: Option<Violation>,
    /// The claim in words.
    pub words: String,
    /// The name of the stopped run, for `resume`; null if there is nothing to resume.
    pub run: Option<String>,
    /// The objective of a better solution in the output file, which was not overwritten; else null.
    pub kept: Option<i128>,
    /// Remarks for people.
    pub remarks: Vec<String>,
}

/// What the library knows. The front end adds `preset`, `proof`, `run`, `kept` and `remarks`.
impl From<&Report> for SolveResult {
    fn from(report: &Report) -> Self {
        let objective = report.objective();
        Self {
            family: report.family.name().to_owned(),
            preset: None,
            engine: report.engine().map(str::to_owned),
            verdict: report.outcome().into(),
            claim: report.claim().into(),
            scope: (&report.scope()).into(),
            objective: objective.map(|found| found.value),
            beside: objective.map(|found| Named::of(&found.beside)).unwrap_or_default(),
            bound: report.bound(),
            seconds: report.seconds,
            effort: Named::of(report.effort()),
            solution: report.solution().map(str::to_owned),
            partial: report.partial().map(PartialBoard::from),
            proof: None,
            unproved: report.unproved().map(str::to_owned),
            incumbent: report.incumbent(),
            resumed: report.resumed(),
            reason: report.reason().map(Violation::from),
            words: report.words(),
            run: None,
            kept: None,
            remarks: Vec::new(),
        }
    }
}
