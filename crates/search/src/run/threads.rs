//! The threads of engines: every one is started here, so that a host without threads has a single place to look at.
//!
//! The caller's thread works too. Where there is one task nothing is started at all. A build without the feature
//! `threads` starts nothing either: there tasks run one after the other, and [`Run::workers`] is 1.
//!
//! Invariant: results are in the order of the tasks, and a panic of a partner is a panic of the caller.

use std::sync::atomic::AtomicBool;

use super::{Halt, Run};

impl Run<'_> {
    /// How many threads may work in this build, at least one.
    #[must_use]
    pub fn workers(&self) -> usize {
        if cfg!(feature = "threads") { self.threads.max(1) } else { 1 }
    }

    /// Lets threads do the same labour, each with its number, and ends when all have ended: well if all
    /// did.
    ///
    /// # Errors
    /// As one of them ended that did not end well.
    ///
    /// # Panics
    /// If one of them does: what it left undone must not pass for done.
    pub fn together(
        &self,
        threads: usize,
        labour: impl Fn(usize, &Run<'_>) -> Result<(), Halt> + Sync,
    ) -> Result<(), Halt> {
        let never = AtomicBool::new(false);
        let partner = &Run { threads: 1, ..self.shared(&never) };
        let labour = &labour;
        let tasks = (0..threads.max(1)).map(|thread| move || labour(thread, partner)).collect();
        self.side_by_side(tasks).into_iter().collect()
    }

    /// Does tasks side by side, the first of them in the caller's thread. Returns their results in order.
    ///
    /// # Panics
    /// If one of them does.
    pub fn side_by_side<T: Send>(&self, tasks: Vec<impl FnOnce() -> T + Send>) -> Vec<T> {
        let mut tasks = tasks.into_iter();
        let Some(first) = tasks.next() else { return Vec::new() };
        let (first, mut others) = self.beside(tasks.collect(), first);
        others.insert(0, first);
        others
    }

    /// Does a task in the caller's thread while others go on in threads of their own. Without threads the others come
    /// first, one after the other.
    ///
    /// # Panics
    /// If one of them does.
    pub fn beside<T, U: Send>(
        &self,
        others: Vec<impl FnOnce() -> U + Send>,
        own: impl FnOnce() -> T,
    ) -> (T, Vec<U>) {
        if others.is_empty() { (own(), Vec::new()) } else { spawned(others, own) }
    }
}

#[cfg(feature = "threads")]
fn spawned<T, U: Send>(
    others: Vec<impl FnOnce() -> U + Send>,
    own: impl FnOnce() -> T,
) -> (T, Vec<U>) {
    std::thread::scope(|scope| {
        let others: Vec<_> = others.into_iter().map(|other| scope.spawn(other)).collect();
        let own = own();
        let ended = others.into_iter().map(std::thread::ScopedJoinHandle::join);
        (
            own,
            ended
                .map(|ended| ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect(),
        )
    })
}

#[cfg(not(feature = "threads"))]
fn spawned<T, U: Send>(
    others: Vec<impl FnOnce() -> U + Send>,
    own: impl FnOnce() -> T,
) -> (T, Vec<U>) {
    let others = others.into_iter().map(|other| other()).collect();
    (own(), others)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn all_threads_work_and_one_that_fails_is_heard() {
        let (stop, sum) = (AtomicBool::new(false), AtomicUsize::new(0));
        let labour = |failing: usize| {
            let sum = &sum;
            move |thread: usize, run: &Run<'_>| {
                assert_eq!(run.threads, 1);
                sum.fetch_add(thread, Ordering::Relaxed);
                if thread == failing { Err(Halt::Memory) } else { Ok(()) }
            }
        };
        let run = Run { threads: 4, ..Run::alone(1, &stop) };
        assert_eq!(run.together(4, labour(4)), Ok(()));
        assert_eq!(run.together(4, labour(2)), Err(Halt::Memory));
        assert_eq!(sum.into_inner(), 12);
    }

    #[test]
    fn results_are_in_the_order_of_the_tasks() {
        let stop = AtomicBool::new(false);
        let run = Run { threads: 3, ..Run::alone(1, &stop) };
        let task = |number: usize| move || number * number;
        assert_eq!(run.side_by_side((0..7).map(task).collect()), [0, 1, 4, 9, 16, 25, 36]);
        assert_eq!(run.side_by_side((0..0).map(task).collect()), [0; 0]);
        assert_eq!(run.beside(vec![task(3), task(2)], || "own"), ("own", vec![9, 4]));
    }

    #[test]
    fn one_task_stays_in_the_thread_of_the_caller() {
        let stop = AtomicBool::new(false);
        let run = Run { threads: 3, ..Run::alone(1, &stop) };
        let here = thread::current().id();
        assert_eq!(run.side_by_side(vec![|| thread::current().id()]), [here]);
        let same = |_, _: &Run<'_>| {
            if thread::current().id() == here { Ok(()) } else { Err(Halt::Budget) }
        };
        assert_eq!(run.together(1, same), Ok(()));
        let several = if cfg!(feature = "threads") { Err(Halt::Budget) } else { Ok(()) };
        assert_eq!(run.together(2, same), several);
    }

    #[test]
    #[should_panic(expected = "the other one panics")]
    fn a_partner_that_panics_has_not_finished() {
        let stop = AtomicBool::new(false);
        let run = Run { threads: 2, ..Run::alone(1, &stop) };
        let _ended = run.together(2, |thread, _| {
            assert_eq!(thread, 0, "the other one panics");
            Ok(())
        });
    }
}
