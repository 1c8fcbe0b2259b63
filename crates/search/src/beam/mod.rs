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
//! `selection` decides which candidates make the next beam, `seen` removes duplicates. `pulse` polls the
//! limits of the run by work done, and `snapshot` is the beam of a search that was stopped.
//!
//! Nothing here knows a puzzle. A search depends on its walk and its width alone: not on the clock,
//! and not on the number of threads.

mod copying;
mod pulse;
mod seen;
mod selection;
mod snapshot;
#[cfg(test)]
mod tests;
mod tour;

use std::time::Duration;

use crate::run::{Charge, Halt, Progress, Run};

use self::copying::Copies;
use self::pulse::{CANDIDATE, CHUNK, LEVEL, Pulse};
use self::seen::Past;
use self::selection::Selection;
pub use self::snapshot::Snapshot;
use self::tour::Tour;

/// What is known of a state without looking at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// How far it seems to be from the goal; 0 for a goal and for nothing else.
    pub estimate: u32,
    /// Equal states have equal hashes, different ones hardly ever.
    pub hash: u64,
}

/// A state that is changed by moves, which are numbers below [`MOVES`].
pub trait Walk: Clone + Send {
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
pub trait Sink {
    /// The largest estimate that is not refused. A walk that can tell cheaply that an estimate will
    /// be larger may offer any other that is.
    fn limit(&self) -> u32;

    /// A move and the node that it leads to. Most candidates are refused for their estimate, so the
    /// hash is computed only when it is asked for.
    fn offer(&mut self, step: u8, estimate: u32, hash: impl FnOnce() -> u64);
}

/// Moves are numbers below this.
pub const MOVES: u8 = 64;

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
        pulse: &Pulse<'_>,
    ) -> Result<(), Halt>;

    /// Goes on to the next beam. Candidates come in the order of their parents; some may be dropped
    /// from the end for want of memory.
    fn adopt(&mut self, candidates: &mut Vec<Candidate>, pulse: &Pulse<'_>) -> Result<(), Halt>;

    /// The bytes of what is kept of earlier levels, which grows with their number.
    fn history(&self) -> u64;

    /// The moves to the root of the tree and its tour, if the beam is kept as one.
    fn tour(&self) -> Option<(&[u8], &[u8])> {
        None
    }

    /// The moves that lead to a node.
    fn path(&self, node: usize) -> Vec<u8>;
}

/// The ways to keep the states of a beam.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Representation {
    /// As a tour of moves that are done and undone.
    Tour,
    /// As copies.
    Copies,
}

/// How a search is laid out.
#[derive(Clone, Copy)]
pub struct BeamPlan<'a> {
    /// How many states are kept.
    pub width: usize,
    /// How they are kept.
    pub representation: Representation,
    /// How many threads share a level. They change nothing but the time.
    pub threads: usize,
    /// Whether it is worth while to look for a goal after so many moves.
    pub worth: &'a (dyn Fn(usize) -> bool + Sync),
    /// Give up after so many levels without a smaller estimate.
    pub patience: usize,
    /// How many such searches run at the same time and share the memory.
    pub parallel: usize,
}

impl BeamPlan<'_> {
    /// The most memory that a search with such a walk takes, in bytes. The history of the copying
    /// beam comes on top, eight bytes for each state of each level.
    pub fn memory(&self, state: usize) -> u64 {
        let nodes = self.width * size_of::<Node>();
        let sharing = Selection::sharing_bytes(self.width) * self.sharing();
        let selections = Selection::bytes(self.width) + sharing;
        let kept = match self.representation {
            Representation::Tour => Tour::<()>::bytes(self.width) + state * self.threads,
            Representation::Copies => 2 * self.width * state,
        };
        (nodes + selections + Past::bytes(self.width) + kept) as u64
    }

    /// Whether a search that takes so many bytes has to stop for want of memory.
    fn is_beyond(&self, memory: u64, run: &Run<'_>) -> bool {
        run.most_memory()
            .is_some_and(|most| memory.saturating_mul(self.parallel.max(1) as u64) > most)
    }

    /// The selections that share the work: one for each thread, if there are several.
    fn sharing(&self) -> usize {
        if self.threads > 1 && self.representation == Representation::Tour {
            self.threads
        } else {
            0
        }
    }
}

/// A finished search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeamOutcome {
    /// The moves to a goal.
    pub path: Option<Vec<u8>>,
    /// The moves to the nearest state of the last beam, if it ended by itself without a goal.
    pub nearest: Option<Vec<u8>>,
    /// Why it ended early, if it did.
    pub halt: Option<Halt>,
    /// Candidates looked at.
    pub candidates: u64,
    /// Levels gone through.
    pub levels: u64,
    /// The most memory that it can have taken.
    pub memory: u64,
    /// Whether no new candidate was ever dropped, so that a wider beam would be the same.
    pub exhaustive: bool,
    /// The beam, if the search was stopped and can go on from there.
    pub unfinished: Option<Snapshot>,
}

impl BeamOutcome {
    /// A search that did not begin.
    fn none(halt: Halt, memory: u64) -> Self {
        Self {
            path: None,
            nearest: None,
            halt: Some(halt),
            candidates: 0,
            levels: 0,
            memory,
            exhaustive: false,
            unfinished: None,
        }
    }
}

/// Looks on while a search goes from level to level.
pub trait Watch {
    /// A beam of so many nodes is made; `path` gives the moves that lead to one of them.
    fn level(&mut self, _level: usize, _nodes: usize, _path: &dyn Fn(usize) -> Vec<u8>) {}

    /// Called at each report; `snapshot` gives the beam, if it can be saved.
    fn report(&mut self, _snapshot: &dyn Fn() -> Option<Snapshot>) {}
}

/// A watch that ignores everything.
struct Unwatched;

impl Watch for Unwatched {}

/// Searches for a goal.
pub fn search<W: Walk>(walk: &W, plan: &BeamPlan<'_>, run: &Run<'_>) -> BeamOutcome {
    watched(walk, plan, run, &mut Unwatched)
}

/// Searches for a goal and tells a watch about each level.
pub fn watched<W: Walk>(
    walk: &W,
    plan: &BeamPlan<'_>,
    run: &Run<'_>,
    watch: &mut dyn Watch,
) -> BeamOutcome {
    resumed(walk, plan, run, None, watch)
}

/// Searches for a goal, from the beginning or from the beam of a search that was stopped.
pub fn resumed<W: Walk>(
    walk: &W,
    plan: &BeamPlan<'_>,
    run: &Run<'_>,
    snapshot: Option<&Snapshot>,
    watch: &mut dyn Watch,
) -> BeamOutcome {
    // The tables are as large as the width: they are estimated before they are allocated.
    let memory = plan.memory(walk.bytes());
    let refused = if plan.is_beyond(memory, run) { Some(Halt::Memory) } else { run.halted() };
    let charge = refused.map_or_else(|| run.charge(bytes(memory)), Err);
    let charge = match charge {
        Ok(charge) => charge,
        Err(halt) => {
            let unfinished = snapshot.cloned();
            return BeamOutcome { unfinished, ..BeamOutcome::none(halt, memory) };
        }
    };
    match (plan.representation, snapshot) {
        (Representation::Copies, None) => {
            LevelSearch::new(walk, plan, run, charge, Copies::new(walk)).finish(watch)
        }
        (_, None) => LevelSearch::new(walk, plan, run, charge, Tour::new(walk, plan)).finish(watch),
        (_, Some(snapshot)) => {
            let tour = Tour::restored(walk, plan, snapshot);
            let mut search = LevelSearch::new(walk, plan, run, charge, tour);
            match search.restore(snapshot) {
                Ok(()) => search.finish(watch),
                Err(halt) => {
                    let unfinished = Some(snapshot.clone());
                    BeamOutcome { unfinished, ..BeamOutcome::none(halt, memory) }
                }
            }
        }
    }
}

/// A number of bytes; more than this machine can address is refused by any budget.
fn bytes(memory: u64) -> usize {
    usize::try_from(memory).unwrap_or(usize::MAX)
}

/// Candidates between two reports.
const PULSE: u64 = 1 << 17;

/// A search at work.
struct LevelSearch<'a, K> {
    plan: &'a BeamPlan<'a>,
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
    /// Whether a new candidate was dropped on some level.
    cut: bool,
    /// The bytes of all of this.
    charge: Charge<'a>,
    pulse: Pulse<'a>,
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

impl<'a, K: Keep> LevelSearch<'a, K> {
    fn new<W: Walk>(
        walk: &W,
        plan: &'a BeamPlan<'a>,
        run: &'a Run<'a>,
        charge: Charge<'a>,
        keep: K,
    ) -> Self {
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
            cut: false,
            charge,
            pulse: Pulse::new(run),
            begun: run.clock.elapsed(),
        }
    }

    fn finish(mut self, watch: &mut dyn Watch) -> BeamOutcome {
        let ended =
            if self.nodes[0].estimate == 0 { Ok(Some(Vec::new())) } else { self.levels(watch) };
        let (path, halt) = match ended {
            Ok(path) => (path, None),
            Err(halt) => (None, Some(halt)),
        };
        let exhaustive = halt.is_none() && !self.cut && !self.is_stuck();
        let nearest = if path.is_none() && halt.is_none() { self.nearest() } else { None };
        let unfinished = halt.and_then(|_| self.snapshot());
        let (candidates, levels) = (self.candidates, self.level as u64);
        let memory = self.memory + self.keep.history();
        BeamOutcome { path, nearest, halt, candidates, levels, memory, exhaustive, unfinished }
    }

    /// The beam, if it is kept in a way that can be saved.
    fn snapshot(&self) -> Option<Snapshot> {
        let (trunk, tour) = self.keep.tour()?;
        Snapshot::new(self.least.0, self.level.saturating_sub(self.least.1), trunk, tour)
    }

    /// Whether no smaller estimate has come for too long.
    fn is_stuck(&self) -> bool {
        self.level.saturating_sub(self.least.1) > self.plan.patience
    }

    fn nearest(&self) -> Option<Vec<u8>> {
        let estimates = self.nodes.iter().map(|node| node.estimate).enumerate();
        let (node, _) = estimates.min_by_key(|(_, estimate)| *estimate)?;
        Some(self.keep.path(node))
    }

    fn levels(&mut self, watch: &mut dyn Watch) -> Result<Option<Vec<u8>>, Halt> {
        while (self.plan.worth)(self.level + 1) && !self.is_stuck() {
            match self.turn()? {
                Turn::On => {
                    watch.level(self.level, self.nodes.len(), &|node| self.keep.path(node));
                    self.report(watch);
                }
                Turn::Goal(path) => return Ok(Some(path)),
                Turn::Over => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Goes on by one level.
    fn turn(&mut self) -> Result<Turn, Halt> {
        self.pulse.spend(1, LEVEL)?;
        self.selection.begin(&self.nodes, &self.pulse)?;
        loop {
            self.keep.visit(&self.nodes, &mut self.selection, &self.past, &self.pulse)?;
            self.candidates += self.selection.offered();
            if let Some((parent, step)) = self.selection.goal() {
                let mut path = self.keep.path(parent as usize);
                path.push(step);
                return Ok(Turn::Goal(path));
            }
            if self.selection.settle(&self.pulse)? {
                break;
            }
        }
        let selected = self.selection.kept().len();
        self.keep.adopt(self.selection.kept(), &self.pulse)?;
        self.cut |= self.selection.is_cut() || self.selection.kept().len() < selected;
        self.level += 1;
        self.renew()?;
        let memory = self.memory + self.keep.history();
        if self.plan.is_beyond(memory, self.run) {
            return Err(Halt::Memory);
        }
        self.charge.grow_to(bytes(memory))?;
        Ok(if self.nodes.is_empty() { Turn::Over } else { Turn::On })
    }

    /// The nodes of the beam that was adopted.
    fn renew(&mut self) -> Result<(), Halt> {
        let (kept, mut least) = (self.selection.kept(), u32::MAX);
        self.nodes.clear();
        for chunk in kept.chunks(CHUNK) {
            self.nodes.extend(chunk.iter().map(Candidate::node));
            let estimates = chunk.iter().map(|candidate| candidate.node().estimate);
            least = estimates.fold(least, u32::min);
            self.pulse.spend(chunk.len(), CANDIDATE)?;
        }
        let threads =
            if self.plan.representation == Representation::Tour { self.plan.threads } else { 1 };
        self.past.remember(&self.nodes, threads, &self.pulse)?;
        if least < self.least.0 {
            self.least = (least, self.level);
        }
        Ok(())
    }

    fn report(&mut self, watch: &mut dyn Watch) {
        if self.candidates - self.reported < PULSE {
            return;
        }
        self.reported = self.candidates;
        watch.report(&|| self.snapshot());
        let seconds = (self.run.clock.elapsed() - self.begun).as_secs_f64();
        let rate = if seconds > 0.0 { self.candidates as f64 / seconds } else { 0.0 };
        let progress = Progress::of("beam search")
            .counted("candidates", self.candidates)
            .gauge("level", self.level as u64, "levels")
            .gauge("estimate", self.least.0.into(), "moves")
            .gauge("width", self.plan.width as u64, "states")
            .gauge("rate", rate as u64, "candidates per second")
            .gauge("memory", self.memory, "bytes");
        self.run.emit(&progress.into());
    }
}

impl<W: Walk> LevelSearch<'_, Tour<W>> {
    /// Goes on from a beam that was saved.
    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Halt> {
        self.level = snapshot.level();
        self.least = (snapshot.least, self.level.saturating_sub(snapshot.stale));
        // What the earlier levels dropped is not known.
        self.cut = true;
        self.nodes = self.keep.nodes(&self.pulse)?;
        self.past.remember(&self.nodes, 1, &self.pulse)
    }
}
