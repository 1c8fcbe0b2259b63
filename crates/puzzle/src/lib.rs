//! Puzzle definitions: hex geometry, text format, rules of every family, verifier, pictures.
//!
//! Invariant: this crate depends on no solver, so the verifier cannot share code with an engine. It
//! uses no thread, file, clock or random number.

#![forbid(unsafe_code)]

mod apart;
mod entry;
pub mod families;
pub mod family;
pub mod hex;
mod partial;
pub mod picture;
pub mod puzzles;
pub mod scene;
pub mod text;
mod verdict_words;

pub use apart::{ApartError, check_apart};
pub use families::{FAMILIES, family_named, family_of};
pub use family::{
    ErasedFamily, Family, Format, Goal, Objective, ParsedPuzzle, Puzzle, Verdict, View, Violation,
    join,
};
pub use text::{Span, TextError};

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
