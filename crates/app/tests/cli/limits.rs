//! Time, memory and stop limits: every engine on every degenerate board, and external programs.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use sixfold_solver::zoo::{Exhibit, exhibits};
use sixfold_solver::{Registration, families};

use crate::process::program;

/// The tolerated time beyond a limit, since other tests run at the same time.
const GRACE: f64 = 5.0;
/// The tolerated memory above the ceiling, in MiB.
const ROOM: f64 = 64.0;
/// A process that has not ended by then is ended, and has failed.
const HOPELESS: Duration = Duration::from_secs(60);

fn spawn(exhibit: &Exhibit) -> Child {
    program()
        .args(["bench", "limits", "--here", "--json", "-q", "--time", "300ms", "--case"])
        .arg(exhibit.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The problem of a row, if any, and whether the row was measured.
fn fault(exhibit: &Exhibit) -> (Option<String>, bool) {
    let mut child = spawn(exhibit);
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > HOPELESS {
            child.kill().unwrap();
            child.wait().unwrap();
            return (Some(format!("{exhibit} does not end")), true);
        }
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let value = |metric: &str| {
        let line = text.lines().find(|line| line.contains(&format!("\"metric\":\"{metric}\"")))?;
        let (_, rest) = line.split_once("\"value\":")?;
        rest.split(',').next()?.parse::<f64>().ok()
    };
    // Beyond the strict limits the program says so by its code; anything else is an error.
    if !matches!(output.status.code(), Some(0 | 1)) {
        let problem = String::from_utf8_lossy(&output.stderr).into_owned();
        return (Some(format!("{exhibit}: {} {text} {problem}", output.status)), true);
    }
    let limits = [("late", GRACE), ("stop", GRACE), ("memory", ROOM)];
    let beyond = limits.into_iter().filter_map(|(metric, most)| {
        value(metric).filter(|&value| value > most).map(|value| format!("{metric} {value}"))
    });
    let beyond: Vec<String> = beyond.collect();
    let fault = (!beyond.is_empty()).then(|| format!("{exhibit}: {}", beyond.join(", ")));
    (fault, value("late").is_some())
}

/// Every engine of a family, with every power, on every degenerate board.
fn keeps_limits(family: &'static Registration) {
    let left = Mutex::new(exhibits(family).into_iter());
    let (faults, seen) = (Mutex::new(Vec::new()), Mutex::new(BTreeSet::new()));
    let work = || {
        while let Some(exhibit) = { left.lock().unwrap().next() } {
            let (fault, measured) = fault(&exhibit);
            faults.lock().unwrap().extend(fault);
            if measured {
                seen.lock().unwrap().insert(exhibit.engine);
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let (faults, seen) = (faults.into_inner().unwrap(), seen.into_inner().unwrap());
    assert!(faults.is_empty(), "{faults:#?}");
    for engine in family.engines {
        assert!(seen.contains(engine.name()), "{} serves no board of the zoo", engine.name());
    }
}

#[test]
fn hexiom_keeps_limits_on_degenerate_boards() {
    keeps_limits(&families::HEXIOM);
}

#[test]
fn fences_keeps_limits_on_degenerate_boards() {
    keeps_limits(&families::FENCES);
}

#[test]
fn magic_keeps_limits_on_degenerate_boards() {
    keeps_limits(&families::MAGIC);
}

#[test]
fn neighbors_keeps_limits_on_degenerate_boards() {
    keeps_limits(&families::NEIGHBORS);
}

#[test]
fn balto_keeps_limits_on_degenerate_boards() {
    keeps_limits(&families::BALTO);
}

/// The strict table has a row for each metric, as other benchmarks have.
#[test]
fn bench_limits_prints_a_row_for_each_metric() {
    let bench = |arguments: &[&str]| {
        let output = program().args(["bench", "limits"]).args(arguments).output().unwrap();
        let code = output.status.code();
        (code, String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr))
    };
    let (_, text) = bench(&["--case", "hexiom/one/sat", "--time", "100ms", "--json"]);
    let rows: Vec<&str> = text.lines().filter(|line| line.contains("\"result\"")).collect();
    assert_eq!(rows.len(), 9, "solve, count and hint: {text}");
    for (row, metric) in rows.iter().zip(["late", "stop", "memory"].into_iter().cycle()) {
        assert!(row.contains("\"family\":\"hexiom\",\"case\":\"limits/one/"), "{row}");
        assert!(row.contains(&format!("\"engine\":\"sat\",\"metric\":\"{metric}\"")), "{row}");
    }
    let (code, text) = bench(&["-o", "limits.json"]);
    assert_eq!(code, Some(2), "{text}");
    let (code, text) = bench(&["--case", "hexiom/none"]);
    assert_eq!(code, Some(2), "{text}");
}

/// Solves with a shell script in the place of a SAT solver; the seconds it took and what was said.
#[cfg(unix)]
fn with_script(script: &str, arguments: &[&str]) -> (Duration, i32, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solver.sh");
    fs::write(&path, script).unwrap();
    let start = Instant::now();
    let output = program()
        .args(["solve", "hexiom/08", "--engine", "dimacs", "--set"])
        .arg(format!("command=sh {}", path.display()))
        .args(arguments)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (start.elapsed(), output.status.code().unwrap_or(-1), said)
}

/// A child of the program keeps the pipe open and would sleep for a minute.
#[cfg(unix)]
#[test]
fn a_program_that_forks_is_ended_with_its_children() {
    let mark = tempfile::tempdir().unwrap();
    let pid = mark.path().join("pid");
    let script = format!("sleep 60 &\necho $! > {}\nwait\n", pid.display());
    let (took, code, said) = with_script(&script, &["--time", "1s"]);
    assert_eq!(code, 3, "{said}");
    assert!(took < Duration::from_secs(20), "it took {took:?}");
    let pid = fs::read_to_string(&pid).unwrap();
    // A process that was ended may wait for its parent to notice, and on a busy machine for its turn to end.
    let state = || fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    let gone = |state: &str| state.is_empty() || state.contains(" Z ") || state.contains(" X ");
    let asked = Instant::now();
    while !gone(&state()) && asked.elapsed() < Duration::from_secs(30) {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(gone(&state()) || !cfg!(target_os = "linux"), "{}", state());
}

/// A program that leaves a child behind has said all that it says.
#[cfg(unix)]
#[test]
fn a_child_left_behind_is_not_waited_for() {
    let script = "sleep 60 &\necho 's UNSATISFIABLE'\n";
    let (took, code, said) = with_script(script, &[]);
    assert!(said.contains("not checked"), "{code} {said}");
    assert!(took < Duration::from_secs(20), "it took {took:?}");
}

#[cfg(unix)]
#[test]
fn a_program_that_prints_without_end_is_refused() {
    let (took, code, said) = with_script("exec yes\n", &[]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("printed more than 64 MiB"), "{said}");
    assert!(took < Duration::from_secs(60), "it took {took:?}");
}

/// An outside solver that lies is not a bug of ours.
#[cfg(unix)]
#[test]
fn a_program_that_lies_is_named() {
    let (_, code, said) = with_script("echo 's SATISFIABLE'\necho 'v 0'\n", &[]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("says SATISFIABLE, but its values break clause"), "{said}");
    let (_, code, said) = with_script("echo 's UNSATISFIABLE'\n", &[]);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("which was not checked"), "{said}");
}

/// The program stands in a process group of its own, so Ctrl-C has to be passed on.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let (script, begun) = (folder.path().join("solver.sh"), folder.path().join("begun"));
    fs::write(&script, format!("touch {}\nsleep 60\n", begun.display())).unwrap();
    let mut child = program()
        .args(["solve", "hexiom/08", "--engine", "dimacs", "--set"])
        .arg(format!("command=sh {}", script.display()))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !begun.exists() {
        thread::sleep(Duration::from_millis(5));
    }
    let asked = Instant::now();
    crate::process::interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(asked.elapsed() < Duration::from_secs(20), "it took {:?}", asked.elapsed());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("interrupted"), "{said}");
}

#[test]
fn a_backend_that_does_not_exist_is_refused() {
    for engine in ["auto", "sat"] {
        let settings = ["--engine", engine, "--set", "backend=minisat"];
        let outcome =
            crate::common::sixfold(&[&["solve", "hexiom/08"], &settings[..]].concat(), "");
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{outcome:?}");
        assert!(outcome.stderr.contains("expected cadical|batsat"), "{outcome:?}");
    }
}
