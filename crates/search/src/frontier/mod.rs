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
//! Most of the speed comes from what is thrown away (`bounds.rs`): how many cells and how large a
//! sum of degrees the rest can still contribute is known exactly from a small dynamic program of
//! its own, run backwards before the large one.

mod bounds;
mod outlook;
mod plan;
mod table;
#[cfg(test)]
pub(crate) mod tests;

use crate::run::{Halt, Progress, Run};
use bounds::Bounds;
pub use outlook::{Outlook, outlook};
use plan::{Open, SweepPlan, SweepStep, shown};
pub use table::{IndexEntry, StateKey, StateTable};

/// The largest degree a cell may have.
const LARGEST: usize = 6;

/// A layer of the program: the number of ways to each state.
type CountLayer<'a, N> = StateTable<'a, N, u64, N>;

/// A number that is a key or a number of ways. Most boards need 64 bits for both, which halves the memory.
trait Wide: StateKey {
    /// The sum, unless it does not fit.
    fn plus(self, other: Self) -> Option<Self>;
}

impl Wide for u64 {
    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
}

impl Wide for u128 {
    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
}

/// A number for each degree.
pub type Histogram = [usize; LARGEST + 1];

/// How often the program tells how far it is, in states.
const PULSE: u64 = 1 << 16;

/// How many states are taken at a time.
const BATCH: usize = 1 << 8;

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
        let spread = |step: &SweepStep| {
            let values = step.open.iter().map(|open| open.values as u128);
            values.fold(1, u128::saturating_mul)
        };
        let sum = |plan: SweepPlan| plan.steps.iter().map(spread).fold(0, u128::saturating_add);
        SweepPlan::new(self).map_or(u128::MAX, sum)
    }
}

/// The number of ways to choose. Ends early with [`Halt::Budget`] if a layer has more than
/// `budget` states, if a state does not fit into its 128 bits, or if the number does not.
pub fn count(model: &DegreeModel, budget: usize, run: &Run<'_>) -> Result<u128, Halt> {
    let mut program = Program::new(model, budget, run)?;
    if program.narrow()
        && let Some(number) = program.sweep::<u64>(model)?
    {
        return Ok(number);
    }
    program.sweep::<u128>(model)?.ok_or(Halt::Budget)
}

/// Where a key keeps the degrees that are still to be had: above the slots of the frontier, each
/// in just enough bits.
struct Packing {
    /// How many bits a key has.
    bits: u32,
    shifts: [u32; LARGEST + 1],
    masks: [u128; LARGEST + 1],
}

impl Packing {
    fn new(plan: &SweepPlan, supply: &Histogram) -> Option<Self> {
        let bits = supply.map(|number| usize::BITS - number.leading_zeros());
        let mut end = plan.width as u32 * plan::BITS;
        let shifts = bits.map(|bits| {
            end += bits;
            end - bits
        });
        let packing = Self { bits: end, shifts, masks: bits.map(|bits| (1 << bits) - 1) };
        // A shift by all 128 bits would be an overflow, even of nothing.
        (end < u128::BITS).then_some(packing)
    }

    fn key(&self, supply: &Histogram) -> u128 {
        supply.iter().zip(self.shifts).map(|(&number, shift)| (number as u128) << shift).sum()
    }

    fn left(&self, key: u128, degree: usize) -> usize {
        (key >> self.shifts[degree] & self.masks[degree]) as usize
    }

    /// Takes cells of a degree from what is left.
    fn take(&self, key: u128, degree: usize, cells: usize) -> Option<u128> {
        let enough = self.left(key, degree) >= cells;
        enough.then(|| key - ((cells as u128) << self.shifts[degree]))
    }
}

struct Program<'a> {
    plan: SweepPlan,
    packing: Packing,
    bounds: Bounds,
    budget: usize,
    run: &'a Run<'a>,
    /// States looked at so far.
    states: u64,
}

impl<'a> Program<'a> {
    fn new(model: &DegreeModel, budget: usize, run: &'a Run<'a>) -> Result<Self, Halt> {
        let plan = SweepPlan::new(model).ok_or(Halt::Budget)?;
        let packing = Packing::new(&plan, &model.supply).ok_or(Halt::Budget)?;
        let bounds = Bounds::new(&plan, &model.supply, run)?;
        Ok(Self { plan, packing, bounds, budget, run, states: 0 })
    }

    /// Whether a key fits into 64 bits.
    fn narrow(&self) -> bool {
        self.packing.bits <= u64::BITS
    }

    /// The number of ways to choose; nothing if a number, or a number of states, becomes too large for its bits.
    fn sweep<N: Wide>(&mut self, model: &DegreeModel) -> Result<Option<u128>, Halt> {
        let mut layer = self.first_layer::<N>(model)?;
        for at in 0..self.plan.steps.len() {
            match self.next_layer(at, &layer.without_index())? {
                Some(next) => layer = next,
                None => return Ok(None),
            }
        }
        // Nothing is open any more, so that the empty key means: all degrees are used up.
        let empty = N::narrowed(0).and_then(|key| layer.find(key));
        Ok(Some(empty.map_or(0, |(_, number)| number.whole())))
    }

    /// Nothing is decided, in one way.
    fn first_layer<N: Wide>(&self, model: &DegreeModel) -> Result<CountLayer<'a, N>, Halt> {
        let mut layer = CountLayer::with_room_for(1, self.run)?;
        let (key, one) = (N::narrowed(self.packing.key(&model.supply)), N::narrowed(1));
        let entered = key.zip(one).and_then(|(key, one)| layer.enter(key, one, N::plus));
        entered.ok_or(Halt::Budget)?;
        Ok(layer)
    }

    fn next_layer<N: Wide>(
        &mut self,
        at: usize,
        layer: &CountLayer<'_, N>,
    ) -> Result<Option<CountLayer<'a, N>>, Halt> {
        let mut next = CountLayer::with_room_for(layer.keys().len(), self.run)?;
        let mut batch = Vec::with_capacity(2 * BATCH);
        for (keys, numbers) in layer.keys().chunks(BATCH).zip(layer.values().chunks(BATCH)) {
            self.pulse(keys.len())?;
            for (&key, &number) in keys.iter().zip(numbers) {
                let keys = self.plan.steps[at].choices.iter();
                let keys = keys.filter_map(|&chosen| self.advance(at, key.whole(), chosen));
                batch.extend(keys.filter_map(N::narrowed).map(|key| (key, number)));
            }
            next.make_room(batch.len(), self.run)?;
            if next.enter_all(&batch, N::plus).is_none() {
                return Ok(None);
            }
            batch.clear();
            if next.keys().len() > self.budget {
                return Err(Halt::Budget);
            }
        }
        Ok(Some(next))
    }

    fn pulse(&mut self, states: usize) -> Result<(), Halt> {
        let pulses = self.states / PULSE;
        self.states += states as u64;
        if self.states / PULSE > pulses {
            self.run
                .emit(&Progress::of("dynamic programming").counted("states", self.states).into());
        }
        self.run.halted().map_or(Ok(()), Err)
    }

    /// The state after a node is decided, unless nothing can come of it.
    fn advance(&self, at: usize, key: u128, chosen: bool) -> Option<u128> {
        let step = &self.plan.steps[at];
        let decided = if chosen { step.choose(key) } else { key };
        let closed = step.closes.iter().try_fold(decided, |key, open| self.close(key, open))?;
        self.promising(at, closed).then_some(closed)
    }

    /// Takes a node whose degree is final out of the frontier.
    fn close(&self, key: u128, open: &Open) -> Option<u128> {
        let Some(degree) = shown(key, open.slot) else { return Some(key) };
        if open.required.is_some_and(|required| required != degree) {
            return None;
        }
        self.packing.take(open.cleared(key), degree, open.weight)
    }

    /// Whether the rest may still work out: there is enough for the nodes that need a certain
    /// degree, every other node of the frontier can get one that is left, all of them can at the
    /// same time (after Hall, for the degrees up to and from each one), and the undecided rest can
    /// contribute what is then missing.
    fn promising(&self, at: usize, key: u128) -> bool {
        let step = &self.plan.steps[at];
        let mut left: Histogram = std::array::from_fn(|degree| self.packing.left(key, degree));
        let mut cells: usize = left.iter().sum();
        let mut degrees: usize = left.iter().enumerate().map(|(at, left)| at * left).sum();
        let mut pattern = 0;
        for open in &step.open {
            let Some(degree) = shown(key, open.slot) else { continue };
            if cells < open.weight || degrees < open.weight * degree {
                return false;
            }
            cells -= open.weight;
            degrees -= open.weight * degree;
            pattern |= 1 << open.slot;
        }
        self.bounds.allow(at + 1, pattern, cells, degrees)
            && step.reserve(key, &mut left)
            && step.served(key, &left)
    }
}

impl SweepStep {
    /// Sets aside what nodes need that must have a certain degree, in the frontier and beyond;
    /// whether there is enough of it.
    fn reserve(&self, key: u128, left: &mut Histogram) -> bool {
        let take = |left: &mut usize, cells| left.checked_sub(cells).map(|rest| *left = rest);
        let later =
            left.iter_mut().zip(&self.later).all(|(left, &cells)| take(left, cells).is_some());
        later
            && self.open.iter().all(|open| match (open.required, shown(key, open.slot)) {
                (Some(required), Some(degree)) => {
                    (degree..=degree + open.unseen).contains(&required)
                        && take(&mut left[required], open.weight).is_some()
                }
                _ => true,
            })
    }

    /// Whether the other nodes of the frontier can all be given a degree that is left.
    fn served(&self, key: u128, left: &Histogram) -> bool {
        let (mut from, mut up_to) = ([0; LARGEST + 1], [0; LARGEST + 1]);
        for open in self.open.iter().filter(|open| open.required.is_none()) {
            let Some(least) = shown(key, open.slot) else { continue };
            let most = least + open.unseen;
            if !left[least..=most].iter().any(|&left| left >= open.weight) {
                return false;
            }
            from[least] += open.weight;
            up_to[most] += open.weight;
        }
        fits(up_to.iter().zip(left)) && fits(from.iter().zip(left).rev())
    }
}

/// Whether the demands never run ahead of what is left.
fn fits<'a>(mut pairs: impl Iterator<Item = (&'a usize, &'a usize)>) -> bool {
    let (mut demand, mut offer) = (0, 0);
    pairs.all(|(wanted, left)| {
        demand += wanted;
        offer += left;
        demand <= offer
    })
}
