//! The SAT engine: formulas with named groups, cardinality encodings, symmetry breaking, solvers
//! behind one small trait, proofs. It knows literals and clauses, and no puzzle.

mod bat;
mod book;
mod cadical;
mod cardinality;
mod cores;
mod external;
mod formula;
mod learned;
mod lex_leader;
mod limit;
mod model;
mod proof;
#[cfg(test)]
mod tests;

pub(crate) use book::{Book, Leaf, Refuted, Unproved};
pub(crate) use cardinality::{Encoding, counts, exactly, prefix_counts, unary_sum};
pub(crate) use cores::{Fewest, Step};
pub(crate) use external::values;
pub(crate) use formula::{Formula, Lit};
pub(crate) use learned::keep_shortest;
pub(crate) use lex_leader::lex_leader;
pub(crate) use limit::Limit;
pub(crate) use model::{Backend, Sat, Verdict, enumerate};
pub(crate) use proof::ProofLog;

use crate::run::Run;

/// The names of the backends, the default first.
pub(crate) const BACKENDS: &[&str] = &["cadical", "batsat"];

/// A backend by name.
pub(crate) fn backend<'a>(name: &str, run: &'a Run<'a>) -> Box<dyn Backend + 'a> {
    match name {
        "batsat" => Box::new(bat::Bat::new(run)),
        _ => Box::new(cadical::Cadical::new(run, None)),
    }
}

/// The backend that writes what it derives into a proof.
pub(crate) fn proving<'a>(run: &'a Run<'a>, log: ProofLog) -> Box<dyn Backend + 'a> {
    Box::new(cadical::Cadical::new(run, Some(log)))
}

/// Any program that reads DIMACS and answers as in the SAT competitions.
pub(crate) fn program<'a>(command: &str, run: &'a Run<'a>) -> Box<dyn Backend + 'a> {
    Box::new(external::External::new(command, run))
}
