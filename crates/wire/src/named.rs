//! A JSON object whose field names are data, such as counters: a list of names and values that keeps its order.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::number::Number;

/// Names and their values, in order. In JSON it is an object.
#[derive(Clone, PartialEq, Debug)]
pub struct Named<T>(pub Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Named<T> {
    /// Makes it from the names and numbers that the library uses.
    pub fn of<'a, V: Copy + Into<T> + 'a>(
        fields: impl IntoIterator<Item = &'a (&'static str, V)>,
    ) -> Self {
        fields.into_iter().map(|&(name, value)| (name.to_owned(), value.into())).collect()
    }

    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Whether there are no names.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: JsonSchema> Named<T> {
    /// The schema of names that stand beside other fields, with what each of them means.
    pub(crate) fn described(generator: &mut SchemaGenerator, meaning: &str) -> Schema {
        let mut values = T::json_schema(generator);
        values.insert("description".to_owned(), meaning.into());
        json_schema!({ "type": "object", "additionalProperties": values })
    }
}

/// The schema of numbers that stand beside an objective.
pub(crate) fn beside_schema(generator: &mut SchemaGenerator) -> Schema {
    let meaning = "Another number that people quote for the same board, such as `sum` or `score`.";
    Named::<i128>::described(generator, meaning)
}

impl<T> FromIterator<(String, T)> for Named<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(fields: I) -> Self {
        Self(fields.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de, T: Number> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields(PhantomData))
    }
}

struct Fields<T>(PhantomData<T>);

impl<'de, T: Number> Visitor<'de> for Fields<T> {
    type Value = Named<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named<T>, A::Error> {
        let mut fields = Vec::new();
        // Not read as T at once: serde hands flattened fields on in a form of its own, in which only a
        // `Value` recognises the numbers of serde_json's `arbitrary_precision`.
        while let Some((name, value)) = map.next_entry::<String, serde_json::Value>()? {
            let read = T::from_json(&value).map_err(|expected| {
                serde::de::Error::custom(format!("{name} is {value}; expected {expected}"))
            })?;
            fields.push((name, read));
        }
        Ok(Named(fields))
    }
}

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("NamedOf{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let values = generator.subschema_for::<T>();
        json_schema!({ "type": "object", "additionalProperties": values })
    }
}
