//! `sixfold count`: how many solutions there are.

use serde_json::{Value, json};
use sixfold_solver::session::Registry;
use sixfold_solver::{
    Aim, Claim, CountReport, Facet, Figures, Request, Run, SessionError, Tally, count,
};

use crate::args::Count;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::keeper::{Errand, Keeper, Resumed};
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS, merge, violation};
use crate::verbs::solve::{Means, at_work, missing, preset_note, scope};

pub(crate) fn run(args: &Count, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let input = input::read(&args.file, output)?;
    work_on(args, input, None, output)
}

/// Counts, from the beginning or going on.
pub(crate) fn work_on(
    args: &Count,
    input: Input,
    resumed: Option<Resumed>,
    output: &mut Output<'_, '_>,
) -> Result<Exit, Failure> {
    output.begin("count", json!({ "preset": input.preset, "seed": args.work.seed }))?;
    let request = Request {
        text: &input.source.text,
        engine: args.work.engine.as_deref(),
        prove: args.prove || args.proof.is_some(),
        settings: &args.work.settings,
    };
    let tally = Tally { limit: args.limit };
    let mut notes = preset_note(&input);
    if args.up_to_symmetry {
        notes.push(("up-to-symmetry".to_owned(), "yes".to_owned()));
    }
    let (seed, every) = (args.work.seed, args.keep.checkpoint_every.0);
    let errand = Errand { request: &request, aim: Aim::Count(tally), seed, every, notes };
    let mut keeper = Keeper::open(errand, resumed, output)?;
    let job = |registry: Registry, run: &Run<'_>| count(registry, &request, &tally, run);
    let (proof, checkpoint) = (args.proof.as_deref(), keeper.checkpoint());
    let means = Means { work: &args.work, proof, checkpoint };
    let report = at_work(&means, output, job, certified)?;
    let kept = keeper.close(report.as_ref().map(|report| report.halt), output);
    let report = report.map_err(|error| Failure::session(&input.source, error))?;
    let number = if args.up_to_symmetry { report.orbits } else { Some(report.count) };
    let text = number.map(|number| format!("{number}\n")).unwrap_or_default();
    let mut data = data(&report, input.preset.as_deref(), kept.as_deref());
    merge(&mut data, json!({ "proof": proof.filter(|_| report.certified()) }));
    output.answer(&text, data)?;
    keeper.finish(output)?;
    output.remark(&report.words());
    missing(proof.filter(|_| !report.certified()), output);
    Ok(match (report.claim, report.count) {
        (Claim::Complete | Claim::Certified, 0) => NEGATIVE,
        (Claim::Complete | Claim::Certified, _) => SUCCESS,
        _ => STOPPED,
    })
}

/// Whether there is a proof worth keeping.
fn certified(report: &Result<CountReport, SessionError>) -> bool {
    report.as_ref().is_ok_and(CountReport::certified)
}

fn data(report: &CountReport, preset: Option<&str>, run: Option<&str>) -> Value {
    let mut data = json!({
        "family": report.kind.puzzle().about().name,
        "preset": preset,
        "engine": report.engine,
        "count": report.count.to_string(),
        "orbits": report.orbits.map(|orbits| orbits.to_string()),
        "claim": report.claim.name(),
        "scope": scope(&report.scope),
        "seconds": report.seconds,
        "run": run,
        "reason": report.reason.as_ref().map(violation),
        "words": report.words(),
    });
    if let Some(instead) = report.instead {
        data["counted"] = json!(instead);
    }
    for facet in &report.facets {
        data[facet.name] = match &facet.figures {
            Figures::Total(total) => json!(total.to_string()),
            Figures::Values(list) | Figures::Shares(list) => {
                list.iter().map(u128::to_string).collect()
            }
        };
    }
    let alone = |facet: &&Facet| facet.complete && facet.figures.total() == 1;
    if !report.facets.is_empty() {
        data["unique"] = report.facets.iter().filter(alone).map(|facet| facet.one).collect();
        let proved = report.facets.iter().filter(|facet| facet.proved);
        data["certified"] = proved.map(|facet| facet.name).collect();
    }
    data
}
