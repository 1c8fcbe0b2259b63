//! Benchmark of the seam: what a slow listener costs a job.
//!
//! The same search is run with nothing that listens, and with a listener that sleeps over each event,
//! in turn, so that a machine that grows slower does so for both. The search depends neither on
//! chance nor on the clock.

use std::thread::sleep;
use std::time::Duration;

use sixfold_solver::benchmark::{Case, Metric};
use sixfold_solver::job::{Job, JobReport, JobRequest, JobTask, Question, Surroundings, start};
use sixfold_solver::{REGISTRY, Run};

use crate::input;
use crate::machine::WallClock;

/// The name under which `bench` has the cases of jobs, beside those of the families.
pub const JOBS: &str = "jobs";

/// The cases.
pub(super) static JOB_CASES: &[Case] = &[Case {
    name: "slow-listener",
    description: "neighbors/6 by sat, with a listener that sleeps 100 ms over each event",
    engine: "sat",
    metrics: &[
        Metric { name: "slowdown", unit: "%", target: Some(2.0) },
        Metric { name: "not heard", unit: "s", target: None },
        Metric { name: "heard", unit: "s", target: None },
    ],
    baseline: None,
    most_seeds: 11,
    measure: measure_slow_listener,
}];

fn measure_slow_listener(run: &Run<'_>) -> Result<Vec<f64>, String> {
    let text = input::read(REGISTRY, "neighbors/6").map_err(|error| error.to_string())?.source.text;
    let question = Question { engine: Some("sat".to_owned()), ..Question::about(text) };
    let alone = seconds(&question, run, |_| {})?;
    let heard = seconds(&question, run, |job| {
        for _ in job.events() {
            sleep(Duration::from_millis(100));
        }
    })?;
    Ok(vec![(heard / alone - 1.0) * 100.0, alone, heard])
}

/// The time of a search as its report has it.
fn seconds(question: &Question, run: &Run<'_>, listen: impl Fn(&Job)) -> Result<f64, String> {
    if run.halted().is_some() {
        return Ok(0.0);
    }
    let request = JobRequest::new(JobTask::Solve(question.clone()));
    let clock = Box::new(WallClock::start());
    let job = start(REGISTRY, request, Surroundings { clock, ..Surroundings::default() });
    listen(&job);
    match job.join().map_err(|error| error.to_string())? {
        JobReport::Solve(report) => Ok(report.seconds),
        other => Err(format!("not a solution: {}", other.words())),
    }
}
