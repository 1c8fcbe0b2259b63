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

use crate::families::neighbors::board::{LOW_LEVELS, improved, penalty_of};
use crate::families::neighbors::bounds::bounded_solve::{
    BoundedSolver, SolveOutcome, SolvedBoard, least,
};
use crate::families::neighbors::bounds::sector_survey::{BoundGoal, Survey, case_bounds};
use crate::families::neighbors::construct::boundary_dp::estimated_low_bound;
use crate::families::neighbors::construct::fill::{completed, fill};
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::encoding_options::Counting;
use crate::families::neighbors::encode::formula::FormulaInput;
use crate::families::neighbors::encode::sector_counts::{BOARD, SectorBounds};
use crate::families::neighbors::search::state::{EXHAUSTED, SearchState};
use crate::run::{Halt, Progress, Run};
use crate::sat::BackendName;

/// After so many conflicts without a better board, estimates are verified: a long run should report
/// a bound.
const LONG: u64 = 400_000;
/// The limit on conflicts for each further improvement after an unexpected board.
const TURN: u64 = 20_000;

/// A bound descent over the cases of a split.
pub(crate) struct Descent<'a> {
    pub(crate) split: &'a CaseSplit,
    pub(crate) backend: BackendName,
    /// The penalty of the incumbent; boards must be better.
    best: AtomicUsize,
    state: Mutex<SearchState>,
}

impl<'a> Descent<'a> {
    pub(crate) fn new(split: &'a CaseSplit, backend: BackendName) -> Self {
        // The option `most` acts like an incumbent one above it.
        let best = AtomicUsize::new(split.most.map_or(usize::MAX, |most| most + 1));
        let mut state = SearchState::new(split.cases.len());
        for case in 0..split.cases.len() {
            state.know_range(case, split.low_range(case));
        }
        Descent { split, backend, best, state: Mutex::new(state) }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, SearchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn best(&self) -> usize {
        self.best.load(Ordering::Relaxed)
    }

    pub(crate) fn hexagon(&self) -> &'a Hexagon {
        &self.split.instance.hexagon
    }

    /// The number of edges, which no penalty exceeds.
    fn edges(&self) -> usize {
        self.hexagon().edges().count()
    }

    /// Resumes the state of an earlier run, if there is one.
    pub(crate) fn resume(&self, run: &Run<'_>) -> Result<(), String> {
        let Some(saved) = run.saved_state() else { return Ok(()) };
        let mut state = SearchState::read(&saved, self.split.cases.len(), &self.split.instance)?;
        state.resumed += 1;
        self.restore(state, run);
        Ok(())
    }

    /// Takes over a state.
    pub(crate) fn restore(&self, state: SearchState, run: &Run<'_>) {
        let board = state.board.clone();
        *self.state() = SearchState { board: None, ..state };
        if let Some(board) = board {
            self.offer(board, run);
        }
    }

    /// Computes the least penalty of levels 1 and 2 in a case.
    fn find_low_bound(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        let said = self.state().low_bounds[case];
        let known = self.state().sector_bounds[case].is_some();
        if said.is_some() && (known || !self.split.is_usual()) {
            return Ok(());
        }
        if self.split.encoding.counts_cells() {
            self.state().low_bounds[case] = Some(0);
            return Ok(());
        }
        if self.split.is_usual() {
            let goal = said.map_or(BoundGoal::Least, BoundGoal::Assumed);
            let bounds = self.survey(case, goal, run)?;
            let mut state = self.state();
            (state.low_bounds[case], state.sector_bounds[case]) =
                (Some(bounds.least[BOARD]), Some(bounds));
            return Ok(());
        }
        // A good board needs less; givens can force more.
        let mut most = 7 * self.hexagon().order() / 2;
        loop {
            let low_bound = least(
                &self.split.formula_input(case, LOW_LEVELS, None),
                most.min(self.edges()),
                self.backend,
                run,
            )?;
            if low_bound.is_some() || most >= self.edges() {
                self.state().low_bounds[case] = Some(low_bound.unwrap_or(usize::MAX));
                return Ok(());
            }
            most *= 2;
        }
    }

    /// Surveys levels 1 and 2 of a case. A stopped survey is kept for the next run.
    fn survey(&self, case: usize, goal: BoundGoal, run: &Run<'_>) -> Result<SectorBounds, Halt> {
        let begun = self.state().surveys.remove(&case);
        let mut survey = begun.unwrap_or_else(Survey::new);
        let ended = case_bounds(self.split, case, goal, self.backend, &mut survey, run);
        let mut state = self.state();
        state.conflicts += std::mem::take(&mut survey.conflicts);
        match ended {
            Ok(()) => Ok(survey.bounds),
            Err(halt) => {
                state.surveys.insert(case, survey);
                Err(halt)
            }
        }
    }

    /// Recomputes the bound on levels 1 and 2 of a case. Invalidates the old bound and every
    /// refutation that used it.
    pub(crate) fn recompute_low_bound(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        self.state().forget(case);
        self.find_low_bound(case, run)
    }

    /// Finds a board that is better than the incumbent, which a failed proof has shown to exist.
    /// Then improves it while that is easy.
    pub(crate) fn improve(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        let most = (self.best() - 1).min(self.edges());
        let input = self.split.formula_input(case, self.split.levels, Some(0));
        let mut solver = BoundedSolver::new(&input, most, self.backend, run)?;
        let mut next = solver.at_most(most)?;
        while let Some(solved) = next {
            self.found(&solved, run);
            // Nothing is better than a penalty of 0.
            let Some(most) = self.best().checked_sub(1) else { break };
            next = match solver.solve_at_most(most, TURN)? {
                SolveOutcome::Found(solved) => Some(solved),
                SolveOutcome::Refuted | SolveOutcome::Limit => None,
            };
        }
        Ok(())
    }

    /// Told a penalty that can be reached, looks for such a board in each case without any bounds, for a limited number of
    /// conflicts. Counting ring by ring finds boards sooner than by angles.
    pub(crate) fn look(&self, run: &Run<'_>) -> Result<(), Halt> {
        let most = self.upper_limit(self.edges()).saturating_sub(1);
        let mut encoding = self.split.encoding.clone();
        if encoding.counting == Counting::default() {
            encoding.counting = Counting::Ring;
        }
        for case in 0..self.split.cases.len() {
            let input = self.split.formula_input(case, self.split.levels, Some(0));
            let input = FormulaInput { encoding: &encoding, ..input };
            let mut solver = BoundedSolver::new(&input, most, self.backend, run)?;
            if let SolveOutcome::Found(solved) = solver.solve_at_most(most, TURN)? {
                self.found(&solved, run);
                break;
            }
        }
        Ok(())
    }

    pub(crate) fn found(&self, solved: &SolvedBoard, run: &Run<'_>) {
        let board = completed(self.split, &solved.values);
        self.offer(board.expect("6 and 7 can always be filled in"), run);
    }

    /// Takes a board as incumbent if it is better.
    pub(crate) fn offer(&self, values: Vec<u8>, run: &Run<'_>) {
        let penalty = penalty_of(self.hexagon(), &values);
        let mut state = self.state();
        if penalty < self.best() {
            self.best.store(penalty, Ordering::Relaxed);
            let event = improved(&self.split.instance, penalty, &values);
            state.board = Some(values);
            state.found_after = state.conflicts;
            drop(state);
            run.emit(&event);
        }
    }

    /// Reports how far the cases are.
    pub(crate) fn report(&self, run: &Run<'_>) {
        let best = self.best();
        let state = self.state();
        let (exhausted, cases) = (state.exhausted(best) as u64, state.low_bounds.len() as u64);
        let counters = state.counters(best);
        drop(state);
        let counters = counters.into_iter().filter(|&(name, _)| name != EXHAUSTED);
        let progress = Progress::of("bound descent")
            .done(exhausted, cases, "cases")
            .counted_all(counters)
            .gauge(EXHAUSTED, exhausted, "cases");
        run.emit(&progress.into());
    }

    /// Completes a board above level 3; `None` if that is hard.
    pub(crate) fn filled(&self, values: &[u8], run: &Run<'_>) -> Result<Option<Vec<u8>>, Halt> {
        fill(self.split, self.backend, values, |_| {}, run)
    }

    /// Boards of interest have a penalty below this: at most `aim`, and better than the incumbent.
    pub(crate) fn upper_limit(&self, aim: usize) -> usize {
        self.best().min(aim.min(self.edges()) + 1)
    }

    /// Whether a case, or a step of it, is known to have no board with a penalty up to `most`.
    pub(crate) fn is_refuted(&self, case: usize, step: Option<usize>, most: usize) -> bool {
        let state = self.state();
        let above = |step: usize| state.low_bounds[case].unwrap_or(0).saturating_add(step) > most;
        let known = |step: usize| state.refuted.get(&(case, step)).is_some_and(|&it| it >= most);
        state.lower_bound_of(case).is_some_and(|bound| bound > most)
            || step.is_some_and(|step| above(step) || known(step))
    }

    /// Records that a case, or a step of it, has no board with a penalty up to `most`. Returns
    /// `false`, and records nothing, if the bound on levels 1 and 2 that the refutation used is no
    /// longer current.
    pub(crate) fn refuted(
        &self,
        case: usize,
        step: Option<usize>,
        low_bound: usize,
        most: usize,
    ) -> bool {
        let mut state = self.state();
        if state.low_bounds[case] != Some(low_bound) {
            return false;
        }
        let whole = match step {
            None => Some(most),
            Some(step) => {
                let known = state.refuted.entry((case, step)).or_insert(most);
                *known = most.max(*known);
                state.refuted_through(case)
            }
        };
        let end = whole.map(|most| if most >= self.edges() { usize::MAX } else { most + 1 });
        state.lower_bounds[case] = state.lower_bounds[case].max(end);
        true
    }

    /// Whether a verified bound of a case reaches the incumbent.
    pub(crate) fn exhausted(&self, case: usize) -> bool {
        self.state().verified_bound_of(case).is_some_and(|bound| bound >= self.best())
    }

    /// The current lower bound on levels 1 and 2 of a case, verified or not.
    pub(crate) fn low_bound_of(&self, case: usize) -> usize {
        self.state().low_bounds[case].unwrap_or(0)
    }

    /// Estimates the lower bound on levels 1 and 2 of each case by a boundary DP. Heuristic: the DP
    /// prunes states, so the bound is not admissible until verified. A survey takes much longer.
    pub(crate) fn estimate_low_bounds(&self, run: &Run<'_>) -> Result<(), Halt> {
        self.estimate_low_bounds_beside(|_| Ok(()), run)
    }

    /// The same while one of the threads does something else before it helps.
    pub(crate) fn estimate_low_bounds_beside(
        &self,
        first: impl Fn(&Run<'_>) -> Result<(), Halt> + Sync,
        run: &Run<'_>,
    ) -> Result<(), Halt> {
        let open = |&case: &usize| {
            self.split.cases[case].is_some() && self.state().low_bounds[case].is_none()
        };
        let cases: Vec<usize> = (0..self.split.cases.len()).filter(open).collect();
        let estimate = |case: usize, partner: &Run<'_>| {
            let Some(class) = self.split.cases[case] else { return Ok(()) };
            let seen = estimated_low_bound(self.hexagon(), class.case, partner)?;
            seen.into_iter().for_each(|seen| self.estimate(case, seen));
            Ok(())
        };
        for_each_case(&cases, first, estimate, run)
    }

    /// Takes an estimate of the lower bound on levels 1 and 2 of a case, if it has no bound.
    pub(crate) fn estimate(&self, case: usize, seen: usize) {
        let mut state = self.state();
        if state.low_bounds[case].is_none() {
            state.low_bounds[case] = Some(seen);
            state.unverified.insert(case);
        }
    }

    /// Whether the incumbent is old enough to verify estimates now.
    pub(crate) fn is_stagnant(&self) -> bool {
        let state = self.state();
        state.conflicts >= state.found_after.saturating_add(LONG)
    }

    /// Verifies the estimate for a case, or that levels 1 and 2 alone reach the incumbent.
    pub(crate) fn verify_low_bound(&self, case: usize, run: &Run<'_>) -> Result<(), Halt> {
        let enough = self.low_bound_of(case).min(self.best());
        let bounds = self.survey(case, BoundGoal::AtLeast(enough), run)?;
        let mut state = self.state();
        // The sum of the halves can exceed what is needed.
        state.set_verified_bounds(case, bounds.least[BOARD].min(enough), bounds);
        Ok(())
    }

    /// Saves the state, if a checkpoint is due or `now` is set.
    pub(crate) fn save(&self, run: &Run<'_>, now: bool) {
        if now || run.save_due() {
            let state = self.state().text(self.best());
            // The checkpoint itself reports a failure to save.
            let _ = run.save_state(&state);
        }
    }

    /// Computes the lower bound on levels 1 and 2 of each case.
    pub(crate) fn find_low_bounds(&self, run: &Run<'_>) -> Result<(), Halt> {
        self.find_low_bounds_except(&BTreeSet::new(), run)
    }

    pub(crate) fn find_low_bounds_except(
        &self,
        except: &BTreeSet<usize>,
        run: &Run<'_>,
    ) -> Result<(), Halt> {
        let cases = 0..self.split.cases.len();
        let all: Vec<usize> = cases.filter(|case| !except.contains(case)).collect();
        for_each_case(&all, |_| Ok(()), |case, partner| self.find_low_bound(case, partner), run)
    }
}

/// Works on some cases side by side. One of the threads does something else before.
fn for_each_case(
    cases: &[usize],
    first: impl Fn(&Run<'_>) -> Result<(), Halt> + Sync,
    work: impl Fn(usize, &Run<'_>) -> Result<(), Halt> + Sync,
    run: &Run<'_>,
) -> Result<(), Halt> {
    let next = AtomicUsize::new(0);
    run.together(run.workers().clamp(1, cases.len().max(1)), |thread, partner| {
        if thread == 0 {
            first(partner)?;
        }
        while let Some(&case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            work(case, partner)?;
        }
        Ok(())
    })
}
