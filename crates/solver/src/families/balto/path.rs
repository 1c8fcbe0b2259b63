//! Paths of the beam search and the solutions that they make.
//!
//! A path is a list of steps in the order of the search: numbers below 12 move the first board, the others the second. A
//! solution is a list of moves of the first board alone. The two are the same thing, written differently.

use sixfold_puzzle::families::balto::{Move, Solution};

use super::board_pair::{Ends, TURNS};

/// The solution that a path makes: the moves of the first board, then those of the second taken
/// back, the last one first.
pub(super) fn solution(path: &[u8]) -> Solution {
    let letter = |step: u8| {
        let turn = step % TURNS;
        char::from(if turn < 6 { b'1' + turn } else { b'A' + turn - 6 })
    };
    let step = |&step: &u8| Move::parse(letter(step)).expect("each turn has a letter");
    let first = path.iter().filter(|step| **step < TURNS).map(step);
    let second = path.iter().rev().filter(|step| **step >= TURNS).map(step);
    first.chain(second.map(Move::undo)).collect()
}

/// How many moves of a path are made on the first board: there the boards meet.
pub(super) fn meeting(path: &[u8]) -> usize {
    path.iter().filter(|step| **step < TURNS).count()
}

/// A path that makes a solution, with so many moves on the first board.
pub(super) fn path(solution: &[Move], meeting: usize) -> Vec<u8> {
    let turn = |step: Move| step.vertex() as u8 + if step.clockwise() { 0 } else { 6 };
    let (first, second) = solution.split_at(meeting);
    let first = first.iter().map(|step| turn(*step));
    first.chain(second.iter().rev().map(|step| TURNS + turn(step.undo()))).collect()
}

/// Whether a path moves the boards that are moved, each in alternating senses from its first one on.
pub(super) fn is_legal(path: &[u8], mut senses: [bool; 2], ends: Ends) -> bool {
    path.iter().all(|&step| {
        let (board, anticlockwise) = (usize::from(step / TURNS), step % TURNS >= 6);
        let moved = match ends {
            Ends::Both => board < 2,
            Ends::Start => board == 0,
            Ends::Home => board == 1,
        };
        let fits = moved && senses[board] == anticlockwise;
        senses.iter_mut().skip(board).take(1).for_each(|sense| *sense = !*sense);
        fits
    })
}
