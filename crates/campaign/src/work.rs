//! Does one unit: from the plan to its result, with a checkpoint on the way.
//!
//! Idempotent: a unit with a result is not done again, and one that two workers do at the same time is written twice with
//! the same finding. A worker that is stopped or killed leaves its checkpoint in the folder, and the next one goes on
//! from there, on any machine that sees the folder.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use sixfold_host::machine::{WallClock, host_name, processor_time};
use sixfold_host::runs::{ResumedRun, RunCheckpoint, RunDescription, RunNotes, newest_run, reopen};
use sixfold_host::{FileLock, Host, HostError, digest_file};
use sixfold_solver::{Clock as _, Event, Halt, Registry, Run, Stop};

use crate::error::CampaignError;
use crate::folder::CampaignFolder;
use crate::perform::{Performed, UnitTask};
use crate::plan::{CampaignVerb, CutKind};
use crate::unit_result::{ProofFile, UnitResult};

/// What a worker may use.
#[derive(Clone, Copy, Debug)]
pub struct UnitLimits {
    /// How many threads.
    pub threads: usize,
    /// Stop when this much memory is in use.
    pub memory: Option<u64>,
    /// Stop after this time and leave the checkpoint.
    pub time: Option<Duration>,
    /// How often the state is saved; `None` for never.
    pub every: Option<Duration>,
}

/// What became of a unit.
#[derive(Clone, PartialEq, Debug)]
pub enum Worked {
    /// It was done before.
    Before(Box<UnitResult>),
    /// It is done.
    Done(Box<UnitResult>),
    /// It was stopped; its checkpoint is kept.
    Stopped(Halt),
}

/// Does a unit, counted from 1.
///
/// # Errors
/// If there is no such unit, its board was changed, the engine failed, or the result cannot be written. The reason is
/// also written into the folder `failed`.
pub fn work(
    registry: Registry,
    folder: &CampaignFolder,
    unit: usize,
    limits: UnitLimits,
    stop: &dyn Stop,
    sink: &(dyn Fn(&Event) + Sync),
) -> Result<Worked, CampaignError> {
    let units = folder.plan.units.len();
    if !(1..=units).contains(&unit) {
        let problem = format!("there is no unit {unit}; the campaign has units 1 to {units}");
        return Err(CampaignError::Refused(problem));
    }
    if let Some(result) = finished(folder, unit) {
        return Ok(Worked::Before(Box::new(result)));
    }
    folder.make_rooms()?;
    // Tells others that the unit is at work. Without the lock, another worker has it, and both do it.
    let _lock = lock(&folder.lock_path(unit));
    let worked = Worker { registry, folder, unit, limits, stop, sink }.work();
    match &worked {
        Ok(Worked::Done(_)) => {
            let _ = fs::remove_file(folder.failure_path(unit));
            let _ = fs::remove_dir_all(folder.runs_path(unit));
            let _ = fs::remove_file(folder.lock_path(unit));
        }
        Ok(_) => {}
        Err(error) => folder.write(&folder.failure_path(unit), &format!("{error}\n"))?,
    }
    worked
}

/// The result of a unit, if there is one of this campaign.
pub(crate) fn finished(folder: &CampaignFolder, unit: usize) -> Option<UnitResult> {
    let text = fs::read_to_string(folder.result_path(unit)).ok()?;
    let result = UnitResult::parse(&text).ok()?;
    (result.campaign == folder.digest && result.unit == unit).then_some(result)
}

/// Locks a file for this process; nothing if another has it.
fn lock(path: &Path) -> Option<FileLock> {
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(path).ok()?;
    let lock = FileLock::take(file).ok()?;
    let mut file = lock.file();
    let _ = file.set_len(0);
    let _ = writeln!(file, "{} {}", host_name(), std::process::id());
    Some(lock)
}

/// Whether a process works on a unit.
pub(crate) fn is_locked(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock_shared().is_err())
}

struct Worker<'a> {
    registry: Registry,
    folder: &'a CampaignFolder,
    unit: usize,
    limits: UnitLimits,
    stop: &'a dyn Stop,
    sink: &'a (dyn Fn(&Event) + Sync),
}

impl Worker<'_> {
    fn work(&self) -> Result<Worked, CampaignError> {
        let plan = &self.folder.plan;
        let unit = &plan.units[self.unit - 1];
        let board = self.folder.board(unit.board)?;
        let task = UnitTask::new(self.registry, plan, unit, &board);
        let temporary =
            self.folder.proof_path(&format!(".{}-{}.lrat", self.unit, std::process::id()));
        let temporary_name = temporary.to_string_lossy().into_owned();
        let host = Host::new(plan.prove.then_some(temporary_name.as_str()))?;
        let mut checkpoint = self.checkpoint(&task)?;
        let clock = WallClock::start();
        let used_before = processor_time();
        let attempt = plan.time.map(Duration::from_secs);
        let run = Run {
            threads: self.limits.threads.max(1),
            clock: &clock,
            deadline: attempt.into_iter().chain(self.limits.time).min(),
            sink: self.sink,
            ceiling: self.limits.memory,
            outside: &host,
            checkpoint: checkpoint.for_engine(),
            ..Run::alone(unit.seed, self.stop)
        };
        let performed = task.perform(&run);
        let elapsed = clock.elapsed();
        let ended = performed.as_ref().map(|performed| self.halted(performed, elapsed));
        checkpoint.close(ended);
        let performed = performed?;
        if let Some(halt) = self.halted(&performed, elapsed) {
            return Ok(Worked::Stopped(halt));
        }
        if let (true, Some(problem)) = (plan.prove, &performed.unproved) {
            return Err(CampaignError::Refused(format!("there is no checked proof: {problem}")));
        }
        let proof = match performed.finding.proved {
            true => Some(self.keep_proof(&host, &temporary)?),
            false => None,
        };
        let result = UnitResult {
            campaign: self.folder.digest.clone(),
            unit: self.unit,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            host: host_name(),
            milliseconds: milliseconds(elapsed),
            processor: used_before
                .zip(processor_time())
                .map(|(before, now)| milliseconds(now.saturating_sub(before))),
            finding: performed.finding,
            proof,
            document: performed.document,
        };
        self.folder.write(&self.folder.result_path(self.unit), &result.print())?;
        let _ = checkpoint.discard();
        Ok(Worked::Done(Box::new(result)))
    }

    /// Why the unit is not done. An attempt is done when its time is over.
    fn halted(&self, performed: &Performed, elapsed: Duration) -> Option<Halt> {
        let plan = &self.folder.plan;
        let attempt = plan.cut == CutKind::Attempts;
        let over = plan.time.is_none_or(|seconds| elapsed >= Duration::from_secs(seconds));
        match performed.halt {
            Some(Halt::Budget) if attempt => None,
            Some(Halt::Time) if attempt && plan.time.is_some() && over => None,
            halt => halt,
        }
    }

    /// The checkpoint of an earlier worker, or a new one. A sweep has none: its values are short.
    fn checkpoint(&self, task: &UnitTask<'_>) -> Result<RunCheckpoint, CampaignError> {
        let request = task.request();
        let description = || RunDescription {
            request: &request,
            aim: task.aim(),
            seed: task.unit.seed,
            every: self.limits.every.filter(|_| task.campaign.verb != CampaignVerb::Sweep),
            notes: RunNotes::default(),
        };
        let runs = self.folder.runs_path(self.unit);
        if let Some(resumed) = earlier(&runs) {
            // A state that does not fit is left alone, and the unit begins anew.
            if let Ok(checkpoint) = RunCheckpoint::resume(self.registry, &description(), resumed) {
                return Ok(checkpoint);
            }
        }
        Ok(RunCheckpoint::begin(self.registry, Some(&runs), description()))
    }

    /// Moves a checked proof to its name, which has its digest: two workers cannot overwrite each other's.
    fn keep_proof(&self, host: &Host, temporary: &Path) -> Result<ProofFile, CampaignError> {
        host.keep_proof().map_err(|error: HostError| CampaignError::Host(error))?;
        let read = digest_file(temporary).map_err(CampaignError::file(temporary, "read"));
        let (digest, bytes) = read?;
        let name = format!("{}-{}.lrat", self.unit, &digest[..12]);
        let path = self.folder.proof_path(&name);
        let synced = File::open(temporary).and_then(|file| file.sync_all());
        let moved = synced.and_then(|()| fs::rename(temporary, &path));
        moved.map_err(CampaignError::file(&path, "written"))?;
        Ok(ProofFile { name, digest, bytes })
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The newest stored run of a unit that no process holds.
fn earlier(runs: &Path) -> Option<ResumedRun> {
    reopen(runs, &newest_run(runs).ok()?).ok()
}
