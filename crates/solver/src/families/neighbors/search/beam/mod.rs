//! Beam search over partial boards: cell after cell, only the best `width` boards are kept.
//!
//! Several passes go through the cells: the first for the lowest levels together, each later one
//! for one more level. A pass starts from all boards of the pass before, so boards that the next
//! level cannot use give way to others. Equal penalties are ordered at random. `finish` completes
//! what is above 4 exactly.
//!
//! Heuristic: a dropped board might have been better. Neither the result nor an empty beam proves
//! anything.
//!
//! Cost: O(cells · width) for each pass. A board that is kept takes its bits twice, in the pool of this
//! step and in that of the next, and 12 bytes for each value that it may get: on order 8 at most 172
//! bytes in all. They are charged to the budget before they are taken.
//!
//! Reference: Lowerre, "The HARPY Speech Recognition System", 1976.

pub(crate) mod engine;
pub(crate) mod order;
pub(crate) mod partial;
mod pool;
mod sight;

use sixfold_puzzle::families::neighbors::{Instance, Known};

use self::order::Order;
use self::partial::Levels;
use self::pool::Pool;
use self::sight::{Lookups, MOST, Sight, View};
use crate::families::neighbors::board::improved;
use crate::families::neighbors::construct::finish::{Finished, finish};
use crate::random::Random;
use crate::run::{Charge, Halt, Progress, Run};

/// The number of boards between two checks of the limits of the run.
const PULSE: usize = 1 << 12;

/// The options of a beam.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BeamOptions {
    /// The order of the cells.
    pub(crate) order: Order,
    /// The most boards kept.
    pub(crate) width: usize,
    /// How many levels are decided at once in the beginning.
    pub(crate) together: u8,
}

impl BeamOptions {
    /// A beam that works well on most boards, for engines that only choose its width.
    pub(crate) fn of_width(width: usize) -> Self {
        Self { order: Order::Clock, width, together: 2 }
    }
}

/// The result of a beam search.
pub(crate) struct BeamResult {
    /// The best board and its penalty.
    pub(crate) best: Option<(u32, Vec<u8>)>,
    /// Why it ended early, if it did.
    pub(crate) halt: Option<Halt>,
    /// Boards carried on by a cell.
    pub(crate) boards: u64,
    /// Lookups of the cache.
    pub(crate) lookups: Lookups,
}

/// Boards on which the first levels are decided, each with its penalty so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Base {
    /// The last level that is decided. Cells above it hold the next value.
    pub(crate) level: u8,
    pub(crate) boards: Vec<(u32, Vec<u8>)>,
}

impl Base {
    /// The board on which nothing is decided.
    pub(crate) fn blank(cells: usize) -> Self {
        Self { level: 0, boards: vec![(0, vec![1; cells])] }
    }
}

/// Looks for a board with a small penalty.
pub(crate) fn search(instance: &Instance, options: BeamOptions, run: &Run<'_>) -> BeamResult {
    carried_on(instance, options, &Base::blank(instance.hexagon.len()), run)
}

/// Looks for a board with a small penalty that agrees with one of some boards in the levels that
/// are decided there.
pub(crate) fn carried_on(
    instance: &Instance,
    options: BeamOptions,
    base: &Base,
    run: &Run<'_>,
) -> BeamResult {
    let mut beam = Beam::new(instance, options, run);
    let (best, halt) = match beam.through_levels(base, MOST - 1) {
        Ok(pool) => (beam.finished(&pool), None),
        Err(halt) => (None, Some(halt)),
    };
    BeamResult { best, halt, boards: beam.boards, lookups: beam.lookups }
}

/// The boards that a beam ends with when it goes no further than a level, up to 4.
pub(crate) fn boards(
    instance: &Instance,
    options: BeamOptions,
    level: u8,
    run: &Run<'_>,
) -> Result<Base, Halt> {
    let cells = instance.hexagon.len();
    let pool = Beam::new(instance, options, run).through_levels(&Base::blank(cells), level)?;
    let boards = 0..pool.len();
    let boards = boards.map(|board| (pool.penalty(board).into(), pool.values(board, cells)));
    Ok(Base { level, boards: boards.collect() })
}

/// The most ways to carry on some boards by one cell.
fn most_children(boards: usize, levels: Levels) -> usize {
    boards * usize::from(levels.top - levels.first + 1)
}

/// A board with one more decided cell. Children compare by penalty, then at random.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Child {
    penalty: u16,
    chance: u32,
    parent: u32,
    value: u8,
    cost: u8,
}

struct Beam<'a> {
    instance: &'a Instance,
    options: BeamOptions,
    view: View,
    random: Random,
    boards: u64,
    lookups: Lookups,
    run: &'a Run<'a>,
}

impl<'a> Beam<'a> {
    fn new(instance: &'a Instance, options: BeamOptions, run: &'a Run<'a>) -> Self {
        let view = View::new(&instance.hexagon, options.order.cells(&instance.hexagon));
        let random = Random::new(run.seed);
        Self { instance, options, view, random, boards: 0, lookups: Lookups::default(), run }
    }

    fn cells(&self) -> usize {
        self.instance.hexagon.len()
    }

    /// The boards on which all levels up to one are decided.
    fn through_levels(&mut self, base: &Base, last: u8) -> Result<Pool, Halt> {
        let mut first = base.level + 1;
        let mut pool = Pool::of(self.cells(), first, &base.boards);
        for top in first.max(self.options.together).min(last) + 1..=last + 1 {
            pool = self.swept(pool, Levels { first, top })?;
            first = top;
        }
        Ok(pool)
    }

    /// Goes through the cells once.
    fn swept(&mut self, pool: Pool, levels: Levels) -> Result<Pool, Halt> {
        let mut charge = self.run.charge(Sight::BYTES)?;
        self.take(&mut charge, pool.len(), levels)?;
        let mut pool = pool.repacked(self.cells(), levels.top);
        let mut sight = Sight::new(levels);
        for step in 0..self.cells() {
            self.take(&mut charge, pool.len(), levels)?;
            let before = sight.lookups;
            let mut children = self.children(step, &pool, levels, &mut sight)?;
            self.lookups.add(sight.lookups.since(before));
            if children.len() > self.options.width {
                children.select_nth_unstable(self.options.width);
                children.truncate(self.options.width);
            }
            let mut next = Pool::with_room(self.cells(), levels.top, children.len());
            let place = pool.place(self.view.order[step]);
            for child in children {
                next.adopt(&pool, child.parent as usize, place, child.value, child.cost);
            }
            pool = next;
        }
        Ok(pool)
    }

    /// Charges the bytes of a pool of so many boards, of their children, and of the pool that comes of
    /// them, before they are taken.
    fn take(&self, charge: &mut Charge<'_>, boards: usize, levels: Levels) -> Result<(), Halt> {
        let board = Pool::board_bytes(self.cells(), levels.top);
        let children = most_children(boards, levels);
        let next = children * size_of::<Child>() + children.min(self.options.width) * board;
        charge.grow_to(Sight::BYTES + boards * board + next)?;
        self.run.room_for(next)
    }

    /// All ways to carry on the boards of a pool by one cell.
    fn children(
        &mut self,
        step: usize,
        pool: &Pool,
        levels: Levels,
        sight: &mut Sight,
    ) -> Result<Vec<Child>, Halt> {
        let mut children = Vec::with_capacity(most_children(pool.len(), levels));
        let places = self.view.places(step, pool);
        let here = pool.place(self.view.order[step]);
        let values = self.values(step, levels);
        for board in 0..pool.len() {
            if board.is_multiple_of(PULSE) {
                self.look_up()?;
            }
            let words = pool.words(board);
            let settled = pool.value_at(words, here);
            if settled < levels.first {
                children.push(self.child(pool, board, settled, 0));
                continue;
            }
            let costs = sight.costs(&self.view, &places, words);
            for value in values.clone() {
                let Some(cost) = costs[usize::from(value)] else { continue };
                children.push(self.child(pool, board, value, cost));
            }
        }
        self.boards += pool.len() as u64;
        Ok(children)
    }

    fn child(&mut self, pool: &Pool, board: usize, value: u8, cost: u8) -> Child {
        let penalty = pool.penalty(board) + u16::from(cost);
        let chance = (self.random.bits() >> 32) as u32;
        Child { penalty, chance, parent: board as u32, value, cost }
    }

    /// The values that a cell may get at these levels.
    fn values(&self, step: usize, levels: Levels) -> std::ops::RangeInclusive<u8> {
        let given = self.instance.givens[self.view.order[step]];
        given.least().max(levels.first).min(levels.top)..=given.most().min(levels.top)
    }

    fn look_up(&self) -> Result<(), Halt> {
        let Lookups { hits, misses } = self.lookups;
        let counters = [("boards", self.boards), ("cache hits", hits), ("cache misses", misses)];
        self.run.emit(&Progress::of("beam search").counted_all(counters).into());
        self.run.halted().map_or(Ok(()), Err)
    }

    /// The best of some boards after 5, 6 and 7 are placed.
    fn finished(&self, pool: &Pool) -> Option<(u32, Vec<u8>)> {
        let mut boards: Vec<usize> = (0..pool.len()).collect();
        boards.sort_by_key(|&board| pool.penalty(board));
        let mut best: Option<(u32, Vec<u8>)> = None;
        for board in boards {
            let start = u32::from(pool.penalty(board));
            if best.as_ref().is_some_and(|(least, _)| start >= *least) {
                break;
            }
            let Some(Finished { values, penalty }) = self.finish(pool, board) else { continue };
            let penalty = start + penalty;
            if best.as_ref().is_none_or(|(least, _)| penalty < *least) {
                self.run.emit(&improved(self.instance, penalty as usize, &values));
                best = Some((penalty, values));
            }
        }
        best
    }

    fn finish(&self, pool: &Pool, board: usize) -> Option<Finished> {
        let known = |(value, given): (u8, &Known)| match value < MOST {
            true => Known::exactly(value),
            false => given.raised(MOST),
        };
        let values = pool.values(board, self.cells()).into_iter().zip(&self.instance.givens);
        let values: Vec<_> = values.map(known).collect();
        finish(&self.instance.hexagon, &values)
    }
}
