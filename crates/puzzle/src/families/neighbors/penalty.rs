//! Penalty edges: which there are, and how the penalty divides by level and by distance from the rim.
//!
//! An edge is *useful* if it supports its higher cell with the lower value; every other edge is a penalty edge. Of several
//! neighbours with the same lower value the one furthest from the rim supports, and of equally far ones the one with the
//! least index. So penalty edges lie as near the rim as the values allow, as Tomas Rokicki orders them.
//!
//! The *level* of a penalty edge is the lower of its two values. Its *distance* is the sum of the rings of its ends, where
//! the rim is ring 1.
//!
//! On a board that is not complete a cell above j counts as such, whatever it holds. Level j is exact if every cell is
//! known to be below, equal to or above j; otherwise it is a lower bound for every completion, as is each distance:
//! further neighbours with a value add penalty edges and take none away.

use std::collections::BTreeMap;

use super::{Known, LARGEST};
use crate::family::{Breakdown, BreakdownPart};
use crate::hex::Hexagon;

/// The name of the objective.
pub(super) const PENALTY: &str = "penalty";

/// The breakdown of the penalty by level.
pub const BY_LEVEL: &str = "level";

/// The breakdown of the penalty by distance from the rim.
pub const BY_DISTANCE: &str = "distance";

/// An edge that supports neither of its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PenaltyEdge {
    /// One end.
    pub from: usize,
    /// The other end.
    pub to: usize,
    /// The lower value of the two.
    pub level: u8,
    /// Whether the two values are equal; otherwise another neighbour of `to` has the value of `from`, too.
    pub equal: bool,
}

/// The ring of a cell: the rim is 1.
fn ring(hexagon: &Hexagon, cell: usize) -> usize {
    hexagon.order() - hexagon.cell(cell).ring() as usize
}

/// The edges from neighbours with one value to a cell above it, the support first.
fn supports(hexagon: &Hexagon, values: &[Known], to: usize, level: u8) -> Vec<usize> {
    let holds = |&from: &usize| values[from].value() == Some(level);
    let mut from: Vec<usize> = hexagon.neighbours(to).filter(holds).collect();
    from.sort_by_key(|&from| (std::cmp::Reverse(ring(hexagon, from)), from));
    from
}

/// Every penalty edge that is certain: between equal values, and to a cell that is known to be above the value of several
/// neighbours. All of them, if the board is complete.
#[must_use]
pub fn penalty_edges(hexagon: &Hexagon, values: &[Known]) -> Vec<PenaltyEdge> {
    marked(hexagon, values, 1)
}

/// Every edge that is a penalty edge or could be one in its place: those between equal values, and every edge from one of
/// several neighbours that have the same value below that of a cell. One in each such group supports.
#[must_use]
pub fn potential_penalty_edges(hexagon: &Hexagon, values: &[Known]) -> Vec<PenaltyEdge> {
    marked(hexagon, values, 0)
}

/// Equal pairs, and the edges of each group of several supports without the first `spared`.
fn marked(hexagon: &Hexagon, values: &[Known], spared: usize) -> Vec<PenaltyEdge> {
    let mut edges = Vec::new();
    for to in 0..values.len() {
        for level in 1..values[to].least() {
            let from = supports(hexagon, values, to, level);
            let spared = if from.len() > 1 { spared } else { 1 };
            let spare = from.into_iter().skip(spared);
            edges.extend(spare.map(|from| PenaltyEdge { from, to, level, equal: false }));
        }
        let Some(level) = values[to].value() else { continue };
        let equal = hexagon.neighbours(to).filter(|&from| from < to && values[from] == values[to]);
        edges.extend(equal.map(|from| PenaltyEdge { from, to, level, equal: true }));
    }
    edges
}

/// The distance of an edge from the rim.
fn distance(hexagon: &Hexagon, edge: &PenaltyEdge) -> usize {
    ring(hexagon, edge.from) + ring(hexagon, edge.to)
}

/// The penalty by level and by distance.
pub(super) fn breakdowns(hexagon: &Hexagon, values: &[Known]) -> Vec<Breakdown> {
    let edges = penalty_edges(hexagon, values);
    let decided = |level: u8| values.iter().all(|known| known.decides(level));
    // Six different neighbours support a 7, so no edge between two of them breaks no rule.
    let levels = (1..LARGEST).map(|level| {
        let value = edges.iter().filter(|edge| edge.level == level).count() as i128;
        BreakdownPart { key: u32::from(level), value, exact: decided(level) }
    });
    let levels: Vec<_> = levels.collect();
    let exact = levels.iter().all(|part| part.exact);
    let mut distances: BTreeMap<usize, i128> = BTreeMap::new();
    edges.iter().for_each(|edge| *distances.entry(distance(hexagon, edge)).or_default() += 1);
    let part = |(key, value)| BreakdownPart { key: key as u32, value, exact };
    let distances = distances.into_iter().map(part).collect();
    vec![
        Breakdown { of: PENALTY, by: BY_LEVEL, parts: levels },
        Breakdown { of: PENALTY, by: BY_DISTANCE, parts: distances },
    ]
}
