//! Iterative-widening beam search: rounds of beam searches, each twice as wide as the one before.
//!
//! The first move may turn in either sense on each of the two boards, which gives up to four variants of the search (see
//! `board_pair`). A round runs a beam search for each variant at one width and keeps the shortest solution. Rounds go on
//! as long as there is memory, until the budget or the time is used up.
//!
//! Determinism: the variants of a round share the threads and the incumbent. Threads that a variant leaves join those
//! that go on. A variant is pruned only by a shorter
//! solution, or by one of equal length of a variant with a smaller number. So the winner does not depend on timing. The
//! budget counts what the best solution would have cost.
//!
//! Heuristic: a beam drops states, so the length of a solution is no bound. Only a round that dropped nothing was
//! exhaustive.
//!
//! Cost: O(width · length) candidates for each variant, each of constant cost.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::board_pair::{BoardPair, Tables};
use super::super::parameters::{BUDGET, HOPELESS, VARIANTS, WIDEST, patience};
use super::super::path;
use super::super::sides::{Sides, Variant};
use super::super::task::improved;
use super::paused::VariantBeams;
use super::state::BeamSearch;
use crate::beam::{self, BeamOutcome, BeamPlan, Snapshot, ThreadPool, Watch};
use crate::run::Halt;

/// The narrowest and the widest first round.
const FIRST_LEAST: usize = 16;
const FIRST_MOST: usize = 1024;

/// The shortest solution that the variants of a round have found so far.
struct SharedIncumbent {
    /// The length of the best solution and its variant, compared in this order, as one number.
    rank: AtomicUsize,
    path: Mutex<Option<Vec<u8>>>,
}

impl SharedIncumbent {
    fn rank(length: usize, variant: usize) -> usize {
        length * VARIANTS + variant
    }

    fn worth(&self, length: usize, variant: usize) -> bool {
        Self::rank(length, variant) < self.rank.load(Ordering::Relaxed)
    }

    fn claim(&self, path: &[u8], variant: usize) -> bool {
        let mut kept = self.path.lock().expect("no holder panics");
        let wins = self.worth(path.len(), variant);
        if wins {
            self.rank.store(Self::rank(path.len(), variant), Ordering::Relaxed);
            *kept = Some(path.to_vec());
        }
        wins
    }
}

impl BeamSearch<'_> {
    /// One round and nothing else. A given incumbent that it does not beat is made shorter by windows.
    pub(in super::super) fn single(&mut self, width: usize, sides: Option<Sides>) -> Option<Halt> {
        let sides = sides.unwrap_or_else(|| self.best_sides(width));
        let halt = self.once(width, sides).or_else(|| self.polish_given(width));
        if halt.is_some() {
            self.save();
        }
        halt
    }

    /// One round. If it is stopped, `beams` keeps its searches.
    pub(in super::super) fn once(&mut self, width: usize, sides: Sides) -> Option<Halt> {
        let run = self.run;
        (self.width, self.sides) = (width, sides);
        let seed = run.seed.wrapping_add(self.round);
        let tables = |&ends| Tables::new(self.instance, self.settings.weights, seed).from(ends);
        let tables: Vec<Tables> = sides.ends().iter().map(tables).collect();
        let length = self.best.as_ref().map_or(usize::MAX / VARIANTS, Vec::len);
        let incumbent = SharedIncumbent {
            rank: AtomicUsize::new(SharedIncumbent::rank(length, 0)),
            path: Mutex::new(None),
        };
        let halt = match tables.iter().any(Tables::sees_neighbourhoods) {
            true => self.variants::<true>(&tables, &incumbent),
            false => self.variants::<false>(&tables, &incumbent),
        };
        let path = incumbent.path.into_inner().expect("no holder panics");
        path.into_iter().for_each(|path| self.take(path));
        if halt.is_none() {
            self.round += 1;
            self.beams = VariantBeams::default();
        }
        halt
    }

    /// The variants of a round.
    fn chosen(&self) -> Range<usize> {
        let all = 0..self.sides.variants().len();
        self.only.filter(|number| all.contains(number)).map_or(all, |number| number..number + 1)
    }

    /// Runs the variants on as many threads as there are. If there are more, several share a beam.
    fn variants<const NEIGHBOURHOODS: bool>(
        &mut self,
        tables: &[Tables],
        incumbent: &SharedIncumbent,
    ) -> Option<Halt> {
        let range = self.chosen();
        let workers = self.run.workers().clamp(1, range.len());
        let next = AtomicUsize::new(range.start);
        let beams = Mutex::new(std::mem::take(&mut self.beams));
        let pool = ThreadPool::new(self.run.workers(), workers);
        let round = Round { search: self, tables, incumbent, beams: &beams, workers, pool: &pool };
        let work = || {
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            let numbers = numbers.take_while(|&number| number < range.end);
            let found = numbers.filter_map(|number| round.variant::<NEIGHBOURHOODS>(number));
            let found = found.collect();
            pool.leave();
            found
        };
        let found: Vec<Vec<BeamOutcome>> = self.run.side_by_side(vec![&work; workers]);
        let found: Vec<BeamOutcome> = found.into_iter().flatten().collect();
        self.beams = beams.into_inner().expect("no holder panics");
        self.candidates += found.iter().map(|found| found.candidates).sum::<u64>();
        self.levels += found.iter().map(|found| found.levels).sum::<u64>();
        let memory = found.iter().map(|found| found.memory).max().unwrap_or(0);
        self.memory = memory * workers as u64;
        self.exhausted = found.len() == range.len() && found.iter().all(|found| found.exhaustive);
        found.into_iter().find_map(|found| found.halt)
    }

    /// Rounds of growing width, until the budget or the time is used up, or no wider one can find more.
    /// A run that is stopped saves what it has.
    pub(in super::super) fn widening(&mut self) -> Option<Halt> {
        let halt = self.first_solutions().or_else(|| self.rounds());
        if halt.is_some() {
            self.save();
        }
        halt
    }

    /// The sides that measured best at a width.
    pub(super) fn best_sides(&self, width: usize) -> Sides {
        Sides::best(self.instance.hexagon().order(), width)
    }

    fn rounds(&mut self) -> Option<Halt> {
        let mut width = if self.width == 0 { self.first_width() } else { self.width };
        if self.run.deadline.is_none() && self.best.is_some() && !self.affordable(width) {
            return None;
        }
        loop {
            let (known, time) = (self.length(), self.run.clock.elapsed());
            let halt = self.once(width, self.best_sides(width)).or_else(|| self.run.halted());
            let solved = self.best.as_ref().is_some_and(Vec::is_empty);
            if halt.is_some() || solved || self.exhausted {
                return halt;
            }
            let time = self.run.clock.elapsed() - time;
            self.spent += self.cost(width);
            let wider = if self.has_room() { (2 * width).min(WIDEST) } else { width };
            let found = self.length() < known;
            self.width = wider;
            let hurry = self.run.deadline.is_none() && self.spent > BUDGET;
            let halt = if found && !hurry { self.polish(width) } else { None };
            let fits = self.first_result_fits(time * (wider / width) as u32);
            let halt = if fits { halt } else { halt.or_else(|| self.fill(width)) };
            if halt.is_none() && self.run.save_due() {
                self.save();
            }
            if halt.is_some() || (self.run.deadline.is_none() && !self.affordable(wider)) {
                return halt;
            }
            if self.run.deadline.is_none() && self.best.is_none() && wider == width {
                // Only a wider beam could find something, and there is no room for it.
                return Some(Halt::Memory);
            }
            width = wider;
        }
    }

    fn affordable(&self, width: usize) -> bool {
        match self.best {
            Some(_) => self.spent + self.cost(width) <= BUDGET,
            None => width <= HOPELESS,
        }
    }

    /// Whether a round of twice the width keeps well below the memory limits. Where it does not,
    /// rounds go on at the same width, each with other chances.
    fn has_room(&self) -> bool {
        self.run.most_memory().is_none_or(|most| 2 * self.memory <= most / 2)
    }

    /// The candidates of a round in which all variants find a solution as good as the best.
    fn cost(&self, width: usize) -> u64 {
        let levels = self.best.as_ref().map_or(0, Vec::len);
        self.best_sides(width).candidates() * (width * levels) as u64
    }

    /// The width of the first round, which takes about a quarter of the budget.
    fn first_width(&self) -> usize {
        let width = self.widest(FIRST_LEAST, FIRST_MOST, BUDGET / 4);
        if self.is_large() { width.max(self.full_first_width()) } else { width }
    }
}

/// What the variants of a round share.
struct Round<'a> {
    search: &'a BeamSearch<'a>,
    /// The tables of each of the sides.
    tables: &'a [Tables],
    incumbent: &'a SharedIncumbent,
    beams: &'a Mutex<VariantBeams>,
    workers: usize,
    /// The threads that all variants have between them.
    pool: &'a ThreadPool,
}

impl Round<'_> {
    /// Runs one variant, unless an earlier part of this run has finished it.
    fn variant<const NEIGHBOURHOODS: bool>(&self, number: usize) -> Option<BeamOutcome> {
        let Self { search, tables, incumbent, .. } = *self;
        let (run, width) = (search.run, search.width);
        let variants = search.sides.variants();
        let Variant { senses, .. } = variants[number];
        let tables = &tables[number * tables.len() / variants.len()];
        let saved = self.beams.lock().expect("no holder panics").begin(number)?;
        let boards: BoardPair<'_, NEIGHBOURHOODS> = BoardPair::new(search.instance, tables, senses);
        let order = search.instance.hexagon().order();
        let plan = BeamPlan {
            width,
            representation: search.settings.keep(order, width),
            threads: 1,
            pool: Some(self.pool),
            worth: &|length| incumbent.worth(length, number),
            patience: patience(order),
            parallel: self.workers,
        };
        let mut watch = VariantCheckpoint { round: self, number };
        let mut found = beam::resumed(&boards, &plan, run, saved.as_ref(), &mut watch);
        if let Some(path) = found.path.as_ref().filter(|path| incumbent.claim(path, number)) {
            run.emit(&improved(search.instance, &path::solution(path)));
        }
        let mut beams = self.beams.lock().expect("no holder panics");
        match found.halt {
            None => beams.finish(number),
            Some(_) => beams.pause(number, found.unfinished.take()),
        }
        Some(found)
    }
}

/// Saves the beam of a variant whenever a checkpoint is due.
struct VariantCheckpoint<'a> {
    round: &'a Round<'a>,
    number: usize,
}

impl Watch for VariantCheckpoint<'_> {
    fn report(&mut self, snapshot: &dyn Fn() -> Option<Snapshot>) {
        let Round { search, incumbent, beams, .. } = self.round;
        if !search.run.save_due() {
            return;
        }
        let mut beams = beams.lock().expect("no holder panics");
        beams.pause(self.number, snapshot());
        let path = incumbent.path.lock().expect("no holder panics").clone();
        search.save_with(path.as_deref().or(search.best()), None, &beams);
    }
}
