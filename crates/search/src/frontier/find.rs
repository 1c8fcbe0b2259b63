//! One choice instead of the number of choices: depth-first search over the states of the sweep.
//!
//! A state from which nothing came is remembered, so no state is looked at twice, and the search looks at no more states
//! than the count. On narrow boards that is a matter of a millisecond; elsewhere the budgets end it.

use std::collections::HashSet;

use super::{DegreeModel, Program, Transition};
use crate::run::{Halt, Run};

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct FindBudget {
    /// The most entries of the table of bounds, which is made first.
    pub bounds: usize,
    /// The most states that are looked at.
    pub states: usize,
}

/// A choice, as a flag for each node; nothing if there is none.
///
/// # Errors
/// [`Halt::Budget`] if the budget was not enough; otherwise the limit of the run that ended the search.
pub fn find(
    model: &DegreeModel,
    budget: FindBudget,
    run: &Run<'_>,
) -> Result<Option<Vec<bool>>, Halt> {
    let program = Program::with_bounds(model, budget.bounds, budget.states, run)?;
    let transitions = (0..program.plan.steps.len()).map(|at| program.transition(at)).collect();
    let mut search = StateSearch {
        program: &program,
        transitions,
        dead: HashSet::new(),
        seen: 0,
        chosen: Vec::new(),
    };
    let found = search.decide(0, program.first)?;
    Ok(found.then(|| program.plan.chosen(model, &search.chosen)))
}

struct StateSearch<'a> {
    program: &'a Program<'a>,
    transitions: Vec<Transition<'a>>,
    /// States, with the number of decided nodes, from which nothing came.
    dead: HashSet<(usize, u128)>,
    /// The states that were looked at.
    seen: usize,
    /// Whether the nodes decided so far are chosen.
    chosen: Vec<bool>,
}

impl StateSearch<'_> {
    /// Decides the nodes from a step on; whether that succeeded.
    fn decide(&mut self, at: usize, key: u128) -> Result<bool, Halt> {
        if at == self.transitions.len() {
            return Ok(key == 0);
        }
        if self.dead.contains(&(at, key)) {
            return Ok(false);
        }
        self.seen += 1;
        if self.seen > self.program.budget {
            return Err(Halt::Budget);
        }
        if self.seen.is_multiple_of(PULSE) {
            self.program.run.halted().map_or(Ok(()), Err)?;
        }
        let mut next = [None; 2];
        self.transitions[at].successors(key, |chosen, key| next[usize::from(chosen)] = Some(key));
        // Tiles first: they use up what is left, and show early what cannot be.
        for chosen in [true, false] {
            let Some(key) = next[usize::from(chosen)] else { continue };
            self.chosen.push(chosen);
            if self.decide(at + 1, key)? {
                return Ok(true);
            }
            self.chosen.pop();
        }
        self.dead.insert((at, key));
        Ok(false)
    }
}

/// States between two questions whether to stop.
const PULSE: usize = 1 << 10;
