//! The kernel `deduce-swap` of `deduce`, unrolled: one function for each cell of the board, along the inward spiral and along
//! the cheapest orders of `orders`.
//!
//! A cell is either tried with all unused numbers or computed from its line. Here that is known when the code is compiled, so
//! nothing is tested at run time. A test compares this code with the orders in `orders`. It solves order 3 only.

use sixfold_puzzle::hex::{Hexagon, Symmetry};

use super::deduce::{PAUSE, find, rest_fits};
use super::orders::{CHEAPEST, CHEAPEST_TWELFTH, SPIRAL};
use super::search::{Board, CELLS, LadderSearch};

/// A function that tries every available number at a place, as long as numbers ascend where they
/// have to.
macro_rules! tried {
    ($name:ident, $place:literal, $next:ident $(, $(($less:literal < $more:literal))+)?) => {
        fn $name(search: &mut LadderSearch<'_>, cells: &mut Board) {
            for slot in $place..CELLS {
                if $place < PAUSE && search.over() {
                    return;
                }
                cells.swap($place, slot);
                if true $($(&& cells[$less] < cells[$more])+)? {
                    search.steps += 1;
                    $next(search, cells);
                }
                cells.swap($place, slot);
            }
        }
    };
}

/// A function that computes the number at a place from one line, and tests other lines that end
/// there.
macro_rules! computed {
    ($name:ident, $place:literal, [$($other:literal)+] $([$($tested:literal)+])*,
     $next:ident $(, $(($less:literal < $more:literal))+)?) => {
        fn $name(search: &mut LadderSearch<'_>, cells: &mut Board) {
            let needed = search.sum $(- cells[$other])+;
            let fits = true $(&& search.sum $(- cells[$tested])+ == needed)*;
            if fits && let Some(slot) = find(cells, needed, $place) {
                cells.swap($place, slot);
                if true $($(&& cells[$less] < cells[$more])+)? {
                    search.steps += 1;
                    $next(search, cells);
                }
                cells.swap($place, slot);
            }
        }
    };
}

/// Code for each place of the inward spiral.
pub(super) fn deduce_depth(search: &mut LadderSearch<'_>) {
    tried!(place_0, 0, place_1);
    tried!(place_1, 1, place_2);
    computed!(place_2, 2, [0 1], place_3);
    tried!(place_3, 3, place_4);
    computed!(place_4, 4, [2 3], place_5);
    tried!(place_5, 5, place_6);
    computed!(place_6, 6, [4 5], place_7);
    tried!(place_7, 7, place_8);
    computed!(place_8, 8, [6 7], place_9);
    tried!(place_9, 9, place_10);
    computed!(place_10, 10, [8 9], place_11);
    computed!(place_11, 11, [10 0], place_12);
    tried!(place_12, 12, place_13);
    computed!(place_13, 13, [11 12 3], place_14);
    computed!(place_14, 14, [1 13 5], place_15);
    computed!(place_15, 15, [3 14 7], place_16);
    computed!(place_16, 16, [5 15 9], place_17);
    computed!(place_17, 17, [7 16 11], place_18);
    computed!(place_18, 18, [4 14 17 10], full);
    fn full(search: &mut LadderSearch<'_>, cells: &mut Board) {
        if rest_fits(cells, search.sum) {
            search.keep(cells, &SPIRAL);
        }
    }
    place_0(search, &mut search.numbers());
}

/// Code for each place of the cheapest order.
pub(super) fn deduce_cheapest(search: &mut LadderSearch<'_>) {
    tried!(place_0, 0, place_1);
    tried!(place_1, 1, place_2);
    computed!(place_2, 2, [0 1], place_3);
    tried!(place_3, 3, place_4);
    computed!(place_4, 4, [0 3], place_5);
    tried!(place_5, 5, place_6);
    computed!(place_6, 6, [2 5], place_7);
    tried!(place_7, 7, place_8);
    computed!(place_8, 8, [4 7], place_9);
    tried!(place_9, 9, place_10);
    computed!(place_10, 10, [6 9], place_11);
    computed!(place_11, 11, [8 10], place_12);
    tried!(place_12, 12, place_13);
    computed!(place_13, 13, [3 5 12], place_14);
    computed!(place_14, 14, [1 7 12], place_15);
    computed!(place_15, 15, [1 9 13], place_16);
    computed!(place_16, 16, [4 6 14 15], place_17);
    computed!(place_17, 17, [2 8 13 16] [3 11 14], place_18);
    computed!(place_18, 18, [7 9 17] [5 11 15] [0 10 12 16], full);
    fn full(search: &mut LadderSearch<'_>, cells: &mut Board) {
        search.keep(cells, &CHEAPEST);
    }
    place_0(search, &mut search.numbers());
}

/// Code for each place of the cheapest order for one of twelve images of every solution.
pub(super) fn deduce_symmetry(search: &mut LadderSearch<'_>) {
    tried!(place_0, 0, place_1);
    tried!(place_1, 1, place_2, (1 < 0));
    computed!(place_2, 2, [0 1], place_3);
    tried!(place_3, 3, place_4, (1 < 3)(0 < 3));
    computed!(place_4, 4, [1 3], place_5);
    tried!(place_5, 5, place_6, (1 < 5));
    computed!(place_6, 6, [0 5], place_7);
    tried!(place_7, 7, place_8, (1 < 7));
    computed!(place_8, 8, [5 7], place_9);
    tried!(place_9, 9, place_10, (1 < 9));
    computed!(place_10, 10, [7 9], place_11);
    computed!(place_11, 11, [3 9], place_12);
    tried!(place_12, 12, place_13);
    computed!(place_13, 13, [8 11 12], place_14);
    computed!(place_14, 14, [6 10 12], place_15);
    computed!(place_15, 15, [2 8 14], place_16);
    computed!(place_16, 16, [0 9 13 15], place_17);
    computed!(place_17, 17, [3 5 14 16] [4 10 13], place_18);
    computed!(place_18, 18, [4 6 15] [2 11 17] [1 7 12 16], full);
    fn full(search: &mut LadderSearch<'_>, cells: &mut Board) {
        let hexagon = Hexagon::new(3);
        for symmetry in Symmetry::ALL {
            let image = CHEAPEST_TWELFTH.map(|cell| symmetry.permutation(&hexagon)[cell]);
            search.keep(cells, &image);
        }
    }
    place_0(search, &mut search.numbers());
}
