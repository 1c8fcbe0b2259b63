//! Bounds on the penalty by incremental SAT.
//!
//! * `bounded_solve`: one solver and one encoding for smaller and smaller bounds.
//! * `sector_survey`: lower bounds on the penalty of sectors, raised from below.
//! * `clause_exchange`: clauses that solvers of one case give each other.
//! * `learned_clauses`: clauses that a checkpoint carries to the next run.

pub(crate) mod bounded_solve;
pub(crate) mod clause_exchange;
pub(crate) mod learned_clauses;
pub(crate) mod sector_survey;
