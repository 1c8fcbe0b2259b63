//! Puzzle definitions: hex geometry, text format, rules of every family, verifier, pictures.
//!
//! A text is a puzzle, perhaps with a solution. Its family reads it, judges it and draws it:
//!
//! ```
//! use sixfold_puzzle::picture::{Theme, svg};
//! use sixfold_puzzle::{FAMILIES, View, family_of};
//!
//! let text = "magic 3\n ? ? ?\n? ? ? ?\n? ? 5 ? ?\n? ? ? ?\n? ? ?\n";
//! // Parse: the family that the first line names, and the puzzle in its one canonical form.
//! let family = family_of(FAMILIES, text)?;
//! assert!(family.instance(text)?.starts_with("magic 3\n"));
//! assert_eq!(family.instance("magic 3\n1 2\n").unwrap_err().span.line, 2);
//! // Verify: nothing is broken, nothing is complete, and nothing says that it is impossible.
//! let verdict = family.check(text)?;
//! assert!(verdict.ok() && !verdict.complete && family.impossible(text)?.is_none());
//! // Draw: the picture is a list of meanings, to which a theme gives colours.
//! let scene = family.scene(text, View::default())?;
//! assert!(svg(&scene, &Theme::LIGHT).starts_with("<svg"));
//! # Ok::<(), sixfold_puzzle::TextError>(())
//! ```
//!
//! Invariant: this crate depends on no solver, so the verifier cannot share code with an engine. It
//! uses no thread, file, clock or random number.

#![forbid(unsafe_code)]

mod apart;
pub mod conformance;
pub mod editing;
mod entry;
mod erased;
pub mod families;
mod family;
pub mod hex;
mod known_families;
mod partial;
pub mod picture;
pub mod puzzles;
pub mod scene;
pub mod text;
mod text_error;
mod verdict_words;

pub use apart::{ApartError, check_apart};
pub use erased::ErasedFamily;
pub use family::{
    About, Breakdown, BreakdownPart, COORDINATES, Family, Format, Goal, Objective, ParsedPuzzle,
    Puzzle, Term, Verdict, View, Violation, join, parse,
};
pub use known_families::{FAMILIES, family_named, family_of};
pub use text_error::{ErrorCode, Span, TextError};

/// Judges a solution against an instance of one of the [`FAMILIES`], both given as texts.
///
/// ```
/// let level = "hexiom 2\n . .\n1 . 1\n . .\n";
/// let verdict = sixfold_puzzle::verify(level, " 1 1\n. . .\n . .\n")?;
/// assert!(verdict.solved());
/// let verdict = sixfold_puzzle::verify(level, " 1 .\n. . .\n . 1\n")?;
/// assert_eq!(verdict.violations[0].code, "count");
/// # Ok::<(), sixfold_puzzle::TextError>(())
/// ```
///
/// # Errors
/// If one of the texts cannot be read.
pub fn verify(instance: &str, solution: &str) -> Result<Verdict, TextError> {
    family_of(FAMILIES, instance)?.verify(instance, solution)
}
