//! Two searches that share only the model, judged by each other and by known counts.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::hex::Hexagon;

use super::board::Domains;
use super::{Ending, LineModel, Order, Prepared, candidates, equations, visit};
use crate::random::Random;
use crate::run::{Halt, Run};

/// A solution of order 4, start 3.
const ORDER_4: [i64; 37] = [
    17, 33, 37, 24, 38, 14, 7, 13, 39, 34, 27, 15, 10, 9, 16, 22, 12, 11, 8, 5, 21, 32, 25, 6, 4,
    19, 26, 31, 35, 23, 3, 20, 30, 29, 36, 28, 18,
];

fn in_a_world<T>(job: impl FnOnce(&Run<'_>) -> T) -> T {
    job(&Run::alone(1, &AtomicBool::new(false)))
}

fn model(order: usize, start: i64) -> LineModel {
    let hexagon = Hexagon::new(order);
    let count = hexagon.len();
    let total = (2 * start + count as i64 - 1) * count as i64 / 2;
    LineModel {
        start,
        count,
        lines: hexagon.lines(),
        target: total / hexagon.row_count() as i64,
        givens: vec![None; count],
        ascending: Vec::new(),
        order: hexagon.spiral(),
    }
}

/// Order 4 with so many random cells of the known solution open.
fn with_open_cells(open: usize, seed: u64) -> LineModel {
    let mut model = model(4, 3);
    let mut cells: Vec<usize> = (0..model.count).collect();
    Random::new(seed).shuffle(&mut cells);
    cells[open..].iter().for_each(|&cell| model.givens[cell] = Some(ORDER_4[cell]));
    model
}

fn fillings(model: &LineModel, order: Order) -> Vec<Vec<i64>> {
    in_a_world(|run| {
        let mut found = Vec::new();
        let (ending, _) = visit(model, order, u64::MAX, run, &mut |values| {
            found.push(values.to_vec());
            false
        });
        assert_eq!(ending, Ending::Exhausted);
        found.sort();
        found
    })
}

const ORDERS: [Order; 3] = [Order::Planned, Order::Smallest, Order::Fixed];

#[test]
fn order_3_has_as_many_fillings_as_known_in_every_order_of_the_cells() {
    for (start, count) in [(-24, 0), (-19, 12), (-9, 312), (1, 12), (6, 0), (101, 0)] {
        for order in ORDERS {
            assert_eq!(fillings(&model(3, start), order).len(), count, "{start} {order:?}");
        }
    }
    assert_eq!(fillings(&model(1, 7), Order::Planned), [[7]]);
    assert_eq!(fillings(&model(1, 7), Order::Smallest), [[7]]);
}

/// c0 is the least corner and c1 < c5: one of twelve images is left.
#[test]
fn ascending_pairs_are_kept_in_every_order_of_the_cells() {
    let mut model = model(3, -9);
    let corners = [0, 2, 11, 18, 16, 7];
    model.ascending = corners[1..].iter().map(|&corner| (0, corner)).collect();
    model.ascending.push((2, 7));
    for order in ORDERS {
        let found = fillings(&model, order);
        assert_eq!(found.len(), 26, "{order:?}");
        let keeps = |it: &Vec<i64>| model.ascending.iter().all(|&(low, high)| it[low] < it[high]);
        assert!(found.iter().all(keeps));
    }
}

#[test]
fn both_searches_find_the_same_fillings_of_random_boards() {
    for seed in 0..40 {
        let model = with_open_cells(10 + seed as usize % 9, seed);
        let found = fillings(&model, Order::Planned);
        assert!(found.contains(&ORDER_4.to_vec()));
        assert_eq!(found, fillings(&model, Order::Smallest), "seed {seed}");
    }
}

/// Wrong givens: the solution's numbers, two of them swapped.
#[test]
fn a_board_without_filling_is_found_out_by_both() {
    let mut none = 0;
    for seed in 0..20 {
        let mut model = with_open_cells(12, seed);
        let given: Vec<usize> = (0..37).filter(|&cell| model.givens[cell].is_some()).collect();
        model.givens.swap(given[0], given[given.len() / 2]);
        let found = fillings(&model, Order::Planned);
        assert_eq!(found, fillings(&model, Order::Smallest));
        none += usize::from(found.is_empty());
    }
    assert!(none > 10, "most of them have none");
}

#[test]
fn units_are_a_partition_and_each_counts_the_same_in_another_order() {
    for (model, least) in [(model(3, -4), 50), (with_open_cells(18, 3), 20), (model(1, 1), 5)] {
        in_a_world(|run| {
            let prepared = Prepared::new(&model, &Run::unlimited());
            let units = prepared.units(least, run).unwrap();
            let mut all = Vec::new();
            for unit in &units {
                let mut found = Vec::new();
                prepared.visit(unit, u64::MAX, run, &mut |values| {
                    found.push(values.to_vec());
                    false
                });
                let mut given = model.clone();
                unit.iter().for_each(|&(cell, number)| given.givens[cell] = Some(number));
                found.sort();
                assert_eq!(found, fillings(&given, Order::Smallest), "{unit:?}");
                all.extend(found);
            }
            assert!(units.len() >= least.min(all.len()));
            all.sort();
            assert_eq!(all, fillings(&model, Order::Smallest), "all of them, each once");
        });
    }
}

#[test]
fn equations_that_follow_hold_in_the_solution() {
    let mut short = 0;
    for seed in 0..10 {
        let model = with_open_cells(20, seed);
        let equations = equations::all(&model);
        short += equations.len() - model.lines.len();
        for equation in equations {
            let value = |&(cell, sign): &(usize, i64)| sign * (ORDER_4[cell] - 3);
            assert_eq!(equation.terms.iter().map(value).sum::<i64>(), equation.sum);
        }
    }
    assert!(short > 20, "some follow");
}

#[test]
fn conclusions_never_exclude_the_solution_and_are_taken_back_whole() {
    for seed in 0..30 {
        let model = with_open_cells(24, seed);
        let left = candidates(&model).unwrap();
        assert!((0..37).all(|cell| left[cell].contains(&ORDER_4[cell])));
        let equations = equations::all(&model);
        let mut board: Domains<'_, 1> = Domains::new(&model, &equations).unwrap();
        board.conclude().unwrap();
        let domains =
            |board: &Domains<'_, 1>| (0..37).map(|it| board.domain(it)).collect::<Vec<_>>();
        let before = domains(&board);
        for cell in 0..37 {
            for number in board.domain(cell).iter() {
                let mark = board.mark();
                let _ = board.decide(cell, number).and_then(|()| board.conclude());
                board.undo(mark);
                assert_eq!(domains(&board), before, "seed {seed}, {number} in {cell}");
            }
        }
    }
}

#[test]
fn a_search_stops_when_it_is_told_to() {
    in_a_world(|run| {
        for order in ORDERS {
            let model = model(4, 3);
            let (ending, nodes) = visit(&model, order, 1000, run, &mut |_| false);
            assert_eq!(ending, Ending::Halted(Halt::Budget));
            assert_eq!(nodes, 1001);
            let seen = std::cell::Cell::new(0);
            let (ending, _) = visit(&self::model(3, -9), order, u64::MAX, run, &mut |_| {
                seen.set(seen.get() + 1);
                seen.get() == 7
            });
            assert_eq!((ending, seen.get()), (Ending::Enough, 7));
        }
        let stopped = AtomicBool::new(true);
        let run = &run.shared(&stopped);
        let (ending, _) = visit(&model(4, 3), Order::Planned, u64::MAX, run, &mut |_| false);
        assert_eq!(ending, Ending::Halted(Halt::Interrupted));
    });
}

/// The mean of random dives is the number of nodes that a search really has, within five standard errors.
#[test]
fn dives_estimate_the_size_of_the_tree() {
    in_a_world(|run| {
        for model in [model(3, 1), with_open_cells(20, 5), with_open_cells(22, 9)] {
            let ready = Prepared::new(&model, run);
            let (ending, nodes) = ready.visit(&Vec::new(), u64::MAX, run, &mut |_| false);
            assert_eq!(ending, Ending::Exhausted);
            let samples = ready.samples(20_000, run).unwrap();
            let count = samples.len() as f64;
            let mean = samples.iter().sum::<f64>() / count;
            let variance = samples.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / count;
            let error = (variance / count).sqrt();
            assert!((mean - nodes as f64).abs() <= 5.0 * error + 1.0, "{nodes} {mean} ± {error}");
        }
    });
}
