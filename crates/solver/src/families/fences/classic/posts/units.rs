//! The search in units, which threads share and a checkpoint keeps.
//!
//! A unit is a range of the fills of the first post. Where the first post has few fills, it is one of them with a range of
//! the fills of the second. The list of units follows from the board and the options alone.
//!
//! Invariant: the solutions of a board are those of its units, in their order, each once. A limit of solutions is met by
//! the first units that have so many: a later unit is dropped only when those before it that are finished suffice. So the
//! result depends neither on the number of threads nor on interruptions.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use sixfold_puzzle::families::fences::Instance;

use super::corridor::Corridor;
use super::fills::Six;
use super::meter::{COUNTERS, Effort, Meter, Stop};
use super::search::{Filling, OnSolution, PostSearch, SearchSpace};
use super::task::PostOptions;
use crate::run::Run;
use crate::units::{Ledger, Part, Totals, WorkList, work_through};

/// A first post with so many fills is enough to make units of.
const ENOUGH: usize = 64;
/// At most so many units are made of the fills of one post.
const MOST: usize = 512;

/// A part of the search.
struct Branch {
    /// The fill of the first post, unless its fills are what is divided.
    begin: Option<(usize, Six)>,
    /// The post whose fills are tried, and which of them; none if all posts are filled.
    ways: Option<(usize, Range<usize>)>,
}

/// A search that is divided into units.
pub(super) struct UnitSearch<'a> {
    space: SearchSpace<'a>,
    /// What is left for the loop before a post is filled.
    root: Vec<Corridor>,
    branches: Vec<Branch>,
    pub(super) effort: Effort,
    /// How many solutions are enough.
    limit: u128,
    /// The solutions of finished units.
    finished: Mutex<BTreeMap<usize, u128>>,
}

impl<'a> UnitSearch<'a> {
    pub(super) fn new(
        instance: &'a Instance,
        options: &'a PostOptions,
        limit: u128,
        run: &Run<'_>,
    ) -> Result<Self, Unprepared> {
        let effort = Effort::new(options.nodes);
        let prepared = prepare(instance, options, &effort, run);
        match prepared {
            Ok((space, root, branches)) => {
                let finished = Mutex::default();
                Ok(Self { space, root, branches, effort, limit, finished })
            }
            Err(stop) => Err(Unprepared { stop, effort }),
        }
    }

    /// How many units there are.
    pub(super) fn len(&self) -> usize {
        self.branches.len()
    }

    /// Finds the solutions of one unit. Also tells the effort; `Ok` if there are no others than those reported.
    pub(super) fn unit(
        &self,
        index: usize,
        run: &Run<'_>,
        found: &mut OnSolution<'_>,
    ) -> (Result<(), Stop>, Vec<u128>) {
        let mut meter = Meter::new(&self.effort, index, run);
        let search = PostSearch::new(&self.space, &mut meter, found);
        let ending = self.branch(&self.branches[index], search);
        (ending, meter.counts().map(u128::from).to_vec())
    }

    fn branch(&self, branch: &Branch, mut search: PostSearch<'_, '_, '_>) -> Result<(), Stop> {
        let begun = match branch.begin {
            Some((post, lengths)) => {
                search.begin_with(post, lengths);
                search.tested(&self.root)?.map(Cow::Owned)
            }
            None => Some(Cow::Borrowed(&self.root[..])),
        };
        let Some(corridors) = begun.as_deref() else { return Ok(()) };
        match &branch.ways {
            Some((post, ways)) => search.fill_some(*post, ways.clone(), corridors),
            None => search.find_loops(corridors),
        }
    }

    /// Works through all units. `part` does one of them.
    pub(super) fn work(
        &self,
        work: &'static str,
        run: &Run<'_>,
        part: impl Fn(usize, &Run<'_>) -> Result<Part, Stop> + Sync,
    ) -> Result<Totals, String> {
        // A state that is not of this work is refused below.
        if let Some(saved) = run.saved_state().and_then(|state| Ledger::parse(&state).ok()) {
            self.effort.add(&saved.sums());
            saved.entries.iter().for_each(|(&index, entry)| self.finish(index, entry.count));
        }
        let names: Vec<String> = (0..self.len()).map(|index| self.name(index)).collect();
        let witnesses = usize::MAX;
        let job = WorkList { work, units: &names, counters: COUNTERS, limit: None, witnesses };
        let dropped = || Part { numbers: vec![0; COUNTERS.len()], ..Part::default() };
        work_through(&job, run, |unit, run| {
            if unit.index >= self.effort.end.load(Ordering::Relaxed) {
                return Ok(dropped());
            }
            match part(unit.index, run) {
                Ok(part) => {
                    self.finish(unit.index, part.count);
                    Ok(part)
                }
                Err(Stop::Enough) => Ok(dropped()),
                Err(Stop::Halted(halt)) => Err(halt),
            }
        })
    }

    /// The fill of the first post and the range of fills, as numbers.
    fn name(&self, index: usize) -> String {
        let Branch { begin, ways } = &self.branches[index];
        let lengths = begin.map_or(String::new(), |(_, lengths)| {
            lengths.map(|length| length.to_string()).join("-")
        });
        match ways {
            Some((_, ways)) => format!("{lengths}:{}-{}", ways.start, ways.end),
            None => format!("{lengths}:"),
        }
    }

    /// Notes the solutions of a finished unit. Units after those that have enough are not needed.
    fn finish(&self, index: usize, count: u128) {
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        finished.insert(index, count);
        let mut sum = 0_u128;
        let end = finished.iter().find(|&(_, &count)| {
            sum = sum.saturating_add(count);
            sum >= self.limit
        });
        if let Some((&last, _)) = end {
            self.effort.end.store(last + 1, Ordering::Relaxed);
        }
    }
}

/// A search that was stopped before it had units.
pub(super) struct Unprepared {
    pub(super) stop: Stop,
    pub(super) effort: Effort,
}

type Prepared<'a> = (SearchSpace<'a>, Vec<Corridor>, Vec<Branch>);

/// Builds the tables and the list of units.
fn prepare<'a>(
    instance: &'a Instance,
    options: &'a PostOptions,
    effort: &Effort,
    run: &Run<'_>,
) -> Result<Prepared<'a>, Stop> {
    let mut meter = Meter::new(effort, 0, run);
    let space = SearchSpace::new(instance, &options.search, &mut meter)?;
    let all = Corridor::all(&space.board);
    let mut nothing = |_: &Filling<'_>, _: Vec<usize>| Ok(());
    let mut search = PostSearch::new(&space, &mut meter, &mut nothing);
    let Some(root) = search.tested(&all)? else { return Ok((space, Vec::new(), Vec::new())) };
    let Some(post) = search.next_post(&root)? else {
        return Ok((space, root, vec![Branch { begin: None, ways: None }]));
    };
    let fills: Vec<Six> = search.fills(post).take(ENOUGH).collect();
    let branches = match fills.len() < ENOUGH {
        true => second_posts(&space, &root, post, &fills, &mut meter)?,
        false => {
            let count = search.fills(post).count();
            divided(count, MOST)
                .map(|ways| Branch { begin: None, ways: Some((post, ways)) })
                .collect()
        }
    };
    Ok((space, root, branches))
}

/// Units for each fill of the first post that passes the tests.
fn second_posts(
    space: &SearchSpace<'_>,
    root: &[Corridor],
    post: usize,
    fills: &[Six],
    meter: &mut Meter<'_>,
) -> Result<Vec<Branch>, Stop> {
    let mut branches = Vec::new();
    for &lengths in fills {
        let mut nothing = |_: &Filling<'_>, _: Vec<usize>| Ok(());
        let mut search = PostSearch::new(space, meter, &mut nothing);
        search.begin_with(post, lengths);
        let begin = Some((post, lengths));
        let Some(corridors) = search.tested(root)? else { continue };
        match search.next_post(&corridors)? {
            Some(next) => {
                let ranges = divided(search.fills(next).count(), MOST / fills.len());
                branches.extend(ranges.map(|ways| Branch { begin, ways: Some((next, ways)) }));
            }
            None => branches.push(Branch { begin, ways: None }),
        }
    }
    Ok(branches)
}

/// Divides so many things into ranges of about equal length, no more than `most`.
fn divided(count: usize, most: usize) -> impl Iterator<Item = Range<usize>> {
    let length = count.div_ceil(most.max(1)).max(1);
    (0..count).step_by(length).map(move |start| start..(start + length).min(count))
}
