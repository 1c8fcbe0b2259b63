//! Training: how a trainer is asked. What it learned is text that its family's engines understand; it makes searches better
//! or worse, never wrong, so there is nothing to be verified.

use std::io::Write;

use crate::options::Options;
use crate::registry::Registration;
use crate::run::Run;
use crate::session::SessionError;
use crate::trainer::{TrainTask, Trained};

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

/// Learns, and writes the text of what was learned as a stream. After an error the text is not complete.
///
/// # Errors
/// If there is no trainer, or an option, a file that it names, or the order is wrong, or the text cannot be written.
pub fn train(
    request: &TrainRequest<'_>,
    run: &Run<'_>,
    output: &mut dyn Write,
) -> Result<Trained, SessionError> {
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
    let task = TrainTask { order, rounds: request.rounds, options: &options, run };
    (trainer.train)(&task, output).map_err(SessionError::Unmakeable)
}
