//! Requests as texts, answers as texts; everything but the border itself, so that it is tested on every machine.

use std::sync::atomic::AtomicBool;

use sixfold_service::{answer, begun, ended, is_job, job};
use sixfold_solver::job::{JobEvent, Pace, Surroundings, run};
use sixfold_solver::{Clock, REGISTRY, Reply};
use sixfold_wire::{EnumerateResult, Failure, Line, Request};

/// A request, or what is wrong with it.
fn read(text: &str) -> Result<Request, Failure> {
    let wrong = |error| Failure::new(format!("the request cannot be read: {error}"));
    serde_json::from_str(text).map_err(wrong)
}

/// The answer to a request that needs no engine: lines, one JSON object each.
#[must_use]
pub fn answered(request: &str) -> String {
    let lines = match read(request) {
        Ok(request) => answer(REGISTRY, &request),
        Err(failure) => vec![Line::Error(failure)],
    };
    lines.iter().map(Line::to_string).collect()
}

/// Does what a request for an engine asks, and tells each line as it comes. There is one thread. Only the request's own
/// limits stop it; otherwise the page ends the worker.
pub fn worked(request: &str, clock: impl Clock + Send, tell: impl Fn(&str) + Sync) {
    let tell = |line: &Line| tell(&line.to_string());
    let request = match read(request) {
        Ok(request) => request,
        Err(failure) => return tell(&Line::Error(failure)),
    };
    let asked = match job(&request, 1) {
        Ok(asked) if is_job(&request) => asked,
        Ok(_) => return tell(&Line::Error(Failure::new("this verb is no job"))),
        Err(failure) => return tell(&Line::Error(failure)),
    };
    tell(&begun(&request));
    let surroundings = Surroundings { clock: Box::new(clock), ..Surroundings::default() };
    let pace = Pace::default();
    let report = run(REGISTRY, &asked, &surroundings, &AtomicBool::new(false), &|event| {
        match &event {
            JobEvent::Progress(progress) if !pace.is_due(progress.elapsed) => {}
            JobEvent::Listed(solution) => tell(&EnumerateResult::from(solution).into()),
            event => {
                if let Some(line) = Line::event(event) {
                    tell(&line);
                }
            }
        }
        Reply::More
    });
    ended(&request, &report).iter().for_each(tell);
}
