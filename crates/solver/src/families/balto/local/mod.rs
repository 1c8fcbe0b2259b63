//! Local improvement of a solution: large neighbourhood search on windows, and reinsertion.
//!
//! * `windows` repeats a beam search on a part of the moves.
//! * `shortcuts` replaces twelve moves by ten, by exhaustive meet in the middle.
//! * `insertions` takes moves out and makes fewer of them elsewhere.

mod insertions;
mod shortcuts;
mod windows;

#[cfg(test)]
pub(super) use self::shortcuts::Shortcuts;
pub(super) use self::windows::{SHORTEST, Windows};
