//! The results of `prove-check` and `lemma`.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sixfold_solver as solver;

use crate::verdict::{Claim, Scope};

/// A proof that holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProofHolds {
    /// True.
    pub ok: bool,
    /// `certified`.
    pub claim: Claim,
    /// The part of the space that the proof is about.
    pub scope: Scope,
    /// No solution is better than this; null if the proof is not about an objective.
    pub bound: Option<i128>,
    /// How many steps the proof has.
    pub steps: u64,
    /// The arguments outside the formula on which the proof relies.
    pub reasons: Vec<String>,
    /// What the listed solutions show: no solution shows anything else.
    pub known: Vec<String>,
}

/// A proof that does not hold, or was not followed to its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProofNotFollowed {
    /// False if it does not hold; null if it was not followed to its end.
    pub ok: Option<bool>,
    /// What is wrong.
    pub problem: String,
}

/// The lemmas.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LemmaList {
    /// Each lemma.
    pub lemmas: Vec<Lemma>,
}

/// A fact about discs of every radius in a range.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Lemma {
    /// Its name.
    pub name: String,
    /// What it says of a disc of radius R.
    pub statement: String,
    /// The least radius.
    pub least: usize,
    /// The largest radius.
    pub most: usize,
}

impl From<&solver::Lemma> for Lemma {
    fn from(lemma: &solver::Lemma) -> Self {
        Self {
            name: lemma.name.to_owned(),
            statement: lemma.statement.to_owned(),
            least: *lemma.radii.start(),
            most: *lemma.radii.end(),
        }
    }
}

/// A lemma that was shown by a checked proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LemmaHolds {
    /// The lemma.
    pub name: String,
    /// The least radius.
    pub least: usize,
    /// The largest radius.
    pub most: usize,
    /// True.
    pub ok: bool,
    /// `certified`.
    pub claim: Claim,
    /// How many formulas were refuted.
    pub cases: usize,
    /// In how many steps.
    pub steps: u64,
}

impl LemmaHolds {
    /// A lemma for some radii and the size of its checked proof.
    #[must_use]
    pub fn new(lemma: &solver::Lemma, radii: &RangeInclusive<usize>, shown: solver::Shown) -> Self {
        let (least, most) = (*radii.start(), *radii.end());
        let solver::Shown { cases, steps } = shown;
        let name = lemma.name.to_owned();
        Self { name, least, most, ok: true, claim: Claim::Certified, cases, steps }
    }
}

/// A lemma that was not shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LemmaNotShown {
    /// The lemma.
    pub name: String,
    /// The least radius.
    pub least: usize,
    /// The largest radius.
    pub most: usize,
    /// False.
    pub ok: bool,
    /// Why it was not shown.
    pub problem: String,
}

impl LemmaNotShown {
    /// A lemma for some radii and what is in the way.
    #[must_use]
    pub fn new(
        lemma: &solver::Lemma,
        radii: &RangeInclusive<usize>,
        error: &solver::LemmaError,
    ) -> Self {
        let (least, most) = (*radii.start(), *radii.end());
        let (name, problem) = (lemma.name.to_owned(), error.to_string());
        Self { name, least, most, ok: false, problem }
    }
}

impl ProofNotFollowed {
    /// A proof that does not hold.
    #[must_use]
    pub fn refused(problem: impl Into<String>) -> Self {
        Self { ok: Some(false), problem: problem.into() }
    }

    /// A proof that was not followed to its end.
    #[must_use]
    pub fn stopped() -> Self {
        let problem = "the proof was not checked to its end, it may hold or not".to_owned();
        Self { ok: None, problem }
    }
}
