//! The CNF encoding of a board.
//!
//! Let n be the number of cells that are no holes. The variable x(c, k) says that cell c holds k, for each such cell c
//! and 1 ≤ k ≤ n. The groups of clauses, with c ~ d for neighbours:
//!
//! * givens: x(c, k) for each given k at c.
//! * numbers: for each k, exactly one c has x(c, k).
//! * cells: for each c, exactly one k has x(c, k).
//! * forward: x(c, k) → ⋁ { x(d, k + 1) : d ~ c } for k < n.
//! * backward: x(c, k) → ⋁ { x(d, k − 1) : d ~ c } for k > 1.
//! * links: x(a, k) → x(b, k − 1) ∨ x(b, k + 1) for each link {a, b}.
//!
//! Invariant: the models on x are exactly the solutions. "Cells" and "numbers" make a bijection, and "forward" makes
//! it a path. Of "numbers", "forward" and "backward" any two imply the third: from one number both ways reach all n
//! numbers, and n cells have room for each of them once. All three are there for unit propagation: from a given j at c
//! it derives ¬x(d, k) wherever d is more than |k − j| steps away from c.
//!
//! Cost: n² variables and O(n²) clauses with any encoding of the counts but `pairwise`.

use sixfold_search::run::{Halt, Run};
use sixfold_search::sat::{Encoding, Formula, Lit, exactly};

use crate::instance::{Content, Instance, Solution};

/// The formula of a board and the meaning of its variables.
pub struct BoardFormula {
    /// The clauses.
    pub formula: Formula,
    /// By cell and number, from 1: x(c, k). A hole has none.
    holds: Vec<Vec<Lit>>,
}

/// Writes the formula of a board within the limits of the run.
///
/// # Errors
/// Why it could not be written to its end.
pub fn encode(
    instance: &Instance,
    counting: Encoding,
    run: &Run<'_>,
) -> Result<BoardFormula, Halt> {
    let mut board = BoardFormula::variables(instance);
    board.givens(instance);
    board.bijection(instance, counting, run)?;
    board.steps("forward", instance, 1, run)?;
    board.steps("backward", instance, -1, run)?;
    board.links(instance);
    Ok(board)
}

impl BoardFormula {
    fn variables(instance: &Instance) -> Self {
        let (mut formula, last) = (Formula::new(), instance.last());
        let mut holds = vec![Vec::new(); instance.contents.len()];
        for index in instance.path_cells() {
            let cell = instance.hexagon.cell(index);
            holds[index] = (1..=last).map(|k| formula.named(format!("{cell} holds {k}"))).collect();
        }
        Self { formula, holds }
    }

    /// x(c, k), if there is such a cell and number.
    #[must_use]
    pub fn holds(&self, cell: usize, number: usize) -> Option<Lit> {
        self.holds[cell].get(number.checked_sub(1)?).copied()
    }

    /// The literals that say that the numbers of a board stand where they do. Nothing if one of them can never stand
    /// there.
    #[must_use]
    pub fn placed(&self, contents: &[Content]) -> Option<Vec<Lit>> {
        let literal = |(cell, content): (usize, &Content)| match *content {
            Content::Number(number) => Some(self.holds(cell, number)),
            Content::Hole | Content::Open => None,
        };
        contents.iter().enumerate().filter_map(literal).collect()
    }

    /// The solution of a model.
    pub fn solution(&self, mut value: impl FnMut(Lit) -> bool) -> Solution {
        let mut content = |literals: &Vec<Lit>| match literals.iter().position(|&lit| value(lit)) {
            Some(place) => Content::Number(place + 1),
            None => Content::Hole,
        };
        self.holds.iter().map(&mut content).collect()
    }

    fn givens(&mut self, instance: &Instance) {
        self.formula.group("givens");
        match self.placed(&instance.contents) {
            Some(givens) => givens.iter().for_each(|&given| self.formula.clause(&[given])),
            // A given is larger than n.
            None => self.formula.clause(&[]),
        }
    }

    fn bijection(
        &mut self,
        instance: &Instance,
        counting: Encoding,
        run: &Run<'_>,
    ) -> Result<(), Halt> {
        self.formula.group("numbers");
        for number in 1..=instance.last() {
            let cells = instance.path_cells().filter_map(|cell| self.holds(cell, number));
            let cells: Vec<Lit> = cells.collect();
            exactly(&mut self.formula, &cells, 1, counting, run)?;
        }
        self.formula.group("cells");
        for numbers in self.holds.iter().filter(|numbers| !numbers.is_empty()) {
            exactly(&mut self.formula, numbers, 1, counting, run)?;
        }
        Ok(())
    }

    /// From every number to the one after it, or before it.
    fn steps(
        &mut self,
        group: &str,
        instance: &Instance,
        direction: isize,
        run: &Run<'_>,
    ) -> Result<(), Halt> {
        self.formula.group(group);
        let last = instance.last();
        for cell in instance.path_cells() {
            self.formula.keep_to(run)?;
            for number in 1..=last {
                let next = number.wrapping_add_signed(direction);
                if (1..=last).contains(&next) {
                    let beside = instance.path_neighbours(cell);
                    let mut clause: Vec<Lit> =
                        beside.filter_map(|at| self.holds(at, next)).collect();
                    clause.push(-self.holds[cell][number - 1]);
                    self.formula.clause(&clause);
                }
            }
        }
        Ok(())
    }

    fn links(&mut self, instance: &Instance) {
        self.formula.group("links");
        for &(a, b) in &instance.links {
            for number in 1..=instance.last() {
                let beside = [number - 1, number + 1].map(|next| self.holds(b, next));
                let mut clause: Vec<Lit> = beside.into_iter().flatten().collect();
                clause.push(-self.holds[a][number - 1]);
                self.formula.clause(&clause);
            }
        }
    }
}
