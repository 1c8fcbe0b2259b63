//! `sixfold hint`: what is forced, and why.

use serde_json::{Value, json};
use sixfold_solver::{HintReport, Outcome, Request, hint};

use crate::args::Hint;
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS, violation};
use crate::verbs::solve::{Means, at_work};

pub(crate) fn run(args: &Hint, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let input = input::read(&args.file, output)?;
    output.begin("hint", json!({ "preset": input.preset, "seed": args.work.seed }))?;
    let request = Request {
        text: &input.source.text,
        engine: args.work.engine.as_deref(),
        prove: false,
        settings: &args.work.settings,
    };
    let report = at_work(
        &Means::plain(&args.work),
        output,
        |registry, run| hint(registry, &request, run),
        |_, _| {},
    )?;
    let report = report.map_err(|error| Failure::session(&input.source, error))?;
    let data = data(&report, input.preset.as_deref());
    // Only what is forced is an answer; that there is nothing to say is a remark.
    match report.hint {
        Some(_) => output.answer(&format!("{}\n", report.words), data)?,
        None => {
            output.answer("", data)?;
            output.remark(&report.words);
        }
    }
    Ok(match report.outcome {
        Outcome::Solved => SUCCESS,
        Outcome::None => NEGATIVE,
        Outcome::Stopped => STOPPED,
    })
}

fn data(report: &HintReport, preset: Option<&str>) -> Value {
    let hint = report.hint.as_ref();
    json!({
        "family": report.kind.puzzle().about().name,
        "preset": preset,
        "engine": report.engine,
        "verdict": report.outcome.name(),
        "cell": hint.map(|hint| [hint.cell.q, hint.cell.r]),
        "value": hint.map(|hint| &hint.value),
        "fact": hint.map(|hint| &hint.fact),
        "kind": hint.map(|hint| hint.kind.name()),
        "reason": hint.map(|hint| &hint.reason),
        "broken": report.reason.as_ref().map(violation),
        "words": report.words,
    })
}
