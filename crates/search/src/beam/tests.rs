//! The tour against copies, both against the goal of a small puzzle, and the selection against
//! sorting.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::alone::Keep;
use super::team::Layout;
use super::*;
use crate::random::Random;
use crate::run::{Clock, Event};

/// A row of numbers that is to be sorted by reversing some of the first ones.
#[derive(Clone)]
struct Row(Vec<u8>);

impl Row {
    fn random(length: u8, seed: u64) -> Self {
        let mut row: Vec<u8> = (0..length).collect();
        Random::new(seed).shuffle(&mut row);
        Self(row)
    }

    /// Neighbours that do not belong together. The last number belongs beside the end.
    fn node(&self) -> Node {
        let end = self.0.len() as u8;
        let pairs = self.0.iter().zip(self.0[1..].iter().chain([&end]));
        let estimate = pairs.filter(|(one, next)| one.abs_diff(**next) != 1).count() as u32;
        let name = self.0.iter().fold(0_u64, |name, &one| name << 4 | u64::from(one));
        Node { estimate, hash: Random::new(name).bits() }
    }
}

impl Walk for Row {
    fn root(&self) -> Node {
        self.node()
    }

    fn apply(&mut self, step: u8) {
        self.0[..usize::from(step) + 2].reverse();
    }

    fn undo(&mut self, step: u8) {
        self.apply(step);
    }

    fn candidates<S: Sink>(&mut self, node: Node, sink: &mut S) {
        assert_eq!(self.node(), node, "the walk is where the beam believes it to be");
        for step in 0..self.0.len() as u8 - 1 {
            self.apply(step);
            let Node { estimate, hash } = self.node();
            sink.offer(step, estimate, || hash);
            self.undo(step);
        }
    }

    fn bytes(&self) -> usize {
        self.0.len()
    }
}

fn plan(width: usize, representation: Representation, threads: usize) -> BeamPlan<'static> {
    BeamPlan {
        width,
        representation,
        threads,
        pool: None,
        worth: &|_| true,
        patience: 30,
        parallel: 1,
    }
}

/// All levels of a search, and how it ended.
type Levels = (Vec<Vec<Node>>, Option<Vec<u8>>);

/// The most levels that are compared.
const LEVELS: usize = 60;

/// The levels of a beam that one thread carries on.
fn levels<K: Keep>(mut beam: Alone<K>) -> Levels {
    let stop = AtomicBool::new(false);
    let (run, mut levels) = (Run::alone(1, &stop), vec![beam.nodes.clone()]);
    while levels.len() < LEVELS {
        match beam.turn(&Pulse::new(&run)).expect("it is not told to stop") {
            Turn::Goal(path) => return (levels, Some(path)),
            Turn::On { .. } if beam.nodes.is_empty() => break,
            Turn::On { .. } => levels.push(beam.nodes.clone()),
        }
    }
    (levels, None)
}

fn alone(row: &Row, width: usize) -> Alone<Tour<Row>> {
    let tour = Tour::new(row, &plan(width, Representation::Tour, 1));
    Alone::new(width, tour, vec![row.root()])
}

/// The levels of a beam that is shared from the second level on.
fn shared_levels(row: &Row, width: usize, threads: usize, layout: Layout) -> Levels {
    let stop = AtomicBool::new(false);
    let (run, mut beam) = (Run::alone(1, &stop), alone(row, width));
    let pulse = Pulse::new(&run);
    let mut levels = vec![beam.nodes.clone()];
    assert!(matches!(beam.turn(&pulse), Ok(Turn::On { .. })), "it is not that near");
    levels.push(beam.nodes.clone());
    let mut team = Team::new(&beam, width, layout, &pulse).expect("it is not told to stop");
    // Threads join in the middle.
    for (threads, most) in [(1, LEVELS / 4), (threads, LEVELS)] {
        let path = team.work(&run, threads, |leader| {
            while levels.len() < most {
                match leader.turn(&pulse).expect("it is not told to stop") {
                    Turn::Goal(path) => return Some(path),
                    Turn::On { .. } if leader.nodes() == 0 => break,
                    Turn::On { .. } => levels.push(leader.all_nodes()),
                }
            }
            None
        });
        if path.is_some() {
            return (levels, path);
        }
    }
    (levels, None)
}

/// However the work is divided, the beams are those of one thread.
#[test]
fn threads_change_nothing() {
    for (width, length, seed) in [(40, 14, 1), (300, 14, 2), (1_000, 13, 4), (9_000, 11, 7)] {
        let row = Row::random(length, seed);
        let expected = levels(alone(&row, width));
        assert!(expected.0.iter().any(|level| level.len() == width), "it is as wide as it may be");
        for (threads, leaves, bits) in [(1, 7, 0), (2, 64, 4), (3, 1, 2), (8, 20, 5)] {
            let layout = Layout { leaves, bits, joint: 1 };
            let found = shared_levels(&row, width, threads, layout);
            assert!(found == expected, "width {width}, {threads} threads, {leaves} leaves");
        }
    }
}

#[test]
fn tour_and_copies_have_the_same_beams_level_by_level() {
    for (width, seed) in [(1, 1), (2, 2), (7, 3), (50, 4), (300, 5), (1000, 6)] {
        let row = Row::random(14, seed);
        let copies = levels(Alone::new(width, Copies::new(&row), vec![row.root()]));
        assert_eq!(levels(alone(&row, width)), copies, "width {width}");
        assert!(copies.0.iter().skip(4).all(|level| level.len() <= width));
    }
}

#[test]
fn a_beam_has_no_duplicates() {
    let (levels, _) = levels(alone(&Row::random(9, 3), 400));
    for level in levels {
        let hashes: HashSet<u64> = level.iter().map(|node| node.hash).collect();
        assert_eq!(hashes.len(), level.len());
    }
}

/// A search is the same with any number of threads: its solution, its effort, and what it says of itself.
#[test]
fn whole_searches_are_the_same_with_any_number_of_threads() {
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    for (seed, width) in [(1, 2_000), (2, 5_000), (3, 100_000)] {
        let row = Row::random(9 + 2 * seed as u8, seed);
        let found = |threads: usize| {
            let found = search(&row, &plan(width, Representation::Tour, threads), &run);
            (found.path, found.candidates, found.levels, found.exhaustive, found.halt)
        };
        let one = found(1);
        assert!(one.0.is_some());
        for threads in [2, 3, 8] {
            assert_eq!(found(threads), one, "{threads} threads, width {width}");
        }
    }
}

/// A search that began alone takes threads that others leave, and finds the same.
#[test]
fn threads_that_become_idle_change_nothing() {
    let stop = AtomicBool::new(false);
    let (run, row) = (Run::alone(1, &stop), Row::random(14, 3));
    let alone = search(&row, &plan(4_000, Representation::Tour, 1), &run);
    let pool = ThreadPool::new(4, 4);
    struct Leaving<'a>(&'a ThreadPool);
    impl Watch for Leaving<'_> {
        fn level(&mut self, level: usize, _: usize, _: &dyn Fn(usize) -> Vec<u8>) {
            if [6, 8, 9].contains(&level) {
                self.0.leave();
            }
        }
    }
    let plan = BeamPlan { pool: Some(&pool), ..plan(4_000, Representation::Tour, 1) };
    let joined = watched(&row, &plan, &run, &mut Leaving(&pool));
    assert!(alone.levels > 9, "others leave in time");
    assert_eq!((joined.path, joined.candidates), (alone.path, alone.candidates));
}

/// What a shared beam saves is what one thread would save, on whichever level it notices the end.
#[test]
fn a_shared_beam_is_saved_as_that_of_one_thread() {
    let (row, width, threads) = (Row::random(16, 2), 4_000, 3);
    let (levels, stop) = (Cell::new(0), AtomicBool::new(false));
    let mut watch = Stopping { after: 7, levels: &levels, stop: &stop };
    let plan = plan(width, Representation::Tour, threads);
    let shared = watched(&row, &plan, &Run::alone(1, &stop), &mut watch);
    assert_eq!(shared.halt, Some(Halt::Interrupted));
    assert!(shared.levels >= 7, "it went on to where it was told to end");

    let (mut beam, mut least) = (alone(&row, width), (row.root().estimate, 0));
    let go_on = AtomicBool::new(false);
    for level in 1..=shared.levels {
        let turn = beam.turn(&Pulse::new(&Run::alone(1, &go_on))).expect("it is not told to stop");
        let Turn::On { least: estimate, .. } = turn else { panic!("a goal on level {level}") };
        if estimate < least.0 {
            least = (estimate, level);
        }
    }
    let saved = beam.snapshot(least.0, (shared.levels - least.1) as usize);
    assert!(saved.is_some() && shared.unfinished == saved, "on level {}", shared.levels);
}

#[test]
fn a_path_leads_to_the_goal() {
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    for seed in 0..20 {
        let row = Row::random(12, seed);
        let mut lengths = Vec::new();
        for representation in [Representation::Tour, Representation::Copies] {
            let found = search(&row, &plan(100, representation, 2), &run);
            let path = found.path.expect("the beam is wide enough");
            let mut sorted = row.clone();
            path.iter().for_each(|&step| sorted.apply(step));
            assert!(sorted.0.is_sorted());
            lengths.push((path.len(), found.candidates, found.levels));
        }
        assert_eq!(lengths[0], lengths[1]);
    }
}

/// With room for all states a beam search is a breadth-first search.
#[test]
fn a_beam_that_is_wide_enough_finds_a_shortest_path() {
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    for seed in 0..10 {
        let row = Row::random(6, seed);
        let mut near = HashSet::from([row.0.clone()]);
        let mut moves = 0;
        while !near.iter().any(|row| row.is_sorted()) {
            let reversed = |row: &Vec<u8>, step: u8| {
                let mut next = Row(row.clone());
                next.apply(step);
                next.0
            };
            near =
                near.iter().flat_map(|row| (0..5).map(move |step| reversed(row, step))).collect();
            moves += 1;
        }
        let found = search(&row, &plan(720, Representation::Tour, 1), &run);
        assert_eq!(found.path.map(|path| path.len()), Some(moves));
    }
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let row = Row::random(12, 1);
    let stop = AtomicBool::new(true);
    let run = Run::alone(1, &stop);
    let found = search(&row, &plan(100_000, Representation::Tour, 1), &run);
    assert_eq!((found.path, found.halt), (None, Some(Halt::Interrupted)));
    let stop = AtomicBool::new(false);
    let narrow = BeamPlan { worth: &|length| length < 4, ..plan(10, Representation::Tour, 1) };
    let found = search(&row, &narrow, &Run::alone(1, &stop));
    assert_eq!((found.path, found.halt, found.levels), (None, None, 3));
    let poor = Run { ceiling: Some(1000), ..Run::alone(1, &stop) };
    let found = search(&row, &plan(1000, Representation::Tour, 1), &poor);
    assert_eq!((found.halt, found.levels), (Some(Halt::Memory), 0));
}

/// Counts how often it is asked, and stands still.
#[derive(Default)]
struct Asked(AtomicU64);

impl Clock for Asked {
    fn elapsed(&self) -> Duration {
        self.0.fetch_add(1, Ordering::Relaxed);
        Duration::ZERO
    }
}

/// The limits are polled as often as the work asks for it: in narrow beams of many levels and in wide
/// ones of few, and in levels that hold next to nothing.
#[test]
fn limits_are_polled_by_the_work_done() {
    for representation in [Representation::Tour, Representation::Copies] {
        let endless = BeamPlan {
            worth: &|level| level <= 20_000,
            patience: usize::MAX,
            ..plan(1, representation, 1)
        };
        let (narrow, found) = polls(&Endless(0), &endless);
        assert_eq!((found.levels, found.candidates), (20_000, 20_000));
        assert!(narrow * 1_000 >= found.levels, "{narrow} polls on {} levels", found.levels);
        let (wide, found) = polls(&Row::random(11, 7), &plan(30_000, representation, 1));
        assert!(wide * 400_000 >= found.candidates, "{wide} polls of {}", found.candidates);
        assert!(wide > 1);
    }
}

/// How often the limits are polled: the clock is asked for each poll and for each report.
fn polls<W: Walk>(walk: &W, plan: &BeamPlan<'_>) -> (u64, BeamOutcome) {
    let (stop, clock, reports) = (AtomicBool::new(false), Asked::default(), AtomicU64::new(0));
    let sink = |_: &Event| {
        reports.fetch_add(1, Ordering::Relaxed);
    };
    let deadline = Some(Duration::from_secs(1));
    let run = Run { clock: &clock, deadline, sink: &sink, ..Run::alone(1, &stop) };
    let found = search(walk, plan, &run);
    (clock.0.into_inner() - reports.into_inner(), found)
}

/// One move, which comes no nearer.
#[derive(Clone)]
struct Endless(u64);

impl Walk for Endless {
    fn root(&self) -> Node {
        Node { estimate: 1, hash: Random::new(self.0).bits() }
    }

    fn apply(&mut self, _: u8) {
        self.0 += 1;
    }

    fn undo(&mut self, _: u8) {
        self.0 -= 1;
    }

    fn candidates<S: Sink>(&mut self, _: Node, sink: &mut S) {
        sink.offer(0, 1, || Random::new(self.0 + 1).bits());
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

/// The history of copies grows with the levels; a tour has none to speak of.
#[test]
fn the_history_of_copies_counts_as_memory() {
    let stop = AtomicBool::new(false);
    let row = Row::random(14, 4);
    let memory = plan(300, Representation::Copies, 1).memory(row.bytes());
    let poor = Run { ceiling: Some(memory + 10_000), ..Run::alone(1, &stop) };
    let goes_on =
        BeamPlan { worth: &|_| true, patience: 200, ..plan(300, Representation::Copies, 1) };
    let found = search(&row, &goes_on, &poor);
    assert!(found.halt == Some(Halt::Memory) && found.levels > 2, "{found:?}");
    assert!(found.memory > memory + 10_000);
}

/// A search that is stopped and goes on finds what one in a single piece finds, for what it has seen
/// before matters little.
#[test]
fn a_search_in_pieces_ends_as_one_in_one_piece() {
    let stop = AtomicBool::new(false);
    for seed in 0..5 {
        let row = Row::random(16, seed);
        let plan = plan(4_000, Representation::Tour, 1);
        let whole = search(&row, &plan, &Run::alone(1, &stop)).path.expect("it is wide enough");
        let (mut saved, mut pieces) = (None, 0);
        let path = loop {
            let levels = Cell::new(0);
            let halted = AtomicBool::new(false);
            let run = Run::alone(1, &halted);
            let mut watch = Stopping { after: 3, levels: &levels, stop: &halted };
            let found = resumed(&row, &plan, &run, saved.as_ref(), &mut watch);
            if let Some(path) = found.path {
                break path;
            }
            assert_eq!(found.halt, Some(Halt::Interrupted));
            let beam = found.unfinished.expect("a tour can be saved");
            let text = beam.print();
            saved = Snapshot::parse(&text, |path| path.iter().all(|step| *step < 15));
            assert_eq!(saved, Some(beam));
            pieces += 1;
        };
        let mut sorted = row.clone();
        path.iter().for_each(|&step| sorted.apply(step));
        assert!(sorted.0.is_sorted() && pieces > 1, "{pieces}");
        assert!(path.len() <= whole.len() + 1, "{} after {}", path.len(), whole.len());
    }
}

/// Stops a run after some levels.
struct Stopping<'a> {
    after: usize,
    levels: &'a Cell<usize>,
    stop: &'a AtomicBool,
}

impl Watch for Stopping<'_> {
    fn level(&mut self, _: usize, _: usize, _: &dyn Fn(usize) -> Vec<u8>) {
        self.levels.set(self.levels.get() + 1);
        self.stop.store(self.levels.get() >= self.after, Ordering::Relaxed);
    }
}

/// What a selection keeps is what sorting would keep: the best different ones, in their order.
#[test]
fn a_selection_keeps_the_best() {
    let past = Past::new(50);
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    let pulse = Pulse::new(&run);
    for seed in 0..50 {
        let mut random = Random::new(seed);
        let mut selection = Selection::new(50);
        let mut offered: Vec<(u32, u64)> = Vec::new();
        assert_eq!(selection.begin(&[Node { estimate: 100, hash: 0 }], &pulse), Ok(()));
        for parent in 0..2000 {
            let hash = random.bits() >> 1 << 1 | 1;
            let again = random.below(4) == 0 && !offered.is_empty();
            let one = if again {
                offered[random.below(offered.len())]
            } else {
                (50 + random.below(100) as u32, hash)
            };
            selection.from(parent, (&past, &pulse)).offer(3, one.0, || one.1);
            offered.push(one);
        }
        assert_eq!(selection.flush(&past, &pulse), Ok(()));
        assert_eq!(selection.settle(&pulse), Ok(true));
        let mut seen = HashSet::new();
        offered.retain(|one| seen.insert(one.1));
        let mut best: Vec<usize> = (0..offered.len()).collect();
        best.sort_by_key(|&at| (offered[at].0, offered[at].1 >> 20 & 15, at));
        best.truncate(50);
        best.sort_unstable();
        let kept: Vec<u64> = selection.kept().iter().map(|candidate| candidate.hash).collect();
        assert_eq!(kept, best.iter().map(|&at| offered[at].1).collect::<Vec<_>>());
    }
}

#[test]
fn a_limit_that_was_too_low_is_raised() {
    let past = Past::new(10);
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    let pulse = Pulse::new(&run);
    let mut selection = Selection::new(10);
    let offer = |selection: &mut Selection, estimate: u32| {
        (0..40).for_each(|parent| {
            let hash = Random::new(u64::from(estimate) << 32 | u64::from(parent)).bits();
            selection.from(parent, (&past, &pulse)).offer(0, estimate, || hash);
        });
        assert_eq!(selection.flush(&past, &pulse), Ok(()));
    };
    let beam = [Node { estimate: 100, hash: 0 }];
    assert_eq!(selection.begin(&beam, &pulse), Ok(()));
    offer(&mut selection, 100);
    assert_eq!(selection.settle(&pulse), Ok(true));
    assert_eq!(selection.begin(&beam, &pulse), Ok(()));
    offer(&mut selection, 900);
    assert_eq!(selection.settle(&pulse), Ok(false), "nothing was kept: the level is repeated");
    offer(&mut selection, 900);
    assert_eq!(selection.settle(&pulse), Ok(true));
    assert_eq!(selection.kept().len(), 10);
}

#[test]
fn memory_at_width_16000_is_small() {
    assert!(plan(16_000, Representation::Tour, 1).memory(2000) < 20_000_000);
    assert!(plan(16_000, Representation::Tour, 2).memory(2000) < 40_000_000);
}
