//! States of the boundary dynamic program, packed into one number.
//!
//! A state says what the decided cells with undecided neighbours hold, which lower values each of
//! them has beside it, and the penalty so far. States that differ in the penalty only are merged,
//! and the least penalty is kept.
//!
//! Heuristic: `trimmed` drops states that cost more than `slack` above the best. The penalty has
//! eight bits; a state that overflows them is dropped as well.

use super::pattern::MORE;
use super::strip::ChainStep;

/// The penalty in the lowest 8 bits, then 5 bits for each slot: the value less 1, and a bit for
/// each level beside it.
pub(super) type State = u128;

const COST: u32 = 8;
const SLOT: u32 = 5;

/// States in ascending order, each with its least penalty relative to the best, whose penalty is 0.
pub(super) type Vector = Vec<State>;

pub(super) fn cost(state: State) -> u32 {
    (state & 0xff) as u32
}

/// The state without its penalty.
pub(super) fn kind(state: State) -> State {
    state >> COST
}

fn shift(slot: usize) -> u32 {
    COST + SLOT * slot as u32
}

/// The value in a slot, and the levels beside it.
pub(super) fn read(state: State, slot: usize) -> (u8, u8) {
    let bits = (state >> shift(slot)) as u8 & 0b1_1111;
    ((bits & 0b11) + 1, bits >> 2)
}

/// A state with an empty slot.
pub(super) fn without(state: State, slot: usize) -> State {
    state & !(0b1_1111 << shift(slot))
}

/// A state with a value and the levels beside it in an empty slot.
pub(super) fn with(state: State, slot: usize, value: u8, seen: u8) -> State {
    state | State::from((value - 1) | (seen << 2)) << shift(slot)
}

/// Adds a penalty; `None` if the 8-bit cost overflows.
fn dearer(state: State, more: u32) -> Option<State> {
    (cost(state) + more < 0xff).then_some(state + State::from(more))
}

/// The levels below a value, as bits.
pub(super) fn below(value: u8) -> u8 {
    (1 << (value - 1)) - 1
}

/// The state after a cell has got a value; `None` if some cell then lacks a support for good.
pub(super) fn placed(state: State, step: &ChainStep, value: u8) -> Option<State> {
    let (mut next, mut penalty, mut seen) = (state, 0, 0_u8);
    for &slot in &step.earlier {
        let (other, beside) = read(next, slot);
        let level = 1 << (other.min(value) - 1);
        if other == value {
            penalty += u32::from(value < MORE);
        } else if other < value {
            penalty += u32::from(seen & level != 0);
            seen |= level;
        } else {
            penalty += u32::from(beside & level != 0);
            next |= State::from(level << 2) << shift(slot);
        }
    }
    next = with(next, step.slot, value, seen);
    for &(slot, needs) in &step.leaving {
        let (value, seen) = read(next, slot);
        if below(value) & needs & !seen != 0 {
            return None;
        }
        next = without(next, slot);
    }
    dearer(next, penalty)
}

/// All states after a cell has got one of some values, within the slack.
pub(super) fn advanced(
    states: &[State],
    step: &ChainStep,
    values: &[u8],
    slack: u32,
) -> Vec<State> {
    let each = |&state: &State| values.iter().filter_map(move |&value| placed(state, step, value));
    trimmed(states.iter().flat_map(each).collect(), slack)
}

/// The cheapest state of each kind, within the slack above the best.
pub(super) fn trimmed(mut states: Vec<State>, slack: u32) -> Vec<State> {
    let least = states.iter().map(|&state| cost(state)).min().unwrap_or(0);
    states.retain(|&state| cost(state) <= least + slack);
    states.sort_unstable();
    states.dedup_by_key(|state| kind(*state));
    states
}

/// A vector, and the least penalty that was subtracted from its states.
pub(super) fn levelled(mut states: Vec<State>) -> (Vector, u32) {
    let least = states.iter().map(|&state| cost(state)).min().unwrap_or(0);
    states.iter_mut().for_each(|state| *state -= State::from(least));
    (states, least)
}
