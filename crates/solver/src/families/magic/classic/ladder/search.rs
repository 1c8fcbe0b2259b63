//! State that all rungs share: the numbers, the sum, the solutions, and the limits.
//!
//! A kernel defines what a step is, counts its steps, and polls [`LadderSearch::over`].

use crate::run::{Halt, Run};

/// The only order that the rungs know.
pub(super) const ORDER: usize = 3;

/// Cells of the board of that order.
pub(super) const CELLS: usize = 19;

/// A number in every cell, row by row.
pub(super) type Board = [i32; CELLS];

/// The cells in the order in which they are filled.
pub(super) type Order = [usize; CELLS];

/// The search of a rung.
pub(super) type Kernel = fn(&mut LadderSearch<'_>);

/// A search of the ladder: the numbers, the solutions, the budget.
pub(super) struct LadderSearch<'a> {
    /// The smallest number.
    pub(super) start: i32,
    /// The numbers that are given, by cell. Only the rungs that compute nothing look at them.
    pub(super) givens: [Option<i32>; CELLS],
    /// What every line has to sum to.
    pub(super) sum: i32,
    /// The work done so far.
    pub(super) steps: u64,
    /// The solutions found so far.
    pub(super) boards: Vec<Board>,
    /// Why the search ended early, if it did.
    pub(super) halt: Option<Halt>,
    /// The most steps.
    pub(super) budget: u64,
    /// So many solutions are enough.
    pub(super) wanted: u64,
    run: &'a Run<'a>,
}

impl<'a> LadderSearch<'a> {
    /// A search for all boards with the numbers from `start` on.
    pub(super) fn new(start: i32, run: &'a Run<'a>) -> Self {
        Self {
            start,
            givens: [None; CELLS],
            sum: line_sum(start),
            steps: 0,
            boards: Vec::new(),
            halt: None,
            budget: u64::MAX,
            wanted: u64::MAX,
            run,
        }
    }

    /// The numbers, ascending.
    pub(super) fn numbers(&self) -> Board {
        std::array::from_fn(|index| self.start + index as i32)
    }

    /// Whether no number is given.
    pub(super) fn blank(&self) -> bool {
        self.givens.iter().all(Option::is_none)
    }

    /// The numbers that are not given, ascending.
    pub(super) fn unused(&self) -> Vec<i32> {
        let given = |number: &i32| self.givens.contains(&Some(*number));
        self.numbers().into_iter().filter(|number| !given(number)).collect()
    }

    /// The board with the givens, and with numbers in the other cells, row by row.
    pub(super) fn completed(&self, numbers: &[i32]) -> Board {
        let mut numbers = numbers.iter();
        self.givens.map(|given| {
            given.unwrap_or_else(|| *numbers.next().expect("a number for each open cell"))
        })
    }

    /// Whether it is time to end. Asking costs a look at the clock, so kernels ask rarely.
    pub(super) fn over(&mut self) -> bool {
        if self.halt.is_none() {
            let spent = (self.steps >= self.budget).then_some(Halt::Budget);
            self.halt = spent.or_else(|| self.run.halted());
        }
        self.halt.is_some() || self.boards.len() as u64 >= self.wanted
    }

    /// Keeps a solution whose numbers are listed in the order of filling.
    pub(super) fn keep(&mut self, numbers: &Board, order: &Order) {
        let mut board = [0; CELLS];
        order.iter().zip(numbers).for_each(|(&cell, &number)| board[cell] = number);
        self.boards.push(board);
    }
}

/// The rows share out start + … + (start + 18) = 19 (start + 9) evenly among them, 5 in number.
pub(super) fn line_sum(start: i32) -> i32 {
    19 * (start + 9) / 5
}
