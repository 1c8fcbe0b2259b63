//! The engine `orbits`: finds one loop, or counts loops and their fillings.
//!
//! Each map is a unit of work: build the quotient, propagate, enumerate by SAT. Units are independent,
//! so threads share them and a checkpoint keeps the finished ones.
//!
//! Invariant: a loop is counted only in the unit of the first map that keeps it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use sixfold_puzzle::Family;
use sixfold_puzzle::families::fences::{Fences, Turns};
use sixfold_puzzle::hex::{Direction, Symmetry};

use super::super::board::{Board, Fill};
use super::super::fillings;
use super::confined::ConfinedSearch;
use super::fold::{Fold, Maps};
use super::formula::Domains;
use super::loop_enumeration::{FencedLoop, LoopSearch, turned};
use super::options::{Deduction, OrbitOptions, TABLE};
use super::proof;
use super::propagation::Propagator;
use super::witness::{FOREIGN, Witness};
use crate::answer::{Answer, Counted, Facet, Figures, Refutation};
use crate::checkpoint::Tally;
use crate::division::Division;
use crate::engine::{Count, EngineRow, Role, Solve, Task, TypedEngine, VisitEnd, Visitor};
use crate::run::{Event, Halt, Run};
use crate::sat::BackendName;
use crate::units::{Part, Totals, Unit, WorkList, taken, work_through};

pub(in super::super) static ORBITS: TypedEngine<Fences, OrbitOptions> = TypedEngine {
    row: EngineRow {
        name: "orbits",
        description: "every loop, symmetry by symmetry, by deduction and SAT on orbits",
        role: Role::Production,
        searched: None,
        options: TABLE,
    },
    read: OrbitOptions::read,
    supports: |_| Ok(()),
    solve: Some(Solve { run, proves: true, improves: false }),
    count: Some(Count { run: count, orbits: true, relaxes: None, visit: Some(visit) }),
    hint: None,
    certificates: Some(proof::CERTIFICATES),
    division: Some(Division {
        units: |instance, options, _| proof::map_names(instance, options),
        reason: "every loop with the symmetry that the board asks for is kept by a map of the list, and is counted with the \
                 first that keeps it (docs/fences-geometry.md)",
        tree: None,
    }),
};

/// What a run wants.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// One is enough.
    Find,
    /// Loops are counted.
    Loops,
    /// Loops and their fillings are counted.
    Solutions,
}

/// The search of one board, shared by all threads.
struct OrbitSearch<'a> {
    board: &'a Board,
    maps: Maps,
    /// The numbers of the maps, in the order in which they are worked on.
    order: Vec<usize>,
    propagator: Propagator<'a>,
    deduction: Deduction,
    backend: BackendName,
    aim: Goal,
    /// How many solutions, and how many loops, are enough.
    most_solutions: u128,
    most_loops: usize,
    /// Loops found so far.
    loops: AtomicUsize,
    /// Loops of folds that were not finished, as witnesses.
    loose: Mutex<Vec<String>>,
    /// Whether other maps belong to other shares.
    divided: bool,
}

/// A loop, one of its fillings, and how many there are where that is known.
struct CountedLoop {
    found: FencedLoop,
    fillings: Option<u128>,
    /// Whether it is counted with a map of another share. A proof lists it all the same.
    foreign: bool,
}

/// On boards from this order on the search for one loop begins with the maps that keep the most cells. There are
/// thousands of maps, and a loop is most likely where there is most room.
const LARGE: usize = 16;

const COUNTERS: &[&str] = &["loops", "uncounted", "searched", "conflicts", "cuts"];

impl<'a> OrbitSearch<'a> {
    fn new(
        board: &'a Board,
        task: &Task<'a, Fences, OrbitOptions>,
        aim: Goal,
        limit: u128,
    ) -> Result<Self, Halt> {
        let OrbitOptions { backend, deduction, most_loops, share, .. } = *task.options;
        let maps = Maps::new(board, task.run)?;
        let mut order = taken(share, (0..maps.maps.len()).collect());
        if aim == Goal::Find && board.hexagon().order() >= LARGE {
            let kept: BTreeSet<usize> = order.into_iter().collect();
            order = maps.widest_first(board);
            order.retain(|index| kept.contains(index));
        }
        Ok(Self {
            board,
            maps,
            order,
            divided: share.is_some(),
            propagator: Propagator::new(board, task.run)?,
            deduction,
            backend,
            aim,
            most_solutions: limit,
            most_loops: usize::try_from(most_loops).unwrap_or(usize::MAX),
            loops: AtomicUsize::new(0),
            loose: Mutex::new(Vec::new()),
        })
    }

    /// A solution of a large board with a loop near its centre, if there is one within reach. A run that is resumed has
    /// looked for it before.
    fn near_the_centre(&self, run: &Run<'_>) -> Result<Option<String>, Halt> {
        let large = self.board.hexagon().order() >= LARGE && self.deduction != Deduction::Off;
        if !large || run.saved_state().is_some() {
            return Ok(None);
        }
        let Self { board, maps, propagator, backend, .. } = self;
        let search = ConfinedSearch { board, maps, propagator, backend: *backend };
        let found = search.first(&self.order, run)?;
        Ok(found.map(|FencedLoop { cells, fills }| board.text(&fills, &cells)))
    }

    /// Works on one symmetry.
    fn unit(&self, unit: Unit<'_>, run: &Run<'_>) -> Result<Part, Halt> {
        let index = self.order[unit.index];
        let fold = self.maps.fold(self.board, index);
        let domains = self.domains(&fold, run)?;
        let nothing = Part { numbers: vec![0; COUNTERS.len()], ..Part::default() };
        let Some(domains) = domains else { return Ok(nothing) };
        let mut search = LoopSearch::new(self.board, &fold, &domains, self.backend, run)?;
        let mut counted = Vec::new();
        match self.search(&mut search, index, &mut counted, run) {
            Ok(()) => Ok(self.part(&search, &counted)),
            Err(halt) => {
                let mut loose = self.loose.lock().unwrap_or_else(PoisonError::into_inner);
                loose.extend(counted.iter().map(|counting| self.witness(counting)));
                Err(halt)
            }
        }
    }

    /// Shows the solutions whose loops belong to a symmetry, until the visitor wants no more: then the result is true.
    fn visit(
        &self,
        index: usize,
        run: &Run<'_>,
        visitor: &mut dyn FnMut(String) -> bool,
    ) -> Result<bool, Halt> {
        let fold = self.maps.fold(self.board, index);
        let Some(domains) = self.domains(&fold, run)? else { return Ok(false) };
        let mut search = LoopSearch::new(self.board, &fold, &domains, self.backend, run)?;
        loop {
            let found = search.next()?;
            if found.is_empty() {
                return Ok(false);
            }
            for FencedLoop { cells, .. } in found {
                if self.maps.first_of(self.board.hexagon(), &cells) != Some(index) {
                    continue;
                }
                let mut show = |fills: &[Fill]| visitor(self.board.text(fills, &cells));
                if fillings::visit(self.board, &cells, run, &mut show)? {
                    return Ok(true);
                }
            }
        }
    }

    /// What propagation leaves for a symmetry; nothing if it leaves no loop.
    fn domains(&self, fold: &Fold, run: &Run<'_>) -> Result<Option<Domains>, Halt> {
        match self.deduction {
            Deduction::Propagation => self.propagator.domains(fold, run),
            Deduction::Off => Ok(Some(Domains::initial(self.board, fold))),
        }
    }

    /// Collects the loops that belong to a symmetry, until there are no others or enough.
    fn search(
        &self,
        search: &mut LoopSearch<'_>,
        index: usize,
        counted: &mut Vec<CountedLoop>,
        run: &Run<'_>,
    ) -> Result<(), Halt> {
        let mut solutions = 0_u128;
        loop {
            let found = search.next()?;
            if found.is_empty() {
                return Ok(());
            }
            for found in found {
                let first = || self.maps.first_of(self.board.hexagon(), &found.cells);
                if self.aim != Goal::Find && first() != Some(index) {
                    if self.divided && !first().is_some_and(|first| self.order.contains(&first)) {
                        counted.push(CountedLoop { found, fillings: None, foreign: true });
                    }
                    continue;
                }
                let fillings = match self.aim {
                    Goal::Solutions => self.propagator.count_fillings(&found.cells, run)?,
                    Goal::Find | Goal::Loops => Some(1),
                };
                solutions = solutions.saturating_add(fillings.unwrap_or(1));
                if self.aim != Goal::Find {
                    run.emit(&Event::Listed(self.board.text(&found.fills, &found.cells)));
                }
                counted.push(CountedLoop { found, fillings, foreign: false });
                self.loops.fetch_add(1, Ordering::Relaxed);
            }
            if solutions >= self.most_solutions {
                return Ok(());
            }
            if self.loops.load(Ordering::Relaxed) >= self.most_loops {
                return Err(Halt::Budget);
            }
        }
    }

    fn part(&self, search: &LoopSearch<'_>, counted: &[CountedLoop]) -> Part {
        let own = || counted.iter().filter(|counting| !counting.foreign);
        let uncounted = own().filter(|counting| counting.fillings.is_none()).count();
        let numbers = [
            own().count() as u128,
            uncounted as u128,
            1,
            search.conflicts().into(),
            search.sets.len() as u128,
        ];
        Part {
            count: own().map(|counting| counting.fillings.unwrap_or(1)).sum(),
            numbers: numbers.to_vec(),
            witnesses: counted.iter().map(|counting| self.witness(counting)).collect(),
        }
    }

    /// A line with the number of fillings (or the mark of a foreign loop) and the answer, then one solution.
    fn witness(&self, counting: &CountedLoop) -> String {
        let number = match (counting.foreign, counting.fillings) {
            (true, _) => FOREIGN.to_owned(),
            (false, None) => "?".to_owned(),
            (false, Some(number)) => number.to_string(),
        };
        let cells = &counting.found.cells;
        let text = self.board.text(&counting.found.fills, cells);
        format!("{number} {}\n{text}", self.board.answer(cells))
    }

    /// A solution turned by a rotation that keeps the board, as text in one form.
    fn image(&self, turn: Symmetry, fills: &[Fill], cells: &[usize]) -> String {
        let hexagon = self.board.hexagon();
        let image = turn.permutation(hexagon);
        let cells = turned(cells.iter().map(|&cell| image[cell]).collect());
        let mut posts: Vec<(usize, Fill)> = Vec::new();
        for (&(post, _), fill) in self.board.instance.posts.iter().zip(fills) {
            let mut lengths = [0; 6];
            for direction in Direction::ALL {
                lengths[turn.apply_direction(direction) as usize] = fill[direction as usize];
            }
            posts.push((image[post], lengths));
        }
        posts.sort_unstable();
        let fills: Vec<Fill> = posts.into_iter().map(|(_, fill)| fill).collect();
        self.board.text(&fills, &cells)
    }

    /// Works through all symmetries.
    fn totals(&self, run: &Run<'_>) -> Result<Totals, String> {
        let names = self.maps.names();
        let names: Vec<String> = self.order.iter().map(|&index| names[index].clone()).collect();
        let limit = (self.most_solutions < u128::MAX).then_some(self.most_solutions);
        let work = match self.aim {
            Goal::Find => "loop-1",
            Goal::Loops => "loops-1",
            Goal::Solutions => "loops-and-fillings-1",
        };
        let witnesses = usize::MAX;
        let job = WorkList { work, units: &names, counters: COUNTERS, limit, witnesses };
        let mut totals = work_through(&job, run, |unit, run| self.unit(unit, run))?;
        let loose = std::mem::take(&mut *self.loose.lock().unwrap_or_else(PoisonError::into_inner));
        totals.witnesses.extend(loose);
        Ok(totals)
    }
}

fn run(task: &Task<'_, Fences, OrbitOptions>) -> Answer {
    if let Err(problem) = task.options.useful_to_solve() {
        return Answer::failed(problem);
    }
    let board = Board::new(task.instance.clone());
    let halted = |halt| Answer { halt: Some(halt), ..Answer::default() };
    let work = match OrbitSearch::new(&board, task, Goal::Find, 1) {
        Ok(work) => work,
        Err(halt) => return halted(halt),
    };
    match work.near_the_centre(task.run) {
        Ok(None) => {}
        Ok(witness) => return Answer { witness, ..Answer::default() },
        Err(halt) => return halted(halt),
    }
    let totals = match work.totals(task.run) {
        Ok(totals) => totals,
        Err(failure) => return Answer::failed(failure),
    };
    let mut effort = vec![
        ("symmetries", work.maps.considered.iter().sum::<usize>() as u64),
        ("seeing-all-regions", work.maps.maps.len() as u64),
    ];
    let kinds = ["half-turns", "third-turns", "mirrors"].into_iter().zip(work.maps.kinds());
    effort.extend(kinds.map(|(name, count)| (name, count as u64)));
    let small = |number: u128| u64::try_from(number).unwrap_or(u64::MAX);
    effort.extend(totals.numbers.iter().skip(2).map(|&(name, number)| (name, small(number))));
    let witness = totals.witnesses.first().map(|witness| Witness::read(witness).text.to_owned());
    let refutation = totals.complete.then(|| Refutation::nothing(task.scope()));
    let halt = totals.halt.filter(|_| witness.is_none());
    let mut answer = Answer { witness, refutation, halt, effort, ..Answer::default() };
    if task.prove && answer.refutation.is_some() {
        match proof::write(task, &board, &work.maps, &work.order, &[]) {
            Ok(()) => answer.proved = true,
            // The result of the search stands without the certificate.
            Err(unproved) => match unproved.reason() {
                Ok(reason) => answer.unproved = Some(reason),
                Err(problem) => answer.failure = Some(problem),
            },
        }
    }
    answer
}

fn count(task: &Task<'_, Fences, OrbitOptions>, tally: &Tally) -> Counted {
    let board = Board::new(task.instance.clone());
    let aim = match task.options.counts_fillings(board.instance.turns) {
        true => Goal::Solutions,
        false => Goal::Loops,
    };
    let limit = tally.limit.map_or(u128::MAX, u128::from);
    let work = match OrbitSearch::new(&board, task, aim, limit) {
        Ok(work) => work,
        Err(halt) => return Counted { halt: Some(halt), ..Counted::default() },
    };
    let totals = match work.totals(task.run) {
        Ok(totals) => totals,
        Err(failure) => return Counted::failed(failure),
    };
    let mut counted = counted(&work, &totals, task.run);
    if task.prove && totals.complete {
        let listed = totals.witnesses.iter().map(|witness| Witness::read(witness).text);
        let solutions: Vec<&str> = listed.collect();
        match proof::write(task, &board, &work.maps, &work.order, &solutions) {
            Ok(()) => counted.proved = true,
            Err(unproved) => match unproved.reason() {
                Ok(reason) => counted.unproved = Some(reason),
                Err(problem) => counted.failure = Some(problem),
            },
        }
    }
    counted
}

/// Shows every pair of a loop and a filling, symmetry by symmetry.
fn visit(
    task: &Task<'_, Fences, OrbitOptions>,
    first_unit: usize,
    visitor: &mut Visitor<'_>,
) -> VisitEnd {
    let board = Board::new(task.instance.clone());
    let work = match OrbitSearch::new(&board, task, Goal::Solutions, u128::MAX) {
        Ok(work) => work,
        Err(halt) => return VisitEnd::Halted(halt),
    };
    for (unit, &index) in work.order.iter().enumerate().skip(first_unit) {
        match work.visit(index, task.run, &mut |text| visitor(unit, text)) {
            Ok(false) => {}
            Ok(true) => return VisitEnd::Enough,
            Err(halt) => return VisitEnd::Halted(halt),
        }
    }
    VisitEnd::All
}

/// The counts of solutions, loops, fillings and answers.
fn counted(work: &OrbitSearch<'_>, totals: &Totals, run: &Run<'_>) -> Counted {
    let listed = totals.witnesses.iter().map(|witness| Witness::read(witness));
    let listed: Vec<Witness<'_>> = listed.filter(|witness| !witness.foreign).collect();
    let complete = totals.complete;
    // The certificate covers the loops; the count of fillings is our own.
    let facet = |name, one, figures| Facet { name, one, figures, complete, proved: true };
    let answers: BTreeSet<u128> = listed.iter().map(|listed| listed.answer).collect();
    let mut facets = vec![facet("loops", "loop", Figures::Total(listed.len() as u128))];
    let all_counted = listed.iter().all(|listed| listed.fillings.is_some());
    let shares: Vec<u128> = listed.iter().map(|listed| listed.fillings.unwrap_or(1)).collect();
    let count = shares.iter().fold(0, |sum: u128, &share| sum.saturating_add(share));
    if work.aim == Goal::Solutions {
        let fillings = facet("fillings", "filling", Figures::Shares(shares));
        let complete = complete && all_counted;
        facets.push(Facet { complete, proved: false, ..fillings });
    }
    facets.push(facet("answers", "answer", Figures::Values(answers.into_iter().collect())));
    // What was found beyond a limit depends on the order of the units, so it is not reported.
    let cut = count > work.most_solutions;
    if work.board.instance.turns == Turns::Any {
        let sets: BTreeSet<BTreeSet<&str>> =
            listed.iter().map(|listed| listed.cells().collect()).collect();
        facets.push(facet("cell-sets", "cell set", Figures::Total(sets.len() as u128)));
    }
    Counted {
        count: count.min(work.most_solutions),
        instead: (work.aim == Goal::Loops).then_some("loops"),
        facets: if cut { Vec::new() } else { facets },
        orbits: if complete && all_counted { orbits(work, &listed, count, run) } else { None },
        complete: complete && all_counted,
        witnesses: listed.iter().map(|listed| listed.text.to_owned()).collect(),
        halt: totals.halt,
        ..Counted::default()
    }
}

/// More solutions than this are not listed to compare them.
const MOST_LISTED: u128 = 100_000;

/// How many solutions, or loops, differ by more than a rotation that keeps the board.
fn orbits(
    work: &OrbitSearch<'_>,
    listed: &[Witness<'_>],
    count: u128,
    run: &Run<'_>,
) -> Option<u128> {
    let instance = &work.board.instance;
    let keeps = |turn: &&Symmetry| Fences::transform(instance, **turn) == *instance;
    let turns: Vec<Symmetry> = Fences::SYMMETRIES.iter().filter(keeps).copied().collect();
    if turns.len() == 1 {
        return Some(count);
    }
    if count > MOST_LISTED {
        return None;
    }
    let mut different: BTreeSet<String> = BTreeSet::new();
    for listed in listed {
        if run.halted().is_some() {
            return None;
        }
        let cells: Vec<usize> = listed.indices(work.board.hexagon());
        let fills = match work.aim {
            Goal::Solutions => fillings::list(work.board, &cells, MOST_LISTED as usize, run)?,
            Goal::Find | Goal::Loops => vec![vec![[0; 6]; work.board.rays.len()]],
        };
        for fill in fills {
            let least = turns.iter().map(|&turn| work.image(turn, &fill, &cells)).min();
            different.extend(least);
        }
    }
    Some(different.len() as u128)
}
