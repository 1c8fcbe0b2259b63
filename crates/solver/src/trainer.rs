//! What a trainer of a learned heuristic is: a row of data and a function, like an engine.

use std::io::Write;

use crate::options::{OptionRow, Options};
use crate::run::{Halt, Run};

/// Learns from boards of one family.
pub struct Trainer {
    /// What it learns, in one line.
    pub description: &'static str,
    /// Its options.
    pub options: &'static [OptionRow],
    /// The largest order that it supports.
    pub largest: usize,
    /// Learns, and writes the result as the engines read it. Fails if an option cannot be used or the result
    /// cannot be written; the message says why.
    pub train: fn(&TrainTask<'_>, &mut dyn Write) -> Result<Trained, String>,
}

/// What is to be learned. The seed is the world's.
pub struct TrainTask<'a> {
    /// The order.
    pub order: usize,
    /// How many rounds at most.
    pub rounds: u64,
    /// The options in force.
    pub options: &'a Options,
    /// The world.
    pub run: &'a Run<'a>,
}

/// What was learned.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// Whether there is a result, which was written. Otherwise nothing was written.
    pub learned: bool,
    /// Named figures that say how good it is.
    pub figures: Vec<(&'static str, f64)>,
    /// The same in words.
    pub words: String,
    /// Why it ended early, if it did.
    pub halt: Option<Halt>,
}
