//! Hints: a step that a player can follow, otherwise a cell of the backbone, by SAT.
//!
//! A cell may hold k if no number j on the board is more than |k − j| steps away. Where one cell may hold a missing
//! number, or one missing number fits into a cell, that is the hint. Otherwise the solver is asked, cell by cell,
//! for a solution with another number there. If there is none, the cell belongs to the backbone.
//!
//! Invariant: a hint holds in every solution that agrees with the board, and one such solution is shown with it.

use sixfold_puzzle::Family;
use sixfold_search::sat::Lit;
use sixfold_solver::{Halt, Hint, HintKind, Hinted, Task};

use crate::instance::{Content, Instance, Solution};
use crate::options::SatOptions;
use crate::rules::Rikudo;
use crate::search::Search;

/// A number that is forced, and why.
struct Deduction {
    cell: usize,
    number: usize,
    reason: String,
    kind: HintKind,
}

/// Finds a number that a partial solution forces.
pub(crate) fn hint(task: &Task<'_, Rikudo, SatOptions>, partial: &Solution) -> Hinted {
    let found = Search::load(task).and_then(|search| forced(task.instance, search, partial));
    found.unwrap_or_else(Hinted::Halted)
}

fn forced(instance: &Instance, mut search: Search<'_>, partial: &Solution) -> Result<Hinted, Halt> {
    let Some(board) = search.board.placed(partial) else { return Ok(Hinted::Hopeless) };
    // Everything follows from a board without solutions, so one is found first.
    let Some(witness) = search.find(&board)? else { return Ok(Hinted::Hopeless) };
    let deduced = match by_reach(instance, partial) {
        Some(deduction) => Some(deduction),
        None => by_search(&mut search, &board, partial, &witness)?,
    };
    Ok(deduced.map_or(Hinted::Open, |Deduction { cell, number, reason, kind }| {
        Hinted::Forced(Hint {
            cell: instance.hexagon.cell(cell),
            value: Some(number.to_string()),
            fact: format!("is {number}"),
            reason,
            kind,
            witness: Rikudo::print_solution(instance, &witness),
        })
    }))
}

/// The first number that one cell alone can hold, or else the first cell that can hold one number alone.
fn by_reach(instance: &Instance, partial: &[Content]) -> Option<Deduction> {
    let numbers = (1..=instance.last()).filter(|&k| !partial.contains(&Content::Number(k)));
    let numbers: Vec<usize> = numbers.collect();
    let cells = (0..partial.len()).filter(|&cell| partial[cell] == Content::Open);
    let cells: Vec<usize> = cells.collect();
    let fits = |cell, number| in_reach(instance, partial, cell, number);
    let simple = |cell, number, reason: String| {
        Some(Deduction { cell, number, reason, kind: HintKind::Simple })
    };
    for &number in &numbers {
        let mut fitting = cells.iter().filter(|&&cell| fits(cell, number));
        if let (Some(&cell), None) = (fitting.next(), fitting.next()) {
            return simple(cell, number, format!("no other cell is in reach for {number}"));
        }
    }
    for &cell in &cells {
        let mut fitting = numbers.iter().filter(|&&number| fits(cell, number));
        if let (Some(&number), None) = (fitting.next(), fitting.next()) {
            return simple(cell, number, "every other number is out of reach".to_owned());
        }
    }
    None
}

/// Whether each number j on the board is at most |k − j| steps from a cell for k.
fn in_reach(instance: &Instance, partial: &[Content], cell: usize, number: usize) -> bool {
    let cells = instance.hexagon.cells();
    partial.iter().zip(cells).all(|(content, &at)| match *content {
        Content::Number(placed) => at.distance(cells[cell]) as usize <= number.abs_diff(placed),
        Content::Hole | Content::Open => true,
    })
}

/// A cell that holds the same in all solutions. Each further solution rules out all cells in which it differs.
fn by_search(
    search: &mut Search<'_>,
    board: &[Lit],
    partial: &[Content],
    witness: &[Content],
) -> Result<Option<Deduction>, Halt> {
    let mut candidates: Vec<(usize, usize)> = Vec::new();
    for (cell, content) in witness.iter().enumerate() {
        if let (Content::Open, Content::Number(number)) = (partial[cell], *content) {
            candidates.push((cell, number));
        }
    }
    while let Some(&(cell, number)) = candidates.first() {
        let other = search.board.holds(cell, number).map(|literal| -literal);
        let assumptions: Vec<Lit> = board.iter().copied().chain(other).collect();
        let Some(found) = search.find(&assumptions)? else {
            let reason = "it is so in every solution that agrees with the board, by search".into();
            return Ok(Some(Deduction { cell, number, reason, kind: HintKind::Search }));
        };
        candidates.retain(|&(cell, number)| found[cell] == Content::Number(number));
    }
    Ok(None)
}
