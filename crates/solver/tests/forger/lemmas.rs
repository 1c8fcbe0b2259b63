//! Forged proofs of lemmas.

use std::sync::atomic::AtomicBool;

use sixfold_solver::{Lemma, Run, families};

use crate::desk::Desk;

fn check(lemma: &Lemma, proof: &str) -> Result<usize, String> {
    let shown = lemma.check(3..=4, &mut proof.as_bytes(), &mut || false);
    shown.map(|shown| shown.cases).map_err(|error| error.to_string())
}

#[test]
fn a_proof_of_a_lemma_has_nothing_but_its_parts() {
    let lemma = &families::NEIGHBORS.lemmas[0];
    let (desk, stop) = (Desk::default(), AtomicBool::new(false));
    let run = Run { outside: &desk, ..Run::alone(1, &stop) };
    lemma.show(3..=4, &run).unwrap();
    let proof = desk.text();
    assert_eq!(check(lemma, &proof), Ok(2));
    let parts: Vec<&str> = proof.split("c part ").collect();
    assert_eq!(parts.len(), 3);
    let swapped = [parts[0], parts[2], parts[1]].join("c part ");
    let emptied = format!("{}c part 3 all\nc part {}", parts[0], parts[2]);
    for (forged, why) in [
        (proof.replacen("proof 3", "proof 2", 1), "line 1: `c sixfold proof 3` is expected"),
        (proof.replacen("3..4", "3..9", 1), "line 2: "),
        (proof.replacen("c part", "c note\nc part", 1), "line 3: `note` has no meaning here"),
        (proof.replacen("c part 3 all", "c part 3 all\nc least 3", 1), "`least 3` has no meaning"),
        (proof.clone() + "c part 5 all\n", "there is no part 5 all"),
        (proof.clone() + "1 0 0\n", "something follows the empty clause"),
        (parts[..2].join("c part "), "the proof ends before it"),
        (swapped, "the part 4 all is in its place"),
        (emptied, "the proof ends without the empty clause"),
    ] {
        let problem = check(lemma, &forged).unwrap_err();
        assert!(problem.contains(why), "{problem}, expected: {why}");
    }
    assert!(lemma.check(RANGE, &mut proof.as_bytes(), &mut || false).is_err());
}

/// No radius at all.
#[allow(clippy::reversed_empty_ranges, reason = "that is what is tested")]
const RANGE: std::ops::RangeInclusive<usize> = 5..=4;
