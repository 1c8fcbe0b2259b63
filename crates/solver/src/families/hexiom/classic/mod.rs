//! Methods of articles on Hexiom, kept for comparison and teaching.
//!
//! The engines that answer by default import nothing from here.

mod backtrack;

pub(super) use self::backtrack::BACKTRACK;
#[cfg(test)]
pub(super) use self::backtrack::{BacktrackEnding, search};
