//! The beam of one thread: a selection takes all candidates, and `Keep` says how the states are kept.

use super::pulse::{CANDIDATE, CHUNK, LEVEL, Pulse};
use super::seen::Past;
use super::selection::Selection;
use super::snapshot::Snapshot;
use super::{Beam, Candidate, Node, Turn};
use crate::run::Halt;

/// How the states of a beam are kept.
pub(super) trait Keep {
    /// Offers the moves from all nodes, in their order.
    fn visit(
        &mut self,
        nodes: &[Node],
        selection: &mut Selection,
        past: &Past,
        pulse: &Pulse<'_>,
    ) -> Result<(), Halt>;

    /// Goes on to the next beam. Candidates come in the order of their parents; some may be dropped
    /// from the end for want of memory.
    fn adopt(&mut self, candidates: &mut Vec<Candidate>, pulse: &Pulse<'_>) -> Result<(), Halt>;

    /// The bytes of what is kept of earlier levels, which grows with their number.
    fn history(&self) -> u64;

    /// The beam as a checkpoint keeps it, if it is kept as a tour.
    fn snapshot(&self, _least: u32, _stale: usize) -> Option<Snapshot> {
        None
    }

    /// The moves that lead to a node.
    fn path(&self, node: usize) -> Vec<u8>;
}

/// A beam that one thread carries on.
pub(super) struct Alone<K> {
    pub(super) keep: K,
    pub(super) nodes: Vec<Node>,
    pub(super) selection: Selection,
    pub(super) past: Past,
    /// Candidates looked at.
    pub(super) candidates: u64,
}

impl<K: Keep> Alone<K> {
    pub(super) fn new(width: usize, keep: K, nodes: Vec<Node>) -> Self {
        let (selection, past) = (Selection::new(width), Past::new(width));
        Self { keep, nodes, selection, past, candidates: 0 }
    }

    /// The nodes of the beam that was adopted, and the least of their estimates.
    fn renew(&mut self, pulse: &Pulse<'_>) -> Result<u32, Halt> {
        let (kept, mut least) = (self.selection.kept(), u32::MAX);
        self.nodes.clear();
        for chunk in kept.chunks(CHUNK) {
            self.nodes.extend(chunk.iter().map(Candidate::node));
            let estimates = chunk.iter().map(|candidate| candidate.node().estimate);
            least = estimates.fold(least, u32::min);
            pulse.spend(chunk.len(), CANDIDATE)?;
        }
        self.past.remember(&self.nodes, pulse)?;
        Ok(least)
    }
}

impl<K: Keep> Beam for Alone<K> {
    fn turn(&mut self, pulse: &Pulse<'_>) -> Result<Turn, Halt> {
        pulse.spend(1, LEVEL)?;
        self.selection.begin(&self.nodes, pulse)?;
        loop {
            self.keep.visit(&self.nodes, &mut self.selection, &self.past, pulse)?;
            self.candidates += self.selection.offered();
            if let Some((parent, step)) = self.selection.goal() {
                let mut path = self.keep.path(parent as usize);
                path.push(step);
                return Ok(Turn::Goal(path));
            }
            if self.selection.settle(pulse)? {
                break;
            }
        }
        let selected = self.selection.kept().len();
        self.keep.adopt(self.selection.kept(), pulse)?;
        let cut = self.selection.is_cut() || self.selection.kept().len() < selected;
        let least = self.renew(pulse)?;
        Ok(Turn::On { least, cut })
    }

    fn nodes(&self) -> usize {
        self.nodes.len()
    }

    fn nearest(&self) -> Option<usize> {
        let estimates = self.nodes.iter().map(|node| node.estimate).enumerate();
        estimates.min_by_key(|(_, estimate)| *estimate).map(|(node, _)| node)
    }

    fn candidates(&self) -> u64 {
        self.candidates
    }

    fn history(&self) -> u64 {
        self.keep.history()
    }

    fn snapshot(&self, least: u32, stale: usize) -> Option<Snapshot> {
        self.keep.snapshot(least, stale)
    }

    fn path(&self, node: usize) -> Vec<u8> {
        self.keep.path(node)
    }
}
