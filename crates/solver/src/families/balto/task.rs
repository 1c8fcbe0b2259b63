//! What the engines share of a task: the given incumbent, the report of a new one, and the largest order that they accept. Larger boards are
//! refused, not approximated.

use sixfold_puzzle::Family;
use sixfold_puzzle::families::balto::{Balto, Instance, Solution};

use crate::engine::Task;
use crate::run::Event;

/// Larger boards take too long, and residues of cells would soon need more than 16 bits.
pub(super) const LARGEST: usize = 64;

/// Refuses boards that are too large.
pub(super) fn supports(instance: &Instance) -> Result<(), String> {
    let order = instance.hexagon().order();
    match order <= LARGEST {
        true => Ok(()),
        false => Err(format!("order {order} is too large, it supports orders up to {LARGEST}")),
    }
}

/// The report of moves that are the new incumbent.
pub(super) fn improved(instance: &Instance, moves: &Solution) -> Event {
    let solution = Balto::print_solution(instance, moves);
    Event::Improved { objective: Some(moves.len() as i128), solution }
}

/// The moves of the first incumbent. The session has verified them; they are verified again, since
/// windows rely on them.
pub(super) fn incumbent<'a, O>(task: &Task<'a, Balto, O>) -> Result<Option<&'a Solution>, String> {
    let Some(moves) = task.incumbent else { return Ok(None) };
    match Balto::violations(task.instance, moves).first() {
        None => Ok(Some(moves)),
        Some(violation) => Err(format!("the incumbent is no solution: {}", violation.message)),
    }
}
