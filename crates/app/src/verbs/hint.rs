//! `sixfold hint`: one forced value, with the reason.

use serde_json::{Value, json};
use sixfold_solver::{HintReport, Outcome, Request, hint};

use crate::args::Hint;
use crate::engine_run::{RunSetup, run_engine};
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS, violation};

pub(crate) fn run(args: &Hint, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let input = input::read(&args.file, output)?;
    output.begin("hint", json!({ "preset": input.preset, "seed": args.options.seed }))?;
    let request = Request {
        text: &input.source.text,
        engine: args.options.engine.as_deref(),
        prove: false,
        settings: &args.options.settings,
    };
    let report = run_engine(
        &RunSetup::transient(&args.options),
        output,
        |registry, run| hint(registry, &request, run),
        |_, _| {},
    )?;
    let report = report.map_err(|error| Failure::session(&input.source, error))?;
    let data = data(&report, input.preset.as_deref());
    // A forced value is the answer; the absence of one is only a remark.
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
        "family": report.family.name(),
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
