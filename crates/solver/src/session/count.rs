//! Counting: choose an engine that counts, verify what it lists, say how sure the count is.

use sixfold_puzzle::{Kind, Violation, kind_of};

use super::{Claim, Registry, Request, SessionError, choose, verified};
use crate::engine::{Engine, Power, Tally, Task};
use crate::options::{Options, Scope};
use crate::run::{Halt, Run};

/// What came of counting.
#[derive(Clone, PartialEq, Debug)]
pub struct CountReport {
    /// The family.
    pub kind: Kind,
    /// The engine that ran, if one had to.
    pub engine: Option<&'static str>,
    /// Solutions found.
    pub count: u128,
    /// Solutions up to the symmetries that keep the instance, where that is known.
    pub orbits: Option<u128>,
    /// How sure the count is: complete, or found so far.
    pub claim: Claim,
    /// What was searched.
    pub scope: Scope,
    /// From the parsed instance to the count.
    pub seconds: f64,
    /// Why the engine ended early, if it did.
    pub halt: Option<Halt>,
    /// Why the instance is impossible, where that needed no search.
    pub reason: Option<Violation>,
}

impl CountReport {
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
        match (self.claim, self.count, &self.reason) {
            (_, _, Some(reason)) => format!("none: {}", reason.message),
            (Claim::Complete, 0, _) => "none: the complete count found no solution".to_owned(),
            (Claim::Complete, 1, _) => "1 solution: unique, complete count".to_owned(),
            (Claim::Complete, count, _) => format!("{count} solutions{orbits}: complete count"),
            (_, count, _) => {
                format!("at least {count} solutions{restricted}: the count is not complete")
            }
        }
    }
}

/// Counts the solutions of an instance.
///
/// # Errors
/// As [`solve`](super::solve).
pub fn count(
    registry: Registry,
    request: &Request<'_>,
    tally: &Tally,
    run: &Run<'_>,
) -> Result<CountReport, SessionError> {
    let kind = kind_of(request.text)?;
    let instance = kind.puzzle().instance(request.text)?;
    let begun = run.clock.elapsed();
    let reason = kind.puzzle().impossible(request.text)?;
    let mut report = CountReport {
        kind,
        engine: None,
        count: 0,
        orbits: Some(0),
        claim: Claim::Complete,
        scope: Options::resolve("", &[], &[])?.scope(),
        seconds: 0.0,
        halt: None,
        reason,
    };
    if report.reason.is_none() {
        let engine = choose(registry, request, kind, &instance, Power::Counts)?;
        let options = Options::resolve(engine.name, engine.options, request.settings)?;
        tally_up(&mut report, engine, &options, (&instance, tally, run))?;
    }
    report.seconds = run.clock.elapsed().saturating_sub(begun).as_secs_f64();
    Ok(report)
}

/// Runs a counting engine, verifies what it lists, and writes the count into the report.
fn tally_up(
    report: &mut CountReport,
    engine: &'static Engine,
    options: &Options,
    (instance, tally, run): (&str, &Tally, &Run<'_>),
) -> Result<(), SessionError> {
    let lie = |problem: String| SessionError::Lie { engine: engine.name, problem };
    let count = engine.count.ok_or_else(|| SessionError::NoEngine("it cannot count".to_owned()))?;
    let task = Task { instance, options, prove: false, engine: engine.name, run };
    let counted = count(&task, tally);
    if let Some(problem) = counted.failure {
        return Err(SessionError::Failed { engine: engine.name, problem });
    }
    for solution in &counted.witnesses {
        verified(instance, solution).map_err(lie)?;
    }
    let sure = counted.complete && counted.halt.is_none() && options.scope().is_whole();
    report.claim = match (sure, counted.count) {
        (true, _) => Claim::Complete,
        (false, 0) => Claim::Nothing,
        (false, _) => Claim::Found,
    };
    (report.count, report.orbits, report.halt) = (counted.count, counted.orbits, counted.halt);
    (report.engine, report.scope) = (Some(engine.name), options.scope());
    Ok(())
}
