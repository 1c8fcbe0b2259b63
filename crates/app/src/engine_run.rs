//! Runs an engine with the process's clock, stop flag, progress display and host.
//!
//! Every verb that starts an engine on behalf of a user comes through [`run_engine`]. Benchmarks and
//! the tour build their own `Run`, because they measure or limit it differently.

use std::sync::atomic::Ordering;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use sixfold_solver::session::Registry;
use sixfold_solver::{Budget, Checkpoint, Clock, Never, Run};

use crate::args::RunOptions;
use crate::failure::Failure;
use crate::host::Host;
use crate::output::Output;

/// Wall-clock time since a start.
pub(crate) struct WallClock(Instant);

impl WallClock {
    /// A clock that starts now.
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for WallClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

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
}

/// Runs `job` with an engine's environment. Afterwards `keep` may move the proof from the host's
/// temporary folder to its destination.
pub(crate) fn run_engine<T>(
    setup: &RunSetup<'_>,
    output: &mut Output<'_, '_>,
    job: impl FnOnce(Registry, &Run<'_>) -> T,
    keep: impl FnOnce(&mut T, &Host),
) -> Result<T, Failure> {
    let options = setup.options;
    let host = Host::new(setup.proof).map_err(Failure::usage)?;
    let (registry, stop) = (output.world().registry, output.world().stop);
    let working = output.world().working;
    let reporter = output.reporter();
    let run = Run {
        seed: options.seed,
        threads: options.threads.map_or_else(cores, usize::from),
        clock: &WallClock::start(),
        deadline: options.time,
        stop,
        sink: &|event| reporter.event(event),
        ceiling: options.memory,
        budget: &Budget::unlimited(),
        outside: &host,
        checkpoint: setup.checkpoint,
        cancelled: None,
    };
    working.store(true, Ordering::Relaxed);
    let mut result = job(registry, &run);
    working.store(false, Ordering::Relaxed);
    reporter.finish();
    keep(&mut result, &host);
    Ok(result)
}

/// The number of cores that the process may use.
pub(crate) fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}
