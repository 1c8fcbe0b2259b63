//! The tour of a beam in segments: each holds some leaves that follow each other, the moves between
//! them, and the path from the root of the tree to where it begins.
//!
//! Invariant: a segment begins and ends with a leaf. So nothing is written between two segments; the
//! moves there follow from their paths.

use std::ops::Range;

use super::super::Node;
use super::super::snapshot::{DO, LEAF, MOVE, UNDO};

/// Some leaves of the tour.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Segment {
    /// The moves from the root of the tree to where the segment begins.
    pub(super) before: Vec<u8>,
    pub(super) bytes: Vec<u8>,
    pub(super) nodes: Vec<Node>,
    /// The least depth on the way through the segment.
    pub(super) low: usize,
}

impl Segment {
    pub(super) fn clear(&mut self) {
        self.before.clear();
        self.bytes.clear();
        self.nodes.clear();
    }
}

/// How many moves two paths have in common.
pub(super) fn common(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// Goes from one path to another: tells of each move that is undone or done.
pub(super) fn go(path: &mut Vec<u8>, to: &[u8], mut step: impl FnMut(u8)) {
    let shared = common(path, to);
    while path.len() > shared {
        step(UNDO | path.pop().expect("it is longer"));
    }
    for &next in &to[shared..] {
        path.push(next);
        step(DO | next);
    }
}

/// Follows a byte of a tour.
pub(super) fn follow(path: &mut Vec<u8>, byte: u8) {
    match byte & !MOVE {
        DO => path.push(byte),
        UNDO => drop(path.pop()),
        _ => {}
    }
}

/// The tour as one piece, which ends at the root again.
pub(super) fn flattened(segments: &[Segment]) -> Vec<u8> {
    let (mut tour, mut path) = (Vec::new(), Vec::new());
    for segment in segments {
        go(&mut path, &segment.before, |byte| tour.push(byte));
        tour.extend_from_slice(&segment.bytes);
        segment.bytes.iter().for_each(|byte| follow(&mut path, *byte));
    }
    go(&mut path, &[], |byte| tour.push(byte));
    tour
}

/// The most bytes that such a tour can have, without a look at each of them.
pub(super) fn most_bytes(segments: &[Segment]) -> usize {
    // A segment moves down by no more than its bytes.
    let bytes = |segment: &Segment| 2 * (segment.before.len() + segment.bytes.len());
    segments.iter().map(bytes).sum()
}

/// How many moves all leaves have in common.
pub(super) fn trunk(segments: &[Segment]) -> usize {
    let Some(first) = segments.first() else { return 0 };
    segments.iter().fold(first.low, |least, segment| {
        let least = least.min(segment.low);
        common(&first.before[..least], &segment.before[..least])
    })
}

/// The moves to a leaf from the root of the tree.
pub(super) fn path(segments: &[Segment], mut leaf: usize) -> Vec<u8> {
    for segment in segments {
        if leaf >= segment.nodes.len() {
            leaf -= segment.nodes.len();
            continue;
        }
        let mut path = segment.before.clone();
        for &byte in &segment.bytes {
            if byte >= LEAF {
                if leaf == 0 {
                    path.push(byte & MOVE);
                    return path;
                }
                leaf -= 1;
            }
            follow(&mut path, byte);
        }
    }
    unreachable!("a node of the beam is a leaf")
}

/// Cuts a tour that has no room in so many bytes, where the tour in one piece would be cut: before the
/// first node whose children do not fit.
pub(super) fn cut(segments: &mut Vec<Segment>, most: usize) {
    let (mut path, mut written) = (Vec::new(), 0);
    for index in 0..segments.len() {
        go(&mut path, &segments[index].before, |_| written += 1);
        let segment = &segments[index];
        let (mut leaves, mut last) = (0, None);
        for (at, &byte) in segment.bytes.iter().enumerate() {
            let first_child = byte >= LEAF && last.is_none_or(|last| last < LEAF);
            if first_child && written + children(&segment.bytes[at..]) + path.len() > most {
                shorten(&mut segments[index], leaves);
                segments.truncate(index + usize::from(leaves > 0));
                return;
            }
            follow(&mut path, byte);
            (written, leaves) = (written + 1, leaves + usize::from(byte >= LEAF));
            last = Some(byte);
        }
    }
}

/// The leaves with which some bytes begin.
fn children(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| **byte >= LEAF).count()
}

/// Keeps the first leaves of a segment.
fn shorten(segment: &mut Segment, leaves: usize) {
    let ends = segment.bytes.iter().enumerate().filter(|(_, byte)| **byte >= LEAF);
    let end = ends.map(|(at, _)| at + 1).take(leaves).last().unwrap_or(0);
    segment.bytes.truncate(end);
    segment.nodes.truncate(leaves);
    let mut path = segment.before.clone();
    segment.low = segment.bytes.iter().fold(path.len(), |low, &byte| {
        follow(&mut path, byte);
        low.min(path.len())
    });
}

/// Moves the root of the tree down by moves that all leaves have in common.
pub(super) fn lift(segments: &mut [Segment], moves: usize) {
    for segment in segments.iter_mut().filter(|_| moves > 0) {
        segment.before.drain(..moves);
        segment.low -= moves;
    }
}

/// Chunks of segments that follow each other, with at most so many leaves unless one has more.
pub(super) fn chunks(segments: &[Segment], most: usize) -> Vec<Range<usize>> {
    let mut chunks: Vec<Range<usize>> = Vec::new();
    let mut leaves = usize::MAX;
    for (index, segment) in segments.iter().enumerate() {
        leaves = leaves.saturating_add(segment.nodes.len());
        match chunks.last_mut().filter(|_| leaves <= most) {
            Some(chunk) => chunk.end = index + 1,
            None => {
                chunks.push(index..index + 1);
                leaves = segment.nodes.len();
            }
        }
    }
    chunks
}
