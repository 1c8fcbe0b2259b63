//! A given solution is the start of a run, and is never lost.

use sixfold_puzzle::text::Block;

use super::limits::board;
use super::*;
use crate::answer::Answer;
use crate::families::balto::exact::EXACT;
use crate::options::Options;

/// Runs an engine on a task with an incumbent.
fn answer(
    engine: &dyn Engine,
    instance: &Instance,
    settings: &[(&str, &str)],
    incumbent: &str,
    run: &Run<'_>,
) -> Answer {
    let settings: Vec<_> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let row = engine.row();
    let options = Options::resolve(row.name, row.options, &settings).expect("they are known");
    let puzzle = families::BALTO.read(&Balto::print(instance)).expect("it is a board");
    let prepared = engine.prepare(&puzzle, &options).expect("the options fit");
    prepared.solve(false, Some(incumbent), run)
}

fn moves(answer: &Answer) -> &str {
    answer.witness.as_deref().expect("at least the incumbent").trim()
}

/// A narrow beam finds longer ones, and a run that is stopped at once finds none.
#[test]
fn a_beam_is_never_worse_than_its_incumbent() {
    let instance = preset(5);
    let good =
        solved(&text(5), &[("width", "1000")], 1, 1).solution().expect("it is solved").to_owned();
    for (settings, stopped) in [
        (&[("width", "10")][..], false),
        (&[("width", "10"), ("windows", "off")], false),
        (&[], true),
    ] {
        let stop = AtomicBool::new(stopped);
        let answer = answer(&BEAM, &instance, settings, &good, &Run::alone(1, &stop));
        assert!(moves(&answer).len() <= good.trim().len(), "{settings:?}");
        assert_eq!(answer.halt, stopped.then_some(Halt::Interrupted), "{settings:?}");
        if stopped {
            assert_eq!(moves(&answer), good.trim());
        }
    }
}

/// Moves that are done and undone in the middle of a solution are taken out, though the beam is too
/// narrow to find anything by itself.
#[test]
fn windows_and_insertions_start_from_the_incumbent() {
    let instance = preset(6);
    let good =
        solved(&text(6), &[("width", "300")], 1, 1).solution().expect("it is solved").to_owned();
    let good = good.trim();
    let middle = 2 * (good.len() / 6);
    let next = good.as_bytes()[middle];
    let detour = if next.is_ascii_digit() { "1B3D5F6E4C2A" } else { "A2C4E6F5D3B1" };
    let (head, tail) = good.split_at(middle);
    let back = undone(detour);
    let long = format!("{head}{detour}{back}{tail}\n");
    assert!(verified_length(&instance, &long) == good.len() + 24);
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    let settings = [("width", "1"), ("estimate", "distance")];
    let shorter = answer(&BEAM, &instance, &settings, &long, &run);
    assert!(moves(&shorter).len() <= good.len(), "{}", moves(&shorter).len());
    assert_eq!(verified_length(&instance, moves(&shorter)), moves(&shorter).len());
}

/// The moves that undo others.
fn undone(moves: &str) -> String {
    let undo = |letter: char| Move::parse(letter).expect("a move").undo().letter();
    moves.chars().rev().map(undo).collect()
}

fn verified_length(instance: &Instance, text: &str) -> usize {
    let moves = Balto::parse_solution(instance, &Block::new(text)).expect("they are moves");
    assert!(Balto::violations(instance, &moves).is_empty(), "{text}");
    moves.len()
}

/// The incumbent bounds the walks: a shortest one is proved to be shortest, a longer one is replaced.
#[test]
fn exact_takes_the_incumbent_for_an_upper_bound() {
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    let instance = board(4, "4D1F2C");
    let long = format!("4D1F2C1B{}\n", undone("1B"));
    let shortest = answer(&EXACT, &instance, &[], &long, &run);
    let proved = |answer: &Answer| answer.refutation.as_ref().and_then(|it| it.bound());
    let length = moves(&shortest).len();
    assert!(length <= 6 && shortest.halt.is_none());
    assert_eq!(proved(&shortest), Some(length as i128));
    let own = moves(&shortest).to_owned();
    let again = answer(&EXACT, &instance, &[], &own, &run);
    assert_eq!((moves(&again), proved(&again)), (own.as_str(), Some(length as i128)));
}

#[test]
fn an_incumbent_that_solves_nothing_is_refused() {
    let stop = AtomicBool::new(false);
    for engine in [&BEAM as &dyn Engine, &EXACT] {
        for text in ["1B\n", "?\n", "11\n"] {
            let answer = answer(engine, &board(4, "1B3"), &[], text, &Run::alone(1, &stop));
            assert!(answer.failure.is_some_and(|failure| failure.contains("incumbent")), "{text}");
        }
    }
}
