//! Places numbers so that all lines balance: local search on swaps, for boards far beyond any
//! exhaustive search. It knows numbers, places and lines, and no board.
//!
//! The energy of an arrangement is Σ (error of a line)². A round of the search has three parts:
//!
//! 1. *Annealing* from a random arrangement. It ends with a few
//!    lines off by one, and is kept short for that reason.
//! 2. A *walk* among such arrangements (`walk`) that looks only at swaps of neighbouring
//!    numbers, takes the best that does not undo one of the last steps, and never waits: an
//!    annealer that is this cold rejects thousands of swaps for each that it takes.
//! 3. From each arrangement that comes close, an exact *finisher*: is there a pair of swaps that
//!    balances everything?
//!
//! A round may also start from a given arrangement. Then annealing begins at the temperature at which
//! such an energy is usual, so that it changes the arrangement without forgetting it.
//!
//! What remains is a matter of numbers. On a hexagon of order n there are about 16 n³ ways to have
//! four lines off by one, and an arrangement without error has a few dozen neighbours of that
//! kind; so it takes some hundreds of *different* arrangements with four wrong lines until one of
//! them has a right one beside it, and what counts is how fast different ones are seen.

mod state;
#[cfg(test)]
mod tests;
mod walk;

use crate::random::Random;
use crate::run::{Halt, Progress, Run};
use state::Arrangement;
use walk::TabuWalk;

/// One of the lines on which a place lies, with the sign with which a number counts there. A
/// place on fewer than three lines has arms of sign 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm {
    /// The line.
    pub line: usize,
    /// The factor of a number there: 1, −1, or 0.
    pub sign: i64,
}

/// What is to be balanced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BalanceModel {
    /// The numbers, ascending; as many as there are places.
    pub numbers: Vec<i64>,
    /// The lines of each place.
    pub places: Vec<[Arm; 3]>,
    /// The error of each line before any number is placed.
    pub errors: Vec<i64>,
}

/// The temperature at which annealing gives way to the walk.
const COLD: f64 = 0.6;
/// The temperature falls by this factor, and stays for so many swaps per place.
const COOLING: f64 = 0.85;
const SWEEPS: usize = 20;
/// Steps of the walk in one round, per place.
const PATIENCE: usize = 600;
/// How often the search looks up from its work, in steps of the walk or so many swaps.
const PULSE: usize = 1 << 10;

/// What a round brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The least energy that was met; 0 if everything balances.
    pub energy: i64,
    /// The number of each place in that arrangement.
    pub numbers: Vec<i64>,
    /// Swaps and steps.
    pub steps: u64,
    /// Why the round ended early, if it did.
    pub halt: Option<Halt>,
}

/// Hears of each energy that is the least so far, and may ask for the numbers of the places.
pub type Listener<'a> = &'a mut dyn FnMut(i64, &dyn Fn() -> Vec<i64>);

/// One round of the search from a random arrangement.
pub fn round(model: &BalanceModel, seed: u64, run: &Run<'_>, improved: Listener<'_>) -> Round {
    let mut random = Random::new(seed);
    let state = Arrangement::shuffled(model, &mut random);
    let count = state.place.len();
    ended(state, (count * count) as f64 / 16.0, random, run, improved)
}

/// One round from the arrangement with these numbers at the places.
pub fn round_from(
    model: &BalanceModel,
    numbers: &[i64],
    seed: u64,
    run: &Run<'_>,
    improved: Listener<'_>,
) -> Round {
    let state = Arrangement::with(model, numbers);
    // At a temperature T the square of an error is T / 2 on average.
    let temperature = 2.0 * state.energy() as f64 / model.errors.len().max(1) as f64;
    ended(state, temperature, Random::new(seed), run, improved)
}

/// A round that begins at a temperature.
fn ended(
    state: Arrangement<'_>,
    temperature: f64,
    random: Random,
    run: &Run<'_>,
    improved: Listener<'_>,
) -> Round {
    let model = state.model;
    let mut search =
        BalanceSearch { random, best: i64::MAX, arrangement: Vec::new(), steps: 0, run, improved };
    let halt = search.round(state, temperature).err();
    let numbers = search.arrangement.iter().map(|&rank| model.numbers[rank]).collect();
    Round { energy: search.best, numbers, steps: search.steps, halt }
}

struct BalanceSearch<'a> {
    random: Random,
    best: i64,
    arrangement: Vec<usize>,
    steps: u64,
    run: &'a Run<'a>,
    improved: Listener<'a>,
}

impl BalanceSearch<'_> {
    fn round(&mut self, mut state: Arrangement<'_>, temperature: f64) -> Result<(), Halt> {
        self.keep(&state);
        if state.place.len() < 2 {
            return Ok(());
        }
        self.anneal(&mut state, temperature)?;
        let pulses = PATIENCE * state.place.len() / PULSE + 1;
        // A step looks at every number, so on large boards fewer steps make a pulse's time.
        let often = (PULSE * PULSE / state.place.len()).clamp(1, PULSE);
        let mut walk = TabuWalk::new(state);
        for _ in 0..pulses {
            if self.best == 0 || walk.is_lost() {
                break;
            }
            for step in 1..=PULSE {
                walk.step(&mut self.random);
                self.keep(walk.state());
                if self.best == 0 {
                    break;
                }
                if step.is_multiple_of(often) && step < PULSE {
                    self.run.halted().map_or(Ok(()), Err)?;
                }
            }
            self.look_up(PULSE)?;
        }
        Ok(())
    }

    /// Cools from a temperature; of a random arrangement, one at which numbers move across the whole
    /// board.
    fn anneal(&mut self, state: &mut Arrangement<'_>, mut temperature: f64) -> Result<(), Halt> {
        let count = state.place.len();
        while temperature > COLD {
            temperature *= COOLING;
            // A swap of numbers that differ by d costs about 6 d².
            let reach = (1.5 * temperature.sqrt()).ceil() as usize;
            let reach = reach.clamp(1, count - 1);
            let mut swaps = SWEEPS * count;
            while swaps > 0 {
                let some = swaps.min(PULSE * 16);
                for _ in 0..some {
                    if self.best == 0 {
                        return Ok(());
                    }
                    state.propose(reach, temperature, &mut self.random);
                    if state.energy() == 0 {
                        self.keep(state);
                    }
                }
                swaps -= some;
                self.keep(state);
                self.look_up(some)?;
            }
        }
        Ok(())
    }

    fn keep(&mut self, state: &Arrangement<'_>) {
        if state.energy() < self.best {
            self.best = state.energy();
            self.arrangement.clone_from(state.arrangement());
            let numbers = || state.numbers();
            (self.improved)(self.best, &numbers);
        }
    }

    fn look_up(&mut self, steps: usize) -> Result<(), Halt> {
        self.steps += steps as u64;
        let progress = Progress::of("local search").counted("steps", self.steps);
        self.run.emit(&progress.gauge("energy", self.best.unsigned_abs(), "energy").into());
        self.run.halted().map_or(Ok(()), Err)
    }
}
