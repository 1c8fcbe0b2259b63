//! Methods of articles on Fences, kept for comparison and teaching.
//!
//! The engines that answer by default import nothing from here.

mod posts;

pub(super) use self::posts::POSTS;
