//! Shortest solutions against plain search, and what may be claimed of them.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use sixfold_puzzle::families::balto::{Balto, Instance, Move, Position, Torus};
use sixfold_puzzle::hex::Hexagon;
use sixfold_puzzle::{Family as _, parse};

use super::super::beam::BeamSearch;
use super::super::parameters::BeamSettings;
use super::super::sides::Sides;
use super::super::weights::Weights;
use super::distance_tables::{DistanceTables, LANE};
use super::engine::*;
use super::iterative_deepening::{DeepeningSearch, Ending};
use super::move_pruning::Automaton;
use crate::claim::{Claim, Outcome};
use crate::engine::Task;
use crate::random::Random;
use crate::run::{Clock, Halt, Run};
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

/// Boards by their tiles, each with the number of moves from home.
type Distances = HashMap<Vec<u16>, usize>;

/// The distance of every board that is no more than so many moves from home, by the rules of the
/// puzzle. What is met first is met with the fewest moves, in whichever sense.
fn distances(instance: &Instance, most: usize) -> Distances {
    let mut seen = HashMap::new();
    let start = Position::new(&instance.home());
    let mut layer = vec![(start.clone(), true), (start, false)];
    for depth in 0..=most {
        let mut next = HashMap::new();
        for (position, clockwise) in layer {
            seen.entry(position.tiles().to_vec()).or_insert(depth);
            for step in moves(clockwise).filter(|_| depth < most) {
                let mut turned = position.clone();
                turned.apply(&instance.torus, step);
                next.insert((turned.tiles().to_vec(), !clockwise), turned);
            }
        }
        layer = next.into_iter().map(|((_, clockwise), position)| (position, clockwise)).collect();
    }
    seen
}

/// Some boards of each distance.
fn samples(known: &Distances, each: usize, random: &mut Random) -> Vec<(Vec<u16>, usize)> {
    let mut known: Vec<_> = known.iter().map(|(tiles, moves)| (tiles.clone(), *moves)).collect();
    known.sort_unstable_by_key(|(tiles, moves)| (*moves, tiles.clone()));
    let groups = known.chunk_by(|one, other| one.1 == other.1);
    let picked = groups.flat_map(|group| {
        let picks: Vec<_> = (0..each).map(|_| group[random.below(group.len())].clone()).collect();
        picks
    });
    picked.collect()
}

/// A board that so many random moves lead to.
fn wandered(order: usize, length: usize, random: &mut Random) -> Instance {
    let mut instance = home(order);
    let mut position = Position::new(&instance.home());
    let first = random.below(2);
    for at in 0..length {
        let step =
            moves((first + at).is_multiple_of(2)).nth(random.below(6)).expect("there are six");
        position.apply(&instance.torus, step);
    }
    instance.tiles = position.tiles().to_vec();
    instance
}

/// The length of a shortest solution, if one that is known is not.
fn length(instance: &Instance, known: Option<u32>, ending: Ending) -> usize {
    match ending {
        Ending::Shortest(solution) => {
            assert_eq!(Balto::violations(instance, &solution), []);
            solution.len()
        }
        Ending::Nothing => known.expect("there is a solution") as usize,
        Ending::Early(halt, least) => panic!("{halt:?} at {least}"),
    }
}

fn solved(instance: &Instance, engine: Option<&str>, run: &Run<'_>) -> Report {
    let text = Balto::print(instance);
    let request = Request { text: &text, engine, prove: false, settings: &[] };
    solve(crate::REGISTRY, &request, run).expect("the session takes it")
}

#[test]
fn nothing_is_shorter_and_it_is_proved() {
    let mut random = Random::new(5);
    let stop = AtomicBool::new(false);
    let run = Run { threads: 2, ..Run::alone(1, &stop) };
    for (order, most) in [(2, 8), (3, 5), (4, 4)] {
        let mut instance = home(order);
        for (tiles, distance) in samples(&distances(&instance, most), 2, &mut random) {
            instance.tiles = tiles;
            let report = solved(&instance, Some("exact"), &run);
            assert_eq!((report.outcome(), report.claim()), (Outcome::Solved, Claim::Complete));
            assert_eq!(report.objective().map(|found| found.value), Some(distance as i128));
            assert_eq!(report.bound(), Some(distance as i128));
        }
    }
}

/// With and without a solution that is known, of any length.
#[test]
fn walks_agree_with_plain_search() {
    let mut random = Random::new(11);
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    for (order, most, each) in [(2, 20, 20), (3, 6, 30), (4, 5, 20), (5, 5, 10)] {
        let mut instance = home(order);
        let tables = DistanceTables::new(&instance);
        let automaton = Automaton::new(&tables);
        for (tiles, distance) in samples(&distances(&instance, most), each, &mut random) {
            instance.tiles = tiles;
            for known in [None, Some(distance as u32), Some(distance as u32 + 1), Some(60)] {
                let search = DeepeningSearch::new(&instance, &tables, &automaton, &run, u64::MAX);
                let found = length(&instance, known, search.shorter(known));
                assert_eq!(found, distance, "order {order}");
            }
        }
    }
}

/// Plain layers from the board meet the stored distances from home: so lengths beyond the reach
/// of either are known, too.
#[test]
fn longer_walks_agree_with_a_plain_meeting() {
    let mut random = Random::new(7);
    let near = distances(&home(3), 5);
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    for moves in 6..=12 {
        let instance = wandered(3, moves, &mut random);
        let ending = searched(&instance, None, u64::MAX, &run).0;
        let found = length(&instance, None, ending);
        assert!(found <= moves);
        // A way of at most ten moves has a state in its middle that both sides reach.
        let met = met(&instance, &near, 5);
        assert_eq!(met, (found <= 10).then_some(found), "{moves} moves");
    }
}

/// The fewest moves by which layers of so many moves from a board meet others from home. Senses
/// alternate in the middle too, so states are compared, not boards.
fn met(instance: &Instance, near: &Distances, most: usize) -> Option<usize> {
    let home = states(&instance.home(), instance, most, None);
    let board = states(&instance.tiles, instance, most, Some(near));
    let common = board.iter().filter_map(|(state, moves)| Some(moves + home.get(state)?));
    common.min()
}

/// All states that are no more than so many moves away; the last ones only if they are known.
fn states(
    tiles: &[u16],
    instance: &Instance,
    most: usize,
    only: Option<&Distances>,
) -> HashMap<(Vec<u16>, bool), usize> {
    let mut seen = HashMap::new();
    let mut layer = [true, false].map(|clockwise| (Position::new(tiles), clockwise)).to_vec();
    for depth in 0..=most {
        let mut next = Vec::new();
        for (position, clockwise) in layer {
            let key = (position.tiles().to_vec(), clockwise);
            let known = depth < most || only.is_none_or(|only| only.contains_key(&key.0));
            if !known || seen.contains_key(&key) {
                continue;
            }
            seen.insert(key, depth);
            for step in moves(clockwise).filter(|_| depth < most) {
                let mut turned = position.clone();
                turned.apply(&instance.torus, step);
                next.push((turned, !clockwise));
            }
        }
        layer = next;
    }
    seen
}

/// The automaton leaves out whole words, yet each state is still reached with as few moves.
#[test]
fn words_that_are_left_out_hide_no_state() {
    for order in [2, 3, 4] {
        let instance = home(order);
        let tables = DistanceTables::new(&instance);
        let automaton = Automaton::new(&tables);
        let plain = states(&instance.tiles, &instance, 6, None);
        let mut reached = HashMap::new();
        let start = Position::new(&instance.tiles);
        let mut layer: Vec<_> = [0, 1].map(|sense| (start.clone(), sense, sense)).to_vec();
        let mut words = Vec::new();
        for depth in 0..=6 {
            words.push(layer.len());
            let mut next = Vec::new();
            for (position, sense, read) in layer {
                reached.entry((position.tiles().to_vec(), sense == 0)).or_insert(depth);
                let state = automaton.states[read];
                for (vertex, step) in moves(sense == 0).enumerate() {
                    if state.open >> (LANE as usize * vertex) & 1 == 1 {
                        let mut turned = position.clone();
                        turned.apply(&instance.torus, step);
                        next.push((turned, 1 - sense, state.next[vertex].into()));
                    }
                }
            }
            layer = next;
        }
        assert_eq!(reached, plain, "order {order}");
        // Nothing is undone at once, and of the words of four moves some do the same.
        assert_eq!(words[..4], [2, 12, 60, 300]);
        assert!(words[4] < 1500);
    }
}

#[test]
fn threads_change_nothing() {
    let mut random = Random::new(2);
    let stop = AtomicBool::new(false);
    for length in [13, 14, 15] {
        let instance = wandered(3, length, &mut random);
        let [one, many] = [1, 3].map(|threads| {
            let run = Run { threads, ..Run::alone(1, &stop) };
            match searched(&instance, None, u64::MAX, &run).0 {
                Ending::Shortest(solution) => solution,
                _ => panic!("there is a solution"),
            }
        });
        assert_eq!(one, many);
    }
}

#[test]
fn without_a_budget_what_was_refuted_still_counts() {
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    let instance = wandered(3, 40, &mut Random::new(1));
    let mut before = 0;
    for most in [0, 1 << 17, 1 << 20] {
        match searched(&instance, None, most, &run).0 {
            Ending::Early(Halt::Budget, least) => {
                assert!(before <= least && (8..27).contains(&least), "{least}");
                before = least;
            }
            _ => panic!("that is too few states"),
        }
    }
}

/// What cannot be proved is left to wider beams, which go on from what is known, and the bound stays.
#[test]
fn beyond_the_budget_beams_take_over() {
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    let instance = wandered(4, 100, &mut Random::new(3));
    let options = crate::options::Options::resolve("exact", &[], &[]).expect("there are none");
    let task = Task::alone(&instance, &(), &options, &run);
    let answer = within(&task, 1 << 10);
    assert_eq!(answer.halt, Some(Halt::Budget));
    let effort = |name: &str| answer.effort.iter().find(|it| it.0 == name).map_or(0, |it| it.1);
    assert!(effort("rounds") > 1, "{:?}", answer.effort);
    let weights = Weights::learned(4);
    let settings = BeamSettings { weights: &weights, keep: None };
    let mut search = BeamSearch::new(&instance, settings, &run);
    assert_eq!(search.once(WIDTH, Sides::Both), None);
    let alone = search.best().map_or(usize::MAX, <[u8]>::len);
    let moves = answer.witness.expect("a beam solves it").trim().len();
    assert!(moves <= alone, "{moves} after {alone}");
    assert!(answer.refutation.is_some(), "some lengths are refuted");
}

/// A clock on which each look takes a millisecond.
struct Ticking(std::sync::atomic::AtomicU64);

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
    }
}

/// Stopped by the clock, the report has the beam's solution and the bound, and says no more.
#[test]
fn out_of_time_nothing_is_called_shortest() {
    let stop = AtomicBool::new(false);
    let clock = Ticking(0.into());
    let deadline = Some(Duration::from_secs(1));
    let run = Run { clock: &clock, deadline, ..Run::alone(1, &stop) };
    let text = sixfold_puzzle::families::BALTO.preset("3").expect("it is a preset");
    let report = solved(&parse::<Balto>(&text).expect("it is a board"), None, &run);
    assert_eq!((report.engine(), report.halt()), (Some("exact"), Some(Halt::Time)));
    assert_eq!((report.outcome(), report.claim()), (Outcome::Stopped, Claim::Found));
    assert!((16..=27).contains(&report.bound().expect("some lengths are refuted")));
    assert!(report.objective().is_some_and(|found| found.value >= 27));
}

#[test]
fn an_interrupt_is_heeded() {
    let stop = AtomicBool::new(true);
    let instance = wandered(3, 40, &mut Random::new(1));
    match searched(&instance, Some(30), u64::MAX, &Run::alone(1, &stop)).0 {
        Ending::Early(Halt::Interrupted, least) => assert!(least < 27),
        _ => panic!("it was to stop"),
    }
}

#[test]
fn large_boards_that_are_far_from_home_are_refused() {
    let preset = |name| {
        let text = sixfold_puzzle::families::BALTO.preset(name).expect("it is a preset");
        parse::<Balto>(&text).expect("it is a board")
    };
    assert!(supports_exact(&preset("4")).expect_err("it is far").contains("at least"));
    assert_eq!(supports_exact(&preset("3")), Ok(()));
    assert_eq!(supports_exact(&home(20)), Ok(()));
}
