//! Measurements as text: a line for a terminal, a table in Markdown.

use std::fmt::Write as _;

use sixfold_solver::benchmark::Case;
use sixfold_wire::{BenchDocument, BenchResult};

/// A row as a line of text.
#[must_use]
pub fn bench_line(row: &BenchResult) -> String {
    let [least, most] = row.spread.map(number);
    let unit = &row.unit;
    let mut line = format!(
        "{:40} {:>9} {unit} ({least} .. {most}, {} runs)",
        format!("{}/{}: {}", row.family, row.case, row.metric),
        number(row.value),
        row.runs,
    );
    if let (Some(target), Some(kept)) = (row.target, kept(row)) {
        let verdict = if kept { "ok" } else { "MISSED" };
        let _ = write!(line, "  target {}: {verdict}", short(target));
    }
    for (name, other, digits) in [("baseline", row.baseline, 1), ("before", row.before, 2)] {
        if let (Some(other), Some(value)) = (other, row.value) {
            let _ = write!(line, "  {name} {}: {:.digits$}x", number(Some(other)), other / value);
        }
    }
    line.push('\n');
    line
}

/// The rows of a saved run as a table in Markdown, or those of one family.
#[must_use]
pub fn bench_table(document: &BenchDocument, family: Option<&str>) -> String {
    let (machine, commit) = (&document.machine, &document.commit);
    let mut text = format!(
        "Machine: {machine}. Commit: {commit}. Each row by `sixfold bench FAMILY --case CASE`; one thread where the name says \
         nothing else.\n\n"
    );
    text.push_str("| case | what | median | spread | runs | target | baseline |\n");
    text.push_str("|---|---|---|---|---|---|---|\n");
    for row in document.rows.iter().filter(|row| family.is_none_or(|family| family == row.family)) {
        let [least, most] = row.spread.map(number);
        let before = if family.is_some() { String::new() } else { format!("{}/", row.family) };
        let target = row.target.map(|target| format!("≤ {}", short(target))).unwrap_or_default();
        let missed = if kept(row) == Some(false) { " missed" } else { "" };
        let ratio = |(baseline, value): (f64, f64)| {
            format!("{} ({:.1}×)", number(Some(baseline)), baseline / value)
        };
        let _ = writeln!(
            text,
            "| {before}{}: {} | {} | {} {} | {least} .. {most} | {} | {target}{missed} | {} |",
            row.case,
            row.metric,
            row.description,
            number(row.value),
            row.unit,
            row.runs,
            row.baseline.zip(row.value).map(ratio).unwrap_or_default(),
        );
    }
    text
}

/// A run as the contents of a file: a table in Markdown if its name says so, else JSON.
#[must_use]
pub fn bench_file(document: &BenchDocument, path: &str) -> String {
    match path.ends_with(".md") {
        true => bench_table(document, None),
        false => document.to_string(),
    }
}

/// The cases of some groups, one in a line: its name, and what it measures.
#[must_use]
pub fn bench_cases(groups: &[(&'static str, &'static [Case])]) -> String {
    let name = |group: &str, case: &Case| format!("{group}/{}", case.name);
    let all = || groups.iter().flat_map(|&(group, cases)| cases.iter().map(move |it| (group, it)));
    let widest = all().map(|(group, case)| name(group, case).len()).max().unwrap_or(0);
    all()
        .map(|(group, case)| format!("{:widest$}  {}\n", name(group, case), case.description))
        .collect()
}

/// The characters of a target that is not rounded.
const LONGEST_TARGET: usize = 8;

/// Whether the median keeps to the target, if there is one.
fn kept(row: &BenchResult) -> Option<bool> {
    row.target.map(|target| row.value.is_some_and(|value| value <= target))
}

/// A target as it was written, or rounded if it is a quotient.
fn short(target: f64) -> String {
    let exact = target.to_string();
    if exact.len() <= LONGEST_TARGET { exact } else { number(Some(target)) }
}

fn number(value: Option<f64>) -> String {
    let Some(value) = value else { return "not measured".to_owned() };
    match value.abs() {
        // Below a millisecond, five decimals would round too much away.
        0.000_000_001..0.001 => format!("{value:.8}"),
        0.0..0.1 => format!("{value:.5}"),
        whole if whole.fract() == 0.0 => format!("{value:.0}"),
        0.1..1e6 => format!("{value:.3}"),
        _ => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(target: f64) -> BenchResult {
        BenchResult {
            family: "hexiom".to_owned(),
            case: "levels".to_owned(),
            metric: "time".to_owned(),
            unit: "s".to_owned(),
            description: "all levels".to_owned(),
            target: Some(target),
            baseline: Some(4.0),
            ..BenchResult::measured(&[1.5, 2.0, 2.25])
        }
    }

    #[test]
    fn a_line_has_the_verdict_and_the_ratio() {
        let line = bench_line(&row(1.75));
        assert!(line.starts_with("hexiom/levels: time "), "{line}");
        assert!(
            line.ends_with("2 s (1.500 .. 2.250, 3 runs)  target 1.75: MISSED  baseline 4: 2.0x\n"),
            "{line}"
        );
        assert!(bench_line(&row(1.0 / 1.7)).contains("  target 0.588: MISSED"));
        assert!(bench_line(&row(0.000_01)).contains("  target 0.00001: MISSED"));
    }

    #[test]
    fn a_saved_run_becomes_a_table() {
        let machine = "a machine, 2 cores".to_owned();
        let document = BenchDocument { machine, commit: "abc".to_owned(), rows: vec![row(2.5)] };
        let table = bench_table(&document, None);
        assert!(table.starts_with("Machine: a machine, 2 cores. Commit: abc."), "{table}");
        let last =
            "| hexiom/levels: time | all levels | 2 s | 1.500 .. 2.250 | 3 | ≤ 2.5 | 4 (2.0×) |";
        assert_eq!(table.lines().last(), Some(last));
        assert!(bench_table(&document, Some("hexiom")).contains("\n| levels: time |"));
        assert_eq!(bench_table(&document, Some("magic")).lines().count(), 4);
    }
}
