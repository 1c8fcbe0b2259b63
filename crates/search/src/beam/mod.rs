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
//! limits of the run by work done, and `snapshot` is the beam of a search that was stopped. `alone` is
//! the beam of one thread. `team` is the same beam, shared by several; `crew` says how many.
//!
//! Nothing here knows a puzzle. A search depends on its walk and its width alone: not on the clock,
//! and not on the number of threads.

mod alone;
mod copying;
mod crew;
mod level_search;
mod limits;
mod pulse;
mod seen;
mod selection;
mod snapshot;
mod team;
#[cfg(test)]
mod tests;
mod tour;

use crate::run::{Halt, Run};

use self::alone::Alone;
use self::copying::Copies;
use self::crew::Crew;
pub use self::crew::ThreadPool;
use self::level_search::{Ending, LevelSearch};
use self::pulse::Pulse;
use self::seen::Past;
use self::selection::Selection;
pub use self::snapshot::Snapshot;
use self::team::{Layout, Team};
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

/// A beam that goes from level to level.
trait Beam {
    /// Goes on by one level.
    fn turn(&mut self, pulse: &Pulse<'_>) -> Result<Turn, Halt>;

    /// How many nodes it has.
    fn nodes(&self) -> usize;

    /// The first of the nodes with the least estimate.
    fn nearest(&self) -> Option<usize>;

    /// Candidates looked at so far.
    fn candidates(&self) -> u64;

    /// The bytes of what is kept of earlier levels, which grows with their number.
    fn history(&self) -> u64;

    /// The beam as a checkpoint keeps it, if it can be saved.
    fn snapshot(&self, least: u32, stale: usize) -> Option<Snapshot>;

    /// The moves that lead to a node.
    fn path(&self, node: usize) -> Vec<u8>;
}

/// How a level ended.
enum Turn {
    /// With another beam, which may be empty; its least estimate, and whether a new candidate was dropped.
    On { least: u32, cut: bool },
    /// With the moves to a goal.
    Goal(Vec<u8>),
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
    /// Threads that become idle while the search goes on, and may join it.
    pub pool: Option<&'a ThreadPool>,
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
        let kept = match self.representation {
            Representation::Tour => Tour::<()>::bytes(self.width) + state,
            Representation::Copies => 2 * self.width * state,
        };
        let alone = nodes + Selection::bytes(self.width) + Past::bytes(self.width) + kept;
        (alone + self.shared_bytes(state)) as u64
    }

    /// What several threads need besides: they begin where one thread has come to.
    fn shared_bytes(&self, state: usize) -> usize {
        let most = Crew::new(self).most();
        let alone = most < 2 || self.representation != Representation::Tour;
        if alone { 0 } else { team::bytes(self.width) + most * (state + team::THREAD_BYTES) }
    }

    /// Whether a search that takes so many bytes has to stop for want of memory.
    fn is_beyond(&self, memory: u64, run: &Run<'_>) -> bool {
        run.most_memory()
            .is_some_and(|most| memory.saturating_mul(self.parallel.max(1) as u64) > most)
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
    let mut search = LevelSearch::new(walk, plan, run, charge);
    if let (Representation::Copies, None) = (plan.representation, snapshot) {
        let mut beam = Alone::new(plan.width, Copies::new(walk), vec![walk.root()]);
        let ended = search.levels(&mut beam, watch, &|_| false);
        return search.finish(&beam, ended);
    }
    let Some(snapshot) = snapshot else {
        let beam = Alone::new(plan.width, Tour::new(walk, plan), vec![walk.root()]);
        return shared(search, beam, plan, run, watch);
    };
    match restored(walk, plan, snapshot, search.pulse()) {
        Ok(beam) => {
            search.restore(snapshot);
            shared(search, beam, plan, run, watch)
        }
        Err(halt) => {
            let unfinished = Some(snapshot.clone());
            BeamOutcome { unfinished, ..BeamOutcome::none(halt, memory) }
        }
    }
}

/// The beam of a search that was stopped.
fn restored<W: Walk>(
    walk: &W,
    plan: &BeamPlan<'_>,
    snapshot: &Snapshot,
    pulse: &Pulse<'_>,
) -> Result<Alone<Tour<W>>, Halt> {
    let mut tour = Tour::restored(walk, plan, snapshot);
    let nodes = tour.nodes(pulse)?;
    let mut beam = Alone::new(plan.width, tour, nodes);
    beam.past.remember(&beam.nodes, pulse)?;
    Ok(beam)
}

/// Goes through the levels of a tour: alone while the beam is narrow, then with as many threads as there
/// are for it.
fn shared<W: Walk>(
    mut search: LevelSearch<'_>,
    mut alone: Alone<Tour<W>>,
    plan: &BeamPlan<'_>,
    run: &Run<'_>,
    watch: &mut dyn Watch,
) -> BeamOutcome {
    let mut crew = Crew::new(plan);
    let ended = search.levels(&mut alone, watch, &|nodes| crew.is_wanted(nodes));
    if ended != Ok(Ending::Regroup) {
        return search.finish(&alone, ended);
    }
    let layout = Layout::of(plan.width, crew.most());
    let mut team = match Team::new(&alone, plan.width, layout, search.pulse()) {
        Ok(team) => team,
        Err(halt) => return search.finish(&alone, Err(halt)),
    };
    drop(alone);
    loop {
        let threads = crew.grow();
        let ended =
            team.work(run, threads, |leader| search.levels(leader, watch, &|_| crew.may_grow()));
        if ended != Ok(Ending::Regroup) {
            return team.work(run, 1, |leader| search.finish(leader, ended));
        }
    }
}

/// A number of bytes; more than this machine can address is refused by any budget.
fn bytes(memory: u64) -> usize {
    usize::try_from(memory).unwrap_or(usize::MAX)
}
