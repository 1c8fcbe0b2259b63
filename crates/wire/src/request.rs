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

use crate::board_request::{CheckRequest, DrawRequest, TransformRequest};
use crate::page_request::{
    BlankRequest, ListRequest, LookRequest, ProveCheckRequest, RecordsRequest, StrokeRequest,
    TextRequest,
};
use crate::read::{read, tagged};
use crate::setting::Setting;

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
    /// List the families.
    List(ListRequest),
    /// The text of a preset, an example or a record.
    Text(TextRequest),
    /// A blank board.
    Blank(BlankRequest),
    /// Everything that a workbench shows of a text.
    Look(LookRequest),
    /// Change a solution by a stroke over cells.
    Stroke(StrokeRequest),
    /// Check a proof.
    ProveCheck(ProveCheckRequest),
    /// List the records.
    Records(RecordsRequest),
}

/// The verbs, for the message about an unknown one.
const VERBS: &[&str] = &[
    "solve",
    "count",
    "enumerate",
    "hint",
    "make",
    "check",
    "draw",
    "transform",
    "list",
    "text",
    "blank",
    "look",
    "stroke",
    "prove-check",
    "records",
];

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
            "list" => Self::List(read(&fields)?),
            "text" => Self::Text(read(&fields)?),
            "blank" => Self::Blank(read(&fields)?),
            "look" => Self::Look(read(&fields)?),
            "stroke" => Self::Stroke(read(&fields)?),
            "prove-check" => Self::ProveCheck(read(&fields)?),
            "records" => Self::Records(read(&fields)?),
            verb => return Err(D::Error::unknown_variant(verb, VERBS)),
        })
    }
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
    /// The request as the library takes it, with the settings from [`pairs`](crate::pairs).
    #[must_use]
    pub fn ask<'a>(&'a self, settings: &'a [(String, String)]) -> solver::Request<'a> {
        let (text, engine) = (&*self.text, self.engine.as_deref());
        solver::Request { text, engine, prove: self.prove, settings }
    }
}

impl CountRequest {
    /// The request as the library takes it, with the settings from [`pairs`](crate::pairs).
    #[must_use]
    pub fn ask<'a>(&'a self, settings: &'a [(String, String)]) -> solver::Request<'a> {
        let (text, engine) = (&*self.text, self.engine.as_deref());
        solver::Request { text, engine, prove: self.prove, settings }
    }
}

impl HintRequest {
    /// The request as the library takes it, with the settings from [`pairs`](crate::pairs).
    #[must_use]
    pub fn ask<'a>(&'a self, settings: &'a [(String, String)]) -> solver::Request<'a> {
        let (text, engine) = (&*self.text, self.engine.as_deref());
        solver::Request { text, engine, prove: false, settings }
    }
}
