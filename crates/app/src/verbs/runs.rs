//! `sixfold runs` and `sixfold resume`: lists stored runs and continues one from its checkpoint.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use sixfold_host::Source;
use sixfold_host::input::Input;
use sixfold_host::runs::{StoredRun, remove, reopen, stored_run, stored_runs};
use sixfold_puzzle::join;
use sixfold_solver::storage::Found;
use sixfold_solver::storage::Ledger;
use sixfold_solver::{Aim, Listing};

use crate::args::{CheckpointOptions, Count, Enumerate, Resume, RunOptions, Runs, Solve};
use crate::failure::Failure;
use crate::output::{Exit, Output, SUCCESS, merge};
use crate::verbs::{count, enumerate, solve};

/// The folder of all runs.
fn folder(output: &Output<'_, '_>) -> Result<PathBuf, Failure> {
    output.world().runs.clone().ok_or_else(|| {
        let help = "set XDG_STATE_HOME or HOME";
        Failure::with_help("there is no folder for stored runs", help)
    })
}

pub(crate) fn run(args: &Runs, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let runs = folder(output)?;
    output.begin("runs", json!({ "folder": runs.to_string_lossy() }))?;
    match (&args.run, &args.remove) {
        (_, Some(name)) if name == "all" => remove_all(&runs, output)?,
        (_, Some(name)) => {
            remove(&runs, name)?;
            output.answer("", json!({ "run": name, "removed": true }))?;
        }
        (Some(name), None) => {
            let row = stored_run(&runs, name)?;
            let (text, details) = details(&row);
            let mut data = data(&row);
            merge(&mut data, details);
            output.answer(&text, data)?;
        }
        (None, None) => {
            let rows = stored_runs(&runs)?;
            for row in &rows {
                output.answer(&line(row), data(row))?;
            }
            if rows.is_empty() {
                output.remark("no run is kept");
            }
        }
    }
    Ok(SUCCESS)
}

/// Removes all stored runs but those in use by a process.
fn remove_all(runs: &Path, output: &mut Output<'_, '_>) -> Result<(), Failure> {
    let rows = stored_runs(runs)?;
    for row in &rows {
        if row.working {
            output
                .remark(&format!("{} is in use by another process and was not removed", row.name));
            continue;
        }
        remove(runs, &row.name)?;
        output.answer("", json!({ "run": row.name, "removed": true }))?;
    }
    if rows.is_empty() {
        output.remark("no run is kept");
    }
    Ok(())
}

fn when(row: &StoredRun) -> Option<String> {
    row.when.map(|when| humantime::format_rfc3339_seconds(when).to_string())
}

fn line(row: &StoredRun) -> String {
    let name = &row.name;
    match &row.found {
        Err(problem) => format!("{name:20} {problem}\n"),
        Ok(Found { saved, .. }) => {
            let (verb, engine) = (saved.identity.aim.verb(), &saved.identity.engine);
            let when = when(row).unwrap_or_default();
            let working = if row.working { ", at work" } else { "" };
            format!("{name:20} {verb:6} {engine:10} {when:20}  {}{working}\n", saved.progress())
        }
    }
}

fn data(row: &StoredRun) -> Value {
    let mut data = json!({ "run": row.name, "working": row.working });
    merge(
        &mut data,
        match &row.found {
            Err(problem) => json!({ "problem": problem }),
            Ok(Found { saved, damaged }) => json!({
                "family": saved.identity.family(),
                "verb": saved.identity.aim.verb(),
                "engine": saved.identity.engine,
                "seed": saved.identity.seed,
                "version": saved.identity.version,
                "preset": saved.note("preset"),
                "when": when(row),
                "seconds": saved.worked.as_secs_f64(),
                "progress": saved.progress(),
                "damaged": damaged,
            }),
        },
    );
    data
}

/// All details of a run, as text and as JSON: its instance and every finished unit.
fn details(row: &StoredRun) -> (String, Value) {
    let Ok(Found { saved, damaged }) = &row.found else { return (line(row), json!({})) };
    let identity = &saved.identity;
    let mut text = line(row);
    let settings = identity.settings.iter().map(|(name, value)| format!("{name}={value}"));
    let settings = settings.collect::<Vec<_>>().join(" ");
    let worked = humantime::format_duration(std::time::Duration::from_secs(saved.worked.as_secs()));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "seed {}, {settings}, version {}", identity.seed, identity.version);
    let _ = writeln!(text, "worked {worked}, checkpoint {}", saved.generation);
    damaged.iter().for_each(|damage| {
        let _ = writeln!(text, "damaged: {damage}");
    });
    text.push_str(&identity.instance);
    let mut details = json!({ "instance": identity.instance });
    match Ledger::parse(&saved.state) {
        Ok(ledger) => {
            text.push_str(&table(&ledger));
            merge(&mut details, audit(&ledger));
        }
        // Not a ledger of units: only the engine can read this state.
        Err(_) => merge(&mut details, json!({ "state": saved.state })),
    }
    (text, details)
}

/// A table of the finished units.
fn table(ledger: &Ledger) -> String {
    let mut text = format!("{:20} {:>12}", "unit", "count");
    ledger.counters.iter().for_each(|name| {
        let _ = write!(text, " {name:>14}");
    });
    text.push('\n');
    for entry in ledger.entries.values() {
        let _ = write!(text, "{:20} {:>12}", entry.name, entry.count);
        entry.numbers.iter().for_each(|number| {
            let _ = write!(text, " {number:>14}");
        });
        text.push('\n');
    }
    text
}

fn audit(ledger: &Ledger) -> Value {
    let rows = ledger.entries.values().map(|entry| {
        let mut row = Map::new();
        row.insert("unit".to_owned(), json!(entry.name));
        row.insert("count".to_owned(), json!(entry.count.to_string()));
        for (name, number) in ledger.counters.iter().zip(&entry.numbers) {
            row.insert(name.clone(), json!(number.to_string()));
        }
        Value::Object(row)
    });
    json!({ "work": ledger.work, "units": ledger.units, "finished": rows.collect::<Vec<_>>() })
}

/// The name of the run to resume: by default the newest that can be resumed.
fn named(args: &Resume, runs: &Path) -> Result<String, Failure> {
    if let Some(name) = &args.run {
        return Ok(name.clone());
    }
    let rows = stored_runs(runs)?.into_iter().filter(StoredRun::can_be_resumed);
    let newest = rows.max_by_key(|row| row.when).map(|row| row.name);
    newest.ok_or_else(|| Failure::usage("no stored run can be resumed"))
}

/// Resumes a run with its own verb, engine, options and seed.
pub(crate) fn resume(args: &Resume, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let runs = folder(output)?;
    let run = reopen(&runs, &named(args, &runs)?)?;
    for damage in &run.damaged {
        output.remark(&format!("damaged, so an earlier checkpoint is used: {damage}"));
    }
    let (name, saved) = (run.name.clone(), &run.saved);
    if args.run.is_none() {
        output.remark(&format!("resuming {name}: {}", saved.progress()));
    }
    let identity = saved.identity.clone();
    let note = |name: &str| saved.note(name).map(str::to_owned);
    let text = match &identity.incumbent {
        Some(solution) => join(&identity.instance, solution),
        None => identity.instance,
    };
    let input = Input { source: Source { name, text }, preset: note("preset") };
    let options = RunOptions {
        engine: Some(identity.engine),
        time: args.time,
        seed: identity.seed,
        threads: args.threads,
        settings: identity.settings,
        memory: args.memory,
    };
    let saving = CheckpointOptions { checkpoint_every: args.saving.checkpoint_every };
    let (file, prove, proof) = (String::new(), identity.prove, note("proof"));
    match identity.aim {
        Aim::Solve => {
            let path = args.output.clone().or_else(|| note("output"));
            let replace = note("replace").is_some();
            let args =
                Solve { file, prove, proof, options, saving, output: path, replace, fresh: false };
            solve::run_or_resume(&args, input, Some(run), output)
        }
        Aim::Count(tally) if args.output.is_none() => {
            let (limit, up_to_symmetry) = (tally.limit, note("up-to-symmetry").is_some());
            let args = Count { file, limit, up_to_symmetry, prove, proof, options, saving };
            count::run_or_resume(&args, input, Some(run), output)
        }
        Aim::List(listing) if args.output.is_none() => {
            let Listing { limit, up_to_symmetry } = listing;
            let args = Enumerate { file, limit, up_to_symmetry, options, saving };
            enumerate::run_or_resume(&args, input, Some(run), output)
        }
        Aim::Count(_) => Err(Failure::usage("--output is not supported for a count")),
        Aim::List(_) => Err(Failure::usage("--output is not supported for a list of solutions")),
    }
}
