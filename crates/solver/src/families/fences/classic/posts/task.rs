//! What `engine` and `count` share: the options, the budget, and the text of a solution.

use sixfold_puzzle::families::fences::{Curve, Fences, Instance, Solution};
use sixfold_puzzle::family::Family;

use super::corridor::{RegionFilter, RegionTest};
use super::meter::Meter;
use super::search::{Filling, PostOrder, SearchOptions};
use super::shape_test::ShapeTest;
use crate::options::{OptionKind, OptionRow, Options};
use crate::run::Run;

const ORDER: OptionRow = OptionRow {
    name: "order",
    meaning: "the post that is filled next: with the largest number, or the fewest fills left",
    kind: OptionKind::Choice(&["number", "constrained"]),
    restricts: false,
};
const REGION: OptionRow = OptionRow {
    name: "region",
    meaning: "the test of what is left after a fill: a loop, no blind alleys, six regions, or none",
    kind: OptionKind::Choice(&["loop", "trimmed", "rainbow", "off"]),
    restricts: false,
};
/// Restricting: each of them refuses regions that have a loop.
const SHAPE: OptionRow = OptionRow {
    name: "hunch",
    meaning: "keep only regions that a test of their shape likes, though it may be wrong",
    kind: OptionKind::Choice(&["none", "walk", "pick", "hole"]),
    restricts: true,
};
const NODES: OptionRow = OptionRow {
    name: "nodes",
    meaning: "give up after so many tests and steps of loops",
    kind: OptionKind::Integer { default: Some(200_000_000), least: 1, most: i64::MAX },
    restricts: false,
};

/// The table of the engine.
pub(super) const TABLE: &[OptionRow] = &[ORDER, REGION, SHAPE, NODES];

/// The options of the engine.
pub(in crate::families::fences) struct PostOptions {
    pub(super) search: SearchOptions,
    /// The most nodes.
    nodes: u64,
}

impl PostOptions {
    pub(super) fn read(options: &Options, _: &Instance) -> Result<Self, String> {
        let tests = [RegionTest::Loop, RegionTest::Trimmed, RegionTest::Rainbow, RegionTest::Off];
        let shapes = [ShapeTest::None, ShapeTest::Walk, ShapeTest::Pick, ShapeTest::Hole];
        let filter = RegionFilter {
            test: options.choice(&REGION, tests),
            shape: options.choice(&SHAPE, shapes),
        };
        let order = options.choice(&ORDER, [PostOrder::Number, PostOrder::Constrained]);
        Ok(Self { search: SearchOptions { order, filter }, nodes: options.budget(&NODES) })
    }

    /// The counters of a search within the budget.
    pub(super) fn meter<'a>(&self, run: &'a Run<'a>) -> Meter<'a> {
        Meter::new(self.nodes, run)
    }
}

/// A filling and a loop as text.
pub(super) fn solution(instance: &Instance, filling: &Filling<'_>, cells: &[usize]) -> String {
    let fences = filling.fences.iter().map(|lengths| Some(lengths.map(Some))).collect();
    let curve = Curve::Cells(cells.iter().map(|&cell| instance.hexagon.cell(cell)).collect());
    Fences::print_solution(instance, &Solution { fences, curve })
}
