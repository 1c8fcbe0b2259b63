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
use crate::families::neighbors::count::cell_code;

/// The penalty in the lowest 8 bits, then a cell code for each slot.
pub(super) type State = u128;

const COST: u32 = 8;
/// Bits of a slot: values 1 to 3 and above.
const SLOT: u32 = MORE as u32;
const SLOT_MASK: State = (1 << SLOT) - 1;

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

/// The code of the cell in a slot.
fn code(state: State, slot: usize) -> u32 {
    (state >> shift(slot) & SLOT_MASK) as u32
}

/// The value in a slot, and the levels beside it.
pub(super) fn read(state: State, slot: usize) -> (u8, u8) {
    let code = code(state, slot);
    (cell_code::value(code) as u8, cell_code::seen(code) as u8)
}

/// A state with an empty slot.
pub(super) fn without(state: State, slot: usize) -> State {
    state & !(SLOT_MASK << shift(slot))
}

/// A state with a value and the levels beside it in an empty slot.
pub(super) fn with(state: State, slot: usize, value: u8, seen: u8) -> State {
    state | State::from(cell_code::fresh(value.into()) | u32::from(seen)) << shift(slot)
}

/// Adds a penalty; `None` if the 8-bit cost overflows.
fn dearer(state: State, more: u32) -> Option<State> {
    (cost(state) + more < 0xff).then_some(state + State::from(more))
}

/// The levels below a value, as bits.
pub(super) fn below(value: u8) -> u8 {
    (1 << (value - 1)) - 1
}

/// Codes of a slot.
const CODES: usize = 1 << SLOT;

/// Of each two cells that become neighbours: their codes, and the penalty of their edge.
const MEETINGS: [[(u8, u8, u8); CODES]; CODES] = {
    let mut meetings = [[(0, 0, 0); CODES]; CODES];
    let (mut one, mut other) = (1, 1);
    while one < CODES {
        let (own, met, edge) = cell_code::meet(one as u32, other as u32, SLOT - 1);
        meetings[one][other] = (own as u8, met as u8, edge as u8);
        (one, other) = if other + 1 < CODES { (one, other + 1) } else { (one + 1, 1) };
    }
    meetings
};

/// A state in two words. No slot lies in both.
struct Words([u64; 2]);

impl Words {
    fn new(state: State) -> Self {
        Self([state as u64, (state >> u64::BITS) as u64])
    }

    fn state(self) -> State {
        State::from(self.0[0]) | State::from(self.0[1]) << u64::BITS
    }

    /// The word of a slot, and its place there.
    fn place(&mut self, slot: usize) -> (&mut u64, u32) {
        let shift = shift(slot);
        (&mut self.0[(shift / u64::BITS) as usize % 2], shift % u64::BITS)
    }
}

/// The state after a cell has got a value; `None` if some cell then lacks a support for good.
pub(super) fn placed(state: State, step: &ChainStep, value: u8) -> Option<State> {
    let (mut words, mut penalty, mut own) = (Words::new(state), 0, 1 << (value - 1));
    for &slot in &step.earlier {
        let (word, at) = words.place(slot);
        let (met, earlier, edge) = MEETINGS[usize::from(own)][(*word >> at) as usize % CODES];
        (own, penalty) = (met, penalty + u32::from(edge));
        *word |= u64::from(earlier) << at;
    }
    let (word, at) = words.place(step.slot);
    *word |= u64::from(own) << at;
    for &(slot, needs) in &step.leaving {
        let (word, at) = words.place(slot);
        let code = (*word >> at) as u32 % CODES as u32;
        // A cell that needs a level has it beside it, or is not above it.
        let above = (1 << code.ilog2()) - 1;
        if above & u32::from(needs) & !code != 0 {
            return None;
        }
        *word &= !((CODES as u64 - 1) << at);
    }
    dearer(words.state(), penalty)
}

/// All states after a cell has got one of some values, within the slack.
pub(super) fn advanced(
    states: &[State],
    step: &ChainStep,
    values: &[u8],
    slack: u32,
) -> Vec<State> {
    let (mut next, mut least) = (Vec::with_capacity(states.len()), u32::MAX);
    for &state in states {
        for state in values.iter().filter_map(|&value| placed(state, step, value)) {
            least = least.min(cost(state));
            if cost(state) <= least + slack {
                next.push(state);
            }
        }
    }
    trimmed(next, slack)
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
