//! Facts about grids that arguments lean on, stated once and proved again on request: each is a formula for every radius, whose refutation is written down and checked.

use std::io::BufRead;
use std::ops::RangeInclusive;

use sixfold_checker::ProofError;

use crate::certificate::PROOF_MARK;
use crate::proof_parts::Parts;
use crate::run::{Halt, Progress, Run};
use crate::sat::{Book, Formula, Refuted, Unproved};

/// A fact, for discs of every radius in a range.
pub struct Lemma {
    /// Its name, as on the command line.
    pub name: &'static str,
    /// What it says of a disc of radius R.
    pub statement: &'static str,
    /// The radii.
    pub radii: RangeInclusive<usize>,
    /// Formulas that have no model if it holds for a radius, with the names of the cases.
    pub(crate) cases: fn(radius: usize) -> Vec<(&'static str, Formula)>,
}

/// A proof larger than this is given up: these are short.
const ROOM: u64 = 1 << 34;

/// What a checked proof is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// How many formulas were refuted.
    pub cases: usize,
    /// In how many steps.
    pub steps: u64,
}

/// Why a lemma was not shown.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LemmaError {
    /// It was stopped.
    #[error("stopped before the end")]
    Halted(Halt),
    /// It does not hold, there is no place for a proof, or a proof is wrong.
    #[error("{0}")]
    Failed(String),
}

impl From<Unproved> for LemmaError {
    fn from(unproved: Unproved) -> Self {
        match unproved {
            Unproved::Halted(halt) => Self::Halted(halt),
            Unproved::Cut(shortfall) => Self::Failed(shortfall.to_string()),
            Unproved::Homeless(problem) | Unproved::Failed(problem) => Self::Failed(problem),
        }
    }
}

impl Lemma {
    /// The first lines of a proof.
    fn header(&self, radii: &RangeInclusive<usize>) -> String {
        format!("c {PROOF_MARK}\nc {}\n", self.title(radii))
    }

    /// What a proof says it is about.
    fn title(&self, radii: &RangeInclusive<usize>) -> String {
        format!("lemma {} {}..{}", self.name, radii.start(), radii.end())
    }

    fn formulas(&self, radii: RangeInclusive<usize>) -> impl Iterator<Item = (String, Formula)> {
        radii.flat_map(|radius| {
            let named = move |(name, formula)| (format!("{radius} {name}"), formula);
            (self.cases)(radius).into_iter().map(named)
        })
    }

    /// Proves the lemma for some radii, and checks what was written.
    ///
    /// # Errors
    /// If it was stopped, does not hold, or there is no place for a proof.
    pub fn show(&self, radii: RangeInclusive<usize>, run: &Run<'_>) -> Result<Shown, LemmaError> {
        let sink = run.outside.write_proof().map_err(LemmaError::Failed)?;
        let mut book = Book::open(sink, &self.header(&radii), ROOM)?;
        for (at, (name, formula)) in self.formulas(radii.clone()).enumerate() {
            book.begin(&name, &[])?;
            match book.refute(&formula, &[], run)? {
                Refuted::Whole(_) => {
                    run.emit(&Progress::of("proof").counted("cases", at as u64 + 1).into());
                }
                Refuted::Cut(shortfall) => return Err(Unproved::Cut(shortfall).into()),
                Refuted::Not => {
                    return Err(LemmaError::Failed(format!("it does not hold in the case {name}")));
                }
            }
        }
        book.close()?;
        let mut proof = run.outside.read_proof().map_err(LemmaError::Failed)?;
        self.check(radii, &mut *proof, &mut || run.halted().is_some())
    }

    /// Checks a proof for some radii. No solver is used.
    ///
    /// # Errors
    /// If it was stopped or the proof is wrong.
    pub fn check(
        &self,
        radii: RangeInclusive<usize>,
        proof: &mut dyn BufRead,
        halted: &mut dyn FnMut() -> bool,
    ) -> Result<Shown, LemmaError> {
        let failed = |problem: String| LemmaError::Failed(problem);
        let mut parts = Parts::new(proof);
        let header = parts.comments().map_err(failed)?;
        for (place, expected) in [PROOF_MARK.to_owned(), self.title(&radii)].iter().enumerate() {
            if header.get(place) != Some(expected) {
                let problem = format!("line {}: `c {expected}` is expected", place + 1);
                return Err(failed(problem));
            }
        }
        if let Some(surplus) = header.get(2) {
            return Err(failed(format!("line 3: `{surplus}` has no meaning here")));
        }
        let mut shown = Shown::default();
        for (name, formula) in self.formulas(radii) {
            let problem = |problem: String| failed(format!("part {name}: {problem}"));
            parts.begin(&name).map_err(problem)?;
            if let Some(remark) = parts.comments().map_err(problem)?.first() {
                return Err(problem(format!("`{remark}` has no meaning here")));
            }
            let before = parts.line();
            let summary = sixfold_checker::check(formula.clauses(), &mut parts, halted);
            let summary = summary.map_err(|error| match error {
                ProofError::Stopped => LemmaError::Halted(Halt::Interrupted),
                ProofError::NotRefuted => problem(parts.at_line(error)),
                error => problem(error.after(before).to_string()),
            })?;
            parts.end().map_err(problem)?;
            shown.cases += 1;
            shown.steps += summary.derived;
        }
        parts.finish().map_err(failed)?;
        if shown.cases == 0 {
            return Err(failed("there is no radius to show it for".to_owned()));
        }
        Ok(shown)
    }
}
