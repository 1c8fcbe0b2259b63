//! `sixfold prove-check`: checks a stored LRAT proof against the puzzle, without any solver.

use std::sync::atomic::Ordering;

use sixfold_host::open_proof;
use sixfold_solver::session::{ProofCheck, check_proof};
use sixfold_wire::{Begin, Claim, ProofHolds, ProofNotFollowed, ResultData, Verb};

use crate::args::ProveCheck;
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS};

pub(crate) fn run(args: &ProveCheck, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let source = input::read(&args.file, output)?.source;
    let mut proof = open_proof(&args.proof)?;
    output.begin(Begin { proof: Some(args.proof.clone()), ..Begin::of(Verb::ProveCheck) })?;
    let (registry, stop) = (output.world().registry, output.world().stop);
    let working = output.world().working;
    let mut halted = || stop.load(Ordering::Relaxed);
    working.store(true, Ordering::Relaxed);
    let checked = check_proof(registry, &source.text, &mut *proof, &mut halted);
    working.store(false, Ordering::Relaxed);
    let checked = checked.map_err(|error| Failure::session(&source, error))?;
    let (text, data, exit): (String, ResultData, Exit) = match checked {
        ProofCheck::Accepted { steps, reasons, known, bound, scope } => {
            let within = if scope.is_whole() { String::new() } else { format!(" within {scope}") };
            let nothing = match (known.len(), bound) {
                (0, None) => format!("there is no solution{within}"),
                (0, Some(bound)) => format!("no solution{within} is better than {bound}"),
                (1, _) => format!("every solution{within} has the line below"),
                (count, _) => format!("every solution{within} has one of the {count} lines below"),
            };
            let mut text = format!("ok: {nothing}; the proof of {steps} steps holds\n");
            known.iter().for_each(|line| text.push_str(&format!("{line}\n")));
            reasons.iter().for_each(|reason| text.push_str(&format!("besides: {reason}\n")));
            let (claim, scope) = (Claim::Certified, (&scope).into());
            let data = ProofHolds { ok: true, claim, scope, bound, steps, reasons, known };
            (text, data.into(), SUCCESS)
        }
        ProofCheck::Refused(problem) => {
            let data = ProofNotFollowed::refused(problem);
            (format!("broken: {}\n", data.problem), data.into(), NEGATIVE)
        }
        ProofCheck::Stopped => {
            let data = ProofNotFollowed::stopped();
            (format!("stopped: {}\n", data.problem), data.into(), STOPPED)
        }
    };
    output.answer(&text, data)?;
    Ok(exit)
}
