//! The SAT engine: formulas with named groups, cardinality encodings, symmetry breaking, solvers
//! behind one small trait, proofs. It knows literals and clauses, and no puzzle.

mod bat;
mod bitonic;
mod book;
#[cfg(feature = "cadical")]
mod cadical;
mod cardinality;
mod cores;
mod embedding;
mod external;
mod formula;
mod learned;
mod lex_leader;
mod limit;
mod model;
mod outcome;
mod pool;
mod proof;
mod side_by_side;
mod team;
#[cfg(test)]
mod tests;
#[cfg(not(feature = "cadical"))]
mod unable;

pub use book::{Book, Leaf, PART_MARK};
pub use cardinality::{Encoding, counts, exactly, prefix_counts, unary_sum};
pub use cores::{CoreStep, Fewest};
pub use embedding::Embedding;
pub use external::values;
pub use formula::{Formula, Lit};
pub use learned::keep_shortest;
pub use lex_leader::lex_leader;
pub use limit::Limit;
pub use model::{Backend, ModelsEnd, Sat, Verdict, enumerate, visit_models};
pub use outcome::{Refuted, Unproved};
pub use pool::ClausePool;
pub use proof::ProofLog;

use crate::options::{OptionKind, OptionRow};
use crate::run::Run;

/// The names of the backends, in the order of [`BackendName::ALL`]. A build without CaDiCaL knows its name: it can check
/// the proofs that CaDiCaL wrote elsewhere.
pub const BACKENDS: &[&str] =
    if cfg!(feature = "cadical") { &["cadical", "batsat"] } else { &["batsat", "cadical"] };

/// What is said where a proof is asked of a build that has no solver which writes one.
const NO_PROOFS: &str = "this build writes no proofs: it was made without the feature `cadical`";

/// What is said where CaDiCaL is asked of a build that lacks it.
#[cfg(not(feature = "cadical"))]
const NO_CADICAL: &str = "there is no CaDiCaL here: it was left out of this build; batsat is there";

/// The option for the backend of an engine that writes proofs, in the order of [`BackendName::ALL`].
pub const BACKEND: OptionRow = OptionRow {
    name: "backend",
    meaning: "the SAT solver; only cadical writes proofs",
    kind: OptionKind::Choice(BACKENDS),
    restricts: false,
};

/// An embedded SAT solver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BackendName {
    /// CaDiCaL, which can write proofs.
    Cadical,
    /// batsat, which starts at once.
    Batsat,
}

impl BackendName {
    /// All of them, the default first.
    #[cfg(feature = "cadical")]
    pub const ALL: [Self; 2] = [Self::Cadical, Self::Batsat];
    /// All of them; only the first works in this build.
    #[cfg(not(feature = "cadical"))]
    pub const ALL: [Self; 2] = [Self::Batsat, Self::Cadical];

    /// The one for large problems, and for proofs where there are any.
    pub const DEFAULT: Self = Self::ALL[0];
}

/// Refuses proofs in a build that writes none.
fn writes_proofs() -> Result<(), String> {
    if cfg!(feature = "cadical") { Ok(()) } else { Err(NO_PROOFS.to_owned()) }
}

/// An embedded solver without clauses.
pub fn backend<'a>(name: BackendName, run: &'a Run<'a>) -> Box<dyn Backend + 'a> {
    match name {
        #[cfg(feature = "cadical")]
        BackendName::Cadical => Box::new(cadical::Cadical::new(run, None)),
        #[cfg(not(feature = "cadical"))]
        BackendName::Cadical => Box::new(unable::Unable(NO_CADICAL)),
        BackendName::Batsat => Box::new(bat::Bat::new(run)),
    }
}

/// The backend that writes what it derives into a proof.
#[cfg(feature = "cadical")]
pub fn proving<'a>(run: &'a Run<'a>, log: ProofLog) -> Box<dyn Backend + 'a> {
    Box::new(cadical::Cadical::new(run, Some(log)))
}

/// A backend that answers nothing: this build writes no proofs.
#[cfg(not(feature = "cadical"))]
pub fn proving<'a>(_: &'a Run<'a>, _: ProofLog) -> Box<dyn Backend + 'a> {
    Box::new(unable::Unable(NO_PROOFS))
}

/// Any program that reads DIMACS and answers as in the SAT competitions.
pub fn program<'a>(command: &str, run: &'a Run<'a>) -> Box<dyn Backend + 'a> {
    Box::new(external::External::new(command, run))
}
