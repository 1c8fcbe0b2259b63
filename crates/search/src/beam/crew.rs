//! How many threads work on a beam: those that it begins with, and those that other searches leave.
//!
//! Searches that run side by side do not end together. The threads of one that has ended go to a
//! pool, from which the others take their part between two levels.
//!
//! Invariant: the searches never have more threads between them than the pool began with.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::BeamPlan;

/// A thread is worth while from so many nodes on.
const NODES_PER_THREAD: usize = 512;

/// Threads that searches have between them.
#[derive(Debug)]
pub struct ThreadPool {
    all: usize,
    idle: AtomicUsize,
    /// Searches that run now.
    searches: AtomicUsize,
}

impl ThreadPool {
    /// A pool for searches that run now, each of them in a thread of its own, and the threads in all.
    #[must_use]
    pub fn new(all: usize, searches: usize) -> Self {
        let idle = AtomicUsize::new(all.saturating_sub(searches));
        Self { all, idle, searches: AtomicUsize::new(searches) }
    }

    /// Ends a search that no other one follows; its own thread becomes idle.
    pub fn leave(&self) {
        self.searches.fetch_sub(1, Ordering::Relaxed);
        self.idle.fetch_add(1, Ordering::Relaxed);
    }

    /// How many threads a search with so many may have more.
    fn offer(&self, own: usize) -> usize {
        let idle = self.idle.load(Ordering::Relaxed);
        if idle == 0 {
            return 0;
        }
        let fair = self.all.div_ceil(self.searches.load(Ordering::Relaxed).max(1));
        idle.min(fair.saturating_sub(own))
    }

    /// Takes at most so many threads.
    fn take(&self, most: usize) -> usize {
        let less = |idle: usize| Some(idle - idle.min(most));
        let before = self.idle.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        before.map_or(0, |idle| idle.min(most))
    }

    fn give_back(&self, threads: usize) {
        self.idle.fetch_add(threads, Ordering::Relaxed);
    }
}

/// The threads of one search. What came from a pool goes back there at the end.
pub(super) struct Crew<'a> {
    pool: Option<&'a ThreadPool>,
    /// The threads that the search begins with, and those that are of use at its width.
    own: usize,
    useful: usize,
    taken: usize,
    /// The nodes of a beam that is worth sharing.
    nodes: usize,
}

impl<'a> Crew<'a> {
    pub(super) fn new(plan: &BeamPlan<'a>) -> Self {
        let useful = (plan.width / NODES_PER_THREAD).max(1);
        let nodes = 2 * NODES_PER_THREAD;
        let own = if cfg!(feature = "threads") { plan.threads.clamp(1, useful) } else { 1 };
        Self { pool: plan.pool, own, useful, taken: 0, nodes }
    }

    /// The most threads that there can be.
    pub(super) fn most(&self) -> usize {
        self.pool.map_or(self.own, |pool| self.own.max(pool.all.min(self.useful)))
    }

    fn threads(&self) -> usize {
        self.own + self.taken
    }

    fn offer(&self) -> usize {
        let offered = self.pool.map_or(0, |pool| pool.offer(self.threads()));
        offered.min(self.useful.saturating_sub(self.threads()))
    }

    /// Whether several threads should begin to share a beam of so many nodes.
    pub(super) fn is_wanted(&self, nodes: usize) -> bool {
        nodes >= self.nodes && self.threads() + self.offer() > 1
    }

    /// Whether there are threads that could join.
    pub(super) fn may_grow(&self) -> bool {
        self.offer() > 0
    }

    /// Takes the threads that are there, and returns how many work from now on.
    pub(super) fn grow(&mut self) -> usize {
        let offered = self.offer();
        self.taken += self.pool.map_or(0, |pool| pool.take(offered));
        self.threads()
    }
}

impl Drop for Crew<'_> {
    fn drop(&mut self) {
        if let Some(pool) = self.pool {
            pool.give_back(self.taken);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beam::Representation;

    fn plan(pool: &ThreadPool, width: usize) -> BeamPlan<'_> {
        BeamPlan {
            width,
            representation: Representation::Tour,
            threads: 1,
            pool: Some(pool),
            worth: &|_| true,
            patience: 1,
            parallel: 1,
        }
    }

    #[test]
    fn threads_of_searches_that_end_go_to_the_others() {
        let pool = ThreadPool::new(6, 4);
        let mut crews: Vec<Crew<'_>> = (0..4).map(|_| Crew::new(&plan(&pool, 1 << 20))).collect();
        let sizes: Vec<usize> = crews.iter_mut().map(Crew::grow).collect();
        assert_eq!(sizes, [2, 2, 1, 1]);
        assert!(crews.iter().all(|crew| !crew.may_grow()));
        crews.drain(..2);
        (0..2).for_each(|_| pool.leave());
        assert!(crews.iter().all(|crew| crew.may_grow()));
        assert_eq!(crews.iter_mut().map(Crew::grow).collect::<Vec<_>>(), [3, 3]);
        assert_eq!(pool.idle.load(Ordering::Relaxed), 0);
        drop(crews);
        (0..2).for_each(|_| pool.leave());
        assert_eq!(pool.idle.load(Ordering::Relaxed), 6, "all are idle at the end");
    }

    #[test]
    fn narrow_beams_take_no_thread() {
        let pool = ThreadPool::new(6, 4);
        let mut narrow = Crew::new(&plan(&pool, NODES_PER_THREAD));
        assert_eq!((narrow.grow(), narrow.most()), (1, 1));
        assert!(!narrow.is_wanted(NODES_PER_THREAD));
    }
}
