//! Requests about one board that need no engine: `check`, `draw`, `transform`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Check a board against the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// The puzzle, with or without a solution.
    pub text: String,
    /// The solution, if it is not in the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
}

/// Draw a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawRequest {
    /// The puzzle, with or without a solution.
    pub text: String,
    /// What to draw.
    #[serde(default)]
    pub format: PictureFormat,
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

/// The form of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PictureFormat {
    /// SVG.
    #[default]
    Svg,
    /// Characters.
    Terminal,
    /// The list of meanings a picture is made of.
    Scene,
}

/// The themes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeName {
    /// For bright screens.
    #[default]
    Light,
    /// For dark screens.
    Dark,
    /// For black ink on white paper.
    Print,
}

/// Rotate or reflect a board, or bring it into its canonical form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TransformRequest {
    /// The puzzle, with or without a solution.
    pub text: String,
    /// Turn it clockwise by this many sixths of a turn.
    #[serde(default)]
    pub rotate: i64,
    /// Reflect it in the horizontal axis, before it is turned.
    #[serde(default)]
    pub reflect: bool,
    /// Take the first of its images in alphabetical order, whatever the other fields say.
    #[serde(default)]
    pub canonical: bool,
}
