//! batsat, embedded: pure Rust, quick on many small problems.

use std::cell::Cell;

use batsat::{
    Callbacks, ClauseKind, Lit as BatLit, Solver, SolverInterface, SolverOpts, Var, lbool,
};

use super::formula::Lit;
use super::model::{Backend, Intake, LEARNED_BYTES, Sat, Verdict};
use crate::run::{Charge, Halt, Run};

/// Counts conflicts and says when to stop.
struct HaltPoll<'a> {
    run: &'a Run<'a>,
    conflicts: u64,
    limit: u64,
    /// Learned clauses that are kept, and the charge for their bytes.
    learned: usize,
    charge: Charge<'a>,
    /// Whether there was no room for them.
    full: bool,
    polls: Cell<u32>,
    /// Whether the work had to end at the last poll that asked. The solver asks at several depths,
    /// and one that is told to stop goes on if the next is not.
    halted: Cell<bool>,
}

impl Callbacks for HaltPoll<'_> {
    fn on_new_clause(&mut self, _: &[BatLit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.conflicts += 1;
            self.learned += 1;
            if self.learned.is_multiple_of(64) {
                self.full |= self.charge.grow_to(LEARNED_BYTES * self.learned).is_err();
            }
        }
    }

    fn on_delete_clause(&mut self, _: &[BatLit]) {
        self.learned = self.learned.saturating_sub(1);
    }

    fn stop(&self) -> bool {
        // The clock is dear, the counter is not.
        self.polls.set(self.polls.get().wrapping_add(1));
        if self.polls.get().is_multiple_of(64) && self.run.halted().is_some() {
            self.halted.set(true);
        }
        self.conflicts >= self.limit || self.full || self.halted.get()
    }
}

/// The solver.
pub(super) struct Bat<'a> {
    solver: Solver<HaltPoll<'a>>,
    run: &'a Run<'a>,
    variables: Vec<Var>,
    intake: Intake<'a>,
}

impl<'a> Bat<'a> {
    /// A solver without clauses.
    pub(super) fn new(run: &'a Run<'a>) -> Self {
        let (polls, halted) = (Cell::new(0), Cell::new(false));
        let charge = Charge::none(run.budget);
        let (conflicts, limit, learned, full) = (0, u64::MAX, 0, false);
        let watch = HaltPoll { run, conflicts, limit, learned, charge, full, polls, halted };
        // The seed must not be zero.
        let random_seed = (run.seed % 1_000_003) as f64 + 1.0;
        let options = SolverOpts { random_seed, ..SolverOpts::default() };
        Self {
            solver: Solver::new(options, watch),
            run,
            variables: Vec::new(),
            intake: Intake::new(run),
        }
    }

    fn literal(&mut self, literal: Lit) -> BatLit {
        let index = literal.unsigned_abs() as usize;
        while self.variables.len() < index {
            let variable = self.solver.new_var_default();
            self.variables.push(variable);
        }
        BatLit::new(self.variables[index - 1], literal > 0)
    }
}

impl Backend for Bat<'_> {
    fn clause(&mut self, literals: &[Lit]) {
        if !self.intake.admits(literals, self.run) {
            return;
        }
        let mut clause: Vec<BatLit> = literals.iter().map(|&lit| self.literal(lit)).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    fn solve(&mut self, assumptions: &[Lit], conflicts: Option<u64>) -> Sat {
        let assumptions: Vec<BatLit> = assumptions.iter().map(|&lit| self.literal(lit)).collect();
        let watch = self.solver.cb_mut();
        watch.limit = conflicts.map_or(u64::MAX, |limit| watch.conflicts.saturating_add(limit));
        watch.halted.set(false);
        if let Some(halt) = self.intake.halted(self.run) {
            return Sat::Halted(halt);
        }
        let answer = self.solver.solve_limited(&assumptions);
        let memory = self.solver.cb().full.then_some(Halt::Memory);
        match (answer, memory.or_else(|| self.run.halted())) {
            (answer, _) if answer == lbool::TRUE => Sat::Done(Verdict::Satisfiable),
            (answer, _) if answer == lbool::FALSE => Sat::Done(Verdict::Unsatisfiable),
            (_, Some(halt)) => Sat::Halted(halt),
            (_, None) => Sat::Done(Verdict::Limit),
        }
    }

    fn value(&mut self, literal: Lit) -> bool {
        let variable = self.variables.get(literal.unsigned_abs() as usize - 1);
        let value = variable.map(|&variable| self.solver.value_var(variable) == lbool::TRUE);
        value.unwrap_or(false) == (literal > 0)
    }

    fn failed(&mut self, assumption: Lit) -> bool {
        let variable = self.literal(assumption).var();
        self.solver.unsat_core_contains_var(variable)
    }

    fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }
}
