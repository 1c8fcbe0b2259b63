//! A forger of proofs: takes proofs that hold, changes them in every way that the grammar knows, and
//! hands them to the checking side. A forged proof may be accepted only if what it claims is true,
//! which brute force decides.
//!
//! `SIXFOLD_FORGERIES` sets how many forgeries each family gets, `SIXFOLD_FORGER_SECONDS` for how
//! long each family is attacked instead. A run with `--nocapture` shows the tables.

#[path = "../anywhere/mod.rs"]
mod anywhere;
#[path = "../brute/mod.rs"]
mod brute;
#[path = "../desk/mod.rs"]
mod desk;
mod fences;
mod grammar;
mod hexiom;
mod hollow;
mod lemmas;
mod magic;
mod mutate;
mod neighbors;
mod oracle;
mod steps;
mod table;

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use sixfold_solver::{ProofCheck, check_proof_in_threads};
use sixfold_solver::{
    REGISTRY, Registration, Registry, Request, Run, SessionError, Tally, count, families, solve,
};

use crate::brute::Dice;
use crate::desk::Desk;
use crate::grammar::Proof;
use crate::mutate::{Kind, Words, forge};
use crate::oracle::Claimed;
use crate::table::Table;

/// A board with a proof about it, if there is one to begin with.
pub(crate) struct Sample {
    pub(crate) board: String,
    pub(crate) proof: Option<Proof>,
}

/// The engines of a family; `cubes` serves small boards too.
pub(crate) fn registry() -> Registry {
    static LIST: OnceLock<Vec<&'static Registration>> = OnceLock::new();
    let small = || {
        let engines = neighbors::engines_for_small_boards();
        &*Box::leak(Box::new(Registration { engines, ..families::NEIGHBORS }))
    };
    let chosen = |&family: &&'static Registration| match family.name() {
        "neighbors" => small(),
        _ => family,
    };
    Registry::new(LIST.get_or_init(|| REGISTRY.families().iter().map(chosen).collect()))
}

/// How the proof comes about.
#[derive(Clone, Copy)]
pub(crate) enum Verb {
    Solve,
    Count,
}

/// Lets an engine write a proof, which must be accepted.
pub(crate) fn proof_of(
    verb: Verb,
    board: &str,
    engine: Option<&str>,
    settings: &[(&str, &str)],
) -> Proof {
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let request = Request { text: board, engine, prove: true, settings: &settings };
    let (desk, stop) = (Desk::default(), AtomicBool::new(false));
    let run = Run { outside: &desk, ..Run::alone(1, &stop) };
    match verb {
        Verb::Solve => drop(solve(registry(), &request, &run).unwrap()),
        Verb::Count => drop(count(registry(), &request, &Tally::default(), &run).unwrap()),
    }
    let text = desk.text();
    assert!(matches!(checked(board, &text), Ok(ProofCheck::Accepted { .. })), "{board}\n{text}");
    Proof::read(&text)
}

/// What the checking side says of a proof.
pub(crate) fn checked(board: &str, proof: &str) -> Result<ProofCheck, SessionError> {
    let check = |threads: usize| {
        let proof = &mut proof.as_bytes();
        check_proof_in_threads(registry(), board, proof, threads, &mut || false)
    };
    let checked = check(1);
    // Several threads say the same about each forgery, with the same place in it.
    assert_eq!(format!("{:?}", check(3)), format!("{checked:?}"));
    checked
}

/// Demands that a proof is refused, and for a reason.
pub(crate) fn refused(board: &str, proof: &str, why: &str) {
    let problem = match checked(board, proof) {
        Ok(ProofCheck::Refused(problem)) => problem,
        Ok(accepted) => panic!("accepted: {accepted:?}, expected: {why}"),
        Err(error) => error.to_string(),
    };
    assert!(problem.contains(why), "{problem}, expected: {why}");
}

/// Attacks a family. `truth` says whether a claim about the board with a number is true.
pub(crate) fn attack(
    samples: &[Sample],
    words: &Words,
    mut truth: impl FnMut(usize, &Claimed) -> bool,
) -> Table {
    let (mut table, mut dice) = (Table::begin(), Dice(22));
    let proofs: Vec<usize> = (0..samples.len()).filter(|&at| samples[at].proof.is_some()).collect();
    while table.goes_on() {
        let kind = Kind::of(table.forgeries());
        let (from, other) = (proofs[dice.below(proofs.len())], proofs[dice.below(proofs.len())]);
        let original = samples[from].proof.as_ref().unwrap();
        let mut proof = original.clone();
        let other = samples[other].proof.as_ref().unwrap();
        let changed = forge(kind, &mut proof, other, (words, &mut dice)).is_some();
        let on = match kind {
            Kind::OtherBoard | Kind::Splice => dice.below(samples.len()),
            _ => from,
        };
        let text = proof.text();
        if !changed || (on == from && text == original.text()) {
            table.idle(kind);
            continue;
        }
        match checked(&samples[on].board, &text) {
            Ok(ProofCheck::Accepted { known, bound, scope, .. }) => {
                let scope = scope.restrictions().to_vec();
                let claimed = Claimed { bound, known, scope };
                let holds = truth(on, &claimed);
                assert!(holds, "accepted {claimed:?} of\n{}\n{text}", samples[on].board);
                table.accepted(kind);
            }
            Ok(ProofCheck::Refused(_)) | Err(_) => table.refused(kind),
            Ok(ProofCheck::Stopped) => unreachable!("the stop flag of this check is never set"),
        }
    }
    table
}
