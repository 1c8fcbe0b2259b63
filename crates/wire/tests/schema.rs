//! `docs/schema.json` is the schema of the types. `INSTA_UPDATE=always` writes it anew, as it does snapshots.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use sixfold_wire::{line_schema, request_schema, schema};

#[test]
fn the_schema_in_the_documentation_is_that_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema.json");
    let text = format!("{:#}\n", schema().to_value());
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, &text).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == text, "docs/schema.json is stale: INSTA_UPDATE=always writes it anew");
}

/// The names of all definitions that a schema refers to.
fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get("$ref") {
                found.insert(reference.strip_prefix("#/$defs/").unwrap().to_owned());
            }
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[test]
fn every_reference_leads_somewhere_and_every_field_is_explained() {
    let whole = schema().to_value();
    let definitions = whole["$defs"].as_object().unwrap();
    let mut found = BTreeSet::new();
    references(&whole, &mut found);
    assert!(found.len() > 20);
    for name in &found {
        assert!(definitions.contains_key(name), "{name}");
    }
    for (name, definition) in definitions {
        let fields = definition["properties"].as_object();
        for (field, schema) in fields.into_iter().flatten().filter(|(field, _)| *field != "verb") {
            assert!(schema.get("description").is_some(), "{name}.{field}");
        }
    }
}

/// One document holds both, so a type must look the same written and read.
#[test]
fn lines_and_requests_share_no_definition_that_differs() {
    let definitions = |schema: schemars::Schema| schema.to_value()["$defs"].clone();
    let (lines, requests) = (definitions(line_schema()), definitions(request_schema()));
    for (name, definition) in requests.as_object().into_iter().flatten() {
        assert!(lines.get(name).is_none_or(|other| other == definition), "{name}");
    }
}
