//! Measurements as text: a line for a terminal, a table in Markdown.

use std::fmt::Write as _;

use super::cases::Measurement;

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

impl Measurement {
    /// The row as a line of text.
    #[must_use]
    pub fn line(&self) -> String {
        let (least, most) = self.spread();
        let unit = self.metric.unit;
        let mut line = format!(
            "{:40} {:>9} {unit} ({} .. {}, {} runs)",
            self.name(),
            number(self.median()),
            number(least),
            number(most),
            self.runs(),
        );
        if let (Some(target), Some(kept)) = (self.metric.target, self.kept()) {
            let verdict = if kept { "ok" } else { "MISSED" };
            let _ = write!(line, "  target {target}: {verdict}");
        }
        if let Some(baseline) = self.baseline {
            let _ =
                write!(line, "  baseline {}: {:.1}x", number(baseline), baseline / self.median());
        }
        if let Some(before) = self.before {
            let _ = write!(line, "  before {}: {:.2}x", number(before), before / self.median());
        }
        line.push('\n');
        line
    }
}

/// All rows as a table in Markdown.
#[must_use]
pub fn markdown(rows: &[Measurement], machine: &str, commit: &str) -> String {
    let mut text = format!(
        "Machine: {machine}. Commit: {commit}. One thread where the name says nothing else.\n\n"
    );
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
