//! One choice instead of the number of choices: depth-first search over the states of the sweep.
//!
//! A state from which nothing came is remembered, so no state is looked at twice. It works out no tables before, which
//! take longer than a few hundred states do. On narrow boards it is a matter of a fraction of a millisecond; elsewhere the
//! budget ends it.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::table::mixed;
use super::{DegreeModel, Program, Transition};
use crate::run::{Halt, Run};

/// A choice, as a flag for each node; nothing if there is none. It looks at no more states than the budget allows.
///
/// # Errors
/// [`Halt::Budget`] if the budget was not enough; otherwise the limit of the run that ended the search.
pub fn find(model: &DegreeModel, budget: usize, run: &Run<'_>) -> Result<Option<Vec<bool>>, Halt> {
    run.halted().map_or(Ok(()), Err)?;
    let program = Program::without_bounds(model, budget, run)?;
    let transitions = (0..program.plan.steps.len()).map(|at| program.transition(at)).collect();
    let mut search = StateSearch {
        program: &program,
        transitions,
        dead: HashSet::default(),
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
    dead: HashSet<(usize, u128), BuildHasherDefault<StateHasher>>,
    /// The states that were looked at.
    seen: usize,
    /// Whether the nodes decided so far are chosen.
    chosen: Vec<bool>,
}

/// Hashes a step and a key. The standard hash withstands keys chosen by an attacker, and costs more than the rest of a state; a bad
/// hash costs only time here, and the budget of states bounds it.
#[derive(Default)]
struct StateHasher(u64);

impl Hasher for StateHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u128(byte.into()));
    }

    fn write_usize(&mut self, number: usize) {
        self.0 = mixed(u128::from(self.0) << 64 | number as u128);
    }

    fn write_u128(&mut self, number: u128) {
        self.0 ^= mixed(number);
    }
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
