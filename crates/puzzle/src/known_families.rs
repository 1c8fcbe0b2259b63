//! The list of this crate's families, and how a family is found in a list.
//!
//! Functions take the list as an argument, because a program may bring families of its own.

use crate::families::{BALTO, FENCES, HEXIOM, MAGIC, NEIGHBORS};
use crate::family::Puzzle;
use crate::text::{Document, quoted};
use crate::text_error::{ErrorCode, TextError};

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
