//! Runs engines with the process's clock, stop flag, progress display and host.
//!
//! Every verb that starts an engine on behalf of a user comes through here, most of them as a job. Benchmarks and the
//! tour of the host build their own `Run`, because they measure or limit it differently.

use std::sync::atomic::{AtomicBool, Ordering};

use sixfold_host::Host;
use sixfold_host::input::Input;
use sixfold_host::machine::{WallClock, cores};
use sixfold_host::scores::best_known;
use sixfold_solver::job::{
    JobReport, JobRequest, JobTask, Limits, Question, Surroundings, run, sink,
};
use sixfold_solver::{Checkpoint, Never, Registry, Reply, Run, SessionError};
use sixfold_wire::{Begin, Verb};

use crate::args::RunOptions;
use crate::failure::Failure;
use crate::output::Output;
use crate::world::World;

/// Limits and storage of an engine run.
pub(crate) struct RunSetup<'a> {
    /// Seed, threads, time limit and memory limit.
    pub(crate) options: &'a RunOptions,
    /// The path for the proof, if it is to be kept.
    pub(crate) proof: Option<&'a str>,
    /// The checkpoint to which the engine saves its state.
    pub(crate) checkpoint: &'a dyn Checkpoint,
}

impl<'a> RunSetup<'a> {
    /// A run without proof file and checkpoint.
    pub(crate) fn transient(options: &'a RunOptions) -> Self {
        Self { options, proof: None, checkpoint: &Never }
    }

    fn limits(&self) -> Limits {
        let RunOptions { seed, time, threads, .. } = *self.options;
        Limits { seed, threads: threads.map_or_else(cores, usize::from), time, bytes: None }
    }

    fn run(&self, host: &'a Host, clock: &'a WallClock, stop: &'a AtomicBool) -> Run<'a> {
        let limits = self.limits();
        Run {
            threads: limits.threads,
            clock,
            deadline: limits.time,
            ceiling: self.options.memory,
            outside: host,
            checkpoint: self.checkpoint,
            ..Run::alone(limits.seed, stop)
        }
    }
}

impl RunOptions {
    /// The question that these options ask about a puzzle.
    pub(crate) fn question(&self, text: &str, prove: bool) -> Question {
        let (engine, settings) = (self.engine.clone(), self.settings.clone());
        Question { text: text.to_owned(), engine, prove, settings }
    }

    /// The beginning of a verb that works on a puzzle.
    pub(crate) fn begin(&self, verb: Verb, input: &Input) -> Begin {
        Begin { preset: Some(input.preset.clone()), seed: Some(self.seed), ..Begin::of(verb) }
    }

    /// The beginning of a verb that works on blank boards of an order.
    pub(crate) fn begin_order(&self, verb: Verb, order: u16) -> Begin {
        Begin { order: Some(order), seed: Some(self.seed), ..Begin::of(verb) }
    }
}

/// Runs a job. The host that it returns has the proof, until it is dropped.
pub(crate) fn run_job<T: TryFrom<JobReport>>(
    setup: &RunSetup<'_>,
    task: JobTask,
    output: &mut Output<'_, '_>,
) -> Result<(Result<T, SessionError>, Host), Failure> {
    let host = Host::new(setup.proof)?;
    let request = JobRequest { task, limits: setup.limits(), outside_options: true };
    let &World { registry, stop, idle, .. } = output.world();
    let known = match &request.task {
        JobTask::Solve(question) if output.is_live() => best_known(registry, &question.text),
        _ => None,
    };
    let reporter = output.reporter(known);
    let surroundings = Surroundings {
        clock: Box::new(WallClock::start()),
        outside: Box::new(&host),
        checkpoint: Box::new(setup.checkpoint),
        ceiling: setup.options.memory,
    };
    idle.store(false, Ordering::Relaxed);
    let report = run(registry, &request, &surroundings, stop, &|event| {
        reporter.event(&event);
        Reply::More
    });
    idle.store(true, Ordering::Relaxed);
    reporter.finish();
    drop(surroundings);
    let other = |_| Failure::Bug("the job brought back the report of another task".to_owned());
    let report = match report {
        Ok(report) => Ok(T::try_from(report).map_err(other)?),
        Err(error) => Err(error),
    };
    Ok((report, host))
}

/// Runs a session that is no job, and watches it in the same way.
pub(crate) fn run_session<T>(
    setup: &RunSetup<'_>,
    output: &mut Output<'_, '_>,
    session: impl FnOnce(Registry, &Run<'_>) -> T,
) -> Result<(T, Host), Failure> {
    let host = Host::new(setup.proof)?;
    let &World { registry, stop, idle, .. } = output.world();
    let reporter = output.reporter(None);
    let clock = WallClock::start();
    let listener = |event| reporter.event(&event);
    let sink = sink(&clock, &listener);
    let run = Run { sink: &sink, ..setup.run(&host, &clock, stop) };
    idle.store(false, Ordering::Relaxed);
    let result = session(registry, &run);
    idle.store(true, Ordering::Relaxed);
    drop(sink);
    reporter.finish();
    Ok((result, host))
}

/// Runs a session that writes its answer while it works, so no progress is shown.
pub(crate) fn run_streaming<'w, 'o, T>(
    setup: &RunSetup<'_>,
    output: &mut Output<'w, 'o>,
    session: impl FnOnce(Registry, &Run<'_>, &mut Output<'w, 'o>) -> T,
) -> Result<T, Failure> {
    let host = Host::new(setup.proof)?;
    let &World { registry, stop, idle, .. } = output.world();
    let clock = WallClock::start();
    idle.store(false, Ordering::Relaxed);
    let result = session(registry, &setup.run(&host, &clock, stop), output);
    idle.store(true, Ordering::Relaxed);
    Ok(result)
}
