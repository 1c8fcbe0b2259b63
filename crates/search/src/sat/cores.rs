//! Core-guided MaxSAT (OLL; Morgado, Dodaro and Marques-Silva, 2014): as few true literals as possible.
//!
//! All soft literals are assumed false. Each unsatisfiable core raises the lower bound by one and is relaxed:
//! a totalizer counts how many of its literals are true. The first model is an optimum.
//!
//! Invariant: `least` is a lower bound at any time, so a stopped search has a bound and no model.

use std::collections::BTreeMap;

use super::cardinality::counts;
use super::formula::{Formula, Lit};
use super::model::{Backend, Sat, Verdict};
use crate::run::{Halt, Run};

/// Conflicts that an attempt to make a core smaller or a sum larger is worth.
const ATTEMPT: u64 = 1_000;

/// Where a search stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CoreStep {
    /// More literals must be true than was known.
    Raised,
    /// There is a model with the least number of true literals.
    Found,
    /// There is no model at all.
    Nothing,
    /// The conflicts that a step may take are used up.
    Limit,
}

/// An output of a sum of literals: the sum, and how many may be true if the output is false.
type Output = (usize, usize);

/// A search for a model with as few true literals as possible.
pub struct Fewest<'a> {
    formula: Formula,
    backend: Box<dyn Backend + 'a>,
    run: &'a Run<'a>,
    /// What is assumed, and of which sum it is an output.
    assumed: BTreeMap<Lit, Option<Output>>,
    /// The outputs of each sum.
    sums: Vec<Vec<Lit>>,
    /// At least so many literals are true in every model.
    pub least: usize,
    /// Models with more true literals are not asked for.
    most: usize,
    /// How many cores there were.
    pub cores: u64,
}

impl<'a> Fewest<'a> {
    /// As few as possible of these literals, and no more than so many.
    pub fn new(
        formula: Formula,
        literals: impl IntoIterator<Item = Lit>,
        most: usize,
        mut backend: Box<dyn Backend + 'a>,
        run: &'a Run<'a>,
    ) -> Self {
        backend.add(&formula);
        let assumed = literals.into_iter().map(|literal| (-literal, None)).collect();
        Self { formula, backend, run, assumed, sums: Vec::new(), least: 0, most, cores: 0 }
    }

    /// The next core, or the end.
    pub fn step(&mut self, conflicts: Option<u64>) -> Result<CoreStep, Halt> {
        if self.least == self.most {
            self.believe();
        }
        let all: Vec<Lit> = self.assumed.keys().copied().collect();
        match self.ask(&all, conflicts)? {
            Verdict::Satisfiable => return Ok(CoreStep::Found),
            Verdict::Limit => return Ok(CoreStep::Limit),
            Verdict::Unsatisfiable => {}
        }
        if self.assumed.is_empty() && self.least == self.most {
            self.least += 1;
            return Ok(CoreStep::Raised);
        }
        let core = self.failed(&all);
        if core.is_empty() {
            return Ok(CoreStep::Nothing);
        }
        let core = self.reduced(core)?;
        self.cores += 1;
        self.replace(&core)?;
        Ok(CoreStep::Raised)
    }

    /// A model with no more than what is known to be the least keeps all assumptions. Where the caller asks for no more
    /// for more, they are facts, with which a solver can do more.
    fn believe(&mut self) {
        for (literal, _) in std::mem::take(&mut self.assumed) {
            self.backend.clause(&[literal]);
        }
    }

    /// The value of a literal in the model that was found.
    pub fn value(&mut self, literal: Lit) -> bool {
        self.backend.value(literal)
    }

    /// Conflicts of the solver so far.
    pub fn conflicts(&self) -> u64 {
        self.backend.conflicts()
    }

    fn ask(&mut self, assumptions: &[Lit], conflicts: Option<u64>) -> Result<Verdict, Halt> {
        match self.backend.solve(assumptions, conflicts) {
            Sat::Done(verdict) => Ok(verdict),
            Sat::Halted(halt) => Err(halt),
            Sat::Failed(problem) => unreachable!("an embedded solver cannot fail: {problem}"),
        }
    }

    /// Which of some assumptions the last refutation used.
    fn failed(&mut self, assumptions: &[Lit]) -> Vec<Lit> {
        assumptions.iter().copied().filter(|&literal| self.backend.failed(literal)).collect()
    }

    /// A core without what is easily seen to be superfluous.
    fn reduced(&mut self, mut core: Vec<Lit>) -> Result<Vec<Lit>, Halt> {
        let mut needed = 0;
        while needed < core.len() && core.len() > 1 {
            // Those in front are known to be needed.
            let last = core.pop().expect("there is more than one");
            match self.ask(&core, Some(ATTEMPT))? {
                Verdict::Unsatisfiable => {
                    let smaller = self.failed(&core);
                    needed = core[..needed].iter().filter(|it| smaller.contains(it)).count();
                    core = smaller;
                }
                _ => {
                    core.insert(0, last);
                    needed += 1;
                }
            }
        }
        Ok(core)
    }

    /// Gives up a core: at least one of its assumptions is wrong, and no more than one is for now.
    fn replace(&mut self, core: &[Lit]) -> Result<(), Halt> {
        self.least += 1;
        for literal in core {
            if let Some(Some((sum, place))) = self.assumed.remove(literal) {
                self.allow(sum, place + 1);
            }
        }
        let wrong: Vec<Lit> = core.iter().map(|literal| -literal).collect();
        self.backend.clause(&wrong);
        if wrong.len() < 2 {
            return Ok(());
        }
        let first = self.formula.len();
        let reach = self.most.saturating_sub(self.least) + 2;
        let outputs = counts(&mut self.formula, &wrong, reach, self.run)?;
        self.formula.clauses_from(first).for_each(|clause| self.backend.clause(clause));
        self.sums.push(outputs);
        self.raise(self.sums.len() - 1)
    }

    /// Allows so many of a sum to be true.
    fn allow(&mut self, sum: usize, place: usize) {
        if let Some(&output) = self.sums[sum].get(place) {
            self.assumed.insert(-output, Some((sum, place)));
        }
    }

    /// Raises a new sum as long as that is easy.
    fn raise(&mut self, sum: usize) -> Result<(), Halt> {
        let mut place = 1;
        while let Some(&output) = self.sums[sum].get(place) {
            if self.ask(&[-output], Some(ATTEMPT))? != Verdict::Unsatisfiable {
                break;
            }
            self.backend.clause(&[output]);
            self.least += 1;
            place += 1;
        }
        self.allow(sum, place);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::random::Random;
    use crate::run::Run;
    use crate::sat::{BackendName, backend};

    const VARIABLES: i32 = 10;

    fn random_formula(random: &mut Random) -> Formula {
        let mut formula = Formula::new();
        for _ in 0..VARIABLES {
            formula.variable();
        }
        for _ in 0..random.below(90) {
            let literal = |random: &mut Random| {
                let variable = random.below(VARIABLES as usize) as i32 + 1;
                if random.below(3) == 0 { -variable } else { variable }
            };
            let clause: Vec<Lit> = (0..3).map(|_| literal(random)).collect();
            formula.clause_tidied(clause);
        }
        formula
    }

    /// The least number of true variables among the first of them, by trying everything.
    fn by_trying(formula: &Formula, counted: i32) -> Option<usize> {
        let holds = |model: u32, lit: Lit| (model >> (lit.abs() - 1) & 1 == 1) == (lit > 0);
        let all = (0..1_u32 << VARIABLES).filter(|&model| {
            formula.clauses().all(|clause| clause.iter().any(|&lit| holds(model, lit)))
        });
        all.map(|model| (model & ((1 << counted) - 1)).count_ones() as usize).min()
    }

    #[test]
    fn the_fewest_are_those_that_trying_everything_finds() {
        let stop = AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        let mut random = Random::new(5);
        let mut ends = [0; 2];
        for round in 0..200 {
            let formula = random_formula(&mut random);
            let counted = if round % 2 == 0 { VARIABLES } else { 6 };
            let expected = by_trying(&formula, counted);
            let modest = expected.unwrap_or(0).saturating_sub(round % 3);
            for (name, most) in BackendName::ALL.into_iter().zip([counted as usize, modest]) {
                let literals = 1..=counted;
                let solver = backend(name, &run);
                let mut fewest = Fewest::new(formula.clone(), literals.clone(), most, solver, &run);
                let end = loop {
                    match fewest.step(None).unwrap() {
                        CoreStep::Raised if fewest.least <= most => {}
                        end => break end,
                    }
                };
                match end {
                    CoreStep::Found => {
                        assert_eq!(literals.filter(|&it| fewest.value(it)).count(), fewest.least);
                        assert_eq!(Some(fewest.least), expected, "{name:?}, round {round}");
                    }
                    CoreStep::Nothing => assert_eq!(expected, None, "{name:?}, round {round}"),
                    // With this upper bound there may be no model at all.
                    _ => assert!(expected.is_none_or(|it| it > most), "{name:?}, round {round}"),
                }
                ends[usize::from(expected.is_some())] += 1;
            }
        }
        assert!(ends.iter().all(|&count| count > 20), "{ends:?}");
    }
}
