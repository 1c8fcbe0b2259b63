//! The results of verbs that produce a text: `import`, `export`, `train`, `completions`, `man`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sixfold_solver::Trained;

use crate::named::Named;
use crate::number::finite;

/// A text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TextResult {
    /// The path of the file to which it was written; absent if it was written to none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The text.
    pub text: String,
}

/// A folder to which files were written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FolderResult {
    /// Its path.
    pub path: String,
}

/// What was learned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TrainResult {
    /// The family.
    pub family: String,
    /// The order.
    pub order: u16,
    /// The seed.
    pub seed: u64,
    /// The weights, as engines read them; null if nothing was learned, or if they went to a file and have more than 16 MiB.
    pub text: Option<String>,
    /// Named figures that say how good it is.
    pub figures: Named<Option<f64>>,
    /// The same in words.
    pub words: String,
}

impl TrainResult {
    /// What was learned for a family, an order and a seed, and its text.
    #[must_use]
    pub fn new(
        family: &str,
        order: u16,
        seed: u64,
        trained: &Trained,
        text: Option<String>,
    ) -> Self {
        let figures = trained.figures.iter();
        Self {
            family: family.to_owned(),
            order,
            seed,
            text,
            figures: figures.map(|&(name, value)| (name.to_owned(), finite(value))).collect(),
            words: trained.words.clone(),
        }
    }
}
