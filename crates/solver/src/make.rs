//! Making puzzles: how a made puzzle is looked at before it is handed on.
//!
//! A maker is believed as little as an engine: what it made is read again from its text, its hidden solution is
//! verified, and "unique" is said only after a complete count by an engine that the maker does not choose.

use sixfold_puzzle::Puzzle;
use sixfold_puzzle::hex::MAX_ORDER;

use crate::answer::Facet;
use crate::checkpoint::Tally;
use crate::claim::{Claim, Outcome};
use crate::engine::Power;
use crate::maker::{Made, MakeTask, Maker, Solvable, Unmade};
use crate::options::Options;
use crate::registry::{Registration, Registry};
use crate::run::Run;
use crate::session::{CountReport, Problem, Request, SessionError, count, verified};

/// What a user asks for.
#[derive(Clone, Copy, Debug)]
pub struct MakeRequest<'a> {
    /// The family.
    pub family: &'static Registration,
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
    pub family: &'static dyn Puzzle,
    /// How it ended.
    pub outcome: Outcome,
    /// The instance in canonical text below comments that say how it was made.
    pub text: Option<String>,
    /// Whether it has exactly one solution, or one of the facet, where that was asked and is
    /// certain.
    pub unique: Option<bool>,
    /// What was counted, if not solutions.
    pub facet: Option<Facet>,
    /// The engine that counted.
    pub engine: Option<&'static str>,
    /// Why it has a solution.
    pub solvable: Option<&'static str>,
    /// Named numbers that say how hard it is.
    pub difficulty: Vec<(&'static str, u64)>,
    /// From the request to the verified puzzle.
    pub seconds: f64,
}

impl MakeReport {
    /// The claim in words.
    #[must_use]
    pub fn words(&self) -> String {
        let (one, many) = match &self.facet {
            Some(facet) => (format!(" {}", facet.one), facet.name),
            None => (String::new(), "solutions"),
        };
        let ending = match (self.unique, self.outcome) {
            (Some(true), _) => format!("made: unique{one}, complete count"),
            (Some(false), _) => format!("none: the puzzle that was made has several {many}"),
            (None, Outcome::Solved) => format!("made, {}", self.solvable.unwrap_or_default()),
            (None, _) if self.text.is_some() => "stopped: made, but perhaps not unique".to_owned(),
            (None, _) => return "stopped: nothing was made".to_owned(),
        };
        match &self.difficulty[..] {
            [] => ending,
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
    registry: Registry,
    request: &MakeRequest<'_>,
    run: &Run<'_>,
) -> Result<MakeReport, SessionError> {
    let begun = run.clock.elapsed();
    let about = request.family.rules.about();
    let missing = || {
        let makers = registry.families().iter().filter(|family| family.maker.is_some());
        let makers: Vec<_> = makers.map(|family| family.name()).collect();
        let problem = format!("{} has no maker of puzzles", about.name);
        SessionError::NoEngine(format!("{problem}; these families have: {}", makers.join(", ")))
    };
    let maker = request.family.maker.ok_or_else(missing)?;
    let options = Options::resolve("that makes puzzles", maker.options, request.settings)?;
    let orders = about.least_order..=maker.largest.min(MAX_ORDER);
    if !orders.contains(&request.order) {
        let (order, least, most) = (request.order, orders.start(), orders.end());
        let message = format!("the order {order} is not possible; expected {least} to {most}");
        return Err(SessionError::Unmakeable(message));
    }
    let mut report = MakeReport {
        family: request.family.rules,
        outcome: Outcome::Stopped,
        text: None,
        unique: None,
        facet: None,
        engine: None,
        solvable: None,
        difficulty: Vec::new(),
        seconds: 0.0,
    };
    let task = MakeTask { order: request.order, unique: request.unique, options: &options, run };
    match (maker.make)(&task) {
        Ok(made) => inspect(
            &mut report,
            &Workshop { maker, registry, options: &options, run },
            request,
            made,
        )?,
        Err(Unmade::Halted(_)) => {}
        Err(Unmade::Refused(problem)) => return Err(SessionError::Unmakeable(problem)),
    }
    report.seconds = run.clock.elapsed().saturating_sub(begun).as_secs_f64();
    Ok(report)
}

/// The maker, its options, and the means to look at what it made.
struct Workshop<'a> {
    maker: &'a Maker,
    registry: Registry,
    options: &'a Options,
    run: &'a Run<'a>,
}

/// Verifies what was made, from its text.
fn inspect(
    report: &mut MakeReport,
    workshop: &Workshop<'_>,
    request: &MakeRequest<'_>,
    made: Made,
) -> Result<(), SessionError> {
    let Workshop { maker, options, run, .. } = *workshop;
    let lie = |problem: String| SessionError::Lie { engine: "that makes puzzles", problem };
    let instance = reread(request, &made).map_err(lie)?;
    (report.outcome, report.difficulty) = (Outcome::Solved, made.difficulty);
    report.solvable = Some(match made.solvable {
        Solvable::Shown(_) => "a solution is known and verified",
        Solvable::Always(why) => why,
    });
    if request.unique {
        let single = (maker.single)(options);
        let counted = certain_count(workshop, request, &instance, single)?;
        (report.outcome, report.unique) = match certainty(&counted, single) {
            (true, 0) => return Err(lie("no solution is counted".to_owned())),
            (true, 1) => (Outcome::Solved, Some(true)),
            (false, 0 | 1) => (Outcome::Stopped, None),
            _ => (Outcome::None, Some(false)),
        };
        report.engine = counted.engine;
        report.facet = counted.facets.into_iter().find(|facet| Some(facet.name) == single);
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
    let family = request.family.rules;
    let instance = family.instance(&made.instance).map_err(unreadable)?;
    let header = format!("{} {}", family.name(), request.order);
    let first = instance.lines().next().unwrap_or_default();
    if !format!("{first} ").starts_with(&format!("{header} ")) {
        return Err(format!("{first} was made, not {header}"));
    }
    if let Some(reason) = family.impossible(&instance).map_err(unreadable)? {
        return Err(reason.message);
    }
    if let Solvable::Shown(solution) = &made.solvable {
        verified(family, &instance, solution)?;
    }
    Ok(instance)
}

/// Whether all solutions, or all of a facet, were counted, and how many there are.
fn certainty(counted: &CountReport, single: Option<&str>) -> (bool, u128) {
    let complete = counted.claim == Claim::Complete;
    let Some(name) = single else { return (complete, counted.count) };
    match counted.facets.iter().find(|facet| facet.name == name) {
        Some(facet) => (facet.complete && counted.halt.is_none(), facet.figures.total()),
        // Several solutions may have everything in common, so they say nothing.
        None => (complete && counted.count < 2, counted.count.min(1)),
    }
}

/// Counts with one engine after the other until one is sure, or has seen two of what there is to
/// be one. A limit on solutions would hide that.
fn certain_count(
    workshop: &Workshop<'_>,
    request: &MakeRequest<'_>,
    text: &str,
    single: Option<&str>,
) -> Result<CountReport, SessionError> {
    let Workshop { registry, run, .. } = *workshop;
    let problem = Problem::read(registry, text)?;
    let counts = request.family.engines.iter().filter(|engine| engine.can(Power::Counts));
    let able = counts.filter(|engine| engine.supports(&problem.puzzle).is_ok());
    let names: Vec<&str> = match request.engine {
        Some(name) => vec![name],
        None => able.map(|engine| engine.name()).collect(),
    };
    let ask = |engine: Option<&str>| {
        let request = Request { text, engine, prove: false, settings: &[] };
        let limit = single.is_none().then_some(2);
        count(registry, &request, &Tally { limit }, run)
    };
    for name in names.iter().take(names.len().saturating_sub(1)) {
        let counted = ask(Some(name))?;
        if matches!(certainty(&counted, single), (true, _) | (false, 2..)) {
            return Ok(counted);
        }
    }
    ask(names.last().copied())
}

/// How the puzzle was made, so that it can be made again. An option `unique` says what unique
/// means, so it is named only where that was asked for.
fn comments(report: &MakeReport, options: &Options, seed: u64) -> String {
    let unique = if report.unique == Some(true) { ", unique" } else { "" };
    let one = report.facet.as_ref().filter(|_| !unique.is_empty());
    let one = one.map(|facet| format!(" {}", facet.one)).unwrap_or_default();
    let mut words = options.words();
    words.retain(|word| report.engine.is_some() || !word.starts_with("unique="));
    let options = if words.is_empty() { String::new() } else { format!(", {}", words.join(" ")) };
    let difficulty = listed(&report.difficulty);
    format!("# made by sixfold: seed {seed}{options}{unique}{one}\n# {difficulty}\n")
}
