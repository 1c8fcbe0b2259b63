//! What `engine` and `count` share: the options, the budget, and the text of a solution.

use std::cmp::Reverse;

use sixfold_puzzle::Family;
use sixfold_puzzle::families::fences::{Curve, Fences, Instance, REGIONS, Solution, region};
use sixfold_puzzle::hex::Cell;

use super::corridor::{RegionFilter, RegionTest};
use super::search::{Filling, PostOrder, SearchOptions};
use super::shape_test::ShapeTest;
use crate::options::{OptionKind, OptionRow, Options};

const ORDER: OptionRow = OptionRow {
    name: "order",
    meaning: "the post that is filled next: with the largest number, or the fewest fills left",
    kind: OptionKind::Choice(&["number", "constrained"]),
    restricts: false,
};
const FIRST: OptionRow = OptionRow {
    name: "first",
    meaning: "posts that are filled before all others, in this order: cells such as -2,1 or regions \
              such as orange, with blanks between them; of a region the largest numbers first",
    kind: OptionKind::Text,
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
pub(super) const TABLE: &[OptionRow] = &[ORDER, FIRST, REGION, SHAPE, NODES];

/// The options of the engine.
pub(in crate::families::fences) struct PostOptions {
    pub(super) search: SearchOptions,
    /// The most nodes.
    pub(super) nodes: u64,
}

impl PostOptions {
    pub(super) fn read(options: &Options, instance: &Instance) -> Result<Self, String> {
        let tests = [RegionTest::Loop, RegionTest::Trimmed, RegionTest::Rainbow, RegionTest::Off];
        let shapes = [ShapeTest::None, ShapeTest::Walk, ShapeTest::Pick, ShapeTest::Hole];
        let filter = RegionFilter {
            test: options.choice(&REGION, tests),
            shape: options.choice(&SHAPE, shapes),
        };
        let order = options.choice(&ORDER, [PostOrder::Number, PostOrder::Constrained]);
        let first = options.text(&FIRST).map_or(Ok(Vec::new()), |words| posts(words, instance))?;
        Ok(Self { search: SearchOptions { first, order, filter }, nodes: options.budget(&NODES) })
    }
}

/// The posts that words name, each once.
fn posts(words: &str, instance: &Instance) -> Result<Vec<usize>, String> {
    let mut posts: Vec<usize> = Vec::new();
    for word in words.split_whitespace() {
        let mut named = match REGIONS.iter().position(|&name| name == word) {
            Some(region) => posts_of(region, instance),
            None => vec![post_at(word, instance)?],
        };
        if named.is_empty() {
            return Err(format!("first: there is no post in the region {word}"));
        }
        named.retain(|post| !posts.contains(post));
        posts.extend(named);
    }
    Ok(posts)
}

/// The posts of a region, the largest numbers first.
fn posts_of(wanted: usize, instance: &Instance) -> Vec<usize> {
    let inside =
        |post: &usize| region(instance.hexagon.cell(instance.posts[*post].0)) == Some(wanted);
    let mut posts: Vec<usize> = (0..instance.posts.len()).filter(inside).collect();
    posts.sort_by_key(|&post| Reverse(instance.posts[post].1));
    posts
}

/// The post on a cell.
fn post_at(word: &str, instance: &Instance) -> Result<usize, String> {
    let Ok(cell) = word.parse::<Cell>() else {
        let regions = REGIONS.join(", ");
        return Err(format!("first: `{word}` is no cell such as -2,1 and no region ({regions})"));
    };
    let index = instance.hexagon.index(cell);
    let post = instance.posts.iter().position(|&(post, _)| Some(post) == index);
    post.ok_or_else(|| format!("first: there is no post on the cell {word}"))
}

/// A filling and a loop as text.
pub(super) fn solution(instance: &Instance, filling: &Filling<'_>, cells: &[usize]) -> String {
    let fences = filling.fences.iter().map(|lengths| Some(lengths.map(Some))).collect();
    let curve = Curve::Cells(cells.iter().map(|&cell| instance.hexagon.cell(cell)).collect());
    Fences::print_solution(instance, &Solution { fences, curve })
}
