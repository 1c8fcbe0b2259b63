//! Small values that many results have in common: cells, broken rules, objectives, claims, the searched space.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sixfold_puzzle as puzzle;
use sixfold_solver as solver;

use crate::named::Named;

/// A cell in axial coordinates: `[q, r]`. q grows to the right along a row, r is the row and grows downwards; the
/// centre of the board is `[0, 0]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Cell(pub i32, pub i32);

impl From<Cell> for puzzle::hex::Cell {
    fn from(Cell(q, r): Cell) -> Self {
        Self::new(q, r)
    }
}

impl From<puzzle::hex::Cell> for Cell {
    fn from(cell: puzzle::hex::Cell) -> Self {
        Self(cell.q, cell.r)
    }
}

/// A broken rule, or a reason why no board can keep all rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Violation {
    /// The stable code of the rule or reason; `list` explains it.
    pub code: String,
    /// The cells to be highlighted.
    pub cells: Vec<Cell>,
    /// A sentence without a full stop.
    pub message: String,
}

impl From<&puzzle::Violation> for Violation {
    fn from(violation: &puzzle::Violation) -> Self {
        Self {
            code: violation.code.to_owned(),
            cells: violation.cells.iter().copied().map(Cell::from).collect(),
            message: violation.message.clone(),
        }
    }
}

/// How good a solution is, by name. Results have the number as the field `objective`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Objective {
    /// The name of the counted quantity, such as `penalty`.
    pub name: String,
    /// The number.
    pub value: i128,
    /// Other numbers that people quote for the same board.
    pub beside: Named<i128>,
}

impl From<&puzzle::Objective> for Objective {
    fn from(objective: &puzzle::Objective) -> Self {
        let puzzle::Objective { name, value, beside } = objective;
        Self { name: (*name).to_owned(), value: *value, beside: Named::of(beside) }
    }
}

/// The objective divided by a criterion, such as the penalty by level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Breakdown {
    /// The name of the objective.
    pub of: String,
    /// The criterion, such as `level` or `distance`.
    pub by: String,
    /// The parts, by ascending key.
    pub parts: Vec<BreakdownPart>,
}

/// A part of the objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BreakdownPart {
    /// What the part belongs to, such as the level.
    pub key: u32,
    /// The number.
    pub value: i128,
    /// Whether every completion of the board has this number; otherwise it is a lower bound.
    pub exact: bool,
}

impl From<&puzzle::Breakdown> for Breakdown {
    fn from(breakdown: &puzzle::Breakdown) -> Self {
        let part = |&puzzle::BreakdownPart { key, value, exact }: &puzzle::BreakdownPart| {
            BreakdownPart { key, value, exact }
        };
        Self {
            of: breakdown.of.to_owned(),
            by: breakdown.by.to_owned(),
            parts: breakdown.parts.iter().map(part).collect(),
        }
    }
}

/// How sure a result is.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// Nothing is known.
    Nothing,
    /// A verified solution, which may not be the best.
    Found,
    /// An exhaustive search of sixfold covered everything.
    Complete,
    /// A proof was checked independently.
    Certified,
}

impl From<solver::Claim> for Claim {
    fn from(claim: solver::Claim) -> Self {
        match claim {
            solver::Claim::Nothing => Self::Nothing,
            solver::Claim::Found => Self::Found,
            solver::Claim::Complete => Self::Complete,
            solver::Claim::Certified => Self::Certified,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// There is an answer.
    Solved,
    /// There is none, and that is certain.
    None,
    /// There is a partial board, which an option asked for; it is no solution.
    Partial,
    /// The run ended without deciding.
    Stopped,
}

impl From<solver::Outcome> for Outcome {
    fn from(outcome: solver::Outcome) -> Self {
        match outcome {
            solver::Outcome::Solved => Self::Solved,
            solver::Outcome::None => Self::None,
            solver::Outcome::Partial => Self::Partial,
            solver::Outcome::Stopped => Self::Stopped,
        }
    }
}

/// How a hint was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HintKind {
    /// By a step that a person can follow on the board.
    Simple,
    /// By search: every other value was refuted.
    Search,
}

impl From<solver::HintKind> for HintKind {
    fn from(kind: solver::HintKind) -> Self {
        match kind {
            solver::HintKind::Simple => Self::Simple,
            solver::HintKind::Search => Self::Search,
        }
    }
}

/// The word for a search of the whole space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub enum Whole {
    /// Nothing was left out.
    #[serde(rename = "whole")]
    Whole,
}

/// The part of the space that was searched: `"whole"`, or the list of the restricting options in force, each as
/// `name=value`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Scope {
    /// Nothing was left out.
    Whole(Whole),
    /// Only what these options leave was searched.
    Restricted(Vec<String>),
}

impl From<&solver::Scope> for Scope {
    fn from(scope: &solver::Scope) -> Self {
        match scope.is_whole() {
            true => Self::Whole(Whole::Whole),
            false => Self::Restricted(scope.restrictions().to_vec()),
        }
    }
}
