//! The options of the engines that work on a formula, and which of them have no effect.
//!
//! An option that changes nothing is refused: a measurement of it would mislead.

use sixfold_puzzle::families::hexiom::Instance;

use super::formula::{EncodingStyle, Model, SymmetryBreaking, encode};
use super::level::Level;
use crate::options::{OptionKind, OptionRow, Options};
use crate::run::Run;
use crate::sat::{BACKEND, BackendName, Encoding};

pub(super) const MODEL: OptionRow = OptionRow {
    name: "model",
    meaning: "ours, or the classic one with prefix counters",
    kind: OptionKind::Choice(&["compact", "classic"]),
    restricts: false,
};
pub(super) const COUNTING: OptionRow = OptionRow {
    name: "counting",
    meaning: "how tiles are counted; pairwise: only counts that need few clauses, the others by totalizer",
    kind: OptionKind::Choice(Encoding::NAMES),
    restricts: false,
};
/// Not restricting: of symmetric solutions one is kept, so one exists if any does.
pub(super) const SYMMETRY: OptionRow = OptionRow {
    name: "symmetry",
    meaning: "break: keep one of symmetric solutions",
    kind: OptionKind::Choice(&["keep", "break"]),
    restricts: false,
};
const SHUFFLE: OptionRow = OptionRow {
    name: "shuffle",
    meaning: "yes: write the formula in an order that the seed decides, for measuring",
    kind: OptionKind::Choice(&["no", "yes"]),
    restricts: false,
};
const PROOF_LIMIT: OptionRow = OptionRow::proof_limit(8192);

/// The table of the engines `auto` and `sat`, which [`SatOptions::read`] reads.
pub(super) const TABLE: &[OptionRow] = &[BACKEND, MODEL, COUNTING, SYMMETRY, SHUFFLE, PROOF_LIMIT];

/// The order of variables and clauses in a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FormulaOrder {
    /// As it is encoded.
    Encoded,
    /// As the seed decides.
    Shuffled,
}

/// The options of the engines `auto` and `sat`.
pub(super) struct SatOptions {
    pub(super) backend: BackendName,
    pub(super) style: EncodingStyle,
    pub(super) order: FormulaOrder,
    /// The largest size of a proof.
    pub(super) proof_bytes: u64,
}

impl SatOptions {
    /// Reads them. An option that has no effect on the task is refused by the engine: the comparison in [`useful`]
    /// is costly, and the others depend on what is asked for.
    pub(super) fn read(options: &Options, _: &Instance) -> Result<Self, String> {
        Ok(Self {
            backend: options.choice(&BACKEND, BackendName::ALL),
            style: encoding_style(options)?,
            order: options.choice(&SHUFFLE, [FormulaOrder::Encoded, FormulaOrder::Shuffled]),
            proof_bytes: options.proof_bytes(&PROOF_LIMIT),
        })
    }

    /// Refuses options that have no effect on a proof.
    pub(super) fn useful_to_prove(&self) -> Result<(), String> {
        // A build without CaDiCaL has another default, and says elsewhere that it writes no proofs.
        let proving = [BackendName::Cadical, BackendName::DEFAULT].contains(&self.backend);
        let useless = [(BACKEND, !proving), (SHUFFLE, self.shuffles())];
        match useless.into_iter().find(|&(_, set)| set) {
            Some((row, _)) => {
                Err(format!("{} has no effect on a proof: cadical writes it as it is", row.name))
            }
            None => Ok(()),
        }
    }

    /// Refuses options that have no effect on a count.
    pub(super) fn useful_to_count(&self) -> Result<(), String> {
        let breaks = self.style.symmetry == SymmetryBreaking::LexLeader;
        let useless = [(SYMMETRY, breaks), (SHUFFLE, self.shuffles())];
        match useless.into_iter().find(|&(_, set)| set) {
            Some((row, _)) => {
                Err(format!("{} has no effect on a count, which lists all solutions", row.name))
            }
            None => Ok(()),
        }
    }

    fn shuffles(&self) -> bool {
        self.order == FormulaOrder::Shuffled
    }
}

/// Reads how the level becomes a formula.
pub(super) fn encoding_style(options: &Options) -> Result<EncodingStyle, String> {
    let counting = options.choice(&COUNTING, Encoding::ALL);
    let model = options.choice(&MODEL, [Model::Compact(counting), Model::Classic]);
    if model == Model::Classic && counting != Encoding::Totalizer {
        return Err("counting has no effect on model=classic, which has counters of its own".into());
    }
    let symmetry = options.choice(&SYMMETRY, [SymmetryBreaking::None, SymmetryBreaking::LexLeader]);
    Ok(EncodingStyle { model, symmetry })
}

/// Refuses an encoding that is the same as another on this level. It builds both formulas to compare them, within
/// the limits of the run.
pub(super) fn useful(level: &Level<'_>, style: EncodingStyle, run: &Run<'_>) -> Result<(), String> {
    if style.model != Model::Compact(Encoding::Pairwise) {
        return Ok(());
    }
    let other = EncodingStyle { model: Model::Compact(Encoding::Totalizer), ..style };
    let formula = |style| encode(level, style, run).map(|problem| problem.formula);
    // A formula that is not built to its end is for the search to report.
    match formula(style).is_ok_and(|one| formula(other).is_ok_and(|two| one == two)) {
        true => Err("counting=pairwise has no effect here: every count needs too many clauses, \
                     so it is the same as counting=totalizer"
            .to_owned()),
        false => Ok(()),
    }
}
