//! Hexagonal Neighbors: a cell that holds k has 1, 2, …, k−1 among its neighbours; maximise the sum.
//!
//! The objective here is the equivalent *penalty*, to be minimised. An edge is useful if it is the one
//! that supports its higher cell with the lower value; every other edge is a penalty edge. A cell with
//! value k has exactly k−1 useful edges, so penalty = edges − Σ(value − 1). Counting edges is the idea
//! of Tomas Rokicki.
//!
//! The encodings of these rules in the solver share no code with this file.

mod entry;
mod known;
mod penalty;
mod picture;

pub use self::known::Known;
use self::penalty::PENALTY;
pub use self::penalty::{
    BY_DISTANCE, BY_LEVEL, PenaltyEdge, penalty_edges, potential_penalty_edges,
};
use crate::editing::Answer;
use crate::family::{About, Breakdown, Family, Format, Goal, Objective, Term, View, Violation};
use crate::hex::{Hexagon, MAX_ORDER, Symmetry};
use crate::scene::Scene;
use crate::text::{Block, Document, print_rows};
use crate::text_error::TextError;

/// The family.
#[derive(Debug)]
pub struct Neighbors;

/// A board with some cells given, usually none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The board.
    pub hexagon: Hexagon,
    /// What is given, by cell index.
    pub givens: Vec<Known>,
}

impl Instance {
    /// The board of an order on which nothing is given.
    #[must_use]
    pub fn blank(order: usize) -> Self {
        let hexagon = Hexagon::new(order);
        Self { givens: vec![Known::OPEN; hexagon.len()], hexagon }
    }

    /// Whether nothing is given.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.givens.iter().all(|given| given.is_open())
    }
}

/// What is known of each cell, by index; all values, if the solution is complete.
pub type Solution = Vec<Known>;

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

/// The violation of a cell that lacks values which its undecided neighbours cannot all supply.
///
/// A neighbour that holds k or more can supply any value from k on. So what lacks up to some value must not outnumber the
/// neighbours that may hold one up to there (Hall's condition; their choices are nested).
fn lacks_support(hexagon: &Hexagon, values: &[Known], index: usize) -> Option<Violation> {
    let needs = values[index];
    let around = || hexagon.neighbours(index).map(|next| values[next]);
    let has = |wanted: u8| around().any(|next| next.value() == Some(wanted));
    let missing: Vec<u8> = (1..needs.least()).filter(|&lower| !has(lower)).collect();
    let able =
        |most: u8| around().filter(|next| next.value().is_none() && next.least() <= most).count();
    let short = (1..=missing.len()).rev().find(|&count| count > able(missing[count - 1]))?;
    let able = able(missing[short - 1]);
    let cell = hexagon.cell(index);
    let list: Vec<String> = missing[..short].iter().map(u8::to_string).collect();
    let list = list.join(", ");
    let room = match able {
        0 => String::new(),
        1 => " and only 1 undecided neighbour".to_owned(),
        _ => format!(" and only {able} undecided neighbours"),
    };
    let room = if able > 0 && around().any(|next| next.value().is_none() && !next.is_open()) {
        room + " that may hold one"
    } else {
        room
    };
    let message = format!("the {needs} at {cell} has no neighbour {list}{room}");
    Some(Violation::new("support", vec![cell], message))
}

/// A violation `given` for every given that a solution changes or drops.
fn changed_givens(instance: &Instance, solution: &[Known]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (index, (given, held)) in instance.givens.iter().zip(solution).enumerate() {
        if !held.is_within(*given) {
            let cell = instance.hexagon.cell(index);
            let message = format!("the cell {cell} is given as {given} but holds {held}");
            violations.push(Violation::new("given", vec![cell], message));
        }
    }
    violations
}

impl Family for Neighbors {
    type Instance = Instance;
    type Solution = Solution;

    const ABOUT: About = About {
        name: "neighbors",
        description: "Hexagonal Neighbors: each k touches 1..k-1; as few penalty edges as possible",
        explanation: &[
            "Put a number from 1 to 7 into every cell.",
            "A cell with the number k must have each of 1, 2, … k-1 beside it: a 3 needs a 1 and a 2.",
            "The larger the numbers, the better.",
            "Every edge that supports nothing is a penalty edge: between equal numbers, or to a second neighbour with the same smaller number. The fewer penalty edges, the better the board.",
        ],
        objective: Some(PENALTY),
        least_order: 1,
        tokens: &[
            Term { word: "?", meaning: "undecided" },
            Term { word: "1..7", meaning: "a given value" },
            Term { word: "2+..6+", meaning: "a given least value: this one or more" },
        ],
        solution: "the rows again, with a value from 1 to 7 in every cell; `2+` is undecided, but 2 or more",
        answer: Answer::Rows,
        settings: &[],
        rules: &[
            Term { word: "support", meaning: "a cell with value k lacks one of 1..k-1 beside it" },
            Term {
                word: "given",
                meaning: "a given value is changed, or a given least value not reached",
            },
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
        let givens = document.rows(&hexagon)?.iter().map(known::parse).collect::<Result<_, _>>()?;
        Ok(Instance { hexagon, givens })
    }

    fn print(instance: &Instance) -> String {
        let rows = print_rows(&instance.hexagon, &instance.givens);
        format!("neighbors {}\n{rows}", instance.hexagon.order())
    }

    fn parse_solution(instance: &Instance, block: &Block<'_>) -> Result<Solution, TextError> {
        let tokens = block.rows(&instance.hexagon)?;
        let cells = tokens.iter().zip(&instance.givens);
        cells.map(|(token, given)| Ok(known::parse(token)?.over(*given))).collect()
    }

    fn print_solution(instance: &Instance, solution: &Solution) -> String {
        print_rows(&instance.hexagon, solution)
    }

    fn draft(instance: &Instance) -> Option<Solution> {
        Some(instance.givens.clone())
    }

    fn given(instance: &Instance, solution: &Solution) -> Option<Instance> {
        Some(Instance { hexagon: instance.hexagon.clone(), givens: solution.clone() })
    }

    fn complete(_: &Instance, solution: &Solution) -> bool {
        solution.iter().all(|known| known.value().is_some())
    }

    fn violations(instance: &Instance, solution: &Solution) -> Vec<Violation> {
        let hexagon = &instance.hexagon;
        let mut violations = changed_givens(instance, solution);
        let lacking = (0..hexagon.len()).filter_map(|at| lacks_support(hexagon, solution, at));
        violations.extend(lacking);
        violations
    }

    fn objective(instance: &Instance, solution: &Solution) -> Option<Objective> {
        let cells = instance.hexagon.len() as i128;
        let sum: i128 = solution.iter().map(|known| i128::from(known.least())).sum();
        let score = sum - cells;
        let edges = instance.hexagon.edges().count() as i128;
        let beside = vec![("sum", sum), ("score", score)];
        Some(Objective { name: PENALTY, value: edges - score, beside })
    }

    fn breakdowns(instance: &Instance, solution: &Solution) -> Vec<Breakdown> {
        penalty::breakdowns(&instance.hexagon, solution)
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
        Some(Self::print(&Instance::blank(order)))
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
