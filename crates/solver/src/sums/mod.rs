//! Exhaustive search for fillings with consecutive numbers, each used once, in which given sets
//! of cells ("lines") all have the same sum. It knows cells and lines, and no board.
//!
//! What follows from what is filled in is worked out after each step ([`board`]); a search decides
//! the cell that has the fewest numbers left. For long searches the space is cut into units
//! ([`split`]): each fixes a few cells, and together they are the whole space.

mod board;
mod equations;
mod set;
#[cfg(test)]
mod tests;

use self::board::{Board, Conflict, Equation};
use crate::run::{Event, Halt, Run};

/// How often the search looks up from its work, in nodes.
const PULSE: u64 = 1 << 12;

/// What is to be filled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Model {
    /// The smallest number.
    pub(crate) start: i64,
    /// How many cells and numbers there are.
    pub(crate) count: usize,
    /// The lines, as lists of cells; fewer than 64.
    pub(crate) lines: Vec<Vec<usize>>,
    /// The sum of every line.
    pub(crate) target: i64,
    /// Cells whose number is known; all different and in range.
    pub(crate) givens: Vec<Option<i64>>,
    /// Pairs of cells of which the first has the smaller number.
    pub(crate) ascending: Vec<(usize, usize)>,
    /// The cells, those to be decided first in front, for [`Order::Fixed`].
    pub(crate) order: Vec<usize>,
}

/// The most cells that a model may have.
pub(crate) const MOST_CELLS: usize = 192;

/// In which order cells are decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// Always the cell with the fewest numbers left.
    Smallest,
    /// As the model says.
    Fixed,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// With nothing left to try.
    Exhausted,
    /// Because the visitor had seen enough.
    Enough,
    /// Before its end.
    Halted(Halt),
}

/// A few decided cells with their numbers.
pub(crate) type Prefix = Vec<(usize, i64)>;

/// Calls a function of the same name for the least number of words that a model needs.
macro_rules! with_words {
    ($model:expr, $function:ident, $($argument:expr),*) => {
        match $model.count {
            0..=64 => $function::<1>($($argument),*),
            65..=128 => $function::<2>($($argument),*),
            _ => $function::<3>($($argument),*),
        }
    };
}

/// Shows every filling to a visitor until it says that it has seen enough. Returns how that ended
/// and how many numbers were tried.
pub(crate) fn visit(
    model: &Model,
    order: Order,
    budget: u64,
    run: &Run<'_>,
    visitor: &mut dyn FnMut(&[i64]) -> bool,
) -> (Ending, u64) {
    with_words!(model, visit_in, model, order, budget, run, visitor)
}

fn visit_in<const W: usize>(
    model: &Model,
    order: Order,
    budget: u64,
    run: &Run<'_>,
    visitor: &mut dyn FnMut(&[i64]) -> bool,
) -> (Ending, u64) {
    let equations = equations::all(model);
    let Ok(board) = concluded::<W>(model, &equations) else { return (Ending::Exhausted, 0) };
    let mut search = Search { model, board, order, budget, run, visitor, nodes: 0 };
    let ended = search.go_on();
    (ended.err().unwrap_or(Ending::Exhausted), search.nodes)
}

/// The board with everything that follows from the givens alone.
fn concluded<'a, const W: usize>(
    model: &'a Model,
    equations: &'a [Equation],
) -> Result<Board<'a, W>, Conflict> {
    let mut board = Board::new(model, equations)?;
    board.conclude()?;
    Ok(board)
}

/// The numbers that each cell can still hold; nothing if the givens contradict each other.
pub(crate) fn candidates(model: &Model) -> Option<Vec<Vec<i64>>> {
    with_words!(model, candidates_in, model)
}

fn candidates_in<const W: usize>(model: &Model) -> Option<Vec<Vec<i64>>> {
    let equations = equations::all(model);
    let board = concluded::<W>(model, &equations).ok()?;
    let numbers = |cell| board.domain(cell).iter().map(|it| model.start + it as i64).collect();
    Some((0..model.count).map(numbers).collect())
}

/// Cuts the space into at least so many units, if it has so many. The units are disjoint, and what
/// they leave out has no filling.
pub(crate) fn split(model: &Model, least: usize) -> Vec<Prefix> {
    with_words!(model, split_in, model, least)
}

fn split_in<const W: usize>(model: &Model, least: usize) -> Vec<Prefix> {
    let equations = equations::all(model);
    let Ok(mut board) = concluded::<W>(model, &equations) else { return Vec::new() };
    let mut units = vec![Prefix::new()];
    while units.len() < least {
        let mut finer = Vec::new();
        for unit in &units {
            let mark = board.mark();
            if enter(&mut board, model, unit).is_ok() {
                match smallest(&board, model) {
                    Some(cell) => finer.extend(board.domain(cell).iter().map(|number| {
                        let mut unit = unit.clone();
                        unit.push((cell, model.start + number as i64));
                        unit
                    })),
                    None => finer.push(unit.clone()),
                }
            }
            board.undo(mark);
        }
        let done = finer.len() == units.len() || finer == units;
        units = finer;
        if done {
            break;
        }
    }
    units
}

/// Decides the cells of a unit.
fn enter<const W: usize>(
    board: &mut Board<'_, W>,
    model: &Model,
    unit: &Prefix,
) -> Result<(), Conflict> {
    unit.iter()
        .try_for_each(|&(cell, number)| board.decide(cell, (number - model.start) as usize))?;
    board.conclude()
}

/// The open cell with the fewest numbers left, of several the one on the shortest lines.
fn smallest<const W: usize>(board: &Board<'_, W>, model: &Model) -> Option<usize> {
    let open = model.order.iter().copied().filter(|&cell| !board.domain(cell).is_single());
    open.min_by_key(|&cell| board.domain(cell).len())
}

struct Search<'a, const W: usize> {
    model: &'a Model,
    board: Board<'a, W>,
    order: Order,
    budget: u64,
    run: &'a Run<'a>,
    visitor: &'a mut dyn FnMut(&[i64]) -> bool,
    nodes: u64,
}

impl<const W: usize> Search<'_, W> {
    /// Tries everything that is left.
    fn go_on(&mut self) -> Result<(), Ending> {
        let Some(cell) = self.next() else {
            let enough = (self.visitor)(&self.board.numbers());
            return if enough { Err(Ending::Enough) } else { Ok(()) };
        };
        for number in self.board.domain(cell).iter() {
            self.count()?;
            let mark = self.board.mark();
            let consistent = self.board.decide(cell, number).and_then(|()| self.board.conclude());
            if consistent.is_ok() {
                self.go_on()?;
            }
            self.board.undo(mark);
        }
        Ok(())
    }

    /// The cell to be decided next.
    fn next(&self) -> Option<usize> {
        match self.order {
            Order::Smallest => smallest(&self.board, self.model),
            Order::Fixed => {
                let mut cells = self.model.order.iter().copied();
                cells.find(|&cell| !self.board.domain(cell).is_single())
            }
        }
    }

    fn count(&mut self) -> Result<(), Ending> {
        self.nodes += 1;
        if self.nodes > self.budget {
            return Err(Ending::Halted(Halt::Budget));
        }
        if self.nodes.is_multiple_of(PULSE) {
            self.run.emit(&Event::Progress(vec![("nodes", self.nodes)]));
            if let Some(halt) = self.run.halted() {
                return Err(Ending::Halted(halt));
            }
        }
        Ok(())
    }
}
