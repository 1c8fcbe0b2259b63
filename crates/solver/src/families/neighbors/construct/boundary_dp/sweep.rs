//! Sweep of the boundary dynamic program: the best boundary about lines of one level, those of the
//! other level fixed.
//!
//! A line of a gap ends at two places of the boundary, one in each chain, and nothing else connects
//! these. So both chains advance together, and at each gap the sweep branches on the side of its
//! line. A vector holds the states of one chain with their penalties, less the least. It hardly
//! depends on earlier lines, so few pairs of vectors are different; of equal pairs the cheaper is
//! kept.
//!
//! Heuristic: states and pairs more than `slack` above the best are dropped, so the penalty found
//! is an upper bound only.
//!
//! Cost: each vector is advanced once for each stretch of a chain and the last lines; a table keeps
//! the result.

use std::collections::{BTreeMap, HashMap};

use sixfold_puzzle::hex::Hexagon;

use super::pattern::{Lines, Pattern};
use super::state::{State, Vector, advanced, below, cost, levelled, read, trimmed, without};
use super::strip::{Chain, Shared};
use crate::run::{Halt, Run};

/// Additional slack at the beginning, where states of both chains are not yet matched.
const FIRST_SLACK: u32 = 3;
/// The number of steps between two merges of equal vectors.
const STRIDE: usize = 8;

/// The vectors of both chains, and the last lines as bits: the lowest is that of the last gap.
pub(super) type Key = (usize, usize, u32);

/// The pairs of vectors after some steps.
pub(super) struct Layer {
    /// The last gap whose line is decided.
    pub(super) gap: i32,
    /// The steps that lead to it, in either chain; none where a line is decided.
    pub(super) steps: [(usize, usize); 2],
    /// The penalty of each pair, and its predecessor.
    pub(super) keys: BTreeMap<Key, (u32, Key)>,
}

/// The vectors of a chain.
#[derive(Default)]
struct Pool {
    vectors: Vec<Vector>,
    numbers: HashMap<Vector, usize>,
    /// Memoized transitions: from a vector, a step and the last lines to a vector and a penalty.
    moves: HashMap<(usize, usize, u32), (usize, u32)>,
    /// The states of all vectors.
    states: usize,
}

impl Pool {
    fn number(&mut self, vector: Vector) -> usize {
        if let Some(&number) = self.numbers.get(&vector) {
            return number;
        }
        self.states += vector.len();
        self.vectors.push(vector.clone());
        self.numbers.insert(vector, self.vectors.len() - 1);
        self.vectors.len() - 1
    }

    /// The bytes of vectors, which are kept twice, and of transitions.
    fn bytes(&self) -> usize {
        let vector = 2 * size_of::<Vector>() + size_of::<usize>();
        let transition = size_of::<((usize, usize, u32), (usize, u32))>();
        2 * size_of::<State>() * self.states
            + vector * self.vectors.len()
            + 2 * transition * self.moves.len()
    }
}

/// The dynamic program over both chains.
pub(super) struct Sweep<'a> {
    pub(super) hexagon: &'a Hexagon,
    /// The pattern, except the bits that the sweep chooses.
    pattern: Pattern,
    lines: Lines,
    /// How far above the best a state or a pair of vectors may be.
    slack: u32,
    pub(super) chains: [Chain; 2],
    pools: [Pool; 2],
    pub(super) layers: Vec<Layer>,
}

/// The end of a sweep: the penalty of the boundary, the pair of vectors, and a state in each of
/// them.
pub(super) type End = (u32, Key, [State; 2]);

impl<'a> Sweep<'a> {
    pub(super) fn new(hexagon: &'a Hexagon, pattern: Pattern, lines: Lines, slack: u32) -> Self {
        let chain = |right| Chain::new(hexagon, pattern.axis(lines), pattern.levels(), right);
        let (chains, pools) = ([chain(false), chain(true)], Default::default());
        Self { hexagon, pattern, lines, slack, chains, pools, layers: Vec::new() }
    }

    /// Sweeps to the end; `None` if the slack was too small for any boundary.
    pub(super) fn solve(&mut self, run: &Run<'_>) -> Result<Option<End>, Halt> {
        let (first, last) = self.gaps();
        let opened = self.chains.iter().filter_map(Chain::opened).max().unwrap_or(first - 1);
        let mut charge = run.charge(0)?;
        self.begin(first, opened, run)?;
        let mut at = [self.chains[0].parted, self.chains[1].parted];
        for gap in opened..=last {
            if gap > opened {
                self.decide(gap);
            }
            let until = [self.chains[0].until(gap), self.chains[1].until(gap)];
            while at != until {
                let next = [0, 1].map(|side| until[side].min(at[side] + STRIDE));
                let forget = next == until;
                self.advance(gap, [(at[0], next[0]), (at[1], next[1])], forget, run)?;
                charge.grow_to(self.bytes())?;
                at = next;
            }
        }
        Ok(self.end())
    }

    /// The bytes of all vectors and layers.
    fn bytes(&self) -> usize {
        let keys: usize = self.layers.iter().map(|layer| layer.keys.len()).sum();
        let pools: usize = self.pools.iter().map(Pool::bytes).sum();
        pools + 2 * size_of::<(Key, (u32, Key))>() * keys
    }

    /// The first and the last gap.
    pub(super) fn gaps(&self) -> (i32, i32) {
        let [left, right] = [self.chains[0].gaps(), self.chains[1].gaps()];
        (left.0.min(right.0), left.1.max(right.1))
    }

    pub(super) fn slack(&self) -> u32 {
        self.slack
    }

    pub(super) fn first_slack(&self) -> u32 {
        self.slack + FIRST_SLACK
    }

    pub(super) fn vector(&self, side: usize, number: usize) -> &Vector {
        &self.pools[side].vectors[number]
    }

    /// The pattern with the lines that are decided at a gap.
    pub(super) fn known(&self, gap: i32, bits: u32) -> Pattern {
        let mut pattern = self.pattern;
        let lines = pattern.bits(self.lines);
        let gaps = (self.gaps().0..=gap).rev().take(u32::BITS as usize);
        gaps.enumerate().for_each(|(back, gap)| lines.set(gap, bits >> back & 1 == 1));
        pattern
    }

    /// States after some steps of a chain.
    pub(super) fn stepped(
        &self,
        side: usize,
        from: usize,
        to: usize,
        pattern: &Pattern,
        states: &[State],
        slack: u32,
    ) -> Vec<State> {
        let steps = &self.chains[side].steps[from..to];
        steps.iter().fold(states.to_vec(), |states, step| {
            advanced(&states, step, pattern.values(self.hexagon, step.cell), slack)
        })
    }

    /// The first pairs of vectors: all ways to place the first lines and to fill the cells that
    /// both chains share.
    fn begin(&mut self, first: i32, opened: i32, run: &Run<'_>) -> Result<(), Halt> {
        let mut keys = BTreeMap::new();
        for bits in 0..1_u32 << (opened + 1 - first) {
            for (penalty, left, right) in self.parted(opened, bits, run)? {
                let key = (self.pools[0].number(left), self.pools[1].number(right), bits);
                keys.entry(key)
                    .and_modify(|it: &mut (u32, Key)| it.0 = it.0.min(penalty))
                    .or_insert((penalty, key));
            }
        }
        let steps = [(0, self.chains[0].parted), (0, self.chains[1].parted)];
        self.push(Layer { gap: opened, steps, keys });
        Ok(())
    }

    /// The states of a chain when it has parted from the other, grouped by its first cells: their
    /// values, and the levels beside them.
    pub(super) fn first_states(
        &self,
        side: usize,
        pattern: &Pattern,
        run: &Run<'_>,
    ) -> Result<Groups, Halt> {
        let chain = &self.chains[side];
        let mut states = vec![0];
        for at in 0..chain.parted {
            run.halted().map_or(Ok(()), Err)?;
            states = self.stepped(side, at, at + 1, pattern, &states, self.first_slack());
        }
        let mut groups = Groups::new();
        for state in states {
            let bare = chain.begin.iter().fold(state, |state, shared| without(state, shared.slot));
            let (values, seen) = shared(state, &chain.begin);
            groups.entry(values).or_default().entry(seen).or_default().push(bare);
        }
        Ok(groups)
    }

    /// Pairs of vectors that cover the matching states of both chains after they have parted.
    fn parted(
        &self,
        gap: i32,
        bits: u32,
        run: &Run<'_>,
    ) -> Result<Vec<(u32, Vector, Vector)>, Halt> {
        let pattern = self.known(gap, bits);
        let lefts = self.first_states(0, &pattern, run)?;
        let rights = self.first_states(1, &pattern, run)?;
        let mut by_right = BTreeMap::new();
        for (values, lefts) in &lefts {
            run.halted().map_or(Ok(()), Err)?;
            let Some(rights) = rights.get(values) else { continue };
            for (&seen, left) in lefts {
                let fitting = rights.iter().filter_map(|(&also, right)| {
                    Some((right, joined(*values, seen, also, &self.chains[0].begin)?))
                });
                let fitting = fitting.flat_map(|(right, more)| dearer(right, more)).collect();
                let (right, penalty) = levelled(trimmed(fitting, self.slack));
                if !right.is_empty() {
                    let all: &mut Vec<State> = by_right.entry(right).or_default();
                    all.extend(dearer(left, penalty));
                }
            }
        }
        // Entries with the same states on the left are merged as well.
        let mut by_left = BTreeMap::new();
        for (right, left) in by_right {
            let (left, penalty) = levelled(trimmed(left, self.slack));
            let all: &mut Vec<State> = by_left.entry(left).or_default();
            all.extend(dearer(&right, penalty));
        }
        let pair = |(left, right)| {
            let (right, penalty) = levelled(trimmed(right, self.slack));
            (penalty, left, right)
        };
        Ok(by_left.into_iter().map(pair).collect())
    }

    /// Branches on the side of the line of a gap.
    fn decide(&mut self, gap: i32) {
        let layer = self.layers.last().expect("there is a first layer");
        let mut keys = BTreeMap::new();
        for (&key, &(penalty, _)) in &layer.keys {
            for bit in 0..2 {
                keys.insert((key.0, key.1, key.2 << 1 | bit), (penalty, key));
            }
        }
        let steps = layer.steps.map(|(_, at)| (at, at));
        self.layers.push(Layer { gap, steps, keys });
    }

    /// Advances both chains, and may then forget lines that no later step needs.
    fn advance(
        &mut self,
        gap: i32,
        steps: [(usize, usize); 2],
        forget: bool,
        run: &Run<'_>,
    ) -> Result<(), Halt> {
        let memory = self.chains[0].memory.max(self.chains[1].memory);
        let mask = if forget { (1 << memory) - 1 } else { u32::MAX };
        let before: Vec<(Key, u32)> = {
            let layer = self.layers.last().expect("there is a first layer");
            layer.keys.iter().map(|(&key, &(penalty, _))| (key, penalty)).collect()
        };
        let mut keys: BTreeMap<Key, (u32, Key)> = BTreeMap::new();
        for (key, penalty) in before {
            if let Some(halt) = run.halted() {
                return Err(halt);
            }
            let left = self.follow(0, key.0, gap, key.2, steps[0]);
            let right = self.follow(1, key.1, gap, key.2, steps[1]);
            let Some((left, right)) = left.zip(right) else { continue };
            let penalty = penalty + left.1 + right.1;
            let next = (left.0, right.0, key.2 & mask);
            if keys.get(&next).is_none_or(|it| penalty < it.0) {
                keys.insert(next, (penalty, key));
            }
        }
        self.push(Layer { gap, steps, keys });
        Ok(())
    }

    /// The transition of a vector; `None` if no state survives.
    fn follow(
        &mut self,
        side: usize,
        number: usize,
        gap: i32,
        bits: u32,
        steps: (usize, usize),
    ) -> Option<(usize, u32)> {
        if steps.0 == steps.1 {
            return Some((number, 0));
        }
        let known = self.pools[side].moves.get(&(number, steps.0, bits)).copied();
        let found = known.unwrap_or_else(|| {
            let pattern = self.known(gap, bits);
            let states = self.stepped(
                side,
                steps.0,
                steps.1,
                &pattern,
                self.vector(side, number),
                self.slack,
            );
            let (vector, penalty) = levelled(states);
            let found = (self.pools[side].number(vector), penalty);
            self.pools[side].moves.insert((number, steps.0, bits), found);
            found
        });
        (!self.vector(side, found.0).is_empty()).then_some(found)
    }

    /// Keeps a layer, with the pairs within the slack.
    fn push(&mut self, mut layer: Layer) {
        let least = layer.keys.values().map(|&(penalty, _)| penalty).min().unwrap_or(0);
        layer.keys.retain(|_, (penalty, _)| *penalty <= least + self.slack);
        self.layers.push(layer);
    }

    /// The cheapest match of the ends of both chains.
    fn end(&self) -> Option<End> {
        let layer = self.layers.last()?;
        let ends = layer.keys.iter().filter_map(|(&key, &(penalty, _))| {
            let (more, states) = self.closed(key)?;
            Some((penalty + more, key, states))
        });
        ends.min()
    }

    fn closed(&self, key: Key) -> Option<(u32, [State; 2])> {
        let ends = [&self.chains[0].end, &self.chains[1].end];
        let mut rights: BTreeMap<u64, Vec<(u64, State)>> = BTreeMap::new();
        for &state in self.vector(1, key.1) {
            let (values, seen) = shared(state, ends[1]);
            rights.entry(values).or_default().push((seen, state));
        }
        let pairs = self.vector(0, key.0).iter().flat_map(|&left| {
            let (values, seen) = shared(left, ends[0]);
            rights.get(&values).into_iter().flatten().filter_map(move |&(also, right)| {
                let more = joined(values, seen, also, ends[0])?;
                Some((cost(left) + cost(right) + more, [left, right]))
            })
        });
        pairs.min()
    }
}

/// States by the values of the cells at an end, and by the levels beside these.
pub(super) type Groups = BTreeMap<u64, BTreeMap<u64, Vec<State>>>;

/// The values of the cells at an end of a chain, and the levels beside them.
fn shared(state: State, cells: &[Shared]) -> (u64, u64) {
    cells.iter().fold((0, 0), |(values, seen), cell| {
        let (value, beside) = read(state, cell.slot);
        (values << 3 | u64::from(value), seen << 3 | u64::from(beside))
    })
}

/// The penalty of shared cells that have a level on both sides; `None` if one lacks a support.
pub(super) fn joined(values: u64, left: u64, right: u64, cells: &[Shared]) -> Option<u32> {
    cells.iter().rev().enumerate().try_fold(0, |sum, (at, cell)| {
        let part = |bits: u64| (bits >> (3 * at)) as u8 & 0b111;
        let lacking = below(part(values)) & cell.needs & !(part(left) | part(right));
        (lacking == 0).then(|| sum + (part(left) & part(right)).count_ones())
    })
}

/// The states with a penalty added.
fn dearer(states: &[State], more: u32) -> impl Iterator<Item = State> + '_ {
    states.iter().map(move |&state| state + State::from(more))
}
