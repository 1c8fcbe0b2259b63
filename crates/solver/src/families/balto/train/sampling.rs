//! Samples for learning to rank, from beam searches on random boards.
//!
//! The states on the way to the solution should be ranked before all others of their level. So a
//! sample is a state of that way and another state of the same beam, as the difference of their
//! features. The idea is Rafael Bocquet's.

use super::super::board_pair::{BoardPair, Ends, Tables};
use super::super::parameters::patience;
use super::super::random_board::random_board;
use super::super::weights::Weights;
use super::features::{Classes, Counts, Cursor};
use crate::beam::{self, BeamPlan, Representation, Watch};
use crate::random::Random;
use crate::run::{Halt, Run};

/// Some combination of first senses, by seed.
pub(super) fn variant(seed: u64) -> [bool; 2] {
    let variants = Ends::Both.variants();
    variants[seed as usize % variants.len()]
}

/// Differences of counts, in which most classes do not occur.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Samples {
    entries: Vec<(u16, i16)>,
    ends: Vec<usize>,
}

impl Samples {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The classes that differ and by how much: better minus worse.
    pub(super) fn get(&self, index: usize) -> &[(u16, i16)] {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.entries[begin..self.ends[index]]
    }

    /// Takes a pair, unless nothing can be learned from it.
    pub(super) fn add(&mut self, better: &[i16], worse: &[i16]) {
        let differences = better.iter().zip(worse).map(|(better, worse)| better - worse).zip(0..);
        let some = differences.filter(|(difference, _)| *difference != 0);
        self.entries.extend(some.map(|(difference, class)| (class, difference)));
        if self.ends.last().copied().unwrap_or(0) < self.entries.len() {
            self.ends.push(self.entries.len());
        }
    }

    pub(super) fn join(&mut self, other: &Self) {
        let before = self.entries.len();
        self.entries.extend_from_slice(&other.entries);
        self.ends.extend(other.ends.iter().map(|end| end + before));
    }
}

/// Takes random states of each level of a beam.
struct LevelSampler<'a> {
    classes: &'a Classes,
    cursor: Cursor<'a>,
    random: Random,
    each: usize,
    seen: Vec<(usize, Counts)>,
}

impl Watch for LevelSampler<'_> {
    fn level(&mut self, level: usize, nodes: usize, path: &dyn Fn(usize) -> Vec<u8>) {
        for _ in 0..self.each {
            let path = path(self.random.below(nodes));
            self.seen.push((level, self.classes.counts(self.cursor.go(&path))));
        }
    }
}

/// How samples are taken.
#[derive(Clone, Copy)]
pub(super) struct SampleSettings<'a> {
    pub(super) weights: &'a Weights,
    pub(super) width: usize,
    /// How many states of each level.
    pub(super) each: usize,
}

/// The samples of one board; none if the beam does not solve it.
pub(super) fn samples(
    settings: SampleSettings<'_>,
    seed: u64,
    run: &Run<'_>,
) -> Result<Samples, Halt> {
    let instance = random_board(settings.weights.order, seed);
    let tables = Tables::new(&instance, settings.weights, seed);
    let classes = Classes::new(&instance, &tables);
    let boards = BoardPair::new(&instance, &tables, variant(seed));
    let cursor = Cursor::new(boards.clone());
    let random = Random::new(seed);
    let mut sampler =
        LevelSampler { classes: &classes, cursor, random, each: settings.each, seen: Vec::new() };
    let found =
        beam::watched(&boards, &plan(settings.width, settings.weights.order), run, &mut sampler);
    if let Some(halt) = found.halt {
        return Err(halt);
    }
    let mut samples = Samples::default();
    let Some(path) = found.path else { return Ok(samples) };
    let LevelSampler { mut cursor, seen, .. } = sampler;
    let mut better = (0, Counts::new());
    for (level, worse) in &seen {
        if better.0 != *level {
            better = (*level, classes.counts(cursor.go(&path[..*level])));
        }
        samples.add(&better.1, worse);
    }
    Ok(samples)
}

/// The beam search that samples and trials use.
pub(super) fn plan(width: usize, order: usize) -> BeamPlan<'static> {
    let patience = patience(order);
    BeamPlan {
        width,
        representation: Representation::Tour,
        threads: 1,
        pool: None,
        worth: &|_| true,
        patience,
        parallel: 1,
    }
}
