//! Shortest solutions against plain search, and what may be claimed of them.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use sixfold_puzzle::families::balto::{Position, Torus};
use sixfold_puzzle::hex::Hexagon;

use super::super::ENGINES;
use super::*;
use crate::claim::{Claim, Outcome};
use crate::random::Random;
use crate::session::{Report, Request, solve};

fn home(order: usize) -> Instance {
    let torus = Torus::new(Hexagon::new(order));
    let mut instance = Instance { torus, tiles: Vec::new() };
    instance.tiles = instance.home();
    instance
}

fn moves(clockwise: bool) -> impl Iterator<Item = Move> {
    let letters = if clockwise { '1'..='6' } else { 'A'..='F' };
    letters.filter_map(Move::parse)
}

/// The distance of every board that is no more than so many moves from home, by the rules of the
/// puzzle. What is met first is met with the fewest moves, in whichever sense.
fn distances(instance: &Instance, most: usize) -> HashMap<Vec<u16>, usize> {
    let mut seen = HashMap::new();
    let start = Position::new(&instance.home());
    let mut layer = vec![(start.clone(), true), (start, false)];
    for depth in 0..=most {
        let mut next = HashMap::new();
        for (position, clockwise) in layer {
            seen.entry(position.tiles().to_vec()).or_insert(depth);
            for step in moves(clockwise) {
                let mut turned = position.clone();
                turned.apply(&instance.torus, step);
                next.insert((turned.tiles().to_vec(), !clockwise), turned);
            }
        }
        layer = next.into_iter().map(|((_, clockwise), position)| (position, clockwise)).collect();
    }
    seen
}

fn solved(instance: &Instance, ceiling: Option<u64>) -> Report {
    let stop = AtomicBool::new(false);
    let run = Run { ceiling, threads: 2, ..Run::alone(1, &stop) };
    let text = Balto::print(instance);
    let request = Request { text: &text, engine: Some("exact"), prove: false, settings: &[] };
    solve(|_| ENGINES, &request, &run).expect("the session takes it")
}

#[test]
fn nothing_is_shorter_and_it_is_proved() {
    let mut random = Random::new(5);
    for (order, most) in [(2, 8), (3, 5), (4, 4)] {
        let mut instance = home(order);
        let mut known: Vec<_> = distances(&instance, most).into_iter().collect();
        known.sort_unstable();
        for _ in 0..12 {
            let (tiles, distance) = &known[random.below(known.len())];
            instance.tiles.clone_from(tiles);
            let report = solved(&instance, None);
            assert_eq!((report.outcome, report.claim), (Outcome::Solved, Claim::Complete));
            assert_eq!(report.objective.map(|found| found.value), Some(*distance as i128));
            assert_eq!(report.bound, Some(*distance as i128));
        }
    }
}

/// The beam is right so often that its answer has to be spoilt to see a shorter one be found.
#[test]
fn the_ends_meet_with_alternating_senses() {
    let mut random = Random::new(3);
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    for order in [3, 4, 5] {
        let mut instance = home(order);
        for length in 1..=7 {
            let mut position = Position::new(&instance.home());
            for at in 0..length {
                let step = moves(at % 2 == 0).nth(random.below(6)).expect("there are six");
                position.apply(&instance.torus, step);
            }
            instance.tiles = position.tiles().to_vec();
            let ending = searched(&instance, length + 3, &run);
            let Ending::Shortest(solution) = ending else { panic!("there is a solution") };
            assert!(solution.len() as u32 <= length, "order {order}, {length} moves");
            assert_eq!(Balto::violations(&instance, &solution), []);
        }
    }
}

#[test]
fn without_memory_what_was_refuted_still_counts() {
    let mut instance = home(4);
    let mut position = Position::new(&instance.home());
    let steps: Vec<Move> = "1B3D5F1A".chars().filter_map(Move::parse).collect();
    steps.iter().for_each(|step| {
        position.apply(&instance.torus, *step);
    });
    instance.tiles = position.tiles().to_vec();
    let stop = AtomicBool::new(false);
    let run = Run { ceiling: Some(1 << 12), ..Run::alone(1, &stop) };
    match searched(&instance, 9, &run) {
        Ending::Early(Halt::Budget, least) => assert!((1..=8).contains(&least), "{least}"),
        _ => panic!("there is room for five boards"),
    }
}

#[test]
fn boards_that_are_far_from_home_are_refused() {
    let text = sixfold_puzzle::Kind::Balto.puzzle().preset("4").expect("it is a preset");
    assert!(serves(&text).expect_err("it is far").contains("at least"));
    assert_eq!(serves(&Balto::print(&home(20))), Ok(()));
}
