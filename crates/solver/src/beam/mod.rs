//! Beam search: of all states that can be reached with so many moves the most promising ones are
//! kept, each is carried on by one move in every way, and so on until a goal is met.
//!
//! The states of a beam are kept in one of two ways, which give the same beams and are held against
//! each other in tests:
//!
//! * `tour` keeps one state and the tree of moves that leads to all others, written down as a walk
//!   round the tree in which every move is done and undone (the Euler-tour beam search of Rafael
//!   Bocquet). Its cost does not depend on the size of a state, and the tree is the history too.
//! * `copying` keeps a copy of every state, which is the plain way.
//!
//! `selection` decides which candidates make the next beam, `seen` removes duplicates.
//!
//! Nothing here knows a puzzle. A search depends on its walk and its width alone: not on the clock,
//! and not on the number of threads.

mod copying;
mod seen;
mod selection;
#[cfg(test)]
mod tests;
mod tour;

use std::time::Duration;

use crate::run::{Event, Halt, Run};

use self::copying::Copies;
use self::seen::Past;
use self::selection::Selection;
use self::tour::Tour;

/// What is known of a state without looking at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    /// How far it seems to be from the goal; 0 for a goal and for nothing else.
    pub(crate) estimate: u32,
    /// Equal states have equal hashes, different ones hardly ever.
    pub(crate) hash: u64,
}

/// A state that is changed by moves, which are numbers below [`MOVES`].
pub(crate) trait Walk: Clone + Send {
    /// The state before the first move.
    fn root(&self) -> Node;

    /// Makes a move.
    fn apply(&mut self, step: u8);

    /// Takes back a move, which was the last one.
    fn undo(&mut self, step: u8);

    /// Offers every move that is possible here. `node` belongs to the present state. Afterwards
    /// the state is the same again.
    fn candidates<S: Sink>(&mut self, node: Node, sink: &mut S);

    /// The bytes that a state takes.
    fn bytes(&self) -> usize;
}

/// Takes candidates.
pub(crate) trait Sink {
    /// The largest estimate that is not refused. A walk that can tell cheaply that an estimate will
    /// be larger may offer any other that is.
    fn limit(&self) -> u32;

    /// A move and the node that it leads to. Most candidates are refused for their estimate, so the
    /// hash is computed only when it is asked for.
    fn offer(&mut self, step: u8, estimate: u32, hash: impl FnOnce() -> u64);
}

/// Moves are numbers below this.
pub(crate) const MOVES: u8 = 64;

/// A kept candidate: a node of the next beam.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Candidate {
    /// The estimate, and chance among equal estimates.
    key: u64,
    hash: u64,
    /// The node of the present beam from which it comes.
    parent: u32,
    step: u8,
}

/// How the states of a beam are kept.
trait Keep {
    /// Offers the moves from all nodes, in their order.
    fn visit(
        &mut self,
        nodes: &[Node],
        selection: &mut Selection,
        past: &Past,
        run: &Run<'_>,
    ) -> Result<(), Halt>;

    /// Goes on to the next beam. Candidates come in the order of their parents; some may be dropped
    /// from the end for want of memory.
    fn adopt(&mut self, candidates: &mut Vec<Candidate>);

    /// The moves that lead to a node.
    fn path(&self, node: usize) -> Vec<u8>;
}

/// The ways to keep the states of a beam.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// As a tour of moves that are done and undone.
    Tour,
    /// As copies.
    Copies,
}

/// How a search is laid out.
#[derive(Clone, Copy)]
pub(crate) struct Plan<'a> {
    /// How many states are kept.
    pub(crate) width: usize,
    /// How they are kept.
    pub(crate) manner: Manner,
    /// How many threads share a level. They change nothing but the time.
    pub(crate) threads: usize,
    /// Whether it is worth while to look for a goal after so many moves.
    pub(crate) worth: &'a (dyn Fn(usize) -> bool + Sync),
    /// Give up after so many levels without a smaller estimate.
    pub(crate) patience: usize,
}

impl Plan<'_> {
    /// The most memory that a search with such a walk takes, in bytes. The history of the copying
    /// beam comes on top, five bytes for each state of each level.
    pub(crate) fn memory(&self, state: usize) -> u64 {
        let nodes = self.width * size_of::<Node>();
        let sharing = Selection::sharing_bytes(self.width) * self.sharing();
        let selections = Selection::bytes(self.width) + sharing;
        let kept = match self.manner {
            Manner::Tour => Tour::<()>::bytes(self.width) + state * self.threads,
            Manner::Copies => 2 * self.width * state,
        };
        (nodes + selections + Past::bytes(self.width) + kept) as u64
    }

    /// The selections that share the work: one for each thread, if there are several.
    fn sharing(&self) -> usize {
        if self.threads > 1 && self.manner == Manner::Tour { self.threads } else { 0 }
    }
}

/// A finished search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    /// The moves to a goal.
    pub(crate) path: Option<Vec<u8>>,
    /// The moves to the nearest state of the last beam, if it ended by itself without a goal.
    pub(crate) nearest: Option<Vec<u8>>,
    /// Why it ended early, if it did.
    pub(crate) halt: Option<Halt>,
    /// Candidates looked at.
    pub(crate) candidates: u64,
    /// Levels gone through.
    pub(crate) levels: u64,
    /// The most memory that it can have taken.
    pub(crate) memory: u64,
}

/// Looks on while a search goes from level to level.
pub(crate) trait Watch {
    /// A beam of so many nodes is made; `path` gives the moves that lead to one of them.
    fn level(&mut self, level: usize, nodes: usize, path: &dyn Fn(usize) -> Vec<u8>);
}

/// Nobody looks on.
struct Nobody;

impl Watch for Nobody {
    fn level(&mut self, _: usize, _: usize, _: &dyn Fn(usize) -> Vec<u8>) {}
}

/// Searches for a goal.
pub(crate) fn search<W: Walk>(walk: &W, plan: &Plan<'_>, run: &Run<'_>) -> Found {
    watched(walk, plan, run, &mut Nobody)
}

/// Searches for a goal while somebody looks on.
pub(crate) fn watched<W: Walk>(
    walk: &W,
    plan: &Plan<'_>,
    run: &Run<'_>,
    watch: &mut dyn Watch,
) -> Found {
    match plan.manner {
        Manner::Tour => Search::new(walk, plan, run, Tour::new(walk, plan)).finish(watch),
        Manner::Copies => Search::new(walk, plan, run, Copies::new(walk)).finish(watch),
    }
}

/// Candidates between two reports.
const PULSE: u64 = 1 << 17;

/// A search at work.
struct Search<'a, K> {
    plan: &'a Plan<'a>,
    run: &'a Run<'a>,
    keep: K,
    nodes: Vec<Node>,
    selection: Selection,
    past: Past,
    level: usize,
    /// The least estimate so far and the level where it was met.
    least: (u32, usize),
    /// Candidates looked at, and how many of them are reported.
    candidates: u64,
    reported: u64,
    memory: u64,
    begun: Duration,
}

/// How a level ended.
enum Turn {
    /// With another beam.
    On,
    /// With the moves to a goal.
    Goal(Vec<u8>),
    /// There is nothing left to do.
    Over,
}

impl<'a, K: Keep> Search<'a, K> {
    fn new<W: Walk>(walk: &W, plan: &'a Plan<'a>, run: &'a Run<'a>, keep: K) -> Self {
        let root = walk.root();
        Self {
            plan,
            run,
            keep,
            nodes: vec![root],
            selection: Selection::new(plan.width),
            past: Past::new(plan.width),
            level: 0,
            least: (root.estimate, 0),
            candidates: 0,
            reported: 0,
            memory: plan.memory(walk.bytes()),
            begun: run.clock.elapsed(),
        }
    }

    fn finish(mut self, watch: &mut dyn Watch) -> Found {
        let memory = self.memory;
        let ended = if self.run.ceiling.is_some_and(|most| memory > most) {
            Err(Halt::Memory)
        } else if self.nodes[0].estimate == 0 {
            Ok(Some(Vec::new()))
        } else {
            self.levels(watch)
        };
        let (path, halt) = match ended {
            Ok(path) => (path, None),
            Err(halt) => (None, Some(halt)),
        };
        let (candidates, levels) = (self.candidates, self.level as u64);
        let nearest = if path.is_none() && halt.is_none() { self.nearest() } else { None };
        Found { path, nearest, halt, candidates, levels, memory }
    }

    fn nearest(&self) -> Option<Vec<u8>> {
        let estimates = self.nodes.iter().map(|node| node.estimate).enumerate();
        let (node, _) = estimates.min_by_key(|(_, estimate)| *estimate)?;
        Some(self.keep.path(node))
    }

    fn levels(&mut self, watch: &mut dyn Watch) -> Result<Option<Vec<u8>>, Halt> {
        while (self.plan.worth)(self.level + 1) && self.level - self.least.1 <= self.plan.patience {
            match self.turn()? {
                Turn::On => {
                    watch.level(self.level, self.nodes.len(), &|node| self.keep.path(node));
                    self.report()?;
                }
                Turn::Goal(path) => return Ok(Some(path)),
                Turn::Over => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Goes on by one level.
    fn turn(&mut self) -> Result<Turn, Halt> {
        self.selection.begin(&self.nodes);
        loop {
            self.keep.visit(&self.nodes, &mut self.selection, &self.past, self.run)?;
            self.candidates += self.selection.offered();
            if let Some((parent, step)) = self.selection.goal() {
                let mut path = self.keep.path(parent as usize);
                path.push(step);
                return Ok(Turn::Goal(path));
            }
            if self.selection.settle() {
                break;
            }
        }
        self.keep.adopt(self.selection.kept());
        self.level += 1;
        self.renew();
        Ok(if self.nodes.is_empty() { Turn::Over } else { Turn::On })
    }

    /// The nodes of the beam that was adopted.
    fn renew(&mut self) {
        let kept = self.selection.kept();
        self.nodes.clear();
        self.nodes.extend(kept.iter().map(|candidate| candidate.node()));
        let threads = if self.plan.manner == Manner::Tour { self.plan.threads } else { 1 };
        self.past.remember(&self.nodes, threads);
        let least = self.nodes.iter().map(|node| node.estimate).min();
        if least.is_some_and(|least| least < self.least.0) {
            self.least = (least.unwrap_or(0), self.level);
        }
    }

    fn report(&mut self) -> Result<(), Halt> {
        if self.candidates - self.reported < PULSE {
            return Ok(());
        }
        self.reported = self.candidates;
        let seconds = (self.run.clock.elapsed() - self.begun).as_secs_f64();
        let rate = if seconds > 0.0 { self.candidates as f64 / seconds } else { 0.0 };
        self.run.emit(&Event::Progress(vec![
            ("level", self.level as u64),
            ("estimate", self.least.0.into()),
            ("width", self.plan.width as u64),
            ("candidates", self.candidates),
            ("rate", rate as u64),
            ("memory", self.memory),
        ]));
        self.run.halted().map_or(Ok(()), Err)
    }
}
