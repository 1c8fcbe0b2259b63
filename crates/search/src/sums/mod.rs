//! Exhaustive search for fillings with consecutive numbers, each used once, in which given sets
//! of cells ("lines") all have the same sum. It knows cells and lines, and no board.
//!
//! There are two ways to search. One works out everything that follows from what is filled in
//! (`board`) and decides the cell that has the fewest numbers left: few nodes, each of them dear.
//! The other follows a plan made before the search (`plan`) with nothing but masks (`kernel`):
//! many cheap nodes, and faster. They share no more than the model, so each checks the other.
//!
//! For long searches a plan is cut into units ([`Prepared`]): each fixes the first cells of the
//! plan, and together they are the whole space.

mod board;
mod equations;
mod frame;
mod kernel;
mod layout;
mod plan;
mod ready;
mod set;
mod tableau;
#[cfg(test)]
mod tests;

use self::board::{Conflict, Domains, Equation};
use self::ready::Ready;
use crate::random::Random;
use crate::run::{Halt, Progress, Run};

/// How often the search looks up from its work, in nodes.
const PULSE: u64 = 1 << 12;
/// The same where propagation follows each node.
const DEAR_PULSE: u64 = 1 << 5;
/// Dives between two questions whether to stop.
const DIVES_AT_ONCE: usize = 1000;

/// What is to be filled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineModel {
    /// The smallest number.
    pub start: i64,
    /// How many cells and numbers there are.
    pub count: usize,
    /// The lines, as lists of cells; fewer than 64.
    pub lines: Vec<Vec<usize>>,
    /// The sum of every line.
    pub target: i64,
    /// Cells whose number is known; all different and in range.
    pub givens: Vec<Option<i64>>,
    /// Pairs of cells of which the first has the smaller number.
    pub ascending: Vec<(usize, usize)>,
    /// The cells, those to be decided first in front, for [`Order::Fixed`].
    pub order: Vec<usize>,
}

/// The most cells that a model may have.
pub const MOST_CELLS: usize = 192;

/// In which order cells are decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As planned before the search, without propagation in it.
    Planned,
    /// Always the cell with the fewest numbers left.
    Smallest,
    /// As the model says.
    Fixed,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With nothing left to try.
    Exhausted,
    /// Because the visitor had seen enough.
    Enough,
    /// Before its end.
    Halted(Halt),
}

/// A few decided cells with their numbers.
pub type Prefix = Vec<(usize, i64)>;

/// A model with a plan, of which parts can be searched one by one.
pub struct Prepared(Words);

/// For the least number of words that the model needs; nothing if its givens contradict each other.
enum Words {
    One(Option<Ready<1>>),
    Two(Option<Ready<2>>),
    Three(Option<Ready<3>>),
}

impl Prepared {
    /// Makes a plan.
    pub fn new(model: &LineModel, run: &Run<'_>) -> Self {
        Self(match model.count {
            0..=64 => Words::One(Ready::new(model, run)),
            65..=128 => Words::Two(Ready::new(model, run)),
            _ => Words::Three(Ready::new(model, run)),
        })
    }

    /// Cuts the space into at least so many units, if it has so many. The units are disjoint, and
    /// what they leave out has no filling.
    pub fn units(&self, least: usize, run: &Run<'_>) -> Result<Vec<Prefix>, Halt> {
        match &self.0 {
            Words::One(ready) => units(ready.as_ref(), least, run),
            Words::Two(ready) => units(ready.as_ref(), least, run),
            Words::Three(ready) => units(ready.as_ref(), least, run),
        }
    }

    /// Samples of the number of nodes of the whole search, by random dives: each dive follows one open branch at every
    /// node, and weighs what it meets by the branches that it left out. Their mean is an unbiased estimate (Knuth 1975).
    ///
    /// # Errors
    /// If the run was halted.
    pub fn samples(&self, dives: usize, run: &Run<'_>) -> Result<Vec<f64>, Halt> {
        let mut random = Random::new(run.seed);
        let mut samples = Vec::with_capacity(dives);
        while samples.len() < dives {
            run.halted().map_or(Ok(()), Err)?;
            let some = DIVES_AT_ONCE.min(dives - samples.len());
            samples.extend(match &self.0 {
                Words::One(Some(ready)) => ready.samples(some, &mut random),
                Words::Two(Some(ready)) => ready.samples(some, &mut random),
                Words::Three(Some(ready)) => ready.samples(some, &mut random),
                _ => vec![0.0; some],
            });
        }
        Ok(samples)
    }

    /// Like [`visit`], for the fillings of one unit.
    pub fn visit(
        &self,
        unit: &Prefix,
        budget: u64,
        run: &Run<'_>,
        visitor: &mut dyn FnMut(&[i64]) -> bool,
    ) -> (Ending, u64) {
        let pace = Pace { nodes: 0, budget, run };
        let (ended, nodes) = match &self.0 {
            Words::One(Some(ready)) => ready.visit(unit, pace, visitor),
            Words::Two(Some(ready)) => ready.visit(unit, pace, visitor),
            Words::Three(Some(ready)) => ready.visit(unit, pace, visitor),
            _ => (Ok(()), 0),
        };
        (ended.err().unwrap_or(Ending::Exhausted), nodes)
    }
}

fn units<const W: usize>(
    ready: Option<&Ready<W>>,
    least: usize,
    run: &Run<'_>,
) -> Result<Vec<Prefix>, Halt> {
    ready.map_or(Ok(Vec::new()), |ready| ready.units(least, run))
}

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
pub fn visit(
    model: &LineModel,
    order: Order,
    budget: u64,
    run: &Run<'_>,
    visitor: &mut dyn FnMut(&[i64]) -> bool,
) -> (Ending, u64) {
    with_words!(model, visit_in, model, order, budget, run, visitor)
}

fn visit_in<const W: usize>(
    model: &LineModel,
    order: Order,
    budget: u64,
    run: &Run<'_>,
    visitor: &mut dyn FnMut(&[i64]) -> bool,
) -> (Ending, u64) {
    let pace = Pace { nodes: 0, budget, run };
    let (ended, nodes) = match order {
        Order::Planned => match Ready::<W>::new(model, run) {
            Some(ready) => ready.visit(&[], pace, visitor),
            None => (Ok(()), 0),
        },
        _ => by_propagation::<W>(model, order, pace, visitor),
    };
    (ended.err().unwrap_or(Ending::Exhausted), nodes)
}

fn by_propagation<const W: usize>(
    model: &LineModel,
    order: Order,
    pace: Pace<'_>,
    visitor: &mut dyn FnMut(&[i64]) -> bool,
) -> (Result<(), Ending>, u64) {
    let equations = equations::all(model);
    let Ok(board) = concluded::<W>(model, &equations) else { return (Ok(()), 0) };
    let mut search = SumSearch { model, board, order, pace, visitor };
    (search.go_on(), search.pace.nodes)
}

/// The board with everything that follows from the givens alone.
fn concluded<'a, const W: usize>(
    model: &'a LineModel,
    equations: &'a [Equation],
) -> Result<Domains<'a, W>, Conflict> {
    let mut board = Domains::new(model, equations)?;
    board.conclude()?;
    Ok(board)
}

/// The numbers that each cell can still hold; nothing if the givens contradict each other.
pub fn candidates(model: &LineModel) -> Option<Vec<Vec<i64>>> {
    with_words!(model, candidates_in, model)
}

fn candidates_in<const W: usize>(model: &LineModel) -> Option<Vec<Vec<i64>>> {
    let equations = equations::all(model);
    let board = concluded::<W>(model, &equations).ok()?;
    let numbers = |cell| board.domain(cell).iter().map(|it| model.start + it as i64).collect();
    Some((0..model.count).map(numbers).collect())
}

/// The open cell with the fewest numbers left, of several the one on the shortest lines.
fn smallest<const W: usize>(board: &Domains<'_, W>, model: &LineModel) -> Option<usize> {
    let open = model.order.iter().copied().filter(|&cell| !board.domain(cell).is_single());
    open.min_by_key(|&cell| board.domain(cell).len())
}

/// Counts nodes, and looks up from the work now and then.
struct Pace<'a> {
    nodes: u64,
    budget: u64,
    run: &'a Run<'a>,
}

impl Pace<'_> {
    /// Counts a node that is followed by propagation, which may take a millisecond.
    fn count_dear(&mut self) -> Result<(), Ending> {
        let halt = (self.nodes.is_multiple_of(DEAR_PULSE)).then(|| self.run.halted()).flatten();
        halt.map_or(Ok(()), |halt| Err(Ending::Halted(halt)))?;
        self.count()
    }

    #[inline]
    fn count(&mut self) -> Result<(), Ending> {
        self.nodes += 1;
        match self.nodes > self.budget || self.nodes.is_multiple_of(PULSE) {
            true => self.look_up(),
            false => Ok(()),
        }
    }

    #[cold]
    fn look_up(&self) -> Result<(), Ending> {
        if self.nodes > self.budget {
            return Err(Ending::Halted(Halt::Budget));
        }
        self.run.emit(&Progress::of("search").counted("nodes", self.nodes).into());
        self.run.halted().map_or(Ok(()), |halt| Err(Ending::Halted(halt)))
    }
}

struct SumSearch<'a, const W: usize> {
    model: &'a LineModel,
    board: Domains<'a, W>,
    order: Order,
    pace: Pace<'a>,
    visitor: &'a mut dyn FnMut(&[i64]) -> bool,
}

impl<const W: usize> SumSearch<'_, W> {
    /// Tries everything that is left.
    fn go_on(&mut self) -> Result<(), Ending> {
        let Some(cell) = self.next() else {
            let enough = (self.visitor)(&self.board.numbers());
            return if enough { Err(Ending::Enough) } else { Ok(()) };
        };
        for number in self.board.domain(cell).iter() {
            self.pace.count_dear()?;
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
            Order::Fixed => {
                let mut cells = self.model.order.iter().copied();
                cells.find(|&cell| !self.board.domain(cell).is_single())
            }
            Order::Smallest | Order::Planned => smallest(&self.board, self.model),
        }
    }
}
