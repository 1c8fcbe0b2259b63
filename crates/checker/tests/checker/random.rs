//! Random steps against the naive checkers; a satisfiable formula is never refuted.

use proptest::collection::vec;
use proptest::prelude::*;
use sixfold_checker::ProofError;

use crate::common::{
    Step, check_text, clauses, formulas, implies, literals, loaded, models, satisfiable, satisfies,
    text,
};
use crate::naive::{follows, propagate};

/// Steps with ids that often exist.
fn steps() -> impl Strategy<Value = Step> {
    let hints = || vec(0_u64..24, 0..5);
    prop_oneof![
        6 => (10_u64..24, clauses(), hints())
            .prop_map(|(id, clause, hints)| Step::Derive { id, clause, hints }),
        2 => (10_u64..24, hints()).prop_map(|(id, hints)| Step::Derive { id, clause: vec![], hints }),
        1 => hints().prop_map(|ids| Step::Delete { ids }),
    ]
}

/// Lines that look like a proof.
fn jumbles() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        literals().prop_map(|n| n.to_string()),
        (0..30).prop_map(|n: i32| n.to_string())
    ];
    let odd =
        prop::sample::select(vec!["d", "c", "0", "0\n", "\n", "-", "a", "99999999999", "\r\n"]);
    let word = prop_oneof![5 => number, 3 => odd.prop_map(str::to_owned)];
    vec(word, 0..60).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn a_step_is_accepted_exactly_by_its_definition(
        formula in formulas(), clause in clauses(), hints in vec(0_u64..14, 0..6),
    ) {
        let known = clause.iter().all(|literal| {
            formula.iter().flatten().any(|other| other.abs() >= literal.abs())
        });
        let accepted = loaded(&formula).derive(100, &clause, &hints).is_ok();
        prop_assert_eq!(accepted, known && follows(&formula, &clause, &hints));
        if accepted {
            prop_assert!(propagate(&formula, &clause).is_some());
            prop_assert!(implies(&formula, &clause));
        }
    }

    #[test]
    fn what_propagation_proves_is_accepted_and_nothing_else(
        formula in formulas(), lemmas in vec(clauses(), 1..8), tail in vec(1_u64..20, 0..4),
    ) {
        let mut known = formula.clone();
        known.push((1..=crate::common::VARIABLES).flat_map(|variable| [variable, -variable]).collect());
        let mut checker = loaded(&known);
        for lemma in lemmas {
            let id = known.len() as u64 + 1;
            if let Some(hints) = propagate(&known, &lemma) {
                prop_assert_eq!(checker.derive(id, &lemma, &hints), Ok(()));
                prop_assert!(implies(&formula, &lemma));
                known.push(lemma);
            } else {
                let all: Vec<u64> = tail.iter().copied().chain(1..id).collect();
                prop_assert!(checker.derive(id, &lemma, &all).is_err());
                prop_assert!(checker.derive(id, &lemma, &tail).is_err());
            }
        }
        prop_assert_eq!(checker.refuted(), known.iter().any(Vec::is_empty));
    }

    #[test]
    fn a_solution_survives_every_step(formula in satisfiable(), steps in vec(steps(), 0..40)) {
        let mut checker = loaded(&formula);
        let solutions = models(&formula);
        for step in steps {
            let accepted = step.apply(&mut checker).is_ok();
            if let (true, Step::Derive { clause, .. }) = (accepted, &step) {
                prop_assert!(solutions.iter().all(|&solution| satisfies(solution, clause)));
            }
        }
        prop_assert!(!checker.refuted());
    }

    #[test]
    fn what_has_a_solution_is_never_refuted(formula in satisfiable(), steps in vec(steps(), 0..40)) {
        prop_assert!(check_text(&formula, text(&steps)).is_err());
    }

    #[test]
    fn no_jumble_refutes_what_has_a_solution(formula in satisfiable(), jumble in jumbles()) {
        prop_assert!(check_text(&formula, jumble).is_err());
    }

    #[test]
    fn no_bytes_panic_or_refute(formula in satisfiable(), bytes in vec(any::<u8>(), 0..200)) {
        prop_assert!(check_text(&formula, bytes).is_err());
    }

    #[test]
    fn unknown_ids_cannot_be_deleted(formula in formulas(), id in any::<u64>()) {
        let known = (1..=formula.len() as u64).contains(&id);
        let expected = if known { Ok(()) } else { Err(ProofError::UnknownId { id }) };
        let mut checker = loaded(&formula);
        prop_assert_eq!(checker.delete(id), expected.clone());
        let again = expected.and(Err(ProofError::DeletedId { id }));
        prop_assert_eq!(checker.delete(id), again);
    }
}
