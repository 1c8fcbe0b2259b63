//! Counting by the classic search: the number of solutions, which are pairs of a loop and a filling, and how many of them
//! each loop has.
//!
//! Every solution is visited once, so this is for small boards; `orbits` counts fillings by dynamic programming.

use std::collections::{BTreeMap, BTreeSet};

use sixfold_puzzle::families::fences::{Fences, Instance, region};

use super::meter::Stop;
use super::search;
use super::search::Filling;
use super::task::{PostOptions, solution};
use crate::answer::{Counted, Facet, Figures};
use crate::checkpoint::Tally;
use crate::engine::{Task, VisitEnd, Visitor};

/// More solutions than this are counted but not listed.
const LISTED: usize = 1000;

/// Counts the solutions, up to the limit.
pub(super) fn count(task: &Task<'_, Fences, PostOptions>, tally: &Tally) -> Counted {
    let Task { instance, options, .. } = *task;
    let mut ledger = Ledger::new(instance, tally.limit.unwrap_or(u64::MAX));
    if ledger.limit == 0 {
        return ledger.counted(false);
    }
    let mut meter = options.meter(task.run);
    let ending = search::search(instance, options.search, &mut meter, &mut |filling, cells| {
        ledger.enter(filling, cells)
    });
    let halt = match ending {
        Err(Stop::Halted(halt)) => Some(halt),
        Ok(()) | Err(Stop::Enough) => None,
    };
    Counted { halt, ..ledger.counted(ending.is_ok()) }
}

/// Shows every solution once.
pub(super) fn visit(
    task: &Task<'_, Fences, PostOptions>,
    _: usize,
    visitor: &mut Visitor<'_>,
) -> VisitEnd {
    let Task { instance, options, .. } = *task;
    let mut ledger = Ledger::new(instance, u64::MAX);
    let mut meter = options.meter(task.run);
    let ending =
        search::search(instance, options.search, &mut meter, &mut |filling, cells| match ledger
            .is_new(filling, &cells)
            && visitor(0, solution(instance, filling, &cells))
        {
            true => Err(Stop::Enough),
            false => Ok(()),
        });
    match ending {
        Ok(()) => VisitEnd::All,
        Err(Stop::Enough) => VisitEnd::Enough,
        Err(Stop::Halted(halt)) => VisitEnd::Halted(halt),
    }
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

    fn counted(self, complete: bool) -> Counted {
        let facets = self.facets(complete);
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
