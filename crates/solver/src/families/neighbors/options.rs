//! Options that several engines of the family share.
//!
//! `code` and `bits` restrict the scope of a claim at every value, including the default.
//!
//! `code=R`: in the rings from R on, counted from the boundary, the 1s are a perfect code. `bits=R`: there the 2s
//! lie on lines of one axis, with one bit for each gap between lines of 1s. Both exclude boards, so an answer
//! never covers all boards.

use crate::options::{OptionKind, OptionRow, Options};
use crate::sat;

pub(crate) const BACKEND: OptionRow = OptionRow {
    name: "backend",
    meaning: "the SAT solver",
    kind: OptionKind::Choice(sat::BACKENDS),
    restricts: false,
};

/// Code and bits as they are in all boards that are known to be good.
pub(crate) const USUAL_CODE: usize = 4;
pub(crate) const USUAL_BITS: usize = 5;

/// Restricting at every value. What is left is one side of an exact split.
pub(crate) const CODE: OptionRow = OptionRow {
    name: "code",
    meaning: "the 1s are a perfect code in the rings from this one on; the rim is 1, and beyond the order \
              nothing is fixed",
    kind: OptionKind::Part { default: USUAL_CODE as i64, least: 1, most: 128 },
    restricts: true,
};
pub(crate) const BITS: OptionRow = OptionRow {
    name: "bits",
    meaning: "the 2s lie on one axis, with a bit for each gap, in the rings from this one on; beyond the \
              order nothing is fixed",
    kind: OptionKind::Part { default: USUAL_BITS as i64, least: 1, most: 128 },
    restricts: true,
};

pub(crate) const PROOF_LIMIT: OptionRow = OptionRow {
    name: "proof-mib",
    meaning: "give up the proof beyond this size",
    kind: OptionKind::Integer { default: Some(1 << 16), least: 1, most: 1 << 20 },
    restricts: false,
};

/// The value of an option that bounds an effort.
pub(crate) fn budget(options: &Options, name: &str) -> u64 {
    options.integer(name).unwrap_or(i64::MAX).unsigned_abs()
}
