//! A solution in a text of its own: only the solution, or the whole document again. A document must hold the same puzzle.

use crate::family::{Puzzle, Verdict, join};
use crate::text::{Document, SOLUTION, lines};
use crate::text_error::TextError;

/// Why a solution in a text of its own cannot be verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ApartError {
    /// The puzzle is malformed.
    Puzzle(TextError),
    /// The solution is malformed.
    Solution(TextError),
    /// There is no solution in the text.
    Empty,
    /// The text of the solution holds another puzzle.
    AnotherPuzzle,
}

/// Verifies a solution in a text of its own, which may repeat the puzzle but not hold another one.
///
/// # Errors
/// If one of the texts is malformed, the solution is empty or belongs to another puzzle.
pub fn check_apart(
    family: &dyn Puzzle,
    puzzle: &str,
    solution: &str,
) -> Result<Verdict, ApartError> {
    let mut content = lines(solution);
    let first = content.next().ok_or(ApartError::Empty)?;
    let whole = first.text() != SOLUTION && content.any(|line| line.text() == SOLUTION);
    if !whole {
        // Errors of the puzzle are reported first; the remaining ones belong to the solution.
        family.instance(puzzle).map_err(ApartError::Puzzle)?;
        return family.verify(puzzle, solution).map_err(ApartError::Solution);
    }
    let name = Document::parse(solution).map_err(ApartError::Solution)?.family.text;
    let own = family.instance(puzzle).map_err(ApartError::Puzzle)?;
    if name != family.name() || own != family.instance(solution).map_err(ApartError::Solution)? {
        return Err(ApartError::AnotherPuzzle);
    }
    let block = family.solution(solution).map_err(ApartError::Solution)?.unwrap_or_default();
    family.check(&join(&own, &block)).map_err(ApartError::Solution)
}
