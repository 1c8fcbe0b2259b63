//! Bounds by SAT: `bounded_solve` asks for a board below a penalty, `sector_survey` raises lower bounds on
//! levels 1 and 2 sector by sector, `learned_clauses` carries clauses from one run to the next.

pub(crate) mod bounded_solve;
pub(crate) mod learned_clauses;
pub(crate) mod sector_survey;
