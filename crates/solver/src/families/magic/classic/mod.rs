//! Methods of articles on magic hexagons, kept for comparison and teaching.
//!
//! The engines that answer by default import nothing from here.

mod ladder;

pub(in super::super) use self::ladder::PICTURES;
pub(super) use self::ladder::{bench::LADDER, followed_by_ladder};
