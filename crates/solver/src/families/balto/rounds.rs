//! Rounds of beam searches. A round runs the variants of senses at one width and keeps the shortest
//! solution. Rounds become wider as long as there is memory, until a budget is used up, or time is.
//!
//! The variants of a round share the threads. Which of them wins does not depend on who is first:
//! a variant goes on as long as its solution would be shorter, or as short and of a variant that
//! comes before. And the budget counts what the best solution would have cost, not what was done.
//!
//! Before the first round `first` finds some solution, however long, so that there is one early.
//! After a round that found a better one, and in time that is too short for another round, windows
//! make the best solution shorter. `saved` is the state that a checkpoint keeps.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use sixfold_puzzle::families::balto::{Instance, Move};

use super::boards::{self, Boards, Ends, Tables};
use super::first::First;
use super::saved::Beams;
use super::weights::Weights;
use super::windows::{SHORTEST, Windows};
use crate::beam::{self, Found, Manner, Plan, Snapshot, Watch};
use crate::run::{Event, Halt, Run};

/// The most variants of a round.
pub(super) const VARIANTS: usize = 4;
/// The candidates that a search without a deadline may look at: some seconds.
pub(super) const BUDGET: u64 = 96_000_000;
/// The narrowest and the widest first round, and the widest of all.
const FIRST: (usize, usize) = (16, 1024);
pub(super) const WIDEST: usize = 1 << 18;
/// A search without a deadline that has found nothing at this width finds nothing.
pub(super) const HOPELESS: usize = 1 << 14;
/// Boards from this order on are left to the search for a first solution, which uses up the budget:
/// rounds that are affordable there are too narrow.
const LARGE: usize = 12;
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
    pub(super) instance: &'a Instance,
    pub(super) manners: Manners<'a>,
    pub(super) run: &'a Run<'a>,
    pub(super) best: Option<Vec<u8>>,
    pub(super) round: u64,
    pub(super) width: usize,
    /// The boards that the present round moves.
    ends: Ends,
    /// The one variant that is run, if not all are.
    only: Option<usize>,
    /// Candidates that count against the budget.
    pub(super) spent: u64,
    pub(super) candidates: u64,
    pub(super) levels: u64,
    memory: u64,
    windows: Use,
    /// Whether the best solution is the incumbent that the run was given, or was made of it by windows
    /// alone. Where its two boards have met is not known then.
    pub(super) given: bool,
    /// Whether the given incumbent is still to be made shorter by windows.
    pub(super) raw: bool,
    /// The search for a first solution, if it was stopped.
    pub(super) first: Option<First>,
    /// Whether the searches for a first solution are done.
    pub(super) begun: bool,
    /// The searches of the present round, if it was stopped.
    pub(super) beams: Beams,
    /// Whether the last round dropped no state, so that wider ones find nothing else.
    exhausted: bool,
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
        Self {
            instance,
            manners,
            run,
            best: None,
            round: 0,
            width: 0,
            ends: Ends::Both,
            only: None,
            spent: 0,
            candidates: 0,
            levels: 0,
            memory: 0,
            windows: Use::On,
            given: false,
            raw: false,
            first: None,
            begun: false,
            beams: Beams::default(),
            exhausted: false,
        }
    }

    /// With a solution to start from, which must solve the board.
    pub(super) fn with_incumbent(self, incumbent: Option<&[Move]>) -> Self {
        let best = incumbent.map(|moves| boards::path(moves, moves.len() / 2));
        let given = best.is_some();
        Self { best, given, raw: given, ..self }
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

    /// One round and nothing else. A given incumbent that it does not beat is made shorter by windows.
    pub(super) fn single(&mut self, width: usize, ends: Ends) -> Option<Halt> {
        let halt = self.once(width, ends).or_else(|| self.polish_given(width));
        if halt.is_some() {
            self.save();
        }
        halt
    }

    /// One round. What a stopped one has come to is in `beams`.
    pub(super) fn once(&mut self, width: usize, ends: Ends) -> Option<Halt> {
        let (manners, run) = (self.manners, self.run);
        (self.width, self.ends) = (width, ends);
        let seed = run.seed.wrapping_add(self.round);
        let tables = Tables::new(self.instance, manners.weights, seed).from(ends);
        let length = self.best.as_ref().map_or(usize::MAX / VARIANTS, Vec::len);
        let prize =
            Prize { rank: AtomicUsize::new(Prize::rank(length, 0)), path: Mutex::new(None) };
        let halt = match tables.sees_neighbourhoods() {
            true => self.variants::<true>(&tables, &prize),
            false => self.variants::<false>(&tables, &prize),
        };
        let path = prize.path.into_inner().expect("no holder panics");
        path.into_iter().for_each(|path| self.take(path));
        if halt.is_none() {
            self.round += 1;
            self.beams = Beams::default();
        }
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
        let beams = Mutex::new(std::mem::take(&mut self.beams));
        let of_round = OfRound { rounds: self, tables, prize, beams: &beams, workers };
        let work = || {
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            let numbers = numbers.take_while(|&number| number < range.end);
            numbers.filter_map(|number| of_round.variant::<NEIGHBOURHOODS>(number)).collect()
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
    pub(super) fn widening(&mut self) -> Option<Halt> {
        let halt = self.first_solutions().or_else(|| self.rounds());
        if halt.is_some() {
            self.save();
        }
        halt
    }

    fn rounds(&mut self) -> Option<Halt> {
        let mut width = if self.width == 0 { self.first_width() } else { self.width };
        if self.run.deadline.is_none() && self.best.is_some() && !self.affordable(width) {
            return None;
        }
        loop {
            let (known, time) = (self.length(), self.run.clock.elapsed());
            let halt = self.once(width, Ends::Both).or_else(|| self.run.halted());
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

    /// Windows on the incumbent that the run was given, if they were not looked at yet.
    pub(super) fn polish_given(&mut self, width: usize) -> Option<Halt> {
        if std::mem::take(&mut self.raw) { self.polish(width) } else { None }
    }

    pub(super) fn is_large(&self) -> bool {
        self.instance.hexagon().order() >= LARGE
    }

    /// Takes a solution that beams have found.
    pub(super) fn take(&mut self, path: Vec<u8>) {
        (self.best, self.given, self.raw) = (Some(path), false, false);
    }

    /// The length of the best solution; of none, more than any.
    pub(super) fn length(&self) -> usize {
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
    pub(super) fn first_result_fits(&self, round: Duration) -> bool {
        let workers = self.run.threads.clamp(1, VARIANTS);
        let first = round * workers as u32 / VARIANTS as u32;
        self.run.deadline.is_none_or(|deadline| self.run.clock.elapsed() + first <= deadline)
    }

    /// Makes the best solution shorter by windows.
    fn polish(&mut self, width: usize) -> Option<Halt> {
        let path = self.best.as_ref().filter(|_| self.windows == Use::On)?;
        let seed = self.run.seed.wrapping_add(self.round).wrapping_add(self.candidates);
        let mut windows = Windows::new(self.instance, self.manners, self.run, path);
        let loops = if self.given { windows.loops(seed) } else { Ok(()) };
        let mut halt = loops.and_then(|()| windows.narrowing(width, seed)).err();
        if halt.is_none() && (width >= SHORTCUTS || self.given) {
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
    pub(super) fn fill(&mut self, width: usize) -> Option<Halt> {
        let long = (2 * SHORTEST..usize::MAX).contains(&self.length());
        if !long || self.windows == Use::Off {
            return None;
        }
        for turn in 0.. {
            if self.given {
                self.move_meeting(turn);
            }
            let halt = self.polish(width << (turn % 3)).or_else(|| self.run.halted());
            if halt.is_some() {
                return halt;
            }
            if self.run.save_due() {
                self.save();
            }
        }
        None
    }

    /// Takes another place of a given solution for the one where its boards have met: windows lie there.
    fn move_meeting(&mut self, turn: usize) {
        if let Some(best) = &self.best {
            let moves = boards::solution(best);
            self.best = Some(boards::path(&moves, moves.len() * (3 * turn % 8) / 7));
        }
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

    /// The width of the first round, which takes about a quarter of the budget.
    fn first_width(&self) -> usize {
        let width = self.widest(FIRST, BUDGET / 4);
        if self.is_large() { width.max(First::width(self)) } else { width }
    }

    /// The candidates of a round of some width: solutions have up to twice as many moves as the cube of
    /// the order.
    pub(super) fn candidates_at(&self, width: usize) -> u64 {
        let levels = 2 * self.instance.hexagon().order().pow(3);
        Ends::Both.candidates() * (width * levels) as u64
    }

    /// The largest width between two others, each twice the one before, at which a round looks at no
    /// more than so many candidates.
    pub(super) fn widest(&self, (least, most): (usize, usize), candidates: u64) -> usize {
        let fits = |width: &usize| self.candidates_at(*width) <= candidates;
        let widths = std::iter::successors(Some(least), |width| Some(2 * width));
        widths.take_while(|width| *width <= most).take_while(fits).last().unwrap_or(least)
    }
}

/// What the variants of a round share.
struct OfRound<'a> {
    rounds: &'a Rounds<'a>,
    tables: &'a Tables,
    prize: &'a Prize,
    beams: &'a Mutex<Beams>,
    workers: usize,
}

impl OfRound<'_> {
    /// Runs one variant, unless an earlier part of this run has finished it.
    fn variant<const NEIGHBOURHOODS: bool>(&self, number: usize) -> Option<Found> {
        let Self { rounds, tables, prize, .. } = *self;
        let (run, width) = (rounds.run, rounds.width);
        let saved = self.beams.lock().expect("no holder panics").begin(number)?;
        let boards: Boards<'_, NEIGHBOURHOODS> =
            Boards::new(rounds.instance, tables, rounds.ends.variants()[number]);
        let order = rounds.instance.hexagon().order();
        let plan = Plan {
            width,
            manner: rounds.manners.manner(order, width),
            threads: (run.threads / rounds.chosen().len()).max(1),
            worth: &|length| prize.worth(length, number),
            patience: patience(order),
            parallel: self.workers,
        };
        let mut watch = Saving { of_round: self, number };
        let mut found = beam::resumed(&boards, &plan, run, (saved.as_ref(), &mut watch));
        if found.path.as_ref().is_some_and(|path| prize.claim(path, number)) {
            let length = found.path.as_ref().map_or(0, Vec::len);
            run.emit(&Event::Improved(Some(length as i128)));
        }
        let mut beams = self.beams.lock().expect("no holder panics");
        match found.halt {
            None => beams.finish(number),
            Some(_) => beams.pause(number, found.unfinished.take()),
        }
        Some(found)
    }
}

/// Saves the beam of a variant now and then.
struct Saving<'a> {
    of_round: &'a OfRound<'a>,
    number: usize,
}

impl Watch for Saving<'_> {
    fn report(&mut self, snapshot: &dyn Fn() -> Option<Snapshot>) {
        let OfRound { rounds, prize, beams, .. } = self.of_round;
        if !rounds.run.save_due() {
            return;
        }
        let mut beams = beams.lock().expect("no holder panics");
        beams.pause(self.number, snapshot());
        let path = prize.path.lock().expect("no holder panics").clone();
        rounds.save_with(path.as_deref().or(rounds.best()), None, &beams);
    }
}
