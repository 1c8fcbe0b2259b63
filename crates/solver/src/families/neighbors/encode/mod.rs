//! SAT encodings of a board, or of a class of boards, with the penalty counted.
//!
//! * `perfect_code`: the values that a case of the class fixes away from the boundary.
//! * `cases`: the split of a search into cases that together cover its scope.
//! * `encoding_options`: what is counted and how, and where penalty edges are excluded.
//! * `edge_order`: orders of edges that formulas and counts use.
//! * `formula`: variables, supports, penalty edges, symmetry breaking, bounds.
//! * `low_range`: a case divided by the penalty of levels 1 and 2.
//! * `penalty_counts`: the penalty of a formula, and the literals that bound it.
//! * `sector_counts`: the penalty of each sector in unary.
//! * `shared_variables`: variables of two encodings that mean the same.
//!
//! Invariant: an encoding depends on the instance, the options, the case and the bounds that are
//! passed in, never on the course of a search. The checker of a certificate rebuilds it from these.

pub(crate) mod cases;
pub(crate) mod edge_order;
pub(crate) mod encoding_options;
pub(crate) mod formula;
pub(crate) mod low_range;
pub(crate) mod penalty_counts;
pub(crate) mod perfect_code;
pub(crate) mod sector_counts;
mod shared_variables;
