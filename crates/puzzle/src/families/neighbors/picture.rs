//! Pictures of a board: plain values with penalty edges, or the perfect code that its 1s approximate.
//!
//! With row i and skewed column j, a perfect code is i + 4j ≡ c mod 7, or its mirror image with i and
//! j exchanged. On each of its three axes the 1s lie in lines f ≡ 0 mod 7. In a gap between two lines
//! the 2s of a good board are all at f ≡ 3 or all at f ≡ 4.

use std::collections::BTreeMap;

use super::{
    Instance, Known, PenaltyEdge, Solution, penalty, penalty_edges, potential_penalty_edges,
};
use crate::family::{Breakdown, Term, View};
use crate::hex::{Cell, Hexagon, Point};
use crate::scene::{Mark, Role, Scene, Swatch};

const CODE: &str = "code";
const POTENTIAL: &str = "potential";

/// The views.
pub(super) const VIEWS: &[Term] = &[
    Term { word: "plain", meaning: "values and penalty edges" },
    Term {
        word: POTENTIAL,
        meaning: "values, edges between equal ones, and every edge of a group of duplicate supports, of which \
                  all but one are penalty edges",
    },
    Term {
        word: CODE,
        meaning: "the 1s as a perfect code, lines of 1s and the sides of the 2s between them, the four \
                  outer rings",
    },
];

pub(super) fn scene(instance: &Instance, solution: Option<&Solution>, view: View) -> Scene {
    let hexagon = &instance.hexagon;
    let values = solution.unwrap_or(&instance.givens);
    let mut scene = Scene::new(format!("Hexagonal Neighbors, order {}", hexagon.order()));
    match view.name {
        Some(CODE) => skeleton(&mut scene, hexagon, values),
        _ => cells(&mut scene, hexagon, values),
    }
    match view.name {
        Some(POTENTIAL) => {
            let edges = potential_penalty_edges(hexagon, values);
            links(&mut scene, hexagon, &edges, ["equal values", "group of duplicate supports"]);
        }
        _ => {
            let edges = penalty_edges(hexagon, values);
            let meanings = ["penalty: equal values", "penalty: duplicate support"];
            links(&mut scene, hexagon, &edges, meanings);
        }
    }
    notes(&mut scene, hexagon, values);
    scene
}

/// Draws edges, with a legend of the kinds that occur: equal values and supports.
fn links(scene: &mut Scene, hexagon: &Hexagon, edges: &[PenaltyEdge], meanings: [&str; 2]) {
    let role = |edge: &PenaltyEdge| if edge.equal { Role::EqualPair } else { Role::SpareSupport };
    for edge in edges {
        let (from, to) = (hexagon.cell(edge.from), hexagon.cell(edge.to));
        scene.marks.push(Mark::Link { from, to, role: role(edge) });
    }
    for (kind, meaning) in [Role::EqualPair, Role::SpareSupport].into_iter().zip(meanings) {
        if edges.iter().any(|edge| role(edge) == kind) {
            scene.explain(Swatch::Link, kind, meaning);
        }
    }
}

/// The penalty and its parts, as far as they are known.
fn notes(scene: &mut Scene, hexagon: &Hexagon, values: &[Known]) {
    let penalty = penalty_edges(hexagon, values).len();
    if values.iter().all(|known| known.value().is_some()) {
        let sum: u32 = values.iter().map(|known| u32::from(known.least())).sum();
        let score = sum - hexagon.len() as u32;
        scene.note(format!("penalty {penalty}, sum {sum}, score {score}"));
    } else if penalty > 0 {
        scene.note(format!("penalty so far {penalty}"));
    }
    let parts = penalty::breakdowns(hexagon, values);
    scene.notes.extend(parts.iter().filter_map(Breakdown::words));
}

fn cells(scene: &mut Scene, hexagon: &Hexagon, values: &[Known]) {
    for (&cell, known) in hexagon.cells().iter().zip(values) {
        match known.value() {
            Some(value) => scene.labelled(cell, Role::Level(value), value),
            None if known.is_open() => scene.hex(cell, Role::Unknown),
            None => scene.labelled(cell, Role::Unknown, known),
        }
    }
}

/// A perfect code with an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PerfectCode {
    mirrored: bool,
    /// Which of the seven codes.
    shift: i32,
    axis: u8,
}

impl PerfectCode {
    /// Row and skewed column, exchanged for the mirror image.
    fn place(self, cell: Cell) -> (i32, i32) {
        let (i, j) = (cell.r, cell.q + cell.r);
        if self.mirrored { (j, i) } else { (i, j) }
    }

    fn one(self, cell: Cell) -> bool {
        let (i, j) = self.place(cell);
        (i + 4 * j - self.shift).rem_euclid(7) == 0
    }

    /// Whether a cell is known to hold a 1 where the code has none, or something else where it has one.
    fn is_missed(self, cell: Cell, known: Known) -> bool {
        known.decides(1) && self.one(cell) != (known.value() == Some(1))
    }

    /// The line of 1s through a cell is where this is a multiple of 7.
    fn line(self, cell: Cell) -> i32 {
        let (i, j) = self.place(cell);
        // A 1 of this code is at (shift, 0).
        let i = i - self.shift;
        match self.axis {
            0 => 2 * i + j,
            1 => 3 * i - 2 * j,
            _ => i - 3 * j,
        }
    }

    /// The gap of a cell in which a 2 may be, and its side.
    fn side(self, cell: Cell) -> Option<(i32, bool)> {
        let line = self.line(cell);
        match line.rem_euclid(7) {
            3 => Some((line.div_euclid(7), true)),
            4 => Some((line.div_euclid(7), false)),
            _ => None,
        }
    }

    /// How many of the 2s are on each side of each gap.
    fn gaps(self, hexagon: &Hexagon, values: &[Known]) -> BTreeMap<i32, [usize; 2]> {
        let mut gaps: BTreeMap<i32, [usize; 2]> = BTreeMap::new();
        for (&cell, &value) in hexagon.cells().iter().zip(values) {
            if let Some((gap, side)) = self.side(cell) {
                gaps.entry(gap).or_default()[usize::from(side)] +=
                    usize::from(value.value() == Some(2));
            }
        }
        gaps
    }

    /// The code with the most 1s of a board, and the axis that fits its 2s best.
    fn nearest(hexagon: &Hexagon, values: &[Known]) -> Self {
        let codes = [false, true]
            .into_iter()
            .flat_map(|mirrored| (0..7).map(move |shift| Self { mirrored, shift, axis: 0 }));
        let right = |code: &Self| {
            let cells = hexagon.cells().iter().zip(values);
            cells.filter(|&(&cell, &value)| code.one(cell) && value.value() == Some(1)).count()
        };
        let code = codes.max_by_key(right).expect("there are fourteen");
        let axes = (0..3).map(|axis| Self { axis, ..code });
        let straight = |code: &Self| -> usize {
            code.gaps(hexagon, values).values().map(|sides| sides[0].max(sides[1])).sum()
        };
        axes.max_by_key(straight).expect("there are three")
    }
}

/// The number of shaded outer rings. Inside them the 1s of good boards are a perfect code.
const RIM: usize = 4;

/// The value of a cell, if it is a 1 or a 2.
fn shown(known: Known) -> Option<u8> {
    known.value().filter(|value| (1..=2).contains(value))
}

/// Draws only 1s and 2s, over the code and the rings.
fn skeleton(scene: &mut Scene, hexagon: &Hexagon, values: &[Known]) {
    let code = PerfectCode::nearest(hexagon, values);
    let mut lines: BTreeMap<i32, Vec<Cell>> = BTreeMap::new();
    for (&cell, &value) in hexagon.cells().iter().zip(values) {
        let ring = hexagon.order() - cell.ring() as usize;
        let other = if ring < RIM { Role::Region(2) } else { Role::Neutral };
        scene.hex(cell, shown(value).map_or(other, Role::Level));
        if code.one(cell) {
            lines.entry(code.line(cell)).or_default().push(cell);
        }
    }
    for (_, line) in lines {
        let ends = line.first().zip(line.last()).filter(|(first, last)| first != last);
        if let Some((&first, &last)) = ends {
            let (from, to) = (Point::of(first), Point::of(last));
            scene.marks.push(Mark::Stroke { from, to, role: Role::Axis });
        }
    }
    // Above the lines, which would cut the digits.
    for (&cell, &value) in hexagon.cells().iter().zip(values) {
        shown(value).into_iter().for_each(|value| scene.text(cell, Role::Level(value), value));
        if code.is_missed(cell, value) {
            scene.outline(cell, Role::Broken);
        }
    }
    let sides =
        code.gaps(hexagon, values).into_values().map(|[right, left]| match left.cmp(&right) {
            std::cmp::Ordering::Greater => '1',
            std::cmp::Ordering::Less => '0',
            std::cmp::Ordering::Equal => '·',
        });
    scene.note(format!("sides of the 2s, gap by gap: {}", sides.collect::<String>()));
    let strays = hexagon.cells().iter().zip(values);
    let strays = strays.filter(|&(&cell, &value)| code.is_missed(cell, value));
    scene.note(format!("cells in which the 1s and the code differ: {}", strays.count()));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each code with sides is recognised from its board.
    #[test]
    fn every_code_and_axis_is_recognised() {
        let hexagon = Hexagon::new(9);
        for mirrored in [false, true] {
            for shift in 0..7 {
                for axis in 0..3 {
                    let code = PerfectCode { mirrored, shift, axis };
                    let value = |&cell: &Cell| match code.side(cell) {
                        _ if code.one(cell) => Known::exactly(1),
                        Some((gap, side)) if side == (gap % 3 == 0) => Known::exactly(2),
                        _ => Known::exactly(3),
                    };
                    let values: Vec<Known> = hexagon.cells().iter().map(value).collect();
                    assert_eq!(PerfectCode::nearest(&hexagon, &values), code);
                    let gaps = code.gaps(&hexagon, &values);
                    assert!(gaps.values().all(|sides| sides.contains(&0)), "{code:?} {gaps:?}");
                }
            }
        }
    }
}
