//! Encoding options of the engine `sat`: the cardinality encoding, and restrictions on where
//! penalty edges may lie.
//!
//! Rings count from the boundary, which is ring 1. The distance of an edge is the sum of the rings
//! of its ends, so an edge along the boundary has distance 2.
//!
//! The restrictions are those with which Tomas Rokicki found his boards. They narrow the scope of a
//! claim: a refutation under `ring`, `interior`, `single`, `centre` or `most` says nothing about
//! other boards. An option without effect on the board is refused.
//!
//! `ring=R`: no penalty edge at distance R or more from the boundary; `interior` and `single` allow some there
//! after all. `centre` fixes two 1s about the centre, `most` bounds the penalty. Each narrows the scope of a claim.

use sixfold_puzzle::families::neighbors::{Instance, LARGEST};
use sixfold_puzzle::hex::{Cell, Hexagon};

use crate::families::neighbors::encode::perfect_code::{Case, ring};
use crate::options::{OptionKind, OptionRow, Options};
use crate::sat::Encoding;

pub(crate) const COUNTING: OptionRow = OptionRow {
    name: "counting",
    meaning: "what is counted and how: penalty edges by a totalizer in the order of angles or rings, by \
              a sorting network, or by adders; or the values of cells by adders",
    kind: OptionKind::Choice(&["angle", "ring", "network", "adder", "cells"]),
    restricts: false,
};
pub(crate) const VALUES: OptionRow = OptionRow {
    name: "values",
    meaning: "the largest value with variables; what is above is filled in afterwards",
    kind: OptionKind::Integer { default: Some(5), least: 5, most: LARGEST as i64 },
    restricts: false,
};
pub(crate) const MOST: OptionRow = OptionRow {
    name: "most",
    meaning: "only boards with at most this penalty",
    kind: OptionKind::Integer { default: None, least: 0, most: 1_000_000 },
    restricts: true,
};
pub(crate) const RING: OptionRow = OptionRow {
    name: "ring",
    meaning: "edges at this distance from the boundary or more are no penalty edges",
    kind: OptionKind::Integer { default: None, least: 2, most: 256 },
    restricts: true,
};
pub(crate) const INTERIOR: OptionRow = OptionRow {
    name: "interior",
    meaning: "up to so many of the edges that `ring` forbids are penalty edges after all",
    kind: OptionKind::Integer { default: None, least: 0, most: 1000 },
    restricts: true,
};
pub(crate) const SINGLE: OptionRow = OptionRow {
    name: "single",
    meaning: "beyond `ring`, one edge may be a penalty edge at each of these distances, such as 4,5,17",
    kind: OptionKind::Text,
    restricts: true,
};
pub(crate) const CENTRE: OptionRow = OptionRow {
    name: "centre",
    meaning: "a 1 in the centre or beside it, and a second one where a perfect code has it",
    kind: OptionKind::Choice(&["any", "in", "beside"]),
    restricts: true,
};

/// The cardinality encoding of a formula, and its restrictions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EncodingOptions {
    pub(crate) counting: Encoding,
    /// Whether the leaves of a counting tree are in the order of rings.
    pub(crate) by_ring: bool,
    /// Whether the values of cells are counted instead of penalty edges.
    pub(crate) cells: bool,
    /// From this distance on no edge may be a penalty edge, except so many.
    pub(crate) excluded: Option<(usize, usize)>,
    /// Distances from there on at which one edge may be a penalty edge.
    pub(crate) single: Vec<usize>,
}

impl Default for EncodingOptions {
    fn default() -> Self {
        let (counting, single) = (Encoding::Totalizer, Vec::new());
        Self { counting, by_ring: false, cells: false, excluded: None, single }
    }
}

impl EncodingOptions {
    /// Reads the options of `sat` for a board. An option without effect is refused.
    pub(crate) fn of(options: &Options, hexagon: &Hexagon) -> Result<Self, String> {
        let word = options.text("counting").unwrap_or_default();
        let number = |name| options.integer(name).map(|number| number.unsigned_abs() as usize);
        let excluded = match (number("ring"), number("interior"), options.text("single")) {
            (Some(ring), interior, _) => Some((ring, interior.unwrap_or(0))),
            (None, None, None) => None,
            _ => return Err("interior and single need ring: they are exceptions to it".to_owned()),
        };
        if word == "cells" && excluded.is_some() {
            return Err(
                "counting=cells counts no penalty edges, and ring restricts them".to_owned()
            );
        }
        if word == "cells" && options.text("values") != VALUES.default().as_deref() {
            return Err("counting=cells needs variables for all values, so values has no effect; \
                        leave it out"
                .to_owned());
        }
        let distances = options.text("single").map_or(Ok(Vec::new()), |list| {
            let wrong = |_| format!("single={list} is not a list of distances such as 4,5,17");
            list.split(',').map(str::parse).collect::<Result<_, _>>().map_err(wrong)
        });
        let encoding = Self {
            counting: match word {
                "adder" | "cells" => Encoding::Adder,
                "network" => Encoding::Network,
                _ => Encoding::Totalizer,
            },
            by_ring: word == "ring",
            cells: word == "cells",
            excluded,
            single: distances?,
        };
        encoding.has_effect(hexagon)?;
        Ok(encoding)
    }

    /// Checks that each restriction concerns edges of the board.
    fn has_effect(&self, hexagon: &Hexagon) -> Result<(), String> {
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

/// The option `most`. A value that every board satisfies is refused.
pub(crate) fn most(options: &Options, hexagon: &Hexagon) -> Result<Option<usize>, String> {
    let Some(most) = options.integer("most").map(|most| most.unsigned_abs() as usize) else {
        return Ok(None);
    };
    let (order, edges) = (hexagon.order(), hexagon.edges().count());
    if most > 0 && most >= edges {
        return Err(format!(
            "most={most} has no effect: a board of order {order} has {edges} edges, and no larger penalty"
        ));
    }
    Ok(Some(most))
}

/// The sum of the rings of two cells.
pub(crate) fn distance(hexagon: &Hexagon, a: usize, b: usize) -> usize {
    ring(hexagon, a) + ring(hexagon, b)
}

/// The instance with the 1s that the option `centre` places.
pub(crate) fn placed(instance: &Instance, options: &Options) -> Result<Instance, String> {
    let mut placed = instance.clone();
    let centred = match options.text("centre") {
        Some("in") => true,
        Some("beside") => false,
        _ => return Ok(placed),
    };
    if instance.givens.iter().any(Option::is_some) {
        return Err("centre places 1s, so there may be no givens".to_owned());
    }
    let case = Case { centred, axis: 0 };
    let ones = instance.hexagon.cells().iter().filter(|&&cell| case.one(cell));
    let mut ones: Vec<Cell> = ones.copied().collect();
    ones.sort_by_key(|cell| cell.ring());
    if ones.len() < 2 {
        return Err("the board is too small for two 1s of a code".to_owned());
    }
    for &cell in &ones[..2] {
        let at = instance.hexagon.index(cell).expect("it is a cell of the board");
        placed.givens[at] = Some(1);
    }
    Ok(placed)
}
