//! Reading objects whose type depends on one of their fields.
//!
//! serde's own tagged enums keep a copy of the object in a form that cannot hold the numbers of serde_json's
//! `arbitrary_precision`. Here the object becomes a [`Value`], which can, and then its text is read as the type that
//! its tag names. It costs a second reading, which does not matter for lines of this size.

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde_json::{Map, Value};

/// The fields of a JSON object.
pub(crate) type Object = Map<String, Value>;

/// Reads an object and takes its tag out of it.
pub(crate) fn tagged<'de, D: Deserializer<'de>>(
    deserializer: D,
    tag: &'static str,
) -> Result<(String, Object), D::Error> {
    let mut object = Object::deserialize(deserializer)?;
    match object.shift_remove(tag) {
        Some(Value::String(word)) => Ok((word, object)),
        Some(_) => Err(D::Error::custom(format!("`{tag}` is not a string"))),
        None => Err(D::Error::missing_field(tag)),
    }
}

/// Reads a type from a value, with all digits of its numbers.
pub(crate) fn read<T: DeserializeOwned, E: Error>(value: &Value) -> Result<T, E> {
    serde_json::from_str(&value.to_string()).map_err(|error| E::custom(without_place(&error)))
}

/// The message of an error, whose place in the second text means nothing to the reader of the first.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(message, _)| message.to_owned())
}
