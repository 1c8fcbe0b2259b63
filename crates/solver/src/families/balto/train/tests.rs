//! Training, from the features to the weights.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use sixfold_puzzle::Family as _;
use sixfold_puzzle::families::balto::Balto;

use super::super::board_pair::{BoardPair, Tables};
use super::super::random_board::random_board;
use super::super::weights::Weights;
use super::features::{Classes, Cursor, flattened};
use super::ranking_descent::{Descent, shorter_ways};
use super::sampling::Samples;
use super::trainer::*;
use crate::beam::Walk as _;
use crate::options::Options;
use crate::random::Random;
use crate::run::{Halt, Run};
use crate::trainer::{TrainTask, Trained};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// What can be seen of a state, weighed, is its estimate, wherever the cursor came from.
    #[test]
    fn counts_times_weights_are_the_estimate(order in 3_usize..7, seed: u64) {
        let instance = random_board(order, seed);
        let weights = Weights::learned(order);
        let tables = Tables::new(&instance, &weights, seed);
        let classes = Classes::new(&instance, &tables);
        let boards = BoardPair::<true>::new(&instance, &tables, [false, false]);
        let mut cursor = Cursor::new(boards.clone());
        let mut random = Random::new(seed);
        for _ in 0..10 {
            // Moves on both boards in turn, so that senses always fit in the end.
            let turn = |at: usize| (at % 2 * 12 + at / 2 % 2 * 6) as u8;
            let path: Vec<u8> =
                (0..4 * random.below(8)).map(|at| turn(at) + random.below(6) as u8).collect();
            let counts = classes.counts(cursor.go(&path));
            let mut fresh = boards.clone();
            path.iter().for_each(|&step| fresh.apply(step));
            let weighed: f64 =
                flattened(&weights).iter().zip(&counts).map(|(weight, count)| weight * f64::from(*count)).sum();
            prop_assert_eq!(weighed, f64::from(fresh.root().estimate));
        }
    }

    #[test]
    fn random_boards_can_be_solved(order in 2_usize..9, seed: u64) {
        let instance = random_board(order, seed);
        prop_assert!(Balto::impossible(&instance).is_none());
        let mut tiles = instance.tiles;
        tiles.sort_unstable();
        prop_assert_eq!(tiles, (0..instance.torus.hexagon().len() as u16).collect::<Vec<_>>());
    }
}

/// The classes of ways of order 3 in their order: none, one step, two steps straight, two steps bent.
#[test]
fn ways_become_shorter_by_one_step() {
    let none: Vec<usize> = Vec::new();
    assert_eq!(shorter_ways(3), [none, vec![0], vec![1], vec![1, 1]]);
    assert_eq!(shorter_ways(4)[5], [3, 2], "2 and 1 steps come from 1 and 1, or from 2");
}

#[test]
fn descent_learns_what_is_worse() {
    let mut samples = Samples::default();
    let classes = 4 + super::super::weights::NEIGHBOURHOODS;
    let state = |class: usize| {
        let mut counts = vec![0; classes];
        counts[class] = 1;
        counts
    };
    for _ in 0..2000 {
        // A full neighbourhood is much worse than a bent way, and that than a straight one.
        samples.add(&state(3), &state(classes - 1));
        samples.add(&state(2), &state(3));
        samples.add(&state(1), &state(1));
    }
    assert_eq!(samples.len(), 4000, "nothing is learned from equals");
    let begin = [vec![0.0, 1.0, 1.0, 1.0], vec![0.0; classes - 4]].concat();
    let mut descent = Descent::new(&samples, 3, &begin);
    let before = descent.loss();
    descent.learn(400, &mut Random::new(1));
    assert!(descent.loss() < before - 0.1);
    let weights = descent.weights();
    assert!(weights[classes - 1] > weights[3] && weights[3] > weights[2]);
    assert!(weights[2] >= weights[1], "a longer way is no lighter, whatever samples say");
    assert_eq!((weights[0], weights[4]), (0.0, 0.0));
}

#[test]
fn whole_weights_keep_proportions_and_order() {
    let mut weights = vec![0.0; 4 + super::super::weights::NEIGHBOURHOODS];
    weights[1..4].copy_from_slice(&[0.5, 0.2, 1.0]);
    weights[16] = 0.25;
    let whole = rounded(&weights, 3, String::new());
    assert_eq!(whole.distances, [0, 10, 10, 20]);
    assert_eq!(whole.neighbourhoods[12], 5);
    assert_eq!(between(&[0.0, 2.0, 4.0], &[0.0, 1.0, 4.0], 0.5), [0.0, 1.0, 3.0]);
}

fn trained(threads: usize, seed: u64) -> (Trained, Option<String>) {
    let stop = AtomicBool::new(false);
    let run = Run { threads, ..Run::alone(seed, &stop) };
    let settings = [("samples", "2000"), ("trials", "4"), ("width", "50")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    let options = Options::resolve("train", TRAINER.options, &settings).expect("options exist");
    train(&TrainTask { order: 3, rounds: 1, options: &options, run: &run })
}

#[test]
fn what_was_learned_can_be_read_and_depends_on_the_seed_alone() {
    let (one, text) = trained(1, 1);
    let weights = Weights::parse(text.as_deref().expect("it came to an end"));
    assert_eq!(weights.expect("it is well formed").order, 3);
    let names: Vec<&str> = one.figures.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["samples", "length", "unseen", "f1", "f1-hamming"]);
    assert!(one.figures.iter().all(|(_, value)| *value > 0.0));
    assert_ne!(trained(1, 2).0.figures, one.figures);
    assert_eq!(trained(3, 1), (one, text));
}

#[test]
fn a_run_that_is_stopped_at_once_gives_nothing() {
    let stop = AtomicBool::new(true);
    let options = Options::resolve("train", TRAINER.options, &[]).expect("there are defaults");
    // Large enough that the first search polls the limits.
    let task = TrainTask { order: 8, rounds: 1, options: &options, run: &Run::alone(1, &stop) };
    let (nothing, text) = train(&task);
    assert_eq!((nothing.learned, nothing.halt), (false, Some(Halt::Interrupted)));
    assert_eq!(text, None);
}
