//! Boards as engines see them: complete boards as plain values, their penalty, and the refusal of orders that are too large.
//!
//! A saved board is not verified; `saved_board` checks it and says why it is refused.

use sixfold_puzzle::Family as _;
use sixfold_puzzle::families::neighbors::{
    BY_LEVEL, Instance, Known, LARGEST, Neighbors, Solution, penalty_edges,
};
use sixfold_puzzle::hex::Hexagon;

use crate::answer::PartialWitness;
use crate::run::Event;

/// The largest order of the contest. Up to there bound descent mostly exhausts the class.
pub(crate) const LARGEST_OF_CONTEST: usize = 27;

/// The least order with rings to which `code` and `bits` apply.
pub(crate) const LEAST_ORDER: usize = 8;

/// The largest value with a variable; 6 and 7 cost nothing and are filled in afterwards.
pub(crate) const LEVELS: usize = 5;

/// The levels that are bounded first: 1 and 2.
pub(crate) const LOW_LEVELS: usize = 2;

/// The values of the solution that a task starts from, if there is one. A verified solution is
/// complete.
pub(crate) fn incumbent(solution: Option<&Solution>) -> Option<Vec<u8>> {
    let value = |known: &Known| known.value().expect("a verified solution is complete");
    solution.map(|values| values.iter().map(value).collect())
}

/// The values of a saved board, or why they are no solution of the instance.
pub(crate) fn saved_board(instance: &Instance, digits: &str) -> Result<Vec<u8>, String> {
    let value =
        |digit: u8| Some(digit.wrapping_sub(b'0')).filter(|value| (1..=LARGEST).contains(value));
    let values: Option<Vec<u8>> = digits.trim().bytes().map(value).collect();
    let cells = instance.hexagon.len();
    let values = values.filter(|values| values.len() == cells);
    let values = values.ok_or_else(|| format!("the saved board does not have {cells} values"))?;
    match Neighbors::violations(instance, &solution(&values)).first() {
        Some(violation) => Err(format!("the saved board is no solution: {}", violation.message)),
        None => Ok(values),
    }
}

/// A complete board as a solution.
pub(crate) fn solution(values: &[u8]) -> Solution {
    values.iter().copied().map(Known::exactly).collect()
}

/// Refuses to leave the levels above `last` open where a given asks for more of them than their first: not every board of the
/// levels up to `last` could be completed.
pub(crate) fn open_above(instance: &Instance, last: u8) -> Result<(), String> {
    let high = instance.givens.iter().find(|given| given.least() > last + 1);
    high.map_or(Ok(()), |given| {
        let needed = given.least() - 1;
        Err(format!(
            "the given {given} needs values above {last}, which stay open; place the levels up to {needed} or more"
        ))
    })
}

/// What is known of each cell of a board on which the levels up to `top` are placed. The value 0 is above them; a
/// given may say more of such a cell.
pub(crate) fn placed_levels(instance: &Instance, values: &[u8], top: u8) -> Vec<Known> {
    let above = (top + 1).min(LARGEST);
    let known = |(&value, given): (&u8, &Known)| match value {
        0 => given.raised(above),
        value => Known::exactly(value),
    };
    values.iter().zip(&instance.givens).map(known).collect()
}

/// The answer of a search that places the levels up to `through` only. No board of its scope has less than `bound` there.
pub(crate) fn partial_witness(
    instance: &Instance,
    cells: &Solution,
    through: u8,
    bound: Option<usize>,
) -> PartialWitness {
    PartialWitness {
        text: Neighbors::print_solution(instance, cells),
        by: BY_LEVEL,
        through: through.into(),
        value: penalty_edges(&instance.hexagon, cells).len() as i128,
        bound: bound.map(|bound| bound as i128),
    }
}

/// A complete board as the text of a solution.
pub(crate) fn board_text(instance: &Instance, values: &[u8]) -> String {
    Neighbors::print_solution(instance, &solution(values))
}

/// The report of a complete board that is the new incumbent.
pub(crate) fn improved(instance: &Instance, penalty: usize, values: &[u8]) -> Event {
    Event::Improved { objective: Some(penalty as i128), solution: board_text(instance, values) }
}

/// The number of penalty edges of a complete board.
pub(crate) fn penalty_of(hexagon: &Hexagon, values: &[u8]) -> usize {
    penalty_edges(hexagon, &solution(values)).len()
}

/// Refuses instances above an order.
pub(crate) fn up_to(largest: usize, instance: &Instance) -> Result<(), String> {
    let order = instance.hexagon.order();
    match order <= largest {
        true => Ok(()),
        false => Err(format!("order {order} is too large, it supports orders up to {largest}")),
    }
}

/// Refuses instances with givens.
pub(crate) fn without_givens(instance: &Instance) -> Result<(), String> {
    match instance.is_blank() {
        true => Ok(()),
        false => Err("it turns boards, so there may be no givens".to_owned()),
    }
}

/// The blank board of an order.
#[cfg(test)]
pub(crate) fn blank(order: usize) -> Instance {
    Instance::blank(order)
}
