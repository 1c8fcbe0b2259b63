//! What a maker of puzzles is: a row of data and a function, like an engine. Nothing that it makes is believed before
//! the session has looked at it.

use crate::options::{OptionRow, Options};
use crate::run::{Halt, Run};

/// A maker of puzzles of one family.
pub struct Maker {
    /// What it makes, in one line.
    pub description: &'static str,
    /// Its options.
    pub options: &'static [OptionRow],
    /// The largest order that it supports.
    pub largest: usize,
    /// Of what a unique puzzle has only one, if not of solutions: the name of a facet.
    pub single: fn(&Options) -> Option<&'static str>,
    /// Makes a puzzle.
    pub make: fn(&MakeTask<'_>) -> Result<Made, Unmade>,
}

/// What is to be made. The seed is the world's.
pub struct MakeTask<'a> {
    /// The order.
    pub order: usize,
    /// Whether it must have exactly one solution.
    pub unique: bool,
    /// The options in force.
    pub options: &'a Options,
    /// The world.
    pub run: &'a Run<'a>,
}

/// A made puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The instance.
    pub instance: String,
    /// Why it has a solution.
    pub solvable: Solvable,
    /// Named numbers that say how hard it is.
    pub difficulty: Vec<(&'static str, u64)>,
}

/// Why a made puzzle has a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solvable {
    /// Here is one, without header and rows, that the instance does not show.
    Shown(String),
    /// Every puzzle of the family has one that is not impossible by its reasons; the words say why.
    Always(&'static str),
}

/// Why nothing was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unmade {
    /// The maker had to end early.
    Halted(Halt),
    /// What was asked for does not exist: why, as a sentence.
    Refused(String),
}
