//! The solutions that a proof lists after its header, and a proof in one part that there is no other.
//!
//! A proof of "unique", or of a count, excludes what was found: the formula says that a solution shows something else, and
//! the proof refutes it. The checking side verifies every solution of the list, and computes anew what it shows.

use std::collections::BTreeMap;

use sixfold_puzzle::Family;
use sixfold_puzzle::text::Block;

use crate::answer::Counted;
use crate::certificate::{QUOTE_MARK, SOLUTION_MARK, Shows};
use crate::engine::Task;
use crate::run::Halt;
use crate::sat::{Book, Formula, Refuted, Unproved};

/// Solutions and what they show: sorted by it, one solution for each.
pub(crate) struct Listed {
    /// What they show.
    pub(crate) known: Vec<String>,
    /// The solutions, as texts without header and rows.
    solutions: Vec<String>,
}

impl Listed {
    /// Reads solutions.
    pub(crate) fn of<'a, F: Family>(
        instance: &F::Instance,
        shows: Shows<F>,
        solutions: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, String> {
        let mut least: BTreeMap<String, &str> = BTreeMap::new();
        for text in solutions {
            let solution = F::parse_solution(instance, &Block::new(text));
            let shown = shows(instance, &solution.map_err(|error| error.to_string())?)?;
            let kept = least.entry(shown).or_insert(text);
            *kept = text.min(*kept);
        }
        let solutions = least.values().map(|&text| text.to_owned()).collect();
        Ok(Self { known: least.into_keys().collect(), solutions })
    }

    /// The lines of the proof.
    pub(crate) fn lines(&self) -> String {
        let mut lines = String::new();
        for solution in &self.solutions {
            lines.push_str(&format!("c {SOLUTION_MARK}\n"));
            solution.lines().for_each(|line| lines.push_str(&format!("c {QUOTE_MARK}{line}\n")));
        }
        lines
    }
}

/// How a proof that there is no other solution is written.
pub(crate) struct NoOther<'a, F: Family> {
    /// What a solution shows.
    pub(crate) shows: Shows<F>,
    /// The formula of the solutions that show nothing of what is known.
    pub(crate) formula: &'a dyn Fn(&[String]) -> Result<Formula, NoFormula>,
    /// The most bytes of the proof.
    pub(crate) room: u64,
}

/// Why there is no formula.
pub(crate) enum NoFormula {
    /// The run was halted.
    Halted(Halt),
    /// What is known does not fit it.
    Wrong(String),
}

impl<F: Family> NoOther<'_, F> {
    /// Proves a count that is complete, and notes in it whether that was done.
    pub(crate) fn prove<O>(&self, task: &Task<'_, F, O>, counted: &mut Counted) {
        match self.write(task, &counted.witnesses) {
            Ok(()) => counted.proved = true,
            // The count stands without the proof.
            Err(unproved) => match unproved.reason() {
                Ok(reason) => counted.unproved = Some(reason),
                Err(problem) => counted.failure = Some(problem),
            },
        }
    }

    fn write<O>(&self, task: &Task<'_, F, O>, solutions: &[String]) -> Result<(), Unproved> {
        let texts = solutions.iter().map(String::as_str);
        let listed = Listed::of::<F>(task.instance, self.shows, texts);
        let listed = listed.map_err(Unproved::Failed)?;
        let formula = (self.formula)(&listed.known).map_err(|none| match none {
            NoFormula::Halted(halt) => Unproved::Halted(halt),
            NoFormula::Wrong(problem) => Unproved::Failed(problem),
        })?;
        let sink = task.run.outside.write_proof().map_err(Unproved::Homeless)?;
        let mut book = Book::open(sink, &(task.header(None) + &listed.lines()), self.room)?;
        match book.refute(&formula, &[], task.run)? {
            Refuted::Whole(_) => book.close(),
            Refuted::Cut(shortfall) => Err(Unproved::Cut(shortfall)),
            Refuted::Not => {
                Err(Unproved::Failed("there is a solution that was not listed".to_owned()))
            }
        }
    }
}
