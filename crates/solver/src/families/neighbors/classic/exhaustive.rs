//! Answers of the exhaustive searches: from the best board and the bound to a claim.
//!
//! A halted search refutes only what lies below its bound; a complete one refutes everything better
//! than its board.

use sixfold_puzzle::families::neighbors::Instance;

use crate::engine::{Answer, Refutation};
use crate::families::neighbors::board::board_text;
use crate::options::Options;
use crate::run::Halt;

/// The result of an exhaustive search.
pub(crate) struct Finding {
    pub(crate) best: Option<(u32, Vec<u8>)>,
    /// No board has a smaller penalty, whether the search came to its end or not.
    pub(crate) bound: u32,
    pub(crate) halt: Option<Halt>,
    pub(crate) effort: Vec<(&'static str, u64)>,
}

/// The answer of an exhaustive search: unless it was halted, nothing is better than what it found.
pub(crate) fn concluded(instance: &Instance, options: &Options, finding: Finding) -> Answer {
    let Finding { best, bound, halt, effort } = finding;
    let better = |penalty: u32| Refutation::nothing_better(options, i128::from(penalty));
    let refutation = match (&best, halt) {
        (_, Some(_)) => (bound > 0).then(|| better(bound)),
        (Some((penalty, _)), None) => Some(better(*penalty)),
        (None, None) => Some(Refutation::nothing(options)),
    };
    let witness = best.map(|(_, values)| board_text(instance, &values));
    Answer { witness, refutation, halt, effort, ..Answer::default() }
}
