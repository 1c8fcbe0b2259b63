//! Store of partial solutions, the engine `store`: chunks of three rows of good boards, and the
//! boards made from them.
//!
//! Boards that share two consecutive rows can be crossed there, so few boards give many. A board
//! made from chunks is turned by 60 and by 120 degrees, where its rows are others, and cut again.
//! That crosses boards along all three axes. After Tomas Rokicki's row3 files.
//!
//! * `chunk`: three rows, their images and their cost. `shelf`: a set of chunks.
//! * `stream`: the text of a store, read, merged and written chunk by chunk. `files`: the files of a run.
//! * `build`: dynamic programming that counts the boards and builds each by its number.
//! * `window`: all fillings of some rows between fixed ones. `vary`: a store grows by them.
//! * `gather`: the trainer, which writes, merges and queries the text of a store.
//! * Here: how a shelf grows, and the engine. Beams fill the shelf, and a beam completes the best
//!   boards.
//!
//! Heuristic: the store holds what beams have found. Its least penalty is no lower bound.

mod build;
mod chunk;
mod files;
mod gather;
mod shelf;
mod stream;
#[cfg(test)]
mod stream_tests;
#[cfg(test)]
mod tests;
mod vary;
#[cfg(test)]
mod vary_tests;
mod window;

use sixfold_puzzle::families::neighbors::{Instance, Neighbors};
use sixfold_puzzle::hex::{Hexagon, Symmetry};

use self::build::{Boards, Reach};
pub(crate) use self::gather::TRAINER;
use self::shelf::Shelf;
use crate::answer::Answer;
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::families::neighbors::board::{board_text, up_to, without_givens};
use crate::families::neighbors::options::size;
use crate::families::neighbors::search::beam::engine::{LARGEST_BEAM, WIDTH};
use crate::families::neighbors::search::beam::{self, Base, BeamOptions, BeamResult};
use crate::options::{OptionKind, OptionRow, Options};
use crate::random::Random;
use crate::run::{Charge, Halt, Progress, Run};

const LEVEL: OptionRow = OptionRow {
    name: "level",
    meaning: "boards are stored filled up to this level; a beam carries them on",
    kind: OptionKind::Integer { default: Some(2), least: 1, most: 4 },
    restricts: false,
};
const BEAMS: OptionRow = OptionRow {
    name: "beams",
    meaning: "how many beams fill the store, for each of three orders",
    kind: OptionKind::Integer { default: Some(2), least: 0, most: 1000 },
    restricts: false,
};
const BOARDS: OptionRow = OptionRow {
    name: "boards",
    meaning: "how many boards are cut at a time",
    kind: OptionKind::Integer { default: Some(2000), least: 1, most: 1_000_000 },
    restricts: false,
};
const ROUNDS: OptionRow = OptionRow {
    name: "rounds",
    meaning: "how often boards are put together, turned and cut again, at most",
    kind: OptionKind::Integer { default: Some(20), least: 0, most: i64::MAX },
    restricts: false,
};
const SLACK: OptionRow = OptionRow {
    name: "slack",
    meaning: "how much more than the least penalty a board may have",
    kind: OptionKind::Integer { default: Some(2), least: 0, most: 100 },
    restricts: false,
};

const CHUNKS: OptionRow = OptionRow {
    name: "chunks",
    meaning: "a store that `train` has written, of any orders and levels",
    kind: OptionKind::Stream,
    restricts: false,
};

/// Boards with a larger penalty, for each of the rows of a side, are not worth keeping.
const MOST_PER_ORDER: usize = 10;

/// The engine.
pub(crate) static STORE: TypedEngine<Neighbors, StoreOptions> = TypedEngine {
    row: EngineRow {
        name: "store",
        description: "boards put together from rows of boards that beams have found; proves nothing",
        role: Role::Classic,
        searched: None,
        options: &[LEVEL, BEAMS, BOARDS, ROUNDS, SLACK, WIDTH, CHUNKS],
    },
    read,
    supports: |instance| without_givens(instance).and_then(|()| up_to(LARGEST_BEAM, instance)),
    solve: Some(Solve { run, proves: false, improves: false }),
    count: None,
    hint: None,
    certificates: None,
    division: None,
};

/// The options of the engine.
pub(crate) struct StoreOptions {
    /// Boards are stored filled up to this level.
    level: u8,
    /// How many beams fill the store, for each of three orders.
    beams: usize,
    /// How many boards are cut at a time.
    boards: usize,
    /// The most rounds of putting together, turning and cutting.
    rounds: usize,
    /// How much more than the least penalty a board may have.
    slack: usize,
    /// The beams that fill the store and complete its boards.
    beam: BeamOptions,
    /// The name of the store to begin with.
    chunks: Option<String>,
}

fn read(options: &Options, _: &Instance) -> Result<StoreOptions, String> {
    Ok(StoreOptions {
        level: size(options, &LEVEL) as u8,
        beams: size(options, &BEAMS),
        boards: size(options, &BOARDS),
        rounds: size(options, &ROUNDS),
        slack: size(options, &SLACK),
        beam: BeamOptions::of_width(size(options, &WIDTH)),
        chunks: options.text(&CHUNKS).map(str::to_owned),
    })
}

fn run(task: &Task<'_, Neighbors, StoreOptions>) -> Answer {
    let StoreOptions { level, beams, boards, rounds, slack, beam, ref chunks } = *task.options;
    let mut work = StoreSearch {
        order: task.instance.hexagon.order(),
        level,
        boards,
        slack,
        beam,
        shelf: Shelf::default(),
        charge: Charge::none(task.run.budget),
        random: Random::new(task.run.seed),
        run: task.run,
    };
    let filled = match task.run.saved_state() {
        Some(state) => work.go_on(&state).map(Ok),
        None => {
            let loaded = work.load_all(chunks.iter().map(|name| (&CHUNKS, name.as_str())));
            loaded.map(|loaded| loaded.and_then(|()| work.fill(beams)))
        }
    };
    let filled = match filled {
        Ok(filled) => filled,
        Err(problem) => return Answer::failed(problem),
    };
    let found = filled.and_then(|()| work.grow(rounds));
    let found = found.and_then(|()| work.carried_on(task.instance));
    let (best, halt) = match found {
        Ok(found) => (found.best, found.halt),
        Err(halt) => (None, Some(halt)),
    };
    let witness = best.map(|(_, values)| board_text(task.instance, &values));
    let halt = halt.or_else(|| witness.is_none().then_some(Halt::Budget));
    let mut effort = vec![("chunks", work.shelf.len() as u64)];
    effort.extend(work.counts().iter().flat_map(StoreCounts::named));
    Answer { witness, halt, effort, ..Answer::default() }
}

/// How many boards of an order a store has chunks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct StoreCounts {
    /// The least penalty at the level of the store.
    penalty: usize,
    /// The boards that have it.
    boards: u128,
    /// The boards with one more.
    next: u128,
}

impl StoreCounts {
    fn named(&self) -> [(&'static str, u64); 3] {
        let number = |number: u128| u64::try_from(number).unwrap_or(u64::MAX);
        [
            ("level-penalty", self.penalty as u64),
            ("level-boards", number(self.boards)),
            ("level-boards-next", number(self.next)),
        ]
    }
}

/// A store that is filled for boards of an order.
struct StoreSearch<'a> {
    order: usize,
    level: u8,
    /// How many boards are cut at a time.
    boards: usize,
    /// How much more than the least penalty they may have.
    slack: usize,
    beam: BeamOptions,
    shelf: Shelf,
    /// The bytes of the shelf.
    charge: Charge<'a>,
    random: Random,
    run: &'a Run<'a>,
}

impl StoreSearch<'_> {
    /// Cuts the boards of some beams, on this order and on those next to it: most of their rows
    /// have the same lengths.
    fn fill(&mut self, beams: usize) -> Result<(), Halt> {
        for seed in 0..beams as u64 {
            for order in self.order.saturating_sub(1).max(1)..=self.order + 1 {
                let run = Run { seed: self.run.seed.wrapping_add(seed), ..*self.run };
                self.cut_beam(order, &run)?;
            }
        }
        Ok(())
    }

    fn cut_beam(&mut self, order: usize, run: &Run<'_>) -> Result<(), Halt> {
        let hexagon = Hexagon::new(order);
        let instance = Instance::blank(hexagon.order());
        let mut boards = beam::boards(&instance, self.beam, self.level, run)?.boards;
        boards.sort_by_key(|(penalty, _)| *penalty);
        let least = boards.first().map_or(0, |(penalty, _)| *penalty);
        let good = boards.iter().take(self.boards);
        for (_, values) in good.take_while(|(it, _)| (it - least) as usize <= self.slack) {
            self.shelf.add(&instance.hexagon, values, self.level);
        }
        Ok(())
    }

    /// Puts boards together, turns and cuts them, until there is nothing new.
    fn grow(&mut self, rounds: usize) -> Result<(), Halt> {
        let hexagon = Hexagon::new(self.order);
        for _ in 0..rounds {
            self.charge.grow_to(self.shelf.bytes())?;
            let boards = self.good_boards()?;
            let new = turned_and_cut(&mut self.shelf, &hexagon, &boards, self.run);
            if new.is_err() || self.run.save_due() {
                // The checkpoint itself reports a failure to save.
                _ = self.run.save_state(&self.state());
            }
            if new? == 0 {
                break;
            }
        }
        Ok(())
    }

    /// The store, from which a later run goes on.
    fn state(&self) -> String {
        format!("{} chunks at level {}\n{}", self.shelf.len(), self.level, self.shelf)
    }

    /// Takes up the store of an earlier run.
    fn go_on(&mut self, state: &str) -> Result<(), String> {
        let (_, text) = state.split_once('\n').ok_or("the saved state has no store")?;
        self.shelf = text.parse().map_err(|error| format!("the saved store, {error}"))?;
        Ok(())
    }

    /// Some of the best boards that there are chunks for.
    fn good_boards(&mut self) -> Result<Base, Halt> {
        let level = self.level;
        let mut charge = self.run.charge(0)?;
        let boards = self.laid_out(self.slack, &mut charge)?;
        let Some(least) = boards.least() else { return Ok(Base { level, boards: Vec::new() }) };
        let number = u64::try_from(boards.exactly(least)).unwrap_or(u64::MAX);
        let progress = Progress::of("store of chunks")
            .gauge("chunks", self.shelf.len() as u64, "chunks")
            .gauge("least", least as u64, "penalty")
            .gauge("boards", number, "boards");
        self.run.emit(&progress.into());
        let most = self.most().min(least + self.slack);
        Ok(Base { level, boards: some(&boards, most, self.boards, &mut self.random) })
    }

    /// The largest penalty of a board that is worth keeping.
    fn most(&self) -> usize {
        MOST_PER_ORDER * self.order
    }

    /// The boards that there are chunks for, up to a slack above the least penalty.
    fn laid_out(&self, slack: usize, charge: &mut Charge<'_>) -> Result<Boards, Halt> {
        let reach = Reach { most: self.most(), slack };
        let boards = Boards::new(&self.shelf, self.order, self.level, reach, charge)?;
        boards.ok_or(Halt::Budget)
    }

    /// How many boards there are chunks for; `None` if there are none, or too many to be counted.
    fn counts(&self) -> Option<StoreCounts> {
        let mut charge = self.run.charge(0).ok()?;
        let boards = self.laid_out(1, &mut charge).ok()?;
        let penalty = boards.least()?;
        let (count, next) = (boards.exactly(penalty), boards.exactly(penalty + 1));
        Some(StoreCounts { penalty, boards: count, next })
    }

    fn carried_on(&mut self, instance: &Instance) -> Result<BeamResult, Halt> {
        let base = self.good_boards()?;
        Ok(beam::carried_on(instance, self.beam, &base, self.run))
    }
}

/// The boards with at most a penalty: all of them, or a number of random ones, some perhaps twice.
fn some(boards: &Boards, most: usize, limit: usize, random: &mut Random) -> Vec<(u32, Vec<u8>)> {
    let total = boards.at_most(most);
    if total <= limit as u128 {
        return (0..total).map(|number| boards.board(number, most)).collect();
    }
    // The bias towards lower numbers is negligible: the totals are far below 128 bits.
    let mut number = || (u128::from(random.bits()) << 64 | u128::from(random.bits())) % total;
    (0..limit).map(|_| boards.board(number(), most)).collect()
}

/// Adds the chunks of boards turned by 60 and by 120 degrees; returns how many are new. Those of the
/// boards themselves, turned by 180 degrees or mirrored, are there already.
fn turned_and_cut(
    shelf: &mut Shelf,
    hexagon: &Hexagon,
    base: &Base,
    run: &Run<'_>,
) -> Result<usize, Halt> {
    let mut new = 0;
    for (_, values) in &base.boards {
        if let Some(halt) = run.halted() {
            return Err(halt);
        }
        for sixths in [1, 2] {
            let turned = Symmetry::rotation(sixths).transform(hexagon, values);
            new += shelf.add(hexagon, &turned, base.level);
        }
    }
    Ok(new)
}
