//! CNF encoding of a board whose lines have one sum.
//!
//! * x(c, v): cell c holds v. Each cell holds one number, and each number stands in one cell.
//! * p(l, i, s): the first i cells of line l have the sum s. Each pair of p(l, i, s), x(c, v) and p(l, i+1, s+v), with c the
//!   next cell, implies the third; one sum holds for each i. The first sum is the number of the first cell, and the last
//!   is the line sum. Sums that the least and the largest numbers do not allow have no variable, and
//!   clauses that say what follows from a number which is given elsewhere are left out.
//!
//! The three implications make unit propagation find every sum that a line rules out (a decision diagram of the line,
//! without what its numbers have in common with other lines).
//!
//! Invariant: the models on x are exactly the solutions.
//!
//! Cost: about 3·(number of cells of all lines)·(line sum)·(number of values) clauses: 0.1 million for order 3, 1.3 million for
//! order 4.

use std::ops::RangeInclusive;

use sixfold_puzzle::families::magic::Instance;

use crate::run::{Halt, Run};
use crate::sat::{Encoding, Formula, Lit, exactly};

/// A formula and the variables that say what the cells hold.
pub(super) struct BoardFormula {
    pub(super) formula: Formula,
    /// By cell: the literals of its numbers, from the smallest number of the board on.
    pub(super) holds: Vec<Vec<Lit>>,
    /// By cell and number: whether the givens leave it.
    possible: Vec<Vec<bool>>,
}

/// Writes the formula of a board within the limits of the run.
pub(super) fn encode(instance: &Instance, run: &Run<'_>) -> Result<BoardFormula, Halt> {
    let mut formula = Formula::new();
    let numbers = instance.start..=instance.last();
    let cells = instance.hexagon.cells().iter();
    let holds: Vec<Vec<Lit>> = cells
        .map(|cell| numbers.clone().map(|it| formula.named(format!("{cell} holds {it}"))).collect())
        .collect();
    let given = |number: i64| instance.givens.contains(&Some(number));
    let leaves = |own: &Option<i64>, number: i64| match own {
        Some(own) => *own == number,
        None => !given(number),
    };
    let possible = instance.givens.iter();
    let possible = possible.map(|own| numbers.clone().map(|number| leaves(own, number)).collect());
    let mut board = BoardFormula { formula, holds, possible: possible.collect() };
    board.givens(instance);
    board.permutation(run)?;
    for line in instance.hexagon.lines() {
        board.line_sum(instance, &line, run)?;
    }
    Ok(board)
}

impl BoardFormula {
    fn givens(&mut self, instance: &Instance) {
        self.formula.group("givens");
        for (cell, given) in instance.givens.iter().enumerate() {
            let place = given.and_then(|given| usize::try_from(given - instance.start).ok());
            let literal = place.and_then(|place| self.holds[cell].get(place));
            literal.iter().for_each(|&&literal| self.formula.clause(&[literal]));
        }
    }

    /// Each cell holds one number, and each number stands in one cell.
    fn permutation(&mut self, run: &Run<'_>) -> Result<(), Halt> {
        self.formula.group("one number in each cell");
        for cell in &self.holds {
            exactly(&mut self.formula, cell, 1, Encoding::Pairwise, run)?;
            self.formula.keep_to(run)?;
        }
        self.formula.group("each number once");
        for place in 0..self.holds.len() {
            let cells: Vec<Lit> = self.holds.iter().map(|cell| cell[place]).collect();
            exactly(&mut self.formula, &cells, 1, Encoding::Pairwise, run)?;
            self.formula.keep_to(run)?;
        }
        Ok(())
    }

    /// The cells of a line have the line sum.
    fn line_sum(&mut self, instance: &Instance, line: &[usize], run: &Run<'_>) -> Result<(), Halt> {
        let Some(target) = instance.line_sum() else {
            // The verifier calls such a board impossible before anybody asks for a formula.
            self.formula.clause(&[]);
            return Ok(());
        };
        self.formula.group("line sums");
        let Some((&first, rest)) = line.split_first() else { return Ok(()) };
        let mut sums = Sums { least: instance.start, literals: self.holds[first].clone() };
        for (more, &cell) in (2..).zip(rest) {
            let range = possible_sums(instance, more, line.len(), target);
            let next = Sums {
                least: *range.start(),
                literals: range.map(|_| self.formula.variable()).collect(),
            };
            if next.literals.is_empty() {
                self.formula.clause(&[]);
                return Ok(());
            }
            self.formula.clause(&next.literals);
            self.step(instance.start, &sums, cell, &next, run)?;
            sums = next;
        }
        // Here the sums of the whole line: one cell alone can have others.
        for (sum, &literal) in (sums.least..).zip(&sums.literals) {
            self.formula.clause(&[if sum == target { literal } else { -literal }]);
        }
        Ok(())
    }

    /// Of "the sum before", "the number of the cell" and "the sum after" two imply the third.
    fn step(
        &mut self,
        start: i64,
        before: &Sums,
        cell: usize,
        after: &Sums,
        run: &Run<'_>,
    ) -> Result<(), Halt> {
        for (sum, &from) in (before.least..).zip(&before.literals) {
            self.formula.keep_to(run)?;
            for (number, place) in (start..).zip(0..self.holds.len()) {
                if !self.possible[cell][place] {
                    continue;
                }
                let held = self.holds[cell][place];
                match after.literal(sum + number) {
                    Some(to) => {
                        self.formula.clause(&[-from, -held, to]);
                        self.formula.clause(&[-from, held, -to]);
                        self.formula.clause(&[from, -held, -to]);
                    }
                    None => self.formula.clause(&[-from, -held]),
                }
            }
        }
        Ok(())
    }
}

/// The literals of the sums of the first cells of a line.
struct Sums {
    /// The sum of the first literal; the others follow one by one.
    least: i64,
    literals: Vec<Lit>,
}

impl Sums {
    fn literal(&self, sum: i64) -> Option<Lit> {
        self.literals.get(usize::try_from(sum - self.least).ok()?).copied()
    }
}

/// The sums that the first `cells` of a line of `length` cells may have: different numbers add up to them, and others to
/// what is left.
fn possible_sums(
    instance: &Instance,
    cells: usize,
    length: usize,
    target: i64,
) -> RangeInclusive<i64> {
    let (start, last) = (instance.start, instance.last());
    let least = |cells: i64| cells * start + cells * (cells - 1) / 2;
    let most = |cells: i64| cells * last - cells * (cells - 1) / 2;
    let (cells, left) = (cells as i64, (length - cells) as i64);
    least(cells).max(target - most(left))..=most(cells).min(target - least(left))
}

#[cfg(test)]
mod tests {
    use sixfold_puzzle::Family;
    use sixfold_puzzle::families::magic::Magic;
    use sixfold_puzzle::text::Document;

    use super::*;
    use crate::sat::{BackendName, backend, enumerate};

    fn instance(text: &str) -> Instance {
        Magic::parse(&Document::parse(text).unwrap()).unwrap()
    }

    fn models(formula: &Formula, holds: &[Vec<Lit>]) -> usize {
        let run = Run::unlimited();
        let mut solver = backend(BackendName::DEFAULT, &run);
        solver.add(formula);
        let literals: Vec<Lit> = holds.iter().flatten().copied().collect();
        enumerate(&mut *solver, &literals, 20, |_| {}).unwrap().models.len()
    }

    const SIX_GIVEN: &str = "magic 3\n 3 17 ?\n ? ? ? 11\n 16 ? ? ? ?\n 12 ? ? ?\n 10 ? ?\n";

    #[test]
    fn the_models_are_the_solutions() {
        for (text, solutions) in [("magic 1\n ?\n", 1), (SIX_GIVEN, 1)] {
            let board = encode(&instance(text), &Run::unlimited()).unwrap();
            assert_eq!(models(&board.formula, &board.holds), solutions, "{text}");
        }
    }

    /// Without any one group there are other models.
    #[test]
    fn every_group_matters() {
        let board = encode(&instance(SIX_GIVEN), &Run::unlimited()).unwrap();
        for group in board.formula.groups() {
            let without = board.formula.without(&group);
            assert!(models(&without, &board.holds) > 1, "{group}");
        }
    }
}
