//! What an engine brings back: a witness, a refutation with its scope, a count. Nothing here is believed before
//! the session has verified it.

use crate::options::Scope;
use crate::run::Halt;

/// A finished search: within its scope, no solution is better than `bound`; or, where there is
/// no bound, there is no solution at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    scope: Scope,
    bound: Option<i128>,
}

impl Refutation {
    /// There is no solution in a scope.
    #[must_use]
    pub fn nothing(scope: Scope) -> Self {
        Self { scope, bound: None }
    }

    /// No solution in a scope has a better objective than `bound`.
    #[must_use]
    pub fn nothing_better(scope: Scope, bound: i128) -> Self {
        Self { scope, bound: Some(bound) }
    }

    /// What the search covered.
    #[must_use]
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The bound on the objective.
    #[must_use]
    pub fn bound(&self) -> Option<i128> {
        self.bound
    }
}

/// A board that is decided as far as was asked and no further, such as the first levels of one. It is no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialWitness {
    /// The board as text, without header and rows.
    pub text: String,
    /// By what the family divides its objective: one of its breakdowns.
    pub by: &'static str,
    /// The last part that is decided.
    pub through: u32,
    /// The objective of the parts up to there.
    pub value: i128,
    /// Within the scope of the options, no board has less in these parts.
    pub bound: Option<i128>,
}

/// What an engine brings back. The witness and the refutation are separate: either may be there
/// without the other, and neither is believed before the session has looked at it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// A solution as text, without header and rows.
    pub witness: Option<String>,
    /// In place of a solution, a partial board, where an option asks for one.
    pub partial: Option<PartialWitness>,
    /// A proof by exhaustion.
    pub refutation: Option<Refutation>,
    /// Whether a whole proof of the refutation was written.
    pub proved: bool,
    /// Why a proof that was asked for is not whole, if that is known.
    pub unproved: Option<String>,
    /// Something the engine was told and cannot vouch for.
    pub unchecked_claim: Option<&'static str>,
    /// Why the engine could not work at all, if it could not.
    pub failure: Option<String>,
    /// Why the engine ended early, if it did.
    pub halt: Option<Halt>,
    /// Named counters of the work done.
    pub effort: Vec<(&'static str, u64)>,
}

impl Answer {
    /// The answer of an engine that could not work: why.
    #[must_use]
    pub fn failed(problem: impl Into<String>) -> Self {
        Self { failure: Some(problem.into()), ..Self::default() }
    }

    /// Whether it has a solution or a refutation.
    #[must_use]
    pub fn decides(&self) -> bool {
        self.witness.is_some() || self.partial.is_some() || self.refutation.is_some()
    }
}

/// Something that several solutions may have in common, such as their loop: how many different
/// ones there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facet {
    /// The name of several, which is also the key in machine-readable output.
    pub name: &'static str,
    /// The name of one.
    pub one: &'static str,
    /// What is known of them.
    pub figures: Figures,
    /// Whether there are no others.
    pub complete: bool,
    /// Whether a proof, if one is written, covers this: then the session says whether it holds.
    pub proved: bool,
}

/// The figures of a facet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Figures {
    /// How many different ones there are.
    Total(u128),
    /// The different ones, which are numbers themselves.
    Values(Vec<u128>),
    /// How many there are of each one of the facet before.
    Shares(Vec<u128>),
}

impl Figures {
    /// How many there are in all.
    #[must_use]
    pub fn total(&self) -> u128 {
        match self {
            Self::Total(total) => *total,
            Self::Values(values) => values.len() as u128,
            Self::Shares(shares) => shares.iter().sum(),
        }
    }
}

/// What an engine has counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Solutions found; all of them if `complete`.
    pub count: u128,
    /// What was counted instead, if it was not solutions: the name of a facet.
    pub instead: Option<&'static str>,
    /// What solutions have in common, where the family knows such a thing.
    pub facets: Vec<Facet>,
    /// Solutions up to the symmetries that keep the instance.
    pub orbits: Option<u128>,
    /// Whether there are no others.
    pub complete: bool,
    /// Whether a whole proof was written that there are no others.
    pub proved: bool,
    /// Why a proof that was asked for is not whole, if that is known.
    pub unproved: Option<String>,
    /// The solutions as texts, where the engine lists them; each is verified.
    pub witnesses: Vec<String>,
    /// What was asked for and has no effect, as a remark.
    pub ignored: Option<&'static str>,
    /// Why the engine could not work at all, if it could not.
    pub failure: Option<String>,
    /// Why the engine ended early, if it did.
    pub halt: Option<Halt>,
    /// What the whole count would need, if the engine gave up and can tell.
    pub estimate: Option<Estimate>,
}

/// What a count that was given up would need. Never more than an estimate, and rather too small than too large: nothing is
/// claimed from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// The states that are in memory at the same time in the largest layer.
    pub states: u128,
    /// The bytes for them and for the layer before.
    pub bytes: u128,
}

impl Counted {
    /// The count of an engine that could not work: why.
    #[must_use]
    pub fn failed(problem: impl Into<String>) -> Self {
        Self { failure: Some(problem.into()), ..Self::default() }
    }
}
