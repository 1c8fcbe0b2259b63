//! Runs the program inside the test, with given arguments and input.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use sixfold::{Terminal, World};
use sixfold_solver::Registry;

/// The exit code and output of a program run.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: u8,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs with the real engines.
pub(crate) fn sixfold(arguments: &[&str], input: &str) -> Outcome {
    sixfold_with(sixfold_solver::REGISTRY, arguments, input)
}

/// Runs with other engines.
pub(crate) fn sixfold_with(registry: Registry, arguments: &[&str], input: &str) -> Outcome {
    sixfold_in(None, registry, arguments, input)
}

/// Runs with the real engines, which were told to stop before they began.
pub(crate) fn sixfold_stopped(arguments: &[&str]) -> Outcome {
    in_world(None, sixfold_solver::REGISTRY, &AtomicBool::new(true), arguments, "")
}

/// Runs with other engines and a folder in which the states of long runs are kept.
pub(crate) fn sixfold_in(
    runs: Option<PathBuf>,
    registry: Registry,
    arguments: &[&str],
    input: &str,
) -> Outcome {
    in_world(runs, registry, &AtomicBool::new(false), arguments, input)
}

fn in_world(
    runs: Option<PathBuf>,
    registry: Registry,
    stop: &AtomicBool,
    arguments: &[&str],
    input: &str,
) -> Outcome {
    let (mut stdin, mut stdout, mut stderr) = (input.as_bytes(), Vec::new(), Vec::new());
    let mut world = World {
        stdin: &mut stdin,
        stdout: &mut stdout,
        stderr: &mut stderr,
        terminal: Terminal::default(),
        registry,
        runs,
        stop,
        idle: &AtomicBool::new(true),
    };
    let words = std::iter::once("sixfold").chain(arguments.iter().copied()).map(OsString::from);
    let code = sixfold::run(words, &mut world);
    let text = |bytes| String::from_utf8(bytes).expect("output is text");
    Outcome { code, stdout: text(stdout), stderr: text(stderr) }
}
