//! Making puzzles: what a maker is, and how a made puzzle is looked at before it is handed on.
//!
//! A maker is a row of data and a function, like an engine, and is believed as little: what it
//! made is read again from its text, its hidden solution is verified, and "unique" is said only
//! after a complete count by an engine that the maker does not choose.

use sixfold_puzzle::hex::MAX_ORDER;
use sixfold_puzzle::{Kind, kind_of};

use crate::claim::{Claim, Outcome};
use crate::engine::{Engine, Power, Tally};
use crate::options::{OptionRow, Options};
use crate::run::{Halt, Run};
use crate::session::{CountReport, Registry, Request, SessionError, count, verified};

/// A maker of puzzles of one family.
pub struct Maker {
    /// What it makes, in one line.
    pub description: &'static str,
    /// Its options.
    pub options: &'static [OptionRow],
    /// The largest order it goes up to.
    pub largest: usize,
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
    /// A solution, without header and rows, that the instance does not show.
    pub solution: String,
    /// Named numbers that say how hard it is.
    pub difficulty: Vec<(&'static str, u64)>,
}

/// Why nothing was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unmade {
    /// The maker had to end early.
    Halted(Halt),
    /// What was asked for does not exist: why, as a sentence.
    Refused(String),
}

/// What a user asks for.
#[derive(Clone, Copy, Debug)]
pub struct MakeRequest<'a> {
    /// The family.
    pub kind: Kind,
    /// The order.
    pub order: usize,
    /// Whether it must have exactly one solution.
    pub unique: bool,
    /// The engine that counts, asked for by name; otherwise those that can are tried in turn.
    pub engine: Option<&'a str>,
    /// Options of the maker.
    pub settings: &'a [(String, String)],
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct MakeReport {
    /// The family.
    pub kind: Kind,
    /// How it ended.
    pub outcome: Outcome,
    /// The instance in canonical text below comments that say how it was made.
    pub text: Option<String>,
    /// Whether it has exactly one solution, where that was asked and is certain.
    pub unique: Option<bool>,
    /// The engine that counted.
    pub engine: Option<&'static str>,
    /// Named numbers that say how hard it is.
    pub difficulty: Vec<(&'static str, u64)>,
    /// From the request to the verified puzzle.
    pub seconds: f64,
}

impl MakeReport {
    /// The claim in words.
    #[must_use]
    pub fn words(&self) -> String {
        let ending = match (self.unique, self.outcome) {
            (Some(true), _) => "made: unique, complete count",
            (Some(false), _) => "none: the puzzle that was made has several solutions",
            (None, Outcome::Solved) => "made, a solution is known and verified",
            (None, _) if self.text.is_some() => "stopped: made, but perhaps not unique",
            (None, _) => return "stopped: nothing was made".to_owned(),
        };
        match &self.difficulty[..] {
            [] => ending.to_owned(),
            difficulty => format!("{ending}; {}", listed(difficulty)),
        }
    }
}

fn listed(numbers: &[(&'static str, u64)]) -> String {
    let words: Vec<_> = numbers.iter().map(|(name, value)| format!("{name} {value}")).collect();
    words.join(", ")
}

/// Makes a puzzle.
///
/// # Errors
/// If there is no maker, an option or the order is wrong, or what was made is.
pub fn make(
    maker: Option<&'static Maker>,
    registry: Registry,
    request: &MakeRequest<'_>,
    run: &Run<'_>,
) -> Result<MakeReport, SessionError> {
    let begun = run.clock.elapsed();
    let about = request.kind.puzzle().about();
    let missing = || SessionError::NoEngine(format!("nobody makes {} puzzles yet", about.name));
    let maker = maker.ok_or_else(missing)?;
    let options = Options::resolve("that makes puzzles", maker.options, request.settings)?;
    let orders = about.least_order..=maker.largest.min(MAX_ORDER);
    if !orders.contains(&request.order) {
        let (order, least, most) = (request.order, orders.start(), orders.end());
        let message = format!("the order {order} is not possible; expected {least} to {most}");
        return Err(SessionError::Unmakeable(message));
    }
    let mut report = MakeReport {
        kind: request.kind,
        outcome: Outcome::Stopped,
        text: None,
        unique: None,
        engine: None,
        difficulty: Vec::new(),
        seconds: 0.0,
    };
    let task = MakeTask { order: request.order, unique: request.unique, options: &options, run };
    match (maker.make)(&task) {
        Ok(made) => inspect(&mut report, registry, request, made, (&options, run))?,
        Err(Unmade::Halted(_)) => {}
        Err(Unmade::Refused(problem)) => return Err(SessionError::Unmakeable(problem)),
    }
    report.seconds = run.clock.elapsed().saturating_sub(begun).as_secs_f64();
    Ok(report)
}

/// Looks at what was made, as if somebody else had handed it in.
fn inspect(
    report: &mut MakeReport,
    registry: Registry,
    request: &MakeRequest<'_>,
    made: Made,
    (options, run): (&Options, &Run<'_>),
) -> Result<(), SessionError> {
    let lie = |problem: String| SessionError::Lie { engine: "that makes puzzles", problem };
    let instance = reread(request, &made).map_err(lie)?;
    (report.outcome, report.difficulty) = (Outcome::Solved, made.difficulty);
    if request.unique {
        let counted = certain_count(registry, request, &instance, run)?;
        report.engine = counted.engine;
        (report.outcome, report.unique) = match (counted.claim, counted.count) {
            (Claim::Complete, 0) => return Err(lie("no solution is counted".to_owned())),
            (Claim::Complete, 1) => (Outcome::Solved, Some(true)),
            (_, 0 | 1) => (Outcome::Stopped, None),
            _ => (Outcome::None, Some(false)),
        };
    }
    if report.unique != Some(false) {
        let comments = comments(report, options, run.seed);
        report.text = Some(format!("{comments}{instance}"));
    }
    Ok(())
}

/// The canonical text of a made instance, if it is as asked for and its solution is one.
fn reread(request: &MakeRequest<'_>, made: &Made) -> Result<String, String> {
    let unreadable = |error| format!("the puzzle cannot be read: {error}");
    let kind = kind_of(&made.instance).map_err(unreadable)?;
    let instance = kind.puzzle().instance(&made.instance).map_err(unreadable)?;
    let header = format!("{} {}", request.kind.puzzle().about().name, request.order);
    let first = instance.lines().next().unwrap_or_default();
    if !format!("{first} ").starts_with(&format!("{header} ")) {
        return Err(format!("{first} was made, not {header}"));
    }
    if let Some(reason) = kind.puzzle().impossible(&instance).map_err(unreadable)? {
        return Err(reason.message);
    }
    verified(&instance, &made.solution)?;
    Ok(instance)
}

/// Counts with one engine after the other until one is sure, or has seen two solutions.
fn certain_count(
    registry: Registry,
    request: &MakeRequest<'_>,
    text: &str,
    run: &Run<'_>,
) -> Result<CountReport, SessionError> {
    let able =
        |engine: &&Engine| engine.powers.contains(&Power::Counts) && (engine.serves)(text).is_ok();
    let counts = registry(request.kind).iter().filter(able);
    let names: Vec<&str> = match request.engine {
        Some(name) => vec![name],
        None => counts.map(|engine| engine.name).collect(),
    };
    let ask = |engine: Option<&str>| {
        let request = Request { text, engine, prove: false, settings: &[] };
        count(registry, &request, &Tally { limit: Some(2) }, run)
    };
    for name in names.iter().take(names.len().saturating_sub(1)) {
        let counted = ask(Some(name))?;
        if counted.claim == Claim::Complete || counted.count > 1 {
            return Ok(counted);
        }
    }
    ask(names.last().copied())
}

/// How the puzzle was made, so that it can be made again.
fn comments(report: &MakeReport, options: &Options, seed: u64) -> String {
    let unique = if report.unique == Some(true) { ", unique" } else { "" };
    let options = options.words().join(" ");
    let difficulty = listed(&report.difficulty);
    format!("# made by sixfold: seed {seed}, {options}{unique}\n# {difficulty}\n")
}
