//! Watching a proof while it is checked, for an export: the formula of each part, and each step once it was accepted.
//!
//! What is exported goes the same way as what is checked, so there is no second reading of a proof that could differ
//! from the first.

use sixfold_checker::Step;

use crate::certificate::Certificate;

/// What a proof says it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading<'a> {
    /// The board, in the one form in which it is printed.
    pub board: &'a str,
    /// The engine whose encoding is used.
    pub engine: &'a str,
    /// All its options.
    pub options: &'a str,
    /// The objective than which nothing is better, if there is one.
    pub bound: Option<i128>,
}

/// Sees a proof part by part. Only the end of the check tells whether the proof holds.
pub trait Follower {
    /// Before the first part.
    fn begin(&mut self, heading: &Heading<'_>);

    /// Before the steps of a part; its name is empty if there is only one. `false` stops the check.
    fn part(&mut self, name: &str, certificate: &Certificate) -> bool;

    /// A step of this part, which was accepted.
    fn step(&mut self, step: Step<'_>);
}

/// Looks at nothing.
pub(super) struct Unwatched;

impl Follower for Unwatched {
    fn begin(&mut self, _: &Heading<'_>) {}

    fn part(&mut self, _: &str, _: &Certificate) -> bool {
        true
    }

    fn step(&mut self, _: Step<'_>) {}
}
