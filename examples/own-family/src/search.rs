//! A SAT solver loaded with a board: solutions one by one, under assumptions. Engine, hints and maker all use it.
//!
//! A solution p is blocked by the clause ⋁ { ¬x(p(k), k) : 1 ≤ k ≤ n }: some number stands elsewhere.

use sixfold_search::sat::{self, Backend, Lit, Sat, Verdict};
use sixfold_solver::{Halt, Task};

use crate::formula::{BoardFormula, encode};
use crate::instance::{Content, Solution};
use crate::options::SatOptions;
use crate::rules::Rikudo;

/// A SAT solver and the formula in it.
pub(crate) struct Search<'a> {
    pub(crate) backend: Box<dyn Backend + 'a>,
    pub(crate) board: BoardFormula,
}

impl<'a> Search<'a> {
    /// Loads the board of a task into the solver that its options name.
    pub(crate) fn load(task: &Task<'a, Rikudo, SatOptions>) -> Result<Self, Halt> {
        let board = encode(task.instance, task.options.counting, task.run)?;
        Ok(Self::new(board, sat::backend(task.options.backend, task.run)))
    }

    /// Loads a formula into a solver.
    pub(crate) fn new(board: BoardFormula, mut backend: Box<dyn Backend + 'a>) -> Self {
        backend.add(&board.formula);
        Self { backend, board }
    }

    /// A solution in which the assumptions hold, if there is one that is not blocked.
    pub(crate) fn find(&mut self, assumptions: &[Lit]) -> Result<Option<Solution>, Halt> {
        match self.backend.solve(assumptions, None) {
            Sat::Done(Verdict::Satisfiable) => {
                let Self { backend, board } = self;
                Ok(Some(board.solution(|literal| backend.value(literal))))
            }
            Sat::Done(Verdict::Unsatisfiable) => Ok(None),
            Sat::Halted(halt) => Err(halt),
            other => unreachable!("an embedded solver without a conflict limit answers: {other:?}"),
        }
    }

    /// Blocks a solution.
    pub(crate) fn block(&mut self, solution: &[Content]) {
        let placed = self.board.placed(solution).expect("a solution has no other numbers");
        let block: Vec<Lit> = placed.iter().map(|literal| -literal).collect();
        self.backend.clause(&block);
    }
}
