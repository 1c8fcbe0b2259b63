//! `sixfold campaign`: a search that several machines divide.

use sixfold_campaign::{
    CampaignError, CampaignFolder, EstimateRequest, LocalRun, MergeOptions, SlurmOptions,
    SplitBoard, SplitRequest, UnitLimits, Worked, estimate, merge, queued_units, run_local,
    run_on_hosts, split, submit, survey, wait_for_jobs, work,
};
use sixfold_host::machine::{WallClock, cores, program};
use sixfold_host::{AtomicFile, HostError};
use sixfold_solver::job::{JobEvent, sink};
use sixfold_solver::{Claim, Event, Run};
use sixfold_wire::{Begin, CampaignEstimate, CampaignMerged, Verb};

use crate::args::{
    CampaignStep, EstimateArguments, MergeArguments, Place, RunArguments, SplitArguments,
    WorkArguments,
};
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS};

type Done = Result<Exit, Failure>;

pub(crate) fn run(step: &CampaignStep, output: &mut Output<'_, '_>) -> Done {
    output.begin(Begin::of(Verb::Campaign))?;
    match step {
        CampaignStep::Split(args) => split_into(args, output),
        CampaignStep::Work(args) => do_units(args, output),
        CampaignStep::Run(args) => run_all(args, output),
        CampaignStep::Status(args) => status(&CampaignFolder::open(&args.folder)?, output),
        CampaignStep::Merge(args) => merge_all(args, output),
        CampaignStep::Estimate(args) => estimate_cost(args, output),
    }
}

fn board(name: &str, output: &mut Output<'_, '_>) -> Result<SplitBoard, Failure> {
    let text = input::read(name, output)?.source.text;
    Ok(SplitBoard { name: name.to_owned(), text })
}

fn split_into(args: &SplitArguments, output: &mut Output<'_, '_>) -> Done {
    let Some((folder, files @ [_, ..])) = args.names.split_last() else {
        let problem = "a board and a folder are expected, such as `magic/3 --into 8 campaign`";
        return Err(Failure::usage(problem));
    };
    let boards = files.iter().map(|name| board(name, output));
    let work = args.work.clone();
    let request = SplitRequest {
        boards: boards.collect::<Result<_, _>>()?,
        verb: work.verb.into(),
        engine: work.engine,
        prove: work.prove,
        options: work.settings,
        vary: args.vary.clone(),
        seed: work.seed,
        into: args.into,
        time: args.time.map(|time| time.as_secs().max(1)),
    };
    let world = output.world();
    let folder = split(world.registry, &request, folder, &Run::alone(work.seed, world.stop))?;
    output.answer(&folder.words(), folder.to_wire())?;
    Ok(SUCCESS)
}

/// Runs a part of a campaign with the progress display.
fn watched<T>(
    output: &mut Output<'_, '_>,
    part: impl FnOnce(&(dyn Fn(&Event) + Sync)) -> Result<T, CampaignError>,
) -> Result<T, Failure> {
    let idle = output.world().idle;
    let (reporter, clock) = (output.reporter(None), WallClock::start());
    let listener = |event: JobEvent| reporter.event(&event);
    let sink = sink(&clock, &listener);
    idle.store(false, std::sync::atomic::Ordering::Relaxed);
    let done = part(&sink);
    idle.store(true, std::sync::atomic::Ordering::Relaxed);
    drop(sink);
    reporter.finish();
    Ok(done?)
}

fn do_units(args: &WorkArguments, output: &mut Output<'_, '_>) -> Done {
    let folder = CampaignFolder::open(&args.folder)?;
    let every = args.checkpoint_every.0;
    let limits = UnitLimits { threads: args.threads, memory: args.memory, time: args.time, every };
    let (registry, stop) = (output.world().registry, output.world().stop);
    for &unit in args.units.numbers() {
        let worked = watched(output, |sink| work(registry, &folder, unit, limits, stop, sink))?;
        output.answer(&worked.words(unit), folder.unit_to_wire(unit, &worked))?;
        if matches!(worked, Worked::Stopped(_)) {
            return Ok(STOPPED);
        }
    }
    Ok(SUCCESS)
}

fn run_all(args: &RunArguments, output: &mut Output<'_, '_>) -> Done {
    let folder = CampaignFolder::open(&args.folder)?;
    let folder = match args.draw {
        Some(units) => folder.draw(units, args.seed),
        None => folder,
    };
    let program = program().map_err(HostError::Child)?;
    let (stop, idle) = (output.world().stop, output.world().idle);
    idle.store(false, std::sync::atomic::Ordering::Relaxed);
    match &args.on {
        Place::Local => {
            let workers = args.workers.unwrap_or_else(|| (cores() / args.threads.max(1)).max(1));
            let arguments = ["--threads".to_owned(), args.threads.to_string()];
            let (retries, arguments) = (args.retries, &arguments[..]);
            let run = LocalRun { program: &program, workers, retries, arguments };
            run_local(&folder, &run, stop, &mut |unit, done| {
                output.remark(&format!("unit {unit}: {}", if done { "done" } else { "not done" }));
            })?;
        }
        Place::Hosts(hosts) => run_on_hosts(&folder, &program, hosts, args.threads)?,
        Place::Slurm => {
            let options = SlurmOptions {
                partition: args.partition.clone(),
                account: args.account.clone(),
                time: args.time.clone(),
                memory: args.memory.clone(),
                threads: args.threads,
                at_once: args.workers,
                units_per_task: args.units_per_task,
            };
            for _ in 0..=args.retries {
                let submitted = submit(&folder, &program, &options)?;
                submitted
                    .job
                    .iter()
                    .for_each(|job| output.remark(&format!("submitted as job {job}")));
                if !args.wait || !wait_for_jobs(&folder, stop)? || folder.open_units()?.is_empty() {
                    break;
                }
            }
        }
    }
    idle.store(true, std::sync::atomic::Ordering::Relaxed);
    let exit = status(&folder, output)?;
    let submitted = matches!(args.on, Place::Slurm) && !args.wait;
    Ok(if submitted || folder.open_units()?.is_empty() { SUCCESS } else { exit })
}

fn status(folder: &CampaignFolder, output: &mut Output<'_, '_>) -> Done {
    let (survey, queued) = (survey(folder)?, queued_units(folder)?.len());
    output.answer(&survey.words(queued), folder.status_to_wire(&survey, queued))?;
    Ok(if survey.done() == survey.units.len() { SUCCESS } else { STOPPED })
}

fn merge_all(args: &MergeArguments, output: &mut Output<'_, '_>) -> Done {
    let folder = CampaignFolder::open(&args.folder)?;
    let options = MergeOptions { sample: args.sample, seed: args.seed, threads: args.threads };
    let (registry, stop) = (output.world().registry, output.world().stop);
    let merged = watched(output, |sink| merge(registry, &folder, options, stop, sink))?;
    if let Some(path) = &args.output {
        let documents: Vec<&String> =
            merged.boards.iter().filter_map(|board| board.document.as_ref()).collect();
        let [document] = documents[..] else {
            return Err(Failure::usage("--output is for a campaign with one board and a solution"));
        };
        AtomicFile::open(path)?.finish(document.as_bytes())?;
    }
    output.answer(&merged.words(), CampaignMerged::from(&merged))?;
    let open = !merged.missing.is_empty() || merged.halt.is_some();
    let unsure = merged.boards.iter().any(|board| board.claim == Claim::Nothing);
    Ok(match merged.problems.is_empty() {
        false => NEGATIVE,
        true if open || unsure => STOPPED,
        true => SUCCESS,
    })
}

fn estimate_cost(args: &EstimateArguments, output: &mut Output<'_, '_>) -> Done {
    let work = args.work.clone();
    let request = EstimateRequest {
        board: board(&args.file, output)?,
        verb: work.verb.into(),
        engine: work.engine,
        prove: work.prove,
        options: work.settings,
        sample: args.sample,
        time: args.time,
        dives: args.dives,
        seed: work.seed,
    };
    let (registry, stop) = (output.world().registry, output.world().stop);
    let estimate = watched(output, |_| estimate(registry, &request, stop))?;
    output.answer(&estimate.words(), CampaignEstimate::from(&estimate))?;
    Ok(SUCCESS)
}
