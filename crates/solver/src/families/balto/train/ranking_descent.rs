//! Gradient descent on a ranking loss, the sum of tanh(w · x) over all differences x of a pair.
//!
//! The optimizer is Adam. After each step the weights are projected onto the feasible set. None is
//! negative. A tile at home and a neighbourhood without tiles at home cost nothing. A longer way
//! never costs less than a shorter one.
//!
//! Reference: Kingma and Ba, Adam: a method for stochastic optimization, 2014.
//!
//! The weights are a local optimum of the ranking. They estimate no distance and are not admissible.

use super::super::weights::NEIGHBOURHOODS;
use super::sampling::Samples;
use crate::random::Random;

/// Samples of a step.
const BATCH: usize = 512;
/// The largest step of a weight, where differences have been scaled to be about 1.
const STEP: f64 = 0.004;
/// The decay rates of the means of gradients and of their squares.
const DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;

/// For each class of ways the classes that are one step shorter.
pub(super) fn shorter_ways(order: usize) -> Vec<Vec<usize>> {
    let name = |one: usize, other: usize| {
        let (longer, shorter) = (one.max(other), one.min(other));
        super::super::weights::distance_classes(longer + shorter) + shorter
    };
    let ways = (0..order).flat_map(|steps| (0..=steps / 2).map(move |dy| (steps - dy, dy)));
    let before = |(dx, dy): (usize, usize)| {
        let one = dx.checked_sub(1).map(|dx| name(dx, dy));
        one.into_iter().chain(dy.checked_sub(1).map(|dy| name(dx, dy))).collect()
    };
    ways.map(before).collect()
}

/// The state of the gradient descent.
pub(super) struct Descent<'a> {
    samples: &'a Samples,
    shorter: Vec<Vec<usize>>,
    weights: Vec<f64>,
    slopes: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
}

impl<'a> Descent<'a> {
    /// Begins at some weights, scaled so that their differences are about 1.
    pub(super) fn new(samples: &'a Samples, order: usize, weights: &[f64]) -> Self {
        let zeros = vec![0.0; weights.len()];
        let mut new = Self {
            samples,
            shorter: shorter_ways(order),
            weights: weights.to_vec(),
            slopes: zeros.clone(),
            squares: zeros,
            steps: 0,
        };
        let count = samples.len().max(1);
        let square: f64 = (0..samples.len()).map(|index| new.difference(index).powi(2)).sum();
        let scale = (square / count as f64).sqrt().max(f64::MIN_POSITIVE);
        new.weights.iter_mut().for_each(|weight| *weight /= scale);
        new
    }

    fn difference(&self, index: usize) -> f64 {
        let part = |&(class, by): &(u16, i16)| self.weights[usize::from(class)] * f64::from(by);
        self.samples.get(index).iter().map(part).sum()
    }

    /// The mean loss: −1 if all pairs are ranked right by a wide margin.
    pub(super) fn loss(&self) -> f64 {
        let sum: f64 = (0..self.samples.len()).map(|index| self.difference(index).tanh()).sum();
        sum / self.samples.len().max(1) as f64
    }

    /// Goes through all samples so many times, with steps that become smaller.
    pub(super) fn learn(&mut self, passes: usize, random: &mut Random) {
        let mut order: Vec<u32> = (0..self.samples.len() as u32).collect();
        let batches = order.len().div_ceil(BATCH) * passes;
        let mut done = 0;
        for _ in 0..passes {
            random.shuffle(&mut order);
            for batch in order.chunks(BATCH) {
                self.step(batch, STEP * (1.0 - done as f64 / batches as f64));
                done += 1;
            }
        }
    }

    fn step(&mut self, batch: &[u32], size: f64) {
        let mut gradient = vec![0.0; self.weights.len()];
        for &index in batch {
            let slope = 1.0 - self.difference(index as usize).tanh().powi(2);
            for &(class, by) in self.samples.get(index as usize) {
                gradient[usize::from(class)] += slope * f64::from(by) / batch.len() as f64;
            }
        }
        self.steps += 1;
        let ripe = (1.0 - DECAY.powi(self.steps), 1.0 - SQUARE_DECAY.powi(self.steps));
        for (class, slope) in gradient.into_iter().enumerate() {
            self.slopes[class] += (1.0 - DECAY) * (slope - self.slopes[class]);
            self.squares[class] += (1.0 - SQUARE_DECAY) * (slope * slope - self.squares[class]);
            let root = (self.squares[class] / ripe.1).sqrt();
            self.weights[class] -= size * self.slopes[class] / ripe.0 / (root + 1e-9);
        }
        self.project();
    }

    /// Projects the weights onto the feasible set. Two that are in the wrong order both take their
    /// mean.
    fn project(&mut self) {
        let distances = self.weights.len() - NEIGHBOURHOODS;
        self.weights.iter_mut().for_each(|weight| *weight = weight.max(0.0));
        self.weights[0] = 0.0;
        self.weights[distances] = 0.0;
        for (class, shorter) in self.shorter.iter().enumerate().skip(2) {
            for &before in shorter.iter().filter(|before| **before > 0) {
                if self.weights[class] < self.weights[before] {
                    let middle = f64::midpoint(self.weights[class], self.weights[before]);
                    (self.weights[class], self.weights[before]) = (middle, middle);
                }
            }
        }
    }

    pub(super) fn weights(&self) -> &[f64] {
        &self.weights
    }
}
