//! Two naive checkers of a single step, as slow and as plain as possible.

use std::collections::BTreeSet;

/// Full reverse unit propagation without hints: assumes the clause false and propagates any clause
/// that can be until nothing changes. Gives the clauses it used as hints (counted from 1), in
/// order, if a conflict is reached.
pub(crate) fn propagate(formula: &[Vec<i32>], clause: &[i32]) -> Option<Vec<u64>> {
    let mut truths: BTreeSet<i32> = clause.iter().map(|literal| -literal).collect();
    let mut hints = Vec::new();
    if clause.iter().any(|literal| truths.contains(literal)) {
        return Some(hints);
    }
    loop {
        let news =
            |hint| rest(hint, &truths).filter(|rest| rest.is_none_or(|u| !truths.contains(&u)));
        let (id, rest) = (1..).zip(formula).find_map(|(id, hint)| Some((id, news(hint)?)))?;
        hints.push(id);
        match rest {
            None => return Some(hints),
            Some(unit) => truths.insert(unit),
        };
    }
}

/// The definition of a hinted step, word by word.
pub(crate) fn follows(formula: &[Vec<i32>], clause: &[i32], hints: &[u64]) -> bool {
    let mut truths: BTreeSet<i32> = clause.iter().map(|literal| -literal).collect();
    if clause.iter().any(|literal| truths.contains(literal)) {
        return true;
    }
    for &hint in hints {
        let index = usize::try_from(hint).unwrap().checked_sub(1);
        let Some(hint) = index.and_then(|index| formula.get(index)) else { return false };
        match rest(hint, &truths) {
            Some(None) => return true,
            Some(Some(unit)) => truths.insert(unit),
            None => return false,
        };
    }
    false
}

/// The one literal of a clause that is not false, if there is one; `None` for several.
fn rest(clause: &[i32], truths: &BTreeSet<i32>) -> Option<Option<i32>> {
    let open: BTreeSet<i32> =
        clause.iter().copied().filter(|literal| !truths.contains(&-literal)).collect();
    match open.len() {
        0 => Some(None),
        1 => Some(open.first().copied()),
        _ => None,
    }
}
