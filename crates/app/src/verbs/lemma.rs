//! `sixfold lemma`: proves a lemma by SAT and checks the proof, or checks a stored proof.

use std::ops::RangeInclusive;

use sixfold_host::open_proof;
use sixfold_solver::{Lemma, LemmaError, Shown};
use sixfold_wire::{
    Begin, Lemma as LemmaRow, LemmaHolds, LemmaList, LemmaNotShown, ResultData, Verb,
};

use crate::args::{Lemma as Arguments, RunOptions};
use crate::engine_run::{RunSetup, run_session};
use crate::failure::Failure;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS};

pub(crate) fn run(args: &Arguments, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let Some(name) = &args.name else { return list(output) };
    let registry = output.world().registry;
    let lemma = registry.lemmas().find(|lemma| lemma.name == name).ok_or_else(|| {
        let names: Vec<&str> = registry.lemmas().map(|lemma| lemma.name).collect();
        Failure::usage(format!("there is no lemma `{name}`; the lemmas are: {}", names.join(", ")))
    })?;
    let radii = radii(args, lemma)?;
    output.begin(Begin { name: Some(lemma.name.to_owned()), ..Begin::of(Verb::Lemma) })?;
    let shown = match &args.check {
        Some(path) => check(lemma, radii.clone(), path, output)?,
        None => show(lemma, radii.clone(), args, output)?,
    };
    answer(lemma, &radii, shown, output)
}

fn list(output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    output.begin(Begin::of(Verb::Lemma))?;
    let line = |lemma: &Lemma| {
        let (least, most) = (lemma.radii.start(), lemma.radii.end());
        format!("{:<16} {} (R = {least}..{most})\n", lemma.name, lemma.statement)
    };
    let registry = output.world().registry;
    let lemmas = registry.lemmas().map(LemmaRow::from).collect();
    output.answer(&registry.lemmas().map(line).collect::<String>(), LemmaList { lemmas })?;
    Ok(SUCCESS)
}

/// The radii asked for; by default the least one.
fn radii(args: &Arguments, lemma: &Lemma) -> Result<RangeInclusive<usize>, Failure> {
    let least = *lemma.radii.start();
    let radii = args.radius.clone().unwrap_or(least..=least);
    let known = lemma.radii.contains(radii.start()) && lemma.radii.contains(radii.end());
    if !known {
        let (least, most) = (lemma.radii.start(), lemma.radii.end());
        let problem = format!("{} supports radii from {least} to {most}", lemma.name);
        return Err(Failure::usage(problem));
    }
    Ok(radii)
}

fn show(
    lemma: &Lemma,
    radii: RangeInclusive<usize>,
    args: &Arguments,
    output: &mut Output<'_, '_>,
) -> Result<Result<Shown, LemmaError>, Failure> {
    let (engine, settings, memory) = (None, Vec::new(), None);
    let options =
        RunOptions { engine, time: args.time, seed: 1, threads: Some(1), settings, memory };
    let setup = RunSetup { proof: args.proof.as_deref(), ..RunSetup::transient(&options) };
    let (shown, host) = run_session(&setup, output, |_, run| lemma.show(radii, run))?;
    Ok(shown.and_then(|shown| match host.keep_proof() {
        Ok(()) => Ok(shown),
        Err(problem) => Err(LemmaError::Failed(problem.to_string())),
    }))
}

fn check(
    lemma: &Lemma,
    radii: RangeInclusive<usize>,
    path: &str,
    output: &mut Output<'_, '_>,
) -> Result<Result<Shown, LemmaError>, Failure> {
    let mut proof = open_proof(path)?;
    let stop = output.world().stop;
    let mut halted = || stop.load(std::sync::atomic::Ordering::Relaxed);
    Ok(lemma.check(radii, &mut *proof, &mut halted))
}

fn answer(
    lemma: &Lemma,
    radii: &RangeInclusive<usize>,
    shown: Result<Shown, LemmaError>,
    output: &mut Output<'_, '_>,
) -> Result<Exit, Failure> {
    let (least, most) = (radii.start(), radii.end());
    let (text, data, exit): (String, ResultData, Exit) = match shown {
        Ok(shown) => {
            let Shown { cases, steps } = shown;
            let text = format!(
                "holds for R = {least}..{most}: {}\n{cases} cases, {steps} steps, proof checked\n",
                lemma.statement
            );
            (text, LemmaHolds::new(lemma, radii, shown).into(), SUCCESS)
        }
        Err(error) => {
            let exit = if matches!(error, LemmaError::Halted(_)) { STOPPED } else { NEGATIVE };
            let data = LemmaNotShown::new(lemma, radii, &error).into();
            (format!("not shown: {error}\n"), data, exit)
        }
    };
    output.answer(&text, data)?;
    Ok(exit)
}
