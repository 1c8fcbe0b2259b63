//! `sixfold sweep`: counts the solutions of the blank board for each value of a setting.

use sixfold_host::Source;
use sixfold_solver::{SweepReport, SweepRequest, SweepRow, sweep};
use sixfold_wire::{SweepResult, Verb};

use crate::args::Sweep;
use crate::engine_run::{RunSetup, run_session};
use crate::failure::Failure;
use crate::output::{Exit, Output, STOPPED, SUCCESS};
use crate::verbs::count;
use crate::verbs::list::named;

pub(crate) fn run(args: &Sweep, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let family = named(output.world().registry, &args.family)?;
    output.begin(args.options.begin_order(Verb::Sweep, args.order))?;
    let request = SweepRequest {
        family,
        order: args.order.into(),
        engine: args.options.engine.as_deref(),
        settings: &args.options.settings,
    };
    let setup = RunSetup::transient(&args.options);
    let (report, _) = run_session(&setup, output, |registry, run| sweep(registry, &request, run))?;
    let nowhere = || Source { name: args.family.clone(), text: String::new() };
    let report = report.map_err(|error| Failure::session(&nowhere(), error))?;
    if output.is_json() {
        let mut rows = report.rows.iter();
        rows.try_for_each(|row| output.answer("", SweepResult::new(&report, row)))?;
    } else {
        output.text(table(&report))?;
    }
    output.remark(&report.words());
    Ok(if report.decided() == report.asked { SUCCESS } else { STOPPED })
}

fn reason(row: &SweepRow) -> Option<&'static str> {
    row.counted.reason.as_ref().map(|reason| reason.code)
}

/// The table as text. Neighbouring values that are impossible for the same reason share a row.
fn table(report: &SweepReport) -> String {
    let head = [&report.setting, "solutions", "up to symmetry", ""].map(str::to_owned);
    let alike = |a: &SweepRow, b: &SweepRow| reason(a).is_some() && reason(a) == reason(b);
    let rows = report.rows.chunk_by(alike).map(line);
    let lines: Vec<[String; 4]> = std::iter::once(head).chain(rows).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
    let [first, second, third] = [0, 1, 2].map(width);
    let print = |[value, count, orbits, claim]: &[String; 4]| {
        let line = format!("{value:>first$}  {count:>second$}  {orbits:>third$}  {claim}");
        line.trim_end().to_owned() + "\n"
    };
    lines.iter().map(print).collect()
}

fn line(rows: &[SweepRow]) -> [String; 4] {
    let (row, last) = (&rows[0], &rows[rows.len() - 1]);
    let value = match rows.len() {
        1 => row.value.to_string(),
        _ => format!("{}..{}", row.value, last.value),
    };
    let orbits = row.counted.orbits.map_or("?".to_owned(), |orbits| orbits.to_string());
    let claim = reason(row).unwrap_or_else(|| row.counted.claim.name());
    let count = count::text(&row.counted, false).trim_end().to_owned();
    [value, count, orbits, claim.to_owned()]
}
