//! Cuts a request into the units of an engine, for a search that several machines divide.
//!
//! The list follows from the instance and the options alone, so a merge computes it again and compares.

use std::collections::HashSet;

use super::request::{Problem, Request, SessionError, choose, resolve};
use crate::checkpoint::Aim;
use crate::engine::{Engine, Power};
use crate::options::{Options, Scope};
use crate::registry::Registry;
use crate::run::{Halt, Run};

/// A request as its engine divides it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The engine.
    pub engine: &'static str,
    /// The names of the units, all different.
    pub units: Vec<String>,
    /// Why the units are the whole of what is searched.
    pub reason: &'static str,
    /// What is searched.
    pub scope: Scope,
}

/// Cuts a request into units. Without an engine asked for by name it takes the first that serves and divides.
///
/// # Errors
/// If the request cannot be read, no engine divides it, or an option is wrong.
pub fn cut(
    registry: Registry,
    request: &Request<'_>,
    aim: Aim,
    run: &Run<'_>,
) -> Result<Cut, SessionError> {
    let problem = Problem::read(registry, request.text)?;
    let (engine, options) = dividing(request, &problem, aim)?;
    let failed = |problem| SessionError::Failed { engine: engine.name(), problem };
    let prepared = engine.prepare(&problem.puzzle, &options).map_err(failed)?;
    let units = prepared.units(run).map_err(failed)?;
    if units.iter().collect::<HashSet<_>>().len() != units.len() {
        let problem = "two of its units have the same name".to_owned();
        return Err(SessionError::Lie { engine: engine.name(), problem });
    }
    let reason = engine.division().unwrap_or_default();
    Ok(Cut { engine: engine.name(), units, reason, scope: options.scope() })
}

/// Samples of the size of the search tree of a request, by so many random dives; nothing if its engine has no such
/// estimate.
///
/// # Errors
/// As [`cut`].
pub fn sample_tree(
    registry: Registry,
    request: &Request<'_>,
    aim: Aim,
    dives: usize,
    run: &Run<'_>,
) -> Result<Result<Option<Vec<f64>>, Halt>, SessionError> {
    let problem = Problem::read(registry, request.text)?;
    let (engine, options) = dividing(request, &problem, aim)?;
    let failed = |problem| SessionError::Failed { engine: engine.name(), problem };
    let prepared = engine.prepare(&problem.puzzle, &options).map_err(failed)?;
    Ok(prepared.sample_tree(dives, run))
}

/// The engine that divides a request, and its options.
fn dividing(
    request: &Request<'_>,
    problem: &Problem,
    aim: Aim,
) -> Result<(&'static dyn Engine, Options), SessionError> {
    let power = Power::needed_to(&aim);
    let engine = match request.engine {
        Some(_) => choose(request, problem, power)?,
        None => {
            let serves = |engine: &&&'static dyn Engine| {
                let able = engine.can(Power::Divides) && engine.can(power);
                let proves = !request.prove || engine.certifies(&aim);
                able && proves && engine.supports(&problem.puzzle).is_ok()
            };
            let engine = problem.family.engines.iter().find(serves).copied();
            engine.ok_or_else(|| undivided(problem, aim))?
        }
    };
    match engine.can(Power::Divides) {
        true => Ok((engine, resolve(engine, request)?)),
        false => Err(undivided(problem, aim)),
    }
}

fn undivided(problem: &Problem, aim: Aim) -> SessionError {
    let (family, verb) = (problem.family.name(), aim.verb());
    let engines = problem.family.engines.iter().filter(|engine| engine.can(Power::Divides));
    let names: Vec<&str> = engines.map(|engine| engine.name()).collect();
    let known = if names.is_empty() { "none does".to_owned() } else { names.join(", ") };
    SessionError::NoEngine(format!(
        "no engine of {family} that fits divides the work of {verb} on this board (engines that divide: {known})"
    ))
}
