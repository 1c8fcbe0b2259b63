//! Measurements in a process of their own: a program under a time limit, a program under valgrind.
//!
//! Peak memory and instructions are properties of a process, so what is measured runs alone in one.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::HostError;

/// How often a child process is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// What a program prints; `None` if it was killed because it took longer than the limit. Its output must
/// fit into the pipe.
///
/// # Errors
/// If the program cannot be run.
pub(super) fn limited_output(
    command: &mut Command,
    limit: Duration,
) -> Result<Option<String>, HostError> {
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(HostError::Child)?;
    if !ended(&mut child, limit).map_err(HostError::Child)? {
        return Ok(None);
    }
    let output = child.wait_with_output().map_err(HostError::Child)?;
    Ok(Some(String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// Waits for a process; false if it was killed.
fn ended(child: &mut Child, limit: Duration) -> io::Result<bool> {
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        thread::sleep(POLL_INTERVAL);
    }
    Ok(true)
}

/// Counts the instructions of a program with valgrind. The count includes its start.
///
/// # Errors
/// If valgrind is not there or gives no count.
pub fn count_instructions(
    program: &Path,
    arguments: &[impl AsRef<OsStr>],
) -> Result<f64, HostError> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(arguments)
        .output()
        .map_err(|error| HostError::Instructions(format!("valgrind: {error}")))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let counted = text.lines().find_map(|line| line.split_once("Collected : "));
    let count = counted.and_then(|(_, count)| count.trim().parse::<f64>().ok());
    count.ok_or_else(|| HostError::Instructions("valgrind gave no count".to_owned()))
}
