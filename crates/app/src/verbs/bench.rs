//! `sixfold bench`: runs benchmark cases over several seeds and reports medians.
//!
//! Baselines are measured in the same run, so ratios compare like with like. `--compare` adds the
//! medians of an earlier run.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use serde_json::{Value, json};
use sixfold_puzzle::Kind;
use sixfold_puzzle::picture::{Theme, chart, svg};
use sixfold_solver::benchmark::{Case, Drawing, Metric, Sample};
use sixfold_solver::{Budget, Never, Run, registration};

use crate::args::Bench;
use crate::atomic_file::AtomicFile;
use crate::engine_run::WallClock;
use crate::failure::Failure;
use crate::host::Host;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS};
use crate::verbs::{limits, list};

/// One metric of a case, measured over several seeds.
struct Measurement {
    family: &'static str,
    case: &'static Case,
    metric: Metric,
    values: Vec<f64>,
    /// Median of the baseline, measured in the same run.
    baseline: Option<f64>,
    /// Median of an earlier run.
    before: Option<f64>,
}

impl Measurement {
    fn name(&self) -> String {
        format!("{}/{}: {}", self.family, self.case.name, self.metric.name)
    }

    fn median(&self) -> f64 {
        self.values[self.values.len() / 2]
    }

    fn spread(&self) -> (f64, f64) {
        (self.values[0], self.values[self.values.len() - 1])
    }

    fn kept(&self) -> Option<bool> {
        self.metric.target.map(|target| self.median() <= target)
    }
}

pub(crate) fn run(args: &Bench, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    if args.family.as_deref() == Some(limits::NAME) {
        return limits::run(args, output);
    }
    let kinds = match &args.family {
        None => Kind::ALL.to_vec(),
        Some(name) => vec![list::named(name)?],
    };
    let earlier = args.compare.as_deref().map(read_earlier).transpose()?;
    let destination = args.output.as_deref().map(AtomicFile::open).transpose()?;
    let machine = machine();
    output.begin("bench", json!({ "machine": machine, "commit": commit() }))?;
    output.remark(&format!("{machine}; commit {}; one thread", commit()));
    let mut rows: Vec<Measurement> = Vec::new();
    for &kind in &kinds {
        let family = kind.puzzle().about().name;
        for case in chosen((registration(kind).benchmarks)(), args) {
            let measured = match args.instructions {
                true => Some(vec![instructions(family, case)?]),
                false => measure(family, case, args, output)?,
            };
            let Some(measured) = measured else { return Ok(STOPPED) };
            for mut row in measured {
                row.baseline = baseline(&row, &rows);
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
        draw(folder, &kinds, &rows, &args.theme.theme())?;
    }
    let missed = rows.iter().filter(|row| row.kept() == Some(false)).count();
    output.remark(&format!("{} rows, {missed} beyond their target", rows.len()));
    Ok(if missed == 0 { SUCCESS } else { NEGATIVE })
}

/// The cases asked for, each after the baseline it needs.
fn chosen(cases: &'static [Case], args: &Bench) -> Vec<&'static Case> {
    let names = &args.cases;
    let named = |name: &String, case: &Case| name == case.name || belongs(case.name, name);
    let asked = |case: &&Case| names.is_empty() || names.iter().any(|name| named(name, case));
    let wanted: Vec<&Case> = cases.iter().filter(asked).collect();
    let needed = |case: &&Case| {
        let compared = wanted.iter().any(|other| other.baseline == Some(case.name));
        asked(case) || (compared && !args.only && !args.instructions)
    };
    cases.iter().filter(needed).collect()
}

/// Whether a case belongs to a group.
fn belongs(case: &str, group: &str) -> bool {
    case.split_once('/').is_some_and(|(before, _)| before == group)
}

/// Draws the pictures of the groups that were measured into a folder.
fn draw(folder: &str, kinds: &[Kind], rows: &[Measurement], theme: &Theme) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| Failure::usage(format!("`{folder}` cannot be created: {error}")))?;
    let sample = |row: &Measurement| Sample {
        case: row.case.name,
        metric: row.metric.name,
        value: row.median(),
    };
    for &kind in kinds {
        let family = kind.puzzle().about().name;
        let rows = || rows.iter().filter(|row| row.family == family);
        let samples: Vec<Sample> = rows().map(sample).collect();
        for picture in registration(kind).pictures {
            if rows().any(|row| belongs(row.case.name, picture.group)) {
                let text = match (picture.draw)(&samples) {
                    Drawing::Scene(scene) => svg(&scene, theme),
                    Drawing::Chart(bars) => chart(&bars, theme),
                };
                let path = format!("{folder}/{}.svg", picture.name);
                AtomicFile::open(&path)?.finish(text.as_bytes())?;
            }
        }
    }
    Ok(())
}

/// Measures a case with several seeds; `None` if it was interrupted.
fn measure(
    family: &'static str,
    case: &'static Case,
    args: &Bench,
    output: &mut Output<'_, '_>,
) -> Result<Option<Vec<Measurement>>, Failure> {
    let host = Host::new(None).map_err(Failure::usage)?;
    let world = output.world();
    let mut samples = vec![Vec::new(); case.metrics.len()];
    for seed in 1..=args.seeds.min(case.most_seeds) {
        let run = Run {
            seed,
            threads: 1,
            clock: &WallClock::start(),
            deadline: None,
            stop: world.stop,
            sink: &|_| {},
            ceiling: None,
            budget: &Budget::unlimited(),
            outside: &host,
            checkpoint: &Never,
            cancelled: None,
        };
        world.working.store(true, std::sync::atomic::Ordering::Relaxed);
        let measured = (case.measure)(&run);
        world.working.store(false, std::sync::atomic::Ordering::Relaxed);
        if run.halted().is_some() {
            return Ok(None);
        }
        let name = case.name;
        let values = measured.map_err(|problem| {
            Failure::Bug(format!("the case {family}/{name} failed with seed {seed}: {problem}"))
        })?;
        samples.iter_mut().zip(values).for_each(|(sample, value)| sample.push(value));
    }
    let row = |(&metric, mut values): (&Metric, Vec<f64>)| {
        values.sort_by(f64::total_cmp);
        Measurement { family, case, metric, values, baseline: None, before: None }
    };
    Ok(Some(case.metrics.iter().zip(samples).map(row).collect()))
}

/// Counts the instructions of one measurement with the first seed, by running this program under
/// valgrind. The count includes the start of the program.
fn instructions(family: &'static str, case: &'static Case) -> Result<Measurement, Failure> {
    let fail = |error: String| Failure::usage(format!("instructions cannot be counted: {error}"));
    let program = std::env::current_exe().map_err(|error| fail(error.to_string()))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["bench", family, "--case", case.name, "--seeds", "1", "--only", "-q"])
        .output()
        .map_err(|error| fail(format!("valgrind: {error}")))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let counted = text.lines().find_map(|line| line.split_once("Collected : "));
    let count = counted.and_then(|(_, count)| count.trim().parse::<f64>().ok());
    let count = count.ok_or_else(|| fail("valgrind gave no count".to_owned()))?;
    let metric = Metric { name: "instructions", unit: "", target: None };
    Ok(Measurement { family, case, metric, values: vec![count], baseline: None, before: None })
}

/// The median of the baseline of a row.
fn baseline(row: &Measurement, rows: &[Measurement]) -> Option<f64> {
    let name = row.case.baseline?;
    let same =
        |other: &&Measurement| other.case.name == name && other.metric.name == row.metric.name;
    rows.iter().find(same).map(Measurement::median)
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
        row.values.len(),
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
        "runs": row.values.len(),
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
            row.values.len(),
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

/// The processor and its cores, as far as the system reports them.
fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model
        .and_then(|rest| rest.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores")
}

/// The commit of the working directory, if it is a git checkout.
fn commit() -> String {
    let output = Command::new("git").args(["rev-parse", "--short", "HEAD"]).output();
    let hash = output.ok().filter(|output| output.status.success());
    let hash = hash.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    hash.unwrap_or_else(|| "unknown".to_owned())
}
