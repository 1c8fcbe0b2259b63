//! By how much an engine exceeds its time, memory and stop limits on a degenerate board.
//!
//! The process must measure one request only, because peak memory is a property of a process: memory
//! that one engine leaves to the allocator must not count for the next.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use sixfold_solver::Registry;
use sixfold_solver::zoo::Exhibit;
use sixfold_solver::{Run, SessionError};
use sixfold_wire::{BenchResult, Line, ResultData};

use crate::error::HostError;
use crate::host::Host;
use crate::machine::{WallClock, peak_memory};

use super::processes::limited_output;

/// The name under which these measurements are asked for, in the place of a family.
pub const LIMITS: &str = "limits";

/// A child process is killed after this time.
const KILL_AFTER: Duration = Duration::from_secs(60);

/// The memory ceiling of each run.
pub const CEILING: u64 = 128 << 20;
/// When a run without a time limit is told to stop.
const STOP_AFTER: Duration = Duration::from_millis(100);

/// A limit that may be exceeded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LimitMetric {
    /// Its name.
    pub name: &'static str,
    /// The unit of the excess.
    pub unit: &'static str,
    /// The largest excess that is accepted on an idle machine.
    pub target: f64,
}

/// The limits: time after the time limit; time after the stop flag is set, as by Ctrl-C; peak resident
/// memory above the ceiling.
pub const METRICS: [LimitMetric; 3] = [
    LimitMetric { name: "late", unit: "s", target: 1.0 },
    LimitMetric { name: "stop", unit: "s", target: 0.2 },
    LimitMetric { name: "memory", unit: "MiB", target: 64.0 },
];

/// A value for each of [`METRICS`].
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Excess(pub [f64; METRICS.len()]);

impl Excess {
    /// The excess of a process that had to be killed.
    #[must_use]
    pub const fn hopeless(after: Duration) -> Self {
        Self([after.as_secs_f64(), after.as_secs_f64(), f64::INFINITY])
    }

    /// The larger value of each metric.
    #[must_use]
    pub fn worse(self, other: Self) -> Self {
        let mut worst = self.0;
        worst.iter_mut().zip(other.0).for_each(|(worst, value)| *worst = worst.max(value));
        Self(worst)
    }

    /// Whether every value keeps to its target.
    #[must_use]
    pub fn kept(&self) -> bool {
        self.0.iter().zip(METRICS).all(|(value, metric)| *value <= metric.target)
    }

    /// All values as a line of text.
    #[must_use]
    pub fn line(&self, exhibit: &Exhibit) -> String {
        let verdict = if self.kept() { "ok" } else { "MISSED" };
        format!("{:44}{}  {verdict}\n", exhibit.to_string(), self.words())
    }

    /// The value of a metric as a row like that of other benchmarks.
    #[must_use]
    pub fn row(&self, exhibit: &Exhibit, metric: usize) -> BenchResult {
        let LimitMetric { name, unit, target } = METRICS[metric];
        BenchResult {
            family: exhibit.family.name().to_owned(),
            case: format!("{LIMITS}/{}/{}", exhibit.board(), exhibit.verb()),
            engine: exhibit.engine.to_owned(),
            metric: name.to_owned(),
            unit: unit.to_owned(),
            target: Some(target),
            ..BenchResult::measured(&self.0[metric..=metric])
        }
    }

    /// The values with their names and units.
    #[must_use]
    pub fn words(&self) -> String {
        let word = |(value, metric): (&f64, LimitMetric)| {
            format!("  {} {value:.3} {}", metric.name, metric.unit)
        };
        self.0.iter().zip(METRICS).map(word).collect()
    }
}

/// Measures in a child process, by this program's own `bench limits --here`; `None` if the engine does not serve the board.
///
/// # Errors
/// If the child cannot be run, or its engine fails, which is a bug.
pub fn measure_in_child(exhibit: &Exhibit, time: Duration) -> Result<Option<Excess>, HostError> {
    let mut command = Command::new(std::env::current_exe().map_err(HostError::Child)?);
    command
        .args(["bench", LIMITS, "--here", "--json", "-q", "--case", &exhibit.to_string()])
        .args(["--time", &format!("{}ms", time.as_millis())]);
    let Some(text) = limited_output(&mut command, KILL_AFTER)? else {
        return Ok(Some(Excess::hopeless(KILL_AFTER)));
    };
    let mut values = Vec::new();
    for line in text.lines().filter_map(|line| line.parse::<Line>().ok()) {
        match line {
            Line::Error(error) => {
                let (exhibit, problem) = (exhibit.to_string(), error.message);
                return Err(HostError::LimitsOfChild { exhibit, problem });
            }
            Line::Result(ResultData::Bench(row)) => values.extend(row.value),
            _ => {}
        }
    }
    Ok(values.try_into().ok().map(Excess))
}

/// Measures in this process; `None` if the engine does not serve the board.
///
/// # Errors
/// If the engine fails otherwise, which is a bug, or there is no temporary folder.
pub fn measure_excess(
    exhibit: &Exhibit,
    time: Duration,
    registry: Registry,
) -> Result<Option<Excess>, HostError> {
    let text = exhibit.text();
    let host = Host::new(None)?;
    let stop = AtomicBool::new(false);
    let clock = WallClock::start();
    let run = Run {
        threads: 2,
        clock: &clock,
        deadline: Some(time),
        ceiling: Some(CEILING),
        outside: &host,
        ..Run::alone(1, &stop)
    };
    match exhibit.visit(registry, &text, &run) {
        Ok(()) => {}
        Err(SessionError::NoEngine(_)) => return Ok(None),
        // An engine may decline a board, as long as it reports that.
        Err(SessionError::Failed { .. } | SessionError::Unmakeable(_)) => {}
        Err(error) => {
            let (exhibit, error) = (exhibit.to_string(), Box::new(error));
            return Err(HostError::Limits { exhibit, error });
        }
    }
    let late = run.clock.elapsed().saturating_sub(time);
    let above = peak_memory().saturating_sub(CEILING) as f64 / f64::from(1 << 20);
    let unlimited = Run { threads: 1, deadline: None, ceiling: None, ..run };
    let stopped = stop_latency(&stop, || drop(exhibit.visit(registry, &text, &unlimited)));
    Ok(Some(Excess([late.as_secs_f64(), stopped.as_secs_f64(), above])))
}

/// How long some work continues after its stop flag is set.
fn stop_latency(stop: &AtomicBool, work: impl FnOnce()) -> Duration {
    thread::scope(|scope| {
        let start = Instant::now();
        let setter = scope.spawn(|| {
            thread::park_timeout(STOP_AFTER);
            stop.store(true, Ordering::Relaxed);
        });
        work();
        let took = start.elapsed();
        setter.thread().unpark();
        took.saturating_sub(STOP_AFTER)
    })
}
