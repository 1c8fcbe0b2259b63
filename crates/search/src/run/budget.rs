//! A budget of bytes for each run, so that many runs can share a process.
//!
//! An engine charges the bytes of a large table before it makes the table, and gives them back when the table is gone.
//! The numbers are estimates of what is large, not an account of every allocation: the memory ceiling of the process
//! stays the outer guard.
//!
//! Invariant: the charges of a budget never exceed its limit. Cost: one atomic operation for a charge.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Halt;

/// The bytes that a run may use, and those that it uses.
#[derive(Debug)]
pub struct Budget {
    limit: u64,
    used: AtomicU64,
}

/// The budget of runs that have no limit of their own.
static ENDLESS: Budget = Budget::unlimited();

/// A budget that every run without a limit of its own may share.
pub(super) fn endless() -> &'static Budget {
    &ENDLESS
}

impl Budget {
    /// A budget without a limit.
    #[must_use]
    pub const fn unlimited() -> Self {
        Self::of(u64::MAX)
    }

    /// A budget of so many bytes.
    #[must_use]
    pub const fn of(bytes: u64) -> Self {
        Self { limit: bytes, used: AtomicU64::new(0) }
    }

    /// The most bytes that may be charged, if there is a limit.
    #[must_use]
    pub fn limit(&self) -> Option<u64> {
        (self.limit < u64::MAX).then_some(self.limit)
    }

    /// The bytes that are charged now.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Takes bytes, if the limit allows it.
    fn take(&self, bytes: u64) -> Result<(), Halt> {
        let more = |used: u64| used.checked_add(bytes).filter(|&used| used <= self.limit);
        let taken = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        taken.map(drop).map_err(|_| Halt::Memory)
    }

    fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// Bytes that are charged to a budget, until this is dropped.
#[derive(Debug)]
pub struct Charge<'a> {
    budget: &'a Budget,
    bytes: u64,
}

impl<'a> Charge<'a> {
    /// A charge of no bytes, which can grow.
    #[must_use]
    pub fn none(budget: &'a Budget) -> Self {
        Self { budget, bytes: 0 }
    }

    /// Raises the charge to so many bytes in all; one that has as many stays as it is.
    ///
    /// # Errors
    /// [`Halt::Memory`] if the budget has not so many left; the charge is as before.
    pub fn grow_to(&mut self, bytes: usize) -> Result<(), Halt> {
        let bytes = bytes as u64;
        self.budget.take(bytes.saturating_sub(self.bytes))?;
        self.bytes = self.bytes.max(bytes);
        Ok(())
    }

    /// Lowers the charge to so many bytes in all; one that has fewer stays as it is.
    pub fn shrink_to(&mut self, bytes: usize) {
        let bytes = bytes as u64;
        self.budget.give_back(self.bytes.saturating_sub(bytes));
        self.bytes = self.bytes.min(bytes);
    }
}

impl Drop for Charge<'_> {
    fn drop(&mut self) {
        self.budget.give_back(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::run::Run;

    #[test]
    fn charges_share_a_budget_and_are_given_back() {
        let (stop, budget) = (AtomicBool::new(false), Budget::of(100));
        let run = Run { budget: &budget, ..Run::alone(1, &stop) };
        let mut one = run.charge(40).unwrap();
        let other = run.charge(60).unwrap();
        assert_eq!(run.charge(1).map(drop), Err(Halt::Memory));
        assert_eq!(one.grow_to(41), Err(Halt::Memory));
        assert_eq!(budget.used(), 100, "what is refused is not charged");
        drop(other);
        assert_eq!((one.grow_to(70), budget.used()), (Ok(()), 70));
        assert_eq!(
            (one.grow_to(10), budget.used()),
            (Ok(()), 70),
            "a charge does not shrink by growing"
        );
        one.shrink_to(30);
        assert_eq!(budget.used(), 30);
        drop(one);
        assert_eq!(budget.used(), 0);
    }

    #[test]
    fn what_no_number_can_hold_is_refused() {
        let (stop, budget) = (AtomicBool::new(false), Budget::unlimited());
        let run = Run { budget: &budget, ..Run::alone(1, &stop) };
        let _much = run.charge(usize::MAX).unwrap();
        assert_eq!(budget.limit(), None);
        let refused = run.charge(usize::MAX).map(drop);
        assert_eq!(refused, if usize::BITS == 64 { Err(Halt::Memory) } else { Ok(()) });
    }
}
