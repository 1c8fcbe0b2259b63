//! What the engines share of a task: the parsed instance, the given incumbent, and the largest order that they
//! accept. Larger boards are refused, not approximated.

use sixfold_puzzle::families::balto::{Balto, Instance, Solution};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::text::{Block, Document};

use crate::engine::Task;

/// Larger boards take too long, and residues of cells would soon need more than 16 bits.
pub(super) const LARGEST: usize = 64;

pub(super) fn parse(text: &str) -> Instance {
    let document = Document::parse(text).expect("the session hands out readable instances");
    Balto::parse(&document).expect("the session hands out readable instances")
}

/// The moves of the first incumbent. The session has verified them; they are verified again, since
/// windows rely on them.
pub(super) fn incumbent(task: &Task<'_>, instance: &Instance) -> Result<Option<Solution>, String> {
    let Some(text) = task.incumbent else { return Ok(None) };
    let moves = Balto::parse_solution(instance, &Block::new(text))
        .map_err(|error| format!("the incumbent cannot be read: {error}"))?;
    match Balto::violations(instance, &moves).first() {
        None => Ok(Some(moves)),
        Some(violation) => Err(format!("the incumbent is no solution: {}", violation.message)),
    }
}
