//! The table of the rungs, from the lowest to the highest: a kernel and the engine that runs it.

use sixfold_puzzle::families::magic::Magic;

use super::engine::{Climb, blank_only, brute_force, with_givens};
use super::search::Kernel;
use super::{deduce, lines, permute, places, variants};
use crate::engine::{Engine, EngineRow, Role, TypedEngine};
use crate::options::{OptionKind, OptionRow};

/// A strategy.
pub(super) struct Rung {
    /// The search.
    pub(super) kernel: Kernel,
    /// The engine that runs it. Its name is the name of the rung.
    pub(super) engine: TypedEngine<Magic, Climb>,
}

impl Rung {
    /// The name, which is that of its engine.
    pub(super) const fn name(&self) -> &'static str {
        self.engine.row.name
    }
}

/// The option that limits the steps, with a default of its own for each rung.
const fn steps(default: Option<i64>) -> OptionRow {
    OptionRow {
        name: "steps",
        meaning: "give up after so many full boards; from ladder 5 on, after so many placed numbers",
        kind: OptionKind::Integer { default, least: 1, most: i64::MAX },
        restricts: false,
    }
}

/// About a second's work each.
const FEW: OptionRow = steps(Some(20_000_000));
const MANY: OptionRow = steps(Some(100_000_000));
const ALL: OptionRow = steps(None);

/// A row of the table. The functions of an engine capture nothing, so each row has a `read` that
/// names its kernel.
macro_rules! rung {
    ($name:literal, $kernel:path, $engine:ident, $steps:ident, $description:literal) => {
        Rung {
            kernel: $kernel,
            engine: $engine(
                EngineRow {
                    name: $name,
                    description: $description,
                    role: Role::Classic,
                    searched: None,
                    options: &[$steps],
                },
                |options, _| Ok(Climb { kernel: $kernel, budget: options.budget(&$steps) }),
            ),
        }
    };
}

/// The rungs from the lowest to the highest, then the variants of `deduce-swap`.
#[rustfmt::skip]
pub(super) static RUNGS: [Rung; COUNT] = [
    rung!("permute-lines", permute::permute_lines, brute_force, FEW,
        "ladder 1: every permutation by recursion, lines from a list"),
    rung!("permute-fixed", permute::permute_fixed, brute_force, FEW,
        "ladder 2: the same, lines written out"),
    rung!("next-lines", permute::next_lines, brute_force, MANY,
        "ladder 3: every permutation from the one before, lines from a list"),
    rung!("next-fixed", permute::next_fixed, brute_force, MANY,
        "ladder 4: the same, lines written out"),
    rung!("rows", lines::rows, with_givens, ALL,
        "ladder 5: row by row, a wrong line ends the attempt"),
    rung!("spiral", lines::spiral, with_givens, ALL,
        "ladder 6: the same along the inward spiral"),
    rung!("deduce", deduce::deduce, blank_only, ALL,
        "ladder 7: computes the last cell of a line; two lists"),
    rung!("deduce-array", deduce::deduce_array, blank_only, ALL,
        "ladder 8: the same with one array, copied"),
    rung!("deduce-swap", deduce::deduce_swap, blank_only, ALL,
        "ladder 9: the same with one array, swapped and swapped back"),
    rung!("deduce-bitmap", variants::deduce_bitmap, blank_only, ALL,
        "deduce-swap with a bitmap of available numbers"),
    rung!("deduce-range", variants::deduce_range, blank_only, ALL,
        "deduce-swap with a test of the range first"),
    rung!("deduce-short-swaps", variants::deduce_short_swaps, blank_only, ALL,
        "deduce-swap with one rotation instead of swaps back"),
    rung!("deduce-lanes", variants::deduce_lanes, blank_only, ALL,
        "deduce-swap with sixteen comparisons at once"),
    rung!("deduce-depth", places::deduce_depth, blank_only, ALL,
        "deduce-swap with code of its own for each place"),
    rung!("deduce-cheapest", places::deduce_cheapest, blank_only, ALL,
        "deduce-depth along the cheapest order of all"),
    rung!("deduce-symmetry", places::deduce_symmetry, blank_only, ALL,
        "deduce-depth along the cheapest order, for one of twelve images"),
];

const COUNT: usize = 16;
/// The engines of the family that are not of the ladder.
const OTHERS: usize = 5;

/// One table of the family's other engines and then those of the ladder.
pub(in super::super::super) const fn followed_by_ladder(
    others: [&'static dyn Engine; OTHERS],
) -> [&'static dyn Engine; OTHERS + COUNT] {
    let mut all = [others[0]; OTHERS + COUNT];
    let mut at = 1;
    while at < all.len() {
        all[at] = if at < OTHERS { others[at] } else { &RUNGS[at - OTHERS].engine };
        at += 1;
    }
    all
}

/// The rung with a name.
pub(super) fn rung(name: &str) -> &'static Rung {
    RUNGS.iter().find(|rung| rung.name() == name).expect("every name here is in the table")
}
