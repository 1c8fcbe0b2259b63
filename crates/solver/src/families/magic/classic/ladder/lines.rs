//! Backtracking that rejects a board as soon as a full line has a wrong sum.
//!
//! A step is a number that was placed and broke no line. The two rungs differ only in the variable
//! order: the inward spiral closes lines of three cells where the raster closes longer ones.

use super::orders::{FillPlan, RASTER, SPIRAL};
use super::search::{Board, CELLS, LadderSearch};

/// Row by row.
pub(super) fn rows(search: &mut LadderSearch<'_>) {
    fill(search, &FillPlan::new(&RASTER));
}

/// From the rim inwards.
pub(super) fn spiral(search: &mut LadderSearch<'_>) {
    fill(search, &FillPlan::new(&SPIRAL));
}

/// Below this place the search looks at the clock: each visit there costs at most milliseconds.
const PAUSE: usize = 6;

fn fill(search: &mut LadderSearch<'_>, plan: &FillPlan) {
    let available = search.unused();
    let givens = plan.order.map(|cell| search.givens[cell]);
    Kernel { search, plan, givens, board: Vec::new(), available }.fill();
}

struct Kernel<'s, 'a> {
    search: &'s mut LadderSearch<'a>,
    plan: &'s FillPlan,
    /// The given number of each place.
    givens: [Option<i32>; CELLS],
    board: Vec<i32>,
    available: Vec<i32>,
}

impl Kernel<'_, '_> {
    /// Tries every available number in the next cell, or what is given there.
    fn fill(&mut self) {
        let place = self.board.len();
        if place == CELLS {
            let board: &Board = self.board[..].try_into().expect("the board is full");
            self.search.keep(board, &self.plan.order);
            return;
        }
        if let Some(given) = self.givens[place] {
            self.board.push(given);
            if self.fits(place) {
                self.search.steps += 1;
                self.fill();
            }
            self.board.pop();
            return;
        }
        for index in 0..self.available.len() {
            if place < PAUSE && self.search.over() {
                return;
            }
            self.board.push(self.available[index]);
            if self.fits(place) {
                self.search.steps += 1;
                let number = self.available.remove(index);
                self.fill();
                self.available.insert(index, number);
            }
            self.board.pop();
        }
    }

    /// Whether every line that ends at a place has the sum.
    fn fits(&self, place: usize) -> bool {
        let sum = |line: &Vec<usize>| line.iter().map(|&at| self.board[at]).sum::<i32>();
        self.plan.closing[place].iter().all(|line| sum(line) == self.search.sum)
    }
}
