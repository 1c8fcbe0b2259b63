//! Tabu search among arrangements with small errors, and an exact finisher.
//!
//! Only swaps of numbers with neighbouring ranks are looked at: a swap across a difference d costs
//! about 6 d², so at this energy no other swap is ever good. There is one for each pair of
//! neighbouring ranks, and what it would cost is kept up to date in one array, which the processor
//! searches as fast as it can read.

use super::BalanceModel;
use super::state::Arrangement;
use crate::random::Random;

/// The last swaps are not undone for so many steps, and up to as many more.
const TENURE: usize = 2;
/// The energy up to which one swap of numbers without a gap could balance everything.
const WITHIN_REACH: i64 = 6;
/// Swaps across a larger gap are not looked at, and the walk ends where the energy is larger than
/// this: so costs are at most 2 · 8 · 6 · √20,000 + 6 · 8², which fits.
const LARGEST_GAP: i64 = 8;
const LARGEST_ENERGY: i64 = 20_000;
/// What a swap costs, in a type of which a processor compares many at once.
type Cost = i16;
/// The cost of a swap that must not be taken.
const FORBIDDEN: Cost = Cost::MAX;

/// A walk. The swap with index k exchanges the numbers of ranks k − 1 and k; both ends of the array
/// are swaps that do not exist, which spares the question.
pub(super) struct TabuWalk<'a> {
    state: Arrangement<'a>,
    /// The places on each line, with their signs.
    lines: Vec<Vec<(usize, i64)>>,
    /// The difference of the numbers of each swap; 0 for the two that do not exist.
    gaps: Vec<Cost>,
    /// By how much each swap would raise the energy.
    costs: Vec<Cost>,
    /// Recent swaps, with the step from which they are allowed again.
    recent: Vec<(u64, usize)>,
    now: u64,
}

impl<'a> TabuWalk<'a> {
    /// A walk that begins at a state with at least two numbers.
    pub(super) fn new(state: Arrangement<'a>) -> Self {
        let count = state.place.len();
        let numbers = &state.model.numbers;
        let gap = |swap: usize| match (1..count).contains(&swap) {
            true => Some(numbers[swap] - numbers[swap - 1]).filter(|&gap| gap <= LARGEST_GAP),
            false => None,
        };
        let gaps: Vec<Cost> = (0..=count).map(|swap| gap(swap).unwrap_or(0) as Cost).collect();
        let costs = vec![FORBIDDEN; count + 1];
        let lines = lines(state.model);
        let mut walk = Self { state, lines, gaps, costs, recent: Vec::new(), now: 0 };
        if !walk.is_lost() {
            (1..count).for_each(|swap| walk.reckon(swap));
        }
        walk
    }

    /// Whether the errors are too large for a walk.
    pub(super) fn is_lost(&self) -> bool {
        self.energy() > LARGEST_ENERGY
    }

    /// Works out what a swap costs.
    fn reckon(&mut self, swap: usize) {
        if self.gaps[swap] > 0 {
            self.costs[swap] = self.state.cost(swap - 1, swap) as Cost;
        }
    }

    pub(super) fn state(&self) -> &Arrangement<'a> {
        &self.state
    }

    pub(super) fn energy(&self) -> i64 {
        self.state.energy()
    }

    /// Goes to a right arrangement if two swaps lead there, else takes the best swap.
    pub(super) fn step(&mut self, random: &mut Random) {
        self.now += 1;
        let now = self.now;
        self.recent.retain(|&(until, _)| until > now);
        if self.finish() {
            return;
        }
        let mut held = [0; 2 * TENURE + 2];
        for (held, &(_, swap)) in held.iter_mut().zip(&self.recent) {
            *held = std::mem::replace(&mut self.costs[swap], FORBIDDEN);
        }
        let least = self.least();
        let chosen = (least < FORBIDDEN).then(|| self.one_of(least, random));
        for (held, &(_, swap)) in held.iter().zip(&self.recent) {
            self.costs[swap] = *held;
        }
        if let Some(swap) = chosen {
            self.take(swap);
            let tenure = TENURE + random.below(TENURE + 1);
            self.recent.push((now + 1 + tenure as u64, swap));
        }
    }

    /// Compares all costs with what they should be.
    #[cfg(test)]
    pub(super) fn check_costs(&self) {
        for swap in (1..self.state.place.len()).filter(|&swap| self.gaps[swap] > 0) {
            let cost = self.state.cost(swap - 1, swap);
            assert_eq!(i64::from(self.costs[swap]), cost, "swap {swap}");
        }
    }

    fn least(&self) -> Cost {
        self.costs.iter().copied().min().unwrap_or(FORBIDDEN)
    }

    /// A random one among the swaps of a cost.
    fn one_of(&self, cost: Cost, random: &mut Random) -> usize {
        let count = self.costs.iter().filter(|&&it| it == cost).count();
        let mut left = random.below(count);
        let chosen = self.costs.iter().position(|&it| {
            let same = it == cost;
            let found = same && left == 0;
            left -= usize::from(same && !found);
            found
        });
        chosen.expect("one of those that were counted")
    }

    /// Takes a swap and brings the costs of the others up to date.
    fn take(&mut self, swap: usize) {
        let (low, high) = (swap - 1, swap);
        let (a, b) = (self.state.place[low], self.state.place[high]);
        self.state.swap(low, high);
        let difference = i64::from(self.gaps[swap]);
        let model = self.state.model;
        for (up, down) in model.places[a].iter().zip(model.places[b]) {
            if up.line != down.line || up.sign != down.sign {
                self.shift(up.line, up.sign * difference);
                self.shift(down.line, -down.sign * difference);
            }
        }
        let count = self.state.place.len();
        (swap.max(2) - 1..=(swap + 1).min(count - 1)).for_each(|swap| self.reckon(swap));
    }

    /// The error of a line has changed: every swap of a number on it costs more, or less.
    fn shift(&mut self, line: usize, change: i64) {
        for &(place, sign) in &self.lines[line] {
            let rank = self.state.rank[place];
            let pull = (2 * sign * change) as Cost;
            self.costs[rank + 1] += self.gaps[rank + 1] * pull;
            self.costs[rank] -= self.gaps[rank] * pull;
        }
    }

    /// Looks for two swaps that balance everything, and takes them. Exhaustive: the first of them
    /// leaves an energy that one swap can take away, and those are all tried.
    pub(super) fn finish(&mut self) -> bool {
        let energy = self.energy();
        if energy + i64::from(self.least()) > WITHIN_REACH {
            return false;
        }
        for swap in 1..self.state.place.len() {
            let left = energy + i64::from(self.costs[swap]);
            if left <= WITHIN_REACH && self.completes(swap) {
                return true;
            }
        }
        false
    }

    /// Whether a swap balances everything, or can be completed by another; if so, takes them.
    fn completes(&mut self, swap: usize) -> bool {
        self.state.swap(swap - 1, swap);
        if self.energy() == 0 {
            return true;
        }
        // Whatever balances everything must touch each wrong line: the one with the fewest places
        // is enough.
        let wrong = (0..self.lines.len()).filter(|&line| self.state.errors[line] != 0);
        let line = wrong.min_by_key(|&line| self.lines[line].len());
        let places = line.map(|line| &self.lines[line][..]).unwrap_or_default();
        let count = self.state.place.len();
        for &(place, _) in places {
            // The places a and b of a swap that takes all the energy away pull alike in opposite
            // directions: 2 (pull(a) − pull(b)) + energy = −energy.
            if 2 * self.state.pull(place).abs() != self.energy() {
                continue;
            }
            let rank = self.state.rank[place];
            for other in [rank, rank + 1] {
                let exists = (1..count).contains(&other);
                if exists && self.energy() + self.state.cost(other - 1, other) == 0 {
                    self.state.swap(other - 1, other);
                    return true;
                }
            }
        }
        self.state.swap(swap - 1, swap);
        false
    }
}

fn lines(model: &BalanceModel) -> Vec<Vec<(usize, i64)>> {
    let mut lines = vec![Vec::new(); model.errors.len()];
    for (place, arms) in model.places.iter().enumerate() {
        for arm in arms.iter().filter(|arm| arm.sign != 0) {
            lines[arm.line].push((place, arm.sign));
        }
    }
    lines
}
