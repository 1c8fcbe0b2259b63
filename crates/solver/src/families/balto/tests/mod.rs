//! The state of the search against the rules of the puzzle, and the engine from text to text.

mod incumbent;
mod limits;
mod resume;

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use proptest::prelude::*;
use sixfold_puzzle::families::balto::{Balto, Instance, Move, Position};
use sixfold_puzzle::{Family as _, families, parse};

use super::beam::{BeamSearch, WindowUse};
use super::board_pair::{BoardPair, Ends, Tables};
use super::parameters::BeamSettings;
use super::sides::Sides;
use super::weights::Weights;
use super::*;
use crate::beam::{Node, Sink, Walk};
use crate::claim::Outcome;
use crate::random::Random;
use crate::run::{Clock, Event, Halt, Run};
use crate::session::{Report, Request, solve};

fn preset(order: usize) -> Instance {
    parse::<Balto>(&text(order)).expect("it is a board")
}

/// Candidates by move.
#[derive(Default)]
struct List(HashMap<u8, Node>);

impl Sink for List {
    fn limit(&self) -> u32 {
        u32::MAX
    }

    fn offer(&mut self, step: u8, estimate: u32, hash: impl FnOnce() -> u64) {
        let before = self.0.insert(step, Node { estimate, hash: hash() });
        assert_eq!(before, None, "each move is offered once");
    }
}

/// Walks at random; everything that is computed step by step must be what is computed anew.
fn walk<const NEIGHBOURHOODS: bool>(order: usize, weights: &Weights, seed: u64) {
    let instance = preset(order);
    let mut random = Random::new(seed);
    let ends = [Ends::Both, Ends::Start, Ends::Home][random.below(3)];
    let tables = Tables::new(&instance, weights, seed).from(ends);
    let senses = [random.below(2) == 1, random.below(2) == 1];
    let mut boards: BoardPair<'_, NEIGHBOURHOODS> = BoardPair::new(&instance, &tables, senses);
    let start = boards.root();
    let (mut node, mut path) = (start, Vec::new());
    for _ in 0..300 {
        assert_eq!(boards.root(), node);
        let mut list = List::default();
        boards.candidates(node, &mut list);
        assert_eq!(list.0.len(), if ends == Ends::Both { 12 } else { 6 });
        assert_eq!(boards.root(), node, "looking at candidates changes nothing");
        let mut steps: Vec<u8> = list.0.keys().copied().collect();
        steps.sort_unstable();
        let step = steps[random.below(steps.len())];
        node = list.0[&step];
        boards.apply(step);
        path.push(step);
        if random.below(3) == 0 {
            let last = path.pop().expect("a move was made");
            boards.undo(last);
            node = boards.root();
        }
    }
    replayed(&instance, ends, senses, &path, boards.root().estimate);
    path.iter().rev().for_each(|&step| boards.undo(step));
    assert_eq!(boards.root(), start, "taking everything back leads to the beginning");
}

/// Steps between two cells, counted ring by ring.
fn steps_between(instance: &Instance, from: usize, to: usize) -> u32 {
    let mut reached = vec![from];
    let mut steps = 0;
    while !reached.contains(&to) {
        reached = reached.iter().flat_map(|&cell| instance.torus.neighbours(cell)).collect();
        reached.sort_unstable();
        reached.dedup();
        steps += 1;
    }
    steps
}

/// Makes the moves by the rules of the puzzle: senses alternate on each board, and the plain
/// distance is the sum of the ways from each tile to itself on the other board.
fn replayed(instance: &Instance, ends: Ends, senses: [bool; 2], path: &[u8], estimate: u32) {
    let mut positions = [Position::new(&instance.tiles), Position::new(&instance.home())];
    let mut next = senses;
    for &step in path {
        let (board, turn) = (usize::from(step / 12), step % 12);
        let letter = if turn < 6 { b'1' + turn } else { b'A' + turn - 6 };
        let turn = Move::parse(char::from(letter)).expect("it is a move");
        assert_eq!(turn.clockwise(), !next[board]);
        next[board] = !next[board];
        positions[board].apply(&instance.torus, turn);
    }
    let place = |board: usize, tile: u16| {
        positions[board].tiles().iter().position(|one| *one == tile).expect("no tile is lost")
    };
    let way = |tile: u16| steps_between(instance, place(0, tile), place(1, tile));
    let ways: u32 = (1..instance.tiles.len() as u16).map(way).sum();
    let fits = ends != Ends::Both || next[0] == next[1];
    assert!(estimate >= ways + u32::from(!fits), "no weight is below its distance");
    assert_eq!(estimate == 0, ways == 0 && fits);
    let weights = Weights::distance(instance.hexagon().order());
    let tables = Tables::new(instance, &weights, 0).from(ends);
    let mut boards: BoardPair<'_, false> = BoardPair::new(instance, &tables, senses);
    path.iter().for_each(|&step| boards.apply(step));
    assert_eq!(boards.root().estimate, ways + u32::from(!fits));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn estimates_and_hashes_are_those_of_a_full_computation(order in 3_usize..8, seed: u64) {
        walk::<false>(order, &Weights::distance(order), seed);
        walk::<false>(order, &Weights::quadratic(order), seed);
        walk::<true>(order, &Weights::quadratic_and_size(order), seed);
        walk::<true>(order, &Weights::learned(order), seed);
    }

    /// Near home almost every move changes what is at home.
    #[test]
    fn near_home_too(order in 3_usize..6, seed: u64) {
        let mut instance = preset(order);
        instance.tiles = instance.home();
        let weights = Weights::quadratic_and_size(order);
        let tables = Tables::new(&instance, &weights, seed);
        let mut random = Random::new(seed);
        let mut boards: BoardPair<'_, true> = BoardPair::new(&instance, &tables, [false, false]);
        prop_assert_eq!(boards.root().estimate, 0);
        for _ in 0..200 {
            let node = boards.root();
            let mut list = List::default();
            boards.candidates(node, &mut list);
            let mut steps: Vec<(u8, Node)> = list.0.into_iter().collect();
            steps.sort_unstable_by_key(|(step, next)| (next.estimate, *step));
            let (step, next) = steps[random.below(4)];
            boards.apply(step);
            prop_assert_eq!(boards.root(), next);
        }
    }
}

/// The order in which moves are made on the two boards makes no difference, the senses do.
#[test]
fn equal_states_have_equal_hashes_and_senses_count() {
    let instance = preset(4);
    let tables = Tables::new(&instance, &Weights::quadratic(4), 5);
    let at = |senses: [bool; 2], path: &[u8]| {
        let mut boards: BoardPair<'_, false> = BoardPair::new(&instance, &tables, senses);
        path.iter().for_each(|&step| boards.apply(step));
        boards.root().hash
    };
    assert_eq!(at([false, false], &[2, 15]), at([false, false], &[15, 2]));
    assert_ne!(at([false, false], &[2]), at([false, false], &[3]));
    assert_ne!(at([false, false], &[]), at([true, false], &[]));
    assert_ne!(at([false, true], &[]), at([true, false], &[]));
}

/// A board that is its own goal is none while the senses do not fit.
#[test]
fn equal_boards_are_a_goal_only_with_fitting_senses() {
    let mut instance = preset(3);
    instance.tiles = instance.home();
    let tables = Tables::new(&instance, &Weights::distance(3), 1);
    for senses in [[false, false], [true, true], [false, true], [true, false]] {
        let boards: BoardPair<'_, false> = BoardPair::new(&instance, &tables, senses);
        assert_eq!(boards.root().estimate == 0, senses[0] == senses[1]);
    }
    let tables = tables.from(Ends::Start);
    let boards: BoardPair<'_, false> = BoardPair::new(&instance, &tables, [false, true]);
    assert_eq!(boards.root().estimate, 0, "a board that is not moved has no sense");
}

fn torus(order: usize) -> sixfold_puzzle::families::balto::Torus {
    sixfold_puzzle::families::balto::Torus::new(sixfold_puzzle::hex::Hexagon::new(order))
}

/// The boards that can be reached, with the sense of the next move, where all tiles of a kind look
/// the same.
fn reached(order: usize, tiles: Vec<u16>) -> std::collections::HashSet<(Vec<u16>, bool)> {
    let torus = torus(order);
    let mut seen = std::collections::HashSet::from([(tiles.clone(), true)]);
    let mut open = vec![(tiles, true)];
    while let Some((tiles, clockwise)) = open.pop() {
        for letter in if clockwise { "123456" } else { "ABCDEF" }.chars() {
            let mut position = Position::new(&tiles);
            position.apply(&torus, Move::parse(letter).expect("it is a move"));
            let next = (position.tiles().to_vec(), !clockwise);
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

#[test]
fn every_even_board_of_order_2_can_be_solved() {
    let home = Instance { torus: torus(2), tiles: (0..7).collect() }.home();
    assert_eq!(reached(2, home).len(), 2 * 5040 / 2);
}

/// What `make` says of its boards: eight moves turn three tiles and nothing else, and other moves
/// bring any two tiles to any two cells with the empty cell and the sense as before. A group of
/// permutations that can do both has all even ones (Jordan).
#[test]
fn three_tiles_turn_alone_and_any_two_go_anywhere() {
    for order in 3..8 {
        let home = Instance { torus: torus(order), tiles: Vec::new() }.home();
        let mut position = Position::new(&home);
        for letter in "1A3D4A6D".chars() {
            position.apply(&torus(order), Move::parse(letter).expect("it is a move"));
        }
        let moved = position.tiles().iter().zip(&home).filter(|(tile, home)| tile != home);
        assert_eq!((moved.count(), position.hole()), (3, Position::new(&home).hole()));
    }
    for order in 2..4 {
        // One tile is 1, one is 2, and all others are 3.
        let home = Instance { torus: torus(order), tiles: Vec::new() }.home();
        let marked: Vec<u16> = home.iter().map(|tile| *tile.min(&3)).collect();
        let hole = Position::new(&home).hole();
        let seen = reached(order, marked);
        let back = seen.iter().filter(|(tiles, clockwise)| tiles[hole] == 0 && *clockwise);
        let tiles = home.len() - 1;
        assert_eq!(back.count(), tiles * (tiles - 1), "order {order}");
    }
}

fn solved(text: &str, settings: &[(&str, &str)], threads: usize, seed: u64) -> Report {
    let stop = AtomicBool::new(false);
    let run = Run { threads, ..Run::alone(seed, &stop) };
    let settings: Vec<_> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let request = Request { text, engine: Some("beam"), prove: false, settings: &settings };
    solve(crate::REGISTRY, &request, &run).expect("the session takes it")
}

fn text(order: usize) -> String {
    families::BALTO.preset(&order.to_string()).expect("it is a preset")
}

fn length(report: &Report) -> i128 {
    assert_eq!(report.outcome(), Outcome::Solved);
    report.objective().as_ref().expect("a solution has a length").value
}

/// A search from one end moves one board: its solutions are of any length, odd ones too.
#[test]
fn searches_from_one_end_solve_boards() {
    for from in ["start", "home", "each"] {
        let lengths = (3..6)
            .map(|order| length(&solved(&text(order), &[("width", "2000"), ("from", from)], 1, 1)));
        let lengths: Vec<i128> = lengths.collect();
        assert!(lengths.iter().zip([27, 76, 162]).all(|(length, least)| *length >= least));
        assert!(lengths[2] < 200, "{lengths:?}");
    }
}

#[test]
fn every_estimate_solves_boards() {
    for estimate in ["distance", "f1", "f1-hamming", "learned"] {
        for order in [3, 4] {
            let report = solved(&text(order), &[("width", "300"), ("estimate", estimate)], 1, 1);
            let known = if order == 3 { 27 } else { 76 };
            assert!((known..2 * known).contains(&length(&report)), "{estimate}, order {order}");
        }
    }
}

#[test]
fn neither_threads_nor_copies_change_the_solution() {
    let board = text(5);
    let one = solved(&board, &[("width", "200"), ("keep", "tour")], 1, 7);
    assert!(length(&one) < 240);
    for keep in ["tour", "copies", "auto"] {
        for threads in [1, 2, 4, 8] {
            let other = solved(&board, &[("width", "200"), ("keep", keep)], threads, 7);
            assert_eq!(other.solution(), one.solution(), "{keep}, {threads} threads");
        }
    }
    let settings = [("width", "200"), ("estimate", "f1-hamming"), ("from", "both")];
    let by_seed = |seed| solved(&board, &settings, 1, seed);
    assert_ne!(by_seed(7).solution(), by_seed(8).solution(), "the seed decides among equals");
}

#[test]
fn near_home_the_shortest_way_is_found() {
    let home = preset(4).home();
    for moves in ["", "1", "A", "1B", "C4", "1B3", "A2F", "4D1F"] {
        let mut instance = preset(4);
        let mut position = Position::new(&home);
        let steps = moves.chars().rev().filter_map(Move::parse).map(Move::undo);
        steps.for_each(|step| {
            position.apply(&instance.torus, step);
        });
        instance.tiles = position.tiles().to_vec();
        let report = solved(&Balto::print(&instance), &[], 2, 1);
        assert!(length(&report) <= moves.len() as i128, "{moves}");
    }
}

#[test]
fn a_beam_that_is_too_narrow_stops_with_nothing() {
    let report = solved(&text(7), &[("width", "1"), ("estimate", "distance")], 1, 1);
    assert_eq!((report.outcome(), report.solution()), (Outcome::Stopped, None));
}

/// A clock that advances by a millisecond with each look.
#[derive(Default)]
struct Glances(AtomicU64);

impl Clock for Glances {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn with_a_deadline_it_goes_on_and_keeps_the_best() {
    let stop = AtomicBool::new(false);
    let improved = Mutex::new(Vec::new());
    let sink = |event: &Event| {
        if let Event::Improved { objective: Some(length), .. } = event {
            improved.lock().expect("no holder panics").push(*length);
        }
    };
    let (clock, deadline) = (Glances::default(), Some(Duration::from_millis(2000)));
    let run = Run { clock: &clock, deadline, sink: &sink, ..Run::alone(1, &stop) };
    let board = text(4);
    let request = Request { text: &board, engine: None, prove: false, settings: &[] };
    let report = solve(crate::REGISTRY, &request, &run).expect("the session takes it");
    assert_eq!((report.outcome(), report.halt()), (Outcome::Stopped, Some(Halt::Time)));
    let lengths = improved.into_inner().expect("no holder panics");
    assert_eq!(lengths.last(), report.objective().map(|objective| objective.value).as_ref());
    assert!(lengths.is_sorted_by(|longer, shorter| longer > shorter), "{lengths:?}");
    let rounds = report.effort().iter().find(|(name, _)| *name == "rounds");
    assert!(rounds.is_some_and(|(_, rounds)| *rounds > 2), "{:?}", report.effort());
}

/// Wider beams are better on the whole; here with a seed for which it is true.
#[test]
fn a_wider_beam_finds_a_shorter_solution() {
    let at = |width: &str| length(&solved(&text(6), &[("width", width)], 2, 3));
    let (narrow, wide) = (at("10"), at("300"));
    assert!(wide < narrow, "{wide} is not below {narrow}");
}

fn replay(instance: &Instance, moves: &[Move]) -> Position {
    let mut position = Position::new(&instance.tiles);
    moves.iter().for_each(|step| {
        position.apply(&instance.torus, *step);
    });
    position
}

#[test]
fn paths_and_solutions_are_the_same_thing() {
    let path = [3, 12 + 2, 6 + 1, 12 + 6 + 4, 5];
    let solution = path::solution(&path);
    let again = path::path(&solution, path::meeting(&path));
    assert_eq!(path::solution(&again), solution);
    assert_eq!(again, [3, 6 + 1, 5, 12 + 2, 12 + 6 + 4]);
}

/// Ten moves, the last of them undone and made again.
#[test]
fn twelve_moves_that_can_be_ten_are_found() {
    let instance = preset(4);
    let way: Vec<Move> = "1B3D5F2A4C".chars().filter_map(Move::parse).collect();
    let last = *way.last().expect("it has moves");
    let detour: Vec<Move> = way.iter().copied().chain([last.undo(), last]).collect();
    let mut shortcuts = super::local::Shortcuts::new(&instance, 3);
    let shorter = shortcuts.shorter(&detour).expect("ten moves do it");
    assert_eq!(shorter.len(), 10);
    assert_eq!(replay(&instance, &shorter), replay(&instance, &way));
    assert!(shorter.windows(2).all(|pair| pair[0].clockwise() != pair[1].clockwise()));
}

#[test]
fn windows_keep_a_solution_a_solution() {
    let instance = preset(5);
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    let weights = Weights::learned(5);
    let settings = BeamSettings { weights: &weights, keep: None };
    let mut search = BeamSearch::new(&instance, settings, &run);
    assert_eq!(search.once(20, Sides::Both), None);
    let path = search.best().expect("it is solved");
    let mut windows = super::local::Windows::new(&instance, settings, &run, path);
    assert_eq!((windows.narrowing(500, 5), windows.shortcuts(5)), (Ok(()), Ok(())));
    let shorter = path::solution(&windows.path());
    assert!(shorter.len() < path.len(), "with this seed something is gained");
    assert!((path.len() - shorter.len()).is_multiple_of(2));
    assert!(Balto::violations(&instance, &shorter).is_empty());
}

/// The first solution comes before the first round, and an interrupted round does not lose it.
#[test]
fn a_run_that_is_stopped_in_its_first_round_has_a_solution() {
    let stop = AtomicBool::new(false);
    let sink = |event: &Event| {
        if matches!(event, Event::Improved { .. }) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let run = Run { sink: &sink, ..Run::alone(1, &stop) };
    let board = text(8);
    let request = Request { text: &board, engine: Some("beam"), prove: false, settings: &[] };
    let report = solve(crate::REGISTRY, &request, &run).expect("the session takes it");
    assert_eq!((report.outcome(), report.halt()), (Outcome::Stopped, Some(Halt::Interrupted)));
    assert!(report.solution().is_some());
}
