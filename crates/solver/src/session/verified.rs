//! The way from text to a verified witness: the only one there is.

use sixfold_puzzle::{Puzzle, join};

use crate::claim::Witness;

/// Asks the verifier about a solution, both as text.
pub(crate) fn verified(
    rules: &dyn Puzzle,
    instance: &str,
    solution: &str,
) -> Result<Witness, String> {
    let verdict = rules
        .verify(instance, solution)
        .map_err(|error| format!("its solution cannot be read: {error}"))?;
    match verdict.violations.first() {
        Some(violation) => Err(format!("{} ({})", violation.message, violation.code)),
        None if !verdict.complete => Err("its solution is not complete".to_owned()),
        None => Ok(Witness { text: solution.to_owned(), objective: verdict.objective }),
    }
}

/// As [`verified`], and the witness has the solution in canonical text.
pub(crate) fn verified_canonical(
    rules: &dyn Puzzle,
    instance: &str,
    solution: &str,
) -> Result<Witness, String> {
    let witness = verified(rules, instance, solution)?;
    let printed = rules.solution(&join(instance, solution));
    let printed = printed.map_err(|error| format!("its solution cannot be read: {error}"))?;
    Ok(Witness { text: printed.unwrap_or(witness.text), ..witness })
}
