//! Exact counting by frontier dynamic programming, and counting up to symmetry by Burnside's lemma.
//!
//! The number of orbits is the mean, over the symmetries that keep the level, of the number of
//! solutions that each of them fixes. A fixed solution is a union of orbits of slots. So the same
//! program counts it on the quotient of the board.
//!
//! The sweep of the board with the smallest estimate is used, of three axes in two directions.
//!
//! Cost: exponential in the width of the board; the number of states of a layer is limited.
//!
//! If a layer exceeds the limit on states, the count is abandoned and nothing is claimed. States are never dropped. A
//! thinned sweep then estimates how many states the largest layer would have.

use sixfold_puzzle::Family as _;
use sixfold_puzzle::families::hexiom::{Hexiom, Instance, Slot};
use sixfold_puzzle::hex::{Axis, Hexagon, Symmetry, orbits as orbits_of};

use crate::answer::{Counted, Estimate};
use crate::checkpoint::Tally;
use crate::division::Division;
use crate::engine::{self, EngineRow, Role, Task, TypedEngine};
use crate::frontier::{self, DegreeModel, Outlook};
use crate::options::{OptionKind, OptionRow};
use crate::run::{Halt, Run};
use crate::units::{SHARE, Share, taken};

/// What the engine reads from its options.
pub(super) struct FrontierOptions {
    /// The most states of a layer.
    states: usize,
    /// Which of the units; all solutions at once without it.
    share: Option<Share>,
}

const STATES: OptionRow = OptionRow {
    name: "states",
    meaning: "give up if so many states are not enough for a layer",
    kind: OptionKind::Integer {
        default: Some(LARGEST_LAYER as i64),
        least: 1,
        most: u32::MAX as i64,
    },
    restricts: false,
};

pub(super) static FRONTIER: TypedEngine<Hexiom, FrontierOptions> = TypedEngine {
    row: EngineRow {
        name: "frontier",
        description: "exact counting, slot by slot, of all sets at once",
        role: Role::Production,
        searched: None,
        options: &[STATES, SHARE],
    },
    read: |options, instance| {
        let states = usize::try_from(options.budget(&STATES)).unwrap_or(usize::MAX);
        let share = Share::read(options, 1 << cut_slots(instance).len())?;
        Ok(FrontierOptions { states, share })
    },
    supports: |_| Ok(()),
    solve: None,
    count: Some(engine::Count { run: frontier_count, orbits: true, relaxes: None, visit: None }),
    hint: None,
    certificates: None,
    division: Some(Division {
        units: |instance, options, _| {
            let cut = cut_slots(instance);
            let name = |pattern: u32| units_name(&cut, pattern);
            Ok(patterns(&cut, options.share).map(name).collect())
        },
        reason: "a unit fixes which of some slots in the middle have a tile; the units are all ways to do that, each once",
        tree: None,
    }),
};

/// How many slots a unit decides, at most.
const CUT: usize = 6;

/// The slots that a unit decides: open ones from the middle of the board on. Deciding those narrows the frontier where it
/// is widest.
fn cut_slots(instance: &Instance) -> Vec<usize> {
    let lines = instance.hexagon.lines_along(Axis::ALL[0]);
    let from_middle = lines[lines.len() / 2..].concat();
    let open = from_middle.into_iter().filter(|&slot| occupied(instance.slots[slot]).is_none());
    open.take(CUT).collect()
}

/// Which of the slots have a tile, one bit each, for every unit of a share.
fn patterns(cut: &[usize], share: Option<Share>) -> impl Iterator<Item = u32> {
    taken(share, (0..1 << cut.len()).collect()).into_iter()
}

/// The slots with 1 for a tile and 0 for none.
fn units_name(cut: &[usize], pattern: u32) -> String {
    let bit = |(at, slot): (usize, &usize)| format!("{slot}={}", pattern >> at & 1);
    match cut {
        [] => "all".to_owned(),
        _ => cut.iter().enumerate().map(bit).collect::<Vec<String>>().join(","),
    }
}

/// Counts the solutions of some units.
fn count_share(
    instance: &Instance,
    share: Share,
    states: usize,
    run: &Run<'_>,
) -> Result<u128, Halt> {
    let cut = cut_slots(instance);
    let whole = best_model(Symmetry::IDENTITY, instance, run)?;
    let mut sum: u128 = 0;
    for pattern in patterns(&cut, Some(share)) {
        let mut model = whole.clone();
        // The identity folds nothing, so nodes are slots.
        for (at, &slot) in cut.iter().enumerate() {
            model.fixed[slot] = Some(pattern >> at & 1 == 1);
        }
        sum = sum.checked_add(frontier::count(&model, states, run)?).ok_or(Halt::Budget)?;
    }
    Ok(sum)
}

/// The most states that a layer may have by default. Before they are merged, the states of such a layer take at most half a
/// gibibyte, and a quarter where keys and numbers have 64 bits.
pub(super) const LARGEST_LAYER: usize = 1 << 23;

/// The most states of a layer in the sweep that estimates.
const SAMPLE: usize = 1 << 17;

/// A finished count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Count {
    /// The sets of occupied slots that solve the level.
    pub(crate) solutions: u128,
}

/// Counts the solutions, with so many states of a layer at most. Ends with [`Halt::Budget`] if they are not enough.
pub(crate) fn count(instance: &Instance, states: usize, run: &Run<'_>) -> Result<Count, Halt> {
    Ok(Count { solutions: kept_by(Symmetry::IDENTITY, instance, states, run)? })
}

/// The occupied slots of a solution, by the search that goes through the states of the count; nothing if there is none.
pub(super) fn find(
    instance: &Instance,
    budget: usize,
    run: &Run<'_>,
) -> Result<Option<Vec<bool>>, Halt> {
    // The identity folds nothing, so nodes are slots.
    frontier::find(&best_model(Symmetry::IDENTITY, instance, run)?, budget, run)
}

/// What counting the solutions needs, by a sample of at most so many states of a layer.
pub(super) fn outlook(instance: &Instance, sample: usize, run: &Run<'_>) -> Result<Outlook, Halt> {
    frontier::outlook(&best_model(Symmetry::IDENTITY, instance, run)?, sample, run)
}

/// Counts the solutions up to the symmetries that keep the level, given how many there are.
pub(crate) fn orbits(
    instance: &Instance,
    count: Count,
    states: usize,
    run: &Run<'_>,
) -> Result<u128, Halt> {
    let symmetries = symmetries(instance);
    let mut sum = count.solutions;
    for &symmetry in symmetries.iter().filter(|&&symmetry| symmetry != Symmetry::IDENTITY) {
        let kept = kept_by(symmetry, instance, states, run)?;
        sum = sum.checked_add(kept).ok_or(Halt::Budget)?;
    }
    let size = symmetries.len() as u128;
    assert!(sum.is_multiple_of(size), "Burnside's mean is a whole number");
    Ok(sum / size)
}

/// The symmetries that turn solutions into solutions.
pub(super) fn symmetries(instance: &Instance) -> Vec<Symmetry> {
    Symmetry::ALL.into_iter().filter(|&symmetry| Hexiom::keeps(instance, symmetry)).collect()
}

/// The number of solutions that a symmetry leaves as they are.
fn kept_by(
    symmetry: Symmetry,
    instance: &Instance,
    states: usize,
    run: &Run<'_>,
) -> Result<u128, Halt> {
    frontier::count(&best_model(symmetry, instance, run)?, states, run)
}

/// The level folded by a symmetry, along the sweep with the smallest estimate.
fn best_model(symmetry: Symmetry, instance: &Instance, run: &Run<'_>) -> Result<DegreeModel, Halt> {
    let (mut model, node_of) = folded(symmetry, instance);
    let mut best: Option<(u128, Vec<usize>)> = None;
    for sweep in sweeps(&instance.hexagon) {
        run.halted().map_or(Ok(()), Err)?;
        model.order = first_meetings(&sweep, &node_of);
        let estimate = model.estimate();
        if best.as_ref().is_none_or(|&(least, _)| estimate < least) {
            best = Some((estimate, model.order.clone()));
        }
    }
    model.order = best.expect("there are six sweeps").1;
    Ok(model)
}

/// The board line by line, along each axis and from either end.
pub(super) fn sweeps(hexagon: &Hexagon) -> Vec<Vec<usize>> {
    let forwards = Axis::ALL.map(|axis| hexagon.lines_along(axis).concat());
    let backwards = forwards.clone().map(|sweep| sweep.into_iter().rev().collect());
    forwards.into_iter().chain(backwards).collect()
}

/// The level folded by a symmetry that keeps it: a node is an orbit of slots. Orbits are decided
/// in the order in which a sweep meets them.
#[cfg(test)]
pub(super) fn model(symmetry: Symmetry, instance: &Instance, sweep: &[usize]) -> DegreeModel {
    let (model, node_of) = folded(symmetry, instance);
    DegreeModel { order: first_meetings(sweep, &node_of), ..model }
}

/// The level folded by a symmetry, with no order yet, and the node of each slot.
fn folded(symmetry: Symmetry, instance: &Instance) -> (DegreeModel, Vec<usize>) {
    let hexagon = &instance.hexagon;
    let orbits = orbits_of(hexagon.len(), &[symmetry.permutation(hexagon)]);
    let mut node_of = vec![0; hexagon.len()];
    for (node, orbit) in orbits.iter().enumerate() {
        orbit.iter().for_each(|&slot| node_of[slot] = node);
    }
    let slots = || orbits.iter().map(|orbit| instance.slots[orbit[0]]);
    let neighbours =
        |orbit: &Vec<usize>| hexagon.neighbours(orbit[0]).map(|next| node_of[next]).collect();
    let model = DegreeModel {
        neighbours: orbits.iter().map(neighbours).collect(),
        weights: orbits.iter().map(Vec::len).collect(),
        fixed: slots().map(occupied).collect(),
        required: slots().map(required).collect(),
        supply: instance.supply(),
        order: Vec::new(),
    };
    (model, node_of)
}

fn occupied(slot: Slot) -> Option<bool> {
    match slot {
        Slot::Fixed(_) => Some(true),
        Slot::Blocked => Some(false),
        Slot::Empty | Slot::Tile(_) => None,
    }
}

fn required(slot: Slot) -> Option<u8> {
    match slot {
        Slot::Fixed(number) => Some(number),
        _ => None,
    }
}

/// The nodes in the order in which a sweep of the slots meets them.
fn first_meetings(sweep: &[usize], node_of: &[usize]) -> Vec<usize> {
    let mut met = vec![false; node_of.len()];
    let nodes = sweep.iter().map(|&slot| node_of[slot]);
    nodes.filter(|&node| !std::mem::replace(&mut met[node], true)).collect()
}

/// The remark on a limit.
const ALL_AT_ONCE: &str =
    "--limit has no effect: frontier counts all solutions at once; --engine sat lists them";

/// Counts with the frontier program. A limit does not make it faster, so it has no effect. A count whose symmetric part is
/// too large is complete all the same.
fn frontier_count(task: &Task<'_, Hexiom, FrontierOptions>, tally: &Tally) -> Counted {
    let Task { instance, run, .. } = *task;
    let FrontierOptions { states, share } = *task.options;
    if let Some(share) = share {
        return match count_share(instance, share, states, run) {
            Ok(count) => Counted { count, orbits: None, complete: true, ..Counted::default() },
            Err(halt) => Counted { halt: Some(halt), ..Counted::default() },
        };
    }
    let counted = count(instance, states, run).and_then(|count| {
        let orbits = match orbits(instance, count, states, run) {
            Err(Halt::Budget) => None,
            counted => Some(counted?),
        };
        Ok((count.solutions, orbits))
    });
    match counted {
        Ok((count, orbits)) => {
            let ignored = tally.limit.map(|_| ALL_AT_ONCE);
            Counted { count, orbits, complete: true, ignored, ..Counted::default() }
        }
        Err(halt) => {
            let gave_up = matches!(halt, Halt::Budget | Halt::Memory);
            let outlook = gave_up.then(|| outlook(instance, SAMPLE, run).ok()).flatten();
            let estimate = outlook.map(|Outlook { states, bytes, .. }| Estimate { states, bytes });
            Counted { halt: Some(halt), estimate, ..Counted::default() }
        }
    }
}
