//! Options and settings: a name and its value.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
