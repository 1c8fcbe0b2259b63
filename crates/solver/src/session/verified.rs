//! The way from text to a verified witness: the only one there is.

use sixfold_puzzle::verify;

use crate::claim::Witness;

/// Asks the verifier about a solution, both as text.
pub(crate) fn verified(instance: &str, solution: &str) -> Result<Witness, String> {
    let verdict = verify(instance, solution)
        .map_err(|error| format!("its solution cannot be read: {error}"))?;
    match verdict.violations.first() {
        Some(violation) => Err(format!("{} ({})", violation.message, violation.code)),
        None if !verdict.complete => Err("its solution is not complete".to_owned()),
        None => Ok(Witness { text: solution.to_owned(), objective: verdict.objective }),
    }
}
