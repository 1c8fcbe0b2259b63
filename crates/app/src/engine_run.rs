//! Runs an engine with the process's clock, stop flag, progress display and host.
//!
//! Every verb that starts an engine on behalf of a user comes through [`run_engine`]. Benchmarks and
//! the tour of the host build their own `Run`, because they measure or limit it differently.

use std::sync::atomic::{AtomicBool, Ordering};

use sixfold_host::Host;
use sixfold_host::machine::{WallClock, cores};
use sixfold_solver::Registry;
use sixfold_solver::{Checkpoint, Never, Run};

use crate::args::RunOptions;
use crate::failure::Failure;
use crate::output::Output;

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

    fn run(&self, host: &'a Host, clock: &'a WallClock, stop: &'a AtomicBool) -> Run<'a> {
        let options = self.options;
        Run {
            threads: options.threads.map_or_else(cores, usize::from),
            clock,
            deadline: options.time,
            ceiling: options.memory,
            outside: host,
            checkpoint: self.checkpoint,
            ..Run::alone(options.seed, stop)
        }
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
    let host = Host::new(setup.proof)?;
    let (registry, stop) = (output.world().registry, output.world().stop);
    let working = output.world().working;
    let reporter = output.reporter();
    let clock = WallClock::start();
    let run = Run { sink: &|event| reporter.event(event), ..setup.run(&host, &clock, stop) };
    working.store(true, Ordering::Relaxed);
    let mut result = job(registry, &run);
    working.store(false, Ordering::Relaxed);
    reporter.finish();
    keep(&mut result, &host);
    Ok(result)
}

/// Runs `job` with an engine's environment; it writes its answer while it works, so no progress is shown.
pub(crate) fn run_streaming<'w, 'o, T>(
    setup: &RunSetup<'_>,
    output: &mut Output<'w, 'o>,
    job: impl FnOnce(Registry, &Run<'_>, &mut Output<'w, 'o>) -> T,
) -> Result<T, Failure> {
    let host = Host::new(setup.proof)?;
    let (registry, stop) = (output.world().registry, output.world().stop);
    let working = output.world().working;
    let clock = WallClock::start();
    working.store(true, Ordering::Relaxed);
    let result = job(registry, &setup.run(&host, &clock, stop), output);
    working.store(false, Ordering::Relaxed);
    Ok(result)
}
