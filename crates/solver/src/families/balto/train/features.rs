//! Features of a state for the linear model of `weights`: how many tiles are in each distance class, and how many misplaced
//! tiles in each neighbourhood class.
//!
//! The estimate of a state is the dot product of these counts with the weights. Only the trainer uses the counts; the beam
//! search updates its estimate move by move.

use sixfold_puzzle::families::balto::Instance;

use super::super::board_pair::{BoardPair, Tables};
use super::super::weights::{
    NEIGHBOURHOODS, Weights, distance_class, distance_classes, neighbourhood_classes,
};
use crate::beam::Walk as _;

/// How often each class occurs: the ways first, then the neighbourhoods.
pub(super) type Counts = Vec<i16>;

/// The classes of boards of one order.
pub(super) struct Classes {
    /// By residue.
    ways: Vec<usize>,
    neighbourhoods: [usize; 64],
    distances: usize,
}

impl Classes {
    pub(super) fn new(instance: &Instance, tables: &Tables) -> Self {
        let cyclic = tables.cyclic();
        let class = |residue| distance_class(instance.hexagon().cell(cyclic.index(residue)));
        Self {
            ways: (0..cyclic.len()).map(class).collect(),
            neighbourhoods: neighbourhood_classes(),
            distances: distance_classes(instance.hexagon().order()),
        }
    }

    /// The features of a state.
    pub(super) fn counts(&self, boards: &BoardPair<'_, true>) -> Counts {
        let mut counts = vec![0; self.distances + NEIGHBOURHOODS];
        boards.ways().for_each(|way| counts[self.ways[usize::from(way)]] += 1);
        for set in boards.neighbourhoods() {
            counts[self.distances + self.neighbourhoods[set]] += 1;
        }
        counts
    }
}

/// A state that moves from one node of the search tree to another.
pub(super) struct Cursor<'a> {
    boards: BoardPair<'a, true>,
    path: Vec<u8>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(boards: BoardPair<'a, true>) -> Self {
        Self { boards, path: Vec::new() }
    }

    /// Moves to the node of a path. The common prefix of both paths costs nothing.
    pub(super) fn go(&mut self, path: &[u8]) -> &BoardPair<'a, true> {
        let common = self.path.iter().zip(path).take_while(|(one, other)| one == other).count();
        self.path.drain(common..).rev().for_each(|step| self.boards.undo(step));
        for &step in &path[common..] {
            self.boards.apply(step);
            self.path.push(step);
        }
        &self.boards
    }
}

/// Weights as one list, as the counts are.
pub(super) fn flattened(weights: &Weights) -> Vec<f64> {
    weights
        .distances
        .iter()
        .chain(&weights.neighbourhoods)
        .map(|weight| f64::from(*weight))
        .collect()
}
