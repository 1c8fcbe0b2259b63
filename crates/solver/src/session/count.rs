//! Counting: choose an engine that counts, verify what it lists, say how sure the count is.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use sixfold_puzzle::{Puzzle, Violation};

use super::header::Stated;
use super::proof::written;
use super::request::{Problem, Request, SessionError, choose, resolve};
use super::verified::verified;
use crate::answer::{Counted, Estimate, Facet, Figures};
use crate::checkpoint::Tally;
use crate::claim::Claim;
use crate::engine::{Engine, Power, Prepared};
use crate::options::{Options, Scope};
use crate::registry::Registry;
use crate::run::{Event, Halt, Run};

/// What came of counting.
#[derive(Clone, PartialEq, Debug)]
pub struct CountReport {
    /// The family.
    pub family: &'static dyn Puzzle,
    /// The engine that ran, if one had to.
    pub engine: Option<&'static str>,
    /// Solutions found.
    pub count: u128,
    /// What was counted instead of solutions, if anything.
    pub instead: Option<&'static str>,
    /// What solutions have in common; `complete` means here that the claim covers it.
    pub facets: Vec<Facet>,
    /// Solutions up to the symmetries that keep the instance, where that is known.
    pub orbits: Option<u128>,
    /// How sure the count is: complete, or found so far.
    pub claim: Claim,
    /// Whether the engine came to the end of what it searched, which restricting options may have left of the whole.
    pub exhausted: bool,
    /// Whether a proof was checked of what was searched.
    pub proved: bool,
    /// What the solutions that the checked proof lists show; there is nothing else in what was searched.
    pub known: Vec<String>,
    /// What was searched.
    pub scope: Scope,
    /// From the parsed instance to the count.
    pub seconds: f64,
    /// Why the engine ended early, if it did.
    pub halt: Option<Halt>,
    /// What the whole count would need, where the engine gave up and can tell.
    pub estimate: Option<Estimate>,
    /// Why there is no checked proof, where one was asked for.
    pub unproved: Option<String>,
    /// Whether the engine went on from a checkpoint.
    pub resumed: bool,
    /// What was asked for and has no effect.
    pub ignored: Option<&'static str>,
    /// Why the instance is impossible, where that needed no search.
    pub reason: Option<Violation>,
}

impl CountReport {
    /// Whether a proof of part of it was checked.
    #[must_use]
    pub fn certified(&self) -> bool {
        self.claim == Claim::Certified || self.facets.iter().any(|facet| facet.proved)
    }

    /// The claim in words.
    #[must_use]
    pub fn words(&self) -> String {
        let orbits = self.orbits.map(|orbits| format!(", {orbits} up to symmetry"));
        let orbits = orbits.unwrap_or_default();
        let restricted = if self.scope.is_whole() {
            String::new()
        } else {
            format!(" within {} (restricted search)", self.scope)
        };
        let one = if self.count == 1 { "solution" } else { "solutions" };
        let many = self.instead.unwrap_or(one);
        let unproved = self.unproved.as_ref().map(|reason| format!("; no proof: {reason}"));
        let facets = self.facet_words() + unproved.as_deref().unwrap_or_default();
        match (self.claim, self.count, &self.reason) {
            (_, _, Some(reason)) => format!("none: {}", reason.message),
            (Claim::Certified, 0, _) => "none: there is no solution, proof checked".to_owned(),
            (Claim::Complete, 0, _) => "none: the complete count found no solution".to_owned(),
            (Claim::Complete, 1, _) if self.instead.is_none() => {
                format!("1 solution: unique, complete count{facets}")
            }
            (Claim::Certified, 1, _) if self.instead.is_none() => {
                format!("1 solution: unique, proof checked{facets}")
            }
            (Claim::Certified, count, _) if self.instead.is_none() => {
                format!("{count} {many}{orbits}: complete count, proof checked{facets}")
            }
            (Claim::Complete | Claim::Certified, count, _) => {
                format!("{count} {many}{orbits}: complete count{facets}")
            }
            (_, count, _) => {
                let ended = self.halt.map(|halt| format!("{}; ", halt.words())).unwrap_or_default();
                let estimate = self.estimate.map(estimate_words).unwrap_or_default();
                format!(
                    "{ended}at least {count} {many}{restricted}: the count is not complete{facets}{estimate}"
                )
            }
        }
    }

    /// What is unique, and the figures of what is not.
    fn facet_words(&self) -> String {
        let mut words = String::new();
        for facet in &self.facets {
            let total = facet.figures.total();
            let number = match (total, facet.complete) {
                (1, true) => format!("unique {}", facet.one),
                (1, false) => format!("1 {}", facet.one),
                _ => format!("{total} {}", facet.name),
            };
            let list = match &facet.figures {
                Figures::Total(_) => String::new(),
                Figures::Shares(shares) if shares.len() < 2 => String::new(),
                Figures::Values(list) | Figures::Shares(list) => format!(" ({})", listed(list)),
            };
            let proved = if facet.proved { ", proof checked" } else { "" };
            words.push_str(&format!("; {number}{list}{proved}"));
        }
        words
    }
}

/// What the proof that an engine has written excludes, if it holds: exactly what the listed solutions show, each of them
/// something of its own; or why it was not followed to its end. A share may list more than it counts.
fn certified(
    engine: &'static dyn Engine,
    prepared: &dyn Prepared,
    stated: &Stated<'_>,
    run: &Run<'_>,
    counted: &Counted,
) -> Result<Result<Vec<String>, String>, SessionError> {
    let lie = |problem: String| SessionError::Lie { engine: engine.name(), problem };
    let followed = match written(engine, prepared, stated, run)? {
        Ok(followed) => followed,
        Err(unchecked) => return Ok(Err(unchecked)),
    };
    let listed = counted.witnesses.iter().filter(|_| prepared.excludes());
    let mut shown = listed
        .map(|text| prepared.shows(text))
        .collect::<Result<Vec<String>, String>>()
        .map_err(lie)?;
    shown.sort_unstable();
    let whole = stated.options.scope().is_whole();
    let listed = match whole {
        true => shown == followed.known,
        false => shown.iter().all(|line| followed.known.binary_search(line).is_ok()),
    };
    match listed {
        true => Ok(Ok(followed.known)),
        false => Err(lie("its proof excludes other solutions than it has listed".to_owned())),
    }
}

/// An estimate, with as many digits as it deserves.
fn estimate_words(estimate: Estimate) -> String {
    let states = rounded(estimate.states);
    let megabytes = rounded(estimate.bytes / 1_000_000);
    format!("; estimated: {states} states or more in the largest layer, {megabytes} MB")
}

/// Two digits, and zeros.
fn rounded(number: u128) -> u128 {
    let mut unit: u128 = 1;
    while number / unit >= 100 {
        unit *= 10;
    }
    (number + unit / 2) / unit * unit
}

/// Longer lists are cut in what is said; machine-readable output has them whole.
const LISTED: usize = 6;

fn listed(numbers: &[u128]) -> String {
    let words: Vec<String> = numbers.iter().take(LISTED).map(u128::to_string).collect();
    let more = if numbers.len() > LISTED { ", …" } else { "" };
    words.join(", ") + more
}

/// Counts the solutions of an instance.
///
/// # Errors
/// As [`solve`](super::solve()).
pub fn count(
    registry: Registry,
    request: &Request<'_>,
    tally: &Tally,
    run: &Run<'_>,
) -> Result<CountReport, SessionError> {
    let problem = Problem::read(registry, request.text)?;
    let begun = run.clock.elapsed();
    let mut report = CountReport {
        family: problem.rules(),
        engine: None,
        count: 0,
        instead: None,
        facets: Vec::new(),
        orbits: Some(0),
        claim: Claim::Complete,
        exhausted: true,
        proved: false,
        known: Vec::new(),
        scope: Scope::whole(),
        seconds: 0.0,
        halt: None,
        estimate: None,
        unproved: None,
        resumed: false,
        ignored: None,
        reason: problem.puzzle.impossible.clone(),
    };
    if report.reason.is_none() || !request.settings.is_empty() {
        let engine = choose(request, &problem, Power::Counts)?;
        let options = resolve(engine, request)?;
        let failed = |problem| SessionError::Failed { engine: engine.name(), problem };
        let prepared = engine.prepare(&problem.puzzle, &options).map_err(failed)?;
        // An impossible instance has no solutions, but its relaxation may have some.
        if report.reason.is_none() || prepared.relaxes() {
            report.reason = None;
            let counting = Counting { engine, prepared: &*prepared, options: &options };
            counting.tally_up(&mut report, &problem, request.prove, tally, run)?;
        }
    }
    report.seconds = run.clock.elapsed().saturating_sub(begun).as_secs_f64();
    Ok(report)
}

/// A counting engine with its options.
struct Counting<'a> {
    engine: &'static dyn Engine,
    prepared: &'a dyn Prepared,
    options: &'a Options,
}

impl Counting<'_> {
    /// Runs a counting engine, verifies what it lists, and writes the count into the report.
    fn tally_up(
        &self,
        report: &mut CountReport,
        problem: &Problem,
        prove: bool,
        tally: &Tally,
        run: &Run<'_>,
    ) -> Result<(), SessionError> {
        let Self { engine, prepared, options } = *self;
        let instance = problem.puzzle.text.as_str();
        let lie = |problem: String| SessionError::Lie { engine: engine.name(), problem };
        report.resumed = run.saved_state().is_some();
        let verified_before: Mutex<HashSet<String>> = Mutex::default();
        let sink = |event: &Event| match event {
            Event::Listed(solution) => {
                if verified(problem.rules(), instance, solution).is_ok() {
                    let mut known = verified_before.lock().unwrap_or_else(PoisonError::into_inner);
                    known.insert(solution.clone());
                }
            }
            // A count lists its solutions; none of them is an incumbent.
            Event::Improved { .. } => {}
            event => (run.sink)(event),
        };
        let listening = &Run { sink: &sink, ..*run };
        let counted = prepared.count(prove, tally, listening);
        if let Some(problem) = counted.failure {
            return Err(SessionError::Failed { engine: engine.name(), problem });
        }
        let known = verified_before.lock().unwrap_or_else(PoisonError::into_inner);
        for solution in counted.witnesses.iter().filter(|&solution| !known.contains(solution)) {
            verified(problem.rules(), instance, solution).map_err(lie)?;
        }
        let sure = counted.complete && counted.halt.is_none() && options.scope().is_whole();
        report.claim = match (sure, counted.count) {
            (true, _) => Claim::Complete,
            (false, 0) => Claim::Nothing,
            (false, _) => Claim::Found,
        };
        let whole = options.scope().is_whole();
        let stated =
            Stated { rules: problem.rules(), puzzle: &problem.puzzle, options, bound: None };
        let mut unproved = counted.unproved.clone();
        if counted.proved {
            match certified(engine, prepared, &stated, run, &counted)? {
                Ok(known) => report.known = known,
                Err(unchecked) => unproved = Some(unchecked),
            }
        }
        let proved = counted.proved && unproved.is_none();
        report.proved = proved;
        report.exhausted = counted.complete && counted.halt.is_none();
        if prove && !proved {
            let stopped = counted.halt.map(|halt| halt.words().to_owned());
            let reason = unproved.or(stopped);
            report.unproved =
                Some(reason.unwrap_or_else(|| "the count is not complete".to_owned()));
        }
        (report.ignored, report.estimate) = (counted.ignored, counted.estimate);
        let claimed = |facet: Facet| {
            let complete = facet.complete && whole;
            Facet { complete, proved: facet.proved && complete && proved, ..facet }
        };
        report.facets = counted.facets.into_iter().map(claimed).collect();
        report.instead = counted.instead;
        let named = |facet: &&Facet| Some(facet.name) == counted.instead;
        let counts_proved = report.facets.iter().find(named).is_some_and(|facet| facet.proved);
        // Each solution that was counted is listed, no two show the same, and there is nothing else.
        let listed = prepared.excludes_solutions()
            && counted.instead.is_none()
            && report.known.len() as u128 == counted.count;
        if sure && (counts_proved || proved && (counted.count == 0 || listed)) {
            report.claim = Claim::Certified;
        }
        (report.count, report.orbits, report.halt) = (counted.count, counted.orbits, counted.halt);
        (report.engine, report.scope) = (Some(engine.name()), options.scope());
        Ok(())
    }
}
