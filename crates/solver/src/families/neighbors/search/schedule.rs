//! Schedule of the bound descent: which part of which case is searched next, by which thread, for
//! how many conflicts.
//!
//! A part is a case, or one step of a case; parts are independent. Up to the largest order of the
//! contest a part is a case, and one solver goes through its steps. Beyond it, or with more threads
//! than cases, each step is a part with a solver of its own. That takes longer where steps are
//! easy, but an interrupted run loses less.
//!
//! Parts take turns, because their difficulty is not known beforehand. All cases are exhausted up
//! to one penalty before any is searched for more. Single steps first encode levels 1 to 3 (a
//! relaxation); a model that cannot be completed leads to all levels.
//!
//! A checkpoint has the refuted steps, the conflicts spent on each case, and short learned clauses.
//! A resumed run starts with the case that had the fewest conflicts. Rebuilding a solver is slow,
//! so a resumed run takes longer turns and rebuilds none near its end.
//!
//! The schedule claims nothing: a refutation counts only if the bound that it used is still current
//! (`Descent::refuted`).

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::families::neighbors::board::LARGEST_OF_CONTEST;
use crate::families::neighbors::bounds::bounded_solve::{BoundedSolver, SolveOutcome, SolvedBoard};
use crate::families::neighbors::bounds::learned_clauses::{ClauseSource, KeptClauses};
use crate::families::neighbors::search::descent::Descent;
use crate::run::{Halt, Run};

/// How far the first bound lies above the least bound on levels 1 and 2. No known best board of the
/// contest needs more. A solver finds a best board as fast as a worse one, so the bound may be
/// tight.
const SLACK: usize = 5;
/// Conflicts of a turn.
const TURN: u64 = 20_000;
/// Conflicts of a turn in a run that was resumed.
const RESUMED_TURN: u64 = 70_000;
/// A resumed run rebuilds no solver if less time is left and another solver is ready.
const TOO_LATE: Duration = Duration::from_secs(5);
/// The levels of the relaxation that is solved first.
const FIRST_LEVELS: usize = 3;

/// A case, or one step of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CasePart {
    case: usize,
    step: Option<usize>,
}

/// A part with its solver, if one is built.
struct ActivePart<'a> {
    part: CasePart,
    levels: usize,
    solver: Option<PartSolver<'a>>,
}

/// The solver of a part, the largest penalty that it counts, and the lower bound on levels 1 and 2
/// in its encoding.
struct PartSolver<'a> {
    solver: BoundedSolver<'a>,
    largest: usize,
    low_bound: usize,
}

impl ActivePart<'_> {
    fn step(&self) -> usize {
        let now = self.solver.as_ref().map_or(0, |it| it.solver.step());
        self.part.step.unwrap_or(now)
    }
}

impl Descent<'_> {
    /// Searches until every case is exhausted.
    pub(crate) fn work(&self, run: &Run<'_>) -> Result<(), Halt> {
        let ended = self.descend(run);
        if ended.is_err() {
            self.save(run, true);
        }
        ended
    }

    /// Exhausts all cases up to the same penalty before any is searched for more.
    fn descend(&self, run: &Run<'_>) -> Result<(), Halt> {
        if self.split.has_usual_classes() {
            self.estimate_low_bounds(run)?;
        }
        let unverified = self.state().unverified.clone();
        self.find_low_bounds_except(&unverified, run)?;
        let least = self.state().low_bounds.iter().flatten().copied().min().unwrap_or(0);
        let mut slack = first_slack(self.hexagon().order());
        while !(0..self.split.cases.len()).all(|case| self.exhausted(case)) {
            exhaust(self, least.saturating_add(slack), run)?;
            slack += if self.split.is_usual() { 1 } else { slack };
        }
        Ok(())
    }
}

/// Larger boards need more slack, and refuting a bound that is too tight takes long.
fn first_slack(order: usize) -> usize {
    if order <= LARGEST_OF_CONTEST { SLACK } else { order / 3 }
}

/// Exhausts all cases up to a penalty, or up to the incumbent.
fn exhaust(descent: &Descent<'_>, aim: usize, run: &Run<'_>) -> Result<(), Halt> {
    let parts = Mutex::new(parts(descent, aim, run.workers()));
    let unverified = Mutex::new(descent.state().unverified.clone());
    let worker = Worker { descent, aim, parts: &parts, unverified: &unverified, owner: run };
    run.together(run.workers(), |_, partner| worker.work(run.workers(), partner))
}

/// All parts up to a penalty: the first open step first, then the fewest conflicts, then the
/// smallest bound on levels 1 and 2.
fn parts(descent: &Descent<'_>, aim: usize, threads: usize) -> VecDeque<CasePart> {
    let split = descent.split;
    let large = split.instance.hexagon.order() > LARGEST_OF_CONTEST || threads > split.cases.len();
    let apart = split.is_usual() && split.low.is_empty() && large;
    let low_bounds = descent.state().low_bounds.clone();
    let end = descent.upper_limit(aim);
    let mut parts = Vec::new();
    for (case, low_bound) in low_bounds.iter().enumerate() {
        let low_bound = low_bound.unwrap_or(0);
        if !apart {
            let (state, most) = (descent.state(), end.saturating_sub(1));
            let rank = (state.first_step(case, most), state.spent[case], low_bound);
            parts.push((rank, CasePart { case, step: None }));
        } else {
            let steps = 0..end.saturating_sub(low_bound);
            parts.extend(
                steps.map(|step| ((step, 0, low_bound), CasePart { case, step: Some(step) })),
            );
        }
    }
    parts.sort_by_key(|&(rank, part)| (rank, part.case));
    parts.into_iter().map(|(_, part)| part).collect()
}

/// A thread of the schedule.
struct Worker<'a> {
    descent: &'a Descent<'a>,
    aim: usize,
    parts: &'a Mutex<VecDeque<CasePart>>,
    /// Cases with an estimate that must be verified.
    unverified: &'a Mutex<BTreeSet<usize>>,
    /// The run that owns the checkpoint.
    owner: &'a Run<'a>,
}

impl Worker<'_> {
    /// Takes parts until there are none, several at a time in turns, because their difficulty is
    /// unknown.
    fn work<'b>(&'b self, threads: usize, run: &'b Run<'b>) -> Result<(), Halt> {
        let at_once = self.descent.split.cases.len().div_ceil(threads.max(1));
        let mut active_parts: VecDeque<ActivePart<'b>> = VecDeque::new();
        loop {
            if self.descent.is_stagnant() && self.verify_next(run)? {
                continue;
            }
            while active_parts.len() < at_once
                && let Some(part) = self.take()
            {
                active_parts.push_back(ActivePart {
                    part,
                    levels: self.first_levels(part),
                    solver: None,
                });
            }
            let Some(mut active) = self.next(&mut active_parts, run) else {
                return self.verify_all(run);
            };
            if self.turn(&mut active, run)? {
                active_parts.push_back(active);
            }
            self.descent.save(self.owner, false);
        }
    }

    /// Verifies the estimate of one case; `false` if there is none left.
    fn verify_next(&self, run: &Run<'_>) -> Result<bool, Halt> {
        let case = self.unverified.lock().unwrap_or_else(PoisonError::into_inner).pop_first();
        let Some(case) = case else { return Ok(false) };
        self.descent.verify_low_bound(case, run)?;
        self.descent.save(self.owner, false);
        self.descent.report(run);
        Ok(true)
    }

    /// Verifies all estimates, if there is an incumbent that depends on them.
    fn verify_all(&self, run: &Run<'_>) -> Result<(), Halt> {
        while self.descent.best() <= self.aim && self.verify_next(run)? {}
        Ok(())
    }

    fn take(&self) -> Option<CasePart> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    fn first_levels(&self, part: CasePart) -> usize {
        let levels = self.descent.split.levels;
        part.step.map_or(levels, |_| levels.min(FIRST_LEVELS))
    }

    /// Gives a part one turn. Returns whether it needs another.
    fn turn<'b>(&'b self, active: &mut ActivePart<'b>, run: &'b Run<'b>) -> Result<bool, Halt> {
        let (descent, part) = (self.descent, active.part);
        let Some(most) = descent.upper_limit(self.aim).checked_sub(1) else { return Ok(false) };
        if descent.is_refuted(part.case, part.step, most) {
            descent.state().drop_learned(part.case, part.step);
            return Ok(false);
        }
        let low_bound = descent.low_bound_of(part.case);
        let fits = |it: &PartSolver<'_>| it.largest >= most && it.low_bound == low_bound;
        if !active.solver.as_ref().is_some_and(fits) {
            active.solver = Some(self.part_solver(active, low_bound, most, run)?);
        }
        let levels = active.levels;
        let part_solver = active.solver.as_mut().expect("it was just made");
        let solver = &mut part_solver.solver;
        let (before, step) = (solver.conflicts(), solver.step());
        let turn = if descent.state().resumed > 0 { RESUMED_TURN } else { TURN };
        let tried = solver.solve_at_most(most, turn);
        descent.state().spend(part.case, solver.conflicts() - before);
        let CasePart { case, step: only } = part;
        let source =
            ClauseSource { case, step: only, levels, low_bound, largest: part_solver.largest };
        descent.state().keep(KeptClauses::new(source, solver.learned()));
        // The solver has passed the step, so it is refuted up to `most`.
        if only.is_none() && solver.step() > step {
            descent.refuted(case, Some(step), low_bound, most);
        }
        match tried? {
            SolveOutcome::Limit => Ok(true),
            SolveOutcome::Found(solved) => {
                self.found(active, &solved, run)?;
                Ok(true)
            }
            // A refutation that used a bound since corrected shows nothing.
            SolveOutcome::Refuted if !descent.refuted(part.case, part.step, low_bound, most) => {
                Ok(true)
            }
            SolveOutcome::Refuted => {
                active.solver = None;
                descent.state().drop_learned(part.case, part.step);
                descent.report(run);
                Ok(false)
            }
        }
    }

    /// Builds the solver of a part. Where a checkpoint has clauses of it, the formula is built as
    /// it was then.
    fn part_solver<'b>(
        &'b self,
        active: &ActivePart<'_>,
        low_bound: usize,
        most: usize,
        run: &'b Run<'b>,
    ) -> Result<PartSolver<'b>, Halt> {
        let CasePart { case, step } = active.part;
        let source = ClauseSource { case, step, levels: active.levels, low_bound, largest: most };
        let (kept, first) = {
            let state = self.descent.state();
            (state.recalled(&source), state.first_step(case, most))
        };
        let largest = kept.as_ref().map_or(most, |kept| kept.source.largest);
        let input = self.descent.split.formula_input(case, active.levels, Some(low_bound));
        let solver = BoundedSolver::new(&input, largest, self.descent.backend, run)?;
        let mut solver = match step {
            Some(step) => solver.at_step(step),
            None => solver.by_steps().skip_to_step(first),
        };
        if let Some(kept) = kept {
            solver.recall(&kept.clauses, most)?;
        }
        Ok(PartSolver { solver, largest, low_bound })
    }

    /// Takes a board. If it cannot be completed to a better one, the part goes on with all levels.
    fn found(
        &self,
        active: &mut ActivePart<'_>,
        solved: &SolvedBoard,
        run: &Run<'_>,
    ) -> Result<(), Halt> {
        if active.levels == self.descent.split.levels {
            self.descent.found(solved, run);
            return Ok(());
        }
        let before = self.descent.best();
        if let Some(board) = self.descent.filled(&solved.values, run)? {
            self.descent.offer(board, run);
        }
        if self.descent.best() == before {
            (active.levels, active.solver) = (self.descent.split.levels, None);
        }
        Ok(())
    }

    /// The next part to have a turn: the smallest step first.
    fn next<'b>(
        &self,
        active_parts: &mut VecDeque<ActivePart<'b>>,
        run: &Run<'_>,
    ) -> Option<ActivePart<'b>> {
        let ready = |at: &usize| active_parts[*at].solver.is_some();
        let soon = |end: Duration| end.saturating_sub(run.clock.elapsed()) < TOO_LATE;
        let late = self.descent.state().resumed > 0 && run.deadline.is_some_and(soon);
        let by_step = |at: &usize| active_parts[*at].step();
        let there = (0..active_parts.len()).filter(ready).min_by_key(by_step).filter(|_| late);
        let first = there.or_else(|| (0..active_parts.len()).min_by_key(by_step))?;
        active_parts.remove(first)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::families::neighbors::board::blank;
    use crate::families::neighbors::encode::cases::CaseSplit;
    use crate::families::neighbors::search::state::SearchState;
    use crate::sat::BackendName;

    fn split(order: usize) -> CaseSplit {
        CaseSplit::usual_class(blank(order))
    }

    /// With more threads than cases each step is a part, with one thread each case.
    #[test]
    fn steps_apart_end_as_cases_do() {
        let stop = AtomicBool::new(false);
        for (order, best) in [(8, 20), (9, 24)] {
            let split = split(order);
            for threads in [1, 5] {
                let run = Run { threads, ..Run::alone(1, &stop) };
                let descent = Descent::new(&split, BackendName::DEFAULT);
                assert_eq!(descent.work(&run), Ok(()));
                assert_eq!(descent.best(), best, "{order} {threads}");
                assert!((0..4).all(|case| descent.exhausted(case)), "{order} {threads}");
                assert!(!descent.state().refuted.is_empty(), "{order} {threads}");
                assert!(descent.state().learned.is_empty(), "{order} {threads}");
            }
        }
    }

    /// Whatever is estimated for levels 1 and 2, the end is the same: a wrong estimate is dropped
    /// with its refutations.
    #[test]
    fn wrong_estimates_do_no_harm() {
        let stop = AtomicBool::new(false);
        let split = split(9);
        for (threads, estimate) in [(5, 26), (1, 40)] {
            let run = Run { threads, ..Run::alone(1, &stop) };
            let descent = Descent::new(&split, BackendName::DEFAULT);
            let low_bounds = vec![Some(estimate); 4];
            let estimates =
                SearchState { low_bounds, unverified: (0..4).collect(), ..SearchState::new(4) };
            descent.restore(estimates, &run);
            assert_eq!(descent.work(&run), Ok(()));
            assert_eq!(descent.best(), 24, "{threads} {estimate}");
            let state = descent.state();
            assert!(state.unverified.is_empty());
            assert_eq!((state.exhausted(24), state.bound()), (4, Some(24)), "{threads} {estimate}");
            let right = state
                .low_bounds
                .iter()
                .zip([24, 24, 26, 23])
                .all(|(&low_bound, most)| low_bound <= Some(most));
            assert!(right, "{:?}", state.low_bounds);
        }
    }

    /// `most` finds a board where there is one, and nothing below it.
    #[test]
    fn a_penalty_is_there_or_not() {
        let stop = AtomicBool::new(false);
        let run = Run { threads: 5, ..Run::alone(1, &stop) };
        for (most, found) in [(24, true), (23, false)] {
            let split = CaseSplit { most: Some(most), ..split(9) };
            let descent = Descent::new(&split, BackendName::DEFAULT);
            assert_eq!(descent.work(&run), Ok(()));
            assert_eq!(descent.state().board.is_some(), found);
            assert_eq!(descent.best(), 24);
            assert!((0..4).all(|case| descent.exhausted(case)));
        }
    }

    /// Refuted steps are not searched again, and open ones are.
    #[test]
    fn an_interrupted_run_goes_on_with_the_steps_that_are_left() {
        let stop = AtomicBool::new(false);
        let run = Run { threads: 5, ..Run::alone(1, &stop) };
        let split = CaseSplit { most: Some(27), ..split(10) };
        let whole = Descent::new(&split, BackendName::DEFAULT);
        assert_eq!(whole.work(&run), Ok(()));
        let state = SearchState::read(&whole.state().text(28), 4, &split.instance).unwrap();
        let &left = state.refuted.keys().next().expect("there are steps");
        let mut refuted = state.refuted.clone();
        refuted.remove(&left);
        let again = Descent::new(&split, BackendName::DEFAULT);
        again.restore(
            SearchState { refuted, lower_bounds: vec![None; 4], conflicts: 0, ..state.clone() },
            &run,
        );
        assert!(!again.exhausted(left.0));
        assert_eq!(parts(&again, 27, 5).len(), state.refuted.len());
        assert_eq!(again.work(&run), Ok(()));
        assert_eq!(again.state().refuted, state.refuted);
        assert!((0..4).all(|case| again.exhausted(case)));
    }
}
