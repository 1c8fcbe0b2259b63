//! The JSON Schema of lines and requests, made from the types.
//!
//! A line is described as it is written: a field that is always there is required, even if it may be null. A request is
//! described as it is read: a field with a default is not required.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, json_schema};
use serde_json::{Map, Value, json};

use crate::line::Line;
use crate::request::Request;

/// The schema of a line of output.
#[must_use]
pub fn line_schema() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    root::<Line>(settings.with_transform(RecursiveTransform(as_written)))
}

/// An optional field of a line is absent where there is no value, and then it is never null. What a reader takes for
/// an absent field is not a part of what is written.
fn as_written(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else { return };
    let required = object.get("required").cloned().unwrap_or_default();
    let is_required = |name: &str| {
        required.as_array().is_some_and(|names| names.iter().any(|required| required == name))
    };
    let Some(Value::Object(fields)) = object.get_mut("properties") else { return };
    fields.values_mut().filter_map(Value::as_object_mut).for_each(|field| {
        field.shift_remove("default");
    });
    for (_, field) in fields.iter_mut().filter(|(name, _)| !is_required(name)) {
        if let Some(Value::Array(types)) = field.get_mut("type") {
            types.retain(|kind| kind != "null");
            if let [only] = &types[..] {
                field["type"] = only.clone();
            }
        }
        if let Some(Value::Array(forms)) = field.get_mut("anyOf") {
            forms.retain(|form| *form != json!({ "type": "null" }));
        }
    }
}

/// The schema of a request.
#[must_use]
pub fn request_schema() -> Schema {
    root::<Request>(SchemaSettings::draft2020_12().for_deserialize())
}

fn root<T: JsonSchema>(settings: SchemaSettings) -> Schema {
    settings.into_generator().into_root_schema_for::<T>()
}

/// The schema of everything: `#/$defs/Line` and `#/$defs/Request` with all they are made of.
#[must_use]
pub fn schema() -> Schema {
    let mut definitions = Map::new();
    for (name, schema) in [("Line", line_schema()), ("Request", request_schema())] {
        let Value::Object(mut whole) = schema.to_value() else { continue };
        whole.shift_remove("$schema");
        whole.shift_remove("title");
        if let Some(Value::Object(inner)) = whole.shift_remove("$defs") {
            definitions.extend(inner);
        }
        definitions.insert(name.to_owned(), Value::Object(whole));
    }
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "sixfold, schema 1",
        "description": "A line of `--json` output, or a request.",
        "anyOf": [{ "$ref": "#/$defs/Line" }, { "$ref": "#/$defs/Request" }],
        "$defs": definitions,
    })
}
