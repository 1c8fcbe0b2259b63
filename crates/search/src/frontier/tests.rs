//! The frontier program against trying all choices, on small random graphs.

use std::sync::atomic::AtomicBool;

use super::{DegreeModel, Histogram, LARGEST, count};
use crate::random::Random;
use crate::run::{Budget, Halt, Run};

/// The numbers below an end in random order.
fn shuffled(random: &mut Random, len: usize) -> Vec<usize> {
    let mut items: Vec<usize> = (0..len).collect();
    random.shuffle(&mut items);
    items
}

fn number(model: &DegreeModel, budget: usize) -> Result<u128, Halt> {
    count(model, budget, &Run::alone(0, &AtomicBool::new(false)))
}

fn degree(model: &DegreeModel, chosen: usize, node: usize) -> usize {
    model.neighbours[node].iter().filter(|&&next| chosen >> next & 1 == 1).count()
}

fn histogram(model: &DegreeModel, chosen: usize) -> Histogram {
    let mut histogram = Histogram::default();
    for node in (0..model.neighbours.len()).filter(|node| chosen >> node & 1 == 1) {
        histogram[degree(model, chosen, node)] += model.weights[node];
    }
    histogram
}

fn allowed(model: &DegreeModel, chosen: usize) -> bool {
    (0..model.neighbours.len()).all(|node| {
        let is = chosen >> node & 1 == 1;
        let wanted = model.required[node].map(usize::from);
        model.fixed[node].is_none_or(|fixed| fixed == is)
            && (!is || wanted.is_none_or(|wanted| wanted == degree(model, chosen, node)))
    })
}

fn brute_force(model: &DegreeModel) -> u128 {
    let choices = 0..1_usize << model.neighbours.len();
    let right =
        |&chosen: &usize| allowed(model, chosen) && histogram(model, chosen) == model.supply;
    choices.filter(right).count() as u128
}

/// A random graph in which no node has more than six neighbours.
fn graph(random: &mut Random, nodes: usize) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); nodes];
    for _ in 0..random.below(4 * nodes) {
        let (a, b) = (random.below(nodes), random.below(nodes));
        let room = neighbours[a].len() < LARGEST && neighbours[b].len() < LARGEST;
        if a != b && room && !neighbours[a].contains(&b) {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
    }
    neighbours
}

/// A model whose supply and demands come from a random choice, and are then sometimes disturbed.
fn random_model(random: &mut Random) -> DegreeModel {
    let nodes = 1 + random.below(11);
    let mut model = DegreeModel {
        neighbours: graph(random, nodes),
        weights: vec![1; nodes],
        fixed: vec![None; nodes],
        required: vec![None; nodes],
        supply: Histogram::default(),
        order: shuffled(random, nodes),
    };
    let chosen = random.below(1 << nodes);
    model.supply = histogram(&model, chosen);
    for node in 0..nodes {
        if random.below(4) == 0 {
            model.fixed[node] = Some(chosen >> node & 1 == 1);
        }
        if random.below(4) == 0 {
            model.required[node] = Some(degree(&model, chosen, node) as u8);
        }
    }
    if random.below(5) == 0 {
        model.supply[random.below(LARGEST + 1)] += 1;
    }
    model
}

#[test]
fn agrees_with_trying_everything_in_any_order() {
    let mut random = Random::new(1);
    let mut solvable = 0;
    for round in 0..500 {
        let mut model = random_model(&mut random);
        let expected = brute_force(&model);
        assert_eq!(number(&model, usize::MAX), Ok(expected), "round {round}");
        model.order = shuffled(&mut random, model.order.len());
        assert_eq!(number(&model, usize::MAX), Ok(expected), "round {round}, another order");
        solvable += usize::from(expected > 1);
    }
    assert!(solvable > 50, "the rounds would say little: {solvable}");
}

#[test]
fn finds_a_choice_where_there_is_one() {
    let (mut random, stop) = (Random::new(2), AtomicBool::new(false));
    let run = Run::alone(0, &stop);
    let mut solvable = 0;
    for round in 0..500 {
        let model = random_model(&mut random);
        let found = super::find(&model, usize::MAX, &run).unwrap();
        assert_eq!(found.is_some(), brute_force(&model) > 0, "round {round}");
        let Some(found) = found else { continue };
        let chosen = found.iter().enumerate().map(|(node, &is)| usize::from(is) << node).sum();
        assert!(allowed(&model, chosen), "round {round}");
        assert_eq!(histogram(&model, chosen), model.supply, "round {round}");
        solvable += 1;
    }
    assert!((50..450).contains(&solvable), "the rounds would say little: {solvable}");
    let ended = |budget| super::find(&lattice(), budget, &run);
    assert_eq!(ended(40), Err(Halt::Budget));
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(ended(usize::MAX), Err(Halt::Interrupted));
}

/// Nodes without neighbours, each of them free.
fn loose(nodes: usize, chosen: usize) -> DegreeModel {
    DegreeModel {
        neighbours: vec![Vec::new(); nodes],
        weights: vec![1; nodes],
        fixed: vec![None; nodes],
        required: vec![None; nodes],
        supply: [chosen, 0, 0, 0, 0, 0, 0],
        order: (0..nodes).collect(),
    }
}

#[test]
fn counts_in_large_numbers_and_says_when_they_are_too_large() {
    // C(120, 60) is below 2^128, C(140, 70) is above.
    let pascal = |row: Vec<u128>| {
        (0..=row.len())
            .map(|at| at.checked_sub(1).map_or(0, |left| row[left]) + row.get(at).unwrap_or(&0))
            .collect()
    };
    let row = (0..120).fold(vec![1], |row, _| pascal(row));
    assert_eq!(number(&loose(120, 60), usize::MAX), Ok(row[60]));
    assert_eq!(number(&loose(140, 70), usize::MAX), Err(Halt::Budget));
}

#[test]
fn no_node_leaves_one_choice_or_none() {
    assert_eq!(number(&loose(0, 0), usize::MAX), Ok(1));
    assert_eq!(number(&loose(0, 1), usize::MAX), Ok(0));
}

#[test]
fn classes_take_their_weight_and_touch_themselves() {
    // A ring of six cells, folded by half a turn and by a turn of a sixth.
    let folded = |neighbours: Vec<Vec<usize>>, supply| DegreeModel {
        weights: vec![6 / neighbours.len(); neighbours.len()],
        neighbours,
        supply,
        ..loose(3, 0)
    };
    let half = |supply| folded(vec![vec![1, 2], vec![0, 2], vec![0, 1]], supply);
    assert_eq!(number(&half([0, 4, 0, 0, 0, 0, 0]), 9), Ok(3));
    assert_eq!(number(&half([0, 0, 6, 0, 0, 0, 0]), 9), Ok(1));
    let sixth = DegreeModel { order: vec![0], ..folded(vec![vec![0, 0]], [0, 0, 6, 0, 0, 0, 0]) };
    assert_eq!(number(&sixth, 9), Ok(1));
}

#[test]
fn ends_at_its_budget() {
    let star: Vec<Vec<usize>> =
        (0..7).map(|at| if at == 6 { (0..6).collect() } else { vec![6] }).collect();
    let supply = [0, 3, 0, 1, 0, 0, 0];
    let model = DegreeModel { neighbours: star, supply, ..loose(7, 0) };
    assert_eq!(number(&model, 1 << 6), Ok(20));
    assert_eq!(number(&model, 4), Err(Halt::Budget));
}

#[test]
fn refuses_a_frontier_that_no_key_can_hold() {
    // Each of fifty nodes has one neighbour, and all of these come after all of them.
    let pairs = (0..100).map(|node| vec![(node + 50) % 100]).collect();
    let model = DegreeModel { neighbours: pairs, ..loose(100, 0) };
    assert_eq!(model.estimate(), u128::MAX);
    assert_eq!(number(&model, usize::MAX), Err(Halt::Budget));
}

#[test]
fn stops_when_told() {
    let stopped = count(&loose(30, 15), usize::MAX, &Run::alone(0, &AtomicBool::new(true)));
    assert_eq!(stopped, Err(Halt::Interrupted));
}

/// Keys and numbers of 64 bits are enough for small boards; a number beyond them is counted again with 128 bits.
#[test]
fn wide_numbers_are_counted_again() {
    assert!(number(&loose(60, 30), usize::MAX).is_ok_and(|ways| ways < u64::MAX.into()));
    assert!(number(&loose(100, 50), usize::MAX).is_ok_and(|ways| ways > u64::MAX.into()));
}

/// A sample as large as the layers is no sample.
#[test]
fn an_outlook_without_thinning_is_exact() {
    let stop = AtomicBool::new(false);
    let run = Run::alone(0, &stop);
    let mut random = Random::new(5);
    for _ in 0..50 {
        let model = random_model(&mut random);
        let exact = super::outlook(&model, usize::MAX, &run).unwrap();
        assert!(exact.exact);
        let states = usize::try_from(exact.states).unwrap();
        assert!(number(&model, states).is_ok());
        // Budgets are looked at after each layer that can be too large.
        assert!(states < 2 || number(&model, states - 1) == Err(Halt::Budget), "{states}");
        let thinned = super::outlook(&model, 2, &run).unwrap();
        assert_eq!(thinned.exact, states <= 2);
    }
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(super::outlook(&loose(9, 4), 9, &run), Err(Halt::Interrupted));
}

/// A lattice of triangles, five rows of nine, with the degrees of a random choice: its layers have many parts.
fn lattice() -> DegreeModel {
    const ROWS: usize = 5;
    const COLUMNS: usize = 9;
    let around = |node: usize| -> Vec<usize> {
        let (row, column) = (node / COLUMNS, node % COLUMNS);
        let steps: [(isize, isize); 6] = [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)];
        let near = steps.into_iter().filter_map(|(down, right)| {
            let row = row.checked_add_signed(down).filter(|&row| row < ROWS)?;
            let column = column.checked_add_signed(right).filter(|&column| column < COLUMNS)?;
            Some(row * COLUMNS + column)
        });
        near.collect()
    };
    let neighbours: Vec<Vec<usize>> = (0..ROWS * COLUMNS).map(around).collect();
    let order = (0..ROWS * COLUMNS).map(|at| at % ROWS * COLUMNS + at / ROWS).collect();
    let mut model = DegreeModel { neighbours, order, ..loose(ROWS * COLUMNS, 0) };
    let mut random = Random::new(8);
    model.supply = histogram(&model, (0..ROWS * COLUMNS).map(|at| random.below(2) << at).sum());
    model
}

#[test]
fn threads_change_neither_the_number_nor_the_states() {
    let (model, stop) = (lattice(), AtomicBool::new(false));
    let with = |threads, budget| count(&model, budget, &Run { threads, ..Run::alone(0, &stop) });
    let states = super::outlook(&model, usize::MAX, &Run::alone(0, &stop)).unwrap().states;
    let states = usize::try_from(states).unwrap();
    assert!(states > 10_000, "the layers have few parts: {states}");
    let ways = with(1, states);
    assert!(ways.is_ok_and(|ways| ways > 0), "{ways:?}");
    for threads in [1, 3] {
        assert_eq!(with(threads, states), ways, "{threads} threads");
        assert_eq!(with(threads, states - 1), Err(Halt::Budget), "{threads} threads");
    }
}

#[test]
fn all_threads_together_keep_to_the_budget_of_bytes() {
    let (model, stop) = (lattice(), AtomicBool::new(false));
    for threads in [1, 3] {
        let (enough, few) = (Budget::of(1 << 24), Budget::of(1 << 20));
        let run = |budget| Run { threads, budget, ..Run::alone(0, &stop) };
        assert!(count(&model, usize::MAX, &run(&enough)).is_ok(), "{threads} threads");
        assert_eq!(count(&model, usize::MAX, &run(&few)), Err(Halt::Memory), "{threads} threads");
        assert_eq!((enough.used(), few.used()), (0, 0), "what was charged is given back");
    }
}
