//! The envelope: one JSON object per line, `{"type": …, "schema": 1, "data": {…}}`.
//!
//! The last line of a run is `end` or `error`. A `result` does not repeat its verb; its fields tell it.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, SerializeStruct as _, Serializer};
use serde_json::Value;
use sixfold_solver::job::JobEvent;

use crate::event::{Begin, Bound, End, Failure, Improved, Progress};
use crate::read::{read, tagged};
use crate::results::ResultData;

/// The version of the machine-readable output.
pub const SCHEMA: u32 = 1;

/// One line of output.
#[derive(Clone, PartialEq, Debug)]
pub enum Line {
    /// The verb begins.
    Begin(Begin),
    /// An engine is still working.
    Progress(Progress),
    /// A better solution was found.
    Improved(Improved),
    /// A better bound was proved.
    Bound(Bound),
    /// A result; some verbs have several.
    Result(ResultData),
    /// The verb ended.
    End(End),
    /// There is no result, or none after this line.
    Error(Failure),
}

impl<T: Into<ResultData>> From<T> for Line {
    fn from(result: T) -> Self {
        Self::Result(result.into())
    }
}

impl Line {
    /// The type, as it is written.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Begin(_) => "begin",
            Self::Progress(_) => "progress",
            Self::Improved(_) => "improved",
            Self::Bound(_) => "bound",
            Self::Result(_) => "result",
            Self::End(_) => "end",
            Self::Error(_) => "error",
        }
    }

    /// An event of a job; nothing for those that other lines tell: the beginning, the end, and the solutions of a list.
    #[must_use]
    pub fn event(event: &JobEvent) -> Option<Self> {
        Some(match event {
            JobEvent::Progress(progress) => Self::Progress(Progress::from(progress)),
            JobEvent::Incumbent { objective, solution } => {
                Self::Improved(Improved { objective: *objective, solution: solution.clone() })
            }
            JobEvent::Bound(bound) => Self::Bound(Bound { bound: *bound }),
            JobEvent::Started { .. } | JobEvent::Listed(_) | JobEvent::Finished { .. } => {
                return None;
            }
        })
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_struct("Line", 3)?;
        line.serialize_field("type", self.kind())?;
        line.serialize_field("schema", &SCHEMA)?;
        match self {
            Self::Begin(data) => line.serialize_field("data", data),
            Self::Progress(data) => line.serialize_field("data", data),
            Self::Improved(data) => line.serialize_field("data", data),
            Self::Bound(data) => line.serialize_field("data", data),
            Self::Result(data) => line.serialize_field("data", data),
            Self::End(data) => line.serialize_field("data", data),
            Self::Error(data) => line.serialize_field("data", data),
        }?;
        line.end()
    }
}

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (kind, line) = tagged(deserializer, "type")?;
        match line.get("schema").and_then(Value::as_u64) {
            Some(schema) if schema == u64::from(SCHEMA) => {}
            found => {
                let found = found.map_or("none".to_owned(), |schema| schema.to_string());
                let problem = format!("the schema is {found}; expected {SCHEMA}");
                return Err(D::Error::custom(problem));
            }
        }
        let data = line.get("data").ok_or_else(|| D::Error::missing_field("data"))?;
        Ok(match kind.as_str() {
            "begin" => Self::Begin(read(data)?),
            "progress" => Self::Progress(read(data)?),
            "improved" => Self::Improved(read(data)?),
            "bound" => Self::Bound(read(data)?),
            "result" => Self::Result(read(data)?),
            "end" => Self::End(read(data)?),
            "error" => Self::Error(read(data)?),
            kind => {
                let expected =
                    &["begin", "progress", "improved", "bound", "result", "end", "error"];
                return Err(D::Error::unknown_variant(kind, expected));
            }
        })
    }
}

/// The line as it is printed, with its end.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = serde_json::to_string(self).map_err(|_| fmt::Error)?;
        writeln!(f, "{text}")
    }
}

/// Reads a line as it is printed.
impl FromStr for Line {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}

impl JsonSchema for Line {
    fn schema_name() -> Cow<'static, str> {
        "Line".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let kinds = [
            ("begin", generator.subschema_for::<Begin>()),
            ("progress", generator.subschema_for::<Progress>()),
            ("improved", generator.subschema_for::<Improved>()),
            ("bound", generator.subschema_for::<Bound>()),
            ("result", generator.subschema_for::<ResultData>()),
            ("end", generator.subschema_for::<End>()),
            ("error", generator.subschema_for::<Failure>()),
        ];
        let line = |(kind, data): (&str, Schema)| {
            json_schema!({
                "type": "object",
                "properties": { "type": { "const": kind }, "schema": { "const": SCHEMA }, "data": data },
                "required": ["type", "schema", "data"],
            })
        };
        json_schema!({
            "description": "One line of output.",
            "oneOf": kinds.map(line),
        })
    }
}
