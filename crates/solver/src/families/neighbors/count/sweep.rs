//! Sweep of one level within a bound: forwards through all frontiers that may lead to a board, then backwards.
//!
//! The forward pass keeps a frontier unless its penalty and the known remaining penalty exceed the bound. The backward pass
//! computes the exact remaining penalty of each frontier, and the number of its cheapest completions.
//!
//! Invariant: the known remaining penalty is never too large (admissible), so no board within the bound is lost. `beyond` is
//! the least penalty that was pruned, the next bound to try.

use super::layer::PenaltyLayer;
use crate::families::neighbors::count::plan::SweepPlan;
use crate::run::{Halt, Progress, Run};

/// The number of states between two checks of the limits of the run.
const BATCH: u64 = 1 << 10;

/// After how many states progress is reported.
const PULSE: u64 = 1 << 16;

/// A cell can be decided in so many ways at most.
const MOST_WAYS: usize = 7;

/// Lower bounds on the undecided rest before a level is swept.
pub(super) enum Rest<'a> {
    /// The least penalty of so many cells that come last, by their number.
    Bounds(&'a [u16]),
    /// The penalty of the rest one level lower, by layer; frontiers that are not there lead beyond
    /// the bound.
    Below(&'a [PenaltyLayer<'a>]),
}

/// The limits of all sweeps together, and what they have used.
pub(super) struct SweepBudget<'a> {
    /// The most states that a sweep may hold.
    pub(super) budget: usize,
    /// The run, with its limits.
    pub(super) run: &'a Run<'a>,
    /// States entered so far.
    pub(super) states: u64,
    /// States looked at so far.
    pub(super) looked: u64,
}

impl SweepBudget<'_> {
    fn look(&mut self) -> Result<(), Halt> {
        self.looked += 1;
        if self.looked.is_multiple_of(PULSE) {
            self.run
                .emit(&Progress::of("dynamic programming").counted("states", self.looked).into());
        }
        if self.looked.is_multiple_of(BATCH) {
            return self.run.halted().map_or(Ok(()), Err);
        }
        Ok(())
    }
}

/// A level that is swept.
pub(super) struct Sweep<'a> {
    pub(super) plan: &'a SweepPlan,
    pub(super) level: u32,
    /// The most penalty that a board may have.
    pub(super) bound: u16,
    pub(super) rest: Rest<'a>,
    /// The least penalty that anything beyond the bound may have, if there is something.
    pub(super) beyond: Option<u16>,
}

/// A level in which there are boards within the bound.
pub(super) struct Swept<'r> {
    /// The layers, with the exact remaining penalty of each frontier.
    pub(super) layers: Vec<PenaltyLayer<'r>>,
    /// The least penalty of a board.
    pub(super) least: u16,
    /// How many boards have it.
    pub(super) number: u128,
}

/// A layer of the backward pass: the remaining penalty, and in how many ways.
struct Ends<'r> {
    layer: PenaltyLayer<'r>,
    numbers: Vec<u128>,
}

impl Sweep<'_> {
    /// All layers, with the least penalty so far of each frontier.
    pub(super) fn forwards<'r>(
        &mut self,
        means: &mut SweepBudget<'r>,
    ) -> Result<Vec<PenaltyLayer<'r>>, Halt> {
        let mut layers = Vec::with_capacity(self.plan.steps.len() + 1);
        let (mut layer, mut held) = (PenaltyLayer::blank(means.run)?, 0);
        for at in 0..self.plan.steps.len() {
            let next = self.next_layer(at, &layer, means.budget.saturating_sub(held), means)?;
            held += next.len();
            means.states += next.len() as u64;
            layers.push(layer.put_away());
            layer = next;
        }
        layers.push(layer);
        Ok(layers)
    }

    fn next_layer<'r>(
        &mut self,
        at: usize,
        layer: &PenaltyLayer<'_>,
        room: usize,
        means: &mut SweepBudget<'r>,
    ) -> Result<PenaltyLayer<'r>, Halt> {
        let (plan, mut next) = (self.plan, PenaltyLayer::new(means.run)?);
        for (key, spent) in layer.states() {
            means.look()?;
            next.make_room(MOST_WAYS, means.run)?;
            for (key, edges) in plan.ways(at, key, self.level) {
                if self.within(spent + edges, self.rest_after(at, key)) {
                    next.lower(key, spent + edges);
                }
            }
            if next.len() > room {
                return Err(Halt::Budget);
            }
        }
        Ok(next)
    }

    /// A lower bound on the remaining penalty after a step; `None` if no board within the bound is
    /// left.
    fn rest_after(&self, at: usize, key: u128) -> Option<u16> {
        match self.rest {
            Rest::Bounds(bounds) => Some(bounds[self.plan.steps.len() - at - 1]),
            Rest::Below(layers) => {
                layers[at + 1].find(self.plan.lowered(key, self.level)).map(|(_, rest)| rest)
            }
        }
    }

    /// Whether a board can be within the bound. If not, remembers the least penalty beyond it.
    fn within(&mut self, spent: u16, rest: Option<u16>) -> bool {
        let Some(rest) = rest else { return false };
        let total = spent + rest;
        if total > self.bound {
            self.beyond = Some(self.beyond.map_or(total, |beyond| beyond.min(total)));
        }
        total <= self.bound
    }

    /// From the last layer back to the first, unless there is no board.
    pub(super) fn backwards<'r>(
        &mut self,
        mut layers: Vec<PenaltyLayer<'r>>,
        means: &mut SweepBudget<'r>,
    ) -> Result<Option<Swept<'r>>, Halt> {
        if layers.pop().is_none_or(|last| last.len() == 0) {
            return Ok(None);
        }
        let mut swept = Vec::with_capacity(layers.len() + 1);
        let mut ends = Ends { layer: PenaltyLayer::blank(means.run)?, numbers: vec![1] };
        while let Some(layer) = layers.pop() {
            let before = self.previous(layers.len(), &layer, &ends, means)?;
            swept.push(std::mem::replace(&mut ends, before).layer);
        }
        let least = ends.layer.least().expect("what led to the end is found from there");
        swept.push(ends.layer);
        swept.reverse();
        Ok(Some(Swept { layers: swept, least, number: ends.numbers[0] }))
    }

    /// The backward layer before a step, without frontiers beyond the bound.
    fn previous<'r>(
        &mut self,
        at: usize,
        layer: &PenaltyLayer<'_>,
        after: &Ends<'_>,
        means: &mut SweepBudget<'r>,
    ) -> Result<Ends<'r>, Halt> {
        let mut ends = Ends { layer: PenaltyLayer::new(means.run)?, numbers: Vec::new() };
        for (key, spent) in layer.states() {
            means.look()?;
            ends.layer.make_room(MOST_WAYS, means.run)?;
            let (rest, number) = self.ending(at, key, after)?;
            if self.within(spent, rest) {
                ends.layer.lower(key, rest.expect("what is within the bound has an end"));
                ends.numbers.push(number);
            }
        }
        Ok(ends)
    }

    /// The exact remaining penalty before a step, and in how many ways.
    fn ending(&self, at: usize, key: u128, after: &Ends<'_>) -> Result<(Option<u16>, u128), Halt> {
        let (mut least, mut number) = (None, 0u128);
        for (key, edges) in self.plan.ways(at, key, self.level) {
            let Some((place, rest)) = after.layer.find(key) else { continue };
            let rest = edges + rest;
            if least.is_none_or(|least| rest < least) {
                (least, number) = (Some(rest), 0);
            }
            if least == Some(rest) {
                number = number.checked_add(after.numbers[place]).ok_or(Halt::Budget)?;
            }
        }
        Ok((least, number))
    }
}
