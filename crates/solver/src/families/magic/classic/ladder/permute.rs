//! Brute force: every permutation is generated, and only a full board is tested.
//!
//! A step is a full board. There are 19! of them, so these rungs end at their budget, and their rate
//! is measured.

use sixfold_puzzle::hex::Hexagon;

use super::places::deduce_depth;
use super::search::{Board, CELLS, LadderSearch};
use crate::run::Run;

/// So many boards are tried between two looks at the clock.
const CHUNK: u64 = 1 << 16;

/// Whether all lines have the sum, by a list of lines that are lists of cells.
struct Lines(Vec<Vec<usize>>);

impl Lines {
    fn new() -> Self {
        Self(Hexagon::new(3).lines())
    }

    fn fit(&self, board: &Board, sum: i32) -> bool {
        self.0.iter().all(|line| line.iter().map(|&cell| board[cell]).sum::<i32>() == sum)
    }
}

/// Whether all lines have the sum, with the lines written out.
#[rustfmt::skip]
pub(super) fn fixed_lines_fit(board: &Board, sum: i32) -> bool {
    let three = |a: usize, b: usize, c: usize| board[a] + board[b] + board[c] == sum;
    let four = |a: usize, b: usize, c: usize, d: usize| {
        board[a] + board[b] + board[c] + board[d] == sum
    };
    let five = |a: usize, b: usize, c: usize, d: usize, e: usize| {
        board[a] + board[b] + board[c] + board[d] + board[e] == sum
    };
    three(0, 1, 2) && four(3, 4, 5, 6) && five(7, 8, 9, 10, 11)
        && four(12, 13, 14, 15) && three(16, 17, 18)
        && three(0, 3, 7) && four(1, 4, 8, 12) && five(2, 5, 9, 13, 16)
        && four(6, 10, 14, 17) && three(11, 15, 18)
        && three(2, 6, 11) && four(1, 5, 10, 15) && five(0, 4, 9, 14, 18)
        && four(3, 8, 13, 17) && three(7, 12, 16)
}

/// Rung 1: a recursion that moves numbers between two lists, and lists of lines.
pub(super) fn permute_lines(search: &mut LadderSearch<'_>) {
    let lines = Lines::new();
    let sum = search.sum;
    permute(search, |board| lines.fit(board, sum));
}

/// Rung 2: the same recursion, with the lines written out.
pub(super) fn permute_fixed(search: &mut LadderSearch<'_>) {
    let sum = search.sum;
    permute(search, |board| fixed_lines_fit(board, sum));
}

/// Rung 3: one array and the next permutation, with lists of lines.
pub(super) fn next_lines(search: &mut LadderSearch<'_>) {
    let lines = Lines::new();
    let sum = search.sum;
    next(search, |board| lines.fit(board, sum));
}

/// Rung 4: one array and the next permutation, with the lines written out.
pub(super) fn next_fixed(search: &mut LadderSearch<'_>) {
    let sum = search.sum;
    next(search, |board| fixed_lines_fit(board, sum));
}

/// A blank board is its own list of numbers; otherwise the givens have to be put between them.
fn permute(search: &mut LadderSearch<'_>, fits: impl Fn(&Board) -> bool) {
    let mut available = search.unused();
    let mut board = Vec::with_capacity(CELLS);
    if search.blank() {
        let test = |_: &LadderSearch<'_>, list: &[i32]| list.try_into().is_ok_and(&fits);
        extend(search, &mut board, &mut available, &test);
    } else {
        let test = |search: &LadderSearch<'_>, list: &[i32]| fits(&search.completed(list));
        extend(search, &mut board, &mut available, &test);
    }
}

/// Tries every available number in the next cell. Says whether to go on.
fn extend(
    search: &mut LadderSearch<'_>,
    board: &mut Vec<i32>,
    available: &mut Vec<i32>,
    fits: &impl Fn(&LadderSearch<'_>, &[i32]) -> bool,
) -> bool {
    if available.is_empty() {
        if fits(search, board) {
            search.boards.push(search.completed(board));
        }
        search.steps += 1;
        return !pause(search);
    }
    for index in 0..available.len() {
        board.push(available.remove(index));
        let go_on = extend(search, board, available, fits);
        available.extend(board.pop());
        available[index..].rotate_right(1);
        if !go_on {
            return false;
        }
    }
    true
}

/// Whether to end, asked after every step and answered at the end of a chunk.
fn pause(search: &mut LadderSearch<'_>) -> bool {
    let due = search.steps.is_multiple_of(CHUNK) || search.steps >= search.budget;
    due && search.over()
}

/// As [`permute`]: one array for a blank board, so that its length is known when this is compiled.
fn next(search: &mut LadderSearch<'_>, fits: impl Fn(&Board) -> bool) {
    if search.blank() {
        let board = search.numbers();
        run_through(search, board, |_, list| fits(list));
    } else {
        let numbers = search.unused();
        run_through(search, numbers, |search, list| fits(&search.completed(list)));
    }
}

/// Tests a list and all permutations after it.
fn run_through<List: AsRef<[i32]> + AsMut<[i32]>>(
    search: &mut LadderSearch<'_>,
    mut list: List,
    fits: impl Fn(&LadderSearch<'_>, &List) -> bool,
) {
    while !search.over() {
        let chunk = CHUNK.min(search.budget - search.steps);
        for tested in 1..=chunk {
            if fits(search, &list) {
                search.boards.push(search.completed(list.as_ref()));
            }
            if !next_permutation(list.as_mut()) {
                search.steps += tested;
                return;
            }
        }
        search.steps += chunk;
    }
}

/// Turns a list into the next one in lexicographic order; `false` after the last. The tail that
/// falls is at its last arrangement: the number before it is exchanged for the next larger one of
/// the tail, and the tail begins anew, rising.
#[inline]
pub(super) fn next_permutation(list: &mut [i32]) -> bool {
    let Some(pivot) = list.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    let larger = list.iter().rposition(|&number| number > list[pivot]);
    list.swap(pivot, larger.expect("the one after it is larger"));
    list[pivot + 1..].reverse();
    true
}

/// The place of a board, from 1, among all permutations of its numbers in lexicographic order:
/// each number counts the smaller ones that could have stood in its place, times the arrangements
/// of what comes after.
pub(super) fn rank(board: &[i32]) -> u64 {
    let smaller = |at: usize| board[at + 1..].iter().filter(|&&later| later < board[at]).count();
    (0..board.len()).fold(0, |rank, at| rank * (board.len() - at) as u64 + smaller(at) as u64) + 1
}

/// All permutations of the numbers of the board: 19!, which fits.
pub(super) const PERMUTATIONS: u64 = 121_645_100_408_832_000;

/// The rank of the first solution with the numbers from `start` on, if there is one. A rung that
/// needs milliseconds finds out what these would come to after years.
pub(super) fn first_rank(start: i32, run: &Run<'_>) -> Option<u64> {
    let mut search = LadderSearch::new(start, run);
    deduce_depth(&mut search);
    search.boards.iter().filter(|_| search.halt.is_none()).map(|board| rank(board)).min()
}
