//! `sixfold prove-check`: checks a stored LRAT proof against the puzzle, without any solver.

use std::sync::atomic::Ordering;

use sixfold_host::machine::{WallClock, cores};
use sixfold_host::{ProofExport, open_watched_proof};
use sixfold_solver::{Clock as _, ProofCheck, check_proof_in_threads, follow_proof};
use sixfold_wire::{Begin, ResultData, Verb};

use crate::args::ProveCheck;
use crate::failure::Failure;
use crate::input;
use crate::output::{Exit, NEGATIVE, Output, STOPPED, SUCCESS};
use crate::world::World;

pub(crate) fn run(args: &ProveCheck, output: &mut Output<'_, '_>) -> Result<Exit, Failure> {
    let source = input::read(&args.file, output)?.source;
    let (mut proof, read) = open_watched_proof(&args.proof)?;
    let mut export = args.export.as_ref().map(ProofExport::open).transpose()?;
    output.begin(Begin { proof: Some(args.proof.clone()), ..Begin::of(Verb::ProveCheck) })?;
    let &World { registry, stop, idle, .. } = output.world();
    let (reporter, clock) = (output.reporter(None), WallClock::start());
    let mut halted = || {
        reporter.show(clock.elapsed(), read.progress("checking the proof"));
        stop.load(Ordering::Relaxed)
    };
    idle.store(false, Ordering::Relaxed);
    let checked = match &mut export {
        Some(export) => follow_proof(registry, &source.text, &mut *proof, &mut halted, export),
        None => {
            let threads = args.threads.map_or_else(cores, usize::from);
            check_proof_in_threads(registry, &source.text, &mut *proof, threads, &mut halted)
        }
    };
    idle.store(true, Ordering::Relaxed);
    reporter.finish();
    let checked = checked.map_err(|error| Failure::session(&source, error))?;
    let exit = match &checked {
        ProofCheck::Accepted { .. } => SUCCESS,
        ProofCheck::Refused(_) => NEGATIVE,
        ProofCheck::Stopped => STOPPED,
    };
    let parts = export.map(|export| export.finish(&checked)).transpose()?.flatten();
    output.answer(&checked.words(), ResultData::from(checked))?;
    if let (Some(parts), Some(folder)) = (parts, &args.export) {
        output.remark(&format!("exported {parts} parts with `{folder}/manifest.txt`"));
    }
    Ok(exit)
}
