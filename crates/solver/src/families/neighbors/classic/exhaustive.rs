//! Answers of the exhaustive searches: from the best board and the bound to a claim.
//!
//! A halted search refutes only what lies below its bound; a complete one refutes everything better
//! than its board.

use sixfold_puzzle::families::neighbors::Neighbors;

use crate::answer::{Answer, Refutation};
use crate::engine::Task;
use crate::families::neighbors::board::board_text;
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
pub(crate) fn concluded<O>(task: &Task<'_, Neighbors, O>, finding: Finding) -> Answer {
    let Finding { best, bound, halt, effort } = finding;
    let better = |penalty: u32| Refutation::nothing_better(task.scope(), i128::from(penalty));
    let refutation = match (&best, halt) {
        (_, Some(_)) => (bound > 0).then(|| better(bound)),
        (Some((penalty, _)), None) => Some(better(*penalty)),
        (None, None) => Some(Refutation::nothing(task.scope())),
    };
    let witness = best.map(|(_, values)| board_text(task.instance, &values));
    Answer { witness, refutation, halt, effort, ..Answer::default() }
}
