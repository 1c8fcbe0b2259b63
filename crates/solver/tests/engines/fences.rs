//! The engine `orbits` of Fences, through the session: against brute force, with and without
//! deduction, with proofs, at its limits.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::AtomicBool;

use sixfold_puzzle::families::fences::{Fences, Instance, Turns, Wanted};
use sixfold_puzzle::hex::{Cell, Hexagon};
use sixfold_puzzle::{Family, puzzles};
use sixfold_solver::{
    Claim, CountReport, Figures, Halt, Outcome, REGISTRY, Request, Run, SessionError, Tally, count,
    solve,
};
use sixfold_solver::{ProofCheck, check_proof};

use crate::brute::{Dice, brute_force, cycles, fitting, random_board};
use crate::desk::Desk;

fn counted_with(text: &str, settings: &[(&str, &str)], threads: usize) -> CountReport {
    let settings: Vec<_> =
        settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let request = Request { text, engine: Some("orbits"), prove: false, settings: &settings };
    let stop = AtomicBool::new(false);
    let run = Run { threads, ..Run::alone(1, &stop) };
    count(REGISTRY, &request, &Tally::default(), &run).unwrap()
}

/// Loops, sorted fillings, answers.
fn figures(report: &CountReport) -> (u128, Vec<u128>, Vec<u128>) {
    let figures: HashMap<&str, &Figures> =
        report.facets.iter().map(|facet| (facet.name, &facet.figures)).collect();
    let list = |name: &str| match figures.get(name) {
        Some(Figures::Values(list) | Figures::Shares(list)) => list.clone(),
        _ => Vec::new(),
    };
    let mut shares = list("fillings");
    shares.sort_unstable();
    (figures.get("loops").map_or(0, |figures| figures.total()), shares, list("answers"))
}

fn agree(instance: &Instance, loops: &[Vec<Cell>]) -> usize {
    let text = Fences::print(instance);
    let found = brute_force(instance, loops);
    let mut fillings: Vec<u128> = found.iter().map(|&(ways, _)| ways).collect();
    fillings.sort_unstable();
    let answers: BTreeSet<u128> = found.iter().map(|&(_, answer)| answer).collect();
    let expected = (found.len() as u128, fillings, answers.into_iter().collect());
    for deduce in ["yes", "no"] {
        let report = counted_with(&text, &[("deduce", deduce), ("fillings", "yes")], 1);
        if report.reason.is_some() {
            assert_eq!(found.len(), 0, "{text}");
            continue;
        }
        assert_eq!(figures(&report), expected, "deduce={deduce}\n{text}");
        assert_eq!(report.count, expected.1.iter().sum::<u128>());
        assert_eq!((report.claim, report.halt), (Claim::Complete, None));
    }
    found.len()
}

#[test]
fn sixty_random_boards_of_order_4_agree_with_brute_force() {
    let all = cycles(4, Turns::Wide);
    assert_eq!(all.len(), 20_204);
    let loops = fitting(&all, Wanted::Any);
    assert_eq!(loops.len(), 1_904);
    let mut dice = Dice(5);
    let found: Vec<usize> =
        (0..60).map(|_| agree(&random_board(&mut dice, 4, &loops), &loops)).collect();
    // The boards must be worth the trouble: without a loop, with one, with many.
    assert!(found.contains(&0) && found.contains(&1) && found.iter().any(|&count| count > 10));
}

#[test]
fn variants_agree_with_brute_force() {
    let mut dice = Dice(6);
    let wishes = [Wanted::Any, Wanted::Rotation, Wanted::Mirror, Wanted::None];
    for (order, turns) in [(3, Turns::Wide), (3, Turns::Any), (2, Turns::Any)] {
        let all = cycles(order, turns);
        for wanted in wishes {
            // Sharp loops of order 3 without any symmetry are too many to try.
            if (order, turns, wanted) == (3, Turns::Any, Wanted::None) {
                continue;
            }
            let loops = fitting(&all, wanted);
            for round in 0..4 {
                let mut board = random_board(&mut dice, order, &loops);
                board.posts.truncate(round);
                agree(&Instance { turns, symmetry: wanted, ..board }, &loops);
            }
        }
    }
}

#[test]
fn the_example_has_two_loops_and_the_preset_of_order_10_one() {
    let example = puzzles::text("fences", "", "example").unwrap();
    let large = puzzles::text("fences", "", "order-10").unwrap();
    for threads in 1..3 {
        let report = counted_with(example, &[], threads);
        assert_eq!((report.count, figures(&report)), (49, (2, vec![1, 48], vec![4, 48])));
        assert!(!report.words().contains("unique"));
        let report = counted_with(large, &[], threads);
        assert_eq!((report.count, figures(&report)), (1, (1, vec![1], vec![404_320])));
        let words = report.words();
        for what in ["unique loop", "unique filling", "unique answer"] {
            assert!(words.contains(what), "{words}");
        }
    }
    let request = Request { text: large, engine: None, prove: false, settings: &[] };
    let report = solve(REGISTRY, &request, &Run::alone(1, &AtomicBool::new(false))).unwrap();
    assert_eq!(report.outcome(), Outcome::Solved);
    assert_eq!(report.objective().unwrap().value, 404_320);
}

#[test]
fn sharp_turns_give_more_loops_than_sets_of_cells() {
    let large = puzzles::text("fences", "", "order-10").unwrap();
    let report = counted_with(&large.replace("fences 10", "fences 10 turns=any"), &[], 1);
    assert_eq!((report.instead, report.count, report.claim), (Some("loops"), 88, Claim::Complete));
    let sets = report.facets.iter().find(|facet| facet.name == "cell-sets").unwrap();
    assert_eq!((sets.figures.total(), sets.complete), (50, true));
}

fn blank(order: usize) -> String {
    let hexagon = Hexagon::new(order);
    let (turns, symmetry) = (Turns::Wide, Wanted::Any);
    Fences::print(&Instance { hexagon, posts: Vec::new(), turns, symmetry })
}

#[test]
fn very_many_loops_end_with_the_limit_and_say_so() {
    let text = blank(6);
    let report = counted_with(&text, &[("loops", "50")], 2);
    assert_eq!((report.claim, report.halt), (Claim::Found, Some(Halt::Budget)));
    assert!(report.count >= 50 && report.count < 100, "{}", report.count);
    assert!(report.words().contains("the count is not complete"), "{}", report.words());
    assert!(!report.words().contains("unique"));
    let request = Request { text: &text, engine: None, prove: false, settings: &[] };
    let stop = AtomicBool::new(false);
    let run = Run::alone(1, &stop);
    let report = count(REGISTRY, &request, &Tally { limit: Some(7) }, &run).unwrap();
    assert_eq!((report.count, report.claim, report.halt), (7, Claim::Found, None));
}

#[test]
fn a_run_that_is_told_to_stop_claims_nothing() {
    let text = blank(6);
    let request = Request { text: &text, engine: None, prove: true, settings: &[] };
    let stop = AtomicBool::new(true);
    let run = Run::alone(1, &stop);
    let report = count(REGISTRY, &request, &Tally::default(), &run).unwrap();
    assert_eq!((report.claim, report.halt), (Claim::Nothing, Some(Halt::Interrupted)));
    let report = solve(REGISTRY, &request, &run).unwrap();
    assert_eq!((report.outcome(), report.halt()), (Outcome::Stopped, Some(Halt::Interrupted)));
}

fn checked(board: &str, proof: &str) -> Result<ProofCheck, SessionError> {
    check_proof(REGISTRY, board, &mut proof.as_bytes(), &mut || false)
}

#[test]
fn a_proof_covers_every_symmetry_and_is_refused_if_it_is_tampered_with() {
    let example = puzzles::text("fences", "", "example").unwrap();
    let desk = Desk::default();
    let stop = AtomicBool::new(false);
    let run = Run { outside: &desk, ..Run::alone(1, &stop) };
    let request = Request { text: example, engine: None, prove: true, settings: &[] };
    let report = count(REGISTRY, &request, &Tally::default(), &run).unwrap();
    let proved: Vec<&str> =
        report.facets.iter().filter(|facet| facet.proved).map(|facet| facet.name).collect();
    assert_eq!(proved, ["loops", "answers"]);
    assert_eq!((report.claim, report.unproved), (Claim::Complete, None));
    let proof = desk.text();
    assert_eq!(proof.lines().filter(|line| line.starts_with("c part ")).count(), 62);
    let Ok(ProofCheck::Accepted { known, .. }) = checked(example, &proof) else { panic!() };
    assert_eq!(known.len(), 2);
    let refused = |proof: &str, why: &str| match checked(example, proof).unwrap() {
        ProofCheck::Refused(problem) => assert!(problem.contains(why), "{problem}"),
        other => panic!("{other:?} though {why}"),
    };
    // Without the last part; with two parts exchanged; with one solution left out; with a remark that
    // has no meaning; with a solution that is none.
    let parts: Vec<&str> = proof.split("c part ").collect();
    refused(&parts[..parts.len() - 1].join("c part "), "the proof ends before it");
    let mut other = parts.clone();
    other.swap(3, 4);
    refused(&other.join("c part "), "is in its place");
    let second = proof.match_indices("c solution\n").nth(1).unwrap().0;
    let first_part = proof.find("c part ").unwrap();
    refused(&(proof[..second].to_owned() + &proof[first_part..]), "part");
    let noted = parts[1].replacen('\n', "\nc live 0,0\n", 1);
    refused(&proof.replacen(parts[1], &noted, 1), "no remark of this part");
    refused(&proof.replacen("c solution", "c solutions", 1), "has no meaning here");
    refused(&proof.replacen("c | loop -1,-1", "c | loop -9,-1", 1), "the solution listed here");
    // A proof of another board.
    let blank = blank(4);
    assert!(matches!(checked(&blank, &proof), Ok(ProofCheck::Refused(_))));
}

#[test]
fn a_board_without_a_loop_is_none_and_that_can_be_proved() {
    let text = "fences 3\n. . .\n. 1 . .\n. . . 3 .\n. . . .\n. 2 .\n";
    let loops = fitting(&cycles(3, Turns::Wide), Wanted::Any);
    let document = sixfold_puzzle::text::Document::parse(text).unwrap();
    assert_eq!(brute_force(&Fences::parse(&document).unwrap(), &loops), []);
    let desk = Desk::default();
    let stop = AtomicBool::new(false);
    let run = Run { outside: &desk, ..Run::alone(1, &stop) };
    let request = Request { text, engine: None, prove: true, settings: &[] };
    let report = solve(REGISTRY, &request, &run).unwrap();
    assert_eq!((report.outcome(), report.claim()), (Outcome::None, Claim::Certified));
    let report = count(REGISTRY, &request, &Tally::default(), &run).unwrap();
    assert_eq!((report.count, report.claim), (0, Claim::Certified));
}

/// The search over posts shares nothing with `orbits` but the geometry.
#[test]
fn both_engines_agree_on_random_boards_of_order_5() {
    let mut dice = Dice(7);
    // Loops of order 4 lie on a board of order 5 as well.
    let loops = fitting(&cycles(4, Turns::Wide), Wanted::Any);
    let mut several = 0;
    while several < 4 {
        let board = random_board(&mut dice, 5, &loops);
        if board.posts.len() < 8 {
            continue;
        }
        let text = Fences::print(&board);
        let orbits = counted_with(&text, &[], 2);
        if orbits.count > 5_000 {
            // The search over posts lists fillings one by one.
            continue;
        }
        let request = Request { text: &text, engine: Some("posts"), prove: false, settings: &[] };
        let stop = AtomicBool::new(false);
        let posts = count(REGISTRY, &request, &Tally::default(), &Run::alone(1, &stop)).unwrap();
        assert_eq!((posts.count, posts.claim), (orbits.count, orbits.claim), "{text}");
        assert_eq!(figures(&posts), figures(&orbits), "{text}");
        several += usize::from(orbits.count > 0);
    }
}
