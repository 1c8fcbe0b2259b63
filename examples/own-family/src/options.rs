//! The options of the engine: rows of a table, read once into a value.
//!
//! None of them leaves out a part of the search space, so none is marked as `restricts`.

use sixfold_search::sat::{BACKEND, BackendName, Encoding};
use sixfold_solver::{OptionKind, OptionRow, Options};

use crate::instance::Instance;

const COUNTING: OptionRow = OptionRow {
    name: "counting",
    meaning: "how the formula says that exactly one of many variables is true",
    kind: OptionKind::Choice(Encoding::NAMES),
    restricts: false,
};
const PROOF_LIMIT: OptionRow = OptionRow::proof_limit(1024);

/// The table of options, which [`SatOptions::read`] reads.
pub(crate) const TABLE: &[OptionRow] = &[BACKEND, COUNTING, PROOF_LIMIT];

/// The options of the engine.
pub struct SatOptions {
    pub(crate) backend: BackendName,
    pub(crate) counting: Encoding,
    pub(crate) proof_bytes: u64,
}

impl SatOptions {
    pub(crate) fn read(options: &Options, _: &Instance) -> Result<Self, String> {
        Ok(Self {
            backend: options.choice(&BACKEND, BackendName::ALL),
            counting: options.choice(&COUNTING, Encoding::ALL),
            proof_bytes: options.proof_bytes(&PROOF_LIMIT),
        })
    }
}
