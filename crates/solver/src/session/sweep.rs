//! Sweeping: the solutions of the blank board counted for each value of a setting of the header.
//!
//! Which settings there are, and whether a blank board can be written, are facts that the family
//! states about itself; nothing here knows what a setting means.

use std::ops::RangeInclusive;

use sixfold_puzzle::Puzzle;
use sixfold_puzzle::hex::{Hexagon, MAX_ORDER};
use sixfold_puzzle::text::{UNDECIDED, blank_rows};

use super::count::{CountReport, count};
use super::request::{Problem, Request, SessionError, choose};
use crate::checkpoint::Tally;
use crate::claim::Claim;
use crate::engine::Power;
use crate::options::Options;
use crate::registry::{Registration, Registry};
use crate::run::Run;

/// The most values of one sweep: each is a row of a table for people.
pub const MOST_VALUES: u64 = 100_000;

/// What a user asks for.
#[derive(Clone, Copy, Debug)]
pub struct SweepRequest<'a> {
    /// The family.
    pub family: &'static Registration,
    /// The order.
    pub order: usize,
    /// The engine that counts, asked for by name; otherwise the first that serves is taken.
    pub engine: Option<&'a str>,
    /// Exactly one setting of the header with a range `a..b`, and options of the engine.
    pub settings: &'a [(String, String)],
}

/// The count for one value.
#[derive(Clone, PartialEq, Debug)]
pub struct SweepRow {
    /// The value.
    pub value: i64,
    /// What came of counting.
    pub counted: CountReport,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct SweepReport {
    /// The family.
    pub family: &'static dyn Puzzle,
    /// The setting.
    pub setting: String,
    /// How many values were asked for.
    pub asked: usize,
    /// A row for each value, as far as the sweep came.
    pub rows: Vec<SweepRow>,
}

impl SweepReport {
    /// How many values have a count that is complete.
    #[must_use]
    pub fn decided(&self) -> usize {
        self.rows.iter().filter(|row| row.counted.claim == Claim::Complete).count()
    }

    /// The whole in words.
    #[must_use]
    pub fn words(&self) -> String {
        let (asked, decided) = (self.asked, self.decided());
        let found = || self.rows.iter().filter(|row| row.counted.count > 0);
        let count: u128 = found().map(|row| row.counted.count).sum();
        let orbits: Option<u128> = found().map(|row| row.counted.orbits).sum();
        let orbits = orbits.map(|orbits| format!(", {orbits} up to symmetry")).unwrap_or_default();
        let (several, values) = (plural(count), found().count());
        let total = format!("{count} solution{several}{orbits}, for {values} of {asked} values");
        match decided == asked {
            true => format!("{total}: complete count"),
            false => format!("stopped: {decided} of {asked} values decided; at least {total}"),
        }
    }
}

fn plural(count: u128) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Counts for each value of a setting, until the world says stop.
///
/// # Errors
/// If there is no such setting, order or blank board, the range is wrong, no engine fits, or an
/// engine's answer is wrong.
pub fn sweep(
    registry: Registry,
    request: &SweepRequest<'_>,
    run: &Run<'_>,
) -> Result<SweepReport, SessionError> {
    let Plan { setting, values, options } = plan(request)?;
    let asked = (values.end() - values.start() + 1) as usize;
    let board = |value| blank(request, &setting, value);
    fitting(registry, request, &board(*values.start())?, &options)?;
    let mut rows = Vec::new();
    for value in values {
        if run.halted().is_some() {
            break;
        }
        let text = board(value)?;
        let asked =
            Request { text: &text, engine: request.engine, prove: false, settings: &options };
        let counted = count(registry, &asked, &Tally::default(), run)?;
        rows.push(SweepRow { value, counted });
    }
    Ok(SweepReport { family: request.family.rules, setting, asked, rows })
}

/// What is swept, and what is left for the engine.
struct Plan {
    setting: String,
    values: RangeInclusive<i64>,
    options: Vec<(String, String)>,
}

fn plan(request: &SweepRequest<'_>) -> Result<Plan, SessionError> {
    let about = request.family.rules.about();
    let is_range = |(_, value): &&(String, String)| value.contains("..");
    let (ranges, options): (Vec<_>, Vec<_>) = request.settings.iter().partition(is_range);
    let [(setting, range)] = ranges[..] else {
        let several = format!("{} settings have a range", ranges.len());
        let problem = if ranges.is_empty() { "nothing is swept" } else { &several };
        let example = match about.settings {
            [] => format!("but the first line of {} has no setting", about.name),
            [first, ..] => format!("such as --set {}=1..5", first.word),
        };
        return refuse(format!("{problem}; expected one setting with a range a..b, {example}"));
    };
    if about.settings.iter().all(|term| term.word != setting) {
        let known: Vec<_> = about.settings.iter().map(|term| term.word).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        return refuse(format!("{} has no setting {setting}; it has: {known}", about.name));
    }
    if about.tokens.iter().all(|term| term.word != UNDECIDED) {
        return refuse(format!("a blank board of the family {} cannot be written", about.name));
    }
    let (order, least) = (request.order, about.least_order);
    if !(least..=MAX_ORDER).contains(&order) {
        let expected = format!("expected {least} to {MAX_ORDER}");
        return refuse(format!("the order {order} is not possible; {expected}"));
    }
    let values = values(setting, range)?;
    let options = options.into_iter().cloned().collect();
    Ok(Plan { setting: setting.clone(), values, options })
}

fn refuse<T>(problem: String) -> Result<T, SessionError> {
    Err(SessionError::Unmakeable(problem))
}

/// Reads `a..b`.
fn values(setting: &str, range: &str) -> Result<RangeInclusive<i64>, SessionError> {
    let ends = range.split_once("..").and_then(|(from, to)| {
        Some((from.trim().parse::<i64>().ok()?, to.trim().parse::<i64>().ok()?))
    });
    let Some((from, to)) = ends else {
        return refuse(format!("{setting}={range} is no range; expected two integers a..b"));
    };
    if from > to {
        return refuse(format!("the range {setting}={range} is empty"));
    }
    match to.abs_diff(from) < MOST_VALUES {
        true => Ok(from..=to),
        false => refuse(format!("the range {setting}={range} has more than {MOST_VALUES} values")),
    }
}

/// The blank board for a value, in canonical text.
fn blank(request: &SweepRequest<'_>, setting: &str, value: i64) -> Result<String, SessionError> {
    let (puzzle, order) = (request.family.rules, request.order);
    let rows = blank_rows(&Hexagon::new(order));
    let text = format!("{} {order} {setting}={value}\n{rows}", puzzle.about().name);
    puzzle.instance(&text).or_else(|error| {
        let (message, expected) = (error.message, error.expected);
        refuse(format!("{setting}={value} is not possible: {message}; expected {expected}"))
    })
}

/// Settles before the work that there is an engine and that it has the options, even if no value
/// should need one.
fn fitting(
    registry: Registry,
    request: &SweepRequest<'_>,
    text: &str,
    settings: &[(String, String)],
) -> Result<(), SessionError> {
    let asked = Request { text, engine: request.engine, prove: false, settings };
    let engine = choose(&asked, &Problem::read(registry, text)?, Power::Counts)?;
    Options::resolve(engine.row().name, engine.row().options, settings)?;
    Ok(())
}
