//! Exhaustive work in parts: a list of units that together are the whole, worked through by several
//! threads, interrupted and taken up again at any point. It knows no family.
//!
//! A unit is finished or it is not: what a unit had counted when it was stopped is thrown away, so
//! the totals are sums over the finished units, each counted once, and depend neither on threads nor
//! on interruptions. The saved state lists every finished unit with its numbers, for auditors.
//! Units should be short against the interval of checkpoints: what a crash costs is an interval and
//! the units at work.

mod ledger;
mod share;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub use self::ledger::{Entry, Ledger};
pub use self::share::{SHARE, Share, taken};
use crate::run::{Halt, Progress, Run};

/// The least time between two reports of progress.
const PULSE: Duration = Duration::from_millis(100);

/// The bytes of a unit in the list and in the ledger, besides its name.
const UNIT_BYTES: usize = size_of::<String>() + 2 * size_of::<Entry>();

/// Work in units.
#[derive(Clone, Copy, Debug)]
pub struct WorkList<'a> {
    /// What the units are and how they are counted, with a version, such as `sums-1`. A saved state
    /// of other work is refused: raise the version when a unit's numbers would change.
    pub work: &'static str,
    /// The name of each unit: different from all others, without blanks.
    pub units: &'a [String],
    /// The names of what is added up beside the solutions; without blanks.
    pub counters: &'static [&'static str],
    /// Stop when so many solutions are found.
    pub limit: Option<u128>,
    /// How many solutions to keep as texts.
    pub witnesses: usize,
}

/// A unit to be worked on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit<'a> {
    /// Its place in the list.
    pub index: usize,
    /// Its name.
    pub name: &'a str,
}

/// What came of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Part {
    /// Its solutions. A unit that has found as many as the job's limit may stop there.
    pub count: u128,
    /// A number for each counter of the job.
    pub numbers: Vec<u128>,
    /// Solutions as texts; those beyond the job's number are dropped.
    pub witnesses: Vec<String>,
}

/// What came of all units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Totals {
    /// Solutions in the finished units, but never more than the limit.
    pub count: u128,
    /// The sums of the counters over the finished units.
    pub numbers: Vec<(&'static str, u128)>,
    /// The first solutions, in the order of the units.
    pub witnesses: Vec<String>,
    /// Whether every unit is finished and the limit was not reached.
    pub complete: bool,
    /// How many units are finished.
    pub finished: usize,
    /// Why the work ended early, if it did and not for the limit.
    pub halt: Option<Halt>,
}

/// Works through the units, going on from what the run's checkpoint has.
///
/// # Errors
/// If the saved state is not one of this job, or the totals become too large.
///
/// # Panics
/// If the names of the units are not different or have blanks, or a part has not a number for every
/// counter.
pub fn work_through(
    job: &WorkList<'_>,
    run: &Run<'_>,
    work: impl Fn(Unit<'_>, &Run<'_>) -> Result<Part, Halt> + Sync,
) -> Result<Totals, String> {
    let ledger = match run.saved_state() {
        Some(state) => Ledger::restore(job, &state)
            .map_err(|problem| format!("the saved state does not fit: {problem}"))?,
        None => Ledger::new(job),
    };
    let names = job.units.iter().map(String::len).sum::<usize>();
    let charge = match run.charge(names + UNIT_BYTES * job.units.len()) {
        Ok(charge) => charge,
        Err(halt) => {
            return Dispatcher { halt: Some(halt), ..Dispatcher::new(job, ledger) }.close(run);
        }
    };
    let cancelled = AtomicBool::new(false);
    let partner = Run { threads: 1, ..run.shared(&cancelled) };
    let dispatcher = Mutex::new(Dispatcher::new(job, ledger));
    let pool = WorkerPool { run, dispatcher, cancelled: &cancelled, partner, work };
    let threads = run.workers().clamp(1, job.units.len().max(1));
    run.side_by_side(vec![&|| pool.work_units(); threads]);
    drop(charge);
    pool.dispatcher.into_inner().unwrap_or_else(PoisonError::into_inner).close(run)
}

/// What all threads share.
struct WorkerPool<'a, W> {
    run: &'a Run<'a>,
    dispatcher: Mutex<Dispatcher<'a>>,
    /// Set when the work is over, so that other threads stop too.
    cancelled: &'a AtomicBool,
    /// The world of a unit.
    partner: Run<'a>,
    work: W,
}

impl<'a, W: Fn(Unit<'_>, &Run<'_>) -> Result<Part, Halt> + Sync> WorkerPool<'a, W> {
    fn dispatcher(&self) -> MutexGuard<'_, Dispatcher<'a>> {
        self.dispatcher.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on one unit after the other until there is nothing left to do.
    fn work_units(&self) {
        while let Some(unit) = self.take() {
            let result = (self.work)(unit, &self.partner);
            let mut dispatcher = self.dispatcher();
            let progress = match result {
                Ok(part) => dispatcher.record(unit, part, self.run),
                Err(halt) => {
                    dispatcher.stop(halt);
                    None
                }
            };
            if dispatcher.over() {
                self.cancelled.store(true, Ordering::Relaxed);
            }
            drop(dispatcher);
            progress.into_iter().for_each(|progress| self.run.emit(&progress.into()));
        }
    }

    /// The next unit, unless the work is over.
    fn take(&self) -> Option<Unit<'a>> {
        let mut dispatcher = self.dispatcher();
        if let Some(halt) = self.run.halted().filter(|_| !dispatcher.over()) {
            dispatcher.stop(halt);
        }
        if dispatcher.over() { None } else { dispatcher.next() }
    }
}

/// Where units are handed out and come back.
struct Dispatcher<'a> {
    job: &'a WorkList<'a>,
    ledger: Ledger,
    /// Units from here on have not been handed out.
    next: usize,
    halt: Option<Halt>,
    failure: Option<String>,
    /// Whether the ledger has what was not saved.
    unsaved: bool,
    /// When progress was last reported.
    beat: Option<Duration>,
}

impl<'a> Dispatcher<'a> {
    fn new(job: &'a WorkList<'a>, ledger: Ledger) -> Self {
        Self { job, ledger, next: 0, halt: None, failure: None, unsaved: false, beat: None }
    }

    fn next(&mut self) -> Option<Unit<'a>> {
        let mut left = self.next..self.job.units.len();
        let index = left.find(|index| !self.ledger.entries.contains_key(index))?;
        self.next = index + 1;
        Some(Unit { index, name: &self.job.units[index] })
    }

    fn enough(&self) -> bool {
        self.job.limit.is_some_and(|limit| self.ledger.count >= limit)
    }

    fn over(&self) -> bool {
        self.halt.is_some() || self.failure.is_some() || self.enough()
    }

    /// Remembers why the work stops. What is said first counts: others are told to stop because of
    /// it.
    fn stop(&mut self, halt: Halt) {
        if !self.over() {
            self.halt = Some(halt);
        }
    }

    /// Takes what came of a unit. Returns the progress, if it is time to report it.
    fn record(&mut self, unit: Unit<'_>, part: Part, run: &Run<'_>) -> Option<Progress> {
        assert_eq!(part.numbers.len(), self.job.counters.len(), "a number for every counter");
        let Part { count, numbers, mut witnesses } = part;
        witnesses.truncate(self.job.witnesses);
        let entry = Entry { name: unit.name.to_owned(), count, numbers, witnesses };
        if let Err(problem) = self.ledger.enter(unit.index, entry) {
            self.failure = Some(problem);
            return None;
        }
        self.unsaved = true;
        if !self.enough() && run.save_due() {
            self.save(run);
        }
        self.progress_due(run.clock.elapsed())
    }

    fn progress_due(&mut self, now: Duration) -> Option<Progress> {
        if self.beat.is_some_and(|beat| now.saturating_sub(beat) < PULSE) {
            return None;
        }
        self.beat = Some(now);
        let solutions = u64::try_from(self.ledger.count).unwrap_or(u64::MAX);
        let (finished, units) = (self.ledger.entries.len() as u64, self.ledger.units as u64);
        Some(Progress::of("search").done(finished, units, "units").counted("solutions", solutions))
    }

    fn save(&mut self, run: &Run<'_>) {
        // Work that cannot be saved is still work; the store tells those who need to know.
        let saved = run.save_state(&self.ledger.print());
        self.unsaved = saved.is_err();
    }

    /// Adds up. Work that was stopped from outside is saved; with a budget used up, another run
    /// would come no further.
    fn close(mut self, run: &Run<'_>) -> Result<Totals, String> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if self.unsaved && self.halt.is_some_and(|halt| halt != Halt::Budget) {
            self.save(run);
        }
        let (finished, count) = (self.ledger.entries.len(), self.ledger.count);
        let complete = finished == self.job.units.len() && !self.enough();
        let count = self.job.limit.map_or(count, |limit| count.min(limit));
        // A stop may have been asked for just when nothing was left to do.
        let halt = self.halt.filter(|_| !complete && !self.enough());
        let numbers = self.job.counters.iter().copied().zip(self.ledger.sums()).collect();
        let witnesses = self.ledger.entries.into_values().flat_map(|entry| entry.witnesses);
        let witnesses = witnesses.take(self.job.witnesses).collect();
        Ok(Totals { count, numbers, witnesses, complete, finished, halt })
    }
}
