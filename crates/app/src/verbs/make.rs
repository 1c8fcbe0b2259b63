//! `sixfold make`: generates a puzzle, on request one with a unique solution.

use serde_json::{Map, Value, json};
use sixfold_host::{AtomicFile, Source};
use sixfold_solver::{MakeReport, MakeRequest, Outcome, make};

use crate::args::Make;
use crate::engine_run::{RunSetup, run_engine};
use crate::failure::Failure;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS};
use crate::verbs::list::named;

pub(crate) fn run(args: &Make, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let family = named(output.world().registry, &args.family)?;
    if args.options.engine.is_some() && !args.unique {
        return Err(Failure::usage("--engine needs --unique: the engine only counts solutions"));
    }
    let path = args.output.as_deref().filter(|&path| path != "-");
    let destination = path.map(AtomicFile::open).transpose()?;
    output.begin("make", json!({ "order": args.order, "seed": args.options.seed }))?;
    let request = MakeRequest {
        family,
        order: args.order.into(),
        unique: args.unique,
        engine: args.options.engine.as_deref(),
        settings: &args.options.settings,
    };
    let report = run_engine(
        &RunSetup::transient(&args.options),
        output,
        |registry, run| make(registry, &request, run),
        |_, _| {},
    )?;
    let nowhere = || Source { name: args.family.clone(), text: String::new() };
    let report = report.map_err(|error| Failure::session(&nowhere(), error))?;
    let data = data(&report, args.options.seed);
    match (destination, &report.text) {
        (Some(destination), Some(text)) => {
            destination.finish(text.as_bytes())?;
            output.answer("", data)?;
        }
        (_, text) => output.answer(text.as_deref().unwrap_or_default(), data)?,
    }
    output.remark(&report.words());
    Ok(match report.outcome {
        Outcome::Solved => SUCCESS,
        Outcome::None => NEGATIVE,
        Outcome::Stopped => STOPPED,
    })
}

fn data(report: &MakeReport, seed: u64) -> Value {
    let difficulty: Map<String, Value> =
        report.difficulty.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    json!({
        "family": report.family.name(),
        "seed": seed,
        "engine": report.engine,
        "verdict": report.outcome.name(),
        "text": report.text,
        "unique": report.unique,
        "facet": report.facet.as_ref().map(|facet| facet.name),
        "difficulty": difficulty,
        "seconds": report.seconds,
        "words": report.words(),
    })
}
