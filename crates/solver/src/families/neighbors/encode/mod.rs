//! A board, or a class of boards, as clauses. `perfect_code` says what is fixed away from the rim, `cases`
//! which classes together are all boards, `formula` what a board and its penalty are in clauses, and
//! `sector_counts` counts the penalty in sectors.

pub(crate) mod cases;
pub(crate) mod encoding_options;
pub(crate) mod formula;
pub(crate) mod perfect_code;
pub(crate) mod sector_counts;
