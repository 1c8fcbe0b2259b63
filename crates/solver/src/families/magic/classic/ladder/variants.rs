//! Variants of the kernel `deduce-swap` of `deduce`, which differ in how an unused number is found and taken.
//!
//! A bitmap of unused numbers, a test of the range, rotations instead of swaps, and comparisons of sixteen bytes at once. They
//! show what these choices cost; none is faster for every machine.
//!
//! Invariant: all fill the inward spiral and visit the same boards.

use super::deduce::{PAUSE, find, finish, needed, others};
use super::search::{Board, CELLS, LadderSearch};

/// A bitmap says whether the needed number is available, before its slot is looked for.
pub(super) fn deduce_bitmap(search: &mut LadderSearch<'_>) {
    let all = (1 << CELLS) - 1;
    bitmap(search, &mut search.numbers(), 0, all);
}

fn bitmap(search: &mut LadderSearch<'_>, cells: &mut Board, place: usize, available: u32) {
    if place >= CELLS {
        return finish(search, cells);
    }
    let start = search.start;
    let explore = |search: &mut LadderSearch<'_>, cells: &mut Board, slot: usize| {
        search.steps += 1;
        cells.swap(place, slot);
        bitmap(search, cells, place + 1, available & !(1 << (cells[place] - start)));
        cells.swap(place, slot);
    };
    if let Some(needed) = needed(cells, search.sum, place) {
        // A number below the start becomes a shift far too large, as one above the last does.
        let bit = 1_u32.checked_shl((needed - start) as u32).unwrap_or(0);
        if available & bit != 0 {
            let slot = find(cells, needed, place);
            explore(search, cells, slot.expect("the bitmap says it is there"));
        }
        return;
    }
    for slot in place..CELLS {
        if place < PAUSE && search.over() {
            return;
        }
        explore(search, cells, slot);
    }
}

/// A needed number that is none of those on the board is not looked for.
pub(super) fn deduce_range(search: &mut LadderSearch<'_>) {
    range(search, &mut search.numbers(), 0);
}

fn range(search: &mut LadderSearch<'_>, cells: &mut Board, place: usize) {
    if place >= CELLS {
        return finish(search, cells);
    }
    let explore = |search: &mut LadderSearch<'_>, cells: &mut Board, slot: usize| {
        search.steps += 1;
        cells.swap(place, slot);
        range(search, cells, place + 1);
        cells.swap(place, slot);
    };
    if let Some(needed) = needed(cells, search.sum, place) {
        if (search.start..search.start + CELLS as i32).contains(&needed)
            && let Some(slot) = find(cells, needed, place)
        {
            explore(search, cells, slot);
        }
        return;
    }
    for slot in place..CELLS {
        if place < PAUSE && search.over() {
            return;
        }
        explore(search, cells, slot);
    }
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
    if place >= CELLS {
        return finish(search, cells);
    }
    if let Some(needed) = needed(cells, search.sum, place) {
        if let Some(slot) = find(cells, needed, place) {
            search.steps += 1;
            cells.swap(place, slot);
            short_swaps(search, cells, place + 1);
            cells.swap(place, slot);
        }
        return;
    }
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

/// Numbers are counted from the start, so that they fit into bytes; a line of k cells then sums to
/// k starts less.
fn lanes(search: &mut LadderSearch<'_>, cells: &mut [u8; PADDED], place: usize) {
    let start = search.start;
    if place >= CELLS {
        return finish(search, &std::array::from_fn(|at| start + i32::from(cells[at])));
    }
    let explore = |search: &mut LadderSearch<'_>, cells: &mut [u8; PADDED], slot: usize| {
        search.steps += 1;
        cells.swap(place, slot);
        lanes(search, cells, place + 1);
        cells.swap(place, slot);
    };
    if let Some((others, length)) = others(&cells[..], place) {
        if let Ok(needed) = u8::try_from(search.sum - length * start - others)
            && let Some(slot) = find_lane(cells, needed, place)
        {
            explore(search, cells, slot);
        }
        return;
    }
    for slot in place..CELLS {
        if place < PAUSE && search.over() {
            return;
        }
        explore(search, cells, slot);
    }
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
