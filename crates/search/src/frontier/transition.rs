//! One step of the sweep: from a state to the states that deciding a node leads to.
//!
//! Whether the rest may still work out is asked for every state, and most of the time of a count goes there. What each node
//! of the frontier contributes to the answer depends on its slot alone, so it is looked up for pairs of slots, and added up.
//!
//! Cost: a table of 64 entries for each pair of slots and each step; then a few operations for each pair and state. For a
//! few hundred states that is not worth it, and they are looked at slot by slot.

use super::bounds::Bounds;
use super::packing::{Counts, DEGREES, Left, Packing};
use super::plan::{BITS, Open, SweepStep};
use super::{LARGEST, Wide};

/// All bits of a slot.
const SLOT: usize = (1 << BITS) - 1;

/// A step with its tables.
pub(super) struct Transition<'a> {
    step: &'a SweepStep,
    packing: &'a Packing,
    /// The place of the step.
    at: usize,
    later: Counts,
    ahead: Ahead<'a>,
    /// The weight for which the tables say whether a degree is left.
    weight: usize,
    /// The free nodes of the frontier that have another weight.
    odd: Vec<&'a Open>,
}

/// How much is worked out before the first state.
enum Ahead<'a> {
    /// Tables for pairs of slots, and exact bounds on the rest.
    Tables(Vec<PairTable>, &'a Bounds),
    /// Nothing. Each state is looked at slot by slot, and the rest is bounded by its number of cells.
    Nothing,
}

/// What two slots contribute, by their bits.
struct PairTable {
    shift: u32,
    mask: usize,
    entries: Vec<SlotDemand>,
}

/// What the nodes in some slots need.
#[derive(Clone, Copy)]
struct SlotDemand {
    /// Cells with no more than so many neighbours at the end, for each degree, and cells with no fewer.
    up_to: Counts,
    from: Counts,
    /// What nodes take that must have a certain degree.
    reserved: Counts,
    /// The sets of degrees, as bits, of which each free node can take one: a bit for each set. None if a node cannot have
    /// the degree that it must have.
    served: u128,
    /// The slots with a chosen node.
    pattern: u64,
    cells: usize,
    degrees: usize,
    /// What they would add to the sum of degrees, on both sides, if all their undecided neighbours were chosen.
    outer: usize,
}

/// The demand of a free node of one cell, by the number of its undecided neighbours and its degree so far.
const FREE: [[SlotDemand; LARGEST + 1]; LARGEST + 1] = {
    let mut table = [[SlotDemand::NOTHING; LARGEST + 1]; LARGEST + 1];
    let mut place = 0;
    while place < (LARGEST + 1) * (LARGEST + 1) {
        let (unseen, degree) = (place / (LARGEST + 1), place % (LARGEST + 1));
        let open = Open { slot: 0, weight: 1, required: None, unseen };
        table[unseen][degree] = SlotDemand::of(&open, degree, 1);
        place += 1;
    }
    table
};

impl SlotDemand {
    const NOTHING: Self = Self {
        up_to: Counts::ZERO,
        from: Counts::ZERO,
        reserved: Counts::ZERO,
        served: u128::MAX,
        pattern: 0,
        cells: 0,
        degrees: 0,
        outer: 0,
    };

    fn plus(self, other: &Self) -> Self {
        Self {
            up_to: self.up_to.plus(other.up_to),
            from: self.from.plus(other.from),
            reserved: self.reserved.plus(other.reserved),
            served: self.served & other.served,
            pattern: self.pattern | other.pattern,
            cells: self.cells + other.cells,
            degrees: self.degrees + other.degrees,
            outer: self.outer + other.outer,
        }
    }

    /// The demand of a chosen node with a degree so far.
    const fn of(open: &Open, degree: usize, weight: usize) -> Self {
        let mut demand = Self {
            pattern: 1 << open.slot,
            cells: open.weight,
            degrees: open.weight * degree,
            outer: 2 * open.weight * open.unseen,
            ..Self::NOTHING
        };
        let most = degree + open.unseen;
        match open.required {
            Some(required) if degree <= required && required <= most => {
                demand.reserved = Counts::only(required, open.weight);
            }
            Some(_) => demand.served = 0,
            None if most > LARGEST => demand.served = 0,
            None => {
                demand.up_to = Counts::only(most, open.weight).up_to();
                demand.from = Counts::only(degree, open.weight).from();
                if open.weight == weight {
                    demand.served = MEETING[range(degree, most) as usize];
                }
            }
        }
        demand
    }
}

/// The degrees of a range, as bits.
const fn range(least: usize, most: usize) -> u32 {
    (2 << most) - (1 << least)
}

/// For each set of degrees, as bits, the sets that have one in common with it: a bit for each of them.
const MEETING: [u128; 1 << DEGREES] = {
    let mut meeting = [0; 1 << DEGREES];
    let mut pair = 0;
    while pair < 1 << (2 * DEGREES) {
        let (one, other) = (pair >> DEGREES, pair % (1 << DEGREES));
        if one & other != 0 {
            meeting[one] |= 1 << other;
        }
        pair += 1;
    }
    meeting
};

impl<'a> Transition<'a> {
    pub(super) fn new(
        step: &'a SweepStep,
        at: usize,
        packing: &'a Packing,
        bounds: Option<&'a Bounds>,
    ) -> Self {
        let free = || step.open.iter().filter(|open| open.required.is_none());
        let weight = free().map(|open| open.weight).max().unwrap_or(1);
        let slots = step.open.iter().map(|open| open.slot + 1).max().unwrap_or(0);
        let table = |slot| PairTable::new(step, slot, weight);
        Self {
            step,
            packing,
            at,
            later: Counts::of_histogram(&step.later),
            ahead: bounds.map_or(Ahead::Nothing, |bounds| {
                Ahead::Tables((0..slots).step_by(2).map(table).collect(), bounds)
            }),
            weight,
            odd: free().filter(|open| open.weight != weight).collect(),
        }
    }

    /// Calls a function with each state after the node is decided from which the rest may still work out, and whether the
    /// node is chosen there.
    pub(super) fn successors<N: Wide>(&self, key: N, mut found: impl FnMut(bool, N)) {
        let left = self.packing.left(key);
        for &chosen in self.step.choices {
            let decided = if chosen { self.choose(key) } else { key };
            let closed = self.close(decided, left);
            if let Some((key, _)) = closed.filter(|&(key, left)| self.promising(key, left)) {
                found(chosen, key);
            }
        }
    }

    /// The key with the node chosen.
    fn choose<N: Wide>(&self, key: N) -> N {
        let (mut changed, mut degree) = (key, self.step.touches_itself);
        for link in &self.step.links {
            if shown(key, link.slot).is_some() {
                changed = changed.more(link.gives, link.slot as u32 * BITS);
                degree += link.takes;
            }
        }
        changed.more(degree + 1, self.step.slot as u32 * BITS)
    }

    /// Takes the nodes whose degree is final out of the frontier.
    fn close<N: Wide>(&self, mut key: N, mut left: Left) -> Option<(N, Left)> {
        for open in &self.step.closes {
            let Some(degree) = shown(key, open.slot) else { continue };
            if open.required.is_some_and(|required| required != degree) {
                return None;
            }
            left = left.without(degree, open.weight)?;
            let cleared = key.less(degree + 1, open.slot as u32 * BITS);
            key = self.packing.taken(cleared, degree, open.weight);
        }
        Some((key, left))
    }

    /// Whether the rest may still work out: there is enough for the nodes that need a certain
    /// degree, every other node of the frontier can get one that is left, all of them can at the
    /// same time (after Hall, for the degrees up to and from each one), and the undecided rest can
    /// contribute what is then missing.
    fn promising<N: Wide>(&self, key: N, left: Left) -> bool {
        let demand = self.demand(key);
        let (cells, degrees) =
            (left.cells.checked_sub(demand.cells), left.degrees.checked_sub(demand.degrees));
        let (Some(cells), Some(degrees)) = (cells, degrees) else { return false };
        let possible = match &self.ahead {
            Ahead::Tables(_, bounds) => bounds.allow(self.at + 1, demand.pattern, cells, degrees),
            Ahead::Nothing => self.may_add(cells, degrees, demand.outer),
        };
        if !possible {
            return false;
        }
        let Some(counts) = left.counts.without(self.later.plus(demand.reserved)) else {
            return false;
        };
        demand.served >> counts.at_least(self.weight) & 1 == 1
            && demand.up_to.within(counts.up_to())
            && demand.from.within(counts.from())
            && self.odd.iter().all(|open| is_served(open, key, counts))
    }

    /// What the nodes of the frontier need.
    fn demand<N: Wide>(&self, key: N) -> SlotDemand {
        match &self.ahead {
            Ahead::Tables(pairs, _) => pairs.iter().fold(SlotDemand::NOTHING, |demand, pair| {
                demand.plus(&pair.entries[key.bits(pair.shift, pair.mask)])
            }),
            Ahead::Nothing => {
                let chosen =
                    self.step.open.iter().filter_map(|open| Some((open, shown(key, open.slot)?)));
                chosen.fold(SlotDemand::NOTHING, |demand, (open, degree)| {
                    match (open.weight, self.weight, open.required) {
                        (1, 1, None) => demand.plus(&FREE[open.unseen][degree]),
                        _ => demand.plus(&SlotDemand::of(open, degree, self.weight)),
                    }
                })
            }
        }
    }

    /// Whether so many cells beyond the frontier may add such a sum of degrees. All of them together add a certain sum, and
    /// each one that is not chosen takes away at most its own neighbours, on both sides.
    fn may_add(&self, cells: usize, degrees: usize, outer: usize) -> bool {
        let Some(omitted) = self.step.rest.checked_sub(cells) else { return false };
        let all = self.step.inner + outer;
        degrees <= all && all <= degrees + 2 * LARGEST * omitted
    }
}

/// Whether a node is not chosen, or a degree is left for it.
fn is_served<N: Wide>(open: &Open, key: N, left: Counts) -> bool {
    shown(key, open.slot)
        .is_none_or(|degree| left.at_least(open.weight) & range(degree, degree + open.unseen) != 0)
}

/// The degree so far of the node in a slot, if it is chosen.
fn shown<N: Wide>(key: N, slot: usize) -> Option<usize> {
    key.bits(slot as u32 * BITS, SLOT).checked_sub(1)
}

impl PairTable {
    /// The table of a slot and the one after it.
    fn new(step: &SweepStep, slot: usize, weight: usize) -> Self {
        let node = |slot| step.open.iter().find(|open| open.slot == slot);
        let (low, high) = (node(slot), node(slot + 1));
        let mask = if high.is_some() { SLOT << BITS | SLOT } else { SLOT };
        let demand = |open: Option<&Open>, value: usize| match (open, value.checked_sub(1)) {
            (Some(open), Some(degree)) => SlotDemand::of(open, degree, weight),
            _ => SlotDemand::NOTHING,
        };
        let entry = |bits: usize| demand(low, bits & SLOT).plus(&demand(high, bits >> BITS));
        Self { shift: slot as u32 * BITS, mask, entries: (0..=mask).map(entry).collect() }
    }
}
