//! Schedule of the bound descent: which part of which case is searched next, by which thread, for
//! how many conflicts.
//!
//! A part is a case, or one step of a case; parts are independent. Up to the largest order of the
//! contest a part is a case, and one solver goes through its steps. Beyond it each step is a part
//! with a solver of its own. That takes longer where steps are easy, but an interrupted run loses
//! less.
//!
//! A thread that has no part takes one from a thread that has several. If there is none, it verifies
//! estimates, and then joins a case: its solver searches a step that no other one searches
//! (`step_claims`). The solvers of a case give each other short learned clauses (`clause_exchange`).
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
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::families::neighbors::board::LARGEST_OF_CONTEST;
use crate::families::neighbors::bounds::bounded_solve::{BoundedSolver, SolveOutcome, SolvedBoard};
use crate::families::neighbors::bounds::clause_exchange::{ClauseExchange, LONGEST_GIVEN};
use crate::families::neighbors::bounds::learned_clauses::{ClauseSource, KeptClauses};
use crate::families::neighbors::search::descent::Descent;
use crate::families::neighbors::search::step_claims::StepClaims;
use crate::run::{Halt, Run};

/// How far the first bound lies above the least bound on levels 1 and 2. No known best board of the
/// contest needs more. A solver finds a best board as fast as a worse one, so the bound may be
/// tight.
const SLACK: usize = 5;
/// Conflicts of a turn.
const TURN: u64 = 20_000;
/// Conflicts of a turn in a run that was resumed.
const RESUMED_TURN: u64 = 70_000;
/// Conflicts between two exchanges of clauses, where several threads work.
const EXCHANGED: u64 = 2_000;
/// A resumed run rebuilds no solver if less time is left and another solver is ready.
const TOO_LATE: Duration = Duration::from_secs(5);
/// How long a thread without a part sleeps before it asks again whether to stop.
const PATIENCE: Duration = Duration::from_millis(20);
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

/// The solver of a part, its formula, and how many clauses of other solvers of that formula it has seen.
struct PartSolver<'a> {
    solver: BoundedSolver<'a>,
    source: ClauseSource,
    seen: usize,
}

/// How a slice of a turn ended.
enum Slice {
    /// The turn is over; whether the part needs another.
    Over(bool),
    /// After so many conflicts.
    Limit(u64),
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
        let ended = self.descend(self.hexagon().order() > LARGEST_OF_CONTEST, run);
        if ended.is_err() {
            self.save(run, true);
        }
        ended
    }

    /// Exhausts all cases up to the same penalty before any is searched for more. With `apart` each step has a solver of
    /// its own.
    fn descend(&self, apart: bool, run: &Run<'_>) -> Result<(), Halt> {
        if self.split.has_usual_classes() {
            self.estimate_low_bounds(run)?;
        }
        let unverified = self.state().unverified.clone();
        self.find_low_bounds_except(&unverified, run)?;
        let least = self.state().low_bounds.iter().flatten().copied().min().unwrap_or(0);
        let mut slack = first_slack(self.hexagon().order());
        while !(0..self.split.cases.len()).all(|case| self.exhausted(case)) {
            exhaust(self, least.saturating_add(slack), apart, run)?;
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
fn exhaust(descent: &Descent<'_>, aim: usize, apart: bool, run: &Run<'_>) -> Result<(), Halt> {
    let threads = run.workers();
    let waiting = Waiting { parts: parts(descent, aim, apart), held: vec![0; threads], idle: 0 };
    let (waiting, moved) = (Mutex::new(waiting), Condvar::new());
    let unverified = Mutex::new(descent.state().unverified.clone());
    let claims = StepClaims::new(descent.split.cases.len());
    let exchange = ClauseExchange::new(descent.split.cases.len());
    let (waiting, moved, unverified) = (&waiting, &moved, &unverified);
    let (claims, exchange) = (&claims, &exchange);
    run.together(threads, |thread, partner| {
        let worker = Worker {
            descent,
            aim,
            thread,
            threads,
            waiting,
            moved,
            unverified,
            claims,
            exchange,
            owner: run,
        };
        worker.work(partner)
    })
}

/// All parts up to a penalty: the first open step first, then the fewest conflicts, then the
/// smallest bound on levels 1 and 2.
fn parts(descent: &Descent<'_>, aim: usize, apart: bool) -> VecDeque<CasePart> {
    let split = descent.split;
    let apart = apart && split.is_usual() && split.low.is_empty();
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
            let part = |step| CasePart { case, step: Some(step) };
            parts.extend(steps.map(|step| ((step, 0, low_bound), part(step))));
        }
    }
    parts.sort_by_key(|&(rank, part)| (rank, part.case));
    parts.into_iter().map(|(_, part)| part).collect()
}

/// What no thread works on.
struct Waiting {
    parts: VecDeque<CasePart>,
    /// How many parts each thread has.
    held: Vec<usize>,
    /// How many threads have none.
    idle: usize,
}

/// A thread of the schedule.
struct Worker<'a> {
    descent: &'a Descent<'a>,
    aim: usize,
    thread: usize,
    threads: usize,
    waiting: &'a Mutex<Waiting>,
    /// Tells threads without a part that one was given away.
    moved: &'a Condvar,
    /// Cases with an estimate that must be verified.
    unverified: &'a Mutex<BTreeSet<usize>>,
    /// Which thread searches which step.
    claims: &'a StepClaims,
    /// What the solvers of a case learn.
    exchange: &'a ClauseExchange,
    /// The run that owns the checkpoint.
    owner: &'a Run<'a>,
}

/// A thread that ends, however it does, has no parts any more.
struct Leaving<'a>(&'a Worker<'a>);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.waiting().held[self.0.thread] = 0;
    }
}

impl Worker<'_> {
    /// Takes parts until there are none, several at a time in turns, because their difficulty is
    /// unknown.
    fn work<'b>(&'b self, run: &'b Run<'b>) -> Result<(), Halt> {
        let _leaving = Leaving(self);
        let mut active_parts: VecDeque<ActivePart<'b>> = VecDeque::new();
        loop {
            if self.descent.is_stagnant() && self.verify_next(run)? {
                continue;
            }
            self.share(&mut active_parts);
            let Some(mut active) = self.next(&mut active_parts, run) else {
                match self.idle(run)? {
                    Some(part) => active_parts.push_back(self.begun(part)),
                    None => return self.verify_all(run),
                }
                continue;
            };
            if self.turn(&mut active, run)? {
                active_parts.push_back(active);
            } else {
                self.claims.leave(active.part.case, self.thread);
            }
            self.descent.save(self.owner, false);
        }
    }

    /// Takes parts that nobody works on, or gives one to a thread that has none.
    fn share<'b>(&self, active_parts: &mut VecDeque<ActivePart<'b>>) {
        let at_once = self.descent.split.cases.len().div_ceil(self.threads);
        let mut waiting = self.waiting();
        if waiting.idle > waiting.parts.len() && active_parts.len() > 1 {
            // Its solver stays behind; the short clauses that it has learned are kept.
            if let Some(given) = active_parts.pop_back() {
                self.claims.leave(given.part.case, self.thread);
                waiting.parts.push_back(given.part);
                self.moved.notify_one();
            }
        }
        let idle = waiting.idle;
        while active_parts.len() < at_once
            && waiting.parts.len() > idle
            && let Some(part) = waiting.parts.pop_front()
        {
            active_parts.push_back(self.begun(part));
        }
        waiting.held[self.thread] = active_parts.len();
    }

    fn begun<'b>(&self, part: CasePart) -> ActivePart<'b> {
        ActivePart { part, levels: self.first_levels(part), solver: None }
    }

    /// A part for a thread that has none: one of another thread, or a case that it joins. Verifies estimates before. `None`
    /// if no thread has a part.
    fn idle(&self, run: &Run<'_>) -> Result<Option<CasePart>, Halt> {
        loop {
            if let Some(part) = self.given(run)? {
                return Ok(Some(part));
            }
            if self.threads == 1 {
                return Ok(None);
            }
            if self.descent.best() <= self.aim && self.verify_next(run)? {
                continue;
            }
            if let Some(part) = self.joined() {
                self.waiting().held[self.thread] = 1;
                return Ok(Some(part));
            }
            let waiting = self.waiting();
            if waiting.held.iter().all(|&held| held == 0) {
                return Ok(None);
            }
            if let Some(halt) = run.halted() {
                return Err(halt);
            }
            drop(self.moved.wait_timeout(waiting, PATIENCE));
        }
    }

    /// Waits for a part as long as some thread has several.
    fn given(&self, run: &Run<'_>) -> Result<Option<CasePart>, Halt> {
        let mut waiting = self.waiting();
        waiting.held[self.thread] = 0;
        waiting.idle += 1;
        let given = loop {
            if let Some(part) = waiting.parts.pop_front() {
                waiting.held[self.thread] = 1;
                break Ok(Some(part));
            }
            if waiting.held.iter().all(|&held| held < 2) {
                break Ok(None);
            }
            if let Some(halt) = run.halted() {
                break Err(halt);
            }
            let waited = self.moved.wait_timeout(waiting, PATIENCE);
            waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        waiting.idle -= 1;
        given
    }

    /// Joins a case that other threads search.
    fn joined(&self) -> Option<CasePart> {
        let split = self.descent.split;
        if !split.is_usual() || !split.low.is_empty() {
            return None;
        }
        let most = self.descent.upper_limit(self.aim).checked_sub(1)?;
        let joined = self.claims.join(self.thread, self.threads, |case| {
            let low_bound = self.descent.low_bound_of(case);
            // Without clauses of the other solvers a step would take much longer.
            let begun = self.exchange.has_clauses(case);
            let open = if begun { self.open_steps(case, low_bound, most) } else { Vec::new() };
            (low_bound, open)
        });
        joined.map(|case| CasePart { case, step: None })
    }

    /// The steps of a case that may have a board with a penalty up to `most`.
    fn open_steps(&self, case: usize, low_bound: usize, most: usize) -> Vec<usize> {
        let steps = 0..most.saturating_add(1).saturating_sub(low_bound);
        steps.filter(|&step| !self.descent.is_refuted(case, Some(step), most)).collect()
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
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

    fn first_levels(&self, part: CasePart) -> usize {
        let levels = self.descent.split.levels;
        if part.step.is_some() { levels.min(FIRST_LEVELS) } else { levels }
    }

    /// Gives a part one turn. Returns whether it needs another.
    fn turn<'b>(&'b self, active: &mut ActivePart<'b>, run: &'b Run<'b>) -> Result<bool, Halt> {
        let turn = if self.descent.state().resumed > 0 { RESUMED_TURN } else { TURN };
        let shares = self.threads > 1 && active.part.step.is_none();
        let slice = if shares { EXCHANGED } else { turn };
        let mut spent = 0;
        loop {
            match self.slice(active, slice, run)? {
                Slice::Over(again) => return Ok(again),
                Slice::Limit(conflicts) => spent += conflicts,
            }
            if spent >= turn || !shares {
                return Ok(true);
            }
        }
    }

    /// Searches a part for so many conflicts.
    fn slice<'b>(
        &'b self,
        active: &mut ActivePart<'b>,
        conflicts: u64,
        run: &'b Run<'b>,
    ) -> Result<Slice, Halt> {
        let (descent, part) = (self.descent, active.part);
        let Some(most) = descent.upper_limit(self.aim).checked_sub(1) else {
            return Ok(Slice::Over(false));
        };
        if descent.is_refuted(part.case, part.step, most) {
            self.drop_learned(part, most);
            return Ok(Slice::Over(false));
        }
        let low_bound = descent.low_bound_of(part.case);
        let fits =
            |it: &PartSolver<'_>| it.source.largest >= most && it.source.low_bound == low_bound;
        if !active.solver.as_ref().is_some_and(fits) {
            active.solver = Some(self.part_solver(active, low_bound, most, run)?);
        }
        let part_solver = active.solver.as_mut().expect("it was just made");
        let shares =
            self.threads > 1 && part.step.is_none() && part_solver.solver.step() < usize::MAX;
        if shares && !self.prepare(part_solver, most) {
            // Enough threads search what is left of the case.
            return Ok(Slice::Over(false));
        }
        let (solver, source) = (&mut part_solver.solver, part_solver.source);
        let (before, step) = (solver.conflicts(), solver.step());
        let tried = solver.solve_at_most(most, conflicts);
        let spent = solver.conflicts() - before;
        descent.state().spend(part.case, spent);
        if shares && let Some((bound, clauses)) = solver.fresh_learned(LONGEST_GIVEN) {
            self.exchange.give(&source, self.thread, bound, clauses);
        }
        let kept = ClauseSource { step: part.step, ..source };
        descent.state().keep(KeptClauses::new(kept, solver.learned()));
        // The solver has passed the step, so it is refuted up to `most`.
        let passed = part.step.is_none() && solver.step() > step;
        if passed {
            descent.refuted(part.case, Some(step), low_bound, most);
        }
        match tried? {
            SolveOutcome::Limit if passed => Ok(Slice::Over(true)),
            SolveOutcome::Limit => Ok(Slice::Limit(spent)),
            SolveOutcome::Found(solved) => {
                self.found(active, &solved, run)?;
                Ok(Slice::Over(true))
            }
            // A refutation that used a bound since corrected shows nothing.
            SolveOutcome::Refuted if !descent.refuted(part.case, part.step, low_bound, most) => {
                Ok(Slice::Over(true))
            }
            SolveOutcome::Refuted => {
                active.solver = None;
                self.drop_learned(part, most);
                descent.report(run);
                Ok(Slice::Over(false))
            }
        }
    }

    /// Goes to the step of the thread, and takes what other solvers of the case have learned. `false` if enough threads
    /// search the steps that are open.
    fn prepare(&self, part_solver: &mut PartSolver<'_>, most: usize) -> bool {
        let PartSolver { solver, source, seen } = part_solver;
        let ClauseSource { case, low_bound, .. } = *source;
        let open = self.open_steps(case, low_bound, most);
        let Some(step) = self.claims.advance(case, self.thread, low_bound, &open) else {
            return false;
        };
        solver.exclude_before({
            // Steps are counted from the bound of the solver.
            let state = self.descent.state();
            let counted = state.low_bounds[case] == Some(low_bound);
            if counted { state.first_step(case, most) } else { 0 }
        });
        solver.go_to_step(step);
        let (clauses, end) = self.exchange.take(source, self.thread, most, *seen);
        solver.take_given(&clauses, most);
        *seen = end;
        true
    }

    /// Drops the learned clauses of a refuted part, and those of its case if that is refuted with it.
    fn drop_learned(&self, part: CasePart, most: usize) {
        let whole = self.descent.is_refuted(part.case, None, most);
        let mut state = self.descent.state();
        state.drop_learned(part.case, part.step);
        if whole {
            state.drop_learned(part.case, None);
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
        // The exchange has more than what was kept.
        let gives = self.threads > 1 && step.is_none() && self.exchange.has_clauses(case);
        let (kept, first) = {
            let state = self.descent.state();
            let kept = if gives { None } else { state.recalled(&source) };
            (kept, state.first_step(case, most))
        };
        let largest = kept.as_ref().map_or(most, |kept| kept.source.largest);
        let mut source = ClauseSource { largest, ..source };
        if self.threads > 1 && step.is_none() {
            source = self.exchange.join(source);
        }
        let input = self.descent.split.formula_input(case, active.levels, Some(low_bound));
        let solver = BoundedSolver::new(&input, source.largest, self.descent.backend, run)?;
        let mut solver = match step {
            Some(step) => solver.at_step(step),
            None => solver.by_steps().skip_to_step(first),
        };
        if let Some(kept) = kept {
            solver.recall(&kept.clauses, most)?;
        }
        Ok(PartSolver { solver, source, seen: 0 })
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
#[path = "schedule_tests.rs"]
mod tests;
