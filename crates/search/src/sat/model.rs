//! The trait of SAT backends: clauses in, assumptions, conflict limits, models out; and the enumeration of projected models on top of it.

use super::formula::{Formula, Lit};
use crate::run::{Charge, Halt, Run};

/// How many literals a solver takes in between two looks at the limits of the run.
const PULSE: usize = 1 << 16;
/// Calls with a smaller product of literals and conflicts take some milliseconds.
#[cfg_attr(not(feature = "cadical"), allow(dead_code))]
const QUICK: u64 = 1 << 25;

/// How a call ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a model; ask for its values.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// The conflict limit is used up; the call may be repeated and goes on.
    Limit,
}

/// A call can also be stopped from outside, or the solver can be unable to work at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sat {
    /// It ended by itself.
    Done(Verdict),
    /// It was stopped.
    Halted(Halt),
    /// It cannot work: what is wrong, as a sentence.
    Failed(String),
}

/// A SAT solver that takes clauses bit by bit.
pub trait Backend {
    /// Adds a clause for good.
    fn clause(&mut self, literals: &[Lit]);
    /// Looks for a model under assumptions, for at most so many conflicts.
    fn solve(&mut self, assumptions: &[Lit], conflicts: Option<u64>) -> Sat;
    /// The value of a literal in the model that was found.
    fn value(&mut self, literal: Lit) -> bool;
    /// Whether the refutation that was just found used an assumption.
    fn failed(&mut self, assumption: Lit) -> bool;
    /// Conflicts so far.
    fn conflicts(&self) -> u64;

    /// Collects learned clauses of at most so many literals from now on, where the solver hands them over.
    fn collect_learned(&mut self, _longest: usize) {}

    /// The clauses that were collected, in the order in which they were learned.
    fn learned(&self) -> Vec<Vec<Lit>> {
        Vec::new()
    }

    /// The collected clauses of at most so many literals since the last call, for other solvers of the same formula. The
    /// first call begins to set them aside.
    fn fresh_learned(&mut self, _longest: usize) -> Vec<Vec<Lit>> {
        Vec::new()
    }

    /// Whether unit propagation alone shows that a clause follows from the formula; `false` where that
    /// cannot be asked.
    fn implies(&mut self, _clause: &[Lit]) -> bool {
        false
    }

    /// Adds a whole formula.
    fn add(&mut self, formula: &Formula) {
        formula.clauses().for_each(|clause| self.clause(clause));
    }
}

/// The bytes that a literal and a variable take in a solver, by experience: the literal itself, its share of the head
/// of the clause, of two watches and of occurrence lists; and the tables that have an entry for each variable.
const LITERAL_BYTES: usize = 24;
const VARIABLE_BYTES: usize = 256;
/// The bytes of a learned clause of usual length.
pub(super) const LEARNED_BYTES: usize = 256;

/// Counts what a solver takes in and charges its bytes, by estimate. Once a limit of the run is reached, nothing more
/// is taken in; the solver lacks clauses from then on, so it must not answer any more.
#[derive(Debug)]
pub(super) struct Intake<'a> {
    literals: usize,
    /// The largest variable.
    variables: usize,
    /// The bytes of learned clauses.
    learned: usize,
    charge: Charge<'a>,
    halted: Option<Halt>,
}

impl<'a> Intake<'a> {
    /// Nothing taken in yet.
    pub(super) fn new(run: &'a Run<'a>) -> Self {
        let charge = Charge::none(run.budget);
        Self { literals: 0, variables: 0, learned: 0, charge, halted: None }
    }

    /// Charges what the solver has now.
    fn settle(&mut self) {
        let bytes = LITERAL_BYTES * self.literals + VARIABLE_BYTES * self.variables + self.learned;
        if self.halted.is_none() {
            self.halted = self.charge.grow_to(bytes).err();
        }
    }

    /// Takes note of how many learned clauses the solver has. If there is no room for them, it must stop.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code))]
    pub(super) fn learned(&mut self, clauses: usize) -> Option<Halt> {
        self.learned = LEARNED_BYTES * clauses;
        self.settle();
        self.halted
    }

    /// Whether a clause may be added.
    pub(super) fn admits(&mut self, clause: &[Lit], run: &Run<'_>) -> bool {
        let pulses = self.literals / PULSE;
        self.literals += clause.len() + 1;
        let largest = clause.iter().map(|literal| literal.unsigned_abs() as usize).max();
        self.variables = self.variables.max(largest.unwrap_or(0));
        if self.literals / PULSE > pulses && self.halted.is_none() {
            self.halted = run.halted();
            self.settle();
        }
        self.halted.is_none()
    }

    /// Whether so many conflicts end soon by themselves: each looks at a part of the clauses.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code))]
    pub(super) fn is_quick(&self, conflicts: u64) -> bool {
        (self.literals as u64).saturating_mul(conflicts) <= QUICK
    }

    /// Why the solver must not answer, if so.
    pub(super) fn halted(&mut self, run: &Run<'_>) -> Option<Halt> {
        self.settle();
        self.halted.or_else(|| run.halted())
    }
}

/// The models of a formula, as seen on some literals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Models {
    /// The values of the literals, model by model.
    pub models: Vec<Vec<bool>>,
    /// Whether there are no others.
    pub all: bool,
    /// Why the solver was stopped, if it was.
    pub halt: Option<Halt>,
}

/// How a visit of models ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelsEnd {
    /// There are no others.
    All,
    /// The visitor wants no more.
    Enough,
    /// The solver was stopped.
    Halted(Halt),
    /// The solver cannot work: why.
    Failed(String),
}

/// Shows models that differ on the given literals, until there are no more or the visitor says that it wants no
/// more. The literals seen must determine whatever else is asked about the models.
pub fn visit_models(
    backend: &mut dyn Backend,
    literals: &[Lit],
    visitor: &mut dyn FnMut(&[bool]) -> bool,
) -> ModelsEnd {
    loop {
        match backend.solve(&[], None) {
            Sat::Done(Verdict::Satisfiable) => {
                let model: Vec<bool> = literals.iter().map(|&lit| backend.value(lit)).collect();
                let differs = literals.iter().zip(&model);
                let block: Vec<Lit> =
                    differs.map(|(&lit, &value)| if value { -lit } else { lit }).collect();
                backend.clause(&block);
                if visitor(&model) {
                    return ModelsEnd::Enough;
                }
            }
            Sat::Done(Verdict::Unsatisfiable) => return ModelsEnd::All,
            Sat::Done(Verdict::Limit) => return ModelsEnd::Enough,
            Sat::Halted(halt) => return ModelsEnd::Halted(halt),
            Sat::Failed(problem) => return ModelsEnd::Failed(problem),
        }
    }
}

/// Finds models that differ on the given literals, until there are no more or `limit` are found, and
/// shows each as it is found. The literals seen must determine whatever else is asked about the models.
///
/// # Errors
/// If the solver cannot work; the message says why.
pub fn enumerate(
    backend: &mut dyn Backend,
    literals: &[Lit],
    limit: usize,
    mut show: impl FnMut(&[bool]),
) -> Result<Models, String> {
    let mut models: Vec<Vec<bool>> = Vec::new();
    // One model beyond the limit is asked for, so that it is known whether there are others.
    let ended = visit_models(backend, literals, &mut |model| {
        let enough = models.len() >= limit;
        if !enough {
            show(model);
            models.push(model.to_vec());
        }
        enough
    });
    let (all, halt) = match ended {
        ModelsEnd::All => (true, None),
        ModelsEnd::Enough => (false, None),
        ModelsEnd::Halted(halt) => (false, Some(halt)),
        ModelsEnd::Failed(problem) => return Err(problem),
    };
    Ok(Models { models, all, halt })
}
