//! Options that several engines of the family share.

use sixfold_puzzle::hex::Hexagon;

use crate::options::{OptionKind, OptionRow, Options};
use crate::sat;

pub(crate) const BACKEND: OptionRow = OptionRow {
    name: "backend",
    meaning: "the SAT solver",
    kind: OptionKind::Choice(sat::BACKENDS),
    restricts: false,
};

pub(crate) const PROOF_LIMIT: OptionRow = OptionRow::proof_limit(1 << 16);

pub(crate) const MOST: OptionRow = OptionRow {
    name: "most",
    meaning: "only boards with at most this penalty",
    kind: OptionKind::Integer { default: None, least: 0, most: 1_000_000 },
    restricts: true,
};

/// The option `most`. A value that every board satisfies is refused.
pub(crate) fn most(options: &Options, hexagon: &Hexagon) -> Result<Option<usize>, String> {
    let Some(most) = options.size(&MOST) else { return Ok(None) };
    let (order, edges) = (hexagon.order(), hexagon.edges().count());
    if most > 0 && most >= edges {
        return Err(format!(
            "most={most} has no effect: a board of order {order} has {edges} edges, and no larger penalty"
        ));
    }
    Ok(Some(most))
}

/// The value of a size whose row has a default.
pub(crate) fn size(options: &Options, row: &OptionRow) -> usize {
    options.size(row).expect("the row has a default")
}
