//! Training: what a trainer is, and how it is asked. A trainer is a row of data and a function, like
//! an engine. What it learned is text that its family's engines understand; it makes searches better
//! or worse, never wrong, so there is nothing to be verified.

use crate::options::{OptionRow, Options};
use crate::registry::Registration;
use crate::run::{Halt, Run};
use crate::session::SessionError;

/// Learns from boards of one family.
pub struct Trainer {
    /// What it learns, in one line.
    pub description: &'static str,
    /// Its options.
    pub options: &'static [OptionRow],
    /// The largest order that it supports.
    pub largest: usize,
    /// Learns.
    pub train: fn(&TrainTask<'_>) -> Trained,
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
    /// The result, as the engines read it, if there is one.
    pub text: Option<String>,
    /// Named figures that say how good it is.
    pub figures: Vec<(&'static str, f64)>,
    /// The same in words.
    pub words: String,
    /// Why it ended early, if it did.
    pub halt: Option<Halt>,
}

/// What a user asks for.
#[derive(Clone, Copy, Debug)]
pub struct TrainRequest<'a> {
    /// The family.
    pub family: &'static Registration,
    /// The order.
    pub order: usize,
    /// How many rounds at most.
    pub rounds: u64,
    /// Options of the trainer.
    pub settings: &'a [(String, String)],
}

/// Learns.
///
/// # Errors
/// If there is no trainer, or an option or the order is wrong.
pub fn train(request: &TrainRequest<'_>, run: &Run<'_>) -> Result<Trained, SessionError> {
    let about = request.family.rules.about();
    let missing = || {
        let message = format!("there is nothing to learn for {} puzzles", about.name);
        SessionError::NoEngine(message)
    };
    let trainer = request.family.trainer.ok_or_else(missing)?;
    let options = Options::resolve("that learns", trainer.options, request.settings)?;
    let (order, least, most) = (request.order, about.least_order, trainer.largest);
    if !(least..=most).contains(&order) {
        let message = format!("the order {order} is not possible; expected {least} to {most}");
        return Err(SessionError::Unmakeable(message));
    }
    Ok((trainer.train)(&TrainTask { order, rounds: request.rounds, options: &options, run }))
}
