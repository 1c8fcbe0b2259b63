//! Formulas, proofs as lists of steps, and brute force over all assignments.

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;
use sixfold_checker::{Checker, ProofError, Summary, check};

/// Variables of random formulas: few, so that brute force is cheap and accidents are likely.
pub(crate) const VARIABLES: i32 = 4;

/// A list of clauses.
pub(crate) type Formula = Vec<Vec<i32>>;

/// One line of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Derive { id: u64, clause: Vec<i32>, hints: Vec<u64> },
    Delete { ids: Vec<u64> },
}

impl Step {
    /// Lets a checker try the step.
    pub(crate) fn apply(&self, checker: &mut Checker) -> Result<(), ProofError> {
        match self {
            Self::Derive { id, clause, hints } => checker.derive(*id, clause, hints),
            Self::Delete { ids } => ids.iter().try_for_each(|&id| checker.delete(id)),
        }
    }
}

/// The line in textual LRAT.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Derive { id, clause, hints } => {
                writeln!(f, "{id} {}0 {}0", words(clause), words(hints))
            }
            Self::Delete { ids } => writeln!(f, "1 d {}0", words(ids)),
        }
    }
}

fn words<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(|number| number.to_string() + " ").collect()
}

/// The text of a proof.
pub(crate) fn text(steps: &[Step]) -> String {
    steps.iter().map(Step::to_string).collect()
}

/// Checks a text without a limit.
pub(crate) fn check_text(
    formula: &Formula,
    proof: impl AsRef<[u8]>,
) -> Result<Summary, ProofError> {
    check(formula.iter().map(Vec::as_slice), &mut proof.as_ref(), &mut || false)
}

/// A checker that has taken the formula.
pub(crate) fn loaded(formula: &Formula) -> Checker {
    let mut checker = Checker::new();
    for (id, clause) in (1..).zip(formula) {
        checker.original(id, clause).expect("a clause of the formula");
    }
    checker
}

/// Whether a literal is true under the assignment whose bit v − 1 is the value of variable v.
fn is_true(literal: i32, assignment: u32) -> bool {
    (assignment >> (literal.abs() - 1)) & 1 == u32::from(literal > 0)
}

pub(crate) fn satisfies(assignment: u32, clause: &[i32]) -> bool {
    clause.iter().any(|&literal| is_true(literal, assignment))
}

/// All assignments of the random formulas' variables that satisfy a formula.
pub(crate) fn models(formula: &Formula) -> Vec<u32> {
    let all = |assignment: &u32| formula.iter().all(|clause| satisfies(*assignment, clause));
    (0..1 << VARIABLES).filter(all).collect()
}

/// Whether a clause holds in every solution of a formula.
pub(crate) fn implies(formula: &Formula, clause: &[i32]) -> bool {
    models(formula).into_iter().all(|assignment| satisfies(assignment, clause))
}

pub(crate) fn literals() -> impl Strategy<Value = i32> {
    (1..=VARIABLES, any::<bool>())
        .prop_map(|(variable, sign)| if sign { variable } else { -variable })
}

/// Clauses with repeated and with opposite literals among them, seldom empty ones.
pub(crate) fn clauses() -> impl Strategy<Value = Vec<i32>> {
    prop_oneof![1 => vec(literals(), 0..2), 9 => vec(literals(), 1..4)]
}

pub(crate) fn formulas() -> impl Strategy<Value = Formula> {
    vec(clauses(), 1..12)
}

/// Formulas without a solution: each model that random clauses leave is forbidden by a clause.
pub(crate) fn unsatisfiable() -> impl Strategy<Value = Formula> {
    vec(vec(literals(), 1..4), 6..16).prop_map(|mut formula| {
        for model in models(&formula) {
            let opposite = |variable| if is_true(variable, model) { -variable } else { variable };
            formula.push((1..=VARIABLES).map(opposite).collect());
        }
        formula
    })
}

/// Formulas with a solution: each clause has a literal that is true under a random assignment.
pub(crate) fn satisfiable() -> impl Strategy<Value = Formula> {
    (0_u32..1 << VARIABLES, formulas()).prop_map(|(model, mut formula)| {
        for (variable, clause) in (1..=VARIABLES).cycle().zip(&mut formula) {
            if !satisfies(model, clause) {
                clause.push(if is_true(variable, model) { variable } else { -variable });
            }
        }
        formula
    })
}
