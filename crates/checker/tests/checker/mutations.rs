//! Mutation tests: a damaged proof is refused, or is still a valid proof.
//!
//! Valid means that each accepted clause holds in every solution of the formula. The formulas have no
//! solution, so this says little about the last clause. Therefore the damaged proofs are also tried on
//! the formula without one clause, which has solutions.

use proptest::prelude::*;

use crate::common::{Formula, Step, check_text, implies, loaded, models, text, unsatisfiable};
use crate::prover::prove;

/// All proofs that differ from this one by one small change.
fn mutants(steps: &[Step]) -> Vec<Vec<Step>> {
    let mut mutants = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let mut without = steps.to_vec();
        without.remove(index);
        mutants.push(without);
        for changed in variants(step) {
            let mut mutant = steps.to_vec();
            mutant[index] = changed;
            mutants.push(mutant);
        }
        mutants.extend((0..index).filter_map(|other| swapped(steps, index, other)));
    }
    mutants
}

/// The step with a hint dropped, a literal dropped, a literal flipped, or two hints swapped.
fn variants(step: &Step) -> Vec<Step> {
    let Step::Derive { id, clause, hints } = step else { return Vec::new() };
    let with = |clause: Vec<i32>, hints: Vec<u64>| Step::Derive { id: *id, clause, hints };
    let mut variants = Vec::new();
    for index in 0..hints.len() {
        let mut fewer = hints.clone();
        fewer.remove(index);
        variants.push(with(clause.clone(), fewer));
        let mut swapped = hints.clone();
        swapped.swap(0, index);
        variants.push(with(clause.clone(), swapped));
    }
    for index in 0..clause.len() {
        let mut fewer = clause.clone();
        fewer.remove(index);
        variants.push(with(fewer, hints.clone()));
        let mut flipped = clause.clone();
        flipped[index] = -flipped[index];
        variants.push(with(flipped, hints.clone()));
    }
    variants
}

/// The proof with the ids of two derived clauses exchanged.
fn swapped(steps: &[Step], first: usize, second: usize) -> Option<Vec<Step>> {
    let mut mutant = steps.to_vec();
    let [one, other] = mutant.get_disjoint_mut([first, second]).ok()?;
    match (one, other) {
        (Step::Derive { id: one, .. }, Step::Derive { id: other, .. }) => {
            std::mem::swap(one, other)
        }
        _ => return None,
    }
    Some(mutant)
}

/// Checks a proof and tries each of its steps: what is accepted must be implied, and a refuted
/// formula must have no solution.
fn accepted_only_if_right(formula: &Formula, steps: &[Step]) {
    if check_text(formula, text(steps)).is_ok() {
        assert_eq!(models(formula), [] as [u32; 0], "{formula:?}\n{}", text(steps));
    }
    let mut checker = loaded(formula);
    for step in steps {
        if step.apply(&mut checker).is_err() {
            return;
        }
        if let Step::Derive { clause, .. } = step {
            assert!(implies(formula, clause), "{formula:?}\n{}", text(steps));
        }
    }
}

/// The formula without each of its clauses in turn; a tautology keeps the other ids in place.
fn weakened(formula: &Formula) -> impl Iterator<Item = Formula> {
    (0..formula.len()).map(|index| {
        let mut weaker = formula.clone();
        weaker[index] = vec![1, -1];
        weaker
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn proofs_are_accepted(formula in unsatisfiable()) {
        let steps = prove(&formula);
        let derived = steps.iter().filter(|step| matches!(step, Step::Derive { .. })).count();
        let summary = check_text(&formula, text(&steps)).unwrap();
        prop_assert_eq!(summary.derived, derived as u64);
        prop_assert_eq!(summary.originals, formula.len() as u64);
    }

    #[test]
    fn damaged_proofs_are_refused_or_right(formula in unsatisfiable()) {
        let proof = prove(&formula);
        let weaker: Vec<Formula> = weakened(&formula).filter(|weaker| !models(weaker).is_empty()).collect();
        for mutant in mutants(&proof) {
            accepted_only_if_right(&formula, &mutant);
            for formula in weaker.iter().take(3) {
                accepted_only_if_right(formula, &mutant);
            }
        }
    }

    #[test]
    fn a_step_that_others_need_cannot_be_dropped(formula in unsatisfiable()) {
        let steps = prove(&formula);
        for index in (0..steps.len()).filter(|&index| matches!(steps[index], Step::Derive { .. })) {
            let mut without = steps.clone();
            without.remove(index);
            prop_assert!(check_text(&formula, text(&without)).is_err(), "without step {index}");
        }
    }

    #[test]
    fn truncated_proofs_are_refused(formula in unsatisfiable()) {
        let mut steps = prove(&formula);
        while matches!(steps.last(), Some(Step::Delete { .. })) {
            steps.pop();
        }
        let text = text(&steps);
        let whole = text.trim_end().len();
        prop_assert!(check_text(&formula, &text[..whole]).is_ok());
        for length in 0..whole {
            prop_assert!(check_text(&formula, &text[..length]).is_err(), "{}", &text[..length]);
        }
    }

    #[test]
    fn foreign_proofs_are_refused_or_right(formula in unsatisfiable(), other in unsatisfiable()) {
        let (own, foreign) = (prove(&formula), prove(&other));
        for cut in 0..own.len() {
            let joined: Vec<Step> = own[..cut].iter().chain(&foreign).cloned().collect();
            accepted_only_if_right(&formula, &joined);
        }
        for weaker in weakened(&formula) {
            accepted_only_if_right(&weaker, &foreign);
            accepted_only_if_right(&weaker, &own);
        }
    }
}
