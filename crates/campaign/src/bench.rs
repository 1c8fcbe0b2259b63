//! Benchmark of campaigns: what it costs to divide a count into units that processes do, and what a second worker brings.
//!
//! The same shares of a count are done in this process one after the other, then by one worker, then by two. The work does
//! not depend on chance, and each unit keeps its checkpoint as it would on a cluster.

use std::path::Path;

use sixfold_host::machine::{WallClock, program};
use sixfold_solver::benchmark::{Case, Metric};
use sixfold_solver::{Clock as _, REGISTRY, Request, Run, Tally, count};

use crate::local::{LocalRun, run_local};
use crate::plan::CampaignVerb;
use crate::split::{SplitBoard, SplitRequest, split};

/// The name under which `bench` has these cases, beside those of the families.
pub const CAMPAIGNS: &str = "campaigns";

/// The cases.
pub static CAMPAIGN_CASES: &[Case] = &[Case {
    name: "workers",
    description: "magic order 4 with six givens in two units of some thirty seconds, one worker and two",
    engine: "exact",
    metrics: &[
        Metric { name: "overhead", unit: "%", target: Some(5.0) },
        Metric { name: "of two workers", unit: "of one", target: Some(0.5556) },
        Metric { name: "in this process", unit: "s", target: None },
        Metric { name: "one worker", unit: "s", target: None },
        Metric { name: "two workers", unit: "s", target: None },
    ],
    baseline: None,
    most_seeds: 3,
    measure: measure_workers,
}];

/// Part of the solution of order 4 in the records.
const BOARD: &str = "\
magic 4 start=3
? ? ? ?
38 ? ? 13 39
? ? ? ? ? ?
? 12 ? ? ? ? ?
? ? ? ? ? ?
35 ? ? 20 ?
? ? ? ?
";

/// How many units there are.
const UNITS: usize = 2;

/// Cut finely, so that the shares are alike.
const PARTS: &str = "2000";

fn measure_workers(run: &Run<'_>) -> Result<Vec<f64>, String> {
    let mut alone = 0.0;
    for unit in 1..=UNITS {
        alone += share(unit, run)?;
    }
    let (one, two) = (workers(1, run)?, workers(2, run)?);
    Ok(vec![(one / alone - 1.0) * 100.0, two / one, alone, one, two])
}

/// The seconds of a share in this process.
fn share(unit: usize, run: &Run<'_>) -> Result<f64, String> {
    let mut settings = options();
    settings.push(("share".to_owned(), format!("{unit}/{UNITS}")));
    let request = Request { text: BOARD, engine: Some("exact"), prove: false, settings: &settings };
    let clock = WallClock::start();
    let alone = Run { clock: &clock, ..Run::alone(1, run.stop) };
    count(REGISTRY, &request, &Tally::default(), &alone).map_err(|error| error.to_string())?;
    Ok(clock.elapsed().as_secs_f64())
}

fn options() -> Vec<(String, String)> {
    vec![("units".to_owned(), PARTS.to_owned())]
}

/// The seconds of all units, done by so many workers.
fn workers(workers: usize, run: &Run<'_>) -> Result<f64, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let request = SplitRequest {
        boards: vec![SplitBoard { name: "magic/4".to_owned(), text: BOARD.to_owned() }],
        verb: CampaignVerb::Count,
        engine: Some("exact".to_owned()),
        prove: false,
        options: options(),
        vary: Vec::new(),
        seed: 1,
        into: UNITS,
        time: None,
    };
    let path = folder.path().join("campaign");
    let program = program().map_err(|error| error.to_string())?;
    let clock = WallClock::start();
    let campaign = split(REGISTRY, &request, &path, &Run::alone(1, run.stop));
    let campaign = campaign.map_err(|error| error.to_string())?;
    let program: &Path = &program;
    let here = LocalRun { program, workers, retries: 0, arguments: &[] };
    run_local(&campaign, &here, run.stop, &mut |_, _| {}).map_err(|error| error.to_string())?;
    Ok(clock.elapsed().as_secs_f64())
}
