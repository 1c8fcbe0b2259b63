//! Writes the segments of the next tour while the present one is followed.
//!
//! A branch that has no leaf any more disappears: a move that is done and undone with nothing between is
//! not written.

use super::super::Node;
use super::super::snapshot::{DO, LEAF, MOVE, UNDO};
use super::segments::{Segment, common};

/// Segments as they grow.
pub(super) struct Growth<'a> {
    /// Where the present tour has come to.
    path: Vec<u8>,
    /// The least depth since the last leaf.
    low: usize,
    segment: Segment,
    /// The bytes of the segment up to its last leaf.
    end: usize,
    most: usize,
    done: Vec<Segment>,
    /// Segments whose memory is used again.
    spare: &'a mut Vec<Segment>,
}

impl<'a> Growth<'a> {
    /// Segments of at most so many leaves, unless a node has more children.
    pub(super) fn new(most: usize, spare: &'a mut Vec<Segment>) -> Self {
        let segment = fresh(spare);
        Self { path: Vec::new(), low: 0, segment, end: 0, most, done: Vec::new(), spare }
    }

    /// Follows the tour to a path.
    pub(super) fn go_to(&mut self, to: &[u8]) {
        let shared = common(&self.path, to);
        while self.path.len() > shared {
            self.follow(UNDO | self.path[self.path.len() - 1]);
        }
        to[shared..].iter().for_each(|step| self.follow(DO | step));
    }

    /// Follows a move that is done or undone.
    #[inline]
    pub(super) fn follow(&mut self, byte: u8) {
        let written = !self.segment.nodes.is_empty();
        if byte & !MOVE == DO {
            self.path.push(byte);
            if written {
                self.segment.bytes.push(byte);
            }
            return;
        }
        self.path.pop();
        self.low = self.low.min(self.path.len());
        if written {
            // Nothing was written since the move was done: the branch is dead.
            match self.segment.bytes.last() == Some(&(byte & MOVE)) {
                true => drop(self.segment.bytes.pop()),
                false => self.segment.bytes.push(byte),
            }
        }
    }

    /// Writes the children of the node to which a move leads, or of the present one.
    pub(super) fn children(
        &mut self,
        step: Option<u8>,
        children: impl ExactSizeIterator<Item = (u8, Node)>,
    ) {
        if self.segment.nodes.len() + children.len() > self.most {
            self.close();
        }
        step.into_iter().for_each(|step| self.follow(DO | step));
        if self.segment.nodes.is_empty() {
            self.segment.before.clone_from(&self.path);
            (self.segment.low, self.low) = (self.path.len(), self.path.len());
        }
        self.segment.low = self.segment.low.min(self.low);
        self.low = self.path.len();
        for (step, node) in children {
            self.segment.bytes.push(LEAF | step);
            self.segment.nodes.push(node);
        }
        self.end = self.segment.bytes.len();
        step.into_iter().for_each(|step| self.follow(UNDO | step));
    }

    /// Ends a segment; the next one begins with the next leaf.
    fn close(&mut self) {
        if self.segment.nodes.is_empty() {
            return;
        }
        self.segment.bytes.truncate(self.end);
        let next = fresh(self.spare);
        self.done.push(std::mem::replace(&mut self.segment, next));
    }

    /// The segments.
    pub(super) fn finish(mut self) -> Vec<Segment> {
        self.close();
        self.spare.push(self.segment);
        self.done
    }
}

/// An empty segment.
fn fresh(spare: &mut Vec<Segment>) -> Segment {
    let mut segment = spare.pop().unwrap_or_default();
    segment.clear();
    segment
}

/// A tour in one piece as segments.
pub(super) fn divided(tour: &[u8], nodes: &[Node], most: usize) -> Vec<Segment> {
    let (mut spare, mut nodes) = (Vec::new(), nodes.iter());
    let mut growth = Growth::new(most, &mut spare);
    let mut at = 0;
    while let Some(&byte) = tour.get(at) {
        if byte < LEAF {
            growth.follow(byte);
            at += 1;
            continue;
        }
        let leaves = tour[at..].iter().take_while(|byte| **byte >= LEAF).count();
        let steps = tour[at..at + leaves].iter().map(|byte| byte & MOVE);
        let children: Vec<(u8, Node)> = steps.zip(nodes.by_ref().copied()).collect();
        growth.children(None, children.into_iter());
        at += leaves;
    }
    growth.finish()
}
