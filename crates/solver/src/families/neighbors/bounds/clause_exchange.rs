//! Short learned clauses that solvers of the same formula give each other.
//!
//! Several threads may search steps of one case. What a solver learns about the boundary holds in every step, so without an
//! exchange each of them learns it again: three solvers of the steps of order 14 then have twice the conflicts of one
//! that goes through the steps, with it about as many.
//!
//! Invariant: a clause follows from the formula and from the bound that its solver had. A solver takes a clause only if it
//! has the same formula and a bound that is no larger. Steps are assumed, so clauses do not depend on them; a step is
//! excluded only after it was refuted under a bound that is no smaller than the current one.
//!
//! Cost: clauses that are taken stay, so only short ones are given.
//!
//! Reference: Hamadi, Jabbour and Sais, "ManySAT: a Parallel SAT Solver", 2009.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::families::neighbors::bounds::learned_clauses::ClauseSource;
use crate::sat::{ClausePool, Lit};

/// The longest clause that is given.
pub(crate) const LONGEST_GIVEN: usize = 12;

/// The clauses of one formula, each with the bound of its solver.
struct CasePool {
    source: ClauseSource,
    clauses: ClausePool<usize>,
}

/// The clauses of all cases.
pub(crate) struct ClauseExchange(Vec<Mutex<Option<CasePool>>>);

impl ClauseExchange {
    pub(crate) fn new(cases: usize) -> Self {
        Self((0..cases).map(|_| Mutex::new(None)).collect())
    }

    fn pool(&self, case: usize) -> MutexGuard<'_, Option<CasePool>> {
        self.0[case].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether solvers have given clauses about a case.
    pub(crate) fn has_clauses(&self, case: usize) -> bool {
        self.pool(case).as_ref().is_some_and(|pool| pool.clauses.end() > 0)
    }

    /// The formula that a solver of a case should have: that of the other solvers, if it counts far enough.
    pub(crate) fn join(&self, source: ClauseSource) -> ClauseSource {
        let mut pool = self.pool(source.case);
        if let Some(pool) = &*pool {
            let same = ClauseSource { largest: source.largest, ..pool.source } == source;
            if same && pool.source.largest >= source.largest {
                return pool.source;
            }
        }
        *pool = Some(CasePool { source, clauses: ClausePool::default() });
        source
    }

    /// Gives clauses that a solver has learned under a bound.
    pub(crate) fn give(
        &self,
        source: &ClauseSource,
        thread: usize,
        bound: usize,
        clauses: Vec<Vec<Lit>>,
    ) {
        let mut pool = self.pool(source.case);
        if let Some(pool) = pool.as_mut().filter(|pool| pool.source == *source) {
            pool.clauses.give(thread, clauses.into_iter().map(|clause| (bound, clause)));
        }
    }

    /// The clauses of other threads from a place on that a solver with some bound may take, and the place after them.
    pub(crate) fn take(
        &self,
        source: &ClauseSource,
        thread: usize,
        bound: usize,
        from: usize,
    ) -> (Vec<Vec<Lit>>, usize) {
        let pool = self.pool(source.case);
        let Some(pool) = pool.as_ref().filter(|pool| pool.source == *source) else {
            return (Vec::new(), from);
        };
        let others = pool.clauses.others(thread, from);
        let fit = others.filter(|&(learned_under, _)| learned_under >= bound);
        (fit.map(|(_, clause)| clause.to_vec()).collect(), pool.clauses.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: ClauseSource =
        ClauseSource { case: 1, step: None, levels: 5, low_bound: 62, largest: 67 };

    /// A solver gets each clause of the others once, and none that was learned under a smaller bound.
    #[test]
    fn clauses_go_to_solvers_with_the_same_formula_and_no_larger_bound() {
        let exchange = ClauseExchange::new(2);
        assert_eq!(exchange.join(SOURCE), SOURCE);
        assert!(!exchange.has_clauses(1));
        exchange.give(&SOURCE, 0, 67, vec![vec![1]]);
        exchange.give(&SOURCE, 0, 65, vec![vec![2]]);
        assert!(exchange.has_clauses(1) && !exchange.has_clauses(0));
        assert_eq!(exchange.take(&SOURCE, 1, 66, 0), (vec![vec![1]], 2));
        assert_eq!(exchange.take(&SOURCE, 1, 65, 0), (vec![vec![1], vec![2]], 2));
        assert_eq!(exchange.take(&SOURCE, 0, 65, 0), (vec![], 2), "they are its own");
        exchange.give(&SOURCE, 1, 65, vec![vec![3]]);
        assert_eq!(exchange.take(&SOURCE, 0, 65, 2), (vec![vec![3]], 3));
        let other = ClauseSource { low_bound: 61, ..SOURCE };
        assert_eq!(exchange.take(&other, 0, 60, 0), (vec![], 0));
        exchange.give(&other, 0, 60, vec![vec![4]]);
        assert_eq!(exchange.take(&SOURCE, 2, 0, 0).1, 3);
    }

    /// Who comes later builds the formula of the others, unless it counts too little or is about another bound.
    #[test]
    fn solvers_of_a_case_have_one_formula() {
        let exchange = ClauseExchange::new(2);
        let smaller = ClauseSource { largest: 64, ..SOURCE };
        assert_eq!(exchange.join(SOURCE), SOURCE);
        assert_eq!(exchange.join(smaller), SOURCE);
        exchange.give(&SOURCE, 0, 67, vec![vec![1]]);
        let larger = ClauseSource { largest: 68, ..SOURCE };
        assert_eq!(exchange.join(larger), larger);
        assert!(!exchange.has_clauses(1));
        let other = ClauseSource { low_bound: 61, ..SOURCE };
        assert_eq!(exchange.join(other), other);
    }
}
