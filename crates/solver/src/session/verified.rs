//! The way from text to a verified witness: the only one there is.

use sixfold_puzzle::{Puzzle, join};

use crate::answer::PartialWitness;
use crate::claim::{PartialBoard, Witness};
use crate::options::Scope;

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

/// Asks the verifier about a partial board: it breaks no rule, every part up to the last one that is said to be decided is
/// exact, and their sum is what the engine says.
pub(super) fn verified_partial(
    rules: &dyn Puzzle,
    instance: &str,
    partial: &PartialWitness,
    scope: &Scope,
) -> Result<PartialBoard, String> {
    let PartialWitness { ref text, by, through, value, bound } = *partial;
    let unreadable = |error| format!("its partial board cannot be read: {error}");
    let verdict = rules.verify(instance, text).map_err(unreadable)?;
    if let Some(violation) = verdict.violations.first() {
        return Err(format!("its partial board: {} ({})", violation.message, violation.code));
    }
    let breakdown = verdict.breakdowns.iter().find(|breakdown| breakdown.by == by);
    let breakdown = breakdown.ok_or_else(|| format!("{} has no {by}", rules.name()))?;
    let objective = breakdown.of;
    match breakdown.exact_through(through) {
        None => return Err(format!("its partial board is not decided up to {by} {through}")),
        Some(verified) if verified != value => {
            let words = format!("{objective} {value} up to {by} {through}, which is {verified}");
            return Err(format!("it reports a partial board with {words}"));
        }
        Some(_) => {}
    }
    if let Some(bound) = bound.filter(|&bound| bound > value) {
        return Err(format!("it found {objective} {value} and says that none is below {bound}"));
    }
    let puzzle = rules.given(&join(instance, text)).map_err(unreadable)?;
    let puzzle = puzzle.ok_or_else(|| format!("{} has no partial boards", rules.name()))?;
    Ok(PartialBoard { puzzle, objective, by, through, value, bound, whole: scope.is_whole() })
}
