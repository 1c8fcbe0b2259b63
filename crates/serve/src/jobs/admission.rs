//! From a request to a job: everything that can be refused before work begins.

use axum::http::StatusCode;
use sixfold_host::machine::cores;
use sixfold_host::runs::RunNotes;
use sixfold_solver::job::{JobRequest, JobTask, Question};
use sixfold_solver::{Aim, Registry, SessionError, preview, refuse_outside};
use sixfold_wire::{Failure, Request};

use crate::options::Limits;
use crate::reply::Refusal;

/// A job that may work.
pub(super) struct Admitted {
    pub(super) job: JobRequest,
    /// Notes that a resumed run needs.
    pub(super) notes: RunNotes,
}

/// Turns a request into a job within the limits.
///
/// # Errors
/// If the request is no job, asks for too much, or cannot be met.
pub(super) fn admit(
    registry: Registry,
    request: &Request,
    limits: &Limits,
) -> Result<Admitted, Refusal> {
    let mut job = sixfold_service::job(request, cores()).map_err(Refusal::bad)?;
    job.outside_options = false;
    limit(&mut job, limits)?;
    let failed = |error: SessionError| Refusal::bad(Failure::session("the text", &error));
    look(registry, &job.task).map_err(failed)?;
    let up_to_symmetry = matches!(request, Request::Count(count) if count.up_to_symmetry);
    Ok(Admitted { job, notes: RunNotes { up_to_symmetry, ..RunNotes::default() } })
}

/// Refuses a job that asks for too much, and gives limits to one that asks for none.
fn limit(job: &mut JobRequest, limits: &Limits) -> Result<(), Refusal> {
    let refuse = |message| Err(Refusal::new(StatusCode::BAD_REQUEST, message));
    let (own, cores) = (&mut job.limits, cores());
    if own.threads > cores {
        return refuse(format!("{} threads are asked for; expected at most {cores}", own.threads));
    }
    let (time, most) = (own.time.unwrap_or(limits.job_time), limits.job_time);
    if time > most {
        let (time, most) = (time.as_secs(), most.as_secs());
        return refuse(format!("a time of {time} s is asked for; expected at most {most} s"));
    }
    let (bytes, most) = (own.bytes.unwrap_or(limits.memory), limits.ceiling);
    if bytes > most {
        return refuse(format!(
            "a memory of {bytes} bytes is asked for; expected at most {most} bytes"
        ));
    }
    (own.time, own.bytes) = (Some(time), Some(bytes));
    Ok(())
}

/// Looks at a task without working on it.
fn look(registry: Registry, task: &JobTask) -> Result<(), SessionError> {
    match task {
        JobTask::Make { family, settings, .. } => {
            let missing = || SessionError::NoEngine(format!("there is no family {family}"));
            refuse_outside(registry.named(family).ok_or_else(missing)?, settings)
        }
        JobTask::Hint(question) => {
            refuse_outside(registry.family_of(&question.text)?, &question.settings)
        }
        JobTask::Solve(question)
        | JobTask::Count(question, _)
        | JobTask::Enumerate(question, _) => {
            refuse_outside(registry.family_of(&question.text)?, &question.settings)?;
            let aim = aim(task).map_or(Aim::Solve, |(_, aim)| aim);
            preview(registry, &question.request(), aim).map(drop)
        }
    }
}

/// What a run is asked to do, if its state can be saved.
pub(super) fn aim(task: &JobTask) -> Option<(&Question, Aim)> {
    match task {
        JobTask::Solve(question) => Some((question, Aim::Solve)),
        JobTask::Count(question, tally) => Some((question, Aim::Count(*tally))),
        JobTask::Enumerate(question, listing) => Some((question, Aim::List(*listing))),
        JobTask::Hint(_) | JobTask::Make { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use sixfold_solver::REGISTRY;

    use super::*;

    /// Once, a run from the page had one thread unless it asked for more.
    #[test]
    fn a_job_that_asks_for_no_threads_has_all_cores() {
        let threads = |more: &str| {
            let text = format!(r#"{{"verb":"solve","text":"magic 1\n?\n"{more}}}"#);
            let request = serde_json::from_str(&text).expect("a request");
            let admitted = admit(REGISTRY, &request, &Limits::default());
            admitted.map(|admitted| admitted.job.limits.threads).ok()
        };
        assert_eq!(threads(""), Some(cores()));
        assert_eq!(threads(r#","threads":1"#), Some(1));
        assert_eq!(threads(r#","threads":60000"#), None);
    }
}
