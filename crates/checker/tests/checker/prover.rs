//! A small proof-producing DPLL solver (Davis, Logemann, Loveland 1962).
//!
//! At each node of the search tree, with decisions D, the prover derives the clause ¬D. It follows from
//! the propagated clauses if they end in a conflict. Otherwise the clauses of the two children,
//! ¬D ∨ ¬x and ¬D ∨ x, resolve to ¬D. At the root this is the empty clause.

use crate::common::{Formula, Step};

/// A proof that an unsatisfiable formula has no solution.
pub(crate) fn prove(formula: &Formula) -> Vec<Step> {
    let mut prover = Prover { formula, steps: Vec::new(), next: formula.len() as u64 + 1 };
    prover.refute(&mut Vec::new());
    prover.steps
}

struct Prover<'a> {
    formula: &'a Formula,
    steps: Vec<Step>,
    next: u64,
}

impl Prover<'_> {
    /// Derives the negation of the decisions and gives the id of that clause.
    fn refute(&mut self, decisions: &mut Vec<i32>) -> u64 {
        let mut truths = decisions.clone();
        let (hints, conflict) = self.propagate(&mut truths);
        if conflict {
            return self.derive(decisions, hints);
        }
        let variable = (1..).find(|variable| !truths.iter().any(|t| t.abs() == *variable)).unwrap();
        let children = [variable, -variable].map(|decision| {
            decisions.push(decision);
            let child = self.refute(decisions);
            decisions.pop();
            child
        });
        let id = self.derive(decisions, children.to_vec());
        self.steps.push(Step::Delete { ids: children.to_vec() });
        id
    }

    fn derive(&mut self, decisions: &[i32], hints: Vec<u64>) -> u64 {
        let clause = decisions.iter().map(|decision| -decision).collect();
        self.steps.push(Step::Derive { id: self.next, clause, hints });
        self.next += 1;
        self.next - 1
    }

    /// Propagates originals; gives those that were used and whether the last one is false.
    fn propagate(&self, truths: &mut Vec<i32>) -> (Vec<u64>, bool) {
        let mut hints = Vec::new();
        while let Some((id, unit)) = self.unit(truths) {
            hints.push(id);
            match unit {
                Some(unit) => truths.push(unit),
                None => return (hints, true),
            }
        }
        (hints, false)
    }

    /// The first clause that is false, or has one undecided literal and no true one.
    fn unit(&self, truths: &[i32]) -> Option<(u64, Option<i32>)> {
        (1..).zip(self.formula).find_map(|(id, clause)| {
            let mut open: Vec<i32> =
                clause.iter().copied().filter(|literal| !truths.contains(&-literal)).collect();
            open.dedup();
            match open[..] {
                [] => Some((id, None)),
                [unit] if !truths.contains(&unit) => Some((id, Some(unit))),
                _ => None,
            }
        })
    }
}
