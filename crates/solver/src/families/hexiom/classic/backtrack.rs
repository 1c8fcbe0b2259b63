//! Depth-first search with forward checking, slot by slot.
//!
//! Each slot tries every tile that is left, large numbers first, and then the empty slot. A
//! placement is rejected as soon as a tile has too many neighbours or can no longer get enough.
//!
//! This is the usual first program for Hexiom. It stays plain on purpose: the others are measured
//! against it.
//!
//! Cost: exponential in the number of open slots; the recursion is as deep as there are open slots.
//!
//! Complete: an exhausted search proves that there is no solution, a stopped one proves nothing. Large levels are
//! for `sat`.

use sixfold_puzzle::families::hexiom::{Content, Hexiom, Instance, LARGEST, Slot};

use super::super::level::Level;
use crate::answer::{Answer, Refutation};
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::options::{OptionKind, OptionRow};
use crate::run::{Halt, Progress, Run};

/// Nodes between two polls of the limits.
const PULSE: u64 = 1 << 16;

/// What a slot can hold, tiles with large numbers first: they are hardest to place.
const KINDS: [Content; LARGEST as usize + 2] = [
    Content::Tile(6),
    Content::Tile(5),
    Content::Tile(4),
    Content::Tile(3),
    Content::Tile(2),
    Content::Tile(1),
    Content::Tile(0),
    Content::Empty,
];

const NODES: OptionRow = OptionRow {
    name: "nodes",
    meaning: "give up after so many decided slots",
    kind: OptionKind::Integer { default: Some(200_000_000), least: 1, most: i64::MAX },
    restricts: false,
};

pub(in super::super) static BACKTRACK: TypedEngine<Hexiom, BacktrackOptions> = TypedEngine {
    row: EngineRow {
        name: "backtrack",
        description: "the classic search slot by slot, as a baseline",
        role: Role::Classic,
        searched: None,
        options: &[NODES],
    },
    read: |options, _| Ok(BacktrackOptions { nodes: options.budget(&NODES) }),
    supports,
    solve: Some(Solve { run, proves: true, improves: false }),
    count: None,
    hint: None,
    certificates: None,
    division: None,
};

/// The options of the engine.
pub(in super::super) struct BacktrackOptions {
    /// The most nodes.
    nodes: u64,
}

/// Larger orders are out of reach, and this keeps the recursion shallow.
const LARGEST_ORDER: usize = 12;

fn supports(instance: &Instance) -> Result<(), String> {
    let order = instance.hexagon.order();
    match order <= LARGEST_ORDER {
        true => Ok(()),
        false => {
            Err(format!("order {order} is too large, it supports orders up to {LARGEST_ORDER}"))
        }
    }
}

fn run(task: &Task<'_, Hexiom, BacktrackOptions>) -> Answer {
    let found = search(task.instance, task.options.nodes, task.run);
    let mut answer = Answer { effort: vec![("nodes", found.nodes)], ..Answer::default() };
    match found.ending {
        BacktrackEnding::Found(mask) => {
            answer.witness = Some(Level::new(task.instance).solution(&mask));
        }
        BacktrackEnding::Exhausted => answer.refutation = Some(Refutation::nothing(task.scope())),
        BacktrackEnding::Halted(halt) => answer.halt = Some(halt),
    }
    answer
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum BacktrackEnding {
    /// With the occupied slots of a solution.
    Found(Vec<bool>),
    /// With nothing left to try.
    Exhausted,
    /// Before its end.
    Halted(Halt),
}

/// A finished search.
pub(in super::super) struct BacktrackResult {
    pub(in super::super) ending: BacktrackEnding,
    /// Slots filled.
    pub(in super::super) nodes: u64,
}

/// Looks for a solution, at the cost of at most `budget` nodes.
pub(in super::super) fn search(instance: &Instance, budget: u64, run: &Run<'_>) -> BacktrackResult {
    let mut search = BacktrackSearch::new(instance, budget, run);
    let sound = (0..instance.slots.len()).all(|slot| search.fits(slot));
    let ending = match sound.then(|| search.fill(0)) {
        Some(Ok(true)) => BacktrackEnding::Found(search.contents.iter().map(is_tile).collect()),
        Some(Ok(false)) | None => BacktrackEnding::Exhausted,
        Some(Err(halt)) => BacktrackEnding::Halted(halt),
    };
    BacktrackResult { ending, nodes: search.nodes }
}

struct BacktrackSearch<'a> {
    instance: &'a Instance,
    contents: Vec<Content>,
    /// The slots without a lock.
    open: Vec<usize>,
    /// How many there are yet to place of each kind.
    left: [usize; KINDS.len()],
    nodes: u64,
    budget: u64,
    run: &'a Run<'a>,
}

fn locked(slot: &Slot) -> Content {
    match *slot {
        Slot::Fixed(number) => Content::Tile(number),
        Slot::Blocked => Content::Empty,
        Slot::Empty | Slot::Tile(_) => Content::Undecided,
    }
}

fn movable(slot: Slot) -> Option<Content> {
    match slot {
        Slot::Tile(number) => Some(Content::Tile(number)),
        Slot::Empty => Some(Content::Empty),
        Slot::Fixed(_) | Slot::Blocked => None,
    }
}

fn is_tile(content: &Content) -> bool {
    matches!(content, Content::Tile(_))
}

impl<'a> BacktrackSearch<'a> {
    fn new(instance: &'a Instance, budget: u64, run: &'a Run<'a>) -> Self {
        let contents: Vec<Content> = instance.slots.iter().map(locked).collect();
        let undecided = |&slot: &usize| contents[slot] == Content::Undecided;
        let open = (0..contents.len()).filter(undecided).collect();
        let stock = instance.slots.iter().filter_map(|&slot| movable(slot));
        let left = KINDS.map(|kind| stock.clone().filter(|&movable| movable == kind).count());
        Self { instance, contents, open, left, nodes: 0, budget, run }
    }

    /// Fills the open slots from the one at `depth` on; true if that succeeded.
    fn fill(&mut self, depth: usize) -> Result<bool, Halt> {
        let Some(&slot) = self.open.get(depth) else { return Ok(true) };
        for (at, kind) in KINDS.into_iter().enumerate() {
            if self.left[at] > 0 {
                self.count()?;
                self.left[at] -= 1;
                self.contents[slot] = kind;
                if self.fits_around(slot) && self.fill(depth + 1)? {
                    return Ok(true);
                }
                self.left[at] += 1;
            }
        }
        self.contents[slot] = Content::Undecided;
        Ok(false)
    }

    fn fits_around(&self, slot: usize) -> bool {
        self.fits(slot) && self.instance.hexagon.neighbours(slot).all(|next| self.fits(next))
    }

    /// Whether a tile has not too many tiles around it, and can still get enough.
    fn fits(&self, slot: usize) -> bool {
        let Content::Tile(number) = self.contents[slot] else { return true };
        let around = || self.instance.hexagon.neighbours(slot).map(|next| &self.contents[next]);
        let tiles = around().filter(|content| is_tile(content)).count();
        let undecided = around().filter(|content| **content == Content::Undecided).count();
        (tiles..=tiles + undecided).contains(&usize::from(number))
    }

    fn count(&mut self) -> Result<(), Halt> {
        if self.nodes == self.budget {
            return Err(Halt::Budget);
        }
        if self.nodes.is_multiple_of(PULSE) {
            self.run.emit(&Progress::of("search").counted("nodes", self.nodes).into());
            if let Some(halt) = self.run.halted() {
                return Err(halt);
            }
        }
        self.nodes += 1;
        Ok(())
    }
}
