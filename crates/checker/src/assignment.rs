//! Partial assignment of one proof step, with timestamps instead of clearing.
//!
//! A step touches few variables, so nothing is cleared between steps: a literal is true if it has the
//! stamp of the current step. This module knows neither clause ids nor proofs.

use crate::ProofError;

/// The largest variable. It bounds the memory that a single literal can claim.
pub(crate) const MAX_VARIABLE: u32 = 1 << 26;

/// A literal as an index: 2v for the variable v, 2v + 1 for its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Literal(pub(crate) u32);

impl Literal {
    /// Reads a literal of the DIMACS convention: v or −v.
    pub(crate) fn new(literal: i32) -> Result<Self, ProofError> {
        match literal.unsigned_abs() {
            variable @ 1..=MAX_VARIABLE => Ok(Self(2 * variable + u32::from(literal < 0))),
            _ => Err(ProofError::LiteralOutOfRange { literal: literal.into() }),
        }
    }

    fn index(self) -> usize {
        self.0 as usize
    }

    fn negation(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// The status of a clause under an assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClauseStatus {
    /// All literals are false.
    Conflict,
    /// All literals are false but one, which may occur several times. It is undecided or already
    /// true.
    Unit(Literal),
    /// A literal is true and another one is not false.
    Satisfied,
    /// No literal is true and at least two different ones are undecided.
    Open,
}

/// Which literals are true.
#[derive(Debug, Default)]
pub(crate) struct Assignment {
    step: u32,
    /// For each literal the last step in which it was true; 0 is no step.
    stamps: Vec<u32>,
}

impl Assignment {
    /// Makes room for a variable of the formula.
    pub(crate) fn admit(&mut self, literal: Literal) {
        let needed = (literal.index() | 1) + 1;
        if self.stamps.len() < needed {
            self.stamps.resize(needed, 0);
        }
    }

    /// Whether there is room for the literal's variable.
    pub(crate) fn knows(&self, literal: Literal) -> bool {
        literal.index() < self.stamps.len()
    }

    /// Forgets everything. Stamps are wiped only when the steps' numbers are used up, because an old
    /// stamp must never look like a new one.
    pub(crate) fn clear(&mut self) {
        if self.step == u32::MAX {
            self.stamps.fill(0);
            self.step = 0;
        }
        self.step += 1;
    }

    /// Makes a literal true that is not false.
    pub(crate) fn assign(&mut self, literal: Literal) {
        self.stamps[literal.index()] = self.step;
    }

    /// Makes all literals of a clause false. Returns `false` for a tautology, which cannot be false.
    pub(crate) fn falsify(&mut self, clause: &[u32]) -> bool {
        clause.iter().map(|&code| Literal(code)).all(|literal| {
            self.assign(literal.negation());
            !self.is_true(literal)
        })
    }

    /// The status of a clause. One pass decides the usual case of at most one literal that is not
    /// false. Only a clause that cannot serve as a hint needs a second pass.
    pub(crate) fn status(&self, clause: &[u32]) -> ClauseStatus {
        let mut rest = None;
        for literal in clause.iter().map(|&code| Literal(code)) {
            if !self.is_true(literal.negation())
                && rest.replace(literal).is_some_and(|other| other != literal)
            {
                return self.useless(clause);
            }
        }
        match rest {
            None => ClauseStatus::Conflict,
            Some(literal) => ClauseStatus::Unit(literal),
        }
    }

    #[cold]
    fn useless(&self, clause: &[u32]) -> ClauseStatus {
        let satisfied = clause.iter().any(|&code| self.is_true(Literal(code)));
        if satisfied { ClauseStatus::Satisfied } else { ClauseStatus::Open }
    }

    fn is_true(&self, literal: Literal) -> bool {
        self.stamps[literal.index()] == self.step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(clause: &[i32]) -> Vec<u32> {
        clause.iter().map(|&literal| Literal::new(literal).unwrap().0).collect()
    }

    /// An assignment of four variables in which the given literals are true.
    fn assignment(literals: &[i32]) -> Assignment {
        let mut assignment = Assignment::default();
        assignment.admit(Literal::new(4).unwrap());
        assignment.clear();
        for &literal in literals {
            assignment.assign(Literal::new(literal).unwrap());
        }
        assignment
    }

    #[test]
    fn literals_are_nonzero_and_bounded() {
        let largest = MAX_VARIABLE as i32;
        for literal in [1, -1, largest, -largest] {
            assert!(Literal::new(literal).is_ok());
        }
        for literal in [0, largest + 1, -largest - 1, i32::MAX, i32::MIN] {
            let literal_too_large = ProofError::LiteralOutOfRange { literal: literal.into() };
            assert_eq!(Literal::new(literal), Err(literal_too_large));
        }
    }

    #[test]
    fn the_four_states_of_a_clause() {
        let assignment = assignment(&[1, -2]);
        let unit = ClauseStatus::Unit(Literal::new(-3).unwrap());
        assert_eq!(assignment.status(&codes(&[])), ClauseStatus::Conflict);
        assert_eq!(assignment.status(&codes(&[-1, 2])), ClauseStatus::Conflict);
        assert_eq!(assignment.status(&codes(&[-1, -3, 2])), unit);
        assert_eq!(assignment.status(&codes(&[-3, -1, -3])), unit, "written twice");
        let known = ClauseStatus::Unit(Literal::new(1).unwrap());
        assert_eq!(assignment.status(&codes(&[2, 1])), known, "nothing new");
        assert_eq!(
            assignment.status(&codes(&[3, 4, 1])),
            ClauseStatus::Satisfied,
            "true at the end"
        );
        assert_eq!(assignment.status(&codes(&[3, 4])), ClauseStatus::Open);
        assert_eq!(assignment.status(&codes(&[3, -3])), ClauseStatus::Open, "a tautology");
        assert_eq!(assignment.status(&codes(&[1, -1])), known, "a tautology");
    }

    #[test]
    fn a_tautology_cannot_be_falsified() {
        let mut assignment = assignment(&[]);
        assert!(assignment.falsify(&codes(&[1, -2, 1])));
        assert_eq!(assignment.status(&codes(&[1, -2])), ClauseStatus::Conflict);
        assignment.clear();
        assert!(!assignment.falsify(&codes(&[1, -2, -1])));
    }

    #[test]
    fn stamps_of_old_steps_are_never_new_again() {
        let mut assignment = assignment(&[1]);
        assignment.step = u32::MAX;
        assignment.assign(Literal::new(2).unwrap());
        assignment.clear();
        assert_eq!(assignment.step, 1, "the step that made 1 true");
        assert_eq!(assignment.status(&codes(&[1])), ClauseStatus::Unit(Literal::new(1).unwrap()));
        assert_eq!(assignment.status(&codes(&[2])), ClauseStatus::Unit(Literal::new(2).unwrap()));
    }
}
