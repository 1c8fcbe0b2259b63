//! Depth-first branch and bound, the engine `backtrack`: cell by cell in the order of the rows.
//!
//! A branch ends when a cell can never get its supports, or when the penalty so far reaches the
//! bound. The bound falls with each board found, or rises by iterative deepening. It is the
//! baseline for all other engines and stays plain on purpose.
//!
//! Exact: an exhausted search proves its best board optimal, and a rising bound is a lower bound at
//! every moment. A falling bound proves nothing before the end.
//!
//! Cost: exponential in the number of cells.
//!
//! References: Land and Doig 1960 (branch and bound); Korf 1985 (iterative deepening).

use sixfold_puzzle::families::neighbors::{Instance, LARGEST, Neighbors};

use super::exhaustive::{Finding, concluded};
use crate::answer::Answer;
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::families::neighbors::board::improved;
use crate::families::neighbors::search::beam::partial::{Levels, OPEN, Partial};
use crate::options::{OptionKind, OptionRow, Options};
use crate::run::{Event, Halt, Progress, Run};

const BOUND: OptionRow = OptionRow {
    name: "bound",
    meaning: "the penalty allowed: falls to what was found last, or rises until a board is found",
    kind: OptionKind::Choice(&["falls", "rises"]),
    restricts: false,
};
const NODES: OptionRow = OptionRow {
    name: "nodes",
    meaning: "give up after so many values tried",
    kind: OptionKind::Integer { default: Some(1_000_000_000), least: 1, most: i64::MAX },
    restricts: false,
};
/// The engine.
pub(crate) static BACKTRACK: TypedEngine<Neighbors, BacktrackOptions> = TypedEngine {
    row: EngineRow {
        name: "backtrack",
        description: "cell by cell with a bound on the penalty, for small orders",
        role: Role::Classic,
        searched: None,
        options: &[BOUND, NODES],
    },
    read,
    supports: |_| Ok(()),
    solve: Some(Solve { run, proves: true, improves: false }),
    count: None,
    hint: None,
    certificates: None,
    division: None,
};

/// The options of the engine.
pub(crate) struct BacktrackOptions {
    bound: Bound,
    /// The most values tried.
    nodes: u64,
}

fn read(options: &Options, _: &Instance) -> Result<BacktrackOptions, String> {
    Ok(BacktrackOptions {
        bound: options.choice(&BOUND, [Bound::Falls, Bound::Rises]),
        nodes: options.budget(&NODES),
    })
}

fn run(task: &Task<'_, Neighbors, BacktrackOptions>) -> Answer {
    let BacktrackOptions { bound, nodes } = *task.options;
    let found = search(task.instance, bound, nodes, task.run);
    let effort = vec![("nodes", found.nodes)];
    let finding = Finding { best: found.best, bound: found.bound, halt: found.halt, effort };
    concluded(task, finding)
}

/// The number of nodes between two checks of the limits of the run.
const PULSE: u64 = 1 << 16;

/// How the bound on the penalty moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It falls to what was found last: a board early, the proof at the end.
    Falls,
    /// It rises after each search without a board: a proof on the way, the board at the end.
    Rises,
}

/// The result of a search.
pub(crate) struct BacktrackResult {
    /// The best board and its penalty.
    pub(crate) best: Option<(u32, Vec<u8>)>,
    /// No board has a smaller penalty.
    pub(crate) bound: u32,
    /// Why it ended early, if it did.
    pub(crate) halt: Option<Halt>,
    /// Values tried.
    pub(crate) nodes: u64,
}

/// Looks for the board with the least penalty, at the cost of at most `budget` nodes.
pub(crate) fn search(
    instance: &Instance,
    bound: Bound,
    budget: u64,
    run: &Run<'_>,
) -> BacktrackResult {
    let mut search = BacktrackSearch::new(instance, bound, budget, run);
    let ending = search.start().map_or(Ok(()), |penalty| match bound {
        Bound::Falls => search.fill(0, penalty),
        Bound::Rises => search.rise(penalty),
    });
    BacktrackResult {
        best: search.best,
        bound: search.proved,
        halt: ending.err(),
        nodes: search.nodes,
    }
}

struct BacktrackSearch<'a> {
    instance: &'a Instance,
    board: Partial,
    /// The cells without a given value, in the order of the rows.
    open: Vec<usize>,
    /// Boards are worth finding only below this penalty.
    limit: u32,
    bound: Bound,
    /// No board has a smaller penalty.
    proved: u32,
    /// The least penalty that was too large.
    beyond: Option<u32>,
    best: Option<(u32, Vec<u8>)>,
    nodes: u64,
    budget: u64,
    run: &'a Run<'a>,
}

impl<'a> BacktrackSearch<'a> {
    fn new(instance: &'a Instance, bound: Bound, budget: u64, run: &'a Run<'a>) -> Self {
        let cells = instance.hexagon.len();
        let around = (0..cells).map(|cell| instance.hexagon.neighbours(cell).collect()).collect();
        let levels = Levels { first: 1, top: LARGEST };
        let board = Partial::new(around, vec![OPEN; cells], levels);
        let (proved, beyond, best) = (0, None, None);
        let mut search = Self {
            instance,
            board,
            open: Vec::new(),
            limit: u32::MAX,
            bound,
            proved,
            beyond,
            best,
            nodes: 0,
            budget,
            run,
        };
        for (cell, given) in instance.givens.iter().enumerate() {
            match given.value() {
                Some(value) => search.board.set(cell, value),
                None => search.open.push(cell),
            }
        }
        search
    }

    /// The penalty of the givens; `None` if one of them cannot get its support.
    fn start(&mut self) -> Option<u32> {
        let given: Vec<(usize, u8)> = self.board.values().iter().copied().enumerate().collect();
        let given = given.into_iter().filter(|&(_, value)| value != OPEN);
        given.clone().for_each(|(cell, _)| self.board.set(cell, OPEN));
        let mut penalty = 0;
        for (cell, value) in given {
            self.board.set(cell, value);
            penalty += self.board.cost(cell)?;
        }
        Some(penalty)
    }

    /// Searches with larger and larger limits; the next is the least penalty that was too large.
    fn rise(&mut self, start: u32) -> Result<(), Halt> {
        self.limit = start + 1;
        loop {
            self.beyond = None;
            self.fill(0, start)?;
            match self.beyond {
                Some(penalty) if self.best.is_none() => {
                    self.run.emit(&Event::Bound(penalty.into()));
                    (self.proved, self.limit) = (penalty, penalty + 1);
                }
                _ => return Ok(()),
            }
        }
    }

    /// Fills the open cells from the one at `depth` on.
    fn fill(&mut self, depth: usize, penalty: u32) -> Result<(), Halt> {
        let Some(&cell) = self.open.get(depth) else {
            self.note(penalty);
            return Ok(());
        };
        for value in (self.instance.givens[cell].least()..=LARGEST).rev() {
            self.count()?;
            self.board.set(cell, value);
            let Some(cost) = self.board.cost(cell) else { continue };
            if penalty + cost < self.limit {
                self.fill(depth + 1, penalty + cost)?;
            } else {
                self.exceed(penalty + cost);
            }
        }
        self.board.set(cell, OPEN);
        Ok(())
    }

    /// Keeps a board. When the bound rises the first board is optimal, and the search ends.
    fn note(&mut self, penalty: u32) {
        let values = self.board.values();
        self.run.emit(&improved(self.instance, penalty as usize, values));
        self.best = Some((penalty, values.to_vec()));
        self.limit = match self.bound {
            Bound::Falls => penalty,
            Bound::Rises => 0,
        };
    }

    fn exceed(&mut self, penalty: u32) {
        self.beyond = Some(self.beyond.map_or(penalty, |least| least.min(penalty)));
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
