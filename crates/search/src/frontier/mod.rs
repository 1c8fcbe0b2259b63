//! Counts the sets of chosen cells of a graph in which so many cells have no chosen neighbour, so
//! many have one, and so on: the histogram of the induced degrees is given. It knows cells and
//! neighbours, and no board and no family.
//!
//! The method is the frontier (or transfer-matrix) dynamic program of enumerative combinatorics.
//! Cells are decided one by one along an order. What the undecided rest can still become depends
//! only on the cells that have undecided neighbours (the frontier: chosen or not, and how many
//! chosen neighbours so far) and on the degrees that are still to be had. Partial choices that
//! agree in these are one state with a number; a layer is all states after a step.
//!
//! Threads share a layer by the hashes of its states (`sweep.rs`).
//!
//! Most of the speed comes from what is thrown away (`bounds.rs`): how many cells and how large a
//! sum of degrees the rest can still contribute is known exactly from a small dynamic program of
//! its own, run backwards before the large one.

mod bounds;
mod find;
mod layer;
mod outlook;
mod packing;
mod plan;
mod sweep;
mod table;
#[cfg(test)]
pub(crate) mod tests;
mod transition;

use crate::run::{Halt, Run};
use bounds::Bounds;
pub use find::find;
pub use outlook::{Outlook, outlook};
use packing::Packing;
use plan::SweepPlan;
pub use table::{IndexEntry, StateKey, StateTable};
use transition::Transition;

/// The largest degree a cell may have.
const LARGEST: usize = 6;

/// A number that is a key or a number of ways. Most boards need 64 bits for both, which halves the memory.
trait Wide: StateKey + Send + Sync {
    /// The sum, unless it does not fit.
    fn plus(self, other: Self) -> Option<Self>;
    /// The bits of a mask, from a place on.
    fn bits(self, place: u32, mask: usize) -> usize;
    /// With a number added at a place; the sum fits.
    fn more(self, number: usize, place: u32) -> Self;
    /// With a number subtracted at a place; the difference is not negative.
    fn less(self, number: usize, place: u32) -> Self;
}

macro_rules! wide {
    ($bits:ty) => {
        impl Wide for $bits {
            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }

            fn bits(self, place: u32, mask: usize) -> usize {
                (self >> place) as usize & mask
            }

            fn more(self, number: usize, place: u32) -> Self {
                self + ((number as $bits) << place)
            }

            fn less(self, number: usize, place: u32) -> Self {
                self - ((number as $bits) << place)
            }
        }
    };
}

wide!(u64);
wide!(u128);

/// A number for each degree.
pub type Histogram = [usize; LARGEST + 1];

/// What is to be counted. A node stands for one cell, or for a class of cells that are chosen
/// together and all look alike, which is how symmetric sets are counted.
#[derive(Clone)]
pub struct DegreeModel {
    /// The neighbours of each node, at most six: the nodes of the neighbours of any of its cells,
    /// so that a node occurs as often as it is seen and may be its own neighbour.
    pub neighbours: Vec<Vec<usize>>,
    /// How many cells a node stands for.
    pub weights: Vec<usize>,
    /// Nodes that are chosen, or not chosen, in any case.
    pub fixed: Vec<Option<bool>>,
    /// The degree that a node must have if it is chosen.
    pub required: Vec<Option<u8>>,
    /// How many chosen cells of each degree there must be.
    pub supply: Histogram,
    /// All nodes, in the order in which they are decided.
    pub order: Vec<usize>,
}

impl DegreeModel {
    /// A guess at how many states an order leads to, to compare orders with: the sum over the
    /// layers of how many frontiers one can write down.
    pub fn estimate(&self) -> u128 {
        SweepPlan::estimate(self).unwrap_or(u128::MAX)
    }
}

/// The number of ways to choose. Ends early with [`Halt::Budget`] if a layer has more than
/// `budget` states, if a state does not fit into its 128 bits, or if the number does not.
pub fn count(model: &DegreeModel, budget: usize, run: &Run<'_>) -> Result<u128, Halt> {
    let program = Program::new(model, budget, run)?;
    if program.packing.is_narrow()
        && let Some(number) = program.sweep::<u64>()?
    {
        return Ok(number);
    }
    program.sweep::<u128>()?.ok_or(Halt::Budget)
}

/// What is known before the first node is decided.
struct Program<'a> {
    plan: SweepPlan,
    packing: Packing,
    /// What the undecided rest can contribute, if that was worked out.
    bounds: Option<Bounds>,
    /// The key of the first state.
    first: u128,
    /// The most states of a layer.
    budget: usize,
    run: &'a Run<'a>,
}

impl<'a> Program<'a> {
    fn new(model: &DegreeModel, budget: usize, run: &'a Run<'a>) -> Result<Self, Halt> {
        let mut program = Self::without_bounds(model, budget, run)?;
        let bounds = Bounds::new(&program.plan, &model.supply, bounds::LARGEST_TABLE, run)?;
        program.bounds = Some(bounds);
        Ok(program)
    }

    fn without_bounds(model: &DegreeModel, budget: usize, run: &'a Run<'a>) -> Result<Self, Halt> {
        let plan = SweepPlan::new(model).ok_or(Halt::Budget)?;
        let packing = Packing::new(&plan, &model.supply).ok_or(Halt::Budget)?;
        let first = packing.key(&model.supply);
        Ok(Self { plan, packing, bounds: None, first, budget, run })
    }

    fn transition(&self, at: usize) -> Transition<'_> {
        Transition::new(&self.plan.steps[at], at, &self.packing, self.bounds.as_ref())
    }
}
