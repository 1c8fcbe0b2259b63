//! A proof that was asked for and is not there is no success, whatever kept it away.

use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;

use sixfold_puzzle::{families, puzzles};
use sixfold_solver::{
    Claim, CountReport, Outcome, Outside, ProofStatus, REGISTRY, Report, Request, Run, Tally,
    count, solve,
};

use crate::desk::Desk;

/// A level without solution, for which no cheap reason is known: level 8 with a lock too many.
const REFUTABLE: &str = "hexiom 3\n4 1 4\n1 +. . 1\n4 . 6 . 4\n1 . . 1\n4 1 4\n";

/// No place for a proof at all.
struct Homeless;

impl Outside for Homeless {}

/// Takes a proof and does not give it back.
struct Shredder;

impl Outside for Shredder {
    fn write_proof(&self) -> Result<Box<dyn Write>, String> {
        Ok(Box::new(std::io::sink()))
    }

    fn read_proof(&self) -> Result<Box<dyn BufRead>, String> {
        Err("the proof cannot be read: it is gone".to_owned())
    }
}

fn proved(text: &str, outside: &dyn Outside) -> Result<Report, String> {
    let stop = AtomicBool::new(false);
    let request = Request { text, engine: None, prove: true, settings: &[] };
    let run = Run { outside, ..Run::alone(1, &stop) };
    solve(REGISTRY, &request, &run).map_err(|error| error.to_string())
}

fn counted(text: &str, outside: &dyn Outside) -> CountReport {
    let stop = AtomicBool::new(false);
    let request = Request { text, engine: None, prove: true, settings: &[] };
    let run = Run { outside, ..Run::alone(1, &stop) };
    count(REGISTRY, &request, &Tally::default(), &run).unwrap()
}

/// The disk takes some of the proof and then no more: the answer remains, the run is stopped.
#[test]
fn a_full_disk_costs_the_proof_and_the_verdict_but_not_the_answer() {
    let neighbors = families::NEIGHBORS.preset("4").unwrap();
    for (text, solved) in [(REFUTABLE, false), (&neighbors, true)] {
        let whole = Desk::default();
        let report = proved(text, &whole).unwrap();
        assert_eq!((report.claim(), report.unproved()), (Claim::Certified, None), "{text}");
        let size = whole.text().len();
        for room in [0, 10, size / 2, size - 1] {
            let report = match proved(text, &Desk::with_room(room)) {
                Ok(report) => report,
                // An engine that opens the proof before the work says so at once.
                Err(problem) => {
                    assert!(room < 100 && problem.contains("cannot be written"), "{problem}");
                    continue;
                }
            };
            assert_eq!(report.outcome(), Outcome::Stopped, "{room} of {size}: {text}");
            assert!(report.claim() < Claim::Certified && report.proof != ProofStatus::Checked);
            assert_eq!(report.solution().is_some(), solved);
            let reason = report.unproved().expect("a reason is told");
            assert!(reason.contains("cannot be written"), "{reason}");
            assert!(report.words().contains(reason), "{}", report.words());
        }
    }
}

#[test]
fn a_proof_that_has_no_place_or_is_gone_is_no_success() {
    let neighbors = families::NEIGHBORS.preset("3").unwrap();
    for text in [REFUTABLE, &neighbors] {
        let report = proved(text, &Shredder).unwrap();
        assert_eq!(report.outcome(), Outcome::Stopped, "{text}");
        assert_eq!(report.unproved(), Some("the proof cannot be read: it is gone"));
        // An engine that opens the proof before the work says at once that there is no place.
        match proved(text, &Homeless) {
            Ok(report) => assert_eq!(report.outcome(), Outcome::Stopped, "{text}"),
            Err(problem) => assert!(problem.contains("no place for a proof"), "{problem}"),
        }
    }
}

#[test]
fn a_count_without_its_proof_says_why() {
    let example = puzzles::text("fences", "", "example").unwrap();
    for (outside, wanted) in [
        (&Desk::with_room(5_000) as &dyn Outside, "cannot be written"),
        (&Shredder, "it is gone"),
        (&Homeless, "no place for a proof"),
    ] {
        let report = counted(example, outside);
        assert_eq!((report.count, report.claim), (49, Claim::Complete));
        assert!(!report.certified());
        let reason = report.unproved.expect("a reason is told");
        assert!(reason.contains(wanted), "{reason}");
    }
}
