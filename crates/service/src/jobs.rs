//! Requests that run an engine: the job of each, and the lines with which it begins and ends.

use sixfold_solver::job::{JobReport, JobRequest, JobTask, Limits, Question};
use sixfold_solver::{Listing, SessionError, Tally};
use sixfold_wire::{
    Begin, CountResult, End, EnumerateSummary, Failure, HintResult, Line, MakeResult, Request,
    Setting, SolveResult, Verb, pairs,
};

use crate::exits::{count_exit, list_exit, outcome_exit};

/// The job that a request asks for. Where the request says nothing about threads, it has as many as are offered. It takes
/// no option that names a program or a file.
///
/// # Errors
/// If the request needs no engine, or its limits make no sense.
pub fn job(request: &Request, threads: usize) -> Result<JobRequest, Failure> {
    let (task, limits) = match request {
        Request::Solve(asked) => {
            let question = question(&asked.text, &asked.engine, asked.prove, &asked.settings);
            (JobTask::Solve(question), asked.limits())
        }
        Request::Count(asked) => {
            let question = question(&asked.text, &asked.engine, asked.prove, &asked.settings);
            (JobTask::Count(question, Tally { limit: asked.limit }), asked.limits())
        }
        Request::Enumerate(asked) => {
            let question = question(&asked.text, &asked.engine, false, &asked.settings);
            let listing = Listing { limit: asked.limit, up_to_symmetry: asked.up_to_symmetry };
            (JobTask::Enumerate(question, listing), asked.limits())
        }
        Request::Hint(asked) => {
            let question = question(&asked.text, &asked.engine, false, &asked.settings);
            (JobTask::Hint(question), asked.limits())
        }
        Request::Make(asked) => {
            let task = JobTask::Make {
                family: asked.family.clone(),
                order: asked.order.into(),
                unique: asked.unique,
                engine: asked.engine.clone(),
                settings: pairs(&asked.settings),
            };
            (task, asked.limits())
        }
        _ => return Err(Failure::new("this verb needs no engine: it is no job")),
    };
    let limits = limits.map_err(Failure::new)?;
    let limits = Limits {
        seed: limits.seed,
        threads: limits.threads.map_or(threads, usize::from),
        time: limits.time,
        bytes: limits.memory,
    };
    Ok(JobRequest { task, limits, outside_options: false })
}

fn question(text: &str, engine: &Option<String>, prove: bool, settings: &[Setting]) -> Question {
    Question { text: text.to_owned(), engine: engine.clone(), prove, settings: pairs(settings) }
}

/// The first line of a job.
#[must_use]
pub fn begun(request: &Request) -> Line {
    let (verb, seed, order) = match request {
        Request::Count(asked) => (Verb::Count, asked.seed, None),
        Request::Enumerate(asked) => (Verb::Enumerate, asked.seed, None),
        Request::Hint(asked) => (Verb::Hint, asked.seed, None),
        Request::Make(asked) => (Verb::Make, asked.seed, Some(asked.order)),
        Request::Solve(asked) => (Verb::Solve, asked.seed, None),
        // No other request is a job.
        _ => (Verb::Solve, 1, None),
    };
    Line::Begin(Begin { seed: Some(seed), order, ..Begin::of(verb) })
}

/// The last lines of a job: its result and its end, or an error.
#[must_use]
pub fn ended(request: &Request, report: &Result<JobReport, SessionError>) -> Vec<Line> {
    let report = match report {
        Ok(report) => report,
        Err(error) => return vec![Line::Error(Failure::session("the text", error))],
    };
    let (result, exit): (Line, u8) = match report {
        JobReport::Solve(report) => {
            let result = SolveResult { remarks: report.remarks(), ..SolveResult::from(report) };
            (result.into(), outcome_exit(report.outcome()))
        }
        JobReport::Count(report) => {
            let orbits = matches!(request, Request::Count(asked) if asked.up_to_symmetry);
            (CountResult::from(report).into(), count_exit(report, orbits))
        }
        JobReport::Enumerate(report) => (EnumerateSummary::from(report).into(), list_exit(report)),
        JobReport::Hint(report) => (HintResult::from(report).into(), outcome_exit(report.outcome)),
        JobReport::Make(report) => {
            let seed = if let Request::Make(asked) = request { asked.seed } else { 1 };
            (MakeResult::new(report, seed).into(), outcome_exit(report.outcome))
        }
    };
    vec![result, Line::End(End { exit })]
}

/// What a job does, in a few words: the verb and the header of the board.
#[must_use]
pub fn title(request: &Request) -> String {
    let header = |text: &str| {
        let line = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let header: String = line.into_iter().find(|line| !line.is_empty()).unwrap_or("").into();
        header.chars().take(60).collect::<String>()
    };
    match request {
        Request::Solve(asked) => format!("solve {}", header(&asked.text)),
        Request::Count(asked) => format!("count {}", header(&asked.text)),
        Request::Enumerate(asked) => format!("enumerate {}", header(&asked.text)),
        Request::Hint(asked) => format!("hint {}", header(&asked.text)),
        Request::Make(asked) => format!("make {} {}", asked.family, asked.order),
        _ => String::new(),
    }
}
