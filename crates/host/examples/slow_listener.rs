//! Measures what a slow listener costs a job: the time of the same search without a listener and with one that sleeps
//! for 100 ms over each event.
//!
//!     cargo run --release -p sixfold-host --example slow_listener
//!
//! Both are run in turn, several times; the medians are compared. The search does not depend on chance or the clock.

use std::error::Error;
use std::thread::sleep;
use std::time::Duration;

use sixfold_host::input;
use sixfold_host::machine::WallClock;
use sixfold_solver::REGISTRY;
use sixfold_solver::job::{JobReport, JobRequest, JobTask, Question, Surroundings, start};

/// How often each is run.
const ROUNDS: usize = 7;

fn seconds(question: &Question, slow: bool) -> Result<f64, Box<dyn Error>> {
    let request = JobRequest::new(JobTask::Solve(question.clone()));
    let clock = Box::new(WallClock::start());
    let job = start(REGISTRY, request, Surroundings { clock, ..Surroundings::default() });
    if slow {
        job.events().for_each(|_| sleep(Duration::from_millis(100)));
    }
    match job.join()? {
        JobReport::Solve(report) => Ok(report.seconds),
        other => Err(format!("not a solution: {}", other.words()).into()),
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = input::read(REGISTRY, "neighbors/6")?.source.text;
    let question = Question { engine: Some("sat".to_owned()), ..Question::about(text) };
    let (mut alone, mut heard) = (Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        alone.push(seconds(&question, false)?);
        heard.push(seconds(&question, true)?);
        println!("round {round}: {:.3} s alone, {:.3} s heard", alone[round - 1], heard[round - 1]);
    }
    let (alone, heard) = (median(alone), median(heard));
    println!("medians {alone:.3} s and {heard:.3} s: {:+.2} %", (heard / alone - 1.0) * 100.0);
    Ok(())
}
