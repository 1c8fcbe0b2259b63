//! Boards as engines see them: canonical texts in, values out.
//!
//! Invariant: the session hands over canonical instances and verified incumbents, so parsing them
//! cannot fail. A saved board is not verified; `saved_board` checks it and says why it is refused.

use sixfold_puzzle::families::neighbors::{Instance, LARGEST, Neighbors, penalty_edges};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::hex::Hexagon;
use sixfold_puzzle::text::{Block, Document};

use crate::engine::Task;

/// The largest order of the contest. Up to there bound descent mostly exhausts the class.
pub(crate) const LARGEST_OF_CONTEST: usize = 27;

/// The least order with rings to which `code` and `bits` apply.
pub(crate) const LEAST_ORDER: usize = 8;

/// The largest value with a variable; 6 and 7 cost nothing and are filled in afterwards.
pub(crate) const LEVELS: usize = 5;

/// The levels that are bounded first: 1 and 2.
pub(crate) const LOW_LEVELS: usize = 2;

/// The instance of a canonical text.
pub(crate) fn parse(text: &str) -> Instance {
    let document = Document::parse(text).expect("the session hands over canonical texts");
    Neighbors::parse(&document).expect("the session hands over canonical texts")
}

/// The values of the solution that a task starts from, if there is one.
pub(crate) fn incumbent(task: &Task<'_>, instance: &Instance) -> Option<Vec<u8>> {
    let solution = Neighbors::parse_solution(instance, &Block::new(task.incumbent?));
    let values = solution.expect("the session hands over verified solutions").into_iter();
    Some(values.map(|value| value.expect("a verified solution is complete")).collect())
}

/// The values of a saved board, or why they are no solution of the instance.
pub(crate) fn saved_board(instance: &Instance, digits: &str) -> Result<Vec<u8>, String> {
    let value =
        |digit: u8| Some(digit.wrapping_sub(b'0')).filter(|value| (1..=LARGEST).contains(value));
    let values: Vec<Option<u8>> = digits.trim().bytes().map(value).collect();
    let cells = instance.hexagon.len();
    if values.len() != cells || values.contains(&None) {
        return Err(format!("the saved board does not have {cells} values"));
    }
    match Neighbors::violations(instance, &values).first() {
        Some(violation) => Err(format!("the saved board is no solution: {}", violation.message)),
        None => Ok(values.into_iter().flatten().collect()),
    }
}

/// A complete board as a solution.
pub(crate) fn board_text(instance: &Instance, values: &[u8]) -> String {
    Neighbors::print_solution(instance, &values.iter().copied().map(Some).collect())
}

/// The number of penalty edges of a complete board.
pub(crate) fn penalty_of(hexagon: &Hexagon, values: &[u8]) -> usize {
    let values: Vec<Option<u8>> = values.iter().copied().map(Some).collect();
    penalty_edges(hexagon, &values).len()
}

/// Refuses instances above an order.
pub(crate) fn up_to(largest: usize, text: &str) -> Result<(), String> {
    let order = parse(text).hexagon.order();
    match order <= largest {
        true => Ok(()),
        false => Err(format!("order {order} is too large, it supports orders up to {largest}")),
    }
}
