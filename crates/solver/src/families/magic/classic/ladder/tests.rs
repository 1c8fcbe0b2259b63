//! The rungs against one another, the orders against the kernels, and brute force against its rank.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::hex::Hexagon;

use super::super::super::ENGINES;
use super::engine::outlook;
use super::orders;
use super::orders::{CHEAPEST, CHEAPEST_TWELFTH, Census, FillPlan, ONE_OF_TWELVE, RASTER, SPIRAL};
use super::permute::{
    PERMUTATIONS, first_rank, fixed_lines_fit, next_fixed, next_lines, next_permutation,
    permute_fixed, permute_lines, rank,
};
use super::rungs::{RUNGS, Rung, rung};
use super::search::{Board, CELLS, LadderSearch, Order, line_sum};
use crate::engine::Role;
use crate::run::{Halt, Run};

/// The solutions that a rung finds, sorted, and its steps.
fn climbed(name: &str, start: i32) -> (Vec<Board>, u64) {
    let stop = AtomicBool::new(false);
    let run = Run::alone(0, &stop);
    let mut search = LadderSearch::new(start, &run);
    (rung(name).kernel)(&mut search);
    assert_eq!(search.halt, None);
    search.boards.sort_unstable();
    (search.boards, search.steps)
}

/// The rungs that come to an end within a second: all from the sixth on.
fn quick() -> impl Iterator<Item = &'static str> {
    RUNGS.iter().map(Rung::name).skip_while(|name| *name != "spiral")
}

fn magic(board: &Board, start: i32) -> bool {
    let sum = |line: &Vec<usize>| line.iter().map(|&cell| board[cell]).sum::<i32>();
    let mut sorted = *board;
    sorted.sort_unstable();
    sorted.iter().zip(start..).all(|(&number, expected)| number == expected)
        && Hexagon::new(3).lines().iter().all(|line| sum(line) == line_sum(start))
}

#[test]
fn every_rung_finds_the_twelve_solutions() {
    let (solutions, _) = climbed("deduce-swap", 1);
    assert_eq!(solutions.len(), 12);
    assert!(solutions.iter().all(|board| magic(board, 1)));
    quick().for_each(|name| assert_eq!(climbed(name, 1).0, solutions, "{name}"));
}

#[test]
fn the_rungs_agree_on_other_starts() {
    for start in [-19, -14, -9, -4, 6, 11] {
        let (solutions, _) = climbed("deduce-swap", start);
        assert!(solutions.iter().all(|board| magic(board, start)));
        assert_eq!(solutions.is_empty(), start > 1, "start {start}");
        // All of them at every start would take seconds.
        let all = quick().filter(|_| [-19, 6].contains(&start));
        all.for_each(|name| assert_eq!(climbed(name, start).0, solutions, "{name} {start}"));
        let mut negated: Vec<Board> = solutions.iter().map(|board| board.map(|x| -x)).collect();
        negated.sort_unstable();
        assert_eq!(climbed("deduce-depth", -18 - start).0, negated, "start {start}");
    }
}

/// Each variant visits the same boards as what it varies.
#[test]
fn steps_are_what_the_order_says() {
    let cost = |order: &Order, smaller| Census::new(order, smaller, 1).count().iter().sum::<u64>();
    for name in quick() {
        let expected = match name {
            "deduce-cheapest" => cost(&CHEAPEST, &[]),
            "deduce-symmetry" => cost(&CHEAPEST_TWELFTH, ONE_OF_TWELVE),
            _ => cost(&SPIRAL, &[]),
        };
        assert_eq!(climbed(name, 1).1, expected, "{name}");
    }
    assert_eq!(cost(&SPIRAL, &[]), 1_087_245);
    assert_eq!(cost(&CHEAPEST, &[]), 1_087_015);
    assert_eq!(cost(&CHEAPEST_TWELFTH, ONE_OF_TWELVE), 48_404);
}

/// From start 1 the lattice of sets takes seconds, which is for the case `orders`; from start 16,
/// where few lines of three can have the sum, it is small.
#[test]
fn the_cheapest_order_is_no_dearer_than_those_it_is_found_among() {
    let stop = AtomicBool::new(false);
    let smaller = ONE_OF_TWELVE;
    let (order, cost) = orders::cheapest(smaller, 16, &Run::alone(0, &stop)).unwrap();
    let counted = |order: &Order| Census::new(order, smaller, 16).count().iter().sum::<u64>();
    assert_eq!(counted(&order), cost);
    assert!([SPIRAL, CHEAPEST, CHEAPEST_TWELFTH].iter().all(|order| counted(order) >= cost));
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(orders::cheapest(smaller, 1, &Run::alone(0, &stop)), None);
}

#[test]
fn plans_end_every_line_once() {
    assert_eq!(SPIRAL[..], Hexagon::new(3).spiral());
    for (order, tried) in [(RASTER, 10), (SPIRAL, 7), (CHEAPEST, 7), (CHEAPEST_TWELFTH, 7)] {
        let plan = FillPlan::new(&order);
        assert_eq!(plan.closing.iter().map(Vec::len).sum::<usize>(), 15);
        assert_eq!((0..CELLS).filter(|&place| !plan.computes(place)).count(), tried);
    }
}

#[test]
fn written_out_lines_are_the_lines() {
    let (solutions, _) = climbed("deduce-swap", 1);
    assert!(solutions.iter().all(|board| fixed_lines_fit(board, 38)));
    // Two cells share a line or not; in both cases the swap breaks one through only one of them.
    for (a, b) in (0..CELLS).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let mut board = solutions[0];
        board.swap(a, b);
        assert!(!fixed_lines_fit(&board, 38), "{a} {b}");
    }
}

#[test]
fn the_next_permutation_is_the_next() {
    let mut list = vec![1, 2, 3, 4, 5];
    let mut seen = vec![list.clone()];
    while next_permutation(&mut list) {
        seen.push(list.clone());
    }
    assert_eq!(seen.len(), 120);
    assert!(seen.is_sorted_by(|a, b| a < b));
    assert!(seen.iter().zip(1..).all(|(list, place)| rank(list) == place));
}

/// The number in the write-up is the place, from 1, of the first solution in raster order among
/// all permutations in lexicographic order.
#[test]
fn the_rank_of_the_first_solution() {
    let stop = AtomicBool::new(false);
    assert_eq!(first_rank(1, &Run::alone(0, &stop)), Some(18_473_955_480_703_453));
    assert_eq!(first_rank(6, &Run::alone(0, &stop)), None, "there is no solution from 6 on");
    let (solutions, _) = climbed("deduce-swap", 1);
    assert_eq!(solutions[0][..5], [3, 17, 18, 19, 7]);
    assert_eq!(rank(&solutions[0]), 18_473_955_480_703_453, "boards are sorted");
    assert_eq!((1..=19).product::<u64>(), PERMUTATIONS);
    let mut last: Board = std::array::from_fn(|index| 19 - index as i32);
    assert_eq!((rank(&last), next_permutation(&mut last)), (PERMUTATIONS, false));
}

#[test]
fn endless_rungs_stop_at_their_budget() {
    let stop = AtomicBool::new(false);
    let run = Run::alone(0, &stop);
    for kernel in [permute_lines, permute_fixed, next_lines, next_fixed] {
        for budget in [1, 1000, 100_000] {
            let mut search = LadderSearch::new(1, &run);
            search.budget = budget;
            kernel(&mut search);
            assert_eq!((search.steps, search.halt), (budget, Some(Halt::Budget)));
        }
    }
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    for rung in &RUNGS {
        let mut search = LadderSearch::new(1, &run);
        (rung.kernel)(&mut search);
        assert_eq!(search.halt, Some(Halt::Interrupted), "{}", rung.name());
    }
}

#[test]
fn the_outlook_is_arithmetic() {
    assert_eq!(outlook(1_000, 0.0, Some(1)), []);
    let years = [("years-for-all", 14), ("years-to-first-solution", 3)];
    assert_eq!(outlook(290_000_000, 1.0, Some(18_473_955_480_703_453))[1..], years);
}

#[test]
fn engines_and_rungs_are_the_same_list() {
    let ladder = ENGINES.iter().filter(|engine| engine.row().role == Role::Classic);
    assert!(ladder.map(|engine| engine.name()).eq(RUNGS.iter().map(Rung::name)));
}
