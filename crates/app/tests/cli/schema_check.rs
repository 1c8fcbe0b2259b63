//! A small validator for JSON Schema, for the keywords that our schema uses. Any other keyword is a panic, so that
//! nothing passes because it was not understood.

use serde_json::{Map, Value};

/// A schema document, to whose definitions schemas refer.
pub(crate) struct SchemaCheck<'a> {
    pub(crate) document: &'a Value,
}

impl SchemaCheck<'_> {
    /// Whether a value fits the definition of a name; if not, where and why.
    pub(crate) fn fits(&self, name: &str, value: &Value) -> Result<(), String> {
        self.check(self.definition(name), value).map_err(|problem| format!("{name}{problem}"))
    }

    fn definition(&self, name: &str) -> &Value {
        let found = self.document["$defs"].get(name);
        found.unwrap_or_else(|| panic!("there is no definition {name}"))
    }

    fn check(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let Value::Object(keywords) = schema else { panic!("{schema} is no schema") };
        keywords.iter().try_for_each(|(keyword, wanted)| {
            self.keyword(keywords, keyword, wanted, value).map_err(|problem| {
                if problem.starts_with(['.', '[', ':']) { problem } else { format!(": {problem}") }
            })
        })
    }

    fn keyword(
        &self,
        schema: &Map<String, Value>,
        keyword: &str,
        wanted: &Value,
        value: &Value,
    ) -> Result<(), String> {
        let must = |holds: bool| {
            holds.then_some(()).ok_or_else(|| format!("{value} breaks {keyword} {wanted}"))
        };
        match keyword {
            "description" | "title" | "format" | "default" | "$schema" | "$defs" => Ok(()),
            "$ref" => {
                let name = wanted.as_str().and_then(|it| it.strip_prefix("#/$defs/")).unwrap();
                self.check(self.definition(name), value)
            }
            "type" => must(match wanted {
                Value::Array(kinds) => kinds.iter().any(|kind| is_of(kind, value)),
                kind => is_of(kind, value),
            }),
            "const" => must(wanted == value),
            "enum" => must(wanted.as_array().unwrap().contains(value)),
            "minimum" => must(value.is_null() || value.as_f64() >= wanted.as_f64()),
            "maximum" => must(value.is_null() || value.as_f64() <= wanted.as_f64()),
            "minItems" => must(value.as_array().is_none_or(|it| it.len() as u64 >= size(wanted))),
            "maxItems" => must(value.as_array().is_none_or(|it| it.len() as u64 <= size(wanted))),
            "pattern" => must(value.as_str().is_none_or(|text| matches(wanted, text))),
            "required" => {
                let Some(fields) = value.as_object() else { return Ok(()) };
                let mut names = wanted.as_array().unwrap().iter().map(|it| it.as_str().unwrap());
                names
                    .find(|name| !fields.contains_key(*name))
                    .map_or(Ok(()), |name| Err(format!(".{name} is missing")))
            }
            "anyOf" | "oneOf" => self.forms(keyword, wanted.as_array().unwrap(), value),
            "properties" => self.properties(wanted, value),
            "additionalProperties" => self.other_fields(schema, wanted, value),
            "items" => self.items(wanted, value),
            "prefixItems" => {
                let pairs = wanted.as_array().unwrap().iter().zip(value.as_array().unwrap());
                pairs.into_iter().try_for_each(|(schema, item)| self.check(schema, item))
            }
            keyword => panic!("the keyword {keyword} is not known here"),
        }
    }

    fn forms(&self, keyword: &str, forms: &[Value], value: &Value) -> Result<(), String> {
        let checked: Vec<_> = forms.iter().map(|form| self.check(form, value)).collect();
        let fitting = checked.iter().filter(|it| it.is_ok()).count();
        match fitting {
            0 => Err(format!("none of the forms fits: {checked:?}")),
            1 => Ok(()),
            _ if keyword == "anyOf" => Ok(()),
            _ => Err(format!("{fitting} forms fit: {value}")),
        }
    }

    fn properties(&self, wanted: &Value, value: &Value) -> Result<(), String> {
        let Some(fields) = value.as_object() else { return Ok(()) };
        fields.iter().try_for_each(|(name, value)| match wanted.get(name) {
            Some(schema) => {
                self.check(schema, value).map_err(|problem| format!(".{name}{problem}"))
            }
            None => Ok(()),
        })
    }

    fn other_fields(
        &self,
        schema: &Map<String, Value>,
        wanted: &Value,
        value: &Value,
    ) -> Result<(), String> {
        let Some(fields) = value.as_object() else { return Ok(()) };
        let known = |name: &str| schema.get("properties").is_some_and(|it| it.get(name).is_some());
        fields.iter().filter(|(name, _)| !known(name)).try_for_each(|(name, value)| match wanted {
            Value::Bool(true) => Ok(()),
            Value::Bool(false) => Err(format!(".{name} is unknown")),
            schema => self.check(schema, value).map_err(|problem| format!(".{name}{problem}")),
        })
    }

    fn items(&self, wanted: &Value, value: &Value) -> Result<(), String> {
        let items = value.as_array().into_iter().flatten().enumerate();
        items.into_iter().try_for_each(|(index, item)| {
            self.check(wanted, item).map_err(|problem| format!("[{index}]{problem}"))
        })
    }
}

fn size(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.as_number().is_some_and(|number| number.as_i128().is_some()),
        kind => panic!("the type {kind} is not known here"),
    }
}

/// Our few patterns.
fn matches(pattern: &Value, text: &str) -> bool {
    match pattern.as_str().unwrap() {
        "^[0-9]+$" => !text.is_empty() && text.chars().all(|it| it.is_ascii_digit()),
        "^[a-z]+(-[a-z]+)*(-[0-9])?$" => {
            let words: Vec<&str> = text.split('-').collect();
            let word =
                |word: &&str| !word.is_empty() && word.chars().all(|it| it.is_ascii_lowercase());
            let digit = |word: &&str| word.len() == 1 && word.chars().all(|it| it.is_ascii_digit());
            let (last, others) = words.split_last().unwrap();
            others.iter().all(word) && (word(last) || (digit(last) && !others.is_empty()))
        }
        pattern => panic!("the pattern {pattern} is not known here"),
    }
}

/// The validator would see a mistake.
#[test]
fn values_that_do_not_fit_are_told() {
    let document = serde_json::json!({ "$defs": {
        "Pair": {
            "type": "object",
            "properties": {
                "name": { "type": "string", "pattern": "^[0-9]+$" },
                "list": { "type": ["array", "null"], "items": { "$ref": "#/$defs/Small" } },
            },
            "required": ["name"],
            "additionalProperties": { "type": "integer" },
        },
        "Small": { "oneOf": [{ "type": "integer", "minimum": 0, "maximum": 9 }, { "const": "x" }] },
    } });
    let check = |text: &str| {
        SchemaCheck { document: &document }.fits("Pair", &serde_json::from_str(text).unwrap())
    };
    for text in [r#"{"name":"12"}"#, r#"{"name":"1","list":[3,"x"],"more":-7}"#] {
        assert_eq!(check(text), Ok(()), "{text}");
    }
    for (text, problem) in [
        ("[]", "breaks type"),
        ("{}", ".name is missing"),
        (r#"{"name":1}"#, "Pair.name: 1 breaks type"),
        (r#"{"name":"x"}"#, "breaks pattern"),
        (r#"{"name":"1","list":[3,10]}"#, "Pair.list[1]: none of the forms fits"),
        (r#"{"name":"1","more":"y"}"#, "Pair.more: "),
        (r#"{"name":"1","more":0.5}"#, "breaks type"),
    ] {
        let told = check(text).unwrap_err();
        assert!(told.contains(problem), "{text}: {told}");
    }
}
