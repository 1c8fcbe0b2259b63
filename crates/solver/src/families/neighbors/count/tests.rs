//! The counts against brute force, which shares no code with the engine, and against the published
//! counts.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::families::neighbors::{Instance, Known, Neighbors};
use sixfold_puzzle::hex::Hexagon;
use sixfold_puzzle::{Family, families};

use super::climb::{LeastCount, least};
use super::{TALLY, WHOLE};
use crate::REGISTRY;
use crate::answer::{Counted, Figures};
use crate::checkpoint::Tally;
use crate::engine::Engine as _;
use crate::options::Options;
use crate::run::{Halt, Run};
use crate::session::{Request, count};

const ABOVE: u8 = 9;
const UNDECIDED: u8 = 0;

const PLENTY: usize = 10_000_000;

fn blank(order: usize) -> Instance {
    Instance::blank(order)
}

fn given(order: usize, givens: &[(usize, u8)]) -> Instance {
    let mut instance = blank(order);
    givens.iter().for_each(|&(cell, value)| instance.givens[cell] = Known::exactly(value));
    instance
}

fn tallied(instance: &Instance, level: u32) -> Option<(u16, u128)> {
    let stop = AtomicBool::new(false);
    let found = least(instance, level, PLENTY, &Run::alone(1, &stop)).expect("it is small");
    found.map(|LeastCount { penalty, number, .. }| (penalty, number))
}

/// The penalty that a value costs on a board with undecided cells, unless a cell above it can have
/// no neighbour of that value.
fn cost(hexagon: &Hexagon, board: &[u8], value: u8) -> Option<u16> {
    let (mut twice, mut spare) = (0, 0);
    for cell in 0..hexagon.len() {
        let beside = |wanted| hexagon.neighbours(cell).filter(|&at| board[at] == wanted).count();
        if board[cell] == value {
            twice += beside(value) as u16;
        } else if board[cell] == ABOVE {
            if beside(value) + beside(UNDECIDED) == 0 {
                return None;
            }
            spare += beside(value).saturating_sub(1) as u16;
        }
    }
    Some(twice / 2 + spare)
}

/// Decides the undecided cells in every way, as the value or as above it, up to a penalty.
fn split(
    instance: &Instance,
    board: &mut Vec<u8>,
    value: u8,
    room: u16,
    boards: &mut Vec<(Vec<u8>, u16)>,
) {
    let Some(cost) = cost(&instance.hexagon, board, value).filter(|&cost| cost <= room) else {
        return;
    };
    let Some(cell) = board.iter().position(|&value| value == UNDECIDED) else {
        boards.push((board.clone(), room - cost));
        return;
    };
    let given = instance.givens[cell];
    for (fits, mark) in [(given.allows(value), value), (given.most() > value, ABOVE)] {
        if fits {
            board[cell] = mark;
            split(instance, board, value, room, boards);
        }
    }
    board[cell] = UNDECIDED;
}

/// The unused penalty of each board at a level.
fn leftovers(instance: &Instance, level: u8, penalty: u16) -> Vec<u16> {
    let mut boards = vec![(vec![ABOVE; instance.hexagon.len()], penalty)];
    for value in 1..=level {
        let mut next = Vec::new();
        for (mut board, room) in boards {
            board.iter_mut().filter(|cell| **cell == ABOVE).for_each(|cell| *cell = UNDECIDED);
            split(instance, &mut board, value, room, &mut next);
        }
        boards = next;
    }
    boards.into_iter().map(|(_, room)| room).collect()
}

/// Brute force finds as many boards of that penalty, and none below it.
fn agrees_with_brute_force(instance: &Instance, level: u8) {
    let (penalty, number) = tallied(instance, u32::from(level)).expect("there are boards");
    let leftovers = leftovers(instance, level, penalty);
    let text = Neighbors::print(instance);
    assert!(leftovers.iter().all(|&room| room == 0), "less than {penalty} at {level}:\n{text}");
    assert_eq!(leftovers.len() as u128, number, "level {level} of\n{text}");
}

#[test]
fn blank_boards_agree_with_brute_force() {
    for order in 1..=4 {
        (1..=6).for_each(|level| agrees_with_brute_force(&blank(order), level));
    }
}

#[test]
fn boards_with_givens_agree_with_brute_force() {
    let symmetric = given(3, &[(0, 1), (2, 1), (9, 5), (16, 1), (18, 1)]);
    let mirrored = given(3, &[(1, 2), (4, 3), (5, 3)]);
    let turned = given(3, &[(3, 1), (15, 1)]);
    let crooked = given(3, &[(0, 3), (4, 6), (12, 2)]);
    for instance in [symmetric, mirrored, turned, crooked] {
        (1..=6).for_each(|level| agrees_with_brute_force(&instance, level));
    }
}

/// Least values, some of them placed so that the mirror keeps the board.
#[test]
fn boards_with_given_least_values_agree_with_brute_force() {
    let raised = |least: &[(usize, u8)], values: &[(usize, u8)]| {
        let mut instance = given(3, values);
        least.iter().for_each(|&(cell, value)| instance.givens[cell] = Known::at_least(value));
        instance
    };
    let mirrored = raised(&[(3, 3), (6, 3), (9, 5)], &[(0, 1), (2, 1)]);
    let crooked = raised(&[(1, 2), (4, 4), (10, 6), (15, 2)], &[(12, 2)]);
    let level = raised(&[(0, 2), (3, 2), (4, 2), (9, 2), (10, 2)], &[(1, 1)]);
    for instance in [mirrored, crooked, level] {
        (1..=6).for_each(|level| agrees_with_brute_force(&instance, level));
    }
}

#[test]
fn givens_that_cannot_be_supported_leave_nothing() {
    assert_eq!(tallied(&given(3, &[(0, 5)]), 6), None);
    assert_eq!(tallied(&given(2, &[(0, 1), (1, 1), (3, 2), (5, 7)]), 6), None);
    // A corner above 3 has 1, 2 and 3 beside it, which nothing forbids before level 4.
    assert!(tallied(&given(3, &[(0, 5)]), 3).is_some());
}

#[test]
fn every_edge_between_ones_is_a_penalty() {
    let mut instance = blank(9);
    instance.givens.fill(Known::exactly(1));
    let edges = instance.hexagon.edges().count() as u16;
    assert_eq!(tallied(&instance, 1), Some((edges, 1)));
}

/// A level, its least penalty, and how many boards have it.
type Level = (u32, u16, u128);

/// The quick part of the table in Tomas Rokicki's report, by order.
const PUBLISHED: &[(usize, &[Level])] = &[
    (3, &[(1, 2, 6), (2, 3, 48), (3, 3, 36), (4, 3, 24), (5, 3, 72), (6, 3, 144)]),
    (4, &[(1, 0, 2), (2, 2, 6), (3, 3, 28), (4, 3, 48), (5, 3, 288), (6, 3, 1152)]),
    (5, &[(1, 7, 84), (2, 8, 48), (3, 9, 360), (4, 9, 948), (5, 9, 17_820), (6, 9, 468_864)]),
    (6, &[(1, 10, 36), (2, 12, 58), (3, 13, 276), (6, 13, 2_506_752)]),
    (7, &[(1, 12, 96), (2, 15, 432)]),
    (8, &[(1, 14, 48)]),
    (9, &[(1, 18, 136)]),
];

#[test]
fn published_counts_are_found() {
    for &(order, levels) in PUBLISHED {
        for &(level, penalty, number) in levels {
            let found = tallied(&blank(order), level);
            assert_eq!(found, Some((penalty, number)), "order {order}, level {level}");
        }
    }
}

#[test]
fn the_budget_and_a_stop_are_honoured() {
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    assert_eq!(least(&blank(5), 6, 1000, &run), Err(Halt::Budget));
    // The frontier of so large a board does not fit into a key.
    assert_eq!(least(&blank(40), 1, PLENTY, &run), Err(Halt::Budget));
    let stop = AtomicBool::new(true);
    assert_eq!(least(&blank(6), 6, PLENTY, &Run::alone(1, &stop)), Err(Halt::Interrupted));
}

fn counted(level: i64) -> Counted {
    let settings = [("level".to_owned(), level.to_string())];
    let options = Options::resolve(TALLY.row.name, TALLY.row.options, &settings).unwrap();
    let puzzle = families::NEIGHBORS.read(&Neighbors::print(&blank(3))).unwrap();
    let stop = AtomicBool::new(false);
    let prepared = TALLY.prepare(&puzzle, &options).unwrap();
    prepared.count(false, &Tally::default(), &Run::alone(1, &stop))
}

#[test]
fn what_is_counted_is_named_unless_it_is_a_solution() {
    let (partial, whole) = (counted(2), counted(WHOLE));
    assert_eq!((partial.count, partial.instead), (48, Some("boards at the level")));
    assert_eq!((whole.count, whole.instead), (144, None));
    assert!(partial.complete && whole.complete);
    assert_eq!(whole.facets[0].figures, Figures::Values(vec![3]));
}

/// A given above the level says that its cell holds more than the level, and no more than that: whether
/// the whole board is impossible does not matter, by whatever means that is seen.
#[test]
fn a_given_above_the_level_only_says_that_it_is_above() {
    let corner = Neighbors::print(&given(3, &[(0, 7)]));
    let high = Neighbors::print(&given(3, &[(0, 3)]));
    let numbers = |text: &str, level: i64| {
        let settings = [("level".to_owned(), level.to_string())];
        let request = Request { text, engine: None, prove: false, settings: &settings };
        let stop = AtomicBool::new(false);
        let report = count(REGISTRY, &request, &Tally::default(), &Run::alone(1, &stop)).unwrap();
        (report.count, report.facets.first().map(|facet| facet.figures.clone()), report.reason)
    };
    // A 7 in a corner is impossible, which the verifier sees at once; it is still a cell above 2.
    assert_eq!(numbers(&corner, 2), numbers(&high, 2));
    assert!(numbers(&corner, 2).0 > 0);
    // At level 3 it needs 1, 2 and 3 beside it, and at level 4 there is no room.
    assert!(numbers(&corner, 3).0 > 0);
    assert_eq!(numbers(&corner, 4).0, 0);
    let (whole, _, reason) = numbers(&corner, WHOLE);
    assert_eq!(whole, 0);
    assert!(reason.is_some_and(|it| it.message.contains("the 7 at")));
}
