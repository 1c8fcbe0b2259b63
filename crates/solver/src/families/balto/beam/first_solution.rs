//! First solutions: a beam search that restarts from its nearest state when it is stuck.
//!
//! A run that is stopped early needs an incumbent early, and a beam over the whole way is too slow on
//! large boards. A narrow beam gets stuck where both empty cells have ordered all tiles around them.
//! There a beam that is `GROWTH` times as wide continues until the estimate falls. The usual width
//! then doubles, if a search of that width would end in time. A given incumbent prunes these searches.
//!
//! Without a deadline the width depends on the order alone. On large boards with a deadline a short trial
//! measures the cost of a candidate, and the first beam is as wide as fits. Wider ones follow as
//! long as they fit.
//!
//! Heuristic: a restart commits to its prefix, so solutions are longer than those of one wide beam.

use std::time::Duration;

use super::super::board_pair::{BoardPair, Ends, Tables};
use super::super::parameters::{BUDGET, HOPELESS, VARIANTS};
use super::super::path;
use super::super::task::improved;
use super::paused::{RestartingBeam, VariantBeams};
use super::state::BeamSearch;
use crate::beam::{self, BeamPlan, Snapshot, Walk as _, Watch};
use crate::run::Halt;

/// The width on small boards, and the limits of the width on large ones.
const NARROW: usize = 128;
const LARGE_LEAST: usize = 512;
const LARGE_MOST: usize = 4096;
/// The narrowest search on a large board; narrower ones get stuck too often.
const NARROWEST: usize = 128;
/// The width and the levels of the trial.
const TRIAL_WIDTH: usize = 256;
const TRIAL_LEVELS: usize = 400;
/// The part of the remaining time that the first search may take, by the measure of the trial.
const PART: f64 = 0.75;
/// Late levels cost more than early ones, since many of their candidates are duplicates.
const LATE: f64 = 1.5;
/// By how much the width grows where a beam is stuck.
const GROWTH: usize = 4;

impl BeamSearch<'_> {
    /// The width of the last search for a first solution.
    pub(super) fn full_first_width(&self) -> usize {
        match self.is_large() {
            true => self.widest(LARGE_LEAST, LARGE_MOST, 2 * VARIANTS as u64 * BUDGET),
            false => NARROW,
        }
    }

    /// The searches for a first solution, unless they are done. Where the first of them is no better
    /// than the given incumbent, windows make that one shorter.
    pub(super) fn first_solutions(&mut self) -> Option<Halt> {
        if self.begun || self.width > 0 {
            return None;
        }
        let mut search = match self.first.take() {
            Some(search) => search,
            None => RestartingBeam::new(self.affordable_first()),
        };
        loop {
            let begun = self.run.clock.elapsed();
            let halt = self.first_solution(&mut search);
            if halt.is_some() {
                self.first = Some(search);
                return halt;
            }
            let (width, time) = (search.initial, self.run.clock.elapsed() - begun);
            let halt = self.polish_given(width);
            let next = self.next_first(width, time).map(RestartingBeam::new);
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
        let full = self.full_first_width();
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
        let tables = Tables::new(self.instance, self.settings.weights, self.run.seed);
        let senses = Ends::Both.variants()[0];
        let (width, levels) = (TRIAL_WIDTH, TRIAL_LEVELS);
        let representation = self.settings.keep(self.instance.hexagon().order(), width);
        let worth = |level: usize| level <= levels;
        let plan = BeamPlan {
            width,
            representation,
            threads: 1,
            pool: None,
            worth: &worth,
            patience: levels,
            parallel: 1,
        };
        let found = match tables.sees_neighbourhoods() {
            true => {
                let boards = BoardPair::<true>::new(self.instance, &tables, senses);
                beam::search(&boards, &plan, self.run)
            }
            false => {
                let boards = BoardPair::<false>::new(self.instance, &tables, senses);
                beam::search(&boards, &plan, self.run)
            }
        };
        self.candidates += found.candidates;
    }

    /// The width of the next search, if one of so many states took so long.
    fn next_first(&self, width: usize, time: Duration) -> Option<usize> {
        let full = self.full_first_width();
        let fits = |wider: usize| {
            let needed = time * (wider / width) as u32;
            self.run.deadline.is_none_or(|end| self.run.clock.elapsed() + needed <= end)
        };
        let mut widths = std::iter::successors(Some(full), |wider| Some(wider / 2));
        widths.find(|wider| *wider <= width || fits(*wider)).filter(|wider| *wider > width)
    }

    /// On large boards the last of these searches equals one of the first round, which therefore gets
    /// another seed. If a round would not end in time, local improvement fills the rest.
    fn after_first(&mut self, width: usize, time: Duration) -> Option<Halt> {
        if !self.is_large() || self.best.is_none() {
            return None;
        }
        self.round += 1;
        let round = time * VARIANTS as u32 * (self.full_first_width() / width).max(1) as u32;
        if self.first_result_fits(round) { None } else { self.fill(width) }
    }

    fn first_solution(&mut self, search: &mut RestartingBeam) -> Option<Halt> {
        let tables = Tables::new(self.instance, self.settings.weights, self.run.seed);
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
        search: &mut RestartingBeam,
    ) -> Result<Option<Vec<u8>>, Halt> {
        let senses = Ends::Both.variants()[0];
        let mut boards: BoardPair<'_, NEIGHBOURHOODS> =
            BoardPair::new(self.instance, tables, senses);
        let pace = Pace {
            begun: self.run.clock.elapsed(),
            candidates: self.candidates,
            estimate: boards.root().estimate.into(),
        };
        search.prefix.iter().for_each(|step| boards.apply(*step));
        let order = self.instance.hexagon().order();
        // Both empty cells may have to go from one side of the board to the other.
        let patience = 60 + 4 * order;
        while search.width <= HOPELESS && search.prefix.len() + 1 < self.length() {
            let (width, usual, done) = (search.width, search.usual, search.prefix.len());
            let length = self.length();
            let worth =
                |level: usize| (width == usual || level <= patience) && done + level < length;
            let representation = self.settings.keep(order, width);
            let plan = BeamPlan {
                width,
                representation,
                threads: 1,
                pool: None,
                worth: &worth,
                patience,
                parallel: 1,
            };
            let saved = search.snapshot.take();
            let mut watch = FirstCheckpoint { search: self, beam: search };
            let found = beam::resumed(&boards, &plan, self.run, saved.as_ref(), &mut watch);
            self.candidates += found.candidates;
            self.levels += found.levels;
            search.snapshot = found.unfinished;
            found.halt.map_or(Ok(()), Err)?;
            let Some(on) = found.path.as_ref().or(found.nearest.as_ref()) else { break };
            let before = boards.root().estimate;
            on.iter().for_each(|step| boards.apply(*step));
            if boards.root().estimate < before {
                search.prefix.extend(on);
                let grows = width != usual
                    && self.ends_in_time(2 * usual, boards.root().estimate.into(), &pace);
                search.usual = if grows { 2 * usual } else { usual };
                search.width = search.usual;
            } else {
                on.iter().rev().for_each(|step| boards.undo(*step));
                search.width *= GROWTH;
            }
            if found.path.is_some() {
                return Ok(Some(search.prefix.clone()));
            }
        }
        Ok(None)
    }

    /// Whether a search from a state with this estimate would end in time at a width. The square root of
    /// the estimate falls about linearly with the moves.
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
            self.run.emit(&improved(self.instance, &path::solution(&path)));
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

/// Saves the beam of a first search whenever a checkpoint is due.
struct FirstCheckpoint<'a, 'b> {
    search: &'a BeamSearch<'b>,
    beam: &'a RestartingBeam,
}

impl Watch for FirstCheckpoint<'_, '_> {
    fn report(&mut self, snapshot: &dyn Fn() -> Option<Snapshot>) {
        if self.search.run.save_due() {
            let first = RestartingBeam { snapshot: snapshot(), ..self.beam.clone() };
            self.search.save_with(self.search.best(), Some(&first), &VariantBeams::default());
        }
    }
}
