//! The engines `class` and `sat`: the best board, case by case, by smaller and smaller bounds.
//!
//! First the least number of penalties at levels 1 and 2 is found for each case, or guessed and
//! confirmed when the best board is there: what follows from a guess is not told before. What higher
//! levels may waste is then bounded by what is left of the total. A case whose low
//! levels alone waste as much as the best board so far is done without another question. The cases
//! take turns, since nobody knows which of them has the best board or is hard, and share it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sixfold_puzzle::families::neighbors::LARGEST;
use sixfold_puzzle::hex::Hexagon;

use super::ask::{Answer, Asking, Tried, least};
use super::fill::fill;
use super::finish::finish;
use super::lines::low_seen;
use super::lows::{Survey, Wanted, lows};
use super::plan::Plan;
use super::saved::Notes;
use super::steps::exhaust;
use super::tower::{BOARD, Floors, LOW};
use super::{LARGEST_OF_CONTEST, penalty_of};
use crate::run::{Event, Halt, Run};
use crate::sat::BackendName;

/// The first question is about so much more than what the low levels of some case waste: of the
/// known best boards up to the largest of the contest none needs more. Asked about the best itself,
/// a solver finds it as soon as a worse one, so all cases are asked about the same penalty.
const SLACK: usize = 5;
/// After so many conflicts without a better board guesses are confirmed: whoever waits so long wants a bound.
const LONG: u64 = 400_000;
/// Conflicts that a better board is worth where one was not expected.
const TURN: u64 = 20_000;

/// A run over the cases.
pub(super) struct Descent<'a> {
    pub(super) plan: &'a Plan,
    pub(super) backend: BackendName,
    /// The penalty of the best board so far.
    best: AtomicUsize,
    notes: Mutex<Notes>,
}

impl<'a> Descent<'a> {
    pub(super) fn new(plan: &'a Plan, backend: BackendName) -> Self {
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

    /// Goes on from the state that an earlier run has saved, if there is one.
    pub(super) fn resume(&self, run: &Run<'_>) -> Result<(), String> {
        let Some(state) = run.saved_state() else { return Ok(()) };
        let mut notes = Notes::read(&state, self.plan.cases.len(), &self.plan.instance)?;
        notes.resumed += 1;
        self.restore(notes, run);
        Ok(())
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
            let wanted = said.map_or(Wanted::Least, Wanted::Nothing);
            let floors = self.survey(case, wanted, run)?;
            let mut notes = self.notes();
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

    /// Finds out what levels 1 and 2 of a case waste, sector by sector. If that is stopped, the next run goes on.
    fn survey(&self, case: usize, wanted: Wanted, run: &Run<'_>) -> Result<Floors, Halt> {
        let begun = self.notes().surveys.remove(&case);
        let mut survey = begun.unwrap_or_else(Survey::new);
        let ended = lows((self.plan, case), wanted, self.backend, &mut survey, run);
        let mut notes = self.notes();
        notes.conflicts += std::mem::take(&mut survey.conflicts);
        match ended {
            Ok(()) => Ok(survey.floors),
            Err(halt) => {
                notes.surveys.insert(case, survey);
                Err(halt)
            }
        }
    }

    /// Finds out what levels 1 and 2 of a case waste, where what was thought is wrong; and so is what was
    /// refuted with it.
    pub(super) fn lower(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        self.notes().forget(case);
        self.low(case, run)
    }

    /// Finds a board in a case that is better than the best and must be there; then better ones, as
    /// long as that is easy.
    pub(super) fn improve(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        let most = (self.best() - 1).min(self.edges());
        let subject = self.plan.subject(case, self.plan.levels, Some(0));
        let mut asking = Asking::new(&subject, most, self.backend, run)?;
        let mut next = asking.at_most(most)?;
        while let Some(answer) = next {
            self.found(&answer, run);
            // Nothing is better than a penalty of 0.
            let Some(most) = self.best().checked_sub(1) else { break };
            next = match asking.try_at_most(most, TURN)? {
                Tried::Found(answer) => Some(answer),
                Tried::Nothing | Tried::Limit => None,
            };
        }
        Ok(())
    }

    pub(super) fn found(&self, answer: &Answer, run: &Run<'_>) {
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
            notes.found_after = notes.conflicts;
            run.emit(&Event::Improved(Some(penalty as i128)));
        }
    }

    /// The levels above 3 of a board filled in, mostly as well as can be; nothing, if that is hard.
    pub(super) fn filled(&self, values: &[u8], run: &Run<'_>) -> Result<Option<Vec<u8>>, Halt> {
        fill((self.plan, self.backend), values, |_| {}, run)
    }

    /// What boards must be below, if no more than `aim` is asked for.
    pub(super) fn end(&self, aim: usize) -> usize {
        self.best().min(aim.min(self.edges()) + 1)
    }

    /// Whether a case, or a step of it, is known to have no board with a penalty up to `most`.
    pub(super) fn is_refuted(&self, case: usize, step: Option<usize>, most: usize) -> bool {
        let notes = self.notes();
        let above = |step: usize| notes.low[case].unwrap_or(0).saturating_add(step) > most;
        let known = |step: usize| notes.refuted.get(&(case, step)).is_some_and(|&it| it >= most);
        notes.floor_of(case).is_some_and(|floor| floor > most)
            || step.is_some_and(|step| above(step) || known(step))
    }

    /// Notes that a case, or a step of it, has no board with a penalty up to `most`, if levels 1 and 2 waste at
    /// least `low`. Says whether that is still thought.
    pub(super) fn refuted(
        &self,
        (case, step): (usize, Option<usize>),
        low: usize,
        most: usize,
    ) -> bool {
        let mut notes = self.notes();
        if notes.low[case] != Some(low) {
            return false;
        }
        let whole = match step {
            None => Some(most),
            Some(step) => {
                let known = notes.refuted.entry((case, step)).or_insert(most);
                *known = most.max(*known);
                notes.refuted_up_to(case)
            }
        };
        let end = whole.map(|most| if most >= self.edges() { usize::MAX } else { most + 1 });
        notes.floor[case] = notes.floor[case].max(end);
        true
    }

    /// Whether nothing in a case is better than the best board.
    pub(super) fn exhausted(&self, case: usize) -> bool {
        self.notes().sure_floor_of(case).is_some_and(|floor| floor >= self.best())
    }

    /// What levels 1 and 2 of a case are thought to waste at least.
    pub(super) fn low_of(&self, case: usize) -> usize {
        self.notes().low[case].unwrap_or(0)
    }

    /// Sees by a walk along the rim what levels 1 and 2 of each case waste. That takes a second where a solver
    /// takes half a minute, and was right wherever somebody looked; but it drops something on the way, so it is a guess.
    fn guess_lows(&self, run: &Run<'_>) -> Result<(), Halt> {
        for (case, class) in self.plan.cases.iter().enumerate() {
            let (Some(class), None) = (class, self.notes().low[case]) else { continue };
            if let Some(seen) = low_seen(self.hexagon(), class.case, run)? {
                let mut notes = self.notes();
                notes.low[case] = Some(seen);
                notes.guessed.insert(case);
            }
        }
        Ok(())
    }

    /// Whether it is time to find out if guesses were right, though there is something else to do.
    pub(super) fn is_long_without_better(&self) -> bool {
        let notes = self.notes();
        notes.conflicts >= notes.found_after.saturating_add(LONG)
    }

    /// Finds out whether levels 1 and 2 of a case waste as much as was guessed, or more than what is looked for.
    pub(super) fn confirm(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        let enough = self.low_of(case).min(self.best());
        let floors = self.survey(case, Wanted::Reached(enough), run)?;
        let mut notes = self.notes();
        // What the halves waste can be more than enough.
        notes.confirm(case, floors.least[BOARD].min(enough), floors);
        Ok(())
    }

    /// Lets threads work, each on its share of some cases.
    fn shares(
        &self,
        cases: &[usize],
        run: &Run<'_>,
        work: impl Fn(&[usize], &Run<'_>) -> Result<(), Halt> + Sync,
    ) -> Result<(), Halt> {
        let threads = run.threads.clamp(1, cases.len().max(1));
        run.together(threads, |thread, partner| {
            let share: Vec<usize> = cases.iter().copied().skip(thread).step_by(threads).collect();
            work(&share, partner)
        })
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
        self.lows_but(&BTreeSet::new(), run)
    }

    fn lows_but(&self, guessed: &BTreeSet<usize>, run: &Run<'_>) -> Result<(), Halt> {
        let cases = 0..self.plan.cases.len();
        let all: Vec<usize> = cases.filter(|case| !guessed.contains(case)).collect();
        self.shares(&all, run, |cases, partner| {
            cases.iter().try_for_each(|&case| self.low(case, partner))
        })
    }

    /// Exhausts all cases up to the same penalty before any is asked for more.
    fn descend(&self, run: &Run<'_>) -> Result<(), Halt> {
        if self.plan.has_usual_classes() {
            self.guess_lows(run)?;
        }
        let guessed = self.notes().guessed.clone();
        self.lows_but(&guessed, run)?;
        let least = self.notes().low.iter().flatten().copied().min().unwrap_or(0);
        let mut slack = first_slack(self.hexagon().order());
        while !(0..self.plan.cases.len()).all(|case| self.exhausted(case)) {
            exhaust(self, least.saturating_add(slack), run)?;
            slack += if self.plan.is_usual() { 1 } else { slack };
        }
        Ok(())
    }
}

/// Boards beyond the contest need more, and refuting what they do not have takes long.
fn first_slack(order: usize) -> usize {
    if order <= LARGEST_OF_CONTEST { SLACK } else { order / 3 }
}

/// A board with what has no variable filled in.
pub(super) fn completed(plan: &Plan, values: &[u8]) -> Option<Vec<u8>> {
    let decided: Vec<Option<u8>> = values.iter().map(|&it| (it > 0).then_some(it)).collect();
    let settled = plan.levels.min(usize::from(LARGEST) - 1) as u8;
    finish(&plan.instance.hexagon, &decided, settled).map(|finished| finished.values)
}
