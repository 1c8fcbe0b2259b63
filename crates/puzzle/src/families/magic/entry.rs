//! Contest entry format of boards close to magic, with integers.
//!
//! An entry has only numbers, so order, start and goal are inferred: the order from the first row,
//! the start from the smallest number. Contest entries were zero-centred, so a zero-centred board is
//! imported with `goal=close`, any other as an ordinary magic board.
//!
//! Some small boards are also valid entries of Hexagonal Neighbors. Nothing in the text tells the two
//! apart, so the importer must name the format.

use super::{Instance, LARGEST_START, Magic, centred_start};
use crate::entry::{self, Grid};
use crate::family::{Family, Format, join};
use crate::text_error::{ErrorCode, TextError};

pub(super) const FORMAT: Format = Format {
    name: "entry",
    description: "contest entry: (-3,1),(2,0,-2),(-1,3); grids separated by ;",
    import,
    takes_board: false,
    export: |text| entry::write::<Magic, i64>(text, |instance| &instance.hexagon, |values| values),
    separator: Some(entry::SEPARATOR),
};

fn value(word: &str) -> Option<i64> {
    word.parse().ok().filter(|value| (-LARGEST_START..=2 * LARGEST_START).contains(value))
}

fn import(text: &str, _: Option<&str>) -> Result<Vec<String>, TextError> {
    let expected = format!("an integer from {} to {}", -LARGEST_START, 2 * LARGEST_START);
    entry::read(text, value, &expected)?.into_iter().map(document).collect()
}

/// Refuses a repeated number, and then a gap between the numbers.
fn check_numbers(grid: &Grid<i64>) -> Result<(), TextError> {
    let mut order: Vec<usize> = (0..grid.values.len()).collect();
    order.sort_by_key(|&index| (grid.values[index], index));
    let numbers = || order.windows(2).map(|pair| (grid.values[pair[0]], pair[1]));
    let error = |code, index: usize, message, expected| {
        Err(TextError::new(code, grid.places[index], message, expected))
    };
    if let Some((number, index)) = numbers().find(|&(number, index)| number == grid.values[index]) {
        let message = format!("the number {number} occurs twice");
        return error(ErrorCode::Repeated, index, message, "every number once".to_owned());
    }
    if let Some((number, index)) =
        numbers().find(|&(number, index)| number + 1 < grid.values[index])
    {
        let first = grid.values[order[0]];
        let last = first + grid.values.len() as i64 - 1;
        let message = format!("the numbers are not consecutive: {} is missing", number + 1);
        return error(ErrorCode::Number, index, message, format!("the numbers {first} to {last}"));
    }
    Ok(())
}

fn document(grid: Grid<i64>) -> Result<String, TextError> {
    check_numbers(&grid)?;
    let (least, start) = smallest(&grid.values);
    if start > LARGEST_START {
        let message = format!("the smallest number is {start}");
        let expected = format!("at most {LARGEST_START}");
        return Err(TextError::new(ErrorCode::Number, grid.places[least], message, expected));
    }
    let close = start == centred_start(&grid.hexagon);
    let givens = vec![None; grid.hexagon.len()];
    let instance = Instance { hexagon: grid.hexagon, start, close, givens };
    let solution = grid.values.into_iter().map(Some).collect();
    Ok(join(&Magic::print(&instance), &Magic::print_solution(&instance, &solution)))
}

/// The index of the smallest number, and the number.
fn smallest(values: &[i64]) -> (usize, i64) {
    let cells = values.iter().copied().enumerate();
    cells.min_by_key(|&(_, value)| value).expect("a grid has at least one cell")
}
