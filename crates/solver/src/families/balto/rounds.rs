//! Rounds of beam searches. A round runs the variants of senses at one width and keeps the shortest
//! solution. Rounds become wider as long as there is memory, until a budget is used up, or time is.
//!
//! The variants of a round share the threads. Which of them wins does not depend on who is first:
//! a variant goes on as long as its solution would be shorter, or as short and of a variant that
//! comes before. And the budget counts what the best solution would have cost, not what was done.
//!
//! Before the first round a narrow beam finds some solution, however long, so that there is one early.
//! After a round that found a better one, and in time that is too short for another round, windows
//! make the best solution shorter.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use sixfold_puzzle::families::balto::{Balto, Instance};
use sixfold_puzzle::family::Family as _;

use super::boards::{self, Boards, Ends, Tables};
use super::weights::Weights;
use super::windows::{SHORTEST, Windows};
use crate::beam::{self, Found, Manner, Plan, Walk as _};
use crate::run::{Event, Halt, Run};

/// Moves from a board, and the most variants of a round.
const MOVES: u8 = 6;
const VARIANTS: usize = 4;
/// The candidates that a search without a deadline may look at: some seconds.
const BUDGET: u64 = 96_000_000;
/// The narrowest and the widest first round, and the widest of all.
const FIRST: (usize, usize) = (16, 1024);
pub(super) const WIDEST: usize = 1 << 18;
/// A search without a deadline that has found nothing at this width finds nothing.
const HOPELESS: usize = 1 << 14;
/// The width with which the first solution is sought, and by how much it grows where the beam is
/// stuck. Boards from some order on are left to one search that uses up the budget: rounds that are
/// affordable there are too narrow.
const NARROW: usize = 128;
const LARGE: usize = 12;
const WIDER: (usize, usize) = (512, 4096);
const GROWTH: usize = 4;
/// Copies are quicker on boards up to this order, in beams up to this width.
const COPIED: (usize, usize) = (8, 2048);
/// Exhaustive windows are a small part of a round of this width.
const SHORTCUTS: usize = 512;

/// How many levels a search goes on without coming nearer.
pub(super) fn patience(order: usize) -> usize {
    100 + 10 * order
}

/// How searches are made.
#[derive(Clone, Copy)]
pub(super) struct Manners<'a> {
    pub(super) weights: &'a Weights,
    /// How states are kept, if not as is quicker.
    pub(super) manner: Option<Manner>,
}

impl Manners<'_> {
    /// How the states of a beam are kept: the same beams come of both. Copies of small states that all
    /// fit into the cache are quicker than a tour.
    pub(super) fn manner(&self, order: usize, width: usize) -> Manner {
        let small = order <= COPIED.0 && width <= COPIED.1;
        self.manner.unwrap_or(if small { Manner::Copies } else { Manner::Tour })
    }
}

/// A sequence of rounds.
pub(super) struct Rounds<'a> {
    instance: &'a Instance,
    manners: Manners<'a>,
    run: &'a Run<'a>,
    best: Option<Vec<u8>>,
    round: u64,
    width: usize,
    /// The boards that the present round moves.
    ends: Ends,
    /// The one variant that is run, if not all are.
    only: Option<usize>,
    /// Candidates that count against the budget.
    spent: u64,
    candidates: u64,
    levels: u64,
    memory: u64,
    windows: Use,
}

/// Whether windows are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    On,
    Off,
}

/// What the variants of a round have found so far.
struct Prize {
    /// The length of the best solution and its variant, as one number: the smaller the better.
    rank: AtomicUsize,
    path: Mutex<Option<Vec<u8>>>,
}

impl Prize {
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

impl<'a> Rounds<'a> {
    pub(super) fn new(instance: &'a Instance, manners: Manners<'a>, run: &'a Run<'a>) -> Self {
        let (best, round, width, ends, spent) = (None, 0, 0, Ends::Both, 0);
        let (candidates, levels, memory, windows, only) = (0, 0, 0, Use::On, None);
        Self {
            instance,
            manners,
            run,
            best,
            round,
            width,
            ends,
            only,
            spent,
            candidates,
            levels,
            memory,
            windows,
        }
    }

    pub(super) fn with_windows(self, windows: Use) -> Self {
        Self { windows, ..self }
    }

    /// With one variant instead of all.
    pub(super) fn with_only(self, only: Option<usize>) -> Self {
        Self { only, ..self }
    }

    /// The shortest path so far.
    pub(super) fn best(&self) -> Option<&[u8]> {
        self.best.as_deref()
    }

    pub(super) fn effort(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("candidates", self.candidates),
            ("levels", self.levels),
            ("rounds", self.round),
            ("width", self.width as u64),
            ("memory", self.memory),
        ]
    }

    /// One round.
    pub(super) fn once(&mut self, width: usize, ends: Ends) -> Option<Halt> {
        let (manners, run) = (self.manners, self.run);
        (self.width, self.ends) = (width, ends);
        let seed = run.seed.wrapping_add(self.round);
        let tables = Tables::new(self.instance, manners.weights, seed).from(ends);
        self.round += 1;
        let length = self.best.as_ref().map_or(usize::MAX / VARIANTS, Vec::len);
        let prize =
            Prize { rank: AtomicUsize::new(Prize::rank(length, 0)), path: Mutex::new(None) };
        let halt = match tables.sees_neighbourhoods() {
            true => self.variants::<true>(&tables, &prize),
            false => self.variants::<false>(&tables, &prize),
        };
        let path = prize.path.into_inner().expect("no holder panics");
        self.best = path.or(self.best.take());
        halt
    }

    /// The variants of a round.
    fn chosen(&self) -> Range<usize> {
        let all = 0..self.ends.variants().len();
        self.only.filter(|number| all.contains(number)).map_or(all, |number| number..number + 1)
    }

    /// Runs the variants on as many threads as there are.
    fn variants<const NEIGHBOURHOODS: bool>(
        &mut self,
        tables: &Tables,
        prize: &Prize,
    ) -> Option<Halt> {
        let range = self.chosen();
        let workers = self.run.threads.clamp(1, range.len());
        let next = AtomicUsize::new(range.start);
        let work = || {
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            let numbers = numbers.take_while(|&number| number < range.end);
            numbers.map(|number| self.variant::<NEIGHBOURHOODS>(number, tables, prize)).collect()
        };
        let found: Vec<Found> = if workers == 1 {
            work()
        } else {
            thread::scope(|scope| {
                let handles: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
                let join = |handle: thread::ScopedJoinHandle<'_, Vec<Found>>| {
                    handle.join().expect("a search does not panic")
                };
                handles.into_iter().flat_map(join).collect()
            })
        };
        self.candidates += found.iter().map(|found| found.candidates).sum::<u64>();
        self.levels += found.iter().map(|found| found.levels).sum::<u64>();
        let memory = found.iter().map(|found| found.memory).max().unwrap_or(0);
        self.memory = memory * workers as u64;
        found.into_iter().find_map(|found| found.halt)
    }

    fn variant<const NEIGHBOURHOODS: bool>(
        &self,
        number: usize,
        tables: &Tables,
        prize: &Prize,
    ) -> Found {
        let boards: Boards<'_, NEIGHBOURHOODS> =
            Boards::new(self.instance, tables, self.ends.variants()[number]);
        let order = self.instance.hexagon().order();
        let plan = Plan {
            width: self.width,
            manner: self.manners.manner(order, self.width),
            threads: (self.run.threads / self.chosen().len()).max(1),
            worth: &|length| prize.worth(length, number),
            patience: patience(order),
        };
        let found = beam::search(&boards, &plan, self.run);
        if found.path.as_ref().is_some_and(|path| prize.claim(path, number)) {
            let length = found.path.as_ref().map_or(0, Vec::len);
            self.run.emit(&Event::Improved(Some(length as i128)));
        }
        found
    }

    /// Rounds of growing width, until the budget or the time is used up.
    pub(super) fn widening(&mut self) -> Option<Halt> {
        if self.best.is_none() && self.width == 0 {
            let begun = self.run.clock.elapsed();
            let halt = self.early().or_else(|| self.after_early(self.run.clock.elapsed() - begun));
            if halt.is_some() {
                return halt;
            }
        }
        let mut width = if self.width == 0 { self.first_width() } else { self.width };
        if self.run.deadline.is_none() && self.best.is_some() && !self.affordable(width) {
            return None;
        }
        loop {
            let (begun, known, time) = (self.round, self.length(), self.run.clock.elapsed());
            let halt = self.once(width, Ends::Both);
            if halt.is_some() {
                // The round has not come to its end, so it is to be done again.
                self.round = begun;
                self.save();
            }
            if halt.is_some() || self.best.as_ref().is_some_and(Vec::is_empty) {
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
            if halt.is_some() || self.run.save_due() {
                self.save();
            }
            if halt.is_some() || (self.run.deadline.is_none() && !self.affordable(wider)) {
                return halt;
            }
            width = wider;
        }
    }

    /// On large boards the first solution is that of a search like those of the first round, which is
    /// to have other chances. If it would bring nothing in time, windows fill the rest.
    fn after_early(&mut self, time: Duration) -> Option<Halt> {
        if !self.is_large() || self.best.is_none() {
            return None;
        }
        self.round += 1;
        let fits = self.first_result_fits(time * VARIANTS as u32);
        if fits { None } else { self.fill(self.early_width()) }
    }

    fn is_large(&self) -> bool {
        self.instance.hexagon().order() >= LARGE
    }

    /// The length of the best solution; of none, more than any.
    fn length(&self) -> usize {
        self.best.as_ref().map_or(usize::MAX, Vec::len)
    }

    fn affordable(&self, width: usize) -> bool {
        match self.best {
            Some(_) => self.spent + self.cost(width) <= BUDGET,
            None => width <= HOPELESS,
        }
    }

    /// Whether a round that takes so long has found something before the deadline: with few threads
    /// its variants come one after the other.
    fn first_result_fits(&self, round: Duration) -> bool {
        let workers = self.run.threads.clamp(1, VARIANTS);
        let first = round * workers as u32 / VARIANTS as u32;
        self.run.deadline.is_none_or(|deadline| self.run.clock.elapsed() + first <= deadline)
    }

    /// Some solution, soon: a narrow beam, and where it is stuck a much wider one until it comes nearer
    /// again; then one that is twice as wide as before goes on. A narrow beam cannot cross the ground that both empty cells have put in order.
    fn early(&mut self) -> Option<Halt> {
        let tables = Tables::new(self.instance, self.manners.weights, self.run.seed);
        let found = match tables.sees_neighbourhoods() {
            true => self.narrow::<true>(&tables),
            false => self.narrow::<false>(&tables),
        };
        self.spent += self.candidates;
        if let Ok(Some(path)) = &found {
            self.run.emit(&Event::Improved(Some(path.len() as i128)));
            self.best = Some(path.clone());
        }
        found.err()
    }

    fn narrow<const NEIGHBOURHOODS: bool>(
        &mut self,
        tables: &Tables,
    ) -> Result<Option<Vec<u8>>, Halt> {
        let senses = Ends::Both.variants()[0];
        let start: Boards<'_, NEIGHBOURHOODS> = Boards::new(self.instance, tables, senses);
        let (mut boards, mut way) = (start, Vec::new());
        let (mut usual, mut width) = (self.early_width(), self.early_width());
        // Both empty cells may have to go from one side of the board to the other.
        let patience = 60 + 4 * self.instance.hexagon().order();
        while width <= HOPELESS {
            let manner = self.manners.manner(self.instance.hexagon().order(), width);
            let crossing = |level: usize| width == usual || level <= patience;
            let plan = Plan { width, manner, threads: 1, worth: &crossing, patience };
            let found = beam::search(&boards, &plan, self.run);
            self.candidates += found.candidates;
            self.levels += found.levels;
            found.halt.map_or(Ok(()), Err)?;
            let Some(on) = found.path.as_ref().or(found.nearest.as_ref()) else { break };
            let before = boards.root().estimate;
            on.iter().for_each(|step| boards.apply(*step));
            if boards.root().estimate < before {
                way.extend(on);
                usual = if width == usual { usual } else { 2 * usual };
                width = usual;
            } else {
                on.iter().rev().for_each(|step| boards.undo(*step));
                width *= GROWTH;
            }
            if found.path.is_some() {
                return Ok(Some(way));
            }
        }
        Ok(None)
    }

    /// Makes the best solution shorter by windows.
    fn polish(&mut self, width: usize) -> Option<Halt> {
        let path = self.best.as_ref().filter(|_| self.windows == Use::On)?;
        let seed = self.run.seed.wrapping_add(self.round).wrapping_add(self.candidates);
        let mut windows = Windows::new(self.instance, self.manners, self.run, path);
        let mut halt = windows.narrowing(width, seed).err();
        if halt.is_none() && width >= SHORTCUTS {
            let shorter = windows.shortcuts(seed);
            halt = shorter.and_then(|()| windows.insertions(seed)).err();
        }
        self.spent += windows.candidates;
        self.candidates += windows.candidates;
        self.levels += windows.levels;
        self.best = Some(windows.path());
        halt
    }

    /// Windows until the deadline, each time other ones. Solutions that are too short for windows are
    /// left to rounds.
    fn fill(&mut self, width: usize) -> Option<Halt> {
        let long = (2 * SHORTEST..usize::MAX).contains(&self.length());
        if !long || self.windows == Use::Off {
            return None;
        }
        let mut widths = [1, 2, 4].map(|times| times * width).into_iter().cycle();
        widths.find_map(|width| self.polish(width).or_else(|| self.run.halted()))
    }

    /// Saves where the next round begins. Whoever made the checkpoint tells if it cannot be kept.
    fn save(&self) {
        let best = self.best.as_deref().unwrap_or_default();
        let moves: String = best.iter().map(|step| char::from(b'a' + step)).collect();
        let (round, width, spent, length) = (self.round, self.width, self.spent, best.len());
        let known = if self.best.is_some() { format!("best {moves}\n") } else { String::new() };
        let _ = self.run.save_state(&format!(
            "round {}, width {width}, {length} moves\nround {round}\nwidth {width}\nspent {spent}\n{known}",
            round + 1
        ));
    }

    /// Goes on where a saved run stopped.
    pub(super) fn resume(&mut self) -> Result<(), String> {
        let Some(state) = self.run.saved_state() else { return Ok(()) };
        let value = |name: &str| state.lines().skip(1).find_map(|line| line.strip_prefix(name));
        let number = |name: &str| {
            let number = value(name).and_then(|value| value.trim().parse::<u64>().ok());
            number.ok_or_else(|| format!("the saved state has no {name}"))
        };
        (self.round, self.spent) = (number("round")?, number("spent")?);
        self.width = number("width")?.clamp(1, WIDEST as u64) as usize;
        self.best = value("best ").map(|moves| self.path(moves)).transpose()?;
        Ok(())
    }

    /// A saved path, if it solves the board.
    fn path(&self, moves: &str) -> Result<Vec<u8>, String> {
        let path: Vec<u8> = moves.bytes().map(|letter| letter.wrapping_sub(b'a')).collect();
        let known = path.iter().all(|step| *step < 4 * MOVES);
        let solves = known && Balto::violations(self.instance, &boards::solution(&path)).is_empty();
        solves.then_some(path).ok_or_else(|| "the saved moves do not solve the board".to_owned())
    }

    /// Whether a round of twice the width keeps well below the memory ceiling. Where it does not,
    /// rounds go on at the same width, each with other chances.
    fn has_room(&self) -> bool {
        self.run.ceiling.is_none_or(|most| 2 * self.memory <= most / 2)
    }

    /// The candidates of a round in which all variants find a solution as good as the best.
    fn cost(&self, width: usize) -> u64 {
        let levels = self.best.as_ref().map_or(0, Vec::len);
        self.ends.candidates() * (width * levels) as u64
    }

    /// The width of the search for a first solution.
    fn early_width(&self) -> usize {
        let variants = Ends::Both.variants().len() as u64;
        match self.is_large() {
            true => self.widest(WIDER, 2 * variants * BUDGET),
            false => NARROW,
        }
    }

    /// The width of the first round, which takes about a quarter of the budget.
    fn first_width(&self) -> usize {
        let width = self.widest(FIRST, BUDGET / 4);
        if self.is_large() { width.max(self.early_width()) } else { width }
    }

    /// The largest width between two others, each twice the one before, at which a round looks at no
    /// more than so many candidates: solutions have up to twice as many moves as the cube of the order.
    fn widest(&self, (least, most): (usize, usize), candidates: u64) -> usize {
        let levels = 2 * self.instance.hexagon().order().pow(3);
        let fits = |width: &usize| Ends::Both.candidates() * (width * levels) as u64 <= candidates;
        let widths = std::iter::successors(Some(least), |width| Some(2 * width));
        widths.take_while(|width| *width <= most).take_while(fits).last().unwrap_or(least)
    }
}
