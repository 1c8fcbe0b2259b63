//! `sixfold bench`: runs benchmark cases over several seeds and reports medians.
//!
//! Baselines are measured in the same run, so ratios compare like with like. `--compare` adds the
//! medians of an earlier run.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use sixfold_host::bench::{Measurement, chosen, count_instructions, draw_pictures, measure};
use sixfold_host::{AtomicFile, HostError, machine};
use sixfold_solver::benchmark::{Case, Metric};

use crate::args::Bench;
use crate::failure::Failure;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS};
use crate::verbs::{limits, list};

pub(crate) fn run(args: &Bench, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    if args.family.as_deref() == Some(limits::NAME) {
        return limits::run(args, output);
    }
    let registry = output.world().registry;
    let families = match &args.family {
        None => registry.families().to_vec(),
        Some(name) => vec![list::named(registry, name)?],
    };
    let earlier = args.compare.as_deref().map(read_earlier).transpose()?;
    let destination = args.output.as_deref().map(AtomicFile::open).transpose()?;
    let machine = machine::processor();
    output.begin("bench", json!({ "machine": machine, "commit": commit() }))?;
    output.remark(&format!("{machine}; commit {}; one thread", commit()));
    let baselines = !args.only && !args.instructions;
    let mut rows: Vec<Measurement> = Vec::new();
    for &registration in &families {
        let family = registration.name();
        for case in chosen((registration.benchmarks)(), &args.cases, baselines) {
            let rows_of_case = match args.instructions {
                true => Some(vec![instructions(family, case)?]),
                false => measured(family, case, args, output)?,
            };
            let Some(rows_of_case) = rows_of_case else { return Ok(STOPPED) };
            for mut row in rows_of_case {
                row.compare_with(&rows);
                row.before = earlier.as_ref().and_then(|earlier| earlier.get(&row.name()).copied());
                output.answer(&line(&row), data(&row))?;
                rows.push(row);
            }
        }
    }
    if rows.is_empty() {
        return Err(Failure::usage("no such benchmark case; `sixfold bench` runs them all"));
    }
    if let Some(destination) = destination {
        destination.finish(document(args, &rows, &machine).as_bytes())?;
    }
    if let Some(folder) = &args.pictures {
        draw_pictures(Path::new(folder), &families, &rows, &args.theme.theme())?;
    }
    let missed = rows.iter().filter(|row| row.kept() == Some(false)).count();
    output.remark(&format!("{} rows, {missed} beyond their target", rows.len()));
    Ok(if missed == 0 { SUCCESS } else { NEGATIVE })
}

/// Measures a case with several seeds; `None` if it was interrupted.
fn measured(
    family: &'static str,
    case: &'static Case,
    args: &Bench,
    output: &Output<'_, '_>,
) -> Result<Option<Vec<Measurement>>, Failure> {
    let world = output.world();
    world.working.store(true, Ordering::Relaxed);
    let measured = measure(family, case, args.seeds, world.stop);
    world.working.store(false, Ordering::Relaxed);
    Ok(measured?)
}

/// Counts the instructions of one measurement with the first seed, by running this program under
/// valgrind. The count includes the start of the program.
fn instructions(family: &'static str, case: &'static Case) -> Result<Measurement, Failure> {
    let program = std::env::current_exe();
    let program = program.map_err(|error| HostError::Instructions(error.to_string()))?;
    let arguments = ["bench", family, "--case", case.name, "--seeds", "1", "--only", "-q"];
    let count = count_instructions(&program, &arguments)?;
    let metric = Metric { name: "instructions", unit: "", target: None };
    Ok(Measurement::new(family, case, metric, vec![count]))
}

fn number(value: f64) -> String {
    match value.abs() {
        // Below a millisecond, five decimals would round too much away.
        0.000_000_001..0.001 => format!("{value:.8}"),
        0.0..0.1 => format!("{value:.5}"),
        whole if whole.fract() == 0.0 => format!("{value:.0}"),
        0.1..1e6 => format!("{value:.3}"),
        _ => format!("{value:.0}"),
    }
}

fn line(row: &Measurement) -> String {
    let (least, most) = row.spread();
    let unit = row.metric.unit;
    let mut line = format!(
        "{:40} {:>9} {unit} ({} .. {}, {} runs)",
        row.name(),
        number(row.median()),
        number(least),
        number(most),
        row.runs(),
    );
    if let (Some(target), Some(kept)) = (row.metric.target, row.kept()) {
        let verdict = if kept { "ok" } else { "MISSED" };
        let _ = write!(line, "  target {target}: {verdict}");
    }
    if let Some(baseline) = row.baseline {
        let _ = write!(line, "  baseline {}: {:.1}x", number(baseline), baseline / row.median());
    }
    if let Some(before) = row.before {
        let _ = write!(line, "  before {}: {:.2}x", number(before), before / row.median());
    }
    line.push('\n');
    line
}

fn data(row: &Measurement) -> Value {
    let (least, most) = row.spread();
    json!({
        "family": row.family,
        "case": row.case.name,
        "engine": row.case.engine,
        "metric": row.metric.name,
        "value": row.median(),
        "unit": row.metric.unit,
        "runs": row.runs(),
        "spread": [least, most],
        "target": row.metric.target,
        "baseline": row.baseline,
        "ratio": row.baseline.map(|baseline| baseline / row.median()),
        "before": row.before,
    })
}

/// The whole run as a file: Markdown if its name says so, else JSON.
fn document(args: &Bench, rows: &[Measurement], machine: &str) -> String {
    if args.output.as_deref().is_some_and(|path| path.ends_with(".md")) {
        return markdown(rows, machine);
    }
    let rows: Vec<Value> = rows.iter().map(data).collect();
    let whole = json!({ "machine": machine, "commit": commit(), "rows": rows });
    format!("{whole:#}\n")
}

fn markdown(rows: &[Measurement], machine: &str) -> String {
    let mut text = format!("Machine: {machine}. Commit: {}. One thread.\n\n", commit());
    text.push_str("| case | what | median | spread | runs | target | baseline |\n");
    text.push_str("|---|---|---|---|---|---|---|\n");
    for row in rows {
        let (least, most) = row.spread();
        let target = row.metric.target.map(|target| format!("≤ {target}")).unwrap_or_default();
        let ratio =
            |baseline: f64| format!("{} ({:.1}×)", number(baseline), baseline / row.median());
        let _ = writeln!(
            text,
            "| {} | {} | {} {} | {} .. {} | {} | {target} | {} |",
            row.name(),
            row.case.description,
            number(row.median()),
            row.metric.unit,
            number(least),
            number(most),
            row.runs(),
            row.baseline.map(ratio).unwrap_or_default(),
        );
    }
    text
}

/// The medians of an earlier run, by the name of the row.
fn read_earlier(path: &str) -> Result<BTreeMap<String, f64>, Failure> {
    let wrong = |problem: String| {
        Failure::usage(format!("`{path}` is not a JSON result of `sixfold bench`: {problem}"))
    };
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let whole: Value = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let rows = whole["rows"].as_array().ok_or_else(|| wrong("it has no rows".to_owned()))?;
    let row = |row: &Value| {
        let word = |key: &str| row[key].as_str();
        let name = format!("{}/{}: {}", word("family")?, word("case")?, word("metric")?);
        Some((name, row["value"].as_f64()?))
    };
    Ok(rows.iter().filter_map(row).collect())
}

/// The commit of the working directory, if it is a git checkout.
fn commit() -> String {
    machine::commit().unwrap_or_else(|| "unknown".to_owned())
}
