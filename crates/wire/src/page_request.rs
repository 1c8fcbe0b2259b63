//! What the page asks for beside the verbs of the command line: lists, texts, blank boards, looks and strokes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board_request::ThemeName;
use crate::setting::Setting;
use crate::verdict::Cell;

/// List the families, or one of them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListRequest {
    /// The family; all of them if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
}

/// The text of a preset such as `hexiom/08`, an example such as `hexiom/good/08`, or a record such as `records/balto/10`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TextRequest {
    /// The name.
    pub name: String,
}

/// A blank board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlankRequest {
    /// The family.
    pub family: String,
    /// The order.
    pub order: u16,
    /// The settings of the header.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Setting>,
}

/// Everything that a workbench shows of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LookRequest {
    /// The puzzle, with or without a solution.
    pub text: String,
    /// For move sequences: after how many moves; after all of them if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The view, one of the family's; the first if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// The theme.
    #[serde(default)]
    pub theme: ThemeName,
}

/// Change a solution by a stroke over cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StrokeRequest {
    /// The puzzle, with or without a solution.
    pub text: String,
    /// The cells, one after the other.
    pub cells: Vec<Cell>,
}

/// Check a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProveCheckRequest {
    /// The puzzle.
    pub text: String,
    /// The text of the proof.
    pub proof: String,
}

/// List the records, or those of a family.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordsRequest {
    /// The family; all of them if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
}
