//! Hexagonal Neighbors: a cell that holds k has 1, 2, …, k−1 among its neighbours; maximise the sum.
//!
//! The objective here is the equivalent *penalty*, to be minimised. An edge is useful if it is the one
//! that supports its higher cell with the lower value; every other edge is a penalty edge. A cell with
//! value k has exactly k−1 useful edges, so penalty = edges − Σ(value − 1). Counting edges is the idea
//! of Tomas Rokicki.
//!
//! The encodings of these rules in the solver share no code with this file.

mod entry;
mod picture;

use crate::family::{About, Family, Format, Goal, Objective, Term, View, Violation};
use crate::hex::{Hexagon, MAX_ORDER, Symmetry};
use crate::partial;
use crate::scene::Scene;
use crate::text::{Block, Document, TextError, Token};

/// The family.
#[derive(Debug)]
pub struct Neighbors;

/// A board with some cells given, usually none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The board.
    pub hexagon: Hexagon,
    /// The given values by cell index.
    pub givens: Vec<Option<u8>>,
}

/// The values by cell index; `None` is undecided.
pub type Solution = Vec<Option<u8>>;

/// The largest value: six neighbours support it.
pub const LARGEST: u8 = 7;

/// The largest sum of (value − 1) that so many cells could have if each had six neighbours: of v cells
/// at least ⌈v/7⌉ are 1s, since a 1 supports six others; of the rest at least ⌈rest/6⌉ are 2s, and so
/// on. In all 21 for every seven cells, and r(r−1)/2 for the r that are left.
///
/// [`edge_bound`] is smaller from order 2 on, since cells at the boundary have fewer neighbours.
#[must_use]
pub const fn counting_bound(cells: usize) -> usize {
    let left = cells % 7;
    cells / 7 * 21 + left * left.saturating_sub(1) / 2
}

/// The largest sum of (value − 1) that a board could have without penalty edges: its number of edges.
#[must_use]
pub const fn edge_bound(order: usize) -> usize {
    match order {
        0 => 0,
        _ => 3 * (order - 1) * (3 * order - 2),
    }
}

/// An edge that supports neither of its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PenaltyEdge {
    /// One end.
    pub from: usize,
    /// The other end.
    pub to: usize,
    /// Whether the two values are equal; otherwise `to` has another neighbour, of smaller index,
    /// with the value of `from`.
    pub equal: bool,
}

/// Every penalty edge between decided cells. Of several neighbours with the same lower value the
/// one with the least index supports, and the edges to the others are penalties.
#[must_use]
pub fn penalty_edges(hexagon: &Hexagon, values: &[Option<u8>]) -> Vec<PenaltyEdge> {
    let mut edges = Vec::new();
    for (to, value) in values.iter().enumerate() {
        let Some(high) = *value else { continue };
        let mut supported = [false; LARGEST as usize + 1];
        let mut around: Vec<usize> = hexagon.neighbours(to).collect();
        around.sort_unstable();
        for from in around {
            let Some(low) = values[from] else { continue };
            let equal = low == high;
            let spare = low < high && std::mem::replace(&mut supported[usize::from(low)], true);
            if spare || (equal && from < to) {
                edges.push(PenaltyEdge { from, to, equal });
            }
        }
    }
    edges
}

/// The violation of a cell that lacks more values than it has undecided neighbours.
fn lacks_support(hexagon: &Hexagon, values: &[Option<u8>], index: usize) -> Option<Violation> {
    let value = values[index]?;
    let has = |wanted: u8| hexagon.neighbours(index).any(|next| values[next] == Some(wanted));
    let missing: Vec<u8> = (1..value).filter(|&lower| !has(lower)).collect();
    let undecided = hexagon.neighbours(index).filter(|&next| values[next].is_none()).count();
    if missing.len() <= undecided {
        return None;
    }
    let cell = hexagon.cell(index);
    let list: Vec<String> = missing.iter().map(u8::to_string).collect();
    let list = list.join(", ");
    let room = match undecided {
        0 => String::new(),
        1 => " and only 1 undecided neighbour".to_owned(),
        _ => format!(" and only {undecided} undecided neighbours"),
    };
    let message = format!("the {value} at {cell} has no neighbour {list}{room}");
    Some(Violation::new("support", vec![cell], message))
}

fn value(token: &Token<'_>) -> Result<u8, TextError> {
    let expected = "`?` or a value from 1 to 7";
    let value = token
        .integer("a value", 1, i64::from(LARGEST))
        .map_err(|error| TextError { expected: expected.to_owned(), ..error })?;
    Ok(value as u8)
}

impl Family for Neighbors {
    type Instance = Instance;
    type Solution = Solution;

    const ABOUT: About = About {
        name: "neighbors",
        description: "Hexagonal Neighbors: each k touches 1..k-1; as few penalty edges as possible",
        objective: Some("penalty"),
        least_order: 1,
        tokens: &[
            Term { word: "?", meaning: "undecided" },
            Term { word: "1..7", meaning: "a given value" },
        ],
        solution: "the rows again, with a value from 1 to 7 in every cell",
        settings: &[],
        rules: &[
            Term { word: "support", meaning: "a cell with value k lacks one of 1..k-1 beside it" },
            Term { word: "given", meaning: "a given value is changed" },
        ],
        reasons: &[],
        views: picture::VIEWS,
    };
    const SYMMETRIES: &'static [Symmetry] = &Symmetry::ALL;

    fn goal(_: &Instance) -> Goal {
        Goal::Minimise
    }

    fn parse(document: &Document<'_>) -> Result<Instance, TextError> {
        let hexagon = Hexagon::new(document.order(Self::ABOUT.least_order)?);
        let givens = partial::parse(&document.rows(&hexagon)?, value)?;
        Ok(Instance { hexagon, givens })
    }

    fn print(instance: &Instance) -> String {
        let rows = partial::print(&instance.hexagon, &instance.givens);
        format!("neighbors {}\n{rows}", instance.hexagon.order())
    }

    fn parse_solution(instance: &Instance, block: &Block<'_>) -> Result<Solution, TextError> {
        partial::parse_solution(&instance.hexagon, &instance.givens, block, value)
    }

    fn print_solution(instance: &Instance, solution: &Solution) -> String {
        partial::print(&instance.hexagon, solution)
    }

    fn draft(instance: &Instance) -> Option<Solution> {
        Some(instance.givens.clone())
    }

    fn complete(_: &Instance, solution: &Solution) -> bool {
        solution.iter().all(Option::is_some)
    }

    fn violations(instance: &Instance, solution: &Solution) -> Vec<Violation> {
        let hexagon = &instance.hexagon;
        let mut violations = partial::changed_givens(hexagon, &instance.givens, solution);
        let lacking = (0..hexagon.len()).filter_map(|at| lacks_support(hexagon, solution, at));
        violations.extend(lacking);
        violations
    }

    fn objective(instance: &Instance, solution: &Solution) -> Option<Objective> {
        let cells = instance.hexagon.len() as i128;
        let sum: i128 = solution.iter().flatten().map(|&value| i128::from(value)).sum();
        let score = sum - cells;
        let edges = instance.hexagon.edges().count() as i128;
        let beside = vec![("sum", sum), ("score", score)];
        Some(Objective { name: "penalty", value: edges - score, beside })
    }

    /// Beyond givens that break a rule, every instance has solutions or needs a search.
    fn impossible(_: &Instance) -> Option<Violation> {
        None
    }

    fn transform(instance: &Instance, symmetry: Symmetry) -> Instance {
        let givens = symmetry.transform(&instance.hexagon, &instance.givens);
        Instance { hexagon: instance.hexagon.clone(), givens }
    }

    fn transform_solution(
        instance: &Instance,
        solution: &Solution,
        symmetry: Symmetry,
    ) -> Solution {
        symmetry.transform(&instance.hexagon, solution)
    }

    fn scene(instance: &Instance, solution: Option<&Solution>, view: View) -> Scene {
        picture::scene(instance, solution, view)
    }

    fn presets() -> Vec<String> {
        (Self::ABOUT.least_order..=MAX_ORDER).map(|order| order.to_string()).collect()
    }

    fn preset(name: &str) -> Option<String> {
        let order = Self::presets().iter().position(|preset| preset == name)? + 1;
        let hexagon = Hexagon::new(order);
        let givens = vec![None; hexagon.len()];
        Some(Self::print(&Instance { hexagon, givens }))
    }

    fn formats() -> &'static [Format] {
        &[entry::FORMAT]
    }

    fn bounds() -> &'static [Term] {
        &[
            Term {
                word: "counting",
                meaning: "score at most 21*floor(v/7) + r(r-1)/2 for v cells, r = v mod 7 (order 27: 6321)",
            },
            Term {
                word: "edges",
                meaning: "score at most 3(n-1)(3n-2), one for each edge (order 27: 6162); the penalty is what is missing",
            },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Level by level: the least number of cells that hold a value, then the next.
    fn level_by_level(cells: usize) -> usize {
        let (mut left, mut score) = (cells, 0);
        for value in 1..=usize::from(LARGEST) {
            let held = left.div_ceil(usize::from(LARGEST) + 1 - value);
            score += held * (value - 1);
            left -= held;
        }
        assert_eq!(left, 0);
        score
    }

    #[test]
    fn the_counting_bound_is_what_its_levels_add_up_to() {
        for cells in 0..3_000 {
            assert_eq!(counting_bound(cells), level_by_level(cells), "{cells}");
        }
    }

    #[test]
    fn the_number_of_edges_is_the_better_bound() {
        for order in 1..=40 {
            let hexagon = Hexagon::new(order);
            let (edges, counted) = (edge_bound(order), counting_bound(hexagon.len()));
            assert_eq!(edges, hexagon.edges().count(), "{order}");
            assert!(edges < counted || order == 1, "{order}");
        }
    }

    /// `list` names the bounds of order 27.
    #[test]
    fn the_listed_bounds_are_those_of_the_functions() {
        let cells = Hexagon::new(27).len();
        for (bound, term) in [counting_bound(cells), edge_bound(27)].iter().zip(Neighbors::bounds())
        {
            assert!(term.meaning.contains(&format!("order 27: {bound}")), "{term:?}");
        }
    }
}
