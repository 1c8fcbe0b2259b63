//! Benchmark of threads: the same work with 1, 2, 4, 8 and 16 threads, as far as this machine has cores.
//!
//! The times with more threads are told as parts of the time with one, measured just before with the same seed. Processor
//! time is that of the whole process, so a thread that works in vain or spins is seen.

use std::time::Duration;

use sixfold_puzzle::picture::{Bar, Chart};
use sixfold_puzzle::scene::Role;
use sixfold_solver::benchmark::{Case, Drawing, Metric, Picture, Sample};

use sixfold_solver::job::{
    Job, JobEvent, JobReport, JobRequest, JobTask, Limits, Question, Surroundings, start,
};
use sixfold_solver::{REGISTRY, Run, Tally};

use crate::host::Host;
use crate::input;
use crate::machine::{WallClock, cores, processor_time};

/// The name under which `bench` has these cases, beside those of the families.
pub const SCALING: &str = "scaling";

/// The numbers of threads beyond one.
const THREADS: [usize; 4] = [2, 4, 8, 16];
const NAMES: [[&str; 3]; 4] = [
    ["2 threads", "2 threads, best", "2 threads, processor"],
    ["4 threads", "4 threads, best", "4 threads, processor"],
    ["8 threads", "8 threads, best", "8 threads, processor"],
    ["16 threads", "16 threads, best", "16 threads, processor"],
];

/// What is wanted of the times with more threads, as parts of the time with one.
#[derive(Clone, Copy)]
struct Wanted {
    /// The time to the end with 1 thread, in seconds.
    alone: Option<f64>,
    /// The time to the end with each of [`THREADS`].
    end: [Option<f64>; 4],
    /// The processor time.
    processor: Option<f64>,
}

const WANTED: Wanted = Wanted { alone: None, end: [None; 4], processor: None };

/// The metrics: to the end, to the best solution, and processor time. A machine with few cores has the first of them.
const fn metrics(wanted: Wanted) -> [Metric; 14] {
    const OF_ONE: Metric = Metric { name: "", unit: "of one", target: None };
    let mut all = [OF_ONE; 14];
    all[0] = Metric { name: "1 thread", unit: "s", target: wanted.alone };
    all[1] = Metric { name: "1 thread, best", unit: "s", target: None };
    let mut at = 0;
    while at < THREADS.len() {
        let [end, best, processor] = NAMES[at];
        all[2 + 3 * at] = Metric { name: end, target: wanted.end[at], ..OF_ONE };
        all[3 + 3 * at] = Metric { name: best, ..OF_ONE };
        all[4 + 3 * at] = Metric { name: processor, target: wanted.processor, ..OF_ONE };
        at += 1;
    }
    all
}

/// A case: its name, what it is, its work, how many seeds make sense, and what is wanted.
macro_rules! case {
    ($name:literal, $description:literal, $engine:literal, $work:expr, $seeds:literal, $wanted:expr) => {
        Case {
            name: $name,
            description: $description,
            engine: $engine,
            metrics: &const { metrics($wanted) },
            baseline: None,
            most_seeds: $seeds,
            measure: |run| measure(&$work, run),
        }
    };
}

/// The parts of the time of one thread for speed-ups that are wanted with 2, 4, 8 and 16 threads; 0 where none is.
const fn faster(times: [f64; 4]) -> [Option<f64>; 4] {
    let mut parts = [None; 4];
    let mut at = 0;
    while at < times.len() {
        if times[at] > 0.0 {
            parts[at] = Some(1.0 / times[at]);
        }
        at += 1;
    }
    parts
}

/// What is done.
struct Work {
    /// A preset, or the text of a board.
    board: &'static str,
    engine: &'static str,
    settings: &'static [(&'static str, &'static str)],
    prove: bool,
    count: bool,
}

const WORK: Work = Work { board: "", engine: "", settings: &[], prove: false, count: false };

const CLASS: Wanted = Wanted { end: faster([1.8, 0.0, 0.0, 6.0]), processor: Some(1.4), ..WANTED };
const PROOF: Wanted = Wanted { end: faster([1.8, 0.0, 0.0, 8.0]), ..WANTED };

/// The cases.
pub(super) static SCALING_CASES: &[Case] = &[
    case!(
        "threads/magic-count",
        "order 4, start 3, all 45 solutions with eight givens",
        "exact",
        Work { board: EIGHT_GIVENS, engine: "exact", count: true, ..WORK },
        5,
        Wanted { alone: Some(0.15), end: faster([0.0, 0.0, 0.0, 8.0]), ..WANTED }
    ),
    case!(
        "threads/hexiom-count",
        "the exact count of level 39",
        "frontier",
        Work { board: "hexiom/39", engine: "frontier", count: true, ..WORK },
        5,
        Wanted { end: faster([1.7, 0.0, 0.0, 6.0]), ..WANTED }
    ),
    case!(
        "threads/balto-beam",
        "order 10, one beam of width 100,000",
        "beam",
        Work {
            board: "balto/10",
            engine: "beam",
            settings: &[("width", "100000"), ("variant", "1")],
            ..WORK
        },
        3,
        Wanted { end: faster([1.8, 3.4, 0.0, 10.0]), ..WANTED }
    ),
    case!(
        "threads/balto-variants",
        "order 10, the four variants of width 20,000",
        "beam",
        Work { board: "balto/10", engine: "beam", settings: &[("width", "20000")], ..WORK },
        3,
        Wanted { processor: Some(1.15), ..WANTED }
    ),
    case!(
        "threads/fences-proof",
        "order 10 counted, with certificate",
        "orbits",
        Work { board: "fences/order-10", engine: "orbits", prove: true, count: true, ..WORK },
        5,
        PROOF
    ),
    case!(
        "threads/neighbors-proof",
        "order 9, the class, with certificate",
        "class",
        Work { board: "neighbors/9", engine: "class", prove: true, ..WORK },
        5,
        PROOF
    ),
    case!(
        "threads/neighbors-17",
        "order 17, the class, to its end",
        "class",
        Work { board: "neighbors/17", engine: "class", ..WORK },
        5,
        CLASS
    ),
    case!(
        "threads/neighbors-20",
        "order 20, the class, to its end",
        "class",
        Work { board: "neighbors/20", engine: "class", ..WORK },
        5,
        CLASS
    ),
    case!(
        "threads/neighbors-23",
        "order 23, the class, to its end",
        "class",
        Work { board: "neighbors/23", engine: "class", ..WORK },
        5,
        CLASS
    ),
];

/// Part of a solution of magic order 4.
const EIGHT_GIVENS: &str = "\
magic 4 start=3
14 33 30 34
39 6 24 20 ?
? ? ? ? ? ?
? ? ? ? ? ? ?
? ? ? ? ? ?
? ? ? ? ?
? ? ? ?
";

/// The picture of the cases.
pub(super) static SCALING_PICTURES: &[Picture] =
    &[Picture { group: "threads", name: "scaling", draw: drawn }];

/// A bar for each case and number of threads.
fn drawn(samples: &[Sample]) -> Drawing {
    let alone = |case: &str| {
        let all = |sample: &&Sample| sample.case == case && sample.metric == "1 thread";
        samples.iter().find(all).map_or(0.0, |sample| sample.value)
    };
    let bar = |sample: &Sample| {
        let threads = sample.metric;
        let seconds = match threads {
            "1 thread" => sample.value,
            _ if NAMES.iter().any(|names| names[0] == threads) => alone(sample.case) * sample.value,
            _ => return None,
        };
        let name = sample.case.split_once('/').map_or(sample.case, |(_, name)| name);
        Some(Bar { label: format!("{name}, {threads}"), seconds, role: Role::Measured })
    };
    let bars: Vec<Bar> = samples.iter().filter_map(bar).collect();
    let notes = vec!["medians; `sixfold bench scaling` says what each line is".to_owned()];
    Drawing::Chart(Chart { title: "The same work with more threads".to_owned(), bars, notes })
}

/// One run of some work, in seconds.
struct Times {
    end: f64,
    /// When the best solution was there.
    best: f64,
    processor: f64,
}

fn measure(work: &Work, run: &Run<'_>) -> Result<Vec<f64>, String> {
    let alone = timed(work, 1, run)?;
    let mut values = vec![alone.end, alone.best];
    for threads in THREADS.into_iter().filter(|&threads| threads <= cores()) {
        let more = timed(work, threads, run)?;
        let best = if alone.best > 0.0 { more.best / alone.best } else { 1.0 };
        values.extend([more.end / alone.end, best, more.processor / alone.processor]);
    }
    Ok(values)
}

fn timed(work: &Work, threads: usize, run: &Run<'_>) -> Result<Times, String> {
    if run.halted().is_some() {
        return Ok(Times { end: 1.0, best: 1.0, processor: 1.0 });
    }
    let text = match work.board.contains('\n') {
        true => work.board.to_owned(),
        false => input::read(REGISTRY, work.board).map_err(|error| error.to_string())?.source.text,
    };
    let setting = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    let question = Question {
        engine: Some(work.engine.to_owned()),
        prove: work.prove,
        settings: work.settings.iter().map(setting).collect(),
        ..Question::about(text)
    };
    let task = match work.count {
        true => JobTask::Count(question, Tally::default()),
        false => JobTask::Solve(question),
    };
    let limits = Limits { seed: run.seed, threads, ..Limits::default() };
    let request = JobRequest { limits, ..JobRequest::new(task) };
    let outside = Box::new(Host::new(None).map_err(|error| error.to_string())?);
    let before = processor_time();
    let clock = WallClock::start();
    let surroundings =
        Surroundings { clock: Box::new(WallClock::start()), outside, ..Surroundings::default() };
    let job = start(REGISTRY, request, surroundings);
    let best = last_incumbent(&job, &clock, run);
    let end = clock_seconds(&clock);
    let stopped = run.halted().is_some();
    let report = job.join().map_err(|error| error.to_string())?;
    let halted = match &report {
        JobReport::Solve(report) => report.work.as_ref().is_none_or(|work| work.halt.is_some()),
        JobReport::Count(report) => report.halt.is_some(),
        _ => true,
    };
    if halted && !stopped {
        return Err(format!("not done: {}", report.words()));
    }
    let used = processor_time().zip(before).map(|(after, before)| after.saturating_sub(before));
    Ok(Times { end, best, processor: used.map_or(end, |used| used.as_secs_f64()) })
}

/// Listens to the end; the time of the last incumbent.
fn last_incumbent(job: &Job, clock: &WallClock, run: &Run<'_>) -> f64 {
    let mut best = 0.0;
    while !job.is_finished() {
        match job.next_event(Duration::from_millis(50)) {
            Some(JobEvent::Incumbent { .. }) => best = clock_seconds(clock),
            Some(JobEvent::Finished { .. }) => break,
            _ if run.halted().is_some() => job.stop(),
            _ => {}
        }
    }
    best
}

fn clock_seconds(clock: &WallClock) -> f64 {
    use sixfold_solver::Clock as _;
    clock.elapsed().as_secs_f64()
}
