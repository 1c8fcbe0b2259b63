//! The engine `cubes` of Hexagonal Neighbors, through the session, on boards so small that it is
//! not needed: there the class has no best board, so the cubes must find it.

use std::collections::HashSet;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use sixfold_puzzle::families;
use sixfold_solver::{
    Certificate, Fact, Follower, Heading, ProofCheck, Step, check_proof, follow_proof,
};
use sixfold_solver::{
    Claim, Engine, Outcome, ProofStatus, REGISTRY, Registration, Registry, Report, Request, Run,
    SessionError, solve,
};

use crate::anywhere::Anywhere;
use crate::desk::Desk;

/// The engine alone, for boards of any order.
fn anywhere() -> Registry {
    static LIST: OnceLock<[&'static Registration; 1]> = OnceLock::new();
    Registry::new(LIST.get_or_init(|| {
        let engine = REGISTRY.named("neighbors").unwrap().engines.iter().copied();
        let engine = engine.clone().find(|engine| engine.name() == "cubes").unwrap();
        let cubes = Box::leak(Box::new(Anywhere { engine, supports: |_| Ok(()) }));
        let engines = Box::leak(Box::new([&*cubes as &dyn Engine]));
        [Box::leak(Box::new(Registration { engines, ..sixfold_solver::families::NEIGHBORS }))]
    }))
}

fn blank(order: usize) -> String {
    families::NEIGHBORS.preset(&order.to_string()).unwrap()
}

fn attempt(
    order: usize,
    settings: &[(&str, &str)],
    desk: Option<&Desk>,
) -> Result<Report, SessionError> {
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let text = blank(order);
    let prove = desk.is_some();
    let request = Request { text: &text, engine: Some("cubes"), prove, settings: &settings };
    let stop = AtomicBool::new(false);
    let alone = Run { threads: 2, ..Run::alone(1, &stop) };
    match desk {
        Some(desk) => solve(anywhere(), &request, &Run { outside: desk, ..alone }),
        None => solve(anywhere(), &request, &alone),
    }
}

#[test]
fn the_best_board_of_all_is_found_cube_by_cube() {
    for (order, penalty, enough) in [(4, 3, "1"), (5, 9, "1"), (5, 9, "3")] {
        let report = attempt(order, &[("enough", enough)], None).unwrap();
        assert_eq!((report.outcome(), report.claim()), (Outcome::Solved, Claim::Complete));
        assert_eq!(report.objective().unwrap().value, penalty, "order {order}");
    }
}

/// A share is searched, and nothing is claimed about the others.
#[test]
fn a_share_claims_no_more_than_a_share() {
    let mut best = Vec::new();
    for share in ["1/3", "2/3", "3/3"] {
        let report = attempt(5, &[("share", share)], None).unwrap();
        assert_eq!(report.claim(), Claim::Found, "{share}");
        let words = format!("nothing better within share={share}");
        assert!(report.words().ends_with(&words), "{}", report.words());
        best.push(report.objective().unwrap().value);
    }
    assert_eq!(best.iter().min(), Some(&9));
    for wrong in ["0/3", "4/3", "3", "x/y", "1/100000"] {
        let refused = attempt(5, &[("share", wrong)], None).unwrap_err().to_string();
        assert!(refused.contains("such as 3/16"), "{refused}");
    }
}

fn checked(order: usize, proof: &str) -> ProofCheck {
    check_proof(anywhere(), &blank(order), &mut proof.as_bytes(), &mut || false).unwrap()
}

#[test]
fn every_cube_has_its_part_of_the_proof() {
    let desk = Desk::default();
    let report = attempt(5, &[("enough", "1")], Some(&desk)).unwrap();
    assert_eq!((report.claim(), report.objective().unwrap().value), (Claim::Certified, 9));
    let proof = desk.text();
    assert!(matches!(checked(5, &proof), ProofCheck::Accepted { .. }));
    let parts: Vec<&str> = proof.split("c part ").collect();
    assert!(parts.len() > 20 && parts[1].starts_with("sectors\n"), "{}", parts.len());
    let refused = |proof: &str, what: &str| {
        assert!(matches!(checked(5, proof), ProofCheck::Refused(_)), "accepted: {what}");
    };
    // Where the disk is full in the middle, the board is not lost, and nothing is claimed.
    for room in [proof.len() - 1, proof.len() / 2, proof.len() / 100] {
        let report = attempt(5, &[("enough", "1")], Some(&Desk::with_room(room))).unwrap();
        assert_eq!(report.claim(), Claim::Found, "{room}");
        assert_ne!(report.proof, ProofStatus::Checked, "{room}");
        assert!(report.objective().unwrap().value >= 9, "{room}");
    }
    let least = parts[2].lines().nth(1).unwrap();
    assert!(least.starts_with("c least "), "{least}");
    let more = least.replacen("c least ", "c least 1", 1);
    let without = |left_out: usize| {
        let kept = parts.iter().enumerate().filter(|(at, _)| *at != left_out);
        kept.map(|(_, part)| *part).collect::<Vec<_>>().join("c part ")
    };
    refused(&without(1), "cubes that use what nobody shows");
    refused(&without(7), "a cube left out");
    refused(&without(parts.len() - 1), "the last cube left out");
    refused(&proof.replacen("c bound 9", "c bound 10", 1), "a bound that is not proved");
    let changed = parts[2].replacen(least, &more, 1);
    refused(&proof.replacen(parts[2], &changed, 1), "sectors with more penalty than was shown");
    refused(&proof.replacen("c levels 1 to 3", "c levels 1 to 9", 1), "levels that are not there");
    refused(&proof.replacen("enough=1", "enough=2", 1), "other cubes");
}

/// Watches how the parts fit together.
#[derive(Default)]
struct Facts {
    shown: Vec<(Fact, HashSet<Vec<i32>>)>,
    taken: usize,
}

impl Follower for Facts {
    fn begin(&mut self, _: &Heading<'_>) {}

    fn part(&mut self, name: &str, certificate: &Certificate) -> bool {
        let sorted = |clause: &Vec<i32>| {
            let mut clause = clause.clone();
            clause.sort_unstable();
            clause
        };
        let mut clauses: HashSet<Vec<i32>> = certificate.clauses.iter().map(sorted).collect();
        for need in &certificate.needs {
            let (_, others) = self.shown.iter().find(|(fact, _)| need.follows_from(fact)).unwrap();
            assert!(need.literals.iter().all(|&it| clauses.contains(&vec![it])), "{name}");
            assert!(others.iter().all(|clause| clauses.contains(clause)), "{name}");
            self.taken += need.literals.len();
        }
        if let Some(fact) = &certificate.shows {
            let denial = sorted(&fact.literals.iter().map(|literal| -literal).collect());
            assert!(clauses.remove(&denial), "{name}");
            self.shown.push((fact.clone(), clauses));
        }
        true
    }

    fn step(&mut self, _: Step<'_>) {}
}

/// A cube has every clause of the part about sectors but the denial, and what that shows.
#[test]
fn a_cube_has_the_clauses_from_which_its_facts_follow() {
    let desk = Desk::default();
    attempt(5, &[("enough", "2")], Some(&desk)).unwrap();
    let (proof, mut facts) = (desk.text(), Facts::default());
    let mut reader = proof.as_bytes();
    let checked =
        follow_proof(anywhere(), &blank(5), &mut reader, &mut || false, &mut facts).unwrap();
    assert!(matches!(checked, ProofCheck::Accepted { .. }));
    assert!(facts.shown.len() == 1 && facts.taken > 20, "{}", facts.taken);
}
