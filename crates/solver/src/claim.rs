//! What may be claimed: the most important logic of the project, in one place.
//!
//! Strong words have a price. "None" and "optimal" need a refutation of whole scope; a refutation
//! under a restricting option proves nothing about the puzzle, and an answer that contradicts its
//! own refutation is a bug that must never look like a result.

use sixfold_puzzle::{Goal, Objective};

use crate::engine::Refutation;
use crate::options::Scope;
use crate::run::Halt;

/// How sure we are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Claim {
    /// Nothing is known.
    Nothing,
    /// A verified solution, which may not be the best.
    Found,
    /// Our own exhaustive search covered everything.
    Complete,
    /// A proof was checked independently.
    Certified,
}

impl Claim {
    /// The name in machine-readable output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Found => "found",
            Self::Complete => "complete",
            Self::Certified => "certified",
        }
    }
}

/// How a run ended, seen by the user.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// There is an answer.
    Solved,
    /// There is none, and that is certain.
    None,
    /// The run ended without deciding.
    Stopped,
}

impl Outcome {
    /// The name in machine-readable output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::None => "none",
            Self::Stopped => "stopped",
        }
    }
}

/// A verified witness: made by the session after the verifier has agreed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Witness {
    pub(crate) objective: Option<Objective>,
}

/// What the session concluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conclusion {
    pub(crate) outcome: Outcome,
    pub(crate) claim: Claim,
    /// A proved bound on the objective, of whole scope.
    pub(crate) bound: Option<i128>,
}

/// The engine says two things that cannot both be true.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Contradiction {
    #[error("the engine found a solution and says that none exists")]
    Exists,
    #[error("the engine found {0} and says that nothing is better than {1}")]
    Better(i128, i128),
    #[error("the engine was stopped and says that it has searched everything")]
    Unfinished,
    #[error("the engine searched {0} and says that it has searched {1}")]
    Scope(String, String),
}

/// Whether a refutation covers what the options in force left, and no more.
pub(crate) fn fits(refutation: Option<&Refutation>, scope: &Scope) -> Result<(), Contradiction> {
    match refutation.map(Refutation::scope) {
        Some(claimed) if claimed != scope => {
            Err(Contradiction::Scope(scope.to_string(), claimed.to_string()))
        }
        _ => Ok(()),
    }
}

/// Decides what may be claimed from what was verified and what was refuted.
pub(crate) fn conclude(
    goal: Goal,
    witness: Option<&Witness>,
    refutation: Option<&Refutation>,
    halt: Option<Halt>,
) -> Result<Conclusion, Contradiction> {
    let value = witness.and_then(|witness| witness.objective.as_ref()).map(|found| found.value);
    let bound = refutation.and_then(Refutation::bound);
    let whole = refutation.filter(|refutation| refutation.scope().is_whole());
    if halt.is_some() && refutation.is_some() && bound.is_none() {
        return Err(Contradiction::Unfinished);
    }
    if witness.is_some() && refutation.is_some() && bound.is_none() {
        return Err(Contradiction::Exists);
    }
    if let (Some(value), Some(bound)) = (value, bound)
        && better(goal, value, bound)
    {
        return Err(Contradiction::Better(value, bound));
    }
    let optimal = value.is_some() && value == whole.and_then(Refutation::bound);
    let (outcome, claim) = match witness {
        Some(_) if goal == Goal::Satisfy => (Outcome::Solved, Claim::Found),
        Some(_) if optimal => (Outcome::Solved, Claim::Complete),
        // An engine that ends by its own budget ends with its best: that is its natural end.
        Some(_) if matches!(halt, None | Some(Halt::Budget)) => (Outcome::Solved, Claim::Found),
        Some(_) => (Outcome::Stopped, Claim::Found),
        None if whole.is_some_and(|whole| whole.bound().is_none()) => {
            (Outcome::None, Claim::Complete)
        }
        None => (Outcome::Stopped, Claim::Nothing),
    };
    Ok(Conclusion { outcome, claim, bound: whole.and_then(Refutation::bound) })
}

/// Whether a value is a better objective than another.
pub(crate) const fn better(goal: Goal, value: i128, other: i128) -> bool {
    match goal {
        Goal::Minimise => value < other,
        Goal::Maximise => value > other,
        Goal::Satisfy => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{OptionKind, OptionRow, Options};

    static TABLE: &[OptionRow] = &[OptionRow {
        name: "ring",
        meaning: "looks only at one ring",
        kind: OptionKind::Integer { default: None, least: 0, most: 9 },
        restricts: true,
    }];

    fn options(settings: &[(&str, &str)]) -> Options {
        let settings: Vec<_> =
            settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        Options::resolve("test", TABLE, &settings).unwrap()
    }

    fn witness(value: i128) -> Witness {
        let objective = Objective { name: "penalty", value, beside: Vec::new() };
        Witness { objective: Some(objective) }
    }

    #[test]
    fn a_restricted_refutation_proves_nothing() {
        let restricted = Refutation::nothing(&options(&[("ring", "4")]));
        let conclusion = conclude(Goal::Satisfy, None, Some(&restricted), None).unwrap();
        assert_eq!((conclusion.outcome, conclusion.claim), (Outcome::Stopped, Claim::Nothing));
        let whole = Refutation::nothing(&options(&[]));
        let conclusion = conclude(Goal::Satisfy, None, Some(&whole), None).unwrap();
        assert_eq!((conclusion.outcome, conclusion.claim), (Outcome::None, Claim::Complete));
    }

    #[test]
    fn optimal_needs_the_whole_scope_and_the_exact_bound() {
        let claim = |options: &Options, bound| {
            let refutation = Refutation::nothing_better(options, bound);
            let conclusion = conclude(Goal::Minimise, Some(&witness(28)), Some(&refutation), None);
            let conclusion = conclusion.unwrap();
            (conclusion.claim, conclusion.bound)
        };
        assert_eq!(claim(&options(&[]), 28), (Claim::Complete, Some(28)));
        assert_eq!(claim(&options(&[]), 27), (Claim::Found, Some(27)));
        assert_eq!(claim(&options(&[("ring", "4")]), 28), (Claim::Found, None));
    }

    #[test]
    fn contradictions_are_never_results() {
        let all = options(&[]);
        let nothing = Refutation::nothing(&all);
        let answer = conclude(Goal::Minimise, Some(&witness(3)), Some(&nothing), None);
        assert_eq!(answer, Err(Contradiction::Exists));
        let bound = Refutation::nothing_better(&all, 4);
        let answer = conclude(Goal::Minimise, Some(&witness(3)), Some(&bound), None);
        assert_eq!(answer, Err(Contradiction::Better(3, 4)));
        assert!(conclude(Goal::Maximise, Some(&witness(3)), Some(&bound), None).is_ok());
    }

    #[test]
    fn an_engine_cannot_widen_its_scope_or_finish_after_a_stop() {
        let (whole, part) = (options(&[]), options(&[("ring", "4")]));
        let wide = Refutation::nothing(&whole);
        assert!(matches!(fits(Some(&wide), &part.scope()), Err(Contradiction::Scope(..))));
        assert_eq!(fits(Some(&wide), &whole.scope()), Ok(()));
        let stopped = conclude(Goal::Satisfy, None, Some(&wide), Some(Halt::Time));
        assert_eq!(stopped, Err(Contradiction::Unfinished));
    }

    #[test]
    fn a_halted_run_keeps_what_it_found() {
        let stopped = conclude(Goal::Minimise, Some(&witness(3)), None, Some(Halt::Time)).unwrap();
        assert_eq!((stopped.outcome, stopped.claim), (Outcome::Stopped, Claim::Found));
        let ended = conclude(Goal::Minimise, Some(&witness(3)), None, Some(Halt::Budget)).unwrap();
        assert_eq!((ended.outcome, ended.claim), (Outcome::Solved, Claim::Found));
    }
}
