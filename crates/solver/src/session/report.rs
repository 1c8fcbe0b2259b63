//! What came of a request, and the words for it.
//!
//! A [`Report`] says what was found as one value, with the evidence beside it. Outcome, claim and words follow from
//! that value, so they cannot contradict each other.

use sixfold_puzzle::{Goal, Objective, Puzzle, Violation, join};

use super::incumbent::start_of;
use crate::claim::{Claim, Finding, Outcome, PartialBoard, better};
use crate::engine::Searched;
use crate::options::Scope;
use crate::run::Halt;

/// What came of a request.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The family.
    pub family: &'static dyn Puzzle,
    /// The instance in canonical text.
    pub instance: String,
    /// Whether any solution will do or a best one is wanted.
    pub goal: Goal,
    /// What is known now.
    pub finding: Finding,
    /// What became of the proof.
    pub proof: ProofStatus,
    /// What the engine did; nothing where the rules alone decide.
    pub work: Option<Work>,
    /// From the parsed instance to the verified answer.
    pub seconds: f64,
}

/// What became of the proof of a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofStatus {
    /// None was asked for, or a verified solution is all the evidence that is needed.
    Unneeded,
    /// It was written and checked: of the finding, or of what holds within the scope.
    Checked,
    /// It was asked for and is not there: why.
    Missing(String),
}

/// What an engine did.
#[derive(Clone, PartialEq, Debug)]
pub struct Work {
    /// The engine.
    pub engine: &'static str,
    /// What was searched.
    pub scope: Scope,
    /// The same for people, where there are words for it.
    pub searched: Option<Searched>,
    /// Named counters.
    pub effort: Vec<(&'static str, u64)>,
    /// Why it ended early, if it did.
    pub halt: Option<Halt>,
    /// Whether it went on from a checkpoint.
    pub resumed: bool,
    /// The objective of the solution that the text held, if it was the first incumbent.
    pub incumbent: Option<i128>,
}

impl Report {
    /// How it ended.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match &self.proof {
            ProofStatus::Missing(_) => Outcome::Stopped,
            ProofStatus::Unneeded | ProofStatus::Checked => self.finding.outcome(self.halt()),
        }
    }

    /// How sure that is.
    #[must_use]
    pub fn claim(&self) -> Claim {
        match (self.finding.claim(), &self.proof) {
            (Claim::Complete, ProofStatus::Checked) => Claim::Certified,
            (claim, _) => claim,
        }
    }

    /// The verified solution, without header and rows.
    #[must_use]
    pub fn solution(&self) -> Option<&str> {
        self.finding.solution().map(|(text, _)| text)
    }

    /// The answer as a document: the puzzle with its solution, or a partial board as a puzzle.
    #[must_use]
    pub fn document(&self) -> Option<String> {
        let solved = self.solution().map(|solution| join(&self.instance, solution));
        solved.or_else(|| self.partial().map(|board| board.puzzle.clone()))
    }

    /// How good the solution is.
    #[must_use]
    pub fn objective(&self) -> Option<&Objective> {
        self.finding.solution().and_then(|(_, objective)| objective)
    }

    /// The verified partial board, where an option asks for one.
    #[must_use]
    pub fn partial(&self) -> Option<&PartialBoard> {
        match &self.finding {
            Finding::Partial(board) => Some(board),
            _ => None,
        }
    }

    /// A proved bound on the objective.
    #[must_use]
    pub fn bound(&self) -> Option<i128> {
        self.finding.bound()
    }

    /// Why the instance is impossible, where that needed no search.
    #[must_use]
    pub fn reason(&self) -> Option<&Violation> {
        match &self.finding {
            Finding::Impossible(reason) => Some(reason),
            _ => None,
        }
    }

    /// Why there is no checked proof, where one was asked for and is needed as evidence.
    #[must_use]
    pub fn unproved(&self) -> Option<&str> {
        match &self.proof {
            ProofStatus::Missing(reason) => Some(reason),
            ProofStatus::Unneeded | ProofStatus::Checked => None,
        }
    }

    /// The engine that ran, if one had to.
    #[must_use]
    pub fn engine(&self) -> Option<&'static str> {
        self.work.as_ref().map(|work| work.engine)
    }

    /// What was searched; the whole where the rules alone decide.
    #[must_use]
    pub fn scope(&self) -> Scope {
        self.work.as_ref().map_or_else(Scope::whole, |work| work.scope.clone())
    }

    /// Named counters of the work done.
    #[must_use]
    pub fn effort(&self) -> &[(&'static str, u64)] {
        self.work.as_ref().map_or(&[], |work| &work.effort)
    }

    /// Why the engine ended early, if it did.
    #[must_use]
    pub fn halt(&self) -> Option<Halt> {
        self.work.as_ref().and_then(|work| work.halt)
    }

    /// Whether the engine went on from a checkpoint.
    #[must_use]
    pub fn resumed(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.resumed)
    }

    /// The objective of the solution that the text held, if it was the first incumbent.
    #[must_use]
    pub fn incumbent(&self) -> Option<i128> {
        self.work.as_ref().and_then(|work| work.incumbent)
    }

    /// The objective of the solution in a text, if it is one of the same instance and better than the
    /// one in this report. A partial board is worse than any solution.
    #[must_use]
    pub fn beaten_by(&self, text: &str) -> Option<Objective> {
        let value = self.objective().map(|objective| objective.value);
        if value.is_none() && self.partial().is_none() {
            return None;
        }
        let other = self.family.read(text).ok()?;
        let objective = start_of(self.family, &other).incumbent()?.objective.clone();
        let same = other.text == self.instance;
        let worse = value.is_none_or(|value| better(self.goal, objective.value, value));
        (same && worse).then_some(objective)
    }

    /// The claim in words, as one sentence without a full stop.
    #[must_use]
    pub fn words(&self) -> String {
        let scope = self.scope();
        let ended = self.halt().map(|halt| format!("{}; ", halt.words())).unwrap_or_default();
        let (checked, how) = match &self.proof {
            ProofStatus::Checked => (", proof checked", "proof checked"),
            ProofStatus::Unneeded | ProofStatus::Missing(_) => ("", "complete search"),
        };
        let no_proof = self.no_proof();
        match &self.finding {
            Finding::Impossible(reason) => format!("none: {}", reason.message),
            Finding::NoSolution => match &self.proof {
                ProofStatus::Checked => "none: there is no solution, proof checked".to_owned(),
                ProofStatus::Unneeded | ProofStatus::Missing(_) => {
                    format!("none: the complete search found no solution{no_proof}")
                }
            },
            Finding::NoneInScope => format!("none within {scope} (restricted search){checked}"),
            Finding::Nothing { .. } => format!("{ended}nothing found, nothing proved"),
            Finding::Unchecked { claim, .. } => format!("nothing proved: {claim}"),
            Finding::Solution { objective: None, .. } => "solved, solution verified".to_owned(),
            Finding::Solution { objective: Some(found), .. } => {
                format!("solved, {} {}, solution verified", found.name, found.value)
            }
            Finding::Optimal { objective: Objective { name, value, .. }, .. } => {
                format!("{name} {value}: optimal, {how}{no_proof}")
            }
            Finding::BestInScope { objective: Objective { name, value, .. }, .. } => {
                match self.work.as_ref().and_then(|work| work.searched) {
                    // The best board found may itself be one of the others.
                    Some(Searched { board, .. }) => format!(
                        "{name} {value}: best found; no {board} ({scope}) is better{checked}; others are not excluded{no_proof}"
                    ),
                    None => format!(
                        "{name} {value}: best found; nothing better within {scope}{checked}{no_proof}"
                    ),
                }
            }
            Finding::Partial(board) => format!("{ended}{}", partial_words(board, &scope)),
            Finding::Best { objective: Objective { name, value, .. }, bound, .. } => {
                let side = if *bound < Some(*value) { "lower" } else { "upper" };
                let bound = bound.map(|bound| format!(", {side} bound {bound}"));
                let bound = bound.unwrap_or_default();
                format!("{ended}{name} {value}: best found{bound}{no_proof}")
            }
        }
    }

    /// How to decide about what was not searched, if an engine's usual part was searched to its end.
    #[must_use]
    pub fn others(&self) -> Option<&'static str> {
        let searched = self.work.as_ref()?.searched?;
        matches!(self.finding, Finding::BestInScope { .. }).then_some(searched.others)
    }

    /// Why there is no proof, as the end of a sentence. A stop is told already.
    fn no_proof(&self) -> String {
        match (self.unproved(), self.halt()) {
            (Some(reason), None | Some(Halt::Budget)) => format!("; no proof: {reason}"),
            _ => String::new(),
        }
    }
}

/// What is known of a partial board: how good the parts are that are decided, and how good they can be.
fn partial_words(board: &PartialBoard, scope: &Scope) -> String {
    let PartialBoard { objective, by, through, value, bound, whole, .. } = board;
    let parts = if *through == 1 { format!("{by} 1") } else { format!("{by}s 1 to {through}") };
    let least = match (bound, whole) {
        (Some(_), true) if board.is_least() => {
            "no board has less there, complete search".to_owned()
        }
        (Some(_), false) if board.is_least() => {
            format!("nothing less within {scope}, which bounds no other board")
        }
        (Some(bound), true) => format!("best found, lower bound {bound}"),
        (Some(bound), false) => format!("best found, at least {bound} within {scope}"),
        (None, _) => "best found".to_owned(),
    };
    format!("{objective} {value} at {parts}: {least}; what is above is undecided")
}
