//! Exhaustive search for fillings with consecutive numbers, each used once, in which given sets
//! of cells ("lines") all have the same sum. It knows cells and lines, and no board.
//!
//! Which cell is filled when, and how, is worked out once, before the search: a cell that is the
//! last of a line is computed from the line instead of being tried. The idea is that of the variant
//! `deduce` of the write-up from which the family grew, which fixes the cells by hand; here the
//! schedule is derived, for any lines and any givens.

use crate::run::{Event, Halt, Run};

/// How often the search looks up from its work, in nodes.
const PULSE: u64 = 1 << 16;

/// What is to be filled.
#[derive(Clone)]
pub(crate) struct Model {
    /// The smallest number.
    pub(crate) start: i64,
    /// How many cells and numbers there are.
    pub(crate) count: usize,
    /// The lines, as lists of cells.
    pub(crate) lines: Vec<Vec<usize>>,
    /// The sum of every line.
    pub(crate) target: i64,
    /// Cells whose number is known; all different and in range.
    pub(crate) givens: Vec<Option<i64>>,
    /// The cells, those to be tried first in front.
    pub(crate) order: Vec<usize>,
}

/// How a search ended.
pub(crate) enum Ending {
    /// With a filling.
    Found(Vec<i64>),
    /// With nothing left to try.
    Exhausted,
    /// Before its end.
    Halted(Halt),
}

/// A finished search.
pub(crate) struct Found {
    pub(crate) ending: Ending,
    pub(crate) nodes: u64,
}

/// Fills one cell.
struct Step {
    cell: usize,
    /// The line that decides the number; a cell without one is tried with every number.
    line: Option<usize>,
    /// The lines that are full after this step and have not been used to compute it.
    closes: Vec<usize>,
}

/// Looks for a filling.
pub(crate) fn search(model: &Model, budget: u64, run: &Run<'_>) -> Found {
    let mut first = None;
    let (ended, nodes) = visit(model, budget, run, &mut |values| {
        first = Some(values.to_vec());
        true
    });
    let ending = match (ended, first) {
        (_, Some(values)) => Ending::Found(values),
        (Ok(()), None) => Ending::Exhausted,
        (Err(halt), None) => Ending::Halted(halt),
    };
    Found { ending, nodes }
}

/// The cell that is tried first, if any is.
pub(crate) fn first_cell(model: &Model) -> Option<usize> {
    schedule(model).first().map(|step| step.cell)
}

/// Shows every filling to a visitor, who says when it is enough, and counts the placed numbers.
pub(crate) fn visit(
    model: &Model,
    budget: u64,
    run: &Run<'_>,
    visitor: &mut dyn FnMut(&[i64]) -> bool,
) -> (Result<(), Halt>, u64) {
    let mut used = vec![false; model.count];
    model.givens.iter().flatten().for_each(|given| used[(given - model.start) as usize] = true);
    let values = model.givens.iter().map(|given| given.unwrap_or(0)).collect();
    let schedule = schedule(model);
    let mut search = Search { model, schedule, values, used, nodes: 0, budget, run, visitor };
    // Lines that are full from the beginning belong to no step.
    let full = |line: &&Vec<usize>| line.iter().all(|&cell| model.givens[cell].is_some());
    let right = |line: &Vec<usize>| search.sum(line) == model.target;
    let ended = match model.lines.iter().filter(full).all(right) {
        true => search.fill(0).map(drop),
        false => Ok(()),
    };
    (ended, search.nodes)
}

/// Works out the steps: always the last cell of a line if there is one, else a cell of the line
/// that has the fewest cells left, the earlier in the model's order the better.
fn schedule(model: &Model) -> Vec<Step> {
    let mut filled: Vec<bool> = model.givens.iter().map(Option::is_some).collect();
    let mut steps = Vec::new();
    let place: Vec<usize> = {
        let mut place = vec![0; model.count];
        model.order.iter().enumerate().for_each(|(at, &cell)| place[cell] = at);
        place
    };
    loop {
        let gaps =
            |line: &[usize]| line.iter().copied().filter(|&cell| !filled[cell]).collect::<Vec<_>>();
        let shortest = (0..model.lines.len())
            .map(|line| (gaps(&model.lines[line]), line))
            .filter(|(gaps, _)| !gaps.is_empty())
            .min_by_key(|(gaps, _)| (gaps.len(), gaps.iter().map(|&cell| place[cell]).min()));
        let Some((gaps, line)) = shortest else { break };
        let cell = gaps.iter().copied().min_by_key(|&cell| place[cell]).expect("not empty");
        let line = (gaps.len() == 1).then_some(line);
        filled[cell] = true;
        let full = |at: &usize| model.lines[*at].iter().all(|&cell| filled[cell]);
        let touches = |at: &usize| model.lines[*at].contains(&cell) && Some(*at) != line;
        let closes = (0..model.lines.len()).filter(touches).filter(full).collect();
        steps.push(Step { cell, line, closes });
    }
    steps
}

struct Search<'a> {
    model: &'a Model,
    schedule: Vec<Step>,
    values: Vec<i64>,
    used: Vec<bool>,
    nodes: u64,
    budget: u64,
    run: &'a Run<'a>,
    visitor: &'a mut dyn FnMut(&[i64]) -> bool,
}

impl Search<'_> {
    fn sum(&self, line: &[usize]) -> i64 {
        line.iter().map(|&cell| self.values[cell]).sum()
    }

    /// Fills the cells of all steps from `depth` on in every way; true if the visitor has seen
    /// enough.
    fn fill(&mut self, depth: usize) -> Result<bool, Halt> {
        let Some(step) = self.schedule.get(depth) else { return Ok((self.visitor)(&self.values)) };
        match step.line {
            Some(line) => {
                // The cell itself counts as 0 while it is empty.
                let needed = self.model.target - self.sum(&self.model.lines[line]);
                let number = needed - self.model.start;
                let free = usize::try_from(number).ok().filter(|&number| number < self.used.len());
                free.map_or(Ok(false), |number| self.place(depth, number))
            }
            None => {
                for number in 0..self.used.len() {
                    if self.place(depth, number)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Puts a number into the cell of a step, goes on from there, and takes it back if in vain.
    fn place(&mut self, depth: usize, number: usize) -> Result<bool, Halt> {
        if self.used[number] {
            return Ok(false);
        }
        self.count()?;
        let cell = self.schedule[depth].cell;
        self.values[cell] = self.model.start + number as i64;
        let closes = &self.schedule[depth].closes;
        if closes.iter().all(|&line| self.sum(&self.model.lines[line]) == self.model.target) {
            self.used[number] = true;
            if self.fill(depth + 1)? {
                return Ok(true);
            }
            self.used[number] = false;
        }
        self.values[cell] = 0;
        Ok(false)
    }

    fn count(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        if self.nodes > self.budget {
            return Err(Halt::Budget);
        }
        if self.nodes.is_multiple_of(PULSE) {
            self.run.emit(&Event::Progress(vec![("nodes", self.nodes)]));
            if let Some(halt) = self.run.halted() {
                return Err(halt);
            }
        }
        Ok(())
    }
}
