//! The engines `class` and `sat`: the best board, case by case, by smaller and smaller bounds.
//!
//! First the least number of penalties at levels 1 and 2 is found for each case, which is quick;
//! what higher levels may waste is then bounded by what is left of the total. A case whose low
//! levels alone waste as much as the best board so far is done without another question. The cases
//! take turns, since nobody knows which of them has the best board or is hard, and share it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use sixfold_puzzle::families::neighbors::LARGEST;
use sixfold_puzzle::hex::Hexagon;

use super::ask::{Answer, Asking, Tried, least};
use super::finish::finish;
use super::lows::lows;
use super::plan::Plan;
use super::saved::Notes;
use super::tower::{BOARD, LOW};
use super::{LARGEST_OF_CONTEST, penalty_of};
use crate::run::{Event, Halt, Run};

/// The first question is about so much more than what the low levels of some case waste: of the
/// known best boards up to the largest of the contest none needs more. Asked about the best itself,
/// a solver finds it as soon as a worse one, so all cases are asked about the same penalty.
const SLACK: usize = 5;
/// Conflicts of a turn.
const TURN: u64 = 20_000;

/// A run over the cases.
pub(super) struct Descent<'a> {
    pub(super) plan: &'a Plan,
    backend: &'a str,
    /// The penalty of the best board so far.
    best: AtomicUsize,
    notes: Mutex<Notes>,
}

/// A case at work.
struct Line<'a> {
    case: usize,
    /// The solver and the largest penalty that it can be asked about.
    asking: Option<(Asking<'a>, usize)>,
}

impl Line<'_> {
    fn step(&self) -> usize {
        self.asking.as_ref().map_or(0, |(asking, _)| asking.step())
    }
}

impl<'a> Descent<'a> {
    pub(super) fn new(plan: &'a Plan, backend: &'a str) -> Self {
        // What is wanted is better than this.
        let best = AtomicUsize::new(plan.most.map_or(usize::MAX, |most| most + 1));
        Descent { plan, backend, best, notes: Mutex::new(Notes::new(plan.cases.len())) }
    }

    pub(super) fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn best(&self) -> usize {
        self.best.load(Ordering::Relaxed)
    }

    fn hexagon(&self) -> &'a Hexagon {
        &self.plan.instance.hexagon
    }

    /// There are no more penalties than edges.
    fn edges(&self) -> usize {
        self.hexagon().edges().count()
    }

    /// Goes on from what was found out before.
    pub(super) fn restore(&self, notes: Notes, run: &Run<'_>) {
        let board = notes.board.clone();
        *self.notes() = Notes { board: None, ..notes };
        if let Some(board) = board {
            self.offer(board, run);
        }
    }

    /// The least penalty of levels 1 and 2 in a case.
    fn low(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        let said = self.notes().low[case];
        let known = self.notes().floors[case].is_some();
        if said.is_some() && (known || !self.plan.is_usual()) {
            return Ok(());
        }
        if self.plan.manner.cells {
            self.notes().low[case] = Some(0);
            return Ok(());
        }
        if self.plan.is_usual() {
            let (floors, conflicts) = lows((self.plan, case), said, self.backend, run)?;
            let mut notes = self.notes();
            notes.conflicts += conflicts;
            (notes.low[case], notes.floors[case]) = (Some(floors.least[BOARD]), Some(floors));
            return Ok(());
        }
        // The rim of a good board needs less; givens can make more of them.
        let mut most = 7 * self.hexagon().order() / 2;
        loop {
            let low = least(
                &self.plan.subject(case, LOW, None),
                most.min(self.edges()),
                self.backend,
                run,
            )?;
            if low.is_some() || most >= self.edges() {
                self.notes().low[case] = Some(low.unwrap_or(usize::MAX));
                return Ok(());
            }
            most *= 2;
        }
    }

    /// Finds out what levels 1 and 2 of a case waste, where what was thought is wrong.
    pub(super) fn lower(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        self.notes().low[case] = None;
        self.notes().floors[case] = None;
        self.low(case, run)
    }

    /// A turn of a case, which is asked for no more than `aim`. Says whether it is to have another.
    fn turn<'b>(&self, line: &mut Line<'b>, aim: usize, run: &'b Run<'b>) -> Result<bool, Halt>
    where
        'a: 'b,
    {
        let end = self.best().min(aim.min(self.edges()) + 1);
        if self.nothing_below(line.case, end) {
            return Ok(false);
        }
        let most = end - 1;
        if line.asking.as_ref().is_none_or(|(_, largest)| *largest < most) {
            let low = self.notes().low[line.case].unwrap_or(0);
            let subject = self.plan.subject(line.case, self.plan.levels, Some(low));
            let asking = Asking::new(&subject, most, self.backend, run).stepwise();
            line.asking = Some((asking, most));
        }
        let (asking, _) = line.asking.as_mut().expect("it was just made");
        let before = asking.conflicts();
        let tried = asking.try_at_most(most, TURN);
        self.notes().conflicts += asking.conflicts() - before;
        match tried? {
            Tried::Limit => Ok(true),
            Tried::Found(answer) => {
                self.found(&answer, run);
                Ok(true)
            }
            Tried::Nothing => {
                let floor = if most >= self.edges() { usize::MAX } else { most + 1 };
                self.notes().floor[line.case] = Some(floor);
                line.asking = None;
                run.emit(&Event::Progress(self.notes().counters(self.best())));
                Ok(false)
            }
        }
    }

    /// Finds a board in a case that is better than the best and must be there; then better ones, as
    /// long as that is easy.
    pub(super) fn improve(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        let most = (self.best() - 1).min(self.edges());
        let subject = self.plan.subject(case, self.plan.levels, Some(0));
        let mut asking = Asking::new(&subject, most, self.backend, run);
        let mut next = asking.at_most(most)?;
        while let Some(answer) = next {
            self.found(&answer, run);
            next = match asking.try_at_most(self.best().saturating_sub(1), TURN)? {
                Tried::Found(answer) => Some(answer),
                Tried::Nothing | Tried::Limit => None,
            };
        }
        Ok(())
    }

    fn found(&self, answer: &Answer, run: &Run<'_>) {
        let board = completed(self.plan, &answer.values);
        self.offer(board.expect("6 and 7 can always be filled in"), run);
    }

    /// Keeps a board if it is better than the best.
    pub(super) fn offer(&self, values: Vec<u8>, run: &Run<'_>) {
        let penalty = penalty_of(self.hexagon(), &values);
        let mut notes = self.notes();
        if penalty < self.best() {
            self.best.store(penalty, Ordering::Relaxed);
            notes.board = Some(values);
            run.emit(&Event::Improved(Some(penalty as i128)));
        }
    }

    /// Whether a case is known to have no board with a smaller penalty.
    fn nothing_below(&self, case: usize, end: usize) -> bool {
        self.notes().floor_of(case).is_some_and(|floor| floor >= end)
    }

    /// Whether nothing in a case is better than the best board.
    pub(super) fn exhausted(&self, case: usize) -> bool {
        self.nothing_below(case, self.best())
    }

    /// Lets threads work, each on its share of some cases.
    fn shares(
        &self,
        cases: &[usize],
        run: &Run<'_>,
        work: impl Fn(&[usize], &Run<'_>) -> Result<(), Halt> + Sync,
    ) -> Result<(), Halt> {
        let threads = run.threads.clamp(1, cases.len().max(1));
        let share = |thread: usize| cases.iter().copied().skip(thread).step_by(threads).collect();
        let labour = |thread: usize| -> Result<(), Halt> {
            let never = AtomicBool::new(false);
            let partner = Run { threads: 1, ..run.shared(&never) };
            let share: Vec<usize> = share(thread);
            work(&share, &partner)
        };
        let labour = &labour;
        thread::scope(|scope| {
            let others: Vec<_> =
                (1..threads).map(|thread| scope.spawn(move || labour(thread))).collect();
            let mine = labour(0);
            let theirs = others.into_iter().map(|other| other.join().unwrap_or(Ok(())));
            theirs.fold(mine, |all, one| all.and(one))
        })
    }

    /// Exhausts some cases, all of them up to the same penalty before any is asked for more.
    fn exhaust(&self, cases: &[usize], run: &Run<'_>, owner: &Run<'_>) -> Result<(), Halt> {
        let least = self.notes().low.iter().flatten().copied().min().unwrap_or(0);
        let mut slack = first_slack(self.hexagon().order());
        while !cases.iter().all(|&case| self.exhausted(case)) {
            let aim = least.saturating_add(slack);
            let line = |&case: &usize| Line { case, asking: None };
            let mut lines: VecDeque<Line<'_>> = cases.iter().map(line).collect();
            while let Some(mut line) = next(&mut lines) {
                if self.turn(&mut line, aim, run)? {
                    lines.push_back(line);
                }
                self.save(owner, false);
            }
            slack += if self.plan.is_usual() { 1 } else { slack };
        }
        Ok(())
    }

    /// Saves what was found out, if it is time or must be.
    pub(super) fn save(&self, run: &Run<'_>, now: bool) {
        if now || run.save_due() {
            let state = self.notes().text(self.best());
            // Whoever made the checkpoint tells if it cannot be kept.
            let _ = run.save_state(&state);
        }
    }

    /// Works until every case is exhausted.
    pub(super) fn work(&self, run: &Run<'_>) -> Result<(), Halt> {
        let ended = self.descend(run);
        if ended.is_err() {
            self.save(run, true);
        }
        ended
    }

    /// Finds out what levels 1 and 2 waste in each case.
    pub(super) fn lows(&self, run: &Run<'_>) -> Result<(), Halt> {
        let all: Vec<usize> = (0..self.plan.cases.len()).collect();
        self.shares(&all, run, |cases, partner| {
            cases.iter().try_for_each(|&case| self.low(case, partner))
        })
    }

    fn descend(&self, run: &Run<'_>) -> Result<(), Halt> {
        self.lows(run)?;
        let mut order: Vec<usize> = (0..self.plan.cases.len()).collect();
        let low = self.notes().low.clone();
        order.sort_by_key(|&case| low[case]);
        self.shares(&order, run, |cases, partner| self.exhaust(cases, partner, run))
    }
}

/// Boards beyond the contest need more, and refuting what they do not have takes long.
fn first_slack(order: usize) -> usize {
    if order <= LARGEST_OF_CONTEST { SLACK } else { order / 3 }
}

/// The next line to have a turn: those whose low levels waste less come first.
fn next<'a>(lines: &mut VecDeque<Line<'a>>) -> Option<Line<'a>> {
    let first = (0..lines.len()).min_by_key(|&at| lines[at].step())?;
    lines.remove(first)
}

/// A board with what has no variable filled in.
pub(super) fn completed(plan: &Plan, values: &[u8]) -> Option<Vec<u8>> {
    let decided: Vec<Option<u8>> = values.iter().map(|&it| (it > 0).then_some(it)).collect();
    let settled = plan.levels.min(usize::from(LARGEST) - 1) as u8;
    finish(&plan.instance.hexagon, &decided, settled).map(|finished| finished.values)
}
