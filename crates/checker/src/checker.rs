//! RUP checker: accepts original clauses as given and checks derived ones by unit propagation.
//!
//! Reverse unit propagation (Goldberg and Novikov, 2003) shows that a clause C follows from clauses
//! D₁ … Dₖ. Assuming ¬C makes D₁ unit, its last literal makes D₂ unit, and so on, until some Dⱼ is
//! false. LRAT lists the hints D in that order, so checking needs no search. This module reads no text.

use crate::ProofError;
use crate::assignment::{Assignment, ClauseStatus, Literal};
use crate::clauses::Clauses;

/// Counts of the accepted steps.
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
    /// The current clause; the buffer is reused.
    clause: Vec<u32>,
}

impl Checker {
    /// A checker without clauses.
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

    /// Adds a clause of the formula. Originals may come after derived clauses.
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

    /// Adds a clause that follows from others by reverse unit propagation along the hints.
    ///
    /// All literals of the clause are assumed false. Then each hint in turn must be a conflict, which
    /// proves the clause, or unit, which makes its last literal true. A unit hint whose literal is
    /// already true is allowed, because CaDiCaL writes such hints. Hints after the conflict are
    /// ignored. A tautology needs no hint; a literal that occurs twice counts once.
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

    /// Deletes a clause, so no later step may use it as a hint. Its id stays reserved.
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

    /// The counts of the accepted steps.
    #[must_use]
    pub fn steps(&self) -> Summary {
        self.summary
    }

    /// Reads the current clause.
    fn encode(&mut self, clause: &[i32]) -> Result<(), ProofError> {
        self.clause.clear();
        for &literal in clause {
            self.clause.push(Literal::new(literal)?.0);
        }
        Ok(())
    }

    /// Stores the current clause, which is an original or proved.
    fn store(&mut self, id: u64) -> Result<(), ProofError> {
        self.clauses.insert(id, &self.clause)?;
        self.refuted |= self.clause.is_empty();
        Ok(())
    }

    /// Proves the current clause and returns the number of hints used.
    fn follow(&mut self, hints: &[u64]) -> Result<u64, ProofError> {
        self.assignment.clear();
        if !self.assignment.falsify(&self.clause) {
            return Ok(0);
        }
        for (followed, &hint) in (1..).zip(hints) {
            match self.assignment.status(self.clauses.get(hint)?) {
                ClauseStatus::Conflict => return Ok(followed),
                ClauseStatus::Unit(literal) => self.assignment.assign(literal),
                ClauseStatus::Satisfied => return Err(ProofError::SatisfiedHint { hint }),
                ClauseStatus::Open => return Err(ProofError::OpenHint { hint }),
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
