//! `sixfold bench limits`: by how much engines exceed their time, memory and stop limits on
//! degenerate boards.
//!
//! Each request runs in a child process, because peak memory is a property of a process. Memory that
//! one engine leaves to the allocator must not count for the next.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sixfold_puzzle::Kind;
use sixfold_solver::zoo::{Exhibit, exhibits};
use sixfold_solver::{Budget, Never, Run, SessionError};

use crate::args::Bench;
use crate::engine_run::WallClock;
use crate::failure::Failure;
use crate::host::Host;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS};

/// The argument that selects this benchmark instead of a family.
pub(super) const NAME: &str = "limits";

/// The memory ceiling of each run.
const CEILING: u64 = 128 << 20;
/// When a run without a time limit is told to stop.
const STOP_AFTER: Duration = Duration::from_millis(100);
/// A child process is killed after this time.
const KILL_AFTER: Duration = Duration::from_secs(60);
/// How often a child process is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The metrics: name, unit, and target on an idle machine.
const METRICS: [(&str, &str, f64); 3] = [
    // Time after the time limit.
    ("late", "s", 1.0),
    // Time after the stop flag is set, as by Ctrl-C.
    ("stop", "s", 0.2),
    // Peak resident memory above the ceiling.
    ("memory", "MiB", 64.0),
];

/// A value for each metric.
type Values = [f64; METRICS.len()];

pub(super) fn run(args: &Bench, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let others = [&args.output, &args.compare, &args.pictures];
    if args.instructions || others.iter().any(|option| option.is_some()) {
        return Err(Failure::usage("`bench limits` takes only --case and --time"));
    }
    let registry = output.world().registry;
    let all = Kind::ALL.iter().flat_map(|&kind| exhibits(registry, kind));
    let chosen: Vec<Exhibit> = all.filter(|exhibit| asked(args, exhibit)).collect();
    if chosen.is_empty() {
        return Err(Failure::usage(
            "no such row; expected a name such as hexiom/sixes-64/sat/solve",
        ));
    }
    output.begin("bench", json!({ "time": args.time.as_secs_f64(), "ceiling": CEILING }))?;
    let mut worst = Values::default();
    let (mut rows, mut missed) = (0, 0);
    for exhibit in &chosen {
        if output.world().stop.load(Ordering::Relaxed) {
            return Ok(STOPPED);
        }
        let values = match args.here {
            true => measure(exhibit, args.time, output)?,
            false => measure_in_child(exhibit, args.time)?,
        };
        let Some(values) = values else { continue };
        rows += 1;
        missed += usize::from(!kept(&values));
        worst.iter_mut().zip(values).for_each(|(worst, value)| *worst = worst.max(value));
        output.answer(&line(exhibit, &values), data(exhibit, &values, 0))?;
        for metric in 1..METRICS.len() {
            output.answer("", data(exhibit, &values, metric))?;
        }
    }
    output.remark(&format!("{rows} rows, {missed} beyond their targets; worst:{}", words(&worst)));
    Ok(if missed == 0 { SUCCESS } else { NEGATIVE })
}

/// Whether a row was asked for, by its name or a prefix of it.
fn asked(args: &Bench, exhibit: &Exhibit) -> bool {
    let name = format!("{exhibit}/");
    args.cases.is_empty() || args.cases.iter().any(|case| name.starts_with(&format!("{case}/")))
}

fn kept(values: &Values) -> bool {
    values.iter().zip(METRICS).all(|(value, (_, _, target))| *value <= target)
}

fn words(values: &Values) -> String {
    let word =
        |(value, (name, unit, _)): (&f64, (&str, &str, f64))| format!("  {name} {value:.3} {unit}");
    values.iter().zip(METRICS).map(word).collect()
}

fn line(exhibit: &Exhibit, values: &Values) -> String {
    let verdict = if kept(values) { "ok" } else { "MISSED" };
    format!("{:44}{}  {verdict}\n", exhibit.to_string(), words(values))
}

/// A row as in other benchmarks.
fn data(exhibit: &Exhibit, values: &Values, metric: usize) -> Value {
    let (name, unit, target) = METRICS[metric];
    let value = values[metric];
    json!({
        "family": exhibit.kind.puzzle().about().name,
        "case": format!("{NAME}/{}/{}", exhibit.board(), exhibit.verb()),
        "engine": exhibit.engine,
        "metric": name,
        "value": value,
        "unit": unit,
        "runs": 1,
        "spread": [value, value],
        "target": target,
        "baseline": null,
        "ratio": null,
        "before": null,
    })
}

/// Measures in a child process; `None` if the engine does not serve the board.
fn measure_in_child(exhibit: &Exhibit, time: Duration) -> Result<Option<Values>, Failure> {
    let fail = |error| Failure::usage(format!("a child process cannot be run: {error}"));
    let mut child = Command::new(std::env::current_exe().map_err(fail)?)
        .args(["bench", NAME, "--here", "--json", "-q", "--case", &exhibit.to_string()])
        .args(["--time", &format!("{}ms", time.as_millis())])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(fail)?;
    if !ended(&mut child).map_err(fail)? {
        let seconds = KILL_AFTER.as_secs_f64();
        return Ok(Some([seconds, seconds, f64::INFINITY]));
    }
    let output = child.wait_with_output().map_err(fail)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let lines: Vec<Value> = lines.collect();
    if let Some(error) = lines.iter().find(|line| line["type"] == "error") {
        return Err(Failure::Bug(format!("{exhibit} failed: {}", error["data"]["message"])));
    }
    let rows = lines.iter().filter(|line| line["type"] == "result");
    let values: Vec<f64> = rows.filter_map(|row| row["data"]["value"].as_f64()).collect();
    Ok(values.try_into().ok())
}

/// Waits for a process; false if it was killed. Its output must fit into the pipe.
fn ended(child: &mut Child) -> std::io::Result<bool> {
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > KILL_AFTER {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        thread::sleep(POLL_INTERVAL);
    }
    Ok(true)
}

/// Measures in this process; `None` if the engine does not serve the board.
fn measure(
    exhibit: &Exhibit,
    time: Duration,
    output: &Output<'_, '_>,
) -> Result<Option<Values>, Failure> {
    let (text, registry) = (exhibit.text(), output.world().registry);
    let host = Host::new(None).map_err(Failure::usage)?;
    let stop = AtomicBool::new(false);
    let clock = WallClock::start();
    let run = Run {
        seed: 1,
        threads: 2,
        clock: &clock,
        deadline: Some(time),
        stop: &stop,
        sink: &|_| {},
        ceiling: Some(CEILING),
        budget: &Budget::unlimited(),
        outside: &host,
        checkpoint: &Never,
        cancelled: None,
    };
    match exhibit.visit(registry, &text, &run) {
        Ok(()) => {}
        Err(SessionError::NoEngine(_)) => return Ok(None),
        // An engine may decline a board, as long as it reports that.
        Err(SessionError::Failed { .. } | SessionError::Unmakeable(_)) => {}
        Err(error) => return Err(Failure::Bug(format!("{exhibit}: {error}"))),
    }
    let late = run.clock.elapsed().saturating_sub(time);
    let above = peak().saturating_sub(CEILING) as f64 / f64::from(1 << 20);
    let unlimited = Run { threads: 1, deadline: None, ceiling: None, ..run };
    let stopped = stop_latency(&stop, || drop(exhibit.visit(registry, &text, &unlimited)));
    Ok(Some([late.as_secs_f64(), stopped.as_secs_f64(), above]))
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

/// Peak resident memory of the process in bytes; 0 on systems without `/proc`.
fn peak() -> u64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    number.unwrap_or(0) << 10
}
