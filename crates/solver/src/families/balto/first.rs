//! The first solutions: single beams, each wider than the one before, so that a run that is stopped
//! early has something to show. A given incumbent bounds them.
//!
//! A narrow beam cannot cross the ground that both empty cells have put in order. Where it is stuck, a
//! much wider beam goes on until it comes nearer, and then one that is twice as wide as before, if that
//! ends in time.
//!
//! Without a deadline there is one such search, whose width depends on the order alone. On large boards
//! with a deadline the first beam is as narrow as it must be to end well before it: a short trial tells
//! what a candidate costs. Wider ones follow as long as they fit.

use std::time::Duration;

use super::boards::{self, Boards, Ends, Tables};
use super::rounds::{BUDGET, HOPELESS, Rounds, VARIANTS};
use super::saved::Beams;
use crate::beam::{self, Plan, Snapshot, Walk as _, Watch};
use crate::run::{Event, Halt};

/// The width on small boards, and the widths on large ones.
const NARROW: usize = 128;
const WIDER: (usize, usize) = (512, 4096);
/// The narrowest search on a large board: narrower ones are stuck again and again.
const NARROWEST: usize = 128;
/// The width and the levels of the trial.
const TRIAL: (usize, usize) = (256, 400);
/// The part of the time that is left which the first search may take by that measure.
const PART: f64 = 0.75;
/// The end of a search costs more than its part of the way: late levels have many states that are equal.
const LATE: f64 = 1.5;
/// By how much the width grows where a beam is stuck.
const GROWTH: usize = 4;

/// A search for a first solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct First {
    /// The width with which it began, the one that is usual by now, and the present one.
    begun: usize,
    usual: usize,
    width: usize,
    /// The moves up to where the present beam began.
    way: Vec<u8>,
    /// The present beam, if it was stopped.
    beam: Option<Snapshot>,
}

impl First {
    fn new(width: usize) -> Self {
        Self { begun: width, usual: width, width, way: Vec::new(), beam: None }
    }

    /// The width of the search that counts.
    pub(super) fn width(rounds: &Rounds<'_>) -> usize {
        let variants = VARIANTS as u64;
        match rounds.is_large() {
            true => rounds.widest(WIDER, 2 * variants * BUDGET),
            false => NARROW,
        }
    }

    /// How far the search is, for people.
    pub(super) fn stage(&self) -> String {
        let level = self.way.len() + self.beam.as_ref().map_or(0, Snapshot::level);
        format!("first solution, width {}, level {level}", self.width)
    }

    pub(super) fn print(&self) -> String {
        let Self { begun, usual, width, .. } = self;
        let way: String = self.way.iter().map(|step| char::from(b'a' + step)).collect();
        let beam = self.beam.as_ref().map(|beam| format!(" {}", beam.print())).unwrap_or_default();
        format!("first {begun} {usual} {width} .{way}{beam}\n")
    }

    pub(super) fn parse(line: &str) -> Result<Self, String> {
        Self::read(line).ok_or_else(|| "the saved state has a first search that is none".to_owned())
    }

    fn read(line: &str) -> Option<Self> {
        let mut words = line.splitn(5, ' ');
        let mut width = || words.next()?.parse().ok().filter(|it| (1..=HOPELESS).contains(it));
        let (begun, usual, width) = (width()?, width()?, width()?);
        let way = words.next()?.strip_prefix('.')?;
        let way: Vec<u8> = way.bytes().map(|letter| letter.wrapping_sub(b'a')).collect();
        let senses = Ends::Both.variants()[0];
        let legal = |path: &[u8]| boards::is_legal(&[&way, path].concat(), senses, Ends::Both);
        let beam = match words.next() {
            None => None,
            Some(words) => Some(Snapshot::parse(words, legal)?),
        };
        legal(&[]).then_some(Self { begun, usual, width, way, beam })
    }
}

impl Rounds<'_> {
    /// The searches for a first solution, unless they are done. Where the first of them is no better
    /// than the given incumbent, windows make that one shorter.
    pub(super) fn first_solutions(&mut self) -> Option<Halt> {
        if self.begun || self.width > 0 {
            return None;
        }
        let mut search = match self.first.take() {
            Some(search) => search,
            None => First::new(self.affordable_first()),
        };
        loop {
            let begun = self.run.clock.elapsed();
            let halt = self.first_solution(&mut search);
            if halt.is_some() {
                self.first = Some(search);
                return halt;
            }
            let (width, time) = (search.begun, self.run.clock.elapsed() - begun);
            let halt = self.polish_given(width);
            let next = self.next_first(width, time).map(First::new);
            self.begun = next.is_none();
            match next {
                Some(wider) if halt.is_none() => search = wider,
                None if halt.is_none() => return self.after_first(width, time),
                stopped => {
                    self.first = stopped;
                    return halt;
                }
            }
        }
    }

    /// The width of the first search.
    fn affordable_first(&mut self) -> usize {
        let full = First::width(self);
        let Some(deadline) = self.run.deadline.filter(|_| self.is_large()) else { return full };
        let begun = self.run.clock.elapsed();
        let before = self.candidates;
        self.trial();
        let (now, tried) = (self.run.clock.elapsed(), self.candidates - before);
        let per_candidate = (now - begun).as_secs_f64() / tried.max(1) as f64;
        let left = deadline.saturating_sub(now).as_secs_f64();
        let fits = |width: usize| {
            let candidates = self.candidates_at(width) / VARIANTS as u64;
            candidates as f64 * per_candidate <= PART * left
        };
        let mut widths = std::iter::successors(Some(full), |width| Some(width / 2));
        widths.find(|width| *width <= NARROWEST || fits(*width)).unwrap_or(full)
    }

    /// The first levels of a beam, to see what a candidate costs.
    fn trial(&mut self) {
        let tables = Tables::new(self.instance, self.manners.weights, self.run.seed);
        let senses = Ends::Both.variants()[0];
        let (width, levels) = TRIAL;
        let manner = self.manners.manner(self.instance.hexagon().order(), width);
        let worth = |level: usize| level <= levels;
        let plan = Plan { width, manner, threads: 1, worth: &worth, patience: levels, parallel: 1 };
        let found = match tables.sees_neighbourhoods() {
            true => {
                let boards = Boards::<true>::new(self.instance, &tables, senses);
                beam::search(&boards, &plan, self.run)
            }
            false => {
                let boards = Boards::<false>::new(self.instance, &tables, senses);
                beam::search(&boards, &plan, self.run)
            }
        };
        self.candidates += found.candidates;
    }

    /// The width of the next search, if one of so many states took so long.
    fn next_first(&self, width: usize, time: Duration) -> Option<usize> {
        let full = First::width(self);
        let fits = |wider: usize| {
            let needed = time * (wider / width) as u32;
            self.run.deadline.is_none_or(|end| self.run.clock.elapsed() + needed <= end)
        };
        let mut widths = std::iter::successors(Some(full), |wider| Some(wider / 2));
        widths.find(|wider| *wider <= width || fits(*wider)).filter(|wider| *wider > width)
    }

    /// On large boards the last of these searches is like those of the first round, which is to have
    /// other chances. If a round would bring nothing in time, windows fill the rest.
    fn after_first(&mut self, width: usize, time: Duration) -> Option<Halt> {
        if !self.is_large() || self.best.is_none() {
            return None;
        }
        self.round += 1;
        let round = time * VARIANTS as u32 * (First::width(self) / width).max(1) as u32;
        if self.first_result_fits(round) { None } else { self.fill(width) }
    }

    fn first_solution(&mut self, search: &mut First) -> Option<Halt> {
        let tables = Tables::new(self.instance, self.manners.weights, self.run.seed);
        let before = self.candidates;
        let found = match tables.sees_neighbourhoods() {
            true => self.narrow::<true>(&tables, search),
            false => self.narrow::<false>(&tables, search),
        };
        self.spent += self.candidates - before;
        if let Ok(Some(path)) = &found {
            self.improve(path.clone());
        }
        found.err()
    }

    /// Runs beams until one of them ends at home, or cannot be shorter than what is known.
    fn narrow<const NEIGHBOURHOODS: bool>(
        &mut self,
        tables: &Tables,
        search: &mut First,
    ) -> Result<Option<Vec<u8>>, Halt> {
        let senses = Ends::Both.variants()[0];
        let mut boards: Boards<'_, NEIGHBOURHOODS> = Boards::new(self.instance, tables, senses);
        let pace = Pace {
            begun: self.run.clock.elapsed(),
            candidates: self.candidates,
            estimate: boards.root().estimate.into(),
        };
        search.way.iter().for_each(|step| boards.apply(*step));
        let order = self.instance.hexagon().order();
        // Both empty cells may have to go from one side of the board to the other.
        let patience = 60 + 4 * order;
        while search.width <= HOPELESS && search.way.len() + 1 < self.length() {
            let (width, usual, done) = (search.width, search.usual, search.way.len());
            let length = self.length();
            let worth =
                |level: usize| (width == usual || level <= patience) && done + level < length;
            let manner = self.manners.manner(order, width);
            let plan = Plan { width, manner, threads: 1, worth: &worth, patience, parallel: 1 };
            let saved = search.beam.take();
            let mut watch = Saving { rounds: self, search };
            let found = beam::resumed(&boards, &plan, self.run, (saved.as_ref(), &mut watch));
            self.candidates += found.candidates;
            self.levels += found.levels;
            search.beam = found.unfinished;
            found.halt.map_or(Ok(()), Err)?;
            let Some(on) = found.path.as_ref().or(found.nearest.as_ref()) else { break };
            let before = boards.root().estimate;
            on.iter().for_each(|step| boards.apply(*step));
            if boards.root().estimate < before {
                search.way.extend(on);
                let grows = width != usual
                    && self.ends_in_time(2 * usual, boards.root().estimate.into(), &pace);
                search.usual = if grows { 2 * usual } else { usual };
                search.width = search.usual;
            } else {
                on.iter().rev().for_each(|step| boards.undo(*step));
                search.width *= GROWTH;
            }
            if found.path.is_some() {
                return Ok(Some(search.way.clone()));
            }
        }
        Ok(None)
    }

    /// Whether a search that goes on from a state with an estimate would end in time at some width. The root of
    /// the estimate falls about as fast as moves are made.
    fn ends_in_time(&self, width: usize, estimate: f64, pace: &Pace) -> bool {
        let Some(deadline) = self.run.deadline else { return true };
        let now = self.run.clock.elapsed();
        let seconds = now.saturating_sub(pace.begun).as_secs_f64();
        let per_candidate = seconds / (self.candidates - pace.candidates).max(1) as f64;
        let whole = (self.candidates_at(width) / VARIANTS as u64) as f64 * per_candidate;
        let left = (estimate / pace.estimate.max(1.0)).sqrt();
        LATE * left * whole <= deadline.saturating_sub(now).as_secs_f64()
    }

    /// Takes a solution that a beam has found, if it is shorter.
    fn improve(&mut self, path: Vec<u8>) {
        if path.len() < self.length() {
            self.run.emit(&Event::Improved(Some(path.len() as i128)));
            self.take(path);
        }
    }
}

/// Where a search began: the time, the candidates before it, and the estimate of its first state.
struct Pace {
    begun: Duration,
    candidates: u64,
    estimate: f64,
}

/// Saves the beam of a first search now and then.
struct Saving<'a, 'b> {
    rounds: &'a Rounds<'b>,
    search: &'a First,
}

impl Watch for Saving<'_, '_> {
    fn report(&mut self, snapshot: &dyn Fn() -> Option<Snapshot>) {
        if self.rounds.run.save_due() {
            let first = First { beam: snapshot(), ..self.search.clone() };
            self.rounds.save_with(self.rounds.best(), Some(&first), &Beams::default());
        }
    }
}
