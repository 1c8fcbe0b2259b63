//! The options of the engine `orbits`.

use sixfold_puzzle::families::fences::{Instance, Turns};

use crate::options::{OptionKind, OptionRow, Options};
use crate::sat::{BACKEND, BackendName};
use crate::units::{SHARE, Share};

const DEDUCE: OptionRow = OptionRow {
    name: "deduce",
    meaning: "no: every symmetry is put to the SAT solver, for measuring",
    kind: OptionKind::Choice(&["yes", "no"]),
    restricts: false,
};
const LOOPS: OptionRow = OptionRow {
    name: "loops",
    meaning: "give up after so many loops",
    kind: OptionKind::Integer { default: Some(DEFAULT_LOOPS), least: 1, most: i64::MAX },
    restricts: false,
};
const FILLINGS: OptionRow = OptionRow {
    name: "fillings",
    meaning: "whether fillings are counted or only loops; auto: not with sharp turns",
    kind: OptionKind::Choice(&["auto", "yes", "no"]),
    restricts: false,
};
const PROOF_LIMIT: OptionRow = OptionRow::proof_limit(8192);

const DEFAULT_LOOPS: i64 = 100_000;
/// The most shares; those beyond the number of maps are empty.
const MOST_SHARES: usize = 1_000_000;

/// The table of the engine.
pub(super) const TABLE: &[OptionRow] = &[BACKEND, DEDUCE, LOOPS, FILLINGS, SHARE, PROOF_LIMIT];

/// What is done with a fold before it is put to the SAT solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deduction {
    /// Propagation and shaving.
    Propagation,
    /// Nothing.
    Off,
}

/// Whether the fillings of a loop are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FillingCount {
    /// Unless sharp turns are allowed.
    Auto,
    Always,
    Never,
}

/// The options of the engine.
pub(in super::super) struct OrbitOptions {
    pub(super) backend: BackendName,
    pub(super) deduction: Deduction,
    /// The largest number of loops of a count.
    pub(super) most_loops: u64,
    fillings: FillingCount,
    /// Which of the maps.
    pub(super) share: Option<Share>,
    /// The largest size of a proof.
    pub(super) proof_bytes: u64,
}

impl OrbitOptions {
    pub(super) fn read(options: &Options, _: &Instance) -> Result<Self, String> {
        let counts = [FillingCount::Auto, FillingCount::Always, FillingCount::Never];
        Ok(Self {
            backend: options.choice(&BACKEND, BackendName::ALL),
            deduction: options.choice(&DEDUCE, [Deduction::Propagation, Deduction::Off]),
            most_loops: options.budget(&LOOPS),
            fillings: options.choice(&FILLINGS, counts),
            share: Share::read(options, MOST_SHARES)?,
            proof_bytes: options.proof_bytes(&PROOF_LIMIT),
        })
    }

    /// Whether a count is about fillings too, with these turns.
    pub(super) fn counts_fillings(&self, turns: Turns) -> bool {
        match self.fillings {
            FillingCount::Auto => turns != Turns::Any,
            FillingCount::Always => true,
            FillingCount::Never => false,
        }
    }

    /// Refuses options that have no effect on the search for one solution.
    pub(super) fn useful_to_solve(&self) -> Result<(), String> {
        let counting = [
            (LOOPS, self.most_loops != DEFAULT_LOOPS.unsigned_abs()),
            (FILLINGS, self.fillings != FillingCount::Auto),
        ];
        match counting.into_iter().find(|&(_, set)| set) {
            Some((row, _)) => Err(format!("{} has no effect: it is about counting", row.name)),
            None => Ok(()),
        }
    }
}
