//! Numbers on the wire: integers of any size are JSON numbers, counts of solutions are decimal strings, and what is no
//! number at all (a time that was never measured) is null.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A count of solutions: a decimal number as a string, since it may have more digits than a program's numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Decimal(pub String);

impl From<u128> for Decimal {
    fn from(number: u128) -> Self {
        Self(number.to_string())
    }
}

impl JsonSchema for Decimal {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Decimal".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[0-9]+$" })
    }
}

/// A measured number, unless it is infinite or not a number, which JSON cannot say.
#[must_use]
pub fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

/// A value that can be read from a field whose name is data.
pub(crate) trait Number: Sized {
    /// Reads it, or says what was expected.
    fn from_json(value: &Value) -> Result<Self, &'static str>;
}

impl Number for u64 {
    fn from_json(value: &Value) -> Result<Self, &'static str> {
        value.as_u64().ok_or("a natural number of 64 bits")
    }
}

impl Number for i128 {
    fn from_json(value: &Value) -> Result<Self, &'static str> {
        let number = if let Value::Number(number) = value { number.as_i128() } else { None };
        number.ok_or("an integer")
    }
}

impl Number for f64 {
    fn from_json(value: &Value) -> Result<Self, &'static str> {
        value.as_f64().ok_or("a number")
    }
}

impl Number for Option<f64> {
    fn from_json(value: &Value) -> Result<Self, &'static str> {
        if value.is_null() { Ok(None) } else { f64::from_json(value).map(Some) }
    }
}

impl Number for Decimal {
    fn from_json(value: &Value) -> Result<Self, &'static str> {
        value.as_str().map(|text| Self(text.to_owned())).ok_or("a decimal number as a string")
    }
}
