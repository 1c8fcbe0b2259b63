//! Learned clauses in checkpoints: a resumed run takes over what an earlier solver has derived.
//!
//! A stopped solver loses its learned clauses, and the short ones are worth most. A checkpoint
//! keeps them in the order in which they were learned. The next run builds the same formula, and
//! adds a clause only if reverse unit propagation confirms it.
//!
//! Invariant: a clause from a checkpoint never changes an answer. A clause that was edited, or that
//! belongs to another formula, fails the check and is dropped.
//!
//! Cost: one unit propagation for each clause.
//!
//! Reference: Goldberg and Novikov, "Verification of Proofs of Unsatisfiability for CNF Formulas",
//! 2003 (RUP).

use std::fmt::Write as _;

use crate::sat::{Lit, keep_shortest};

/// The longest clause that is worth a check.
pub(crate) const LONGEST: usize = 20;
/// How many clauses of a solver are written at most.
const MOST: usize = 30_000;

/// The solver of some clauses: a part of a descent, and how its formula was built.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ClauseSource {
    pub(crate) case: usize,
    /// The step, if the part is one step of a case.
    pub(crate) step: Option<usize>,
    pub(crate) levels: usize,
    /// The lower bound on levels 1 and 2 in the formula.
    pub(crate) low_bound: usize,
    /// The largest penalty that the formula counts.
    pub(crate) largest: usize,
}

/// The learned clauses of one solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeptClauses {
    pub(crate) source: ClauseSource,
    pub(crate) clauses: Vec<Vec<Lit>>,
}

impl KeptClauses {
    /// The shortest clauses, as many as are worth a check, in the order in which they were learned.
    pub(crate) fn new(source: ClauseSource, mut clauses: Vec<Vec<Lit>>) -> Self {
        keep_shortest(&mut clauses, MOST);
        Self { source, clauses }
    }

    /// The line of a checkpoint: the source, and the clauses with commas between their literals.
    pub(crate) fn line(&self) -> String {
        let ClauseSource { case, step, levels, low_bound, largest } = self.source;
        let step = step.map_or("-".to_owned(), |step| step.to_string());
        let mut line = format!("learned {case} {step} {levels} {low_bound} {largest}");
        for clause in &self.clauses {
            for (place, literal) in clause.iter().enumerate() {
                // Writing to a text cannot fail.
                let _ = write!(line, "{}{literal}", if place == 0 { ' ' } else { ',' });
            }
        }
        line.push('\n');
        line
    }

    /// Reads such a line without its first word, about one of so many cases.
    pub(crate) fn read(words: &str, cases: usize) -> Result<Self, String> {
        let wrong = |word: &str| format!("the saved state's line `learned` has the word `{word}`");
        let mut words = words.split_whitespace();
        let mut number = || {
            let word = words.next().unwrap_or_default();
            if word == "-" { Ok(None) } else { word.parse().map(Some).map_err(|_| wrong(word)) }
        };
        let (case, step) = (number()?.filter(|&case| case < cases), number()?);
        let [levels, low_bound, largest] = [number()?, number()?, number()?];
        let source = (|| Some((case?, levels?, low_bound?, largest?)))();
        let (case, levels, low_bound, largest) = source.ok_or_else(|| wrong("-"))?;
        let clause = |word: &str| -> Result<Vec<Lit>, String> {
            let literal = |it: &str| it.parse().ok().filter(|&it: &Lit| it != 0 && it != Lit::MIN);
            word.split(',').map(literal).collect::<Option<_>>().ok_or_else(|| wrong(word))
        };
        let clauses = words.map(clause).collect::<Result<_, _>>()?;
        Ok(Self { source: ClauseSource { case, step, levels, low_bound, largest }, clauses })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: ClauseSource =
        ClauseSource { case: 1, step: None, levels: 5, low_bound: 62, largest: 67 };

    #[test]
    fn clauses_are_read_as_they_were_written() {
        for step in [None, Some(3)] {
            let source = ClauseSource { step, ..SOURCE };
            let kept = KeptClauses { source, clauses: vec![vec![-4], vec![5, -6, 77]] };
            let line = kept.line();
            let words = line.strip_prefix("learned ").unwrap();
            assert_eq!(KeptClauses::read(words, 2), Ok(kept));
            assert!(KeptClauses::read(words, 1).unwrap_err().contains("`-`"));
        }
        for wrong in ["", "1", "1 - 5 62", "1 - 5 62 67 4,x", "1 - 5 62 67 4,0", "1 - 5 x 67 4"] {
            assert!(KeptClauses::read(wrong, 2).is_err(), "{wrong}");
        }
    }
}
