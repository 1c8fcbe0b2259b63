//! Local improvement by reinsertion: moves are left out at one place of a solution and made up for by fewer moves at
//! another.
//!
//! A stretch of moves can be left out if it has an even number of moves and brings the empty cell back to where it was:
//! the moves after it stay possible, and at the end only the few tiles that the stretch permuted are wrong. At any point
//! of the solution, before or after, where those tiles are near the empty cell, a shorter sequence may permute them, and
//! is inserted there.
//!
//! Use it after `windows`, which improves stretches in place; it finds what no window can see, the exchange of moves
//! between distant places. It may find nothing, and never makes a solution longer or wrong.

use sixfold_puzzle::families::balto::{Instance, Move, Position};

use super::shortcuts::Shortcuts;
use crate::run::{Halt, Run};

/// How many moves are taken out, at most.
const LONGEST: usize = 40;
/// Ten moves that bring the empty cell back take it no further than five cells away, and they move tiles
/// beside it.
const NEAR: usize = 6;
/// How many tiles they may exchange. More are hardly ever near the empty cell at once.
const TILES: usize = 6;
/// Places between two polls of the limits.
const PULSE: usize = 64;

/// The search for moves to reinsert.
pub(super) struct Insertions<'a> {
    pub(super) instance: &'a Instance,
    pub(super) run: &'a Run<'a>,
    pub(super) seed: u64,
    pub(super) candidates: u64,
}

/// Tiles, and those that belong in their places.
type Exchange = Vec<(u16, u16)>;

impl Insertions<'_> {
    /// A shorter solution, if moves can be taken out and put in again.
    pub(super) fn shorter(&mut self, moves: &[Move]) -> Result<Option<Vec<Move>>, Halt> {
        let mut position = Position::new(&self.instance.tiles);
        for begin in 0..moves.len() {
            if begin % PULSE == 0 {
                self.run.halted().map_or(Ok(()), Err)?;
            }
            for (length, exchange) in self.exchanges(&position, &moves[begin..]) {
                let skeleton = [&moves[..begin], &moves[begin + length..]].concat();
                if exchange.is_empty() {
                    return Ok(Some(skeleton));
                }
                let found = self.inserted(&skeleton, moves[0].clockwise(), &exchange)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
            position.apply(&self.instance.torus, moves[begin]);
        }
        Ok(None)
    }

    /// How many of the next moves can be left out, and what they exchange.
    fn exchanges(&self, before: &Position, moves: &[Move]) -> Vec<(usize, Exchange)> {
        let mut after = before.clone();
        let mut found = Vec::new();
        for (at, step) in moves.iter().take(LONGEST).enumerate() {
            after.apply(&self.instance.torus, *step);
            let length = at + 1;
            let fits = length >= Shortcuts::WINDOW && length.is_multiple_of(2);
            if fits && after.hole() == before.hole() {
                let pairs = before.tiles().iter().copied().zip(after.tiles().iter().copied());
                let exchange: Exchange =
                    pairs.filter(|(was, is)| was != is).take(TILES + 1).collect();
                if exchange.len() <= TILES {
                    found.push((length, exchange));
                }
            }
        }
        found
    }

    /// A skeleton with ten moves that exchange the tiles, wherever that is possible.
    fn inserted(
        &mut self,
        skeleton: &[Move],
        first: bool,
        exchange: &Exchange,
    ) -> Result<Option<Vec<Move>>, Halt> {
        let mut shortcuts = Shortcuts::new(self.instance, self.seed);
        let mut found = None;
        for at in 0..=skeleton.len() {
            self.run.halted().map_or(Ok(()), Err)?;
            // Senses alternate, and as many moves of either sense are put in.
            let clockwise = first == at.is_multiple_of(2);
            if self.is_near(shortcuts.position(), exchange) {
                let wanted = exchanged(shortcuts.position(), exchange);
                if let Some(way) = shortcuts.way(&wanted, clockwise) {
                    found = Some([&skeleton[..at], &way, &skeleton[at..]].concat());
                    break;
                }
            }
            skeleton.get(at).into_iter().for_each(|step| shortcuts.advance(*step));
        }
        self.candidates += shortcuts.candidates;
        Ok(found)
    }

    /// Whether the empty cell is near all tiles that are to be exchanged.
    fn is_near(&self, position: &Position, exchange: &Exchange) -> bool {
        let mut near = vec![position.hole()];
        let mut rim = 0;
        for _ in 0..NEAR {
            let end = near.len();
            for at in rim..end {
                for cell in self.instance.torus.neighbours(near[at]) {
                    if !near.contains(&cell) {
                        near.push(cell);
                    }
                }
            }
            rim = end;
        }
        let tiles = position.tiles();
        exchange.iter().all(|(tile, _)| near.iter().any(|&cell| tiles[cell] == *tile))
    }
}

/// A board with other tiles in the places of some.
fn exchanged(position: &Position, exchange: &Exchange) -> Position {
    let other = |tile: &u16| exchange.iter().find(|(was, _)| was == tile).map_or(*tile, |it| it.1);
    Position::new(&position.tiles().iter().map(other).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use sixfold_puzzle::families::balto::Balto;
    use sixfold_puzzle::{Family as _, families, parse};

    use super::*;

    /// Three tiles in a circle, in eight moves.
    const CIRCLE: &str = "1A3D4A6D";

    fn moves(letters: &str) -> Vec<Move> {
        letters.chars().map(|letter| Move::parse(letter).unwrap()).collect()
    }

    fn undone(moves: &[Move]) -> Vec<Move> {
        moves.iter().rev().map(|step| step.undo()).collect()
    }

    /// A board that some moves bring home.
    fn board(moves: &[Move]) -> Instance {
        let mut instance = parse::<Balto>(&families::BALTO.preset("4").unwrap()).unwrap();
        let mut position = Position::new(&instance.home());
        for step in undone(moves) {
            position.apply(&instance.torus, step);
        }
        instance.tiles = position.tiles().to_vec();
        instance
    }

    /// The circle of three tiles is made two moves away from where it takes eight moves, and the solution
    /// comes there later by itself.
    #[test]
    fn twelve_moves_are_ten_in_another_place() {
        let stop = AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        let mut tried = 0;
        for (a, b) in (1..=6).flat_map(|a| ('A'..='F').map(move |b| (a, b))) {
            let away = moves(&format!("{a}{b}"));
            let circle = [away.clone(), moves(CIRCLE), undone(&away)].concat();
            let detour = moves("2E6B");
            let end = [detour.clone(), undone(&detour), away, moves("5C3A")].concat();
            let solution = [circle.clone(), end].concat();
            let instance = board(&solution);
            assert!(Balto::violations(&instance, &solution).is_empty());
            if Shortcuts::new(&instance, 1).shorter(&circle).is_some() {
                continue;
            }
            tried += 1;
            let mut insertions =
                Insertions { instance: &instance, run: &run, seed: 1, candidates: 0 };
            let shorter = insertions.shorter(&solution).unwrap().expect("there is such a place");
            assert_eq!(shorter.len() + 2, solution.len(), "{a}{b}");
            assert!(Balto::violations(&instance, &shorter).is_empty(), "{a}{b}");
        }
        assert!(tried > 0, "somewhere the place matters");
    }

    /// Nothing has to be made elsewhere where nothing was done.
    #[test]
    fn moves_that_change_nothing_are_left_out() {
        let stop = AtomicBool::new(false);
        let run = Run::alone(1, &stop);
        let (way, detour) = (moves("1B3D5F"), moves("2E6B4C"));
        let solution = [way.clone(), detour.clone(), undone(&detour)].concat();
        let instance = board(&solution);
        let mut insertions = Insertions { instance: &instance, run: &run, seed: 1, candidates: 0 };
        assert_eq!(insertions.shorter(&solution), Ok(Some(way)));
    }
}
