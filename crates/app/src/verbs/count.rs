//! `sixfold count`: counts the solutions, exactly or as a lower bound.

use serde_json::{Value, json};
use sixfold_host::Host;
use sixfold_host::input::Input;
use sixfold_host::runs::{ResumedRun, RunDescription};
use sixfold_solver::preview;
use sixfold_solver::{
    Aim, Claim, CountReport, Facet, Figures, Power, Registry, Request, Run, SessionError, Tally,
    count,
};

use crate::args::Count;
use crate::engine_run::{RunSetup, run_engine};
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS, merge, scope, violation};
use crate::run_checkpoint;
use crate::verbs::solve::{preset_note, print_resume_hint, refuse_proof};

pub(crate) fn run(args: &Count, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let input = input::read(&args.file, output)?;
    run_or_resume(args, input, None, output)
}

/// Counts from the beginning or from a checkpoint.
pub(crate) fn run_or_resume(
    args: &Count,
    input: Input,
    resumed: Option<ResumedRun>,
    output: &mut Output<'_, '_>,
) -> Result<Exit, Failure> {
    output.begin("count", json!({ "preset": input.preset, "seed": args.options.seed }))?;
    let request = Request {
        text: &input.source.text,
        engine: args.options.engine.as_deref(),
        prove: args.prove || args.proof.is_some(),
        settings: &args.options.settings,
    };
    let tally = Tally { limit: args.limit };
    let proof = args.proof.as_deref();
    let preview = preview(output.world().registry, &request, Aim::Count(tally));
    let preview = preview.map_err(|error| Failure::session(&input.source, error))?;
    refuse_proof(proof, &preview)?;
    if let Some(engine) = preview.engine.filter(|_| args.up_to_symmetry)
        && !engine.can(Power::Orbits)
    {
        let message = format!("the engine {} does not count up to symmetry", engine.name());
        return Err(Failure::with_help(message, "leave out --up-to-symmetry"));
    }
    let mut notes = preset_note(&input);
    if let Some(Ok(path)) = proof.map(std::path::absolute) {
        notes.push(("proof".to_owned(), path.to_string_lossy().into_owned()));
    }
    if args.up_to_symmetry {
        notes.push(("up-to-symmetry".to_owned(), "yes".to_owned()));
    }
    let (seed, every) = (args.options.seed, args.saving.checkpoint_every.0);
    let description =
        RunDescription { request: &request, aim: Aim::Count(tally), seed, every, notes };
    let mut checkpoint = run_checkpoint::open(description, resumed, output)?;
    let job = |registry: Registry, run: &Run<'_>| count(registry, &request, &tally, run);
    let setup = RunSetup { options: &args.options, proof, checkpoint: checkpoint.for_engine() };
    let report = run_engine(&setup, output, job, keep_proof)?;
    let kept =
        run_checkpoint::close(&mut checkpoint, report.as_ref().map(|report| report.halt), output);
    let report = report.map_err(|error| Failure::session(&input.source, error))?;
    let kept_proof = proof.filter(|_| report.certified() && report.unproved.is_none());
    let mut data = data(&report, input.preset.as_deref(), kept.as_deref());
    merge(&mut data, json!({ "proof": kept_proof, "unproved": report.unproved }));
    output.answer(&text(&report, args.up_to_symmetry), data)?;
    run_checkpoint::finish(checkpoint, output)?;
    if let Some(ignored) = report.ignored {
        output.remark(ignored);
    }
    if args.up_to_symmetry && report.orbits.is_none() {
        output.remark("the number of solutions up to symmetry is not known");
    }
    if report.resumed {
        output.remark("resumed: work of earlier runs counts for the claim");
    }
    if let Some(path) = proof.filter(|_| kept_proof.is_none()) {
        let reason = report.unproved.as_deref().unwrap_or("the reason below needs no proof");
        output.remark(&format!("`{path}` was not written: {reason}"));
    }
    print_resume_hint(kept.as_deref(), output);
    output.remark(&report.words());
    Ok(match (report.claim, report.count) {
        _ if report.unproved.is_some() => STOPPED,
        (Claim::Complete | Claim::Certified, 0) => NEGATIVE,
        (Claim::Complete | Claim::Certified, _) if args.up_to_symmetry => {
            if report.orbits.is_some() { SUCCESS } else { STOPPED }
        }
        (Claim::Complete | Claim::Certified, _) => SUCCESS,
        _ => STOPPED,
    })
}

/// The count, marked as a lower bound unless it is complete.
pub(super) fn text(report: &CountReport, up_to_symmetry: bool) -> String {
    let complete = report.claim >= Claim::Complete;
    match (up_to_symmetry, report.orbits) {
        (true, None) => String::new(),
        (true, Some(orbits)) if complete => format!("{orbits}\n"),
        (true, Some(orbits)) => format!("at least {orbits}\n"),
        (false, _) if complete => format!("{}\n", report.count),
        (false, _) => format!("at least {}\n", report.count),
    }
}

/// Moves a checked proof to its destination. If that fails, the claim stays without a proof.
fn keep_proof(report: &mut Result<CountReport, SessionError>, host: &Host) {
    if let Ok(report) = report
        && report.certified()
        && let Err(problem) = host.keep_proof()
    {
        report.unproved = Some(problem.to_string());
    }
}

fn data(report: &CountReport, preset: Option<&str>, run: Option<&str>) -> Value {
    let mut data = json!({
        "family": report.family.name(),
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
