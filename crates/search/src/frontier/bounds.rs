//! Pruning bounds for the frontier program: what the undecided rest can still contribute. For every step, every pattern of chosen nodes in
//! the frontier and every number of cells yet to be chosen: the least and the largest sum of
//! degrees that choosing them adds, on both sides of each new touching pair.
//!
//! Let R(k, P, c) be these sums before step k. A node that is not chosen leaves R(k+1, P', c); a
//! chosen one of weight w adds what its links to P give: R(k+1, P', c−w) + degrees(P). P' is P with
//! the node, without the nodes that leave. After the last step, R = {0} for c = 0. Only the hull of
//! R is kept. Degrees of single nodes play no part in it, which keeps the table small.

use super::Histogram;
use super::plan::{SweepPlan, SweepStep};
use crate::run::{Halt, Run};

/// The largest table, in ranges of four bytes. Beyond, the program itself would be hopeless.
pub(super) const LARGEST_TABLE: usize = 1 << 26;

/// A range of sums; empty if the least is above the most.
#[derive(Clone, Copy)]
struct Range {
    least: u16,
    most: u16,
}

const EMPTY: Range = Range { least: u16::MAX, most: 0 };

impl Range {
    fn hull(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    fn shifted(self, by: usize) -> Self {
        let by = u16::try_from(by).unwrap_or(u16::MAX);
        if self.least > self.most {
            return EMPTY;
        }
        Self { least: self.least.saturating_add(by), most: self.most.saturating_add(by) }
    }
}

/// The ranges before a step, by pattern and number of cells.
struct BoundLayer {
    /// One more than the largest number of cells.
    stride: usize,
    /// The slots of the patterns.
    slots: usize,
    ranges: Vec<Range>,
}

impl BoundLayer {
    fn row(&self, pattern: usize) -> &[Range] {
        &self.ranges[pattern * self.stride..][..self.stride]
    }
}

/// The ranges for all steps.
pub(super) struct Bounds {
    layers: Vec<BoundLayer>,
    /// The slots that count in a pattern.
    free: u64,
}

impl Bounds {
    /// Ends with [`Halt::Budget`] if the table would be too large.
    pub(super) fn new(
        plan: &SweepPlan,
        supply: &Histogram,
        largest: usize,
        run: &Run<'_>,
    ) -> Result<Self, Halt> {
        let shape = shape(plan, supply.iter().sum(), largest).ok_or(Halt::Budget)?;
        let sum: usize = supply.iter().enumerate().map(|(degree, number)| degree * number).sum();
        if sum >= usize::from(u16::MAX) {
            return Err(Halt::Budget);
        }
        let mut layers = Vec::with_capacity(shape.len());
        layers.push(BoundLayer { stride: 1, slots: 0, ranges: vec![Range { least: 0, most: 0 }] });
        for (step, &(slots, stride)) in plan.steps.iter().zip(&shape).rev() {
            if let Some(halt) = run.halted() {
                return Err(halt);
            }
            let next = layers.last().expect("the last layer is there");
            layers.push(before(step, plan.free, next, slots, stride));
        }
        layers.reverse();
        Ok(Self { layers, free: (1 << plan.free) - 1 })
    }

    /// Whether so many cells with such a sum of degrees may be yet to come before a step.
    pub(super) fn allow(&self, at: usize, pattern: u64, cells: usize, degrees: usize) -> bool {
        let layer = &self.layers[at];
        let range = |range: &Range| (range.least.into()..=range.most.into()).contains(&degrees);
        layer.row((pattern & self.free) as usize).get(cells).is_some_and(range)
    }
}

/// For each layer its slots and its stride, if the table is not too large.
fn shape(plan: &SweepPlan, cells: usize, largest: usize) -> Option<Vec<(usize, usize)>> {
    let mut rest: usize = plan.steps.iter().map(|step| step.weight).sum();
    let mut shape = vec![(0, rest.min(cells) + 1)];
    let mut size = 0_usize;
    for step in &plan.steps {
        rest -= step.weight;
        let free = step.open.iter().map(|open| open.slot).filter(|&slot| slot < plan.free);
        let slots = free.max().map_or(0, |slot| slot + 1);
        let stride = rest.min(cells) + 1;
        size += 1_usize.checked_shl(slots as u32)?.checked_mul(stride)?;
        if size > largest {
            return None;
        }
        shape.push((slots, stride));
    }
    Some(shape)
}

/// The layer before a step.
fn before(
    step: &SweepStep,
    free: usize,
    next: &BoundLayer,
    slots: usize,
    stride: usize,
) -> BoundLayer {
    let stays: usize = {
        let slots = step.open.iter().map(|open| open.slot).filter(|&slot| slot < next.slots);
        slots.map(|slot| 1 << slot).sum()
    };
    let mut ranges = Vec::with_capacity(stride << slots);
    for pattern in 0..1_usize << slots {
        let touches = |slot: usize| slot >= free || pattern >> slot & 1 == 1;
        let links = step.links.iter().filter(|link| touches(link.slot));
        let degrees = links.map(|link| link.degrees).sum::<usize>();
        let degrees = degrees + step.weight * step.touches_itself;
        let node = if step.slot < free { 1 << step.slot } else { 0 };
        let (without, with) =
            (next.row(pattern & stays & !node), next.row((pattern | node) & stays));
        ranges.extend((0..stride).map(|cells| {
            let chosen = cells.checked_sub(step.weight).and_then(|cells| with.get(cells));
            let chosen = chosen.map_or(EMPTY, |range| range.shifted(degrees));
            match without.get(cells) {
                Some(&range) if step.choices.contains(&false) => chosen.hull(range),
                _ => chosen,
            }
        }));
    }
    BoundLayer { stride, slots, ranges }
}
