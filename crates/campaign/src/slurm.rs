//! Runs a campaign on a cluster with Slurm: job arrays, submitted with `sbatch`.
//!
//! Slurm does what a scheduler does: it finds machines, and puts tasks of lost machines back into the queue (`--requeue`).
//! What it cannot know is which units are done. Submitting again takes those that have no result and are in no job of
//! Slurm's queue.
//!
//! `slurm.txt` in the folder lists the jobs that were submitted: `job 123 1-20`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use sixfold_solver::Stop;

use crate::error::CampaignError;
use crate::folder::CampaignFolder;
use crate::unit_list::UnitList;

/// What is asked of Slurm.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SlurmOptions {
    /// The partition.
    pub partition: Option<String>,
    /// The account.
    pub account: Option<String>,
    /// The time limit of a task, as `sbatch --time` takes it.
    pub time: Option<String>,
    /// The memory of a task, as `sbatch --mem` takes it.
    pub memory: Option<String>,
    /// How many threads a unit has.
    pub threads: usize,
    /// How many tasks may run at once; as many as Slurm likes, if there is no limit.
    pub at_once: Option<usize>,
    /// How many units each task does, one after the other. Slurm limits the number of tasks in an array.
    pub units_per_task: usize,
}

/// What was submitted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submitted {
    /// The number of the job; none if there was nothing to submit.
    pub job: Option<String>,
    /// The units of the job.
    pub units: Vec<usize>,
    /// Units without a result that are in Slurm's queue already.
    pub queued: Vec<usize>,
}

/// Submits the units that have no result and are in no job of Slurm's queue.
///
/// # Errors
/// If the folder cannot be read or written, or Slurm refuses.
pub fn submit(
    folder: &CampaignFolder,
    program: &Path,
    options: &SlurmOptions,
) -> Result<Submitted, CampaignError> {
    let queued = queued_units(folder)?;
    let open = folder.open_units()?;
    let (queued, units): (Vec<usize>, Vec<usize>) =
        open.into_iter().partition(|unit| queued.contains(unit));
    if units.is_empty() {
        return Ok(Submitted { job: None, units, queued });
    }
    let lists: Vec<String> = units
        .chunks(options.units_per_task.max(1))
        .map(|chunk| UnitList::of(chunk.to_vec()).to_string())
        .collect();
    let logs = folder.path().join("logs");
    fs::create_dir_all(&logs).map_err(CampaignError::file(&logs, "created"))?;
    let script = script(folder.path(), program, options, &lists);
    let job = sbatch(folder.path(), &logs, options, lists.len(), &script)?;
    note(folder, &job, &lists)?;
    Ok(Submitted { job: Some(job), units, queued })
}

/// The script of a task: it looks its units up by its number.
fn script(folder: &Path, program: &Path, options: &SlurmOptions, lists: &[String]) -> String {
    let cases: String = (1..)
        .zip(lists)
        .map(|(task, list): (usize, &String)| format!("  {task}) units={list} ;;\n"))
        .collect();
    let (program, folder) = (quoted(program), quoted(folder));
    let threads = options.threads.max(1);
    format!(
        "#!/bin/sh\ncase \"$SLURM_ARRAY_TASK_ID\" in\n{cases}esac\n\
         exec {program} --quiet campaign work {folder} \"$units\" --threads {threads}\n"
    )
}

/// A path as one word of a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', "'\\''"))
}

fn sbatch(
    folder: &Path,
    logs: &Path,
    options: &SlurmOptions,
    tasks: usize,
    script: &str,
) -> Result<String, CampaignError> {
    let limit = options.at_once.map(|most| format!("%{most}")).unwrap_or_default();
    let mut command = Command::new("sbatch");
    command
        .args(["--parsable", "--requeue", "--job-name=sixfold", "--open-mode=append"])
        .arg(format!("--array=1-{tasks}{limit}"))
        .arg(format!("--cpus-per-task={}", options.threads.max(1)))
        .arg(format!("--chdir={}", folder.display()))
        .arg(format!("--output={}", logs.join("%A_%a.txt").display()));
    let named = [
        ("partition", &options.partition),
        ("account", &options.account),
        ("time", &options.time),
        ("mem", &options.memory),
    ];
    for (name, value) in named {
        command.args(value.iter().map(|value| format!("--{name}={value}")));
    }
    let answer = answer_of(&mut command, "sbatch", Some(script))?;
    // `--parsable` prints the number, and the cluster after a semicolon if there are several.
    let job = answer.trim().split(';').next().unwrap_or_default().to_owned();
    match job.chars().all(|letter| letter.is_ascii_digit()) && !job.is_empty() {
        true => Ok(job),
        false => Err(CampaignError::Program {
            program: "sbatch".to_owned(),
            problem: format!("answered `{}`; expected the number of a job", answer.trim()),
        }),
    }
}

/// Runs a program of Slurm and returns what it prints.
fn answer_of(
    command: &mut Command,
    program: &str,
    input: Option<&str>,
) -> Result<String, CampaignError> {
    let fail = |problem: String| CampaignError::Program { program: program.to_owned(), problem };
    let stdin = if input.is_some() { Stdio::piped() } else { Stdio::null() };
    let child = command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child =
        child.map_err(|error| fail(format!("cannot be run: {error}; is Slurm installed here?")))?;
    if let (Some(input), Some(mut stdin)) = (input, child.stdin.take()) {
        stdin
            .write_all(input.as_bytes())
            .map_err(|error| fail(format!("takes no script: {error}")))?;
    }
    let output = child.wait_with_output().map_err(|error| fail(format!("failed: {error}")))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => {
            let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Err(fail(format!("failed: {reason}")))
        }
    }
}

fn notes_path(folder: &CampaignFolder) -> PathBuf {
    folder.path().join("slurm.txt")
}

/// Notes a job: a line for each task with its units.
fn note(folder: &CampaignFolder, job: &str, lists: &[String]) -> Result<(), CampaignError> {
    let path = notes_path(folder);
    let lines: String = (1..)
        .zip(lists)
        .map(|(task, list): (usize, &String)| format!("task {job}_{task} {list}\n"))
        .collect();
    let file = OpenOptions::new().create(true).append(true).open(&path);
    let written = file.and_then(|mut file| {
        file.write_all(lines.as_bytes())?;
        file.sync_all()
    });
    written.map_err(CampaignError::file(&path, "written"))
}

/// The units that are in Slurm's queue: waiting, running, or put back after the loss of a machine. Slurm is asked only if
/// something was submitted.
///
/// # Errors
/// If Slurm does not answer.
pub fn queued_units(folder: &CampaignFolder) -> Result<BTreeSet<usize>, CampaignError> {
    Ok(queue(folder)?.into_iter().map(|(unit, _)| unit).collect())
}

/// The units in the queue, and whether Slurm holds each back until a person releases it.
fn queue(folder: &CampaignFolder) -> Result<Vec<(usize, bool)>, CampaignError> {
    let notes = fs::read_to_string(notes_path(folder)).unwrap_or_default();
    let task = |line: &'_ str| {
        let (task, list) = line.strip_prefix("task ")?.split_once(' ')?;
        Some((task.to_owned(), list.parse::<UnitList>().ok()?))
    };
    let tasks: BTreeMap<String, UnitList> = notes.lines().filter_map(task).collect();
    if tasks.is_empty() {
        return Ok(Vec::new());
    }
    let mut command = Command::new("squeue");
    // All jobs of this user: to ask for a job that has left the queue is an error.
    command.args(["--noheader", "--array", "--me", "--format=%F_%K %r"]);
    let answer = answer_of(&mut command, "squeue", None)?;
    let mut units = Vec::new();
    for line in answer.lines() {
        let (task, reason) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let held = reason.to_lowercase().contains("held");
        let list = tasks.get(task).map_or(&[][..], UnitList::numbers);
        units.extend(list.iter().map(|&unit| (unit, held)));
    }
    Ok(units)
}

/// How often Slurm is asked.
const POLL: Duration = Duration::from_secs(2);

/// Waits until no unit of the campaign is in Slurm's queue, but for those that a person must release, or a stop is requested;
/// returns whether the wait is over.
///
/// # Errors
/// If Slurm does not answer.
pub fn wait_for_jobs(folder: &CampaignFolder, stop: &dyn Stop) -> Result<bool, CampaignError> {
    while queue(folder)?.iter().any(|(_, held)| !held) {
        if stop.requested() {
            return Ok(false);
        }
        thread::sleep(POLL);
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_names_the_units_of_each_task() {
        let options = SlurmOptions { threads: 2, units_per_task: 3, ..SlurmOptions::default() };
        let lists = ["1-3".to_owned(), "7,9".to_owned()];
        let text = script(Path::new("/a b/it's"), Path::new("/bin/sixfold"), &options, &lists);
        assert!(text.contains("  1) units=1-3 ;;\n  2) units=7,9 ;;\n"), "{text}");
        let command =
            "exec '/bin/sixfold' --quiet campaign work '/a b/it'\\''s' \"$units\" --threads 2\n";
        assert!(text.ends_with(command), "{text}");
    }
}
