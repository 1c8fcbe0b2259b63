//! Iterative deepening of the count: the bound on the penalty rises until there is a board.
//!
//! Within a bound the levels are swept from the first on. A board has at each level at least the
//! penalty of the levels below, so the remaining penalty of one level prunes the next. For the
//! first level another bound exists: the last cells are the first cells of the board turned round.
//! The least penalty of the first cells is learnt as the bound rises.
//!
//! Invariant: every pruned frontier costs more than the bound, so the first bound with a board is
//! the least penalty and its count is exact.
//!
//! Reference: Korf, "Depth-First Iterative-Deepening", 1985.

use sixfold_puzzle::families::neighbors::Instance;

use super::layer::PenaltyLayer;
use super::sweep::{Rest, Sweep, SweepBudget, Swept};
use crate::families::neighbors::count::plan::SweepPlan;
use crate::run::{Halt, Run};

/// The result of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LeastCount {
    /// The least penalty.
    pub(super) penalty: u16,
    /// The boards that have it.
    pub(super) number: u128,
    /// The states entered, in all sweeps together.
    pub(super) states: u64,
}

/// A board, and lower bounds on the level-1 penalty of its first cells, by their number.
struct Side {
    plan: SweepPlan,
    prefix_bounds: Vec<u16>,
}

/// The board, and turned round if that is another one.
struct Climb<'a> {
    sides: Vec<Side>,
    level: u32,
    means: SweepBudget<'a>,
}

/// The outcome of a bound: a finished level, or the next bound to try, if there may be boards
/// beyond.
enum BoundOutcome<'r> {
    Reached(Swept<'r>),
    Beyond(Option<u16>),
}

/// The layers of the first level, and the least penalty beyond the bound.
type FirstLevel<'r> = (Vec<PenaltyLayer<'r>>, Option<u16>);

/// Whether the frontiers of a board fit into their keys.
pub(super) fn fits(instance: &Instance, level: u32) -> bool {
    sides(instance, level).is_some()
}

/// Counts the boards at a level with the least penalty; `None` if there is no board. Ends with
/// [`Halt::Budget`] if states, the 128 bits of a frontier or those of the count do not suffice.
pub(super) fn least(
    instance: &Instance,
    level: u32,
    budget: usize,
    run: &Run<'_>,
) -> Result<Option<LeastCount>, Halt> {
    let means = SweepBudget { budget, run, states: 0, looked: 0 };
    let mut climb = Climb { sides: sides(instance, level).ok_or(Halt::Budget)?, level, means };
    let swept = climb.climbed()?;
    let states = climb.means.states;
    Ok(swept.map(|swept| LeastCount { penalty: swept.least, number: swept.number, states }))
}

/// Counts with a given plan, that of a board which is the same when turned round.
#[cfg(test)]
pub(super) fn swept<'r>(
    plan: SweepPlan,
    level: u32,
    run: &'r Run<'r>,
) -> Result<Option<(SweepPlan, Swept<'r>)>, Halt> {
    let means = SweepBudget { budget: usize::MAX, run, states: 0, looked: 0 };
    let prefix_bounds = vec![0; plan.steps.len() + 1];
    let mut climb = Climb { sides: vec![Side { plan, prefix_bounds }], level, means };
    let swept = climb.climbed()?;
    Ok(climb.sides.pop().map(|side| side.plan).zip(swept))
}

fn sides(instance: &Instance, level: u32) -> Option<Vec<Side>> {
    let mut turned = instance.clone();
    turned.givens.reverse();
    let boards = if turned == *instance { vec![turned] } else { vec![instance.clone(), turned] };
    let prefix_bounds = vec![0; instance.hexagon.len() + 1];
    let side = |board| {
        Some(Side { plan: SweepPlan::new(&board, level)?, prefix_bounds: prefix_bounds.clone() })
    };
    boards.into_iter().map(side).collect()
}

impl<'a> Climb<'a> {
    /// Raises the bound until there is a board.
    fn climbed(&mut self) -> Result<Option<Swept<'a>>, Halt> {
        let mut bound = Some(0);
        while let Some(penalty) = bound {
            match self.within(penalty)? {
                BoundOutcome::Reached(swept) => return Ok(Some(swept)),
                BoundOutcome::Beyond(next) => bound = next,
            }
        }
        Ok(None)
    }

    /// Sweeps one level after the other within a bound.
    fn within(&mut self, bound: u16) -> Result<BoundOutcome<'a>, Halt> {
        if self.sides.len() > 1 {
            self.first(1, bound)?;
        }
        let (layers, mut beyond) = self.first(0, bound)?;
        let (mut first, mut below) = (Some(layers), None);
        let plan = &self.sides[0].plan;
        for level in 1..=self.level {
            let rest = below.as_ref().map_or(&[][..], |swept: &Swept<'a>| &swept.layers);
            let mut sweep = Sweep { plan, level, bound, rest: Rest::Below(rest), beyond };
            let layers = match first.take() {
                Some(layers) => layers,
                None => sweep.forwards(&mut self.means)?,
            };
            let swept = sweep.backwards(layers, &mut self.means)?;
            beyond = sweep.beyond;
            let Some(swept) = swept else { return Ok(BoundOutcome::Beyond(beyond)) };
            below = Some(swept);
        }
        Ok(BoundOutcome::Reached(below.expect("there is a first level")))
    }

    /// Sweeps the first level of a side forwards, and raises the bounds on its first cells. Also
    /// returns the least penalty beyond the bound.
    fn first(&mut self, side: usize, bound: u16) -> Result<FirstLevel<'a>, Halt> {
        let other = &self.sides[self.sides.len() - 1 - side].prefix_bounds;
        let (plan, rest) = (&self.sides[side].plan, Rest::Bounds(other));
        let mut sweep = Sweep { plan, level: 1, bound, rest, beyond: None };
        let layers = sweep.forwards(&mut self.means)?;
        let beyond = sweep.beyond;
        self.sides[side].prefix_bounds =
            raised(&self.sides[side].prefix_bounds, &layers, bound, other);
        Ok((layers, beyond))
    }
}

/// Lower bounds on the first cells, by their number: the cheapest frontier in the layer, or the
/// cheapest that was pruned before it.
fn raised(
    prefix_bounds: &[u16],
    layers: &[PenaltyLayer<'_>],
    bound: u16,
    rest: &[u16],
) -> Vec<u16> {
    let (mut given_up, mut known) = (u16::MAX, 0);
    let raise = |(layer, (&old, &rest)): (&PenaltyLayer<'_>, (&u16, &u16))| {
        given_up = given_up.min((bound + 1).saturating_sub(rest));
        let here = layer.least().map_or(given_up, |least| least.min(given_up));
        known = here.max(old).max(known);
        known
    };
    layers.iter().zip(prefix_bounds.iter().zip(rest.iter().rev())).map(raise).collect()
}
