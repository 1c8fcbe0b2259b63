//! The beam as a tour: one state walks round the tree of all moves that lead to the beam. A move down
//! the tree is done, a move up is undone, and the leaves are the nodes of the beam in their order.
//!
//! Going on to the next level rewrites the tour in one pass: a leaf with kept candidates becomes an
//! inner node, a branch without any disappears, and what all leaves have in common is done for good
//! and leaves the tour. So the tree stays a few moves per leaf, and the moves to any leaf can be read
//! off it. The idea is Rafael Bocquet's Euler-tour beam search; the code is not.

use super::alone::Keep;
use super::pulse::{BYTE, CHUNK, Pulse};
use super::seen::Past;
use super::selection::Selection;
use super::snapshot::{DO, LEAF, MOVE, ROOT, Snapshot, UNDO};
use super::{BeamPlan, Candidate, Node, Walk};
use crate::run::Halt;

/// The bytes of the tour for each leaf. Ten is usual; beams that would need more are cut.
const BYTES_PER_LEAF: usize = 128;
/// Leaves whose work is spent together, and the candidates that a leaf has about.
const LEAVES: usize = 1 << 8;
const CANDIDATES: usize = 12;

/// A beam as a tour.
pub(super) struct Tour<W> {
    /// At the root of the tree.
    walk: W,
    /// The moves to the root of the tree.
    trunk: Vec<u8>,
    bytes: Vec<u8>,
    next: Vec<u8>,
    most: usize,
}

impl<W> Tour<W> {
    /// The bytes that the tour of a beam takes.
    pub(super) fn bytes(width: usize) -> usize {
        2 * most(width)
    }
}

fn most(width: usize) -> usize {
    BYTES_PER_LEAF * width.max(32)
}

impl<W: Walk> Tour<W> {
    pub(super) fn new(walk: &W, plan: &BeamPlan<'_>) -> Self {
        let most = most(plan.width);
        Self {
            walk: walk.clone(),
            trunk: Vec::new(),
            bytes: vec![ROOT],
            next: Vec::with_capacity(most),
            most,
        }
    }

    /// The tour of a beam that was saved.
    pub(super) fn restored(walk: &W, plan: &BeamPlan<'_>, snapshot: &Snapshot) -> Self {
        let mut tour = Self::new(walk, plan);
        snapshot.trunk.iter().for_each(|&step| tour.walk.apply(step));
        tour.trunk.clone_from(&snapshot.trunk);
        tour.bytes.clone_from(&snapshot.tour);
        tour
    }

    /// The nodes of all leaves, from their states.
    pub(super) fn nodes(&mut self, pulse: &Pulse<'_>) -> Result<Vec<Node>, Halt> {
        let walk = &mut self.walk;
        let mut nodes = Vec::new();
        for &byte in &self.bytes {
            let step = byte & MOVE;
            match byte & !MOVE {
                DO => walk.apply(step),
                UNDO => walk.undo(step),
                ROOT => nodes.push(walk.root()),
                _ => {
                    walk.apply(step);
                    nodes.push(walk.root());
                    walk.undo(step);
                    // The whole state is looked at.
                    pulse.spend(walk.bytes(), BYTE)?;
                }
            }
        }
        Ok(nodes)
    }

    /// Makes the moves that all leaves have in common.
    fn lift(&mut self, pulse: &Pulse<'_>) -> Result<(), Halt> {
        let common = common(&self.bytes, pulse)?;
        for &byte in &self.bytes[..common] {
            self.walk.apply(byte & MOVE);
            self.trunk.push(byte & MOVE);
        }
        self.bytes.truncate(self.bytes.len() - common);
        self.bytes.drain(..common);
        Ok(())
    }

    /// The walk at the root of the tree, the moves to there, the tour, and the most bytes that it may have.
    pub(super) fn parts(&self) -> (&W, &[u8], &[u8], usize) {
        (&self.walk, &self.trunk, &self.bytes, self.most)
    }
}

impl<W: Walk> Keep for Tour<W> {
    fn visit(
        &mut self,
        nodes: &[Node],
        selection: &mut Selection,
        past: &Past,
        pulse: &Pulse<'_>,
    ) -> Result<(), Halt> {
        pulse.spend(nodes.len() % LEAVES * CANDIDATES, past.cost())?;
        let walk = &mut self.walk;
        let mut rest = nodes.iter().enumerate();
        for &byte in &self.bytes {
            let step = byte & MOVE;
            match byte & !MOVE {
                DO => walk.apply(step),
                UNDO => walk.undo(step),
                kind => {
                    let Some((leaf, node)) = rest.next() else { break };
                    if leaf % LEAVES == LEAVES - 1 {
                        pulse.spend(LEAVES * CANDIDATES, past.cost())?;
                    }
                    let mut sink = selection.from(leaf as u32, (past, pulse));
                    if kind == LEAF {
                        walk.apply(step);
                        walk.candidates(*node, &mut sink);
                        walk.undo(step);
                    } else {
                        walk.candidates(*node, &mut sink);
                    }
                }
            }
        }
        selection.flush(past, pulse)
    }

    fn adopt(&mut self, candidates: &mut Vec<Candidate>, pulse: &Pulse<'_>) -> Result<(), Halt> {
        self.next.clear();
        let kept = grow(&self.bytes, candidates, &mut self.next, self.most, pulse)?;
        candidates.truncate(kept);
        std::mem::swap(&mut self.bytes, &mut self.next);
        self.lift(pulse)
    }

    fn history(&self) -> u64 {
        self.trunk.len() as u64
    }

    fn snapshot(&self, least: u32, stale: usize) -> Option<Snapshot> {
        Snapshot::new(least, stale, &self.trunk, self.bytes.len(), || self.bytes.clone())
    }

    fn path(&self, node: usize) -> Vec<u8> {
        let mut path = self.trunk.clone();
        let mut leaves = 0;
        for &byte in &self.bytes {
            match byte & !MOVE {
                DO => path.push(byte),
                UNDO => drop(path.pop()),
                kind => {
                    if leaves == node {
                        path.extend((kind == LEAF).then_some(byte & MOVE));
                        break;
                    }
                    leaves += 1;
                }
            }
        }
        path
    }
}

/// Writes the tour of the next beam, of at most so many bytes, and returns how many candidates
/// have found room in it.
fn grow(
    bytes: &[u8],
    candidates: &[Candidate],
    next: &mut Vec<u8>,
    most: usize,
    pulse: &Pulse<'_>,
) -> Result<usize, Halt> {
    let (mut leaf, mut kept, mut depth) = (0, 0, 0);
    for (at, &byte) in bytes.iter().enumerate() {
        if at % CHUNK == CHUNK - 1 {
            pulse.spend(CHUNK, 2 * BYTE)?;
        }
        match byte & !MOVE {
            DO => {
                depth += 1;
                next.push(byte);
            }
            UNDO => {
                depth -= 1;
                // Nothing was written since the move was done: the branch is dead.
                match next.last() == Some(&(byte & MOVE)) {
                    true => drop(next.pop()),
                    false => next.push(byte),
                }
            }
            kind => {
                let own = candidates[kept..].iter().take_while(|one| one.parent == leaf).count();
                // What is open has to be closed, and this leaf brings two moves of its own.
                if own > 0 && next.len() + own + depth + 2 <= most {
                    let step = byte & MOVE;
                    next.extend((kind == LEAF).then_some(DO | step));
                    next.extend(candidates[kept..kept + own].iter().map(|one| LEAF | one.step));
                    next.extend((kind == LEAF).then_some(UNDO | step));
                    kept += own;
                }
                leaf += 1;
            }
        }
    }
    Ok(kept)
}

/// How many moves all leaves have in common.
fn common(bytes: &[u8], pulse: &Pulse<'_>) -> Result<usize, Halt> {
    let (mut depth, mut lowest, mut least) = (0, usize::MAX, usize::MAX);
    for chunk in bytes.chunks(CHUNK) {
        for &byte in chunk {
            match byte & !MOVE {
                DO => depth += 1,
                UNDO => {
                    depth -= 1;
                    lowest = lowest.min(depth);
                }
                // The way between two leaves counts, not the way after the last one.
                _ => least = least.min(lowest).min(depth),
            }
        }
        pulse.spend(chunk.len(), BYTE)?;
    }
    Ok(if least == usize::MAX { 0 } else { least })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::run::Run;

    /// Runs a check with a pulse that nothing stops.
    fn paced<T>(work: impl FnOnce(&Pulse<'_>) -> Result<T, Halt>) -> T {
        let stop = AtomicBool::new(false);
        work(&Pulse::new(&Run::alone(1, &stop))).expect("no limit is set")
    }

    fn common(bytes: &[u8]) -> usize {
        paced(|pulse| super::common(bytes, pulse))
    }

    fn candidate(parent: u32, step: u8) -> Candidate {
        Candidate { key: 0, hash: 0, parent, step }
    }

    fn grown(bytes: &[u8], candidates: &[Candidate], most: usize) -> (usize, Vec<u8>) {
        let mut next = Vec::new();
        let kept = paced(|pulse| grow(bytes, candidates, &mut next, most, pulse));
        (kept, next)
    }

    #[test]
    fn a_tour_grows_and_dead_branches_disappear() {
        let first = grown(&[ROOT], &[candidate(0, 1), candidate(0, 2), candidate(0, 3)], 99).1;
        assert_eq!(first, [LEAF | 1, LEAF | 2, LEAF | 3]);
        let second = grown(&first, &[candidate(0, 4), candidate(2, 5), candidate(2, 6)], 99).1;
        let branch = [DO | 3, LEAF | 5, LEAF | 6, UNDO | 3];
        assert_eq!(second, [&[DO | 1, LEAF | 4, UNDO | 1], &branch[..]].concat());
        let third = grown(&second, &[candidate(1, 7)], 99).1;
        assert_eq!(third, [DO | 3, DO | 5, LEAF | 7, UNDO | 5, UNDO | 3]);
        assert_eq!((common(&first), common(&second), common(&third)), (0, 0, 2));
    }

    #[test]
    fn a_tour_never_outgrows_its_room() {
        let first = [LEAF | 1, LEAF | 2, LEAF | 3];
        let candidates = [candidate(0, 4), candidate(1, 5), candidate(2, 6)];
        let (kept, bytes) = grown(&first, &candidates, 6);
        assert_eq!((kept, bytes.len()), (2, 6));
    }
}
