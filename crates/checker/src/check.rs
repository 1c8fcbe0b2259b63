//! Entry point: checks a textual LRAT proof against a formula.
//!
//! The caller vouches for the meaning of the formula. The proof is untrusted.

use std::io::BufRead;

use crate::text::{Step, Steps};
use crate::{Checker, ProofError, Summary};

/// Clauses of the formula between two calls of `limit`.
const CLAUSES_PER_POLL: usize = 1 << 10;

/// Checks that a proof in textual LRAT refutes a formula, whose clauses have the ids 1, 2, 3, …
///
/// The check succeeds as soon as the empty clause is derived. Later lines are not read, because they
/// cannot invalidate the refutation. For the same reason nothing is read if the formula has an empty
/// clause. `limit` is polled before each chunk of the proof, and stops the check by returning `true`.
///
/// # Errors
/// If the formula has a number that is not a literal; if a line of the proof cannot be read or a step
/// is wrong, with the line; if the proof ends without the empty clause; if `limit` stopped it.
pub fn check<'a>(
    formula: impl IntoIterator<Item = &'a [i32]>,
    proof: &mut dyn BufRead,
    limit: &mut dyn FnMut() -> bool,
) -> Result<Summary, ProofError> {
    check_each(formula, proof, limit, &mut |_| ())
}

/// The same, and hands over each step as soon as it was accepted.
///
/// # Errors
/// As [`check`]; the steps up to the wrong one were handed over.
pub fn check_each<'a>(
    formula: impl IntoIterator<Item = &'a [i32]>,
    proof: &mut dyn BufRead,
    limit: &mut dyn FnMut() -> bool,
    each: &mut dyn FnMut(Step<'_>),
) -> Result<Summary, ProofError> {
    let mut checker = Checker::new();
    load(&mut checker, formula, limit)?;
    let mut steps = Steps::new(proof, limit);
    while !checker.refuted() {
        let Some(step) = steps.next()? else { return Err(ProofError::NotRefuted) };
        if let Err(error) = apply(&mut checker, step) {
            return Err(error.at(steps.line()));
        }
        each(step);
    }
    Ok(checker.steps())
}

fn load<'a>(
    checker: &mut Checker,
    formula: impl IntoIterator<Item = &'a [i32]>,
    limit: &mut dyn FnMut() -> bool,
) -> Result<(), ProofError> {
    for (index, clause) in formula.into_iter().enumerate() {
        if index % CLAUSES_PER_POLL == 0 && limit() {
            return Err(ProofError::Stopped);
        }
        checker.original(index as u64 + 1, clause)?;
    }
    Ok(())
}

fn apply(checker: &mut Checker, step: Step<'_>) -> Result<(), ProofError> {
    match step {
        Step::Derive { id, clause, hints } => checker.derive(id, clause, hints),
        Step::Delete { ids } => ids.iter().try_for_each(|&id| checker.delete(id)),
    }
}
