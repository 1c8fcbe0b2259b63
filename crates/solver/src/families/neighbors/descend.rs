//! The engines `class` and `sat`: the best board, case by case, by smaller and smaller bounds.
//!
//! First the least number of penalties at levels 1 and 2 is found for each case, which is quick;
//! what higher levels may waste is then bounded by what is left of the total. A case whose low
//! levels alone waste as much as the best board so far is done without another question. Cases are
//! worked on in parallel and share the best board.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use sixfold_puzzle::families::neighbors::{Instance, LARGEST};
use sixfold_puzzle::hex::Hexagon;

use super::ask::{Asking, least};
use super::class::{Case, Class};
use super::finish::finish;
use super::formula::Subject;
use super::{board_text, parse, penalty_of};
use crate::engine::{Answer, Refutation, Task};
use crate::run::{Event, Halt, Run};

/// The first bound is so far above the low levels' least: of the known best boards none needs more.
const SLACK: usize = 5;
/// The largest value with a variable; 6 and 7 cost nothing and are filled in afterwards.
const LEVELS: usize = 5;

/// A run over the cases.
struct Descent<'a> {
    hexagon: &'a Hexagon,
    givens: &'a [Option<u8>],
    /// What each case fixes.
    cases: Vec<Option<Class>>,
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
    low: Vec<Option<usize>>,
    /// For each case a penalty below which it has no board.
    floor: Vec<Option<usize>>,
    conflicts: u64,
}

impl Descent<'_> {
    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn subject(&self, case: usize, levels: usize) -> Subject<'_> {
        let class = self.cases[case];
        Subject { hexagon: self.hexagon, givens: self.givens, class, levels }
    }

    /// How many levels have variables: all of them if there are givens that are completed otherwise.
    fn levels(&self) -> usize {
        let large = |given: &Option<u8>| given.is_some_and(|given| usize::from(given) > LEVELS);
        if self.givens.iter().any(large) { usize::from(LARGEST) } else { LEVELS }
    }

    /// There are no more penalties than edges.
    fn edges(&self) -> usize {
        self.hexagon.edges().count()
    }

    /// The least penalty of levels 1 and 2 in a case.
    fn low(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        if self.notes().low[case].is_some() {
            return Ok(());
        }
        // The rim of a good board needs less; givens can make more of them.
        let mut most = 6 * self.hexagon.order();
        loop {
            let low = least(&self.subject(case, 2), most.min(self.edges()), self.backend, run)?;
            if low.is_some() || most >= self.edges() {
                self.notes().low[case] = Some(low.unwrap_or(usize::MAX));
                return Ok(());
            }
            most *= 2;
        }
    }

    /// Exhausts a case: finds its boards that are better than the best, until there are none.
    fn case(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        let low = self.notes().low[case].unwrap_or(0);
        let mut slack = SLACK;
        while !self.exhausted(case) {
            let most = low.saturating_add(slack).min(self.best() - 1).min(self.edges());
            let subject = self.subject(case, self.levels());
            let mut asking = Asking::new(&subject, (low, most), self.backend, run);
            let ended = self.ask(case, low, most, &mut asking);
            self.notes().conflicts += asking.conflicts();
            ended?;
            slack *= 2;
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
        let mut next = Some(most);
        while let Some(penalty) = next.filter(|&penalty| penalty >= low) {
            let Some(answer) = asking.at_most(penalty)? else {
                let none = penalty >= self.edges();
                self.notes().floor[case] = Some(if none { usize::MAX } else { penalty + 1 });
                return Ok(());
            };
            self.offer(self.completed(&answer.values));
            next = answer.penalty.min(self.best()).checked_sub(1);
        }
        self.notes().floor[case] = Some(low);
        Ok(())
    }

    /// A board with what has no variable filled in.
    fn completed(&self, values: &[u8]) -> Vec<u8> {
        let decided: Vec<Option<u8>> = values.iter().map(|&it| (it > 0).then_some(it)).collect();
        let finished = finish(self.hexagon, &decided, LEVELS as u8);
        finished.expect("6 and 7 can always be filled in").values
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
        let mut order: Vec<usize> = (0..self.cases.len()).collect();
        self.all(&order, run, |case, run| self.low(case, run))?;
        let low = self.notes().low.clone();
        order.sort_by_key(|&case| low[case]);
        self.all(&order, run, |case, run| self.case(case, run))
    }
}

/// Nobody tells the cases to stop but the world.
static NEVER: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// The class, in its four cases.
pub(super) fn class(task: &Task<'_>) -> Answer {
    let option = |name| task.options.integer(name).unwrap_or(0).unsigned_abs() as usize;
    let (code, bits) = (option("code"), Some(option("bits")));
    let cases = Case::ALL.map(|case| Some(Class { case, code, bits }));
    descend(task, &parse(task.instance), cases.to_vec())
}

/// The whole. The centre holds a 1 or has one beside it, and on a blank board that can be turned to
/// the right: two cases.
pub(super) fn whole(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let order = instance.hexagon.order();
    let blank = instance.givens.iter().all(Option::is_none) && order > 1;
    let case = |centred| Class { case: Case { centred, axis: 0 }, code: order, bits: None };
    let cases = if blank { vec![Some(case(true)), Some(case(false))] } else { vec![None] };
    descend(task, &instance, cases)
}

fn descend(task: &Task<'_>, instance: &Instance, cases: Vec<Option<Class>>) -> Answer {
    let count = cases.len();
    let notes = Notes { low: vec![None; count], floor: vec![None; count], ..Notes::default() };
    let descent = Descent {
        hexagon: &instance.hexagon,
        givens: &instance.givens,
        cases,
        backend: task.options.text("backend").unwrap_or_default(),
        best: AtomicUsize::new(usize::MAX),
        notes: Mutex::new(notes),
    };
    let halt = descent.work(task.run).err();
    let done = (0..count).filter(|&case| descent.exhausted(case)).count();
    let best = descent.best();
    let notes = descent.notes();
    let board = notes.board.as_ref();
    let refutation = (done == count).then(|| match board {
        Some(_) => Refutation::nothing_better(task.options, best as i128),
        None => Refutation::nothing(task.options),
    });
    Answer {
        witness: board.map(|values| board_text(instance, values)),
        halt: halt.filter(|_| refutation.is_none()),
        refutation,
        effort: vec![("cases-exhausted", done as u64), ("conflicts", notes.conflicts)],
        ..Answer::default()
    }
}
