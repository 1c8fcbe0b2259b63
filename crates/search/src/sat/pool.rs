//! Clauses that solvers of one formula give each other, each with a mark of its giver.

use std::collections::VecDeque;

use super::formula::Lit;

/// How many clauses are kept for solvers that come later.
const MOST: usize = 30_000;

/// A clause, its mark, and the solver that has learned it.
struct Given<T> {
    solver: usize,
    mark: T,
    clause: Vec<Lit>,
}

/// The clauses of one formula; old ones are dropped.
pub struct ClausePool<T> {
    dropped: usize,
    clauses: VecDeque<Given<T>>,
}

impl<T> Default for ClausePool<T> {
    fn default() -> Self {
        Self { dropped: 0, clauses: VecDeque::new() }
    }
}

impl<T: Copy> ClausePool<T> {
    /// The place after the last clause.
    #[must_use]
    pub fn end(&self) -> usize {
        self.dropped + self.clauses.len()
    }

    /// Adds clauses of a solver.
    pub fn give(&mut self, solver: usize, clauses: impl IntoIterator<Item = (T, Vec<Lit>)>) {
        let given = clauses.into_iter().map(|(mark, clause)| Given { solver, mark, clause });
        self.clauses.extend(given);
        let surplus = self.clauses.len().saturating_sub(MOST);
        self.clauses.drain(..surplus);
        self.dropped += surplus;
    }

    /// The clauses of other solvers from a place on.
    pub fn others(&self, solver: usize, from: usize) -> impl Iterator<Item = (T, &[Lit])> {
        let new = self.clauses.iter().skip(from.saturating_sub(self.dropped));
        let others = new.filter(move |given| given.solver != solver);
        others.map(|given| (given.mark, &given.clause[..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Old clauses are dropped, and no place is given twice.
    #[test]
    fn a_long_run_does_not_fill_the_memory() {
        let mut pool = ClausePool::default();
        for round in 0..9 {
            pool.give(0, (1..=MOST as Lit / 2).map(|it| ((), vec![it + round])));
        }
        assert_eq!(pool.end(), 9 * (MOST / 2));
        assert_eq!(pool.others(1, 0).count(), MOST);
        assert_eq!(pool.others(1, pool.end() - 3).count(), 3);
        assert_eq!(pool.others(0, 0).count(), 0);
    }
}
