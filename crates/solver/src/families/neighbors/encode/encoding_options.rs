//! What an encoding may do in several ways: count, and restrict where penalty edges may lie.
//!
//! Rings count from the boundary, which is ring 1. The distance of an edge is the sum of the rings
//! of its ends, so an edge along the boundary has distance 2.
//!
//! The restrictions are those with which Tomas Rokicki found his boards. They narrow the scope of a
//! claim: a refutation under one of them says nothing about other boards. A restriction without
//! effect on the board is refused.

use sixfold_puzzle::hex::Hexagon;

use crate::families::neighbors::encode::perfect_code::ring;
use crate::sat::Encoding;

/// What is counted and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Counting {
    /// Penalty edges, by a totalizer whose leaves are in the order of angles.
    #[default]
    Angle,
    /// Penalty edges, by a totalizer whose leaves are in the order of rings.
    Ring,
    /// Penalty edges, by a sorting network.
    Network,
    /// Penalty edges, by adders.
    Adder,
    /// The values of cells, by adders.
    Cells,
    /// Penalty edges, by a bitonic sorting network that is cut off at the bound.
    Bitonic,
}

impl Counting {
    /// All of them, the default first.
    pub(crate) const ALL: [Self; 6] =
        [Self::Angle, Self::Ring, Self::Network, Self::Adder, Self::Cells, Self::Bitonic];

    /// The cardinality encoding.
    pub(crate) fn encoding(self) -> Encoding {
        match self {
            Self::Angle | Self::Ring => Encoding::Totalizer,
            Self::Network => Encoding::Network,
            Self::Bitonic => Encoding::Bitonic,
            Self::Adder | Self::Cells => Encoding::Adder,
        }
    }
}

/// The counting of a formula, and its restrictions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct EncodingOptions {
    pub(crate) counting: Counting,
    /// From this distance on no edge may be a penalty edge, except so many.
    pub(crate) excluded: Option<(usize, usize)>,
    /// Distances from there on at which one edge may be a penalty edge.
    pub(crate) single: Vec<usize>,
}

impl EncodingOptions {
    /// Whether the values of cells are counted instead of penalty edges.
    pub(crate) fn counts_cells(&self) -> bool {
        self.counting == Counting::Cells
    }

    /// Checks that each restriction concerns edges of the board.
    pub(crate) fn has_effect(&self, hexagon: &Hexagon) -> Result<(), String> {
        let Some((least, interior)) = self.excluded else { return Ok(()) };
        let distances: Vec<usize> = hexagon.edges().map(|(a, b)| distance(hexagon, a, b)).collect();
        let (order, largest) = (hexagon.order(), distances.iter().copied().max().unwrap_or(0));
        if least > largest {
            return Err(format!(
                "ring={least} has no effect: the edges of order {order} have distances 2 to {largest}"
            ));
        }
        for (place, single) in self.single.iter().enumerate() {
            if !(least..=largest).contains(single) {
                return Err(format!(
                    "single={single} has no effect: with ring={least} the distances on order {order} are {least} to {largest}"
                ));
            }
            if self.single[..place].contains(single) {
                return Err(format!("single has the distance {single} twice"));
            }
        }
        let excluded = distances.iter().filter(|&&distance| self.is_excluded(distance)).count();
        if interior > 0 && interior >= excluded {
            return Err(format!(
                "interior={interior} has no effect: ring forbids only {excluded} edges of order {order}"
            ));
        }
        Ok(())
    }

    /// Whether `ring` excludes penalty edges at a distance, except the number that `interior`
    /// allows.
    pub(crate) fn is_excluded(&self, distance: usize) -> bool {
        let beyond = self.excluded.is_some_and(|(least, _)| distance >= least);
        beyond && !self.single.contains(&distance)
    }

    /// Whether no edge at a distance may be a penalty edge.
    pub(crate) fn forbids(&self, distance: usize) -> bool {
        self.is_excluded(distance) && self.excluded.is_some_and(|(_, interior)| interior == 0)
    }
}

/// The sum of the rings of two cells.
pub(crate) fn distance(hexagon: &Hexagon, a: usize, b: usize) -> usize {
    ring(hexagon, a) + ring(hexagon, b)
}
