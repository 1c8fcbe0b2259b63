//! The table of the rungs, from the lowest to the highest.

use super::search::LadderSearch;
use super::{deduce, lines, permute, places, variants};

/// The only order that the rungs know.
pub(super) const ORDER: usize = 3;

/// A strategy.
pub(super) struct Rung {
    /// The name, which is that of its engine.
    pub(super) name: &'static str,
    /// The search.
    pub(super) kernel: fn(&mut LadderSearch<'_>),
}

/// The rungs from the lowest to the highest, then the variants of `deduce-swap`.
pub(super) static RUNGS: &[Rung] = &[
    Rung { name: "permute-lines", kernel: permute::permute_lines },
    Rung { name: "permute-fixed", kernel: permute::permute_fixed },
    Rung { name: "next-lines", kernel: permute::next_lines },
    Rung { name: "next-fixed", kernel: permute::next_fixed },
    Rung { name: "rows", kernel: lines::rows },
    Rung { name: "spiral", kernel: lines::spiral },
    Rung { name: "deduce", kernel: deduce::deduce },
    Rung { name: "deduce-array", kernel: deduce::deduce_array },
    Rung { name: "deduce-swap", kernel: deduce::deduce_swap },
    Rung { name: "deduce-bitmap", kernel: variants::deduce_bitmap },
    Rung { name: "deduce-range", kernel: variants::deduce_range },
    Rung { name: "deduce-short-swaps", kernel: variants::deduce_short_swaps },
    Rung { name: "deduce-lanes", kernel: variants::deduce_lanes },
    Rung { name: "deduce-depth", kernel: places::deduce_depth },
    Rung { name: "deduce-cheapest", kernel: places::deduce_cheapest },
    Rung { name: "deduce-symmetry", kernel: places::deduce_symmetry },
];

pub(super) fn rung(name: &str) -> &'static Rung {
    RUNGS.iter().find(|rung| rung.name == name).expect("every engine here has a rung")
}
