//! Simulated annealing on the set of occupied slots, with restarts.
//!
//! A move swaps a tile with a hole. The cost is
//! Σ |tiles with number k − supply of k| + Σ |number of a fixed tile − its neighbours|. The number of
//! tiles never changes and locks stay, so the cost is zero exactly at a solution.
//!
//! Incomplete: it finds solutions and refutes nothing.
//!
//! Cost: O(1) for each move, since a move changes the degrees of twelve slots at most. How many movable tiles have each
//! number is kept without branches; the cost is added up from it once a move.
//!
//! Reference: Kirkpatrick, Gelatt and Vecchi, Optimization by simulated annealing, 1983.

use super::level::Level;
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

/// A slot of the board, or the one beyond it, which is always empty.
#[derive(Clone, Copy)]
struct Spot {
    /// The neighbours; in the place of those that are missing, the slot beyond the board.
    around: [u16; 6],
    /// How many of them have a tile. The slot beyond the board may have any number here.
    degree: u8,
    /// 1 with a movable tile; only those are tallied.
    movable: u8,
    /// The number that a fixed tile must have.
    fixed: Option<u8>,
}

impl Spot {
    fn is_occupied(&self) -> bool {
        self.movable == 1 || self.fixed.is_some()
    }
}

/// Simulated annealing that can be interrupted and resumed.
pub(super) struct Annealer {
    /// The slots, and the one beyond the board.
    spots: Vec<Spot>,
    /// How many movable tiles there are of each number; the last place is never used.
    supply: [i32; 8],
    tally: [i32; 8],
    /// The part of the cost that fixed tiles make.
    fixed_cost: i32,
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
        let spot = |index: usize| {
            let mut around = [cells as u16; 6];
            let near = level.neighbours[index].iter();
            around.iter_mut().zip(near).for_each(|(place, &next)| *place = next as u16);
            Spot { around, degree: 0, movable: 0, fixed: level.fixed(index) }
        };
        let beyond = Spot { around: [cells as u16; 6], degree: 0, movable: 0, fixed: None };
        let mut supply = [0; 8];
        supply.iter_mut().zip(level.supply()).for_each(|(all, tiles)| *all = tiles as i32);
        (0..cells).filter_map(|at| level.fixed(at)).for_each(|it| supply[usize::from(it)] -= 1);
        let free: Vec<usize> = (0..cells).filter(|&at| level.forced(at).is_none()).collect();
        let mut annealer = Self {
            spots: (0..cells).map(spot).chain([beyond]).collect(),
            supply,
            tally: [0; 8],
            fixed_cost: 0,
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
        self.holes.iter().for_each(|&index| self.spots[index].movable = 0);
        let count = self.supply.iter().sum::<i32>() as usize;
        for _ in 0..count.min(self.holes.len()) {
            let chosen = self.random.below(self.holes.len());
            let index = self.holes.swap_remove(chosen);
            self.spots[index].movable = 1;
            self.tiles.push(index);
        }
        self.recount();
    }

    /// Works out degrees, tally and cost.
    fn recount(&mut self) {
        (self.tally, self.fixed_cost) = ([0; 8], 0);
        for index in 0..self.cells() {
            let near = self.spots[index].around.into_iter();
            let degree = near.filter(|&next| self.spots[usize::from(next)].is_occupied()).count();
            let spot = &mut self.spots[index];
            spot.degree = degree as u8;
            self.tally[degree] += i32::from(spot.movable);
            self.fixed_cost += spot.fixed.map_or(0, |wanted| wanted.abs_diff(spot.degree).into());
        }
        self.cost = self.counted();
    }

    /// The slots of the board.
    fn cells(&self) -> usize {
        self.spots.len() - 1
    }

    /// The cost by the tally.
    fn counted(&self) -> i32 {
        let pairs = self.tally.iter().zip(&self.supply);
        self.fixed_cost + pairs.map(|(tally, supply)| (tally - supply).abs()).sum::<i32>()
    }

    /// Fills a free slot (`by` is 1) or empties it (−1).
    fn set(&mut self, index: usize, by: i8) {
        let spot = &mut self.spots[index];
        spot.movable = spot.movable.wrapping_add_signed(by);
        // The mask keeps the index within bounds, which it is anyway.
        self.tally[usize::from(spot.degree & 7)] += i32::from(by);
        for next in spot.around {
            let spot = &mut self.spots[usize::from(next)];
            let before = spot.degree;
            let after = before.wrapping_add_signed(by);
            spot.degree = after;
            let movable = i32::from(spot.movable);
            self.tally[usize::from(before & 7)] -= movable;
            self.tally[usize::from(after & 7)] += movable;
            if let Some(wanted) = spot.fixed {
                let (old, new) = (wanted.abs_diff(before), wanted.abs_diff(after));
                self.fixed_cost += i32::from(new) - i32::from(old);
            }
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
        self.set(tile, -1);
        self.set(hole, 1);
        let cost = self.counted();
        let chance = match usize::try_from(cost - self.cost) {
            Ok(worse) => self.chances.get(worse).copied().unwrap_or(0.0),
            Err(_) => 1.0,
        };
        if chance >= 1.0 || self.random.unit() < chance {
            (self.tiles[from], self.holes[to]) = (hole, tile);
            self.cost = cost;
        } else {
            self.set(hole, -1);
            self.set(tile, 1);
        }
    }

    /// Searches for at most so many steps; the occupied slots if it finds a solution.
    pub(super) fn search(&mut self, steps: u64, run: &Run<'_>) -> Result<Option<Vec<bool>>, Halt> {
        let descent = STEPS_PER_SLOT * self.cells() as u64;
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
        Ok(Some(self.spots[..self.cells()].iter().map(Spot::is_occupied).collect()))
    }
}
