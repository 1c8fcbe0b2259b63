//! The five families as values, and how a family is found in a list.
//!
//! Functions take the list as an argument, because a program may bring families of its own.

pub mod balto;
pub mod fences;
pub mod hexiom;
pub mod magic;
pub mod neighbors;

use crate::erased::ErasedFamily;
use crate::family::Puzzle;
use crate::text::{Document, ErrorCode, TextError, quoted};

/// Hexagonal Neighbors.
pub const NEIGHBORS: &dyn Puzzle = &ErasedFamily::<neighbors::Neighbors>::new();
/// Magic hexagons.
pub const MAGIC: &dyn Puzzle = &ErasedFamily::<magic::Magic>::new();
/// Hexiom.
pub const HEXIOM: &dyn Puzzle = &ErasedFamily::<hexiom::Hexiom>::new();
/// Fence posts with a symmetric loop.
pub const FENCES: &dyn Puzzle = &ErasedFamily::<fences::Fences>::new();
/// Balto's Puzzle.
pub const BALTO: &dyn Puzzle = &ErasedFamily::<balto::Balto>::new();

/// The five families of this crate.
pub const FAMILIES: &[&dyn Puzzle] = &[NEIGHBORS, MAGIC, HEXIOM, FENCES, BALTO];

/// The family with a name, out of a list.
#[must_use]
pub fn family_named(families: &[&'static dyn Puzzle], name: &str) -> Option<&'static dyn Puzzle> {
    families.iter().copied().find(|family| family.name() == name)
}

/// The family that a text's header names, out of a list.
///
/// ```
/// use sixfold_puzzle::{FAMILIES, family_of};
/// assert_eq!(family_of(FAMILIES, "magic 3\n")?.name(), "magic");
/// assert_eq!(family_of(FAMILIES, "chess 8\n").unwrap_err().message, "unknown family `chess`");
/// # Ok::<(), sixfold_puzzle::TextError>(())
/// ```
///
/// # Errors
/// If the text has no header, or the header names none of them.
pub fn family_of(
    families: &[&'static dyn Puzzle],
    text: &str,
) -> Result<&'static dyn Puzzle, TextError> {
    let name = Document::parse(text)?.family;
    family_named(families, name.text).ok_or_else(|| {
        let known: Vec<_> = families.iter().map(|family| family.name()).collect();
        let message = format!("unknown family {}", quoted(name.text));
        name.error(ErrorCode::Family, message, format!("one of: {}", known.join(", ")))
    })
}
