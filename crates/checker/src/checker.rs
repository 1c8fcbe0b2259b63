//! The checker itself: originals are believed, derived clauses are checked.
//!
//! A clause C follows from clauses D₁ … Dₖ by reverse unit propagation if assuming ¬C makes D₁ unit,
//! its last literal makes D₂ unit, and so on, until some Dⱼ is false (Goldberg and Novikov, 2003).
//! LRAT has the prover write the D's down in that order, so that checking is a walk, not a search.
//! This file reads no text and does not know who wrote the proof.

use crate::ProofError;
use crate::assignment::{Assignment, Literal, Status};
use crate::clauses::Clauses;

/// What a checker has accepted so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Summary {
    /// Original clauses.
    pub originals: u64,
    /// Derived clauses.
    pub derived: u64,
    /// Deleted clauses, original or derived.
    pub deleted: u64,
    /// Hints that were followed.
    pub hints: u64,
}

/// Checks a proof one step at a time.
///
/// A step that is refused changes nothing.
#[derive(Debug)]
pub struct Checker {
    clauses: Clauses,
    assignment: Assignment,
    summary: Summary,
    refuted: bool,
    /// The clause at hand; kept to be filled again.
    clause: Vec<u32>,
}

impl Checker {
    /// A checker that knows no clause.
    #[must_use]
    pub fn new() -> Self {
        Self {
            clauses: Clauses::new(),
            assignment: Assignment::default(),
            summary: Summary::default(),
            refuted: false,
            clause: Vec::new(),
        }
    }

    /// Takes a clause of the formula as given. Originals may still come after derived clauses.
    ///
    /// # Errors
    /// If the id is not new or out of range, or a literal is 0 or out of range.
    pub fn original(&mut self, id: u64, clause: &[i32]) -> Result<(), ProofError> {
        self.encode(clause)?;
        self.store(id)?;
        for &code in &self.clause {
            self.assignment.admit(Literal(code));
        }
        self.summary.originals += 1;
        Ok(())
    }

    /// Takes a clause that follows from others by reverse unit propagation along the hints.
    ///
    /// All literals of the clause are assumed false. Then each hint in turn must have all its
    /// literals false, which is the conflict that proves the clause, or all but one, which becomes
    /// true (CaDiCaL at times lists a clause whose one literal is true already, which changes
    /// nothing and is allowed). Hints after the conflict are not looked at. A clause that has a literal and its
    /// negation holds anyway and needs no hint; a literal written twice counts once.
    ///
    /// # Errors
    /// If the id is not new or out of range; if a literal is 0, out of range or of a variable
    /// beyond those of the originals; if a hint is unknown, deleted, satisfied or not unit; if the
    /// hints end without a conflict.
    pub fn derive(&mut self, id: u64, clause: &[i32], hints: &[u64]) -> Result<(), ProofError> {
        self.clauses.vacant(id)?;
        self.encode(clause)?;
        if let Some(at) = self.clause.iter().position(|&code| !self.assignment.knows(Literal(code)))
        {
            return Err(ProofError::UnknownVariable { literal: clause[at] });
        }
        let followed = self.follow(hints)?;
        self.store(id)?;
        self.summary.derived += 1;
        self.summary.hints += followed;
        Ok(())
    }

    /// Forgets a clause, which no later step may then use as a hint. Its id stays used.
    ///
    /// # Errors
    /// If there is no clause with this id, or it was deleted before.
    pub fn delete(&mut self, id: u64) -> Result<(), ProofError> {
        self.clauses.remove(id)?;
        self.summary.deleted += 1;
        Ok(())
    }

    /// Whether the original clauses are proved to have no solution: the empty clause was derived or
    /// is itself an original.
    #[must_use]
    pub fn refuted(&self) -> bool {
        self.refuted
    }

    /// What was accepted so far.
    #[must_use]
    pub fn steps(&self) -> Summary {
        self.summary
    }

    /// Reads the clause at hand.
    fn encode(&mut self, clause: &[i32]) -> Result<(), ProofError> {
        self.clause.clear();
        for &literal in clause {
            self.clause.push(Literal::new(literal)?.0);
        }
        Ok(())
    }

    /// Keeps the clause at hand, which was given or is proved.
    fn store(&mut self, id: u64) -> Result<(), ProofError> {
        self.clauses.insert(id, &self.clause)?;
        self.refuted |= self.clause.is_empty();
        Ok(())
    }

    /// Proves the clause at hand and counts the hints that this took.
    fn follow(&mut self, hints: &[u64]) -> Result<u64, ProofError> {
        self.assignment.clear();
        if !self.assignment.falsify(&self.clause) {
            return Ok(0);
        }
        for (followed, &hint) in (1..).zip(hints) {
            match self.assignment.status(self.clauses.get(hint)?) {
                Status::Conflict => return Ok(followed),
                Status::Unit(literal) => self.assignment.assign(literal),
                Status::Satisfied => return Err(ProofError::SatisfiedHint { hint }),
                Status::Open => return Err(ProofError::OpenHint { hint }),
            }
        }
        Err(ProofError::NoConflict)
    }
}

impl Default for Checker {
    fn default() -> Self {
        Self::new()
    }
}
