//! Traceback of the boundary dynamic program: from the best end state to the cells of the boundary.
//!
//! The layers keep one predecessor for each pair of vectors, but no states. The traceback
//! recomputes the states of a stretch and follows the cheapest way back, along both chains.
//!
//! Invariant: the board that is recovered has exactly the penalty that the sweep has counted.

use sixfold_puzzle::hex::Hexagon;

use super::pattern::{Lines, MORE, Pattern};
use super::state::{State, advanced, cost, kind, placed, with};
use super::sweep::{End, Key, Sweep, joined};
use crate::run::{Halt, Run};

/// A boundary with its inside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Boundary {
    /// The penalty of levels 1 to 3.
    pub(crate) penalty: usize,
    pub(super) pattern: Pattern,
    /// The values of all cells, where 4 stands for all above 3.
    pub(super) values: Vec<u8>,
}

/// The best boundary about a pattern whose lines of one level may change.
pub(super) fn best_boundary(
    hexagon: &Hexagon,
    pattern: Pattern,
    lines: Lines,
    slack: u32,
    run: &Run<'_>,
) -> Result<Option<Boundary>, Halt> {
    let mut sweep = Sweep::new(hexagon, pattern, lines, slack);
    Ok(sweep.solve(run)?.map(|end| traced(&sweep, pattern, lines, end)))
}

fn traced(sweep: &Sweep<'_>, mut pattern: Pattern, lines: Lines, end: End) -> Boundary {
    let keys = keys_back(sweep, end.1);
    // The line of a gap is the last bit of the key with which it was decided.
    let (first, _) = sweep.gaps();
    let bits = pattern.bits(lines);
    let (start, opened) = (keys[0], sweep.layers[0].gap);
    (first..=opened).for_each(|gap| bits.set(gap, start.2 >> (opened - gap) & 1 == 1));
    for (layer, key) in sweep.layers.iter().zip(&keys).skip(1) {
        if layer.steps.iter().all(|(from, to)| from == to) {
            bits.set(layer.gap, key.2 & 1 == 1);
        }
    }
    let free = |cell: usize| pattern.values(sweep.hexagon, cell).first().copied().unwrap_or(MORE);
    let mut values: Vec<u8> = (0..sweep.hexagon.len()).map(free).collect();
    let mut wanted = end.2;
    for (at, layer) in sweep.layers.iter().enumerate().skip(1).rev() {
        let before = [keys[at - 1].0, keys[at - 1].1];
        for (side, state) in wanted.iter_mut().enumerate() {
            let (steps, slack) = (layer.steps[side], sweep.slack());
            let path = Path { sweep, side, steps, pattern: &pattern, slack };
            *state = path.back(sweep.vector(side, before[side]), *state, &mut values);
        }
    }
    begun(sweep, &pattern, wanted, &mut values);
    Boundary { penalty: end.0 as usize, pattern, values }
}

/// The keys from the first layer to the last.
fn keys_back(sweep: &Sweep<'_>, last: Key) -> Vec<Key> {
    let mut keys = vec![last];
    for layer in sweep.layers.iter().skip(1).rev() {
        let (_, before) = layer.keys[keys.last().expect("it begins with one")];
        keys.push(before);
    }
    keys.reverse();
    keys
}

/// Recovers the cells up to where the chains part: the cheapest that lead to two states.
fn begun(sweep: &Sweep<'_>, pattern: &Pattern, wanted: [State; 2], values: &mut [u8]) {
    let run = Run::unlimited();
    let states = |side| sweep.first_states(side, pattern, &run).expect("it has no limits");
    let groups = [0, 1].map(states);
    let find = |side: usize, states: &Vec<State>| {
        states.iter().find(|&&state| kind(state) == kind(wanted[side])).map(|&state| cost(state))
    };
    let begin = &sweep.chains[0].begin;
    let mut best: Option<(u32, u64, [u64; 2])> = None;
    for (&held, lefts) in &groups[0] {
        for (&seen, left) in lefts {
            for (&also, right) in groups[1].get(&held).into_iter().flatten() {
                let penalty =
                    || Some(joined(held, seen, also, begin)? + find(0, left)? + find(1, right)?);
                if let Some(penalty) = penalty() {
                    best = best.into_iter().chain([(penalty, held, [seen, also])]).min();
                }
            }
        }
    }
    let (_, held, seen) = best.expect("the states were reached from somewhere");
    for side in 0..2 {
        let chain = &sweep.chains[side];
        let cells = chain.begin.iter().rev().enumerate();
        let full = cells.fold(wanted[side], |state, (at, cell)| {
            let part = |bits: u64| (bits >> (3 * at)) as u8 & 0b111;
            with(state, cell.slot, part(held), part(seen[side]))
        });
        let steps = (0, chain.parted);
        Path { sweep, side, steps, pattern, slack: sweep.first_slack() }.back(&[0], full, values);
    }
}

/// Some steps of a chain.
struct Path<'a> {
    sweep: &'a Sweep<'a>,
    side: usize,
    steps: (usize, usize),
    pattern: &'a Pattern,
    slack: u32,
}

impl Path<'_> {
    /// Follows the cheapest way to a state back, writes its values, and returns its first state.
    fn back(&self, states: &[State], wanted: State, values: &mut [u8]) -> State {
        let steps = &self.sweep.chains[self.side].steps[self.steps.0..self.steps.1];
        let choices = |at: usize| self.pattern.values(self.sweep.hexagon, steps[at].cell);
        let mut layers = vec![states.to_vec()];
        for (at, step) in steps.iter().enumerate() {
            layers.push(advanced(&layers[at], step, choices(at), self.slack));
        }
        let there =
            |states: &Vec<State>| states.iter().copied().find(|&state| kind(state) == kind(wanted));
        let mut state = layers.last().and_then(there).expect("the way was walked before");
        for (at, step) in steps.iter().enumerate().rev() {
            let leads = |before: State| {
                choices(at)
                    .iter()
                    .copied()
                    .find(|&value| placed(before, step, value) == Some(state))
            };
            let before = layers[at].iter().find_map(|&before| Some((before, leads(before)?)));
            let (before, value) = before.expect("every state comes from one before");
            values[step.cell] = value;
            state = before;
        }
        state
    }
}
