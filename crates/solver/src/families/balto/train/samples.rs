//! Samples to learn from. A beam search on a random board ends with a solution, and the states on the
//! way to it are the ones that should have been ranked before all others of their level. So a sample
//! is a state of that way and any other state of the same beam, as the difference of what can be
//! seen of them. The idea is Rafael Bocquet's.

use sixfold_puzzle::families::balto::{Balto, Instance, Torus};
use sixfold_puzzle::family::Family as _;
use sixfold_puzzle::hex::Hexagon;

use super::super::boards::{Boards, Ends, Tables};
use super::super::parameters::patience;
use super::super::weights::Weights;
use super::features::{Classes, Counts, Cursor};
use crate::beam::{self, Manner, Plan, Watch};
use crate::random::Random;
use crate::run::{Halt, Run};

/// A random board that can be solved.
pub(in super::super) fn board(order: usize, seed: u64) -> Instance {
    let torus = Torus::new(Hexagon::new(order));
    let mut tiles: Vec<u16> = (0..torus.hexagon().len() as u16).collect();
    Random::new(seed).shuffle(&mut tiles);
    let mut instance = Instance { torus, tiles };
    if Balto::impossible(&instance).is_some() {
        instance.tiles.swap(0, 1);
    }
    instance
}

/// First senses that are as good as any others.
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

/// Looks at some states of each beam.
struct Glimpses<'a> {
    classes: &'a Classes,
    cursor: Cursor<'a>,
    random: Random,
    each: usize,
    seen: Vec<(usize, Counts)>,
}

impl Watch for Glimpses<'_> {
    fn level(&mut self, level: usize, nodes: usize, path: &dyn Fn(usize) -> Vec<u8>) {
        for _ in 0..self.each {
            let path = path(self.random.below(nodes));
            self.seen.push((level, self.classes.counts(self.cursor.go(&path))));
        }
    }
}

/// How samples are taken.
#[derive(Clone, Copy)]
pub(super) struct Taking<'a> {
    pub(super) weights: &'a Weights,
    pub(super) width: usize,
    /// How many of each level.
    pub(super) each: usize,
}

/// The samples of one board; none if the beam does not solve it.
pub(super) fn samples(taking: Taking<'_>, seed: u64, run: &Run<'_>) -> Result<Samples, Halt> {
    let instance = board(taking.weights.order, seed);
    let tables = Tables::new(&instance, taking.weights, seed);
    let classes = Classes::new(&instance, &tables);
    let boards = Boards::new(&instance, &tables, variant(seed));
    let cursor = Cursor::new(boards.clone());
    let random = Random::new(seed);
    let mut glimpses =
        Glimpses { classes: &classes, cursor, random, each: taking.each, seen: Vec::new() };
    let found =
        beam::watched(&boards, &plan(taking.width, taking.weights.order), run, &mut glimpses);
    if let Some(halt) = found.halt {
        return Err(halt);
    }
    let mut samples = Samples::default();
    let Some(path) = found.path else { return Ok(samples) };
    let Glimpses { mut cursor, seen, .. } = glimpses;
    let mut better = (0, Counts::new());
    for (level, worse) in &seen {
        if better.0 != *level {
            better = (*level, classes.counts(cursor.go(&path[..*level])));
        }
        samples.add(&better.1, worse);
    }
    Ok(samples)
}

/// One search, as it is used to learn and to try what was learned.
pub(super) fn plan(width: usize, order: usize) -> Plan<'static> {
    let patience = patience(order);
    Plan { width, manner: Manner::Tour, threads: 1, worth: &|_| true, patience, parallel: 1 }
}
