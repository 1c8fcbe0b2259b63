//! Jobs side by side: each keeps to its own limits, ends as it should, and disturbs no other.

#![cfg(feature = "threads")]

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use sixfold_puzzle::families;
use sixfold_solver::job::{
    Job, JobEvent, JobReport, JobRequest, JobTask, Limits, Question, Surroundings, run, start,
};
use sixfold_solver::{
    Clock, Halt, Listing, Outcome, REGISTRY, Reply, Report, SessionError, Stop, Tally,
};

/// The time of this process.
struct Wall(Instant);

impl Clock for Wall {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

fn surroundings() -> Surroundings<'static> {
    Surroundings { clock: Box::new(Wall(Instant::now())), ..Surroundings::default() }
}

fn question(family: &str, preset: &str, engine: &str) -> Question {
    let rules = REGISTRY.named(family).unwrap().rules;
    let text = rules.preset(preset).unwrap();
    Question { engine: Some(engine.to_owned()), ..Question::about(text) }
}

fn job(question: Question, limits: Limits) -> Job {
    let request = JobRequest { limits, ..JobRequest::new(JobTask::Solve(question)) };
    start(REGISTRY, request, surroundings())
}

fn solved(job: Job) -> Report {
    match job.join().unwrap() {
        JobReport::Solve(report) => report,
        other => panic!("{other:?}"),
    }
}

/// A search that goes on for hours.
fn endless() -> Question {
    question("balto", "20", "beam")
}

/// Waits until the engine is at work.
fn at_work(job: &Job) {
    let progress = |event: &JobEvent| {
        matches!(
            event,
            JobEvent::Progress(_) | JobEvent::Incumbent { .. } | JobEvent::Finished { .. }
        )
    };
    assert!(job.events().any(|event| progress(&event)));
}

#[test]
fn eight_jobs_side_by_side_end_each_as_it_should() {
    let alone = |preset| solved(job(question("hexiom", preset, "sat"), Limits::default()));
    let expected = [alone("08"), alone("17")];
    let endless = || job(endless(), Limits::default());
    let stopped: Vec<Job> = (0..4).map(|_| endless()).collect();
    let dropped: Vec<Job> = (0..2).map(|_| endless()).collect();
    let poor = Limits { bytes: Some(1 << 10), ..Limits::default() };
    let out_of_bytes = job(question("balto", "20", "beam"), poor);
    let short = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    let out_of_time = job(question("balto", "20", "beam"), short);
    let others: Vec<Job> =
        ["08", "17"].map(|preset| job(question("hexiom", preset, "sat"), Limits::default())).into();
    stopped.iter().for_each(|job| {
        at_work(job);
        job.stop();
    });
    drop(dropped);
    for report in stopped.into_iter().map(solved) {
        assert_eq!((report.outcome(), report.halt()), (Outcome::Stopped, Some(Halt::Interrupted)));
    }
    assert_eq!(solved(out_of_bytes).halt(), Some(Halt::Memory));
    assert_eq!(solved(out_of_time).halt(), Some(Halt::Time));
    for (report, expected) in others.into_iter().map(solved).zip(expected) {
        assert_eq!(report.solution(), expected.solution());
        assert_eq!((report.claim(), report.words()), (expected.claim(), expected.words()));
    }
}

/// What the system says of this process.
#[cfg(target_os = "linux")]
fn status(field: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(field)).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn ten_thousand_jobs_leave_no_thread_and_no_memory_behind() {
    let some = |count: usize| {
        for number in 0..count {
            let question = match number % 3 {
                0 => question("hexiom", "08", "sat"),
                1 => question("magic", "3", "exact"),
                _ => question("neighbors", "5", "beam"),
            };
            drop(job(question, Limits { threads: 2, ..Limits::default() }));
        }
    };
    some(500);
    let (threads, before) = (status("Threads:"), status("VmRSS:"));
    some(9_500);
    assert_eq!(status("Threads:"), threads);
    let grown = status("VmRSS:").saturating_sub(before);
    assert!(grown < 8 << 10, "memory grew by {grown} KiB");
}

/// A listener that never takes an event, or is stuck with the first one, stalls nothing.
#[test]
fn a_slow_or_absent_listener_stalls_no_worker() {
    let absent = job(question("neighbors", "5", "sat"), Limits::default());
    let report = solved(absent);
    let stuck = job(question("neighbors", "5", "sat"), Limits::default());
    let first = stuck.events().next().unwrap();
    assert!(matches!(first, JobEvent::Started { family: "neighbors", .. }), "{first:?}");
    while !stuck.is_finished() {
        std::thread::yield_now();
    }
    // What waits is bounded: the newest of each kind.
    let rest: Vec<JobEvent> = stuck.events().collect();
    assert!(rest.len() <= 4, "{rest:?}");
    let best = rest.iter().find_map(|event| match event {
        JobEvent::Incumbent { objective, solution } => Some((*objective, solution.clone())),
        _ => None,
    });
    let (objective, solution) = best.unwrap();
    assert_eq!(objective, report.objective().map(|objective| objective.value));
    assert_eq!(Some(&*solution), report.solution());
    assert!(matches!(rest.last(), Some(JobEvent::Finished { words }) if *words == report.words()));
    assert_eq!(solved(stuck).solution(), report.solution());
}

#[test]
fn a_job_in_the_callers_thread_tells_the_same() {
    struct Never;
    impl Stop for Never {
        fn requested(&self) -> bool {
            false
        }
    }
    let request = JobRequest::new(JobTask::Solve(question("neighbors", "5", "sat")));
    let heard = Mutex::new(Vec::new());
    let listener = |event: JobEvent| {
        heard.lock().unwrap().push(event);
        Reply::More
    };
    let own = run(REGISTRY, &request, &Surroundings::default(), &Never, &listener).unwrap();
    let (JobReport::Solve(own), heard) = (own, heard.into_inner().unwrap()) else {
        panic!("it was asked to solve");
    };
    assert!(matches!(heard.first(), Some(JobEvent::Started { engine: Some("sat"), .. })));
    assert!(matches!(heard.last(), Some(JobEvent::Finished { .. })));
    let values: Vec<i128> = heard
        .iter()
        .filter_map(|event| match event {
            JobEvent::Incumbent { objective, .. } => *objective,
            _ => None,
        })
        .collect();
    assert!(values.windows(2).all(|pair| pair[1] < pair[0]), "{values:?}");
    let threaded = solved(start(REGISTRY, request, Surroundings::default()));
    assert_eq!(own.solution(), threaded.solution());
}

#[test]
fn a_list_is_heard_whole_and_ends_when_it_is_dropped() {
    let question = Question { engine: Some("exact".to_owned()), ..question("magic", "3", "exact") };
    let request = JobRequest::new(JobTask::Enumerate(question.clone(), Listing::default()));
    let list = start(REGISTRY, request, surroundings());
    let listed = list.events().filter(|event| matches!(event, JobEvent::Listed(_)));
    assert_eq!(listed.count(), 12);
    assert!(list.join().unwrap().words().contains("12 solutions"));
    // This list has no listener and more solutions than may wait.
    let text = "fences 4\n. . . .\n. . . . .\n. . . . . .\n. . 3 . . . .\n. . . . . .\n. . . . .\n. . . .\n";
    let task = JobTask::Enumerate(Question::about(text), Listing::default());
    drop(start(REGISTRY, JobRequest::new(task), surroundings()));
}

#[test]
fn every_kind_of_task_brings_its_report() {
    let level = families::HEXIOM.preset("08").unwrap();
    let count = JobTask::Count(Question::about(&*level), Tally::default());
    let hint = JobTask::Hint(Question::about(&*level));
    let make = JobTask::Make {
        family: "hexiom".to_owned(),
        order: 3,
        unique: true,
        engine: None,
        settings: Vec::new(),
    };
    for (task, words) in [(count, "unique, complete count"), (hint, ""), (make, "made: unique")] {
        let job = start(REGISTRY, JobRequest::new(task), surroundings());
        let report = job.join().unwrap();
        assert!(report.words().contains(words), "{}", report.words());
    }
}

/// Nothing that can be asked for leads to a panic.
#[test]
fn bad_input_is_an_error_value() {
    let refused = |task: JobTask| -> SessionError {
        let job = start(REGISTRY, JobRequest::new(task), surroundings());
        let events: Vec<JobEvent> = job.events().collect();
        assert!(matches!(events.last(), Some(JobEvent::Finished { .. })), "{events:?}");
        job.join().unwrap_err()
    };
    let solve = |text: &str| refused(JobTask::Solve(Question::about(text)));
    let level = families::HEXIOM.preset("08").unwrap();
    let with = |name: &str, value: &str| {
        let settings = vec![(name.to_owned(), value.to_owned())];
        refused(JobTask::Solve(Question { settings, ..Question::about(&*level) }))
    };
    for text in ["", "\0", "chess 8\n", "magic\n", "magic 99999999999999999999\n", "magic 3\n1 2\n"]
    {
        assert!(matches!(solve(text), SessionError::Text(_)), "{text:?}");
    }
    assert!(matches!(solve(&"magic 3 ".repeat(13_000_000)), SessionError::TooLong(_)));
    assert!(matches!(with("speed", "9"), SessionError::Option(_)));
    assert!(matches!(with("command", "rm"), SessionError::Option(_)));
    assert!(with("command", "rm").to_string().contains("does not accept it"));
    let engine = Some("magic wand".to_owned());
    let unknown = Question { engine, ..Question::about(&*level) };
    assert!(matches!(refused(JobTask::Hint(unknown)), SessionError::NoEngine(_)));
    let listed =
        JobTask::Enumerate(Question::about("neighbors 2\n? ?\n? ? ?\n? ?\n"), Listing::default());
    assert!(matches!(refused(listed), SessionError::NoEngine(_)));
    for (family, order) in [("chess", 8), ("magic", 0), ("magic", usize::MAX)] {
        let family = family.to_owned();
        let (engine, settings) = (None, Vec::new());
        let make = JobTask::Make { family, order, unique: true, engine, settings };
        let error = refused(make);
        assert!(
            matches!(error, SessionError::NoEngine(_) | SessionError::Unmakeable(_)),
            "{error}"
        );
    }
    // A job that was stopped before it began ends at once.
    let job = start(REGISTRY, JobRequest::new(JobTask::Solve(endless())), surroundings());
    job.stop();
    assert_eq!(solved(job).outcome(), Outcome::Stopped);
    let stop = AtomicBool::new(true);
    let request = JobRequest::new(JobTask::Solve(endless()));
    let report = run(REGISTRY, &request, &Surroundings::default(), &stop, &|_| Reply::More);
    assert!(report.is_ok(), "{report:?}");
}
