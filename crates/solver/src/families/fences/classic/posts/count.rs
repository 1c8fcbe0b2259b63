//! Counting by the classic search: the number of solutions, which are pairs of a loop and a filling, and how many of them
//! each loop has.
//!
//! Each unit has a ledger of its own; together they are the count. A filling belongs to one unit, so no pair is met twice.
//! Every solution is visited once, so this is for small boards; `orbits` counts fillings by dynamic programming.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use sixfold_puzzle::families::fences::{Fences, Instance, region};

use super::meter::Stop;
use super::search::Filling;
use super::task::{PostOptions, solution};
use super::units::{UnitSearch, Unprepared};
use crate::answer::{Counted, Facet, Figures};
use crate::checkpoint::Tally;
use crate::engine::{Task, VisitEnd, Visitor};
use crate::units::Part;

/// What is kept of a unit for each loop begins with this; solutions begin with a post.
const LOOP: &str = "share ";

/// More solutions than this are counted but not listed.
const LISTED: usize = 1000;

/// Counts the solutions, up to the limit.
pub(super) fn count(task: &Task<'_, Fences, PostOptions>, tally: &Tally) -> Counted {
    let Task { instance, options, .. } = *task;
    let limit = tally.limit.unwrap_or(u64::MAX);
    if limit == 0 {
        return Ledger::new(instance, limit).counted(false);
    }
    let search = match UnitSearch::new(instance, options, u128::from(limit), task.run) {
        Ok(search) => search,
        Err(Unprepared { stop, .. }) => return Counted { halt: stop.halt(), ..Counted::default() },
    };
    let stopped = Mutex::new(Vec::new());
    let totals = search.work("posts-count-1", task.run, |index, run| {
        let mut ledger = Ledger::new(instance, limit);
        let (ending, numbers) =
            search.unit(index, run, &mut |filling, cells| ledger.enter(filling, cells));
        let part = ledger.part(numbers);
        if let Err(stop @ Stop::Halted(_)) = ending {
            stopped.lock().unwrap_or_else(PoisonError::into_inner).extend(part.witnesses);
            return Err(stop);
        }
        Ok(part)
    });
    let totals = match totals {
        Ok(totals) => totals,
        Err(failure) => return Counted::failed(failure),
    };
    let mut ledger = Ledger::new(instance, limit);
    let stopped = stopped.into_inner().unwrap_or_else(PoisonError::into_inner);
    totals.witnesses.iter().chain(&stopped).for_each(|entry| ledger.read(entry));
    let complete = totals.complete && ledger.count < limit;
    let halt = totals.halt.filter(|_| ledger.count < limit);
    Counted { halt, ..ledger.counted(complete) }
}

/// Shows every solution once, unit by unit.
pub(super) fn visit(
    task: &Task<'_, Fences, PostOptions>,
    first_unit: usize,
    visitor: &mut Visitor<'_>,
) -> VisitEnd {
    let Task { instance, options, .. } = *task;
    let search = match UnitSearch::new(instance, options, u128::MAX, task.run) {
        Ok(search) => search,
        Err(Unprepared { stop, .. }) => return stop.halt().map_or(VisitEnd::All, VisitEnd::Halted),
    };
    for index in first_unit..search.len() {
        let mut ledger = Ledger::new(instance, u64::MAX);
        let mut show = |filling: &Filling<'_>, cells: Vec<usize>| {
            let new = ledger.is_new(filling, &cells);
            match new && visitor(index, solution(instance, filling, &cells)) {
                true => Err(Stop::Enough),
                false => Ok(()),
            }
        };
        match search.unit(index, task.run, &mut show).0 {
            Ok(()) => {}
            Err(Stop::Enough) => return VisitEnd::Enough,
            Err(Stop::Halted(halt)) => return VisitEnd::Halted(halt),
        }
    }
    VisitEnd::All
}

/// The fillings of a loop.
#[derive(Default)]
struct Share {
    count: u128,
    /// The number of the last of them. A loop with several symmetries is found several times with the same
    /// filling, but never again after another one.
    last: u64,
}

struct Ledger<'a> {
    instance: &'a Instance,
    limit: u64,
    count: u64,
    loops: BTreeMap<Vec<usize>, Share>,
    witnesses: Vec<String>,
}

impl<'a> Ledger<'a> {
    fn new(instance: &'a Instance, limit: u64) -> Self {
        Self { instance, limit, count: 0, loops: BTreeMap::new(), witnesses: Vec::new() }
    }

    /// Notes a solution; returns whether it was not there before.
    fn is_new(&mut self, filling: &Filling<'_>, cells: &[usize]) -> bool {
        let share = self.loops.entry(cells.to_vec()).or_default();
        let new = share.last != filling.number;
        share.last = filling.number;
        share.count += u128::from(new);
        new
    }

    fn enter(&mut self, filling: &Filling<'_>, cells: Vec<usize>) -> Result<(), Stop> {
        if !self.is_new(filling, &cells) {
            return Ok(());
        }
        self.count += 1;
        if self.witnesses.len() < LISTED {
            self.witnesses.push(solution(self.instance, filling, &cells));
        }
        if self.count == self.limit { Err(Stop::Enough) } else { Ok(()) }
    }

    /// What is kept of a unit: a text for each loop with the number of its fillings, then solutions.
    fn part(self, numbers: Vec<u128>) -> Part {
        let entry = |(cells, share): (&Vec<usize>, &Share)| {
            let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
            format!("{LOOP}{} {}", share.count, cells.join(" "))
        };
        let mut witnesses: Vec<String> = self.loops.iter().map(entry).collect();
        witnesses.extend(self.witnesses);
        Part { count: u128::from(self.count), numbers, witnesses }
    }

    /// Adds a text that is kept of a unit.
    fn read(&mut self, entry: &str) {
        let Some(numbers) = entry.strip_prefix(LOOP) else {
            if self.witnesses.len() < LISTED {
                self.witnesses.push(entry.to_owned());
            }
            return;
        };
        let (count, cells) = numbers.split_once(' ').unwrap_or((numbers, ""));
        let count: u128 = count.parse().unwrap_or(0);
        let cells = cells.split(' ').filter_map(|cell| cell.parse().ok()).collect();
        self.loops.entry(cells).or_default().count += count;
        self.count = self.count.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
    }

    /// Loops and answers of a search that met its limit depend on the units at work, so they are not told.
    fn counted(mut self, complete: bool) -> Counted {
        let cut = self.count >= self.limit;
        let facets = if cut { Vec::new() } else { self.facets(complete) };
        self.count = self.count.min(self.limit);
        self.witnesses.truncate(usize::try_from(self.limit).unwrap_or(usize::MAX));
        let (count, witnesses) = (u128::from(self.count), self.witnesses);
        Counted { count, facets, complete, witnesses, ..Counted::default() }
    }

    /// The shares by size, since loops have no natural order.
    fn facets(&self, complete: bool) -> Vec<Facet> {
        let total = Figures::Total(self.loops.len() as u128);
        let mut shares: Vec<u128> = self.loops.values().map(|share| share.count).collect();
        shares.sort_unstable();
        let answers: BTreeSet<u128> = self.loops.keys().map(|cells| self.answer(cells)).collect();
        let answers = Figures::Values(answers.into_iter().collect());
        vec![
            Facet { name: "loops", one: "loop", figures: total, complete, proved: false },
            Facet {
                name: "fillings",
                one: "filling",
                figures: Figures::Shares(shares),
                complete,
                proved: false,
            },
            Facet { name: "answers", one: "answer", figures: answers, complete, proved: false },
        ]
    }

    /// The product of the numbers of cells in the regions.
    fn answer(&self, cells: &[usize]) -> u128 {
        let mut counts = [0; 6];
        let regions = cells.iter().filter_map(|&cell| region(self.instance.hexagon.cell(cell)));
        regions.for_each(|region| counts[region] += 1);
        counts.into_iter().product()
    }
}
