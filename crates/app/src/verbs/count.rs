//! `sixfold count`: how many solutions there are.

use serde_json::{Value, json};
use sixfold_solver::{Claim, CountReport, Request, Tally, count};

use crate::args::Count;
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS, violation};
use crate::verbs::solve::{at_work, scope};

pub(crate) fn run(args: &Count, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let input = input::read(&args.file, output)?;
    output.begin("count", json!({ "preset": input.preset, "seed": args.work.seed }))?;
    let request = Request {
        text: &input.source.text,
        engine: args.work.engine.as_deref(),
        prove: false,
        settings: &args.work.settings,
    };
    let tally = Tally { limit: args.limit };
    let report = at_work(
        &args.work,
        None,
        output,
        |registry, run| count(registry, &request, &tally, run),
        |_| false,
    )?;
    let report = report.map_err(|error| Failure::session(&input.source, error))?;
    let number = if args.up_to_symmetry { report.orbits } else { Some(report.count) };
    let text = number.map(|number| format!("{number}\n")).unwrap_or_default();
    output.answer(&text, data(&report, input.preset.as_deref()))?;
    output.remark(&report.words());
    Ok(match (report.claim, report.count) {
        (Claim::Complete, 0) => NEGATIVE,
        (Claim::Complete, _) => SUCCESS,
        _ => STOPPED,
    })
}

fn data(report: &CountReport, preset: Option<&str>) -> Value {
    json!({
        "family": report.kind.puzzle().about().name,
        "preset": preset,
        "engine": report.engine,
        "count": report.count.to_string(),
        "orbits": report.orbits.map(|orbits| orbits.to_string()),
        "claim": report.claim.name(),
        "scope": scope(&report.scope),
        "seconds": report.seconds,
        "reason": report.reason.as_ref().map(violation),
        "words": report.words(),
    })
}
