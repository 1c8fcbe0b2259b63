//! Backtracking that computes the last cell of a line instead of trying every number.
//!
//! A step is a number that was placed. All rungs fill the inward spiral, whose places are
//!
//! ```text
//!       0  1  2
//!    11 12 13  3
//!  10 17 18 14  4
//!     9 16 15  5
//!       8  7  6
//! ```
//!
//! Places 0, 1, 3, 5, 7, 9 and 12 are tried, and the other twelve are computed. Where a place ends
//! several lines, one of them decides; a full board is tested by the lines left over.
//!
//! The rungs differ in the data structure of the available numbers. These are two lists, an array
//! that is copied, or an array in which numbers are swapped and swapped back.

use super::orders::SPIRAL;
use super::search::{Board, CELLS, LadderSearch};

/// Below this place the search looks at the clock.
pub(super) const PAUSE: usize = 2;

/// The sum of the other cells of the line that a place ends, and the cells of that line.
#[inline]
pub(super) fn others<T: Copy + Into<i32>>(cells: &[T], place: usize) -> Option<(i32, i32)> {
    let three = |a: usize, b: usize| Some((cells[a].into() + cells[b].into(), 3));
    let four = |a: usize, b: usize, c: usize| {
        Some((cells[a].into() + cells[b].into() + cells[c].into(), 4))
    };
    let five = |a: usize, b: usize, c: usize, d: usize| {
        Some((cells[a].into() + cells[b].into() + cells[c].into() + cells[d].into(), 5))
    };
    match place {
        2 => three(0, 1),
        4 => three(2, 3),
        6 => three(4, 5),
        8 => three(6, 7),
        10 => three(8, 9),
        11 => three(10, 0),
        13 => four(11, 12, 3),
        14 => four(1, 13, 5),
        15 => four(3, 14, 7),
        16 => four(5, 15, 9),
        17 => four(7, 16, 11),
        18 => five(4, 14, 17, 10),
        _ => None,
    }
}

/// The number that a place must hold because it ends a line, if it does.
#[inline]
pub(super) fn needed(cells: &[i32], sum: i32, place: usize) -> Option<i32> {
    others(cells, place).map(|(others, _)| sum - others)
}

/// Whether the three lines have the sum that no place was computed from.
pub(super) fn rest_fits(cells: &[i32], sum: i32) -> bool {
    cells[9] + cells[17] + cells[12] + cells[1] == sum
        && cells[0] + cells[12] + cells[18] + cells[15] + cells[6] == sum
        && cells[2] + cells[13] + cells[18] + cells[16] + cells[8] == sum
}

/// Keeps a full board if it is a solution.
pub(super) fn finish(search: &mut LadderSearch<'_>, cells: &Board) {
    if rest_fits(cells, search.sum) {
        search.keep(cells, &SPIRAL);
    }
}

/// Rung 7: numbers move between a list of those placed and a list of those available.
pub(super) fn deduce(search: &mut LadderSearch<'_>) {
    let mut available = search.numbers().to_vec();
    lists(search, &mut Vec::with_capacity(CELLS), &mut available);
}

fn lists(search: &mut LadderSearch<'_>, board: &mut Vec<i32>, available: &mut Vec<i32>) {
    let place = board.len();
    if available.is_empty() {
        return finish(search, board[..].try_into().expect("the board is full"));
    }
    let candidates = match needed(board, search.sum, place) {
        None => 0..available.len(),
        Some(needed) => match available.iter().position(|&number| number == needed) {
            Some(index) => index..index + 1,
            None => return,
        },
    };
    for index in candidates {
        if place < PAUSE && search.over() {
            return;
        }
        search.steps += 1;
        board.push(available.remove(index));
        lists(search, board, available);
        available.extend(board.pop());
        available[index..].rotate_right(1);
    }
}

/// The slot of an available number, if it is available: a search from the first place not filled.
#[inline]
pub(super) fn find(cells: &Board, number: i32, place: usize) -> Option<usize> {
    let available = cells[place..].iter().position(|&available| available == number);
    available.map(|index| place + index)
}

/// Goes to the code for a place: that for a computed one, with the place as a constant, so that the search for what it needs
/// has a fixed length; that for a tried one; that for a full board.
macro_rules! at_place {
    ($place:expr, $computed:ident, $tried:ident, $full:ident, $($argument:expr),+) => {
        match $place {
            2 => $computed::<2>($($argument),+),
            4 => $computed::<4>($($argument),+),
            6 => $computed::<6>($($argument),+),
            8 => $computed::<8>($($argument),+),
            10 => $computed::<10>($($argument),+),
            11 => $computed::<11>($($argument),+),
            13 => $computed::<13>($($argument),+),
            14 => $computed::<14>($($argument),+),
            15 => $computed::<15>($($argument),+),
            16 => $computed::<16>($($argument),+),
            17 => $computed::<17>($($argument),+),
            18 => $computed::<18>($($argument),+),
            CELLS.. => $full($($argument),+),
            place => $tried($($argument),+, place),
        }
    };
}
pub(super) use at_place;

/// The slot of the number that a computed place needs, if it is available.
#[inline]
pub(super) fn needed_slot<const PLACE: usize>(cells: &Board, sum: i32) -> Option<usize> {
    needed(cells, sum, PLACE).and_then(|needed| find(cells, needed, PLACE))
}

/// Rung 8: one array, the numbers placed before the numbers available, copied for each trial.
pub(super) fn deduce_array(search: &mut LadderSearch<'_>) {
    copies(search, &search.numbers(), 0);
}

fn copies(search: &mut LadderSearch<'_>, cells: &Board, place: usize) {
    at_place!(place, copy_computed, copy_tried, finish, search, cells);
}

#[inline]
fn copy_computed<const PLACE: usize>(search: &mut LadderSearch<'_>, cells: &Board) {
    if let Some(slot) = needed_slot::<PLACE>(cells, search.sum) {
        copy(search, cells, PLACE, slot);
    }
}

/// Most visits are to computed places and end there: what only this loop needs is not set up for them.
#[inline(never)]
fn copy_tried(search: &mut LadderSearch<'_>, cells: &Board, place: usize) {
    for slot in place..CELLS {
        if place < PAUSE && search.over() {
            return;
        }
        copy(search, cells, place, slot);
    }
}

#[inline]
fn copy(search: &mut LadderSearch<'_>, cells: &Board, place: usize, slot: usize) {
    search.steps += 1;
    let mut copy = *cells;
    copy.swap(place, slot);
    copies(search, &copy, place + 1);
}

/// Rung 9: one array, in which numbers are swapped and swapped back.
pub(super) fn deduce_swap(search: &mut LadderSearch<'_>) {
    swaps(search, &mut search.numbers(), 0);
}

fn swaps(search: &mut LadderSearch<'_>, cells: &mut Board, place: usize) {
    at_place!(place, swap_computed, swap_tried, finish, search, cells);
}

#[inline]
fn swap_computed<const PLACE: usize>(search: &mut LadderSearch<'_>, cells: &mut Board) {
    if let Some(slot) = needed_slot::<PLACE>(cells, search.sum) {
        swap(search, cells, PLACE, slot);
    }
}

/// As [`copy_tried`], with swaps.
#[inline(never)]
fn swap_tried(search: &mut LadderSearch<'_>, cells: &mut Board, place: usize) {
    for slot in place..CELLS {
        if place < PAUSE && search.over() {
            return;
        }
        swap(search, cells, place, slot);
    }
}

#[inline]
fn swap(search: &mut LadderSearch<'_>, cells: &mut Board, place: usize, slot: usize) {
    search.steps += 1;
    cells.swap(place, slot);
    swaps(search, cells, place + 1);
    cells.swap(place, slot);
}
