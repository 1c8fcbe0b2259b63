//! `sixfold bench limits`: by how much engines exceed their time, memory and stop limits on
//! degenerate boards.
//!
//! Each request runs in a child process, because peak memory is a property of a process. Memory that
//! one engine leaves to the allocator must not count for the next.

use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sixfold_host::HostError;
use sixfold_host::bench::{CEILING, Excess, LimitMetric, METRICS, limited_output, measure_excess};
use sixfold_solver::zoo::{Exhibit, exhibits};
use sixfold_wire::{Begin, BenchResult, Line, ResultData, Verb};

use crate::args::Bench;
use crate::failure::Failure;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS};

/// The argument that selects this benchmark instead of a family.
pub(super) const NAME: &str = "limits";

/// A child process is killed after this time.
const KILL_AFTER: Duration = Duration::from_secs(60);

pub(super) fn run(args: &Bench, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let others = [&args.output, &args.compare, &args.pictures];
    if args.instructions || others.iter().any(|option| option.is_some()) {
        return Err(Failure::usage("`bench limits` takes only --case and --time"));
    }
    let registry = output.world().registry;
    let all = registry.families().iter().flat_map(|&family| exhibits(family));
    let chosen: Vec<Exhibit> = all.filter(|exhibit| asked(args, exhibit)).collect();
    if chosen.is_empty() {
        return Err(Failure::usage(
            "no such row; expected a name such as hexiom/sixes-64/sat/solve",
        ));
    }
    let (time, ceiling) = (Some(args.time.as_secs_f64()), Some(CEILING));
    output.begin(Begin { time, ceiling, ..Begin::of(Verb::Bench) })?;
    let mut worst = Excess::default();
    let (mut rows, mut missed) = (0, 0);
    for exhibit in &chosen {
        if output.world().stop.load(Ordering::Relaxed) {
            return Ok(STOPPED);
        }
        let values = match args.here {
            true => measure_excess(exhibit, args.time, registry)?,
            false => measure_in_child(exhibit, args.time)?,
        };
        let Some(values) = values else { continue };
        rows += 1;
        missed += usize::from(!values.kept());
        worst = worst.worse(values);
        output.answer(&line(exhibit, &values), data(exhibit, &values, 0))?;
        for metric in 1..METRICS.len() {
            output.answer("", data(exhibit, &values, metric))?;
        }
    }
    output.remark(&format!("{rows} rows, {missed} beyond their targets; worst:{}", worst.words()));
    Ok(if missed == 0 { SUCCESS } else { NEGATIVE })
}

/// Whether a row was asked for, by its name or a prefix of it.
fn asked(args: &Bench, exhibit: &Exhibit) -> bool {
    let name = format!("{exhibit}/");
    args.cases.is_empty() || args.cases.iter().any(|case| name.starts_with(&format!("{case}/")))
}

fn line(exhibit: &Exhibit, values: &Excess) -> String {
    let verdict = if values.kept() { "ok" } else { "MISSED" };
    format!("{:44}{}  {verdict}\n", exhibit.to_string(), values.words())
}

/// A row as in other benchmarks.
fn data(exhibit: &Exhibit, values: &Excess, metric: usize) -> BenchResult {
    let LimitMetric { name, unit, target } = METRICS[metric];
    BenchResult {
        family: exhibit.family.name().to_owned(),
        case: format!("{NAME}/{}/{}", exhibit.board(), exhibit.verb()),
        engine: exhibit.engine.to_owned(),
        metric: name.to_owned(),
        unit: unit.to_owned(),
        target: Some(target),
        ..BenchResult::measured(&values.0[metric..=metric])
    }
}

/// Measures in a child process; `None` if the engine does not serve the board.
fn measure_in_child(exhibit: &Exhibit, time: Duration) -> Result<Option<Excess>, Failure> {
    let mut command = Command::new(std::env::current_exe().map_err(HostError::Child)?);
    command
        .args(["bench", NAME, "--here", "--json", "-q", "--case", &exhibit.to_string()])
        .args(["--time", &format!("{}ms", time.as_millis())]);
    let Some(text) = limited_output(&mut command, KILL_AFTER)? else {
        return Ok(Some(Excess::hopeless(KILL_AFTER)));
    };
    let mut values = Vec::new();
    for line in text.lines().filter_map(|line| line.parse::<Line>().ok()) {
        match line {
            Line::Error(error) => {
                return Err(Failure::Bug(format!("{exhibit} failed: {:?}", error.message)));
            }
            Line::Result(ResultData::Bench(row)) => values.extend(row.value),
            _ => {}
        }
    }
    Ok(values.try_into().ok().map(Excess))
}
