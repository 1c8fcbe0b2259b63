//! The books of the walk, the finisher, and the whole search.

use std::sync::atomic::AtomicBool;

use super::state::Arrangement;
use super::walk::TabuWalk;
use super::{Arm, BalanceModel, round, round_from};
use crate::random::Random;
use crate::run::{Halt, Run};

fn in_a_world<T>(job: impl FnOnce(&Run<'_>) -> T) -> T {
    job(&Run::alone(1, &AtomicBool::new(false)))
}

/// A torus of side × side places: rows, columns, and diagonals, with numbers around zero.
fn torus(side: usize) -> BalanceModel {
    let arm = |line: usize| Arm { line, sign: 1 };
    let place = |at: usize| {
        let (row, column) = (at / side, at % side);
        [arm(row), arm(side + column), arm(2 * side + (row + column) % side)]
    };
    let count = (side * side) as i64;
    BalanceModel {
        numbers: (0..count).map(|number| 2 * number - count + 1).collect(),
        places: (0..side * side).map(place).collect(),
        errors: vec![0; 3 * side],
    }
}

/// Numbers with gaps, signs, and places on fewer than three lines.
fn ragged(seed: u64) -> BalanceModel {
    let mut random = Random::new(seed);
    let lines = 9;
    let mut arm =
        |group: usize| Arm { line: 3 * group + random.below(3), sign: random.below(3) as i64 - 1 };
    let places: Vec<[Arm; 3]> = (0..30).map(|_| [arm(0), arm(1), arm(2)]).collect();
    let mut numbers: Vec<i64> = (0..30).map(|at| at + [0, 3, 20][at as usize / 10]).collect();
    numbers.sort_unstable();
    let errors = (0..lines).map(|line| line % 4 - 2).collect();
    BalanceModel { numbers, places, errors }
}

/// The energy from the definition.
fn energy(model: &BalanceModel, rank: &[usize]) -> i64 {
    let mut errors = model.errors.clone();
    for (place, arms) in model.places.iter().enumerate() {
        arms.iter().for_each(|arm| errors[arm.line] += arm.sign * model.numbers[rank[place]]);
    }
    errors.iter().map(|error| error * error).sum()
}

#[test]
fn the_books_of_state_and_walk_are_right_after_many_steps() {
    for model in [torus(6), ragged(1), ragged(2)] {
        let mut random = Random::new(5);
        let mut state = Arrangement::shuffled(&model, &mut random);
        assert_eq!(state.energy(), energy(&model, state.arrangement()));
        for temperature in [1000.0, 30.0, 2.0] {
            (0..2000).for_each(|_| state.propose(8, temperature, &mut random));
            assert_eq!(state.energy(), energy(&model, state.arrangement()));
        }
        let mut walk = TabuWalk::new(state);
        for _ in 0..500 {
            walk.step(&mut random);
            assert_eq!(walk.energy(), energy(&model, walk.state().arrangement()));
            if walk.energy() == 0 || walk.is_lost() {
                break;
            }
            walk.check_costs();
        }
    }
}

/// From a balanced arrangement two swaps of neighbouring numbers are taken: the finisher undoes
/// them in one step, whatever they are.
#[test]
fn the_finisher_completes_whatever_two_swaps_have_spoilt() {
    // Differences of 1, so that one swap is within reach.
    let mut model = torus(7);
    model.numbers = (0..49).map(|number| number - 24).collect();
    let balanced = in_a_world(|run| {
        let mut seeds = 0..;
        loop {
            let found = round(&model, seeds.next().unwrap(), run, &mut |_, _| {});
            if found.energy == 0 {
                break found.numbers;
            }
        }
    });
    let mut finished = 0;
    for first in 0..48 {
        for second in (0..48_usize).filter(|second| second.abs_diff(first) > 1) {
            let mut state = Arrangement::with(&model, &balanced);
            assert_eq!(state.energy(), 0);
            state.swap(first, first + 1);
            let within = state.energy() <= 6;
            state.swap(second, second + 1);
            let energy = state.energy();
            let mut walk = TabuWalk::new(state);
            assert_eq!(walk.finish(), within || walk.energy() == 0, "{first} {second}");
            finished += usize::from(energy > 6 && walk.energy() == 0);
        }
    }
    assert!(finished > 1000, "from arrangements with many wrong lines, too");
}

#[test]
fn the_same_seed_gives_the_same_round() {
    let model = torus(5);
    let once = || in_a_world(|run| round(&model, 3, run, &mut |_, _| {}));
    assert_eq!(once(), once());
}

#[test]
fn improvements_are_told_in_falling_order_and_a_stop_is_heeded() {
    let model = ragged(3);
    in_a_world(|run| {
        let mut told = Vec::new();
        let found = round(&model, 1, run, &mut |energy, _| told.push(energy));
        assert!(told.windows(2).all(|pair| pair[0] > pair[1]));
        assert_eq!(told.last(), Some(&found.energy));
        let stopped = AtomicBool::new(true);
        let run = &run.shared(&stopped);
        let found = round(&torus(9), 1, run, &mut |_, _| {});
        assert_eq!(found.halt, Some(Halt::Interrupted));
        assert_eq!(found.numbers.len(), 81, "what there was is handed over");
    });
}

/// No numbers, or one: nothing to swap.
#[test]
fn tiny_models_are_no_problem() {
    let one = BalanceModel {
        numbers: vec![4],
        places: vec![[Arm { line: 0, sign: 1 }; 3].map(|arm| Arm { line: arm.line, ..arm })],
        errors: vec![-12],
    };
    let none = BalanceModel { numbers: vec![], places: vec![], errors: vec![2] };
    in_a_world(|run| {
        assert_eq!(round(&one, 1, run, &mut |_, _| {}).energy, 0);
        assert_eq!(round(&none, 1, run, &mut |_, _| {}).energy, 4);
    });
}

/// A round from an arrangement begins there: what it brings is never worse, and if it is stopped at once
/// it is the arrangement itself.
#[test]
fn a_round_from_an_arrangement_is_never_worse() {
    let model = torus(7);
    let energy = |numbers: &[i64]| Arrangement::with(&model, numbers).energy();
    for seed in 0..4 {
        let mut numbers = model.numbers.clone();
        Random::new(seed).shuffle(&mut numbers);
        let found = in_a_world(|run| {
            let stopped = AtomicBool::new(true);
            round_from(&model, &numbers, seed, &run.shared(&stopped), &mut |_, _| {})
        });
        assert!(found.energy <= energy(&numbers) && found.halt.is_some());
        let found = in_a_world(|run| round(&model, seed, run, &mut |_, _| {}));
        let again = in_a_world(|run| round_from(&model, &found.numbers, seed, run, &mut |_, _| {}));
        assert!(again.energy <= found.energy);
        assert_eq!(again.energy, energy(&again.numbers));
    }
}
