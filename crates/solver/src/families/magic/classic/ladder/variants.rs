//! Variants of the kernel `deduce-swap` of `deduce`, which differ in how an unused number is found and taken.
//!
//! A bitmap of unused numbers, a test of the range, rotations instead of swaps, and comparisons of sixteen bytes at once. They
//! show what these choices cost; none is faster for every machine.
//!
//! Invariant: all fill the inward spiral, visit the same boards, and are laid out as `deduce-swap` is, so that times can be
//! compared.

use super::deduce::{PAUSE, at_place, find, finish, needed, needed_slot, others};
use super::search::{Board, CELLS, LadderSearch};

/// A bitmap says whether the needed number is available, before its slot is looked for.
pub(super) fn deduce_bitmap(search: &mut LadderSearch<'_>) {
    let all = (1 << CELLS) - 1;
    bitmap(search, &mut search.numbers(), all, 0);
}

fn bitmap(search: &mut LadderSearch<'_>, cells: &mut Board, available: u32, place: usize) {
    at_place!(place, bitmap_computed, bitmap_tried, bitmap_full, search, cells, available);
}

fn bitmap_full(search: &mut LadderSearch<'_>, cells: &mut Board, _: u32) {
    finish(search, cells);
}

#[inline]
fn bitmap_computed<const PLACE: usize>(
    search: &mut LadderSearch<'_>,
    cells: &mut Board,
    available: u32,
) {
    let Some(needed) = needed(cells, search.sum, PLACE) else { return };
    // A number below the start becomes a shift far too large, as one above the last does.
    let bit = 1_u32.checked_shl((needed - search.start) as u32).unwrap_or(0);
    if available & bit != 0 {
        let slot = find(cells, needed, PLACE).expect("the bitmap says it is there");
        bitmap_swap(search, cells, available, PLACE, slot);
    }
}

#[inline(never)]
fn bitmap_tried(search: &mut LadderSearch<'_>, cells: &mut Board, available: u32, place: usize) {
    for slot in place..CELLS {
        if place < PAUSE && search.over() {
            return;
        }
        bitmap_swap(search, cells, available, place, slot);
    }
}

#[inline]
fn bitmap_swap(
    search: &mut LadderSearch<'_>,
    cells: &mut Board,
    available: u32,
    place: usize,
    slot: usize,
) {
    search.steps += 1;
    cells.swap(place, slot);
    let left = available & !(1 << (cells[place] - search.start));
    bitmap(search, cells, left, place + 1);
    cells.swap(place, slot);
}

/// A needed number that is none of those on the board is not looked for.
pub(super) fn deduce_range(search: &mut LadderSearch<'_>) {
    range(search, &mut search.numbers(), 0);
}

fn range(search: &mut LadderSearch<'_>, cells: &mut Board, place: usize) {
    at_place!(place, range_computed, range_tried, finish, search, cells);
}

#[inline]
fn range_computed<const PLACE: usize>(search: &mut LadderSearch<'_>, cells: &mut Board) {
    let Some(needed) = needed(cells, search.sum, PLACE) else { return };
    if (search.start..search.start + CELLS as i32).contains(&needed)
        && let Some(slot) = find(cells, needed, PLACE)
    {
        range_swap(search, cells, PLACE, slot);
    }
}

#[inline(never)]
fn range_tried(search: &mut LadderSearch<'_>, cells: &mut Board, place: usize) {
    for slot in place..CELLS {
        if place < PAUSE && search.over() {
            return;
        }
        range_swap(search, cells, place, slot);
    }
}

#[inline]
fn range_swap(search: &mut LadderSearch<'_>, cells: &mut Board, place: usize, slot: usize) {
    search.steps += 1;
    cells.swap(place, slot);
    range(search, cells, place + 1);
    cells.swap(place, slot);
}

/// Numbers are exchanged at a place without swapping back in between.
///
/// Trying k numbers at a place with a swap before each and a swap back takes 2(k − 1) swaps. The
/// swap back can wait: exchanging the place with each slot in turn leaves all numbers one slot
/// further, and one rotation brings them home. No sequence has fewer swaps: whatever brings a new
/// number to the place swaps the place with the slot where that number still lies, so that after
/// k − 1 swaps the numbers are in a cycle of length k, which k − 1 swaps and no fewer undo. What is
/// saved is writing: a rotation writes each slot once.
pub(super) fn deduce_short_swaps(search: &mut LadderSearch<'_>) {
    short_swaps(search, &mut search.numbers(), 0);
}

fn short_swaps(search: &mut LadderSearch<'_>, cells: &mut Board, place: usize) {
    at_place!(place, short_computed, short_tried, finish, search, cells);
}

#[inline]
fn short_computed<const PLACE: usize>(search: &mut LadderSearch<'_>, cells: &mut Board) {
    if let Some(slot) = needed_slot::<PLACE>(cells, search.sum) {
        search.steps += 1;
        cells.swap(PLACE, slot);
        short_swaps(search, cells, PLACE + 1);
        cells.swap(PLACE, slot);
    }
}

#[inline(never)]
fn short_tried(search: &mut LadderSearch<'_>, cells: &mut Board, place: usize) {
    for slot in place..CELLS {
        if place < PAUSE && search.over() {
            return;
        }
        search.steps += 1;
        cells.swap(place, slot);
        short_swaps(search, cells, place + 1);
    }
    cells[place..].rotate_left(1);
}

/// Bytes compared at once, in one integer.
const LANES: usize = 16;
/// Slots with room for a window of lanes from any place.
const PADDED: usize = CELLS + LANES;
/// A byte that no number has.
const EMPTY: u8 = 0xff;

/// Sixteen available numbers are compared with the needed one at once, as bytes of one integer.
pub(super) fn deduce_lanes(search: &mut LadderSearch<'_>) {
    let mut cells = [EMPTY; PADDED];
    cells.iter_mut().take(CELLS).zip(0..).for_each(|(cell, offset)| *cell = offset);
    lanes(search, &mut cells, 0);
}

fn lanes(search: &mut LadderSearch<'_>, cells: &mut [u8; PADDED], place: usize) {
    at_place!(place, lanes_computed, lanes_tried, lanes_full, search, cells);
}

fn lanes_full(search: &mut LadderSearch<'_>, cells: &mut [u8; PADDED]) {
    let start = search.start;
    finish(search, &std::array::from_fn(|at| start + i32::from(cells[at])));
}

/// Numbers are counted from the start, so that they fit into bytes; a line of k cells then sums to
/// k starts less.
#[inline]
fn lanes_computed<const PLACE: usize>(search: &mut LadderSearch<'_>, cells: &mut [u8; PADDED]) {
    let Some((others, length)) = others(&cells[..], PLACE) else { return };
    if let Ok(needed) = u8::try_from(search.sum - length * search.start - others)
        && let Some(slot) = find_lane(cells, needed, PLACE)
    {
        lanes_swap(search, cells, PLACE, slot);
    }
}

#[inline(never)]
fn lanes_tried(search: &mut LadderSearch<'_>, cells: &mut [u8; PADDED], place: usize) {
    for slot in place..CELLS {
        if place < PAUSE && search.over() {
            return;
        }
        lanes_swap(search, cells, place, slot);
    }
}

#[inline]
fn lanes_swap(search: &mut LadderSearch<'_>, cells: &mut [u8; PADDED], place: usize, slot: usize) {
    search.steps += 1;
    cells.swap(place, slot);
    lanes(search, cells, place + 1);
    cells.swap(place, slot);
}

/// The first slot from a place on that holds a byte. The classic trick: a byte of x − 0x01…01 has
/// its top bit set and x has not, lowest first, exactly where x has a zero byte.
fn find_lane(cells: &[u8; PADDED], needed: u8, place: usize) -> Option<usize> {
    const ONES: u128 = u128::MAX / 0xff;
    let window = cells[place..place + LANES].try_into().expect("the slots are padded");
    let different = u128::from_le_bytes(window) ^ (ONES * u128::from(needed));
    let equal = different.wrapping_sub(ONES) & !different & (ONES << 7);
    if equal != 0 {
        return Some(place + equal.trailing_zeros() as usize / 8);
    }
    // From place 2, where the first line ends, one slot lies beyond the window.
    (place + LANES < CELLS && cells[CELLS - 1] == needed).then_some(CELLS - 1)
}
