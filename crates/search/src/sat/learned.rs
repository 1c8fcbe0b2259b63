//! Short clauses that a solver has learned, collected for a checkpoint and for other solvers of the same formula.

use super::formula::Lit;

/// When so many clauses are collected, half of them are dropped. Only CaDiCaL hands clauses over.
#[cfg_attr(not(feature = "cadical"), allow(dead_code))]
const MOST: usize = 40_000;

/// Learned clauses in the order in which they were learned.
#[cfg_attr(not(feature = "cadical"), allow(dead_code))]
#[derive(Default)]
pub(super) struct Learned {
    /// Longer clauses are not collected.
    pub(super) longest: usize,
    pub(super) clauses: Vec<Vec<Lit>>,
    /// Clauses of at most so many literals since others last took them, where others take them.
    pub(super) fresh: Option<(usize, Vec<Vec<Lit>>)>,
    /// The clause that is being handed over, literal by literal.
    open: Vec<Lit>,
}

#[cfg_attr(not(feature = "cadical"), allow(dead_code))]
impl Learned {
    /// Takes a literal of a clause, or the 0 that ends it.
    pub(super) fn take(&mut self, literal: Lit) {
        if literal != 0 {
            return self.open.push(literal);
        }
        let clause = std::mem::take(&mut self.open);
        if let Some((longest, fresh)) = &mut self.fresh
            && clause.len() <= *longest
        {
            fresh.push(clause.clone());
        }
        self.clauses.push(clause);
        if self.clauses.len() > MOST {
            keep_shortest(&mut self.clauses, MOST / 2);
        }
    }

    /// The clauses of at most so many literals since the last call. The first call begins to collect them.
    pub(super) fn take_fresh(&mut self, longest: usize) -> Vec<Vec<Lit>> {
        self.fresh.replace((longest, Vec::new())).map_or_else(Vec::new, |(_, fresh)| fresh)
    }
}

/// Keeps so many of the shortest clauses, of equally long ones the newest; their order stays.
pub fn keep_shortest(clauses: &mut Vec<Vec<Lit>>, most: usize) {
    let mut lengths: Vec<usize> = clauses.iter().map(Vec::len).collect();
    lengths.sort_unstable();
    let Some(&longest) = lengths.get(most) else { return };
    let shorter = lengths.partition_point(|&length| length < longest);
    let not_longer = lengths.partition_point(|&length| length <= longest);
    let mut surplus = not_longer - most.max(shorter);
    clauses.retain(|clause| {
        let oldest = clause.len() == longest && surplus > 0;
        surplus -= usize::from(oldest);
        clause.len() <= longest && !oldest
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order stays, since a clause may follow only with those before it.
    #[test]
    fn the_shortest_and_then_the_newest_clauses_stay() {
        let clause = |name: i32| if name % 4 == 0 { vec![name] } else { vec![name, 2, 3] };
        let all: Vec<Vec<Lit>> = (1..=40).map(clause).chain([vec![1, 2, 3, 4]]).collect();
        let mut kept = all.clone();
        keep_shortest(&mut kept, 20);
        assert_eq!(kept.len(), 20);
        assert_eq!(kept.iter().filter(|clause| clause.len() == 1).count(), 10);
        assert_eq!(kept.first(), Some(&vec![4]));
        assert_eq!(kept.iter().find(|clause| clause.len() == 3), Some(&vec![27, 2, 3]));
        let place = |clause: &Vec<Lit>| all.iter().position(|it| it == clause);
        assert!(kept.iter().map(place).is_sorted());
        let mut few = all.clone();
        keep_shortest(&mut few, 50);
        assert_eq!(few, all);
        keep_shortest(&mut few, 5);
        assert_eq!(few, [vec![24], vec![28], vec![32], vec![36], vec![40]]);
    }

    /// Others get each clause once, and no long ones; the collection keeps all.
    #[test]
    fn fresh_clauses_are_taken_once() {
        let mut learned = Learned { longest: 9, ..Learned::default() };
        let learn = |learned: &mut Learned, clause: &[Lit]| {
            clause.iter().chain([&0]).for_each(|&literal| learned.take(literal));
        };
        learn(&mut learned, &[1]);
        assert_eq!(learned.take_fresh(2), Vec::<Vec<Lit>>::new(), "they are collected from now on");
        learn(&mut learned, &[1, 2]);
        learn(&mut learned, &[1, 2, 3]);
        learn(&mut learned, &[4]);
        assert_eq!(learned.take_fresh(2), [vec![1, 2], vec![4]]);
        assert_eq!(learned.take_fresh(2), Vec::<Vec<Lit>>::new());
        assert_eq!(learned.clauses.len(), 4);
    }

    #[test]
    fn a_long_run_does_not_fill_the_memory() {
        let mut learned = Learned { longest: 9, ..Learned::default() };
        for name in 1..100_000 {
            [name, 7, 0].into_iter().for_each(|literal| learned.take(literal));
        }
        assert!(learned.clauses.len() <= MOST);
        assert_eq!(learned.clauses.last(), Some(&vec![99_999, 7]));
    }
}
