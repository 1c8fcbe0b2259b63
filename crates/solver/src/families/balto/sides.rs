//! Which boards the searches of a round move, and the measured default.
//!
//! A search moves both boards, the one to be solved alone, or the one at home alone. `Each` runs two one-sided searches,
//! one from either end, and takes the shorter solution: the same number of variants as `Both`, each with half the
//! candidates.
//!
//! Heuristic: the default is the choice with the shortest mean solution at the same width on made boards
//! (docs/balto.md has the table). A two-sided beam holds one position several times, since moves of the two boards commute; a one-sided beam does not. On
//! large boards one-sided beams end without a solution.

use super::board_pair::Ends;

/// The boards that the searches of a round move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sides {
    /// Both boards in every search.
    Both,
    /// The board to be solved.
    Start,
    /// The board at home.
    Home,
    /// One board in some searches, the other one in the others.
    Each,
}

/// One search of a round: the boards that it moves, and the senses of their first moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Variant {
    pub(super) ends: Ends,
    pub(super) senses: [bool; 2],
}

/// The orders and widths up to which `Each` gave the shorter solutions; larger ones are left to `Both`.
const EACH: [(usize, usize); 3] = [(4, usize::MAX), (5, 16_000), (6, 1_000)];

impl Sides {
    /// The best choice by measurement.
    pub(super) fn best(order: usize, width: usize) -> Self {
        match EACH.iter().any(|&(most, widest)| order <= most && width <= widest) {
            true => Self::Each,
            false => Self::Both,
        }
    }

    /// What its searches move, one after the other.
    pub(super) fn ends(self) -> &'static [Ends] {
        match self {
            Self::Both => &[Ends::Both],
            Self::Start => &[Ends::Start],
            Self::Home => &[Ends::Home],
            Self::Each => &[Ends::Start, Ends::Home],
        }
    }

    /// The searches of a round.
    pub(super) fn variants(self) -> Vec<Variant> {
        let of = |&ends: &Ends| ends.variants().iter().map(move |&senses| Variant { ends, senses });
        self.ends().iter().flat_map(of).collect()
    }

    /// How many candidates a state has, in all searches together.
    pub(super) fn candidates(self) -> u64 {
        self.ends().iter().map(|ends| ends.candidates()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::parameters::VARIANTS;
    use super::*;

    #[test]
    fn small_boards_are_searched_from_each_end_and_large_ones_from_both() {
        for (order, width) in [(4, 32_000), (5, 500), (5, 8_000), (6, 500)] {
            assert_eq!(Sides::best(order, width), Sides::Each, "order {order}, width {width}");
        }
        for (order, width) in [(5, 32_000), (6, 2_000), (7, 125), (27, 512)] {
            assert_eq!(Sides::best(order, width), Sides::Both, "order {order}, width {width}");
        }
    }

    #[test]
    fn a_round_has_no_more_searches_than_are_kept() {
        let all = [Sides::Both, Sides::Start, Sides::Home, Sides::Each];
        assert_eq!(all.map(|sides| sides.variants().len()), [VARIANTS, 2, 2, VARIANTS]);
        assert_eq!(all.map(Sides::candidates), [48, 12, 12, 24]);
    }
}
