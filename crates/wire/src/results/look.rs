//! The result of `look`: everything that a workbench shows of a text, in one answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sixfold_puzzle::editing::{CellWord, Layer, Palette};
use sixfold_puzzle::{self as puzzle};

use super::boards::CheckResult;
use crate::family::AnswerKind;
use crate::setting::Setting;
use crate::verdict::Cell;

/// Everything that a workbench shows of a text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LookResult {
    /// The family.
    pub family: String,
    /// The order of the board.
    pub order: usize,
    /// The settings of the header.
    pub settings: Vec<Setting>,
    /// What is wanted of a solution.
    pub goal: LookGoal,
    /// The whole document in canonical form.
    pub text: String,
    /// How a solution is edited.
    pub answer: AnswerKind,
    /// Whether the text has a solution.
    pub solution: bool,
    /// The whole document with the solution with which an editor begins; null if nothing is given in this family.
    pub draft: Option<String>,
    /// The words that stand for cells.
    pub cells: Vec<LookWord>,
    /// The words that an editor offers.
    pub palette: LookPalette,
    /// How many moves the solution has; null if it is no sequence of moves.
    pub steps: Option<usize>,
    /// The verdict of the verifier.
    pub check: CheckResult,
    /// The same in words.
    pub words: String,
    /// How many symmetries keep the puzzle, the identity among them.
    pub symmetries: usize,
    /// The picture.
    pub svg: String,
}

/// What is wanted of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LookGoal {
    /// That it keeps the rules.
    Satisfy,
    /// That the objective is small.
    Minimise,
    /// That the objective is large.
    Maximise,
}

impl From<puzzle::Goal> for LookGoal {
    fn from(goal: puzzle::Goal) -> Self {
        match goal {
            puzzle::Goal::Satisfy => Self::Satisfy,
            puzzle::Goal::Minimise => Self::Minimise,
            puzzle::Goal::Maximise => Self::Maximise,
        }
    }
}

/// A word that stands for the content of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LookWord {
    /// The cell.
    pub cell: Cell,
    /// The part of the text.
    pub layer: LookLayer,
    /// The word.
    pub word: String,
    /// Its line in the text, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// Its length in characters.
    pub length: usize,
}

/// A part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LookLayer {
    /// The rows below the header.
    Puzzle,
    /// The rows of the solution.
    Solution,
}

impl From<&CellWord> for LookWord {
    fn from(cell: &CellWord) -> Self {
        let layer = match cell.layer {
            Layer::Puzzle => LookLayer::Puzzle,
            Layer::Solution => LookLayer::Solution,
        };
        Self {
            cell: cell.cell.into(),
            layer,
            word: cell.word.clone(),
            line: cell.span.line,
            column: cell.span.column,
            length: cell.word.chars().count(),
        }
    }
}

/// The words that an editor offers for a cell; the first of each list clears it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LookPalette {
    /// For a cell of the puzzle.
    pub puzzle: Vec<String>,
    /// For a cell of the solution; empty if a solution is no rows.
    pub solution: Vec<String>,
    /// Whether every word stands on the board exactly once, so that placing one means exchanging two.
    pub each_once: bool,
}

impl From<Palette> for LookPalette {
    fn from(palette: Palette) -> Self {
        let Palette { puzzle, solution, each_once } = palette;
        Self { puzzle, solution, each_once }
    }
}
