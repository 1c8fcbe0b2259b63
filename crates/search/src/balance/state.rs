//! An arrangement of the numbers, its errors and its energy.

use super::{Arm, BalanceModel};
use crate::random::Random;

/// An arrangement.
#[derive(Clone)]
pub(super) struct Arrangement<'a> {
    pub(super) model: &'a BalanceModel,
    /// The place of each number, by rank.
    pub(super) place: Vec<usize>,
    /// The rank of the number at each place.
    pub(super) rank: Vec<usize>,
    /// The error of each line.
    pub(super) errors: Vec<i64>,
    energy: i64,
}

impl<'a> Arrangement<'a> {
    /// A random arrangement.
    pub(super) fn shuffled(model: &'a BalanceModel, random: &mut Random) -> Self {
        let mut place: Vec<usize> = (0..model.places.len()).collect();
        random.shuffle(&mut place);
        let mut state =
            Self { model, rank: vec![0; place.len()], place, errors: Vec::new(), energy: 0 };
        state.recount();
        state
    }

    /// The arrangement with given numbers at the places: those of the model, each once.
    pub(super) fn with(model: &'a BalanceModel, numbers: &[i64]) -> Self {
        let rank = |number| model.numbers.binary_search(number).expect("a number of the model");
        let mut place = vec![0; numbers.len()];
        numbers.iter().enumerate().for_each(|(at, number)| place[rank(number)] = at);
        let mut state =
            Self { model, rank: vec![0; place.len()], place, errors: Vec::new(), energy: 0 };
        state.recount();
        state
    }

    fn recount(&mut self) {
        self.errors.clone_from(&self.model.errors);
        for (rank, &place) in self.place.iter().enumerate() {
            self.rank[place] = rank;
            for Arm { line, sign } in self.model.places[place] {
                self.errors[line] += sign * self.model.numbers[rank];
            }
        }
        self.energy = self.errors.iter().map(|error| error * error).sum();
    }

    /// Σ (error of a line)².
    pub(super) fn energy(&self) -> i64 {
        self.energy
    }

    /// The rank of the number at each place.
    pub(super) fn arrangement(&self) -> &Vec<usize> {
        &self.rank
    }

    /// The number at each place.
    pub(super) fn numbers(&self) -> Vec<i64> {
        self.rank.iter().map(|&rank| self.model.numbers[rank]).collect()
    }

    /// The errors of a place's lines, each with its sign.
    pub(super) fn pull(&self, place: usize) -> i64 {
        self.model.places[place].iter().map(|arm| arm.sign * self.errors[arm.line]).sum()
    }

    /// By how much the energy grows if the numbers of two ranks swap places. With d the difference
    /// of the numbers, a and b the places: each line changes by d (a's arm − b's arm).
    pub(super) fn cost(&self, low: usize, high: usize) -> i64 {
        let (a, b) = (self.place[low], self.place[high]);
        let difference = self.model.numbers[high] - self.model.numbers[low];
        2 * difference * (self.pull(a) - self.pull(b))
            + difference * difference * self.model.apart(a, b)
    }

    /// Swaps the numbers of two ranks.
    pub(super) fn swap(&mut self, low: usize, high: usize) {
        self.energy += self.cost(low, high);
        let (a, b) = (self.place[low], self.place[high]);
        let difference = self.model.numbers[high] - self.model.numbers[low];
        for (up, down) in self.model.places[a].iter().zip(self.model.places[b]) {
            self.errors[up.line] += up.sign * difference;
            self.errors[down.line] -= down.sign * difference;
        }
        (self.place[low], self.place[high]) = (b, a);
        (self.rank[a], self.rank[b]) = (high, low);
    }

    /// Swaps two random numbers at most `reach` ranks apart, if the temperature allows it.
    pub(super) fn propose(&mut self, reach: usize, temperature: f64, random: &mut Random) {
        let distance = 1 + random.below(reach);
        let low = random.below(self.place.len() - distance);
        let cost = self.cost(low, low + distance);
        if cost <= 0 || (cost as f64) < -temperature * random.unit().ln() {
            self.swap(low, low + distance);
        }
    }
}

impl BalanceModel {
    /// |lines of a − lines of b|²: 6 for places without a common line.
    pub(super) fn apart(&self, a: usize, b: usize) -> i64 {
        let (a, b) = (&self.places[a], &self.places[b]);
        let square = |arms: &[Arm; 3]| arms.iter().map(|arm| arm.sign * arm.sign).sum::<i64>();
        let product = |(one, other): (&Arm, &Arm)| match one.line == other.line {
            true => one.sign * other.sign,
            false => 0,
        };
        // The k-th arms of two places belong to the same direction: no others can meet.
        square(a) + square(b) - 2 * a.iter().zip(b).map(product).sum::<i64>()
    }
}
