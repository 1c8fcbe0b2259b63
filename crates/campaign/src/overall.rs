//! What the results of all units of a board show together.
//!
//! The rules are those of the solver's claims. Shares of a list that are all there and all exhausted are the whole; with a
//! checked proof of each, the whole is certified. Attempts show their best solution and nothing else. What other
//! restricting options leave out is named.

use std::collections::BTreeSet;

use sixfold_puzzle::Goal;
use sixfold_solver::{Claim, Scope};

use crate::unit_result::{UnitFinding, UnitResult, ValueCount};

/// What was added up over the units of a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tallied {
    /// All units were searched to their end, and none is missing.
    pub exhausted: bool,
    /// A proof of each was checked.
    pub proved: bool,
    /// The number of solutions.
    pub count: Option<u128>,
    /// What was counted instead of solutions.
    pub instead: Option<String>,
    /// How many different things the listed solutions of the proofs show.
    pub shown: usize,
    /// The counts of a sweep.
    pub values: Vec<ValueCount>,
}

/// What is known of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardOutcome {
    /// The board, as the plan calls it.
    pub board: String,
    /// How sure it is.
    pub claim: Claim,
    /// In words, without a full stop.
    pub words: String,
    /// The best solution: the board with it, verified.
    pub document: Option<String>,
    /// How good that is.
    pub objective: Option<(String, i128)>,
    /// What was added up.
    pub tallied: Tallied,
}

/// Adds up the findings of the units of a board. `whole` says that none is missing and that they are a partition.
pub(crate) fn tally(findings: &[&UnitFinding], whole: bool) -> Result<Tallied, String> {
    let all = |holds: fn(&UnitFinding) -> bool| whole && findings.iter().all(|it| holds(it));
    let mut values: Vec<ValueCount> =
        findings.iter().flat_map(|finding| finding.values.clone()).collect();
    values.sort_by_key(|row| row.value);
    let mut count: Option<u128> = None;
    for more in findings.iter().filter_map(|finding| finding.count) {
        let sum = count.unwrap_or(0).checked_add(more);
        count = Some(sum.ok_or("the counts add up to more than 128 bits hold")?);
    }
    let shown: BTreeSet<&str> =
        findings.iter().flat_map(|finding| &finding.shows).map(String::as_str).collect();
    let instead = findings.first().and_then(|finding| finding.instead.clone());
    if findings.iter().any(|finding| finding.instead != instead) {
        return Err("the units did not count the same thing".to_owned());
    }
    let (exhausted, proved) = (all(|it| it.exhausted), all(|it| it.proved));
    Ok(Tallied { exhausted, proved, count, instead, shown: shown.len(), values })
}

/// A verified solution and how good it is.
pub(crate) struct BestBoard {
    pub(crate) document: String,
    pub(crate) objective: Option<(String, i128)>,
}

/// What a search for the best solution shows.
pub(crate) fn solved(
    board: &str,
    goal: Goal,
    tallied: Tallied,
    scope: &Scope,
    best: Option<BestBoard>,
) -> BoardOutcome {
    let sure = if tallied.proved { Claim::Certified } else { Claim::Complete };
    let checked = if tallied.proved { "every proof was checked" } else { "complete search" };
    let within = match scope.is_whole() {
        true => String::new(),
        false => format!(" within {scope}"),
    };
    let (document, objective) = match best {
        Some(BestBoard { document, objective }) => (Some(document), objective),
        None => (None, None),
    };
    let (claim, words) = match (&document, &objective, goal, tallied.exhausted) {
        (None, _, _, false) => {
            (Claim::Nothing, "no solution was found, and none was excluded".to_owned())
        }
        (None, _, _, true) if scope.is_whole() => {
            (sure, format!("none: there is no solution, {checked}"))
        }
        (None, _, _, true) => (Claim::Nothing, format!("none{within}, {checked}")),
        (Some(_), Some((name, value)), Goal::Satisfy, _) => {
            (Claim::Found, format!("solved, {name} {value}"))
        }
        (Some(_), None, _, _) => (Claim::Found, "solved".to_owned()),
        (Some(_), Some((name, value)), _, true) if scope.is_whole() => {
            (sure, format!("{name} {value}: optimal, {checked}"))
        }
        (Some(_), Some((name, value)), _, true) => {
            (Claim::Found, format!("{name} {value}: nothing better{within}, {checked}"))
        }
        (Some(_), Some((name, value)), _, false) => {
            (Claim::Found, format!("{name} {value}: the best of what was found"))
        }
    };
    BoardOutcome { board: board.to_owned(), claim, words, document, objective, tallied }
}

/// What a count shows.
pub(crate) fn counted(board: &str, tallied: Tallied, scope: &Scope) -> BoardOutcome {
    let count = tallied.count.unwrap_or(0);
    let one = if count == 1 { "solution" } else { "solutions" };
    let what = tallied.instead.as_deref().unwrap_or(one);
    let whole = tallied.exhausted && scope.is_whole();
    // A proof certifies what the listed solutions show, so it certifies a count of just that.
    let certified = tallied.proved
        && (count == 0 || tallied.instead.is_some() && tallied.shown as u128 == count);
    let (claim, words) = match (whole, certified) {
        (true, true) => {
            (Claim::Certified, format!("{count} {what}: complete count, every proof was checked"))
        }
        (true, false) => (Claim::Complete, format!("{count} {what}: complete count")),
        (false, _) if tallied.exhausted => {
            (Claim::Found, format!("{count} {what} within {scope} (restricted search)"))
        }
        (false, _) => (Claim::Found, format!("at least {count} {what}: the count is not complete")),
    };
    let (document, objective) = (None, None);
    BoardOutcome { board: board.to_owned(), claim, words, document, objective, tallied }
}

/// What a sweep shows.
pub(crate) fn swept(board: &str, tallied: Tallied) -> BoardOutcome {
    let count: u128 = tallied.values.iter().map(|row| row.count).sum();
    let with = tallied.values.iter().filter(|row| row.count > 0).count();
    let several = if count == 1 { "" } else { "s" };
    let total = format!("{count} solution{several}, for {with} of {} values", tallied.values.len());
    let (claim, words) = match tallied.exhausted {
        true => (Claim::Complete, format!("{total}: complete count")),
        false => (Claim::Found, format!("at least {total}: the sweep is not complete")),
    };
    let (document, objective) = (None, None);
    BoardOutcome { board: board.to_owned(), claim, words, document, objective, tallied }
}

/// The best solution of some results.
pub(crate) fn best_of(goal: Goal, results: &[&UnitResult]) -> Option<BestBoard> {
    let value = |result: &&&UnitResult| {
        let value = result.finding.objective.as_ref().map_or(0, |(_, value)| *value);
        match goal {
            Goal::Minimise => value,
            Goal::Maximise => -value,
            Goal::Satisfy => 0,
        }
    };
    let best = results.iter().filter(|result| result.document.is_some()).min_by_key(value)?;
    let objective = best.finding.objective.clone();
    best.document.clone().map(|document| BestBoard { document, objective })
}
