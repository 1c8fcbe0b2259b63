//! What may be claimed: the most important logic of the project, in one place.
//!
//! Strong words have a price. "None" and "optimal" need a refutation of whole scope; a refutation
//! under a restricting option proves nothing about the puzzle, and an answer that contradicts its
//! own refutation is a bug that must never look like a result.

use sixfold_puzzle::{Goal, Objective, Violation};

use crate::answer::Refutation;
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
    /// There is a partial board, which was asked for; it is no solution.
    Partial,
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
            Self::Partial => "partial",
            Self::Stopped => "stopped",
        }
    }
}

/// A verified partial board: it breaks no rule, and some parts of its objective are exact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialBoard {
    /// A puzzle in which the board is given: header and rows.
    pub puzzle: String,
    /// The name of the objective.
    pub objective: &'static str,
    /// By what the objective is divided, such as `level`.
    pub by: &'static str,
    /// The last part that is decided.
    pub through: u32,
    /// The objective of the parts up to there.
    pub value: i128,
    /// No board of what was searched has less in these parts.
    pub bound: Option<i128>,
    /// Whether everything was searched.
    pub whole: bool,
}

impl PartialBoard {
    /// Whether no board of what was searched has less in the parts that are decided.
    #[must_use]
    pub fn is_least(&self) -> bool {
        self.bound == Some(self.value)
    }
}

/// What is known of an instance after a run. What a word needs is in its variant, so no report can say more than was
/// verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// The rules alone show that there is no solution.
    Impossible(Violation),
    /// A search of the whole space found no solution.
    NoSolution,
    /// A search of what restricting options left found no solution; there may be one elsewhere.
    NoneInScope,
    /// No solution was found, and none was excluded.
    Nothing {
        /// A proved bound on the objective, of whole scope.
        bound: Option<i128>,
    },
    /// An outside program says that there is no solution, which was not checked.
    Unchecked {
        /// What it says.
        claim: &'static str,
    },
    /// A solution, where all are equally good.
    Solution {
        /// The verified solution, without header and rows.
        solution: String,
        /// A number that belongs to it, where the family has one.
        objective: Option<Objective>,
    },
    /// A best solution: a search of the whole space found none better.
    Optimal {
        /// The verified solution, without header and rows.
        solution: String,
        /// How good it is.
        objective: Objective,
    },
    /// A solution than which a search of what restricting options left found none better; there may be one
    /// elsewhere.
    BestInScope {
        /// The verified solution, without header and rows.
        solution: String,
        /// How good it is.
        objective: Objective,
    },
    /// A partial board, where an option asks for one. Nothing is said of solutions, but that none has a smaller objective
    /// than what bounds these parts.
    Partial(PartialBoard),
    /// The best solution so far.
    Best {
        /// The verified solution, without header and rows.
        solution: String,
        /// How good it is.
        objective: Objective,
        /// A proved bound on the objective, of whole scope.
        bound: Option<i128>,
    },
}

impl Finding {
    /// How a run with this finding ended, if it was halted for a reason or not at all.
    pub(crate) fn outcome(&self, halt: Option<Halt>) -> Outcome {
        // An engine that ends by its own budget ends with its best: that is its natural end.
        let ended = matches!(halt, None | Some(Halt::Budget));
        match self {
            Self::Impossible(_) | Self::NoSolution => Outcome::None,
            Self::Solution { .. } | Self::Optimal { .. } => Outcome::Solved,
            Self::Best { .. } | Self::BestInScope { .. } if ended => Outcome::Solved,
            Self::Partial(_) if ended => Outcome::Partial,
            Self::Best { .. }
            | Self::BestInScope { .. }
            | Self::Partial(_)
            | Self::NoneInScope
            | Self::Nothing { .. }
            | Self::Unchecked { .. } => Outcome::Stopped,
        }
    }

    /// What may be claimed without a proof.
    pub(crate) fn claim(&self) -> Claim {
        match self {
            Self::Impossible(_) | Self::NoSolution | Self::Optimal { .. } => Claim::Complete,
            Self::Solution { .. }
            | Self::Best { .. }
            | Self::BestInScope { .. }
            | Self::Partial(_) => Claim::Found,
            Self::NoneInScope | Self::Nothing { .. } | Self::Unchecked { .. } => Claim::Nothing,
        }
    }

    /// The solution and how good it is.
    pub(crate) fn solution(&self) -> Option<(&str, Option<&Objective>)> {
        match self {
            Self::Solution { solution, objective } => Some((solution, objective.as_ref())),
            Self::Optimal { solution, objective }
            | Self::BestInScope { solution, objective }
            | Self::Best { solution, objective, .. } => Some((solution, Some(objective))),
            Self::Impossible(_)
            | Self::NoSolution
            | Self::NoneInScope
            | Self::Nothing { .. }
            | Self::Partial(_)
            | Self::Unchecked { .. } => None,
        }
    }

    /// A proved bound on the objective, of whole scope.
    pub(crate) fn bound(&self) -> Option<i128> {
        match self {
            Self::Optimal { objective, .. } => Some(objective.value),
            Self::Best { bound, .. } | Self::Nothing { bound } => *bound,
            // No part of the objective is negative, so a bound on some parts bounds the whole.
            Self::Partial(board) => board.bound.filter(|_| board.whole),
            _ => None,
        }
    }
}

/// A verified witness: made by the session after the verifier has agreed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Witness {
    /// The solution, without header and rows.
    pub(crate) text: String,
    pub(crate) objective: Option<Objective>,
}

impl Witness {
    pub(crate) fn value(&self) -> Option<i128> {
        self.objective.as_ref().map(|objective| objective.value)
    }
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

/// Whether what was verified and what is said to be refuted can both be true.
pub(crate) fn consistent(
    goal: Goal,
    witness: Option<&Witness>,
    refutation: Option<&Refutation>,
    halt: Option<Halt>,
) -> Result<(), Contradiction> {
    let Some(refutation) = refutation else { return Ok(()) };
    match (refutation.bound(), witness) {
        (None, _) if halt.is_some() => Err(Contradiction::Unfinished),
        (None, Some(_)) => Err(Contradiction::Exists),
        (Some(bound), Some(witness)) => match witness.value() {
            Some(value) if better(goal, value, bound) => Err(Contradiction::Better(value, bound)),
            _ => Ok(()),
        },
        (_, None) => Ok(()),
    }
}

/// Decides what may be said from what was verified and what was refuted, which are consistent.
pub(crate) fn conclude(
    goal: Goal,
    witness: Option<Witness>,
    refutation: Option<&Refutation>,
    unchecked_claim: Option<&'static str>,
) -> Finding {
    let whole = refutation.is_some_and(|refutation| refutation.scope().is_whole());
    let refuted = refutation.map(Refutation::bound);
    let bound = refuted.flatten().filter(|_| whole);
    let Some(Witness { text: solution, objective }) = witness else {
        return match (refuted, unchecked_claim) {
            (Some(None), _) if whole => Finding::NoSolution,
            (Some(None), _) => Finding::NoneInScope,
            (_, Some(claim)) => Finding::Unchecked { claim },
            (_, None) => Finding::Nothing { bound },
        };
    };
    let objective = match (goal, objective) {
        (Goal::Minimise | Goal::Maximise, Some(objective)) => objective,
        (_, objective) => return Finding::Solution { solution, objective },
    };
    // A bound that the solution does not reach leaves something to be searched.
    let reached = match refuted {
        None => false,
        Some(None) => true,
        Some(Some(bound)) => !better(goal, bound, objective.value),
    };
    match (reached, whole) {
        (true, true) => Finding::Optimal { solution, objective },
        (true, false) => Finding::BestInScope { solution, objective },
        (false, _) => Finding::Best { solution, objective, bound },
    }
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
        Witness { text: "board".to_owned(), objective: Some(objective) }
    }

    #[test]
    fn a_restricted_refutation_proves_nothing() {
        let finding = |options: Options| {
            let refutation = Refutation::nothing(options.scope());
            conclude(Goal::Satisfy, None, Some(&refutation), None)
        };
        let restricted = finding(options(&[("ring", "4")]));
        assert_eq!(restricted, Finding::NoneInScope);
        assert_eq!(
            (restricted.outcome(None), restricted.claim()),
            (Outcome::Stopped, Claim::Nothing)
        );
        let whole = finding(options(&[]));
        assert_eq!(whole, Finding::NoSolution);
        assert_eq!((whole.outcome(None), whole.claim()), (Outcome::None, Claim::Complete));
    }

    #[test]
    fn optimal_needs_the_whole_scope_and_the_exact_bound() {
        let claim = |options: &Options, bound| {
            let refutation = Refutation::nothing_better(options.scope(), bound);
            let finding = conclude(Goal::Minimise, Some(witness(28)), Some(&refutation), None);
            (finding.claim(), finding.bound())
        };
        assert_eq!(claim(&options(&[]), 28), (Claim::Complete, Some(28)));
        assert_eq!(claim(&options(&[]), 27), (Claim::Found, Some(27)));
        assert_eq!(claim(&options(&[("ring", "4")]), 28), (Claim::Found, None));
    }

    #[test]
    fn contradictions_are_never_results() {
        let all = options(&[]);
        let nothing = Refutation::nothing(all.scope());
        let answer = consistent(Goal::Minimise, Some(&witness(3)), Some(&nothing), None);
        assert_eq!(answer, Err(Contradiction::Exists));
        let bound = Refutation::nothing_better(all.scope(), 4);
        let answer = consistent(Goal::Minimise, Some(&witness(3)), Some(&bound), None);
        assert_eq!(answer, Err(Contradiction::Better(3, 4)));
        assert!(consistent(Goal::Maximise, Some(&witness(3)), Some(&bound), None).is_ok());
    }

    #[test]
    fn an_engine_cannot_widen_its_scope_or_finish_after_a_stop() {
        let (whole, part) = (options(&[]), options(&[("ring", "4")]));
        let wide = Refutation::nothing(whole.scope());
        assert!(matches!(fits(Some(&wide), &part.scope()), Err(Contradiction::Scope(..))));
        assert_eq!(fits(Some(&wide), &whole.scope()), Ok(()));
        let stopped = consistent(Goal::Satisfy, None, Some(&wide), Some(Halt::Time));
        assert_eq!(stopped, Err(Contradiction::Unfinished));
    }

    #[test]
    fn a_halted_run_keeps_what_it_found() {
        let best = conclude(Goal::Minimise, Some(witness(3)), None, None);
        assert_eq!(best.claim(), Claim::Found);
        assert_eq!(best.outcome(Some(Halt::Time)), Outcome::Stopped);
        assert_eq!(best.outcome(Some(Halt::Budget)), Outcome::Solved);
    }

    /// A solution from outside a restricted scope is the best so far, whatever the scope holds.
    #[test]
    fn a_solution_outside_the_scope_stays_the_best_within_it() {
        let restricted = Refutation::nothing(options(&[("ring", "4")]).scope());
        let finding = conclude(Goal::Minimise, Some(witness(3)), Some(&restricted), None);
        assert!(matches!(finding, Finding::BestInScope { .. }));
        assert_eq!((finding.claim(), finding.bound()), (Claim::Found, None));
    }
}
