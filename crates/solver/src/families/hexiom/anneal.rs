//! Simulated annealing on the set of occupied slots, with restarts.
//!
//! A move swaps a tile with a hole. The cost is
//! Σ |tiles with number k − supply of k| + Σ |number of a fixed tile − its neighbours|. The number of
//! tiles never changes and locks stay, so the cost is zero exactly at a solution.
//!
//! Incomplete: it finds solutions and refutes nothing.
//!
//! Cost: O(1) for each move, since a move changes the degrees of twelve slots at most.
//!
//! Reference: Kirkpatrick, Gelatt and Vecchi, Optimization by simulated annealing, 1983.

use super::level::{Level, Supply};
use crate::random::Random;
use crate::run::{Halt, Run};

/// Steps between two polls of the limits.
const PULSE: u64 = 1 << 14;
/// Steps of one descent from hot to cold, per slot of the board.
const STEPS_PER_SLOT: u64 = 2_000;
/// The first and the last temperature, tuned on the levels.
const HOT: f64 = 0.6;
const COLD: f64 = 0.35;
/// Steps at one temperature.
const PLATEAU: u64 = 1 << 10;
/// A step that is worse by this much is never taken.
const WORST: usize = 24;

/// Simulated annealing that can be interrupted and resumed.
pub(super) struct Annealer {
    neighbours: Vec<Vec<usize>>,
    /// The number a fixed tile must have.
    fixed: Vec<Option<u8>>,
    supply: Supply,
    mask: Vec<bool>,
    degree: Vec<u8>,
    tally: Supply,
    cost: i32,
    /// The free slots with a tile, and those without.
    tiles: Vec<usize>,
    holes: Vec<usize>,
    random: Random,
    steps: u64,
    /// The acceptance probability of a step, by how much worse it is.
    chances: [f64; WORST],
}

impl Annealer {
    /// A search that begins with a random placement.
    pub(super) fn new(level: &Level<'_>, seed: u64) -> Self {
        let cells = level.neighbours.len();
        let fixed: Vec<Option<u8>> = (0..cells).map(|index| level.fixed(index)).collect();
        let mut supply = level.supply();
        fixed.iter().flatten().for_each(|&number| supply[usize::from(number)] -= 1);
        let free: Vec<usize> = (0..cells).filter(|&at| level.forced(at).is_none()).collect();
        let mask = (0..cells).map(|index| level.forced(index) == Some(true)).collect();
        let mut annealer = Self {
            neighbours: level.neighbours.clone(),
            fixed,
            supply,
            mask,
            degree: vec![0; cells],
            tally: [0; 7],
            cost: 0,
            tiles: Vec::new(),
            holes: free,
            random: Random::new(seed),
            steps: 0,
            chances: [0.0; WORST],
        };
        annealer.scatter();
        annealer
    }

    /// Steps so far.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Puts the movable tiles on random free slots.
    fn scatter(&mut self) {
        self.holes.append(&mut self.tiles);
        self.holes.iter().for_each(|&index| self.mask[index] = false);
        let count: usize = self.supply.iter().sum();
        for _ in 0..count.min(self.holes.len()) {
            let chosen = self.random.below(self.holes.len());
            let index = self.holes.swap_remove(chosen);
            self.mask[index] = true;
            self.tiles.push(index);
        }
        self.recount();
    }

    /// Works out degrees, tally and cost from the mask.
    fn recount(&mut self) {
        self.tally = [0; 7];
        self.cost = 0;
        for index in 0..self.mask.len() {
            let around = self.neighbours[index].iter().filter(|&&next| self.mask[next]).count();
            self.degree[index] = around as u8;
            if self.mask[index] {
                self.enter(index);
            }
        }
        self.cost += self.supply.iter().map(|&wanted| wanted as i32).sum::<i32>();
        // `enter` has counted each number against a supply of which nothing was used yet.
    }

    /// Counts an occupied slot by its degree.
    fn enter(&mut self, index: usize) {
        let number = usize::from(self.degree[index]);
        match self.fixed[index] {
            Some(wanted) => self.cost += i32::from(wanted.abs_diff(self.degree[index])),
            None => {
                self.cost += if self.tally[number] < self.supply[number] { -1 } else { 1 };
                self.tally[number] += 1;
            }
        }
    }

    /// Takes an occupied slot out of the count.
    fn leave(&mut self, index: usize) {
        let number = usize::from(self.degree[index]);
        match self.fixed[index] {
            Some(wanted) => self.cost -= i32::from(wanted.abs_diff(self.degree[index])),
            None => {
                self.tally[number] -= 1;
                self.cost += if self.tally[number] < self.supply[number] { 1 } else { -1 };
            }
        }
    }

    /// Empties or fills a free slot.
    fn set(&mut self, index: usize, occupied: bool) {
        if !occupied {
            self.leave(index);
        }
        self.mask[index] = occupied;
        for place in 0..self.neighbours[index].len() {
            let next = self.neighbours[index][place];
            let counted = self.mask[next];
            if counted {
                self.leave(next);
            }
            self.degree[next] =
                if occupied { self.degree[next] + 1 } else { self.degree[next] - 1 };
            if counted {
                self.enter(next);
            }
        }
        if occupied {
            self.enter(index);
        }
    }

    /// Sets the Metropolis acceptance probabilities for a point of the schedule from hot to cold.
    fn cool(&mut self, progress: f64) {
        let temperature = HOT * (COLD / HOT).powf(progress);
        self.chances = std::array::from_fn(|worse| (-(worse as f64) / temperature).exp());
    }

    /// Proposes to swap a random tile with a random hole; reverts the swap if it is rejected.
    fn step(&mut self) {
        let (from, to) = (self.random.below(self.tiles.len()), self.random.below(self.holes.len()));
        let (tile, hole) = (self.tiles[from], self.holes[to]);
        let before = self.cost;
        self.set(tile, false);
        self.set(hole, true);
        let chance = match usize::try_from(self.cost - before) {
            Ok(worse) => self.chances.get(worse).copied().unwrap_or(0.0),
            Err(_) => 1.0,
        };
        if chance >= 1.0 || self.random.unit() < chance {
            (self.tiles[from], self.holes[to]) = (hole, tile);
        } else {
            self.set(hole, false);
            self.set(tile, true);
        }
    }

    /// Searches for at most so many steps; the occupied slots if it finds a solution.
    pub(super) fn search(&mut self, steps: u64, run: &Run<'_>) -> Result<Option<Vec<bool>>, Halt> {
        let descent = STEPS_PER_SLOT * self.mask.len() as u64;
        let end = self.steps.saturating_add(steps);
        while self.cost > 0 {
            let stuck = self.tiles.is_empty() || self.holes.is_empty();
            if stuck || self.steps >= end {
                return Ok(None);
            }
            if self.steps.is_multiple_of(PULSE)
                && let Some(halt) = run.halted()
            {
                return Err(halt);
            }
            if self.steps.is_multiple_of(descent) && self.steps > 0 {
                self.scatter();
            }
            if self.steps.is_multiple_of(PLATEAU) {
                self.cool((self.steps % descent) as f64 / descent as f64);
            }
            self.step();
            self.steps += 1;
        }
        Ok(Some(self.mask.clone()))
    }
}
