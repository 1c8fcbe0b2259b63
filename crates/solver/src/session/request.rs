//! What is asked for: the request, the puzzle in it, and the engine that is chosen.

use sixfold_puzzle::{ParsedPuzzle, Puzzle, TextError};

use crate::checkpoint::{Aim, Tally};
use crate::did_you_mean;
use crate::engine::{Engine, Power};
use crate::options::{self, OptionError, Options};
use crate::registry::{Registration, Registry};

/// What a user asks for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The puzzle. A complete, correct solution in it is the first incumbent of `solve`, where one
    /// solution can be better than another; otherwise it is ignored.
    pub text: &'a str,
    /// The engine asked for by name; otherwise the first that serves is taken.
    pub engine: Option<&'a str>,
    /// Whether only an engine that proves will do.
    pub prove: bool,
    /// Options of the engine.
    pub settings: &'a [(String, String)],
}

/// The puzzle of a request, read once.
pub(crate) struct Problem {
    pub(crate) family: &'static Registration,
    pub(crate) puzzle: ParsedPuzzle,
}

impl Problem {
    pub(crate) fn read(registry: Registry, text: &str) -> Result<Self, TextError> {
        let family = registry.family_of(text)?;
        Ok(Self { family, puzzle: family.rules.read(text)? })
    }

    /// The family's rules.
    pub(crate) fn rules(&self) -> &'static dyn Puzzle {
        self.family.rules
    }
}

/// Why there is no report.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SessionError {
    /// The puzzle cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The text is too long to be a puzzle.
    #[error("{0}")]
    TooLong(String),
    /// No engine can do what was asked.
    #[error("{0}")]
    NoEngine(String),
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A puzzle like this cannot be made, or not for each value that is to be swept.
    #[error("{0}")]
    Unmakeable(String),
    /// There is no solution that could be improved, or none is better than another.
    #[error("{0}")]
    NothingToImprove(String),
    /// The engine could not work.
    #[error("the engine {engine} cannot work: {problem}")]
    Failed {
        /// The engine.
        engine: &'static str,
        /// What is in its way.
        problem: String,
    },
    /// The engine's answer is wrong. This is a bug, and the answer is never shown.
    #[error("the engine {engine} gave a wrong answer, which is a bug in sixfold: {problem}")]
    Lie {
        /// The engine.
        engine: &'static str,
        /// What is wrong with its answer.
        problem: String,
    },
}

/// Takes the engine asked for, else the first that serves and has the power that is needed.
pub(crate) fn choose(
    request: &Request<'_>,
    problem: &Problem,
    power: Power,
) -> Result<&'static dyn Engine, SessionError> {
    let family = problem.family.name();
    let engines = problem.family.engines;
    // Refusals of engines that have the power, or were asked for; the others would only fill the line.
    let mut refusals = Vec::new();
    for &engine in engines {
        if request.engine.is_some_and(|name| name != engine.name()) {
            continue;
        }
        // An engine that is asked for by name proves what it can, if only within its scope. A complete search of its own
        // is no proof of a count: an independent checker cannot follow it.
        let counts = request.prove && power == Power::Counts;
        let proves = counts || request.engine.is_some() && engine.certifies(&Aim::Solve);
        let needed = [Some(power), (request.prove && !proves).then_some(Power::Proves)];
        let powers = engine.powers();
        if needed.iter().flatten().any(|power| !powers.contains(power)) {
            if request.engine.is_some() {
                let powers: Vec<_> = powers.iter().map(|power| power.name()).collect();
                refusals.push(format!("{} only {}", engine.name(), powers.join(" and ")));
            }
            continue;
        }
        if counts && !engine.certifies(&Aim::Count(Tally::default())) {
            refusals.push(format!("{} writes no proof of a count", engine.name()));
            continue;
        }
        match engine.supports(&problem.puzzle) {
            Ok(()) => return Ok(engine),
            Err(refusal) => refusals.push(format!("{}: {refusal}", engine.name())),
        }
    }
    let names: Vec<_> = engines.iter().map(|engine| engine.name()).collect();
    let message = match (&names[..], request.engine) {
        ([], _) => format!("there is no engine for the family {family} yet"),
        (names, Some(name)) if !names.contains(&name) => {
            let meant = did_you_mean(name, names);
            format!("{family} has no engine {name}; it has: {}{meant}", names.join(", "))
        }
        _ => {
            let proved = if request.prove { " with a proof" } else { "" };
            let colon = if refusals.is_empty() { "" } else { ": " };
            let (deed, refusals) = (power.deed(), refusals.join("; "));
            format!("no engine of {family} can {deed}{proved}{colon}{refusals}")
        }
    };
    Err(SessionError::NoEngine(message))
}

/// The options in force, unless one of them has no effect.
pub(crate) fn resolve(
    engine: &'static dyn Engine,
    request: &Request<'_>,
) -> Result<Options, SessionError> {
    let row = engine.row();
    let options = Options::resolve(row.name, row.options, request.settings)?;
    match options.limits_proof() {
        Some(name) if !request.prove => {
            let problem = format!("{name} has no effect: no proof was asked for");
            Err(SessionError::NoEngine(problem))
        }
        _ => Ok(options),
    }
}

/// The longest text of a puzzle in bytes. A board of the largest order with its solution has less than 1 MiB.
pub const MAX_TEXT: u64 = 16 << 20;

/// Refuses a text that is too long to be a puzzle, before anything is made of it.
pub(crate) fn refuse_size(text: &str) -> Result<(), SessionError> {
    match text.len() as u64 <= MAX_TEXT {
        true => Ok(()),
        false => {
            let (size, most) = (text.len() >> 20, MAX_TEXT >> 20);
            let problem = format!("the text has {size} MiB; expected at most {most} MiB");
            Err(SessionError::TooLong(problem))
        }
    }
}

/// Refuses settings that name a program or a file: for front ends whose users may not choose what is run or read. It
/// looks at every table of the family, whichever engine, maker or trainer will be asked.
///
/// # Errors
/// [`OptionError::Outside`] for the first such setting.
pub fn refuse_outside(
    family: &Registration,
    settings: &[(String, String)],
) -> Result<(), SessionError> {
    let engines = family.engines.iter().flat_map(|engine| engine.row().options);
    let maker = family.maker.iter().flat_map(|maker| maker.options);
    let trainer = family.trainer.iter().flat_map(|trainer| trainer.options);
    Ok(options::refuse_outside(engines.chain(maker).chain(trainer), settings)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::REGISTRY;

    fn refusal(family: &str, name: &str) -> Option<String> {
        let family = REGISTRY.named(family).unwrap();
        let settings = [(name.to_owned(), "true".to_owned())];
        refuse_outside(family, &settings).err().map(|error| error.to_string())
    }

    #[test]
    fn programs_and_files_are_refused_by_name_and_nothing_else_is() {
        let of = |name, thing| {
            Some(format!("the option {name} names a {thing}; this front end does not accept it"))
        };
        assert_eq!(refusal("hexiom", "command"), of("command", "program"));
        assert_eq!(refusal("balto", "weights"), of("weights", "file"));
        assert_eq!(refusal("hexiom", "model"), None);
        // Whether an option exists is for the engine to say.
        assert_eq!(refusal("magic", "command"), None);
    }
}
