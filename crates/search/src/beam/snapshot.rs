//! The beam of an unfinished search, as a checkpoint keeps it.
//!
//! A tour is a tree of moves, so a beam of any width is a short text: no state is stored. What the search
//! has seen on earlier levels is lost, which costs repetitions and no error.

use super::MOVES;

/// A byte of the tour is a move and what to do with it.
pub(super) const MOVE: u8 = MOVES - 1;
pub(super) const DO: u8 = 0;
pub(super) const UNDO: u8 = MOVES;
/// The move to a leaf, which is done and undone at once.
pub(super) const LEAF: u8 = 2 * MOVES;
/// The leaf to which no move leads: the beam before the first level.
pub(super) const ROOT: u8 = 3 * MOVES;

/// The beam of a search that was stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// The least estimate so far, and how many levels ago it was met.
    pub(super) least: u32,
    pub(super) stale: usize,
    /// The moves to the root of the tree, and the tour of the tree.
    pub(super) trunk: Vec<u8>,
    pub(super) tour: Vec<u8>,
}

/// Tours of more bytes are not kept: the search begins anew instead.
const MOST: usize = 1 << 22;

impl Snapshot {
    /// A beam whose tour has so many bytes, if it is not too large.
    pub(super) fn new(
        least: u32,
        stale: usize,
        trunk: &[u8],
        bytes: usize,
        tour: impl FnOnce() -> Vec<u8>,
    ) -> Option<Self> {
        let fits = trunk.len() + bytes <= MOST;
        fits.then(|| Self { least, stale, trunk: trunk.to_vec(), tour: tour() })
    }

    /// As words of one line.
    pub fn print(&self) -> String {
        let digit = |nibble: u8| char::from(if nibble < 10 { b'0' } else { b'a' - 10 } + nibble);
        let pair = |byte: &u8| [digit(byte >> 4), digit(byte & 15)];
        let hex = |bytes: &[u8]| bytes.iter().flat_map(pair).collect::<String>();
        format!("{} {} .{} {}", self.least, self.stale, hex(&self.trunk), hex(&self.tour))
    }

    /// Reads such a line. `legal` says of a path from the beginning whether it can be walked.
    pub fn parse(line: &str, legal: impl Fn(&[u8]) -> bool) -> Option<Self> {
        let mut words = line.split(' ');
        let (least, stale) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let trunk = bytes(words.next()?.strip_prefix('.')?)?;
        let tour = bytes(words.next()?)?;
        let whole = words.next().is_none() && trunk.iter().all(|byte| byte & !MOVE == DO);
        let snapshot = Self { least, stale, trunk, tour };
        (whole && snapshot.is_tour(legal)).then_some(snapshot)
    }

    /// How many moves lead to each leaf.
    pub fn level(&self) -> usize {
        let before_first = self.tour.iter().take_while(|byte| *byte & !MOVE == DO).count();
        let last = self.tour.get(before_first).is_some_and(|byte| byte & !MOVE == LEAF);
        self.trunk.len() + before_first + usize::from(last)
    }

    /// Whether the tour returns to the root, undoes what it did, and has leaves of one level, all of
    /// them by legal moves.
    fn is_tour(&self, legal: impl Fn(&[u8]) -> bool) -> bool {
        let (level, mut path, mut leaves) = (self.level(), self.trunk.clone(), 0);
        for &byte in &self.tour {
            let step = byte & MOVE;
            let fits = match byte & !MOVE {
                DO => {
                    path.push(step);
                    path.len() < level
                }
                UNDO => path.len() > self.trunk.len() && path.pop() == Some(step),
                kind => {
                    leaves += 1;
                    path.extend((kind == LEAF).then_some(step));
                    let fits =
                        path.len() == level && (kind == LEAF || byte == ROOT) && legal(&path);
                    path.truncate(path.len() - usize::from(kind == LEAF));
                    fits
                }
            };
            if !fits {
                return false;
            }
        }
        path.len() == self.trunk.len() && leaves > 0
    }
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.is_ascii() && hex.len().is_multiple_of(2);
    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).ok();
    if digits { (0..hex.len()).step_by(2).map(byte).collect() } else { None }
}
