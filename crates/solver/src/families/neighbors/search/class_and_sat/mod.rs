//! The engines `class` and `sat`: a first incumbent, bound descent, and a certificate if one is
//! wanted.
//!
//! `class` searches the boards whose inside is a perfect code. `sat` searches all boards, or those
//! that its restricting options leave. On large blank boards without restrictions, `sat` takes its
//! incumbent from the class first.
//!
//! Periodic patterns, boundary dynamic programming and beams give incumbents only. Lower bounds
//! come from `search::descent`, and count once they are verified.
//!
//! * `class`, `sat`: the two engines. `sat_options`: what `sat` reads from its options.
//! * `conclusion`: what both share, from the first incumbent to the proof.
//! * `level_groups`: some levels at a time, where an option asks for it.
//!
//! An answer of `class` says nothing about boards outside the class.

mod class;
mod conclusion;
mod level_groups;
mod sat;
mod sat_options;
#[cfg(test)]
mod tests;

pub(in super::super) use self::class::CLASS;
pub(in super::super) use self::sat::SAT;
