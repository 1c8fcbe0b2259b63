//! `sixfold bench limits`: by how much engines exceed their time, memory and stop limits on
//! degenerate boards.
//!
//! Each request runs in a child process, because peak memory is a property of a process. Memory that
//! one engine leaves to the allocator must not count for the next.

use std::sync::atomic::Ordering;

use sixfold_host::bench::{CEILING, Excess, METRICS, measure_excess, measure_in_child};
use sixfold_solver::zoo::{Exhibit, exhibits};
use sixfold_wire::{Begin, Verb};

use crate::args::Bench;
use crate::failure::Failure;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS};

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
        output.answer(&values.line(exhibit), values.row(exhibit, 0))?;
        for metric in 1..METRICS.len() {
            output.answer("", values.row(exhibit, metric))?;
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
