//! The beam as copies: every node is a state of its own, and going on copies the parent and makes the
//! move. It is the plain way, kept as a second opinion on the tour and to be measured against it.

use super::alone::Keep;
use super::pulse::Pulse;
use super::seen::Past;
use super::selection::Selection;
use super::{Candidate, Node, Walk};
use crate::run::Halt;

/// Nodes whose work is spent together, and the candidates that a node has about.
const NODES: usize = 1 << 8;
const CANDIDATES: usize = 12;
/// Units for a state that is copied, besides its bytes; see `pulse`.
const COPY: usize = 1 << 6;

/// A beam as copies.
pub(super) struct Copies<W> {
    states: Vec<W>,
    /// The states of the level before, whose memory is used again.
    spare: Vec<W>,
    /// For each level the parent of each node and the move to it.
    history: Vec<Vec<(u32, u8)>>,
    /// The entries of the history.
    links: usize,
    /// The bytes of a state.
    bytes: usize,
}

impl<W: Walk> Copies<W> {
    pub(super) fn new(walk: &W) -> Self {
        Self {
            states: vec![walk.clone()],
            spare: Vec::new(),
            history: Vec::new(),
            links: 0,
            bytes: walk.bytes(),
        }
    }
}

impl<W: Walk> Keep for Copies<W> {
    fn visit(
        &mut self,
        nodes: &[Node],
        selection: &mut Selection,
        past: &Past,
        pulse: &Pulse<'_>,
    ) -> Result<(), Halt> {
        pulse.spend(nodes.len() % NODES * CANDIDATES, past.cost())?;
        for (index, (state, node)) in self.states.iter_mut().zip(nodes).enumerate() {
            if index % NODES == NODES - 1 {
                pulse.spend(NODES * CANDIDATES, past.cost())?;
            }
            state.candidates(*node, &mut selection.from(index as u32, (past, pulse)));
        }
        selection.flush(past, pulse)
    }

    fn adopt(&mut self, candidates: &mut Vec<Candidate>, pulse: &Pulse<'_>) -> Result<(), Halt> {
        self.spare.truncate(candidates.len());
        for (index, candidate) in candidates.iter().enumerate() {
            pulse.spend(COPY + self.bytes / 8, 1)?;
            let parent = &self.states[candidate.parent as usize];
            match self.spare.get_mut(index) {
                Some(state) => state.clone_from(parent),
                None => self.spare.push(parent.clone()),
            }
            self.spare[index].apply(candidate.step);
        }
        std::mem::swap(&mut self.states, &mut self.spare);
        let link = |candidate: &Candidate| (candidate.parent, candidate.step);
        let links: Vec<(u32, u8)> = candidates.iter().map(link).collect();
        self.links += links.len();
        self.history.push(links);
        Ok(())
    }

    fn history(&self) -> u64 {
        (self.links * size_of::<(u32, u8)>()) as u64
    }

    fn path(&self, node: usize) -> Vec<u8> {
        let mut at = node;
        let mut path = Vec::with_capacity(self.history.len());
        for level in self.history.iter().rev() {
            let (parent, step) = level[at];
            path.push(step);
            at = parent as usize;
        }
        path.reverse();
        path
    }
}
