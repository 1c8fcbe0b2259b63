//! Bounded solves: SAT calls about one bound on the penalty, each with a limit on conflicts.
//!
//! A `BoundedSolver` keeps its encoding and its solver while the bound falls. Bounds are unit
//! clauses, not assumptions: they only fall, and clauses simplify the formula for good.
//!
//! A solver may also go by steps. It first allows levels 1 and 2 no more than their lower bound,
//! then one more, and so on. The limit of a step is an assumption; a refuted step is excluded by a
//! clause.
//!
//! `Refuted` holds for the case, the levels and the lower bound on levels 1 and 2 that the encoding
//! was built with. If that bound is unverified, so is the refutation. `Limit` claims nothing.
//!
//! Reference: Eén and Sörensson, "Translating Pseudo-Boolean Constraints into SAT", 2006 (bound
//! descent).

use crate::families::neighbors::bounds::learned_clauses::LONGEST;
use crate::families::neighbors::encode::formula::{BoardFormula, FormulaInput};
use crate::families::neighbors::encode::penalty_counts::PenaltyCounts;
use crate::run::{Halt, Run};
use crate::sat::{self, Backend, BackendName, Lit, Sat, Verdict};

/// Conflicts between two checks of the limits of the run.
const SLICE: u64 = 20_000;
/// Clauses that are recalled between two checks of the limits of the run.
const RECALLED: usize = 100;

/// A board from a model. Its penalty counts true penalty literals, so it is never below the penalty
/// of the encoded levels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SolvedBoard {
    /// The values; 0 where a cell holds more than the encoded levels.
    pub(crate) values: Vec<u8>,
    pub(crate) penalty: usize,
}

/// How a bounded solve ended.
pub(crate) enum SolveOutcome {
    Found(SolvedBoard),
    Refuted,
    /// The conflicts were used up, or the step ended.
    Limit,
}

/// A solver for falling bounds on the penalty.
pub(crate) struct BoundedSolver<'a> {
    model: BoardFormula,
    counts: PenaltyCounts,
    backend: Box<dyn Backend + 'a>,
    /// The current bound. Larger penalties are excluded by clauses, which simplify the formula more
    /// than assumptions would.
    current_bound: Option<usize>,
    /// The step: how far levels 1 and 2 may exceed their lower bound for now, if they are bounded.
    over: Option<usize>,
    /// The first step that is not excluded by clauses. If it is before the current one, another solver has those between.
    first_open: usize,
    /// Clauses of an earlier run that reverse unit propagation has confirmed.
    recalled: Vec<Vec<Lit>>,
    run: &'a Run<'a>,
}

impl<'a> BoundedSolver<'a> {
    /// A solver for bounds up to `most`.
    pub(crate) fn new(
        input: &FormulaInput<'_>,
        most: usize,
        backend: BackendName,
        run: &'a Run<'a>,
    ) -> Result<Self, Halt> {
        let mut model = BoardFormula::new(input, run)?;
        let counts = model.bounded(input, most, run)?;
        let mut backend = sat::backend(backend, run);
        backend.add(&model.formula);
        backend.collect_learned(LONGEST);
        Ok(Self {
            model,
            counts,
            backend,
            current_bound: None,
            over: None,
            first_open: 0,
            recalled: Vec::new(),
            run,
        })
    }

    /// The same, but by steps: levels 1 and 2 get their lower bound, then one more, and so on. Most
    /// best boards hardly exceed that bound, so they are found sooner. The solver keeps its learned
    /// clauses from step to step.
    pub(crate) fn by_steps(self) -> Self {
        Self { over: Some(0), ..self }
    }

    /// The same, for one step alone. The levels above get what is left if levels 1 and 2 use all of
    /// the step. Two separate bounds are easier to refute than one on their sum.
    pub(crate) fn at_step(mut self, over: usize) -> Self {
        for literal in self.counts.low_exactly(over) {
            self.backend.clause(&[literal]);
        }
        self
    }

    /// Starts at a step: the caller has refuted those before it for all bounds to come.
    pub(crate) fn skip_to_step(mut self, first: usize) -> Self {
        while self.over.is_some_and(|over| over < first) && self.pass_step() {}
        self
    }

    /// Excludes the boards of the step for good and goes to the next; `false` where steps are not
    /// counted.
    fn pass_step(&mut self) -> bool {
        let Some(low_limit) = self.over.and_then(|over| self.counts.low_within(over)) else {
            return false;
        };
        self.backend.clause(&[-low_limit]);
        self.over = self.over.map(|over| over + 1);
        self.first_open = self.over.unwrap_or(0);
        true
    }

    /// Excludes steps that other solvers have refuted for all bounds to come, with all before them.
    pub(crate) fn exclude_before(&mut self, first: usize) {
        let Some(over) = self.over.filter(|_| first > self.first_open) else { return };
        if let Some(low_limit) = self.counts.low_within(first - 1) {
            self.backend.clause(&[-low_limit]);
            (self.over, self.first_open) = (Some(over.max(first)), first);
        }
    }

    /// Goes to a step, and leaves those before it that are open to other solvers.
    pub(crate) fn go_to_step(&mut self, step: usize) {
        self.over = self.over.map(|_| step.max(self.first_open));
    }

    /// Adds clauses that follow from the formula and from a bound that is no smaller than the current one.
    pub(crate) fn take_given(&mut self, clauses: &[Vec<Lit>], penalty: usize) {
        self.exclude_above(penalty);
        clauses.iter().for_each(|clause| self.backend.clause(clause));
    }

    /// The clauses of at most so many literals that were learned since the last call, and the bound that they need.
    pub(crate) fn fresh_learned(&mut self, longest: usize) -> Option<(usize, Vec<Vec<Lit>>)> {
        let clauses = self.backend.fresh_learned(longest);
        self.current_bound.map(|bound| (bound, clauses))
    }

    /// What is assumed in the current step. Where steps before it are left to others, the count of levels 1 and 2 is set
    /// to the step.
    fn assumptions(&self) -> Vec<Lit> {
        match self.over {
            None => Vec::new(),
            Some(over) if over > self.first_open => self.counts.low_exactly(over),
            Some(over) => self.counts.low_within(over).into_iter().collect(),
        }
    }

    /// Excludes the boards of the current step and goes to the next; `false` if nothing is left.
    fn pass_refuted(&mut self, assumptions: &[Lit]) -> bool {
        match self.over {
            Some(over) if over > self.first_open => {
                let clause: Vec<Lit> = assumptions.iter().map(|literal| -literal).collect();
                self.backend.clause(&clause);
                self.over = Some(over + 1);
                true
            }
            _ => self.pass_step(),
        }
    }

    /// Adds the clauses that reverse unit propagation derives under a bound. The others are
    /// dropped: they may belong to another formula.
    pub(crate) fn recall(&mut self, clauses: &[Vec<Lit>], penalty: usize) -> Result<(), Halt> {
        self.exclude_above(penalty);
        for (place, clause) in clauses.iter().enumerate() {
            if place % RECALLED == 0
                && let Some(halt) = self.run.halted()
            {
                return Err(halt);
            }
            let known =
                clause.iter().all(|&literal| literal.abs() <= self.model.formula.variables());
            if known && self.backend.implies(clause) {
                self.backend.clause(clause);
                self.recalled.push(clause.clone());
            }
        }
        Ok(())
    }

    /// Short clauses that were learned or recalled, the oldest first.
    pub(crate) fn learned(&self) -> Vec<Vec<Lit>> {
        [self.recalled.clone(), self.backend.learned()].concat()
    }

    /// The step: how far levels 1 and 2 may exceed their lower bound.
    pub(crate) fn step(&self) -> usize {
        self.over.unwrap_or(usize::MAX)
    }

    /// A board with at most this penalty, if there is one. Bounds must not rise from call to call.
    pub(crate) fn at_most(&mut self, penalty: usize) -> Result<Option<SolvedBoard>, Halt> {
        loop {
            match self.solve_at_most(penalty, SLICE)? {
                SolveOutcome::Limit => {}
                SolveOutcome::Refuted => return Ok(None),
                SolveOutcome::Found(solved) => return Ok(Some(solved)),
            }
        }
    }

    /// Looks for such a board within a limit on conflicts.
    pub(crate) fn solve_at_most(
        &mut self,
        penalty: usize,
        conflicts: u64,
    ) -> Result<SolveOutcome, Halt> {
        self.exclude_above(penalty);
        let assumptions = self.assumptions();
        match self.backend.solve(&assumptions, Some(conflicts)) {
            Sat::Done(Verdict::Limit) => Ok(SolveOutcome::Limit),
            Sat::Done(Verdict::Unsatisfiable) if self.pass_refuted(&assumptions) => {
                Ok(SolveOutcome::Limit)
            }
            Sat::Done(Verdict::Unsatisfiable) => Ok(SolveOutcome::Refuted),
            Sat::Done(Verdict::Satisfiable) => Ok(SolveOutcome::Found(self.solved_board())),
            Sat::Halted(halt) => Err(halt),
            Sat::Failed(problem) => unreachable!("an embedded solver cannot fail: {problem}"),
        }
    }

    /// Excludes boards with a larger penalty for good.
    fn exclude_above(&mut self, penalty: usize) {
        if self.current_bound.is_none_or(|bound| penalty < bound) {
            self.current_bound = Some(penalty);
            for literal in self.counts.at_most(penalty) {
                self.backend.clause(&[literal]);
            }
        }
    }

    fn solved_board(&mut self) -> SolvedBoard {
        let (model, backend) = (&self.model, &mut self.backend);
        let penalty =
            model.penalty_edges.iter().flatten().filter(|it| backend.value(it.name)).count();
        SolvedBoard { values: model.board(|lit| backend.value(lit)), penalty }
    }

    pub(crate) fn conflicts(&self) -> u64 {
        self.backend.conflicts()
    }
}

/// The least penalty of an encoding, by bound descent from `most`; `None` if no board has so
/// little.
pub(crate) fn least(
    input: &FormulaInput<'_>,
    most: usize,
    backend: BackendName,
    run: &Run<'_>,
) -> Result<Option<usize>, Halt> {
    let mut solver = BoundedSolver::new(input, most, backend, run)?;
    let mut best = None;
    let mut next = Some(most);
    while let Some(penalty) = next {
        let Some(solved) = solver.at_most(penalty)? else { break };
        best = Some(solved.penalty);
        next = solved.penalty.checked_sub(1);
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::families::neighbors::board::blank;
    use crate::families::neighbors::bounds::sector_survey::BoundGoal;
    use crate::families::neighbors::bounds::sector_survey::tests::surveyed;
    use crate::families::neighbors::encode::cases::CaseSplit;
    use crate::families::neighbors::encode::sector_counts::BOARD;

    /// Clauses of an earlier solver are added where they follow, and false ones change no result.
    #[test]
    fn recalled_clauses_guide_and_prove_nothing() {
        let stop = AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        let split = CaseSplit::usual_class(blank(9));
        let mut ends = [0; 2];
        for case in 0..split.cases.len() {
            let bounds = surveyed(&split, case, BoundGoal::Least, &run);
            let input = split.formula_input(case, split.levels, Some(bounds.least[BOARD]));
            for penalty in [23, 24].into_iter().filter(|&it| it >= bounds.least[BOARD]) {
                let solver = || {
                    BoundedSolver::new(&input, 26, BackendName::DEFAULT, &run).unwrap().by_steps()
                };
                let mut first = solver();
                let there = first.at_most(penalty).unwrap().is_some();
                let learned = first.learned();
                let mut second = solver();
                second.recall(&learned, penalty).unwrap();
                assert!(2 * second.recalled.len() > learned.len(), "{}", learned.len());
                assert_eq!(second.at_most(penalty).unwrap().is_some(), there, "{case} {penalty}");
                let variables = second.model.formula.variables();
                let wrong =
                    (1..=variables + 9).flat_map(|it| [vec![it], vec![-it], vec![it, -it - 1]]);
                let mut third = solver();
                third.recall(&wrong.collect::<Vec<_>>(), penalty).unwrap();
                assert_eq!(third.at_most(penalty).unwrap().is_some(), there, "{case} {penalty}");
                ends[usize::from(there)] += 1;
            }
        }
        assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
    }

    /// Solvers of different steps that give each other clauses lose no board and find none that is not there.
    #[test]
    fn given_clauses_change_no_answer() {
        let stop = AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        let split = CaseSplit::usual_class(blank(9));
        let (mut ends, mut given) = ([0; 2], 0);
        for case in 0..split.cases.len() {
            let bounds = surveyed(&split, case, BoundGoal::Least, &run);
            let low_bound = bounds.least[BOARD];
            let input = split.formula_input(case, split.levels, Some(low_bound));
            for penalty in (23..=25).filter(|&it| it >= low_bound) {
                let solver =
                    || BoundedSolver::new(&input, penalty, BackendName::DEFAULT, &run).unwrap();
                let at_once = solver().at_most(penalty).unwrap().is_some();
                let mut solvers: Vec<_> =
                    (0..=penalty - low_bound).map(|_| solver().by_steps()).collect();
                let mut refuted = vec![false; solvers.len()];
                let mut found = false;
                while !found && refuted.contains(&false) {
                    for step in 0..solvers.len() {
                        if refuted[step] {
                            continue;
                        }
                        solvers[step].go_to_step(step);
                        let tried = solvers[step].solve_at_most(penalty, 100).unwrap();
                        found |= matches!(tried, SolveOutcome::Found(_));
                        refuted[step] = solvers[step].step() > step;
                        let (bound, clauses) = solvers[step].fresh_learned(12).unwrap();
                        assert_eq!(bound, penalty);
                        given += clauses.len();
                        let others = (0..solvers.len()).filter(|&other| other != step);
                        others.for_each(|other| solvers[other].take_given(&clauses, penalty));
                    }
                }
                assert_eq!(found, at_once, "{case} {penalty}");
                ends[usize::from(at_once)] += 1;
            }
        }
        assert!(given > 100 && ends.iter().all(|&count| count > 0), "{given} {ends:?}");
    }

    /// Steps lose no board: they find one exactly where a solve without steps does.
    #[test]
    fn steps_find_what_there_is() {
        let stop = AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        let mut ends = [0; 2];
        for (order, best) in [(8, 20), (9, 24)] {
            let split = CaseSplit::usual_class(blank(order));
            for case in 0..split.cases.len() {
                let bounds = surveyed(&split, case, BoundGoal::Least, &run);
                let input = split.formula_input(case, split.levels, Some(bounds.least[BOARD]));
                for penalty in (best - 1..=best + 1).filter(|&it| it >= bounds.least[BOARD]) {
                    let solver =
                        || BoundedSolver::new(&input, penalty, BackendName::DEFAULT, &run).unwrap();
                    let at_once = solver().at_most(penalty).unwrap().is_some();
                    let by_steps = solver().by_steps().at_most(penalty).unwrap().is_some();
                    assert_eq!(by_steps, at_once, "{order} {case} {penalty}");
                    let steps = 0..=penalty - bounds.least[BOARD];
                    let mut apart = steps.map(|over| solver().at_step(over).at_most(penalty));
                    let apart = apart.any(|board| board.unwrap().is_some());
                    assert_eq!(apart, at_once, "{order} {case} {penalty}");
                    // One solver has the even steps, others have the odd ones.
                    let last = penalty - bounds.least[BOARD];
                    let mut even = solver().by_steps();
                    let mut found = (0..=last)
                        .filter(|over| over % 2 == 1)
                        .any(|over| solver().at_step(over).at_most(penalty).unwrap().is_some());
                    while !found && even.step() <= last {
                        even.go_to_step(even.step().next_multiple_of(2));
                        if even.step() <= last {
                            let step = even.step();
                            found = loop {
                                match even.solve_at_most(penalty, SLICE).unwrap() {
                                    SolveOutcome::Found(_) => break true,
                                    SolveOutcome::Refuted => break false,
                                    SolveOutcome::Limit if even.step() > step => break false,
                                    SolveOutcome::Limit => {}
                                }
                            };
                        }
                    }
                    assert_eq!(found, at_once, "{order} {case} {penalty}");
                    ends[usize::from(at_once)] += 1;
                }
            }
        }
        assert!(ends.iter().all(|&count| count > 2), "{ends:?}");
    }
}
