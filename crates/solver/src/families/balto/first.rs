//! The first solution: a single beam, so that a run that is stopped early has something to show. A given
//! incumbent bounds it.
//!
//! A narrow beam cannot cross the ground that both empty cells have put in order. Where it is stuck, a
//! much wider beam goes on until it comes nearer, and then one that is twice as wide as before.
//!
//! The width depends on the order. On large boards with a deadline it is fitted to the time that is left
//! (`pace`).

use std::time::Duration;

use super::boards::{self, Boards, Ends, Tables};
use super::pace::Pace;
use super::rounds::{BUDGET, HOPELESS, Rounds, VARIANTS};
use super::saved::Beams;
use crate::beam::{self, Plan, Snapshot, Walk as _, Watch};
use crate::run::{Event, Halt};

/// The width on small boards, and the widths on large ones.
const NARROW: usize = 128;
const WIDER: (usize, usize) = (512, 4096);
/// By how much the width grows where a beam is stuck.
const GROWTH: usize = 4;

/// A search for a first solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct First {
    /// The width that is usual by now, and the present one.
    usual: usize,
    width: usize,
    /// The moves up to where the present beam began.
    way: Vec<u8>,
    /// The present beam, if it was stopped.
    beam: Option<Snapshot>,
}

impl First {
    fn new(width: usize) -> Self {
        Self { usual: width, width, way: Vec::new(), beam: None }
    }

    /// The width with which it begins.
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
        let Self { usual, width, .. } = self;
        let way: String = self.way.iter().map(|step| char::from(b'a' + step)).collect();
        let beam = self.beam.as_ref().map(|beam| format!(" {}", beam.print())).unwrap_or_default();
        format!("first {usual} {width} .{way}{beam}\n")
    }

    pub(super) fn parse(line: &str) -> Result<Self, String> {
        Self::read(line).ok_or_else(|| "the saved state has a first search that is none".to_owned())
    }

    fn read(line: &str) -> Option<Self> {
        let mut words = line.splitn(4, ' ');
        let mut width = || words.next()?.parse().ok().filter(|it| (1..=HOPELESS).contains(it));
        let (usual, width) = (width()?, width()?);
        let way = words.next()?.strip_prefix('.')?;
        let way: Vec<u8> = way.bytes().map(|letter| letter.wrapping_sub(b'a')).collect();
        let senses = Ends::Both.variants()[0];
        let legal = |path: &[u8]| boards::is_legal(&[&way, path].concat(), senses, Ends::Both);
        let beam = match words.next() {
            None => None,
            Some(words) => Some(Snapshot::parse(words, legal)?),
        };
        legal(&[]).then_some(Self { usual, width, way, beam })
    }
}

impl Rounds<'_> {
    /// The search for a first solution, unless it is done. Where it is no better than the given
    /// incumbent, windows make that one shorter.
    pub(super) fn first_solutions(&mut self) -> Option<Halt> {
        if self.begun || self.width > 0 {
            return None;
        }
        let begun = self.run.clock.elapsed();
        let mut search = self.first.take().unwrap_or_else(|| First::new(First::width(self)));
        let halt = self.first_solution(&mut search);
        if halt.is_some() {
            self.first = Some(search);
            return halt;
        }
        self.begun = true;
        let (width, time) = (First::width(self), self.run.clock.elapsed() - begun);
        self.polish_given(width).or_else(|| self.after_first(width, time))
    }

    /// On large boards this search is like those of the first round, which is to have other chances. If
    /// a round would bring nothing in time, windows fill the rest.
    fn after_first(&mut self, width: usize, time: Duration) -> Option<Halt> {
        if !self.is_large() || self.best.is_none() {
            return None;
        }
        self.round += 1;
        if self.first_result_fits(time * VARIANTS as u32) { None } else { self.fill(width) }
    }

    /// The pace of a first search, if it has a deadline and the board is large.
    fn pace(&self, estimate: u32) -> Option<Pace> {
        let deadline = self.run.deadline.filter(|_| self.is_large())?.as_secs_f64();
        let now = self.run.clock.elapsed().as_secs_f64();
        Some(Pace::new(estimate, First::width(self), now, deadline))
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
        let mut pace = self.pace(boards.root().estimate);
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
            // A beam that is to cross such ground is as wide as it must be.
            let pace = pace.as_mut().filter(|_| width == usual);
            let mut watch = Looking { rounds: self, search, pace };
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
                search.usual = if width == usual { usual } else { 2 * usual };
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

    /// Takes a solution that a beam has found, if it is shorter.
    fn improve(&mut self, path: Vec<u8>) {
        if path.len() < self.length() {
            self.run.emit(&Event::Improved(Some(path.len() as i128)));
            self.take(path);
        }
    }
}

/// Saves the beam of a first search now and then, and sets its pace.
struct Looking<'a, 'b> {
    rounds: &'a Rounds<'b>,
    search: &'a First,
    pace: Option<&'a mut Pace>,
}

impl Watch for Looking<'_, '_> {
    fn width(&mut self, least: u32) -> Option<usize> {
        let now = self.rounds.run.clock.elapsed().as_secs_f64();
        self.pace.as_mut().map(|pace| pace.width(now, least, self.search.width))
    }

    fn report(&mut self, snapshot: &dyn Fn() -> Option<Snapshot>) {
        if self.rounds.run.save_due() {
            let first = First { beam: snapshot(), ..self.search.clone() };
            self.rounds.save_with(self.rounds.best(), Some(&first), &Beams::default());
        }
    }
}
