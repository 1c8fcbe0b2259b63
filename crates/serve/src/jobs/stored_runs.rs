//! Checkpoints of jobs, and stored runs that no job of this server began.
//!
//! A run of the command line, or of a server that was killed, is listed as a job that was stopped. Runs with options
//! that name a program or a file are not, since a browser may not go on with them.

use std::path::Path;
use std::time::SystemTime;

use sixfold_host::HostError;
use sixfold_host::runs::{
    ResumedRun, RunCheckpoint, RunDescription, RunNotes, StoredRun, stored_runs,
};
use sixfold_puzzle::join;
use sixfold_solver::storage::Saved;
use sixfold_solver::{Aim, Registry, refuse_outside};
use sixfold_wire::{CountRequest, End, EnumerateRequest, Line, Request, Setting, SolveRequest};

use super::admission::{Admitted, aim};
use super::log::Log;
use super::record::{Record, State, Status, milliseconds};
use crate::options::{Limits, ServeError};
use crate::secret::random_word;

/// The checkpoint of a job, new or resumed. Jobs that save nothing have one that does nothing.
///
/// # Errors
/// If a stored run is not of this job.
pub(super) fn checkpoint(
    registry: Registry,
    runs: Option<&Path>,
    limits: &Limits,
    admitted: &Admitted,
    resumed: Option<ResumedRun>,
) -> Result<RunCheckpoint, HostError> {
    let nothing = || {
        let request =
            sixfold_solver::Request { text: "", engine: None, prove: false, settings: &[] };
        let (aim, seed, every) = (Aim::Solve, 1, None);
        let notes = RunNotes::default();
        let description = RunDescription { request: &request, aim, seed, every, notes };
        RunCheckpoint::begin(registry, None, description)
    };
    let Some((question, aim)) = aim(&admitted.job.task) else { return Ok(nothing()) };
    let description = RunDescription {
        request: &question.request(),
        aim,
        seed: admitted.job.limits.seed,
        every: Some(limits.save_every),
        notes: admitted.notes.clone(),
    };
    match resumed {
        Some(resumed) => RunCheckpoint::resume(registry, &description, resumed),
        None => Ok(RunCheckpoint::begin(registry, runs, description)),
    }
}

/// The stored runs that can be resumed and belong to no job, as jobs that were stopped; the newest so many.
///
/// # Errors
/// If there are no random numbers for their identifiers.
pub(super) fn adopted(
    registry: Registry,
    runs: &Path,
    limits: &Limits,
    known: impl Fn(&str) -> bool,
    most: usize,
) -> Result<Vec<Record>, ServeError> {
    // A folder that cannot be read has no runs for this server.
    let mut found = stored_runs(runs).unwrap_or_default();
    found.retain(|run| run.can_be_resumed() && !known(&run.name));
    found.sort_by_key(|run| std::cmp::Reverse(run.when));
    let mut records = Vec::new();
    for run in found.iter().take(most) {
        records.extend(record(registry, run, limits)?);
    }
    Ok(records)
}

fn record(
    registry: Registry,
    run: &StoredRun,
    limits: &Limits,
) -> Result<Option<Record>, ServeError> {
    let Ok(found) = &run.found else { return Ok(None) };
    let saved = &found.saved;
    let family = registry.named(saved.identity.family());
    if family.is_none_or(|family| refuse_outside(family, &saved.identity.settings).is_err()) {
        return Ok(None);
    }
    let request = request(saved);
    let (title, log) = (sixfold_service::title(&request), Log::new(limits));
    log.add(&sixfold_service::begun(&request), 0.0);
    log.add(&Line::End(End { exit: 3 }), saved.worked.as_secs_f64());
    log.close();
    let status = Status {
        state: State::Stopped,
        seconds: saved.worked.as_secs_f64(),
        words: Some(saved.progress().to_owned()),
        run: Some(run.name.clone()),
        proof: false,
    };
    let ended = run.when.unwrap_or_else(SystemTime::now);
    let begun = milliseconds(ended.checked_sub(saved.worked).unwrap_or(ended));
    Ok(Some(Record::new(random_word(8)?, begun, request, title, log, status)))
}

/// The request that goes on with a stored run.
fn request(saved: &Saved) -> Request {
    let identity = &saved.identity;
    let text = match &identity.incumbent {
        Some(solution) => join(&identity.instance, solution),
        None => identity.instance.clone(),
    };
    let setting =
        |(name, value): &(String, String)| Setting { name: name.clone(), value: value.clone() };
    let settings = identity.settings.iter().map(setting).collect();
    let (engine, seed, prove) = (Some(identity.engine.clone()), identity.seed, identity.prove);
    let (threads, time, memory) = (None, None, None);
    match identity.aim {
        Aim::Solve => Request::Solve(SolveRequest {
            text,
            prove,
            engine,
            settings,
            seed,
            threads,
            time,
            memory,
        }),
        Aim::Count(tally) => Request::Count(CountRequest {
            text,
            prove,
            limit: tally.limit,
            up_to_symmetry: RunNotes::of(saved).up_to_symmetry,
            engine,
            settings,
            seed,
            threads,
            time,
            memory,
        }),
        Aim::List(listing) => Request::Enumerate(EnumerateRequest {
            text,
            limit: listing.limit,
            up_to_symmetry: listing.up_to_symmetry,
            engine,
            settings,
            seed,
            threads,
            time,
            memory,
        }),
    }
}
