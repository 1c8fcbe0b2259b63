//! Which steps of which cases are being searched, where several threads share a case.
//!
//! A case has one solver that goes through its steps. An idle thread claims a step ahead of it and searches that step
//! alone; the solver of the case leaves out what is claimed. So no two threads ever search the same step, and a case is
//! divided only while a thread has nothing else to do.
//!
//! A claim decides who searches what and shows nothing. Claims belong to one lower bound on levels 1 and 2, from which
//! steps are counted, and are dropped when that changes.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How far ahead of the solver of a case a step may be claimed. A better board makes the last steps empty, so that a step
/// far ahead is searched in vain.
const AHEAD: usize = 1;

/// The claims of one case.
#[derive(Clone, Default)]
struct CaseClaims {
    /// The step of the solver of the case, if it has one.
    current: Option<usize>,
    /// The lower bound on levels 1 and 2 from which the steps are counted.
    low_bound: usize,
    claimed: BTreeSet<usize>,
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

    /// The solver of a case goes to the first step that is open and not claimed. Returns that step; `None` if there is
    /// none up to the last one.
    pub(super) fn advance(
        &self,
        case: usize,
        low_bound: usize,
        last: usize,
        open: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let mut cases = self.cases();
        let claims = &mut cases[case];
        if claims.low_bound != low_bound {
            *claims = CaseClaims { low_bound, ..CaseClaims::default() };
        }
        let free = |step: &usize| open(*step) && !claims.claimed.contains(step);
        claims.current = (0..=last).find(free);
        claims.current
    }

    /// The solver of a case has ended.
    pub(super) fn end(&self, case: usize) {
        self.cases()[case].current = None;
    }

    /// Claims a step ahead of the solver of some case: the nearest one, of equally near ones the first that `open` has.
    /// `open` tells for a case the lower bound on levels 1 and 2 and the steps that are open.
    pub(super) fn claim(
        &self,
        open: impl Fn(usize) -> (usize, Vec<usize>),
    ) -> Option<(usize, usize)> {
        let mut cases = self.cases();
        let mut nearest: Option<(usize, usize, usize)> = None;
        for (case, claims) in cases.iter().enumerate() {
            let Some(current) = claims.current else { continue };
            let (low_bound, steps) = open(case);
            let free = |step: &&usize| {
                let ahead = current + 1..=current + AHEAD;
                ahead.contains(*step) && !claims.claimed.contains(*step)
            };
            if claims.low_bound == low_bound
                && let Some(&step) = steps.iter().find(free)
                && nearest.is_none_or(|(distance, ..)| step - current < distance)
            {
                nearest = Some((step - current, case, step));
            }
        }
        let (_, case, step) = nearest?;
        cases[case].claimed.insert(step);
        Some((case, step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each step of a case is searched by one thread alone, and none is left out.
    #[test]
    fn a_step_is_claimed_once() {
        let claims = StepClaims::new(2);
        let open = |_: usize| (10, vec![0, 1, 2, 3]);
        assert_eq!(claims.claim(open), None, "no case has a solver yet");
        assert_eq!(claims.advance(1, 10, 3, |_| true), Some(0));
        assert_eq!(claims.claim(open), Some((1, 1)));
        assert_eq!(claims.advance(0, 10, 3, |_| true), Some(0));
        assert_eq!(claims.claim(open), Some((0, 1)));
        assert_eq!(claims.claim(open), None, "the others are too far ahead");
        assert_eq!(claims.advance(1, 10, 3, |step| step > 0), Some(2));
        assert_eq!(claims.claim(open), Some((1, 3)));
        assert_eq!(claims.advance(1, 10, 3, |step| step > 2), None);
        claims.end(1);
        // Another bound counts steps in another way.
        assert_eq!(claims.advance(0, 9, 4, |_| true), Some(0));
        assert_eq!(claims.claim(open), None);
        assert_eq!(claims.claim(|_| (9, vec![1])), Some((0, 1)));
    }
}
