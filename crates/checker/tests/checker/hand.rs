//! Proofs made by hand, and each way in which a step can be wrong.

use sixfold_checker::{Checker, ProofError, Summary};

use crate::common::{Formula, check_text, loaded};

/// All clauses over two variables: no solution.
fn square() -> Formula {
    vec![vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]]
}

const SQUARE_PROOF: &str = "c both cases of 2\n5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";

fn at(line: u64, error: ProofError) -> Result<Summary, ProofError> {
    Err(ProofError::At { line, error: Box::new(error) })
}

#[test]
fn a_proof_is_accepted_and_counted() {
    let summary = Summary { originals: 4, derived: 2, deleted: 2, hints: 5 };
    assert_eq!(check_text(&square(), SQUARE_PROOF), Ok(summary));
}

#[test]
fn steps_one_at_a_time() {
    let mut checker = loaded(&square());
    checker.derive(5, &[1], &[1, 2]).unwrap();
    checker.delete(1).unwrap();
    assert!(!checker.refuted());
    checker.derive(9, &[], &[5, 3, 4]).unwrap();
    assert!(checker.refuted());
    checker.delete(9).unwrap();
    assert!(checker.refuted(), "to forget the empty clause is not to unprove it");
    assert_eq!(checker.steps(), Summary { originals: 4, derived: 2, deleted: 2, hints: 5 });
}

#[test]
fn an_empty_original_refutes_at_once() {
    let formula = vec![vec![1], vec![]];
    let summary = Summary { originals: 2, ..Summary::default() };
    assert_eq!(check_text(&formula, "not read"), Ok(summary));
    assert!(loaded(&formula).refuted());
    assert!(!Checker::new().refuted());
}

#[test]
fn what_follows_the_empty_clause_is_not_read() {
    let text = format!("{SQUARE_PROOF}this is no proof");
    assert!(check_text(&square(), text).is_ok());
}

#[test]
fn a_proof_without_the_empty_clause_refutes_nothing() {
    assert_eq!(check_text(&square(), "5 1 0 1 2 0\n"), Err(ProofError::NotRefuted));
    assert_eq!(check_text(&square(), ""), Err(ProofError::NotRefuted));
    assert_eq!(check_text(&vec![], ""), Err(ProofError::NotRefuted));
}

#[test]
fn each_wrong_step_has_its_reason() {
    let table = [
        ("5 1 0 1 0\n", 1, ProofError::NoConflict),
        ("5 1 0 0\n", 1, ProofError::NoConflict),
        ("5 0 1 0\n", 1, ProofError::OpenHint { hint: 1 }),
        ("5 -1 0 1 3 4 0\n", 1, ProofError::SatisfiedHint { hint: 1 }),
        ("5 1 0 1 7 2 0\n", 1, ProofError::UnknownId { id: 7 }),
        ("5 1 0 1 5 0\n", 1, ProofError::UnknownId { id: 5 }),
        ("\n4 d 2 0\n5 1 0 1 2 0\n", 3, ProofError::DeletedId { id: 2 }),
        ("4 d 2 0\n4 d 2 0\n", 2, ProofError::DeletedId { id: 2 }),
        ("4 d 7 0\n", 1, ProofError::UnknownId { id: 7 }),
        ("4 1 0 1 2 0\n", 1, ProofError::RepeatedId { id: 4 }),
        ("4 1 0 0\n", 1, ProofError::RepeatedId { id: 4 }),
        ("4 d 4 0\n4 1 0 1 2 0\n", 2, ProofError::RepeatedId { id: 4 }),
        ("0 1 0 1 2 0\n", 1, ProofError::IdOutOfRange { id: 0 }),
        ("99999999 1 0 1 2 0\n", 1, ProofError::IdOutOfRange { id: 99_999_999 }),
        ("5 1 3 0 1 2 0\n", 1, ProofError::UnknownVariable { literal: 3 }),
        ("5 99999999 0 1 2 0\n", 1, ProofError::LiteralOutOfRange { literal: 99_999_999 }),
        ("5 1 0 1 -2 2 0\n", 1, ProofError::RatHint { hint: -2 }),
    ];
    for (text, line, error) in table {
        assert_eq!(check_text(&square(), text), at(line, error), "{text}");
    }
}

#[test]
fn order_of_hints_matters() {
    assert!(check_text(&square(), "5 1 0 1 2 0\n6 0 5 3 4 0\n").is_ok());
    let open = ProofError::OpenHint { hint: 3 };
    assert_eq!(check_text(&square(), "5 1 0 1 2 0\n6 0 3 5 4 0\n"), at(2, open));
}

#[test]
fn hints_after_the_conflict_are_not_looked_at() {
    assert!(loaded(&square()).derive(5, &[1], &[1, 2, 3, 99]).is_ok());
}

#[test]
fn cadical_lists_hints_that_say_nothing_new() {
    assert_eq!(loaded(&square()).derive(5, &[1], &[1, 1, 2]), Ok(()));
    assert_eq!(loaded(&square()).derive(5, &[1], &[1, 1]), Err(ProofError::NoConflict));
}

#[test]
fn tautologies_need_no_hint_but_prove_nothing() {
    let mut checker = loaded(&vec![vec![1, 2], vec![2, -2]]);
    assert_eq!(checker.derive(3, &[1, 2, -1], &[]), Ok(()));
    assert_eq!(checker.derive(4, &[], &[3]), Err(ProofError::OpenHint { hint: 3 }));
    assert_eq!(checker.derive(4, &[], &[2]), Err(ProofError::OpenHint { hint: 2 }));
    assert_eq!(checker.derive(4, &[2], &[2]), Err(ProofError::NoConflict));
}

#[test]
fn a_literal_written_twice_counts_once() {
    let mut checker = loaded(&vec![vec![1, 1, 1], vec![-1, 2, 2, -1], vec![-2, -2]]);
    assert_eq!(checker.derive(4, &[2, 2], &[1, 2]), Ok(()));
    assert_eq!(checker.derive(5, &[], &[4, 3]), Ok(()));
}

#[test]
fn originals_are_checked_for_form() {
    let mut checker = Checker::new();
    for literal in [0, i32::MIN, i32::MAX] {
        let out_of_range = ProofError::LiteralOutOfRange { literal: literal.into() };
        assert_eq!(checker.original(1, &[1, literal]), Err(out_of_range));
    }
    assert_eq!(checker.original(1, &[1]), Ok(()));
    assert_eq!(checker.original(1, &[2]), Err(ProofError::RepeatedId { id: 1 }));
    assert_eq!(checker.derive(2, &[0], &[1]), Err(ProofError::LiteralOutOfRange { literal: 0 }));
    assert_eq!(checker.steps().originals, 1);
}

#[test]
fn originals_may_come_late_and_below_other_ids() {
    let mut checker = Checker::new();
    checker.original(10, &[1]).unwrap();
    checker.derive(11, &[1], &[10]).unwrap();
    checker.original(3, &[-1, 5]).unwrap();
    checker.derive(12, &[5], &[11, 3]).unwrap();
    assert_eq!(checker.steps(), Summary { originals: 2, derived: 2, deleted: 0, hints: 3 });
}

#[test]
fn a_refused_step_changes_nothing() {
    let mut checker = loaded(&square());
    assert!(checker.derive(5, &[], &[1]).is_err());
    assert!(checker.derive(5, &[1], &[1]).is_err());
    assert!(checker.delete(5).is_err(), "no clause 5 came to be");
    assert_eq!(checker.steps(), Summary { originals: 4, ..Summary::default() });
    assert!(!checker.refuted());
    assert_eq!(checker.derive(5, &[1], &[1, 2]), Ok(()), "the id is still free");
}
