//! Facts that one part of a proof shows and others need.
//!
//! The part that shows facts refutes an encoding together with "one of them fails". A part that needs them has every
//! clause of that encoding, in the same variables, and the facts. So the two parts fit together by what is written in
//! them: whatever the clauses of the first mean, they imply the facts, and the second has the same clauses.

use crate::certificate::Fact;
use crate::families::neighbors::encode::formula::BoardFormula;
use crate::sat::{Formula, Lit};

/// An encoding, and literals that follow from it.
pub(crate) struct ShownFacts {
    pub(crate) model: BoardFormula,
    pub(crate) facts: Vec<Lit>,
}

impl ShownFacts {
    /// The formula that is refuted to show the facts.
    pub(crate) fn refuted(&self) -> Formula {
        let mut formula = self.model.formula.clone();
        formula.group("one of the facts fails");
        formula.clause(&self.facts.iter().map(|fact| -fact).collect::<Vec<Lit>>());
        formula
    }

    /// The formula to which a part that needs the facts adds its own; some more literals are fixed by that part.
    pub(crate) fn granted(&self, fixed: &[Lit]) -> Formula {
        let mut formula = self.model.formula.clone();
        formula.group("facts of another part");
        self.facts.iter().for_each(|&fact| formula.clause(&[fact]));
        formula.group("what this part fixes");
        fixed.iter().for_each(|&literal| formula.clause(&[literal]));
        formula
    }

    /// The facts in words and as clauses.
    pub(crate) fn fact(&self, says: String) -> Fact {
        Fact { says, literals: self.facts.clone() }
    }
}
