//! The energy against the rules, checkpoints against rubbish, and runs from a given filling.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::families::magic::{Instance, Magic};
use sixfold_puzzle::hex::Hexagon;
use sixfold_puzzle::text::Block;
use sixfold_puzzle::{Family as _, families};

use super::incumbent::Incumbent;
use super::*;
use crate::answer::Answer;
use crate::engine::Engine as _;
use crate::options::Options;
use crate::random::Random;
use crate::run::{Halt, Run};

fn blank(order: usize, start: i64, close: bool) -> Instance {
    let hexagon = Hexagon::new(order);
    Instance { givens: vec![None; hexagon.len()], hexagon, start, close }
}

/// What a board of the model prints.
fn printed(instance: &Instance, board: &BalanceBoard<'_>, numbers: &[i64]) -> String {
    Magic::print_solution(instance, &board.solution(numbers))
}

/// The score of what a board of the model prints, from the rules.
fn score(instance: &Instance, board: &BalanceBoard<'_>, numbers: &[i64]) -> i128 {
    let text = printed(instance, board, numbers);
    let values = Magic::parse_solution(instance, &Block::new(&text));
    let values = values.expect("a board prints a solution");
    assert_eq!(Magic::violations(instance, &values), []);
    Magic::objective(instance, &values).expect("a board to be close").value
}

#[test]
fn the_energy_of_either_style_is_the_score_of_the_board() {
    for (order, start) in [(3, -9), (5, -30), (8, -84)] {
        let instance = blank(order, start, true);
        for style in [Style::Free, Style::Antisymmetric] {
            let board = BalanceBoard::new(&instance, style, 7);
            assert_eq!(board.antisymmetric, style == Style::Antisymmetric);
            let mut numbers = board.model.numbers.clone();
            Random::new(order as u64).shuffle(&mut numbers);
            let mut errors = board.model.errors.clone();
            for (arms, number) in board.model.places.iter().zip(&numbers) {
                arms.iter().for_each(|arm| errors[arm.line] += arm.sign * number);
            }
            let energy = errors.iter().map(|error| error * error).sum();
            let expected = i128::from(board.whole(energy) / 2 + 1);
            assert_eq!(score(&instance, &board, &numbers), expected, "{order} {style:?}");
        }
    }
}

#[test]
fn givens_stay_and_forbid_the_antisymmetric_style() {
    let mut instance = blank(4, -18, true);
    instance.givens[5] = Some(11);
    instance.givens[30] = Some(-3);
    let board = BalanceBoard::new(&instance, Style::Antisymmetric, 1);
    assert!(!board.antisymmetric);
    assert_eq!(board.model.numbers.len(), 35);
    score(&instance, &board, &board.model.numbers);
}

#[test]
fn a_kept_board_is_read_as_it_was_written_and_rubbish_is_refused() {
    let instance = blank(3, -9, true);
    let board = BalanceBoard::new(&instance, Style::Free, 1);
    let solution = board.solution(&board.model.numbers);
    let energy = 2 * (score(&instance, &board, &board.model.numbers) as i64 - 1);
    let solution = Some(solution);
    let incumbent = Incumbent { energy, solution, rounds: 3, steps: 99, halt: None, told: energy };
    assert_eq!(Incumbent::parse(&incumbent.print(&instance), &instance), Some(incumbent.clone()));
    for (from, to) in [("9", "x"), ("-9", "8"), ("3 99", "3"), ("-9", "?")] {
        assert_eq!(
            Incumbent::parse(&incumbent.print(&instance).replacen(from, to, 9), &instance),
            None,
            "{from}"
        );
    }
    assert_eq!(Incumbent::parse("", &instance), None);
    assert_eq!(Incumbent::parse(&incumbent.print(&instance), &blank(4, -18, true)), None);
}

fn answered(instance: &Instance, incumbent: &str, steps: &str, stopped: bool) -> Answer {
    let stop = AtomicBool::new(stopped);
    let run = Run::alone(1, &stop);
    let settings = [("steps".to_owned(), steps.to_owned())];
    let row = LOCAL.row();
    let options = Options::resolve(row.name, row.options, &settings).expect("a setting");
    let puzzle = families::MAGIC.read(&Magic::print(instance)).expect("it is a board");
    let prepared = LOCAL.prepare(&puzzle, &options).expect("the options fit");
    prepared.solve(false, Some(incumbent), &run)
}

fn value(instance: &Instance, solution: &str) -> i128 {
    let values = Magic::parse_solution(instance, &Block::new(solution)).expect("a filling");
    assert!(Magic::complete(instance, &values) && Magic::violations(instance, &values).is_empty());
    Magic::objective(instance, &values).expect("a board to be close").value
}

/// Stopped at once the incumbent is the answer; with time it is made better, in either style.
#[test]
fn the_local_search_starts_from_the_given_filling() {
    for (order, start, style) in
        [(5, -30, Style::Free), (8, -84, Style::Free), (8, -84, Style::Antisymmetric)]
    {
        let instance = blank(order, start, true);
        let board = BalanceBoard::new(&instance, style, 3);
        let mut numbers = board.model.numbers.clone();
        Random::new(9).shuffle(&mut numbers);
        let given = printed(&instance, &board, &numbers);
        let before = value(&instance, &given);
        let stopped = answered(&instance, &given, "1000000", true);
        assert_eq!(stopped.halt, Some(Halt::Interrupted));
        assert!(value(&instance, &stopped.witness.expect("the incumbent")) <= before);
        let better = answered(&instance, &given, "100000", false).witness.expect("a filling");
        assert!(value(&instance, &better) < before, "{order} {style:?}");
        let again = answered(&instance, &better, "1", false).witness.expect("a filling");
        assert!(value(&instance, &again) <= value(&instance, &better));
    }
}

/// The board around a filling has it as its arrangement, with opposite numbers where it has them.
#[test]
fn a_board_around_a_filling_prints_it_again() {
    let instance = blank(5, -30, true);
    for style in [Style::Free, Style::Antisymmetric] {
        let board = BalanceBoard::new(&instance, style, 3);
        let mut numbers = board.model.numbers.clone();
        Random::new(2).shuffle(&mut numbers);
        let given = printed(&instance, &board, &numbers);
        let values = Magic::parse_solution(&instance, &Block::new(&given)).expect("a filling");
        let (around, again) = BalanceBoard::around(&instance, Style::Auto, &values);
        assert_eq!(around.antisymmetric, style == Style::Antisymmetric);
        assert_eq!(printed(&instance, &around, &again), given);
        assert!(!BalanceBoard::around(&instance, Style::Free, &values).0.antisymmetric);
    }
}

#[test]
fn a_filling_of_another_board_is_no_incumbent() {
    let instance = blank(5, -30, true);
    let refused = |text: &str, word: &str| {
        let answer = answered(&instance, text, "1000", false);
        assert!(answer.failure.is_some_and(|problem| problem.contains(word)), "{text}");
    };
    // One that cannot be read never reaches the engine.
    refused("1 2 3\n", "incumbent");
    for value in [Some(1), None] {
        refused(&Magic::print_solution(&instance, &vec![value; 61]), "incumbent");
    }
}
