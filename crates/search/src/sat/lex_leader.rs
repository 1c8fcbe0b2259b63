//! Lex-leader symmetry breaking for any permutation (Crawford, Ginsberg, Luks, Roy 1996): of all
//! images of a solution only the lexicographically least is kept.
//!
//! These clauses do not follow from the problem. They are sound because the permutation maps
//! solutions to solutions. A proof checker has to check that too.

use std::collections::BTreeSet;

use super::formula::{Formula, Lit};
use crate::run::{Halt, Run};

/// The sequence x is not greater than its image y, where y(i) = x(permutation(i)), with false
/// before true. With e(i): the first i places are equal,
/// e(i) → (x(i) ≤ y(i)) and e(i+1) ↔ e(i) ∧ (x(i) = y(i)).
pub fn lex_leader(
    formula: &mut Formula,
    literals: &[Lit],
    permutation: &[usize],
    run: &Run<'_>,
) -> Result<(), Halt> {
    formula.keep_to(run)?;
    let mut seen = BTreeSet::new();
    let mut equal: Option<Lit> = None;
    let pairs: Vec<(Lit, Lit)> = literals
        .iter()
        .zip(permutation)
        .map(|(&lit, &image)| (lit, literals[image]))
        // A fixed place and a pair met before, either way round, are equal at this point anyway.
        .filter(|&(x, y)| x != y && seen.insert((x.min(y), x.max(y))))
        .collect();
    for (index, &(x, y)) in pairs.iter().enumerate() {
        let given: Vec<Lit> = equal.iter().map(|equal| -equal).collect();
        let mut clause = |rest: &[Lit]| {
            formula.clause(&given.iter().chain(rest).copied().collect::<Vec<_>>());
        };
        clause(&[-x, y]);
        if index + 1 < pairs.len() {
            equal = Some(next_equal(formula, equal, x, y));
        }
    }
    Ok(())
}

/// A variable equal to `before` ∧ (x = y).
fn next_equal(formula: &mut Formula, before: Option<Lit>, x: Lit, y: Lit) -> Lit {
    let equal = formula.variable();
    let given: Vec<Lit> = before.iter().map(|before| -before).collect();
    for rest in [[x, y], [-x, -y]] {
        let clause: Vec<Lit> = given.iter().copied().chain(rest).chain([equal]).collect();
        formula.clause(&clause);
    }
    formula.clause(&[-equal, x, -y]);
    formula.clause(&[-equal, -x, y]);
    if let Some(before) = before {
        formula.clause(&[-equal, before]);
    }
    equal
}
