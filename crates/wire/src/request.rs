//! What a front end asks for, as an owned value that can be sent: `{"verb": "solve", "text": …}`.
//!
//! A request holds texts, never paths: files and presets belong to the program that sends it. An unknown field is an
//! error that names it, since a request with a misspelt limit would run without it.

use std::time::Duration;

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use sixfold_solver as solver;

use crate::read::{read, tagged};

/// A request: one of the verbs, and its fields.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "verb", rename_all = "kebab-case")]
pub enum Request {
    /// Find a solution.
    Solve(SolveRequest),
    /// Count the solutions.
    Count(CountRequest),
    /// List the solutions.
    Enumerate(EnumerateRequest),
    /// Tell a player what is forced.
    Hint(HintRequest),
    /// Make a puzzle.
    Make(MakeRequest),
    /// Check a board against the rules.
    Check(CheckRequest),
    /// Draw a board.
    Draw(DrawRequest),
    /// Rotate or reflect a board.
    Transform(TransformRequest),
}

/// The verbs, for the message about an unknown one.
const VERBS: &[&str] =
    &["solve", "count", "enumerate", "hint", "make", "check", "draw", "transform"];

impl<'de> Deserialize<'de> for Request {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (verb, fields) = tagged(deserializer, "verb")?;
        let fields = Value::Object(fields);
        Ok(match verb.as_str() {
            "solve" => Self::Solve(read(&fields)?),
            "count" => Self::Count(read(&fields)?),
            "enumerate" => Self::Enumerate(read(&fields)?),
            "hint" => Self::Hint(read(&fields)?),
            "make" => Self::Make(read(&fields)?),
            "check" => Self::Check(read(&fields)?),
            "draw" => Self::Draw(read(&fields)?),
            "transform" => Self::Transform(read(&fields)?),
            verb => return Err(D::Error::unknown_variant(verb, VERBS)),
        })
    }
}

/// An option and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// The name of the option.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// Settings as the library takes them.
#[must_use]
pub fn pairs(settings: &[Setting]) -> Vec<(String, String)> {
    settings.iter().map(|setting| (setting.name.clone(), setting.value.clone())).collect()
}

/// The seed and the limits of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The seed of all randomness.
    pub seed: u64,
    /// How many threads may work; the front end chooses if absent.
    pub threads: Option<u16>,
    /// Stop after this time.
    pub time: Option<Duration>,
    /// Stop when this much memory is in use, in bytes.
    pub memory: Option<u64>,
}

const fn first_seed() -> u64 {
    1
}

/// Declares a request that runs an engine: its own fields, and then settings, seed and limits.
macro_rules! engine_request {
    ($(#[$about:meta])* $name:ident { $($(#[$meta:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$meta])* pub $field: $type,)*
            /// The engine by name; the first that fits if absent.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub engine: Option<String>,
            /// Options.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub settings: Vec<Setting>,
            /// The seed of all randomness.
            #[serde(default = "first_seed")]
            pub seed: u64,
            /// How many threads may work; the front end chooses if absent.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub threads: Option<u16>,
            /// Stop after this many seconds.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[schemars(range(min = 0))]
            pub time: Option<f64>,
            /// Stop when this much memory is in use, in bytes.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub memory: Option<u64>,
        }

        impl $name {
            /// The seed and the limits.
            ///
            /// # Errors
            /// If the time is negative or not a number of seconds.
            pub fn limits(&self) -> Result<Limits, String> {
                let time = self.time.map(seconds).transpose()?;
                Ok(Limits { seed: self.seed, threads: self.threads, time, memory: self.memory })
            }
        }
    };
}

fn seconds(time: f64) -> Result<Duration, String> {
    Duration::try_from_secs_f64(time)
        .map_err(|_| format!("the time {time} is not possible; expected seconds from 0"))
}

engine_request! {
    /// Find a solution, or the best one.
    SolveRequest {
        /// The puzzle. A complete, correct solution in it is the first incumbent.
        text: String,
        /// Whether to take only an engine that proves, and to check its proof.
        #[serde(default)]
        prove: bool,
    }
}

engine_request! {
    /// Count the solutions.
    CountRequest {
        /// The puzzle.
        text: String,
        /// Whether to take only an engine that proves, and to check its proof.
        #[serde(default)]
        prove: bool,
        /// Stop after this many solutions, where they are listed one by one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<u64>,
        /// Whether the number up to symmetry is wanted.
        #[serde(default)]
        up_to_symmetry: bool,
    }
}

engine_request! {
    /// List the solutions.
    EnumerateRequest {
        /// The puzzle.
        text: String,
        /// Stop after this many solutions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<u64>,
        /// Whether to list one solution of each orbit only.
        #[serde(default)]
        up_to_symmetry: bool,
    }
}

engine_request! {
    /// Tell a player what is forced.
    HintRequest {
        /// The puzzle, with or without a partial solution.
        text: String,
    }
}

engine_request! {
    /// Make a puzzle. The settings are those of the maker; the engine counts, if the puzzle is to be unique.
    MakeRequest {
        /// The family.
        family: String,
        /// The order.
        order: u16,
        /// Whether it must have exactly one solution.
        #[serde(default)]
        unique: bool,
    }
}

impl SolveRequest {
    /// The request as the library takes it, with the settings from [`pairs`].
    #[must_use]
    pub fn ask<'a>(&'a self, settings: &'a [(String, String)]) -> solver::Request<'a> {
        let (text, engine) = (&*self.text, self.engine.as_deref());
        solver::Request { text, engine, prove: self.prove, settings }
    }
}

impl CountRequest {
    /// The request as the library takes it, with the settings from [`pairs`].
    #[must_use]
    pub fn ask<'a>(&'a self, settings: &'a [(String, String)]) -> solver::Request<'a> {
        let (text, engine) = (&*self.text, self.engine.as_deref());
        solver::Request { text, engine, prove: self.prove, settings }
    }
}

impl HintRequest {
    /// The request as the library takes it, with the settings from [`pairs`].
    #[must_use]
    pub fn ask<'a>(&'a self, settings: &'a [(String, String)]) -> solver::Request<'a> {
        let (text, engine) = (&*self.text, self.engine.as_deref());
        solver::Request { text, engine, prove: false, settings }
    }
}

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
