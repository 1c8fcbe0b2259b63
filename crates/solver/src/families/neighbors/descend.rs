//! The engine `class`: the best board of the class, case by case, by smaller and smaller bounds.
//!
//! First the least number of penalties at levels 1 and 2 is found for each case, which is quick;
//! what higher levels may waste is then bounded by what is left of the total. A case whose low
//! levels alone waste as much as the best board so far is done without another question. Cases are
//! worked on in parallel and share the best board.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use sixfold_puzzle::hex::Hexagon;

use super::ask::{Asking, least};
use super::class::{Case, Class};
use super::finish::complete;
use super::formula::Subject;
use super::{board_text, parse, penalty_of};
use crate::engine::{Answer, Refutation, Task};
use crate::run::{Event, Halt, Run};

/// The first bound is so far above the low levels' least: of the known best boards none needs more.
const SLACK: usize = 5;
/// The bound is raised by so much if it was too low.
const STEP: usize = 3;
/// The largest value with a variable; 6 and 7 cost nothing and are filled in afterwards.
const LEVELS: usize = 5;

/// A run over the cases.
struct Descent<'a> {
    hexagon: &'a Hexagon,
    givens: &'a [Option<u8>],
    code: usize,
    bits: usize,
    backend: &'a str,
    /// The penalty of the best board so far.
    best: AtomicUsize,
    notes: Mutex<Notes>,
}

/// What was found out so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Notes {
    /// The best board.
    board: Option<Vec<u8>>,
    /// For each case the least penalty of levels 1 and 2.
    low: [Option<usize>; 4],
    /// For each case a penalty below which it has no board.
    floor: [Option<usize>; 4],
    conflicts: u64,
}

impl Descent<'_> {
    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn subject(&self, case: usize, levels: usize) -> Subject<'_> {
        let case = Case::ALL[case];
        let class = Some(Class { case, code: self.code, bits: Some(self.bits) });
        Subject { hexagon: self.hexagon, givens: self.givens, class, levels }
    }

    /// The least penalty of levels 1 and 2 in a case.
    fn low(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        if self.notes().low[case].is_some() {
            return Ok(());
        }
        // Far more than the rim can need: it has 6(n − 1) cells.
        let most = 6 * self.hexagon.order();
        let low = least(&self.subject(case, 2), most, self.backend, run)?;
        self.notes().low[case] = Some(low.unwrap_or(usize::MAX));
        Ok(())
    }

    /// Exhausts a case: finds its boards that are better than the best, until there are none.
    fn case(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        let low = self.notes().low[case].unwrap_or(0);
        let mut slack = SLACK;
        while self.notes().floor[case].is_none_or(|floor| floor < self.best()) && low < self.best() {
            let most = low.saturating_add(slack).min(self.best() - 1);
            let mut asking =
                Asking::new(&self.subject(case, LEVELS), (low, most), self.backend, run);
            let ended = self.ask(case, low, most, &mut asking);
            self.notes().conflicts += asking.conflicts();
            ended?;
            slack += STEP;
        }
        Ok(())
    }

    /// Asks about smaller and smaller penalties, from `most` down to below `low`.
    fn ask(
        &self,
        case: usize,
        low: usize,
        most: usize,
        asking: &mut Asking<'_>,
    ) -> Result<(), Halt> {
        let mut penalty = most;
        while penalty >= low {
            let Some(answer) = asking.at_most(penalty)? else {
                self.notes().floor[case] = Some(penalty + 1);
                return Ok(());
            };
            self.offer(complete(self.hexagon, answer.values));
            penalty = answer.penalty.min(self.best()).saturating_sub(1);
        }
        self.notes().floor[case] = Some(low);
        Ok(())
    }

    fn best(&self) -> usize {
        self.best.load(Ordering::Relaxed)
    }

    /// Keeps a board if it is better than the best.
    fn offer(&self, values: Vec<u8>) {
        let penalty = penalty_of(self.hexagon, &values);
        let mut notes = self.notes();
        if penalty < self.best() {
            self.best.store(penalty, Ordering::Relaxed);
            notes.board = Some(values);
        }
    }

    /// Whether nothing in a case is better than the best board.
    fn exhausted(&self, case: usize) -> bool {
        let notes = self.notes();
        notes.low[case].is_some_and(|low| low >= self.best())
            || notes.floor[case].is_some_and(|floor| floor >= self.best())
    }

    /// Lets threads do a piece of work for each of some cases, in their order.
    fn all(
        &self,
        cases: &[usize],
        run: &Run<'_>,
        work: impl Fn(usize, &Run<'_>) -> Result<(), Halt> + Sync,
    ) -> Result<(), Halt> {
        let next = AtomicUsize::new(0);
        let labour = || -> Result<(), Halt> {
            let partner = Run { threads: 1, ..run.shared(&NEVER) };
            while let Some(&case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                work(case, &partner)?;
                self.report(run);
            }
            Ok(())
        };
        thread::scope(|scope| {
            let threads = run.threads.clamp(1, cases.len());
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(labour)).collect();
            let mine = labour();
            let theirs = others.into_iter().map(|other| other.join().unwrap_or(Ok(())));
            theirs.fold(mine, |all, one| all.and(one))
        })
    }

    fn report(&self, run: &Run<'_>) {
        let best = self.best();
        if best < usize::MAX {
            run.emit(&Event::Improved(Some(best as i128)));
        }
    }

    fn work(&self, run: &Run<'_>) -> Result<(), Halt> {
        self.all(&[0, 1, 2, 3], run, |case, run| self.low(case, run))?;
        let mut order = [0, 1, 2, 3];
        let low = self.notes().low;
        order.sort_by_key(|&case| low[case]);
        self.all(&order, run, |case, run| self.case(case, run))
    }
}

/// Nobody tells the cases to stop but the world.
static NEVER: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

pub(super) fn run(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let option = |name| task.options.integer(name).unwrap_or(0).unsigned_abs() as usize;
    let descent = Descent {
        hexagon: &instance.hexagon,
        givens: &instance.givens,
        code: option("code"),
        bits: option("bits"),
        backend: task.options.text("backend").unwrap_or_default(),
        best: AtomicUsize::new(usize::MAX),
        notes: Mutex::new(Notes::default()),
    };
    let halt = descent.work(task.run).err();
    let exhausted = (0..Case::ALL.len()).all(|case| descent.exhausted(case));
    let best = descent.best();
    let notes = descent.notes();
    let board = notes.board.as_ref();
    let refutation = exhausted.then(|| match board {
        Some(_) => Refutation::nothing_better(task.options, best as i128),
        None => Refutation::nothing(task.options),
    });
    let done = (0..Case::ALL.len()).filter(|&case| {
        notes.low[case].is_some_and(|low| low >= best)
            || notes.floor[case].is_some_and(|floor| floor >= best)
    });
    let effort = vec![("cases-exhausted", done.count() as u64), ("conflicts", notes.conflicts)];
    Answer {
        witness: board.map(|values| board_text(&instance, values)),
        refutation,
        halt: halt.filter(|_| !exhausted),
        effort,
        ..Answer::default()
    }
}
