//! Runs a campaign on this computer: a process for each unit, several at once.
//!
//! Processes rather than threads: a unit that runs out of memory or crashes takes nothing else with it, and a campaign goes
//! the same way here as on a cluster.

use std::collections::VecDeque;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use sixfold_solver::Stop;

use crate::error::CampaignError;
use crate::folder::CampaignFolder;

/// How a campaign is run here.
#[derive(Clone, Debug)]
pub struct LocalRun<'a> {
    /// The path of the program.
    pub program: &'a Path,
    /// How many units are at work at once.
    pub workers: usize,
    /// How often a unit that failed is tried again.
    pub retries: usize,
    /// Further arguments of `campaign work`.
    pub arguments: &'a [String],
}

/// How often the processes are looked at.
const POLL: Duration = Duration::from_millis(20);

/// The exit code of a worker that was stopped and left its checkpoint.
const STOPPED: i32 = 3;

/// Does all units that have no result; `told` hears of each that ended, and whether it is done.
///
/// # Errors
/// If the folder cannot be read, or the program cannot be started.
pub fn run_local(
    folder: &CampaignFolder,
    run: &LocalRun<'_>,
    stop: &dyn Stop,
    told: &mut dyn FnMut(usize, bool),
) -> Result<(), CampaignError> {
    let mut queue: VecDeque<(usize, usize)> =
        folder.open_units()?.into_iter().map(|unit| (unit, 0)).collect();
    let mut working: Vec<(usize, usize, Child)> = Vec::new();
    // A worker that is asked twice ends at once, without saving.
    let mut asked = false;
    loop {
        while working.len() < run.workers.max(1) && !stop.requested() {
            let Some((unit, tries)) = queue.pop_front() else { break };
            working.push((unit, tries, start(folder, run, unit)?));
        }
        if working.is_empty() {
            return Ok(());
        }
        if stop.requested() && !std::mem::replace(&mut asked, true) {
            working.iter_mut().for_each(|(_, _, child)| ask_to_stop(child));
        }
        let mut at = 0;
        while at < working.len() {
            let ended = working[at].2.try_wait();
            let ended = ended.map_err(CampaignError::file(run.program, "waited for"))?;
            let Some(status) = ended else {
                at += 1;
                continue;
            };
            let (unit, tries, _) = working.swap_remove(at);
            settle(folder, run, (unit, tries), status, &mut queue, told)?;
        }
        thread::sleep(POLL);
    }
}

fn start(folder: &CampaignFolder, run: &LocalRun<'_>, unit: usize) -> Result<Child, CampaignError> {
    let mut command = Command::new(run.program);
    command.arg("--quiet").args(["campaign", "work"]).arg(folder.path()).arg(unit.to_string());
    command.args(run.arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    own_group(&mut command);
    command.spawn().map_err(CampaignError::file(run.program, "started"))
}

/// What becomes of a unit whose process has ended.
fn settle(
    folder: &CampaignFolder,
    run: &LocalRun<'_>,
    (unit, tries): (usize, usize),
    status: ExitStatus,
    queue: &mut VecDeque<(usize, usize)>,
    told: &mut dyn FnMut(usize, bool),
) -> Result<(), CampaignError> {
    let done = folder.result_path(unit).is_file();
    told(unit, done);
    if done || status.code() == Some(STOPPED) {
        return Ok(());
    }
    if !folder.failure_path(unit).is_file() {
        folder.write(&folder.failure_path(unit), &format!("its process ended with {status}\n"))?;
    }
    if tries < run.retries {
        queue.push_back((unit, tries + 1));
    }
    Ok(())
}

/// Ctrl-C of the terminal does not reach the workers; they are asked to stop once, by us.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

/// Asks a worker to save its state and to end.
#[cfg(unix)]
fn ask_to_stop(child: &mut Child) {
    sixfold_host::machine::ask_to_stop(child.id());
}

#[cfg(not(unix))]
fn ask_to_stop(child: &mut Child) {
    let _ = child.kill();
}
