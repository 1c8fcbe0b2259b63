//! A job in the caller's thread.

use std::sync::{Mutex, PoisonError};
use std::thread;

use super::event::{JobEvent, JobProgress};
use super::rates::Rates;
use super::request::{JobReport, JobRequest, JobTask, Question, Surroundings};
use crate::checkpoint::Aim;
use crate::hint::hint;
use crate::make::{MakeRequest, make};
use crate::registry::{Registration, Registry};
use crate::run::{Budget, Clock, Event, Progress, Run, Stop};
use crate::session::{
    Reply, SessionError, count, enumerate, preview, refuse_outside, refuse_size, solve,
};

/// Does what a request asks for, in the caller's thread. The listener hears of everything on the way; it may be called
/// from several threads, but never while a lock is held that the work needs. What it
/// replies matters for [`JobEvent::Listed`] only.
///
/// # Errors
/// If the request is wrong, or an engine's answer is. Nothing that is asked for leads to a panic.
pub fn run(
    registry: Registry,
    request: &JobRequest,
    surroundings: &Surroundings<'_>,
    stop: &dyn Stop,
    listener: &(dyn Fn(JobEvent) -> Reply + Sync),
) -> Result<JobReport, SessionError> {
    let report = work(registry, request, surroundings, stop, listener);
    let words = match &report {
        Ok(report) => report.words(),
        Err(error) => error.to_string(),
    };
    let _ = listener(JobEvent::Finished { words });
    report
}

fn work(
    registry: Registry,
    request: &JobRequest,
    surroundings: &Surroundings<'_>,
    stop: &dyn Stop,
    listener: &(dyn Fn(JobEvent) -> Reply + Sync),
) -> Result<JobReport, SessionError> {
    let limits = request.limits;
    let budget = Budget::of(limits.bytes.unwrap_or(u64::MAX));
    let tell = |event| {
        let _ = listener(event);
    };
    let sink = sink(&*surroundings.clock, &tell);
    let run = &Run {
        threads: limits.threads.max(1),
        clock: &*surroundings.clock,
        deadline: limits.time,
        sink: &sink,
        ceiling: surroundings.ceiling,
        budget: &budget,
        outside: &*surroundings.outside,
        checkpoint: &*surroundings.checkpoint,
        ..Run::alone(limits.seed, stop)
    };
    let family = admitted(registry, request)?;
    let begun = |question: &Question, aim: Aim| -> Result<(), SessionError> {
        let preview = preview(registry, &question.request(), aim)?;
        let engine = preview.engine.map(|engine| engine.name());
        let _ = listener(JobEvent::Started { family: preview.family, engine });
        Ok(())
    };
    match &request.task {
        JobTask::Solve(question) => {
            begun(question, Aim::Solve)?;
            solve(registry, &question.request(), run).map(JobReport::Solve)
        }
        JobTask::Count(question, tally) => {
            begun(question, Aim::Count(*tally))?;
            count(registry, &question.request(), tally, run).map(JobReport::Count)
        }
        JobTask::Enumerate(question, listing) => {
            begun(question, Aim::List(*listing))?;
            let mut listed = |solution: &_| listener(JobEvent::Listed(Clone::clone(solution)));
            let report = enumerate(registry, &question.request(), listing, run, &mut listed);
            report.map(JobReport::Enumerate)
        }
        JobTask::Hint(question) => {
            let _ = listener(JobEvent::Started { family: family.name(), engine: None });
            hint(registry, &question.request(), run).map(JobReport::Hint)
        }
        JobTask::Make { order, unique, engine, settings, .. } => {
            let _ = listener(JobEvent::Started { family: family.name(), engine: None });
            let (engine, settings) = (engine.as_deref(), settings.as_slice());
            let asked = MakeRequest { family, order: *order, unique: *unique, engine, settings };
            make(registry, &asked, run).map(JobReport::Make)
        }
    }
}

/// Where the events of a run go, for those who run a session of their own and listen as to a job. It hears of progress,
/// better solutions and bounds.
pub fn sink<'a>(
    clock: &'a dyn Clock,
    listener: &'a (dyn Fn(JobEvent) + Sync),
) -> impl Fn(&Event) + Sync + 'a {
    let rates = Mutex::new(Rates::default());
    move |event| {
        listener(match event {
            Event::Progress(progress) => JobEvent::Progress(told(progress, &rates, clock)),
            Event::Improved { objective, solution } => {
                JobEvent::Incumbent { objective: *objective, solution: solution.clone() }
            }
            Event::Bound(bound) => JobEvent::Bound(*bound),
            // The session has verified it; a list of its own tells of solutions one by one.
            Event::Listed(_) => return,
        });
    }
}

/// The family of a request that may be worked on: its text is not too long, and no option names what it must not.
fn admitted(
    registry: Registry,
    request: &JobRequest,
) -> Result<&'static Registration, SessionError> {
    let family = match &request.task {
        JobTask::Solve(question)
        | JobTask::Count(question, _)
        | JobTask::Enumerate(question, _)
        | JobTask::Hint(question) => {
            refuse_size(&question.text)?;
            registry.family_of(&question.text)?
        }
        JobTask::Make { family, .. } => {
            let missing = || SessionError::NoEngine(format!("there is no family {family}"));
            registry.named(family).ok_or_else(missing)?
        }
    };
    if !request.outside_options {
        refuse_outside(family, request.task.settings())?;
    }
    Ok(family)
}

/// Progress with the rates that follow from it.
fn told(progress: &Progress, rates: &Mutex<Rates>, clock: &dyn Clock) -> JobProgress {
    let elapsed = clock.elapsed();
    let mut rates = rates.lock().unwrap_or_else(PoisonError::into_inner);
    rates.follow(thread::current().id(), progress, elapsed);
    let rates = rates.tell(progress, elapsed);
    JobProgress { elapsed, progress: progress.clone(), rates }
}
