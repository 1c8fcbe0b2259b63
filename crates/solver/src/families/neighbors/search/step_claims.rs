//! Which thread searches which step of which case, where several threads share a case.
//!
//! A case begins with one solver, which goes through its steps. Idle threads join with solvers of their own. Each
//! solver goes to the first open step that no other one searches. If there is none, two may search the same step: they
//! exchange what they learn (`clause_exchange`), and so are done sooner than one.
//!
//! A claim decides who searches what and shows nothing. Claims belong to one lower bound on levels 1 and 2, from which
//! steps are counted, and are dropped when that changes.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How far ahead of the first searched step of a case another one may be searched. A better board makes the last steps empty, so
/// that a step far ahead is searched in vain.
const AHEAD: usize = 2;
/// How many threads may search the same step.
const TOGETHER: usize = 2;

/// The claims of one case.
#[derive(Clone, Default)]
struct CaseClaims {
    /// The lower bound on levels 1 and 2 from which the steps are counted.
    low_bound: usize,
    /// The step of each thread that has a solver of the case.
    steps: BTreeMap<usize, usize>,
}

impl CaseClaims {
    /// How many threads other than one search a step.
    fn others(&self, thread: usize, step: usize) -> usize {
        self.steps.iter().filter(|&(&other, &its)| other != thread && its == step).count()
    }

    /// The open step for a thread: one that no other thread searches, or one with the fewest threads. Also tells how many
    /// others search it.
    fn best(&self, thread: usize, open: &[usize]) -> Option<(usize, usize)> {
        let others = |&step: &usize| (self.others(thread, step), step);
        let (others, step) = open.iter().map(others).min()?;
        (others < TOGETHER).then_some((others, step))
    }
}

/// The claims of all cases.
pub(super) struct StepClaims(Mutex<Vec<CaseClaims>>);

impl StepClaims {
    pub(super) fn new(cases: usize) -> Self {
        Self(Mutex::new(vec![CaseClaims::default(); cases]))
    }

    fn cases(&self) -> MutexGuard<'_, Vec<CaseClaims>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The solver that a thread has of a case goes to an open step. Returns that step; `None` if enough threads search
    /// those that are open.
    pub(super) fn advance(
        &self,
        case: usize,
        thread: usize,
        low_bound: usize,
        open: &[usize],
    ) -> Option<usize> {
        let mut cases = self.cases();
        let claims = &mut cases[case];
        if claims.low_bound != low_bound {
            *claims = CaseClaims { low_bound, ..CaseClaims::default() };
        }
        // It stays where it is as long as that is open.
        let stays = claims.steps.get(&thread).copied().filter(|step| open.contains(step));
        let step = stays.or_else(|| claims.best(thread, open).map(|(_, step)| step));
        match step {
            Some(step) => claims.steps.insert(thread, step),
            None => claims.steps.remove(&thread),
        };
        step
    }

    /// The thread has no solver of the case any more.
    pub(super) fn leave(&self, case: usize, thread: usize) {
        self.cases()[case].steps.remove(&thread);
    }

    /// An idle thread, one of so many, joins a case that others search: a step that no one searches, near those that are
    /// searched; or else one that few search, of the case with the fewest threads. No case gets more than its share of the
    /// threads. `open` tells for a case the lower bound on levels 1 and 2 and the steps that are open.
    pub(super) fn join(
        &self,
        thread: usize,
        threads: usize,
        open: impl Fn(usize) -> (usize, Vec<usize>),
    ) -> Option<usize> {
        let mut cases = self.cases();
        let searched = cases.iter().filter(|claims| !claims.steps.is_empty()).count();
        let share = threads.div_ceil(searched.max(1));
        let mut best: Option<((usize, usize, usize), usize, usize)> = None;
        for (case, claims) in cases.iter().enumerate() {
            let Some(&first) = claims.steps.values().min() else { continue };
            if claims.steps.len() >= share {
                continue;
            }
            let (low_bound, mut steps) = open(case);
            steps.retain(|&step| step <= first + AHEAD);
            let step = claims.best(thread, &steps).filter(|_| claims.low_bound == low_bound);
            let Some((others, step)) = step else { continue };
            let rank = (others, claims.steps.len(), step);
            if best.is_none_or(|(least, ..)| rank < least) {
                best = Some((rank, case, step));
            }
        }
        let (_, case, step) = best?;
        cases[case].steps.insert(thread, step);
        Some(case)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Threads go to different steps, and share one only when none is left.
    #[test]
    fn a_step_is_shared_only_when_none_is_left() {
        let claims = StepClaims::new(2);
        let open = |_: usize| (10, vec![0, 1, 2, 3]);
        assert_eq!(claims.join(7, 8, open), None, "no case has a solver yet");
        assert_eq!(claims.advance(1, 0, 10, &[0, 1, 2, 3]), Some(0));
        assert_eq!(claims.join(1, 8, open), Some(1));
        assert_eq!(claims.advance(1, 1, 10, &[0, 1, 2, 3]), Some(1));
        assert_eq!(claims.advance(0, 2, 10, &[0, 1, 2, 3]), Some(0));
        assert_eq!(claims.join(3, 5, open), Some(0), "the case with fewer threads comes first");
        assert_eq!(claims.join(4, 4, open), None, "each case has its share of four threads");
        assert_eq!(claims.join(4, 5, open), Some(0));
        assert_eq!(claims.advance(0, 4, 10, &[0, 1, 2, 3]), Some(2));
        // The step 0 of the case 1 is refuted.
        assert_eq!(claims.advance(1, 0, 10, &[1, 2, 3]), Some(2));
        assert_eq!(claims.advance(1, 1, 10, &[1, 2, 3]), Some(1));
        assert_eq!(claims.advance(1, 0, 10, &[1]), Some(1), "two search the same step");
        assert_eq!(claims.advance(1, 5, 10, &[1]), None, "but no third");
        claims.leave(1, 0);
        assert_eq!(claims.advance(1, 5, 10, &[1]), Some(1));
        // Another bound counts steps in another way.
        assert_eq!(claims.advance(0, 2, 9, &[0, 1]), Some(0));
        claims.leave(1, 1);
        claims.leave(1, 5);
        assert_eq!(claims.join(8, 8, open), None);
        assert_eq!(claims.join(8, 8, |_| (9, vec![0, 1])), Some(0));
    }

    /// No one joins a step far ahead.
    #[test]
    fn steps_far_ahead_are_left() {
        let claims = StepClaims::new(1);
        let open = |_: usize| (10, (0..9).collect());
        assert_eq!(claims.advance(0, 0, 10, &[0, 1, 2, 3]), Some(0));
        for thread in 1..(AHEAD + 1) * TOGETHER {
            assert_eq!(claims.join(thread, 99, open), Some(0));
        }
        assert_eq!(claims.join(99, 99, open), None);
    }
}
