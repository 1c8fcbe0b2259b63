//! Bound descent over the cases of a split: the incumbent, the bounds of each case, and their
//! verification.
//!
//! A case is searched with a lower bound on its levels 1 and 2; the levels above get what it leaves
//! of the total. A survey computes that bound. Boundary dynamic programming estimates it much
//! faster. A survey verifies the estimate once an incumbent depends on it, or after many conflicts
//! without a better board. A case whose bound on levels 1 and 2 reaches the incumbent needs no SAT
//! call.
//!
//! Invariant: an unverified bound never enters a claim (`exhausted`). A wrong estimate is dropped
//! together with every refutation that used it.
//!
//! This module holds the bounds; `schedule` decides what is searched when.
//!
//! Reference: Eén and Sörensson, "Translating Pseudo-Boolean Constraints into SAT", 2006.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sixfold_puzzle::hex::Hexagon;

use crate::families::neighbors::board::{LOW, penalty_of};
use crate::families::neighbors::bounds::bounded_solve::{
    Answer, BoundedSolver, SolveOutcome, least,
};
use crate::families::neighbors::bounds::sector_survey::{BoundGoal, Survey, case_bounds};
use crate::families::neighbors::construct::boundary_dp::estimated_low_bound;
use crate::families::neighbors::construct::fill::{completed, fill};
use crate::families::neighbors::encode::cases::Plan;
use crate::families::neighbors::encode::sector_counts::{BOARD, SectorBounds};
use crate::families::neighbors::search::state::SearchState;
use crate::run::{Event, Halt, Run};
use crate::sat::BackendName;

/// After so many conflicts without a better board guesses are confirmed: whoever waits so long wants a bound.
const LONG: u64 = 400_000;
/// Conflicts that a better board is worth where one was not expected.
const TURN: u64 = 20_000;

/// A run over the cases.
pub(crate) struct Descent<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) backend: BackendName,
    /// The penalty of the best board so far.
    best: AtomicUsize,
    state: Mutex<SearchState>,
}

impl<'a> Descent<'a> {
    pub(crate) fn new(plan: &'a Plan, backend: BackendName) -> Self {
        // What is wanted is better than this.
        let best = AtomicUsize::new(plan.most.map_or(usize::MAX, |most| most + 1));
        Descent { plan, backend, best, state: Mutex::new(SearchState::new(plan.cases.len())) }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, SearchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn best(&self) -> usize {
        self.best.load(Ordering::Relaxed)
    }

    pub(crate) fn hexagon(&self) -> &'a Hexagon {
        &self.plan.instance.hexagon
    }

    /// There are no more penalties than edges.
    fn edges(&self) -> usize {
        self.hexagon().edges().count()
    }

    /// Goes on from the state that an earlier run has saved, if there is one.
    pub(crate) fn resume(&self, run: &Run<'_>) -> Result<(), String> {
        let Some(state) = run.saved_state() else { return Ok(()) };
        let mut notes = SearchState::read(&state, self.plan.cases.len(), &self.plan.instance)?;
        notes.resumed += 1;
        self.restore(notes, run);
        Ok(())
    }

    /// Goes on from what was found out before.
    pub(crate) fn restore(&self, notes: SearchState, run: &Run<'_>) {
        let board = notes.board.clone();
        *self.state() = SearchState { board: None, ..notes };
        if let Some(board) = board {
            self.offer(board, run);
        }
    }

    /// The least penalty of levels 1 and 2 in a case.
    fn find_low_bound(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        let said = self.state().low_bounds[case];
        let known = self.state().sector_bounds[case].is_some();
        if said.is_some() && (known || !self.plan.is_usual()) {
            return Ok(());
        }
        if self.plan.encoding.cells {
            self.state().low_bounds[case] = Some(0);
            return Ok(());
        }
        if self.plan.is_usual() {
            let wanted = said.map_or(BoundGoal::Least, BoundGoal::Assumed);
            let floors = self.survey(case, wanted, run)?;
            let mut notes = self.state();
            (notes.low_bounds[case], notes.sector_bounds[case]) =
                (Some(floors.least[BOARD]), Some(floors));
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
                self.state().low_bounds[case] = Some(low.unwrap_or(usize::MAX));
                return Ok(());
            }
            most *= 2;
        }
    }

    /// Finds out what levels 1 and 2 of a case waste, sector by sector. If that is stopped, the next run goes on.
    fn survey(&self, case: usize, wanted: BoundGoal, run: &Run<'_>) -> Result<SectorBounds, Halt> {
        let begun = self.state().surveys.remove(&case);
        let mut survey = begun.unwrap_or_else(Survey::new);
        let ended = case_bounds((self.plan, case), wanted, self.backend, &mut survey, run);
        let mut notes = self.state();
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
    pub(crate) fn recompute_low_bound(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        self.state().forget(case);
        self.find_low_bound(case, run)
    }

    /// Finds a board in a case that is better than the best and must be there; then better ones, as
    /// long as that is easy.
    pub(crate) fn improve(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        let most = (self.best() - 1).min(self.edges());
        let subject = self.plan.subject(case, self.plan.levels, Some(0));
        let mut asking = BoundedSolver::new(&subject, most, self.backend, run)?;
        let mut next = asking.at_most(most)?;
        while let Some(answer) = next {
            self.found(&answer, run);
            // Nothing is better than a penalty of 0.
            let Some(most) = self.best().checked_sub(1) else { break };
            next = match asking.solve_at_most(most, TURN)? {
                SolveOutcome::Found(answer) => Some(answer),
                SolveOutcome::Refuted | SolveOutcome::Limit => None,
            };
        }
        Ok(())
    }

    pub(crate) fn found(&self, answer: &Answer, run: &Run<'_>) {
        let board = completed(self.plan, &answer.values);
        self.offer(board.expect("6 and 7 can always be filled in"), run);
    }

    /// Keeps a board if it is better than the best.
    pub(crate) fn offer(&self, values: Vec<u8>, run: &Run<'_>) {
        let penalty = penalty_of(self.hexagon(), &values);
        let mut notes = self.state();
        if penalty < self.best() {
            self.best.store(penalty, Ordering::Relaxed);
            notes.board = Some(values);
            notes.found_after = notes.conflicts;
            run.emit(&Event::Improved(Some(penalty as i128)));
        }
    }

    /// The levels above 3 of a board filled in, mostly as well as can be; nothing, if that is hard.
    pub(crate) fn filled(&self, values: &[u8], run: &Run<'_>) -> Result<Option<Vec<u8>>, Halt> {
        fill((self.plan, self.backend), values, |_| {}, run)
    }

    /// What boards must be below, if no more than `aim` is asked for.
    pub(crate) fn end(&self, aim: usize) -> usize {
        self.best().min(aim.min(self.edges()) + 1)
    }

    /// Whether a case, or a step of it, is known to have no board with a penalty up to `most`.
    pub(crate) fn is_refuted(&self, case: usize, step: Option<usize>, most: usize) -> bool {
        let notes = self.state();
        let above = |step: usize| notes.low_bounds[case].unwrap_or(0).saturating_add(step) > most;
        let known = |step: usize| notes.refuted.get(&(case, step)).is_some_and(|&it| it >= most);
        notes.lower_bound_of(case).is_some_and(|floor| floor > most)
            || step.is_some_and(|step| above(step) || known(step))
    }

    /// SearchState that a case, or a step of it, has no board with a penalty up to `most`, if levels 1 and 2 waste at
    /// least `low`. Says whether that is still thought.
    pub(crate) fn refuted(
        &self,
        (case, step): (usize, Option<usize>),
        low: usize,
        most: usize,
    ) -> bool {
        let mut notes = self.state();
        if notes.low_bounds[case] != Some(low) {
            return false;
        }
        let whole = match step {
            None => Some(most),
            Some(step) => {
                let known = notes.refuted.entry((case, step)).or_insert(most);
                *known = most.max(*known);
                notes.refuted_through(case)
            }
        };
        let end = whole.map(|most| if most >= self.edges() { usize::MAX } else { most + 1 });
        notes.lower_bounds[case] = notes.lower_bounds[case].max(end);
        true
    }

    /// Whether nothing in a case is better than the best board.
    pub(crate) fn exhausted(&self, case: usize) -> bool {
        self.state().verified_bound_of(case).is_some_and(|floor| floor >= self.best())
    }

    /// What levels 1 and 2 of a case are thought to waste at least.
    pub(crate) fn low_bound_of(&self, case: usize) -> usize {
        self.state().low_bounds[case].unwrap_or(0)
    }

    /// Sees by a walk along the rim what levels 1 and 2 of each case waste. That takes a second where a solver
    /// takes half a minute, and was right wherever somebody looked; but it drops something on the way, so it is a guess.
    pub(crate) fn estimate_low_bounds(&self, run: &Run<'_>) -> Result<(), Halt> {
        for (case, class) in self.plan.cases.iter().enumerate() {
            let (Some(class), None) = (class, self.state().low_bounds[case]) else { continue };
            if let Some(seen) = estimated_low_bound(self.hexagon(), class.case, run)? {
                let mut notes = self.state();
                notes.low_bounds[case] = Some(seen);
                notes.unverified.insert(case);
            }
        }
        Ok(())
    }

    /// Whether it is time to find out if guesses were right, though there is something else to do.
    pub(crate) fn is_stagnant(&self) -> bool {
        let notes = self.state();
        notes.conflicts >= notes.found_after.saturating_add(LONG)
    }

    /// Finds out whether levels 1 and 2 of a case waste as much as was guessed, or more than what is looked for.
    pub(crate) fn verify_low_bound(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        let enough = self.low_bound_of(case).min(self.best());
        let floors = self.survey(case, BoundGoal::AtLeast(enough), run)?;
        let mut notes = self.state();
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
    pub(crate) fn save(&self, run: &Run<'_>, now: bool) {
        if now || run.save_due() {
            let state = self.state().text(self.best());
            // Whoever made the checkpoint tells if it cannot be kept.
            let _ = run.save_state(&state);
        }
    }

    /// Finds out what levels 1 and 2 waste in each case.
    pub(crate) fn find_low_bounds(&self, run: &Run<'_>) -> Result<(), Halt> {
        self.find_low_bounds_except(&BTreeSet::new(), run)
    }

    pub(crate) fn find_low_bounds_except(
        &self,
        guessed: &BTreeSet<usize>,
        run: &Run<'_>,
    ) -> Result<(), Halt> {
        let cases = 0..self.plan.cases.len();
        let all: Vec<usize> = cases.filter(|case| !guessed.contains(case)).collect();
        self.shares(&all, run, |cases, partner| {
            cases.iter().try_for_each(|&case| self.find_low_bound(case, partner))
        })
    }
}
