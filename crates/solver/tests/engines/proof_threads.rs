//! Proofs with several threads: written side by side in the order of their parts, and checked side by side.

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::{families, puzzles};
use sixfold_solver::{
    Claim, ProofCheck, REGISTRY, Request, Run, Tally, check_proof_in_threads, count, solve,
};

use crate::desk::Desk;

/// Threads that are compared with one.
const THREADS: [usize; 3] = [2, 3, 8];

fn checked(board: &str, proof: &str, threads: usize) -> ProofCheck {
    check_proof_in_threads(REGISTRY, board, &mut proof.as_bytes(), threads, &mut || false).unwrap()
}

/// The proof of a count of loops, which has a part for each map and excludes the loops that were found.
fn counted(board: &str, threads: usize) -> (u128, Claim, String) {
    let (desk, stop) = (Desk::default(), AtomicBool::new(false));
    let run = Run { outside: &desk, threads, ..Run::alone(1, &stop) };
    let request = Request { text: board, engine: Some("orbits"), prove: true, settings: &[] };
    let report = count(REGISTRY, &request, &Tally::default(), &run).unwrap();
    assert!(report.facets.iter().any(|facet| facet.proved), "{threads}");
    (report.count, report.claim, desk.text())
}

/// The file is the same with any number of threads.
#[test]
fn maps_are_refuted_side_by_side() {
    let board = puzzles::text("fences", "", "example").unwrap();
    let one = counted(board, 1);
    assert!(one.2.matches("c part ").count() > 50);
    for threads in THREADS {
        assert_eq!(counted(board, threads), one, "{threads}");
    }
}

/// The cases of a class and their two parts each.
#[test]
fn cases_are_refuted_side_by_side() {
    let board = &families::NEIGHBORS.preset("8").unwrap();
    for threads in [1, 3] {
        let (desk, stop) = (Desk::default(), AtomicBool::new(false));
        let run = Run { outside: &desk, threads, ..Run::alone(1, &stop) };
        let request = Request { text: board, engine: Some("class"), prove: true, settings: &[] };
        let report = solve(REGISTRY, &request, &run).unwrap();
        assert_eq!(report.objective().unwrap().value, 20, "{threads}");
        assert_eq!(report.claim(), Claim::Found, "a class is no proof for all boards");
        let proof = desk.text();
        let parts: Vec<&str> =
            proof.lines().filter_map(|line| line.strip_prefix("c part ")).collect();
        let cases = ["centred", "beside-0", "beside-1", "beside-2"];
        assert_eq!(parts, cases.map(|name| [format!("low {name}"), name.to_owned()]).concat());
        assert!(matches!(checked(board, &proof, threads), ProofCheck::Accepted { .. }));
    }
}

/// Of several problems the first is told, wherever it is, and a check that is stopped says nothing.
#[test]
fn threads_tell_the_first_problem() {
    let board = puzzles::text("fences", "", "example").unwrap();
    let (_, _, proof) = counted(board, 4);
    let good = checked(board, &proof, 1);
    assert!(matches!(good, ProofCheck::Accepted { .. }));
    let begins: Vec<usize> = proof.match_indices("c part ").map(|(at, _)| at).collect();
    let part = |at: usize| &proof[begins[at]..begins[at + 1]];
    let last = begins.len() - 2;
    // A part is left out, twice there, cut off, or has something after it; a later one is broken as well.
    let broken: Vec<String> = [3, 20, last]
        .into_iter()
        .flat_map(|at| {
            let (begin, end) = (begins[at], begins[at + 1]);
            let cut = begin + proof[begin..end].trim_end().rfind('\n').unwrap() + 1;
            let (twice, spoiled) = (part(at), proof[end..].replace(" 0\n", " 7 0\n"));
            [
                format!("{}{}", &proof[..begin], &proof[end..]),
                format!("{}{twice}{}", &proof[..end], &proof[end..]),
                format!("{}{}", &proof[..cut], &proof[end..]),
                format!("{}{spoiled}", &proof[..cut]),
                format!("{}1 0 1 0\n{spoiled}", &proof[..end]),
                proof[..end].to_owned(),
                proof[..end - 2].to_owned(),
                format!("{}c note\n{}", &proof[..cut], &proof[cut..]),
            ]
        })
        .chain([format!("{proof}c part x\n"), format!("{proof}1 0 2 0\n")])
        .collect();
    for (place, text) in broken.iter().enumerate() {
        let one = checked(board, text, 1);
        assert!(matches!(one, ProofCheck::Refused(_)), "{place}");
        for threads in THREADS {
            assert_eq!(checked(board, text, threads), one, "{place} {threads}");
        }
    }
    for threads in THREADS {
        assert_eq!(checked(board, &proof, threads), good, "{threads}");
        let mut asked = 0;
        let mut halted = || {
            asked += 1;
            asked > 1
        };
        let stopped =
            check_proof_in_threads(REGISTRY, board, &mut proof.as_bytes(), threads, &mut halted);
        assert_eq!(stopped.unwrap(), ProofCheck::Stopped, "{threads}");
    }
}
