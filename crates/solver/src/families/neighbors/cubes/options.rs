//! What `cubes` reads from its options: the cubes that are searched, the SAT solver, and the largest size of a proof.
//!
//! A share restricts the scope: only all shares together cover all boards.
//!
//! Trusted: a checker expects a part of the proof for each cube that is read here.

use super::tree::{Cube, cubes};
use crate::families::neighbors::options::{BACKEND, PROOF_LIMIT, size};
use crate::options::{OptionKind, OptionRow, Options};
use crate::sat::BackendName;
use crate::units::{Share, taken};

pub(super) const ENOUGH: OptionRow = OptionRow {
    name: "enough",
    meaning: "a cube is not split further once it has so many penalty edges about the centre",
    kind: OptionKind::Integer { default: Some(3), least: 1, most: 8 },
    restricts: false,
};
/// The options of the engine.
pub(crate) struct CubeOptions {
    /// The cubes that are searched. A checker reads the same ones from the options.
    pub(super) cubes: Vec<Cube>,
    /// The SAT solver of the search.
    pub(super) backend: BackendName,
    /// The largest size of a proof.
    pub(super) proof_bytes: u64,
}

impl CubeOptions {
    /// Reads the options. A share that is none is refused.
    pub(super) fn read(options: &Options) -> Result<Self, String> {
        let all = cubes(size(options, &ENOUGH));
        let share = Share::read(options, all.len())?;
        Ok(Self {
            cubes: taken(share, all),
            backend: options.choice(&BACKEND, BackendName::ALL),
            proof_bytes: options.proof_bytes(&PROOF_LIMIT),
        })
    }
}
