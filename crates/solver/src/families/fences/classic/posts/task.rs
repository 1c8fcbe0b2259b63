//! What `engine` and `count` share: the options, the budget, and the text of a solution.

use sixfold_puzzle::families::fences::{Curve, Fences, Instance, Solution};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::text::Document;

use super::corridor::{RegionFilter, RegionTest};
use super::meter::Meter;
use super::search::{Filling, PostOrder, SearchOptions};
use super::shape_test::ShapeTest;
use crate::engine::Task;
use crate::options::{OptionKind, OptionRow, Options};

pub(super) const ORDER: OptionRow = OptionRow {
    name: "order",
    meaning: "the post that is filled next: with the largest number, or the fewest fills left",
    kind: OptionKind::Choice(&["number", "constrained"]),
    restricts: false,
};
pub(super) const REGION: OptionRow = OptionRow {
    name: "region",
    meaning: "the test of what is left after a fill: a loop, no blind alleys, six regions, or none",
    kind: OptionKind::Choice(&["loop", "trimmed", "rainbow", "off"]),
    restricts: false,
};
/// Restricting: each of them refuses regions that have a loop.
pub(super) const SHAPE: OptionRow = OptionRow {
    name: "hunch",
    meaning: "keep only regions that a test of their shape likes, though it may be wrong",
    kind: OptionKind::Choice(&["none", "walk", "pick", "hole"]),
    restricts: true,
};
pub(super) const NODES: OptionRow = OptionRow {
    name: "nodes",
    meaning: "give up after so many tests and steps of loops",
    kind: OptionKind::Integer { default: Some(200_000_000), least: 1, most: i64::MAX },
    restricts: false,
};

pub(super) fn parse(text: &str) -> Instance {
    let document = Document::parse(text).expect("the session hands out readable instances");
    Fences::parse(&document).expect("the session hands out readable instances")
}

pub(super) fn options(options: &Options) -> SearchOptions {
    let order = match options.text("order") {
        Some("constrained") => PostOrder::Constrained,
        _ => PostOrder::Number,
    };
    let test = match options.text("region") {
        Some("off") => RegionTest::Off,
        Some("rainbow") => RegionTest::Rainbow,
        Some("trimmed") => RegionTest::Trimmed,
        _ => RegionTest::Loop,
    };
    let shape = match options.text("hunch") {
        Some("walk") => ShapeTest::Walk,
        Some("pick") => ShapeTest::Pick,
        Some("hole") => ShapeTest::Hole,
        _ => ShapeTest::None,
    };
    SearchOptions { order, filter: RegionFilter { test, shape } }
}

pub(super) fn meter<'a>(task: &'a Task<'_>) -> Meter<'a> {
    let budget = task.options.integer("nodes").unwrap_or(i64::MAX).unsigned_abs();
    Meter::new(budget, task.run)
}

/// A filling and a loop as text.
pub(super) fn solution(instance: &Instance, filling: &Filling<'_>, cells: &[usize]) -> String {
    let fences = filling.fences.iter().map(|lengths| Some(lengths.map(Some))).collect();
    let curve = Curve::Cells(cells.iter().map(|&cell| instance.hexagon.cell(cell)).collect());
    Fences::print_solution(instance, &Solution { fences, curve })
}
