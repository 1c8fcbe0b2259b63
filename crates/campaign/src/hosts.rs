//! Runs a campaign on several computers through GNU parallel, which reaches them by ssh.
//!
//! The computers see the same folder at the same path, and have the program at the same path. GNU parallel hands out the
//! units and tries those again that fail.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::CampaignError;
use crate::folder::CampaignFolder;

/// How often a unit that failed is tried.
const TRIES: &str = "3";

/// Does all units that have no result on the computers that a file lists, one per line, as `parallel --sshloginfile` reads
/// them: `4/user@host`, or `2/:` for this computer.
///
/// # Errors
/// If the folder cannot be read, or GNU parallel cannot be run.
pub fn run_on_hosts(
    folder: &CampaignFolder,
    program: &Path,
    hosts: &Path,
    threads: usize,
) -> Result<(), CampaignError> {
    let units = folder.open_units()?;
    if units.is_empty() {
        return Ok(());
    }
    let fail = |problem: String| CampaignError::Program { program: "parallel".to_owned(), problem };
    let hosts = std::fs::canonicalize(hosts).map_err(CampaignError::file(hosts, "read"))?;
    let mut command = Command::new("parallel");
    command
        .args(["--will-cite", "--quote", "--retries", TRIES, "--sshloginfile"])
        .arg(hosts)
        .arg("--joblog")
        .arg(folder.path().join("parallel.txt"))
        .arg(program)
        .args(["--quiet", "campaign", "work"])
        .arg(folder.path())
        .args(["{}", "--threads"])
        .arg(threads.max(1).to_string())
        .arg(":::")
        .args(units.iter().map(usize::to_string))
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    let output = command.stderr(Stdio::piped()).output();
    let output = output.map_err(|error| {
        fail(format!("cannot be run: {error}; is GNU parallel installed here?"))
    })?;
    // Its status is the number of units that failed, up to 100; those are told by their files.
    match output.status.code() {
        Some(0..=101) => Ok(()),
        _ => Err(fail(format!("failed: {}", String::from_utf8_lossy(&output.stderr).trim()))),
    }
}
