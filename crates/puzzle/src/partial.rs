//! Partial boards: every cell holds a value or is undecided, written `?`.
//!
//! Parser, printer and the check of givens that the families with a number in every cell share.

use crate::family::Violation;
use crate::hex::Hexagon;
use crate::text::{Block, Token, UNDECIDED, print_rows};
use crate::text_error::TextError;

/// Parses tokens: `?` is undecided, `value` parses any other.
pub(crate) fn parse<T>(
    tokens: &[Token<'_>],
    value: impl Fn(&Token<'_>) -> Result<T, TextError>,
) -> Result<Vec<Option<T>>, TextError> {
    let cell = |token: &Token<'_>| match token.text {
        UNDECIDED => Ok(None),
        _ => value(token).map(Some),
    };
    tokens.iter().map(cell).collect()
}

/// Parses the rows of a solution. Given cells may be left as `?`.
pub(crate) fn parse_solution<T: Copy>(
    hexagon: &Hexagon,
    givens: &[Option<T>],
    block: &Block<'_>,
    value: impl Fn(&Token<'_>) -> Result<T, TextError>,
) -> Result<Vec<Option<T>>, TextError> {
    let values = parse(&block.rows(hexagon)?, value)?;
    Ok(values.into_iter().zip(givens).map(|(value, given)| value.or(*given)).collect())
}

/// Writes the rows.
pub(crate) fn print<T: ToString>(hexagon: &Hexagon, values: &[Option<T>]) -> String {
    let word = |value: &Option<T>| value.as_ref().map_or(UNDECIDED.to_owned(), T::to_string);
    print_rows(hexagon, &values.iter().map(word).collect::<Vec<_>>())
}

/// A violation `given` for every given that a solution changes or drops.
pub(crate) fn changed_givens<T: PartialEq + ToString>(
    hexagon: &Hexagon,
    givens: &[Option<T>],
    values: &[Option<T>],
) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (index, (given, value)) in givens.iter().zip(values).enumerate() {
        let (Some(given), true) = (given, given != value) else { continue };
        let cell = hexagon.cell(index);
        let found = value.as_ref().map_or(UNDECIDED.to_owned(), T::to_string);
        let message =
            format!("the cell {cell} is given as {} but holds {found}", given.to_string());
        violations.push(Violation::new("given", vec![cell], message));
    }
    violations
}
