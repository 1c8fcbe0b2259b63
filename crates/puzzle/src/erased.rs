//! The text-only face of a typed family: implements [`Puzzle`] once for every [`Family`].
//!
//! Every method reads its text, calls the typed function and prints the result, so that what a
//! front end holds is always text that the family's own parser accepts.
//!
//! Invariant: a header of another family or an unknown setting is an error before the family
//! sees the document.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use crate::family::{
    About, Family, Format, Goal, ParsedPuzzle, Puzzle, Term, Verdict, View, Violation, join,
    parse_document,
};
use crate::hex::{Cell, Symmetry};
use crate::scene::{Mark, Role, Scene};
use crate::text::Block;
use crate::text_error::TextError;

/// Implements [`Puzzle`] for a family, as in `const MINE: &dyn Puzzle = &ErasedFamily::<Mine>::new();`.
pub struct ErasedFamily<F>(PhantomData<F>);

impl<F: Family> Default for ErasedFamily<F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F: Family> ErasedFamily<F> {
    /// The text-only face of the family.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }

    fn parse_both(text: &str) -> Result<(F::Instance, Option<F::Solution>), TextError> {
        let (document, instance) = parse_document::<F>(text)?;
        let solution = match &document.solution {
            Some(block) => Some(F::parse_solution(&instance, block)?),
            None => None,
        };
        Ok((instance, solution))
    }

    fn verdict(instance: &F::Instance, solution: &F::Solution) -> Verdict {
        let violations = F::violations(instance, solution);
        let complete = F::complete(instance, solution);
        let sound = violations.is_empty();
        let objective = (complete && sound).then(|| F::objective(instance, solution)).flatten();
        let breakdowns = if sound { F::breakdowns(instance, solution) } else { Vec::new() };
        Verdict { complete, violations, objective, breakdowns }
    }

    /// The reason why the instance has no solution: one of the family's, or givens that break a rule.
    fn reason(instance: &F::Instance) -> Option<Violation> {
        let broken = || F::violations(instance, &F::draft(instance)?).into_iter().next();
        F::impossible(instance).or_else(broken)
    }
}

impl<F: Family> Puzzle for ErasedFamily<F> {
    fn about(&self) -> About {
        F::ABOUT
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        F::SYMMETRIES
    }

    fn presets(&self) -> Vec<String> {
        F::presets()
    }

    fn preset(&self, name: &str) -> Option<String> {
        F::preset(name)
    }

    fn formats(&self) -> &'static [Format] {
        F::formats()
    }

    fn bounds(&self) -> &'static [Term] {
        F::bounds()
    }

    fn read(&self, text: &str) -> Result<ParsedPuzzle, TextError> {
        let (document, instance) = parse_document::<F>(text)?;
        let print = |block| {
            let solution = F::parse_solution(&instance, block)?;
            Ok(F::print_solution(&instance, &solution))
        };
        Ok(ParsedPuzzle {
            text: F::print(&instance),
            goal: F::goal(&instance),
            impossible: Self::reason(&instance),
            solution: document.solution.as_ref().map(print).transpose(),
            instance: Box::new(instance),
        })
    }

    fn goal(&self, text: &str) -> Result<Goal, TextError> {
        parse_document::<F>(text).map(|(_, instance)| F::goal(&instance))
    }

    fn instance(&self, text: &str) -> Result<String, TextError> {
        parse_document::<F>(text).map(|(_, instance)| F::print(&instance))
    }

    fn solution(&self, text: &str) -> Result<Option<String>, TextError> {
        let (instance, solution) = Self::parse_both(text)?;
        Ok(solution.map(|solution| F::print_solution(&instance, &solution)))
    }

    fn verify(&self, instance: &str, solution: &str) -> Result<Verdict, TextError> {
        let (_, instance) = parse_document::<F>(instance)?;
        let solution = F::parse_solution(&instance, &Block::new(solution))?;
        Ok(Self::verdict(&instance, &solution))
    }

    fn check(&self, text: &str) -> Result<Verdict, TextError> {
        let (instance, solution) = Self::parse_both(text)?;
        let mut verdict = match solution.or_else(|| F::draft(&instance)) {
            Some(solution) => Self::verdict(&instance, &solution),
            None => Verdict {
                complete: false,
                violations: Vec::new(),
                objective: None,
                breakdowns: Vec::new(),
            },
        };
        if verdict.ok() && !verdict.complete {
            verdict.violations.extend(Self::reason(&instance));
            if !verdict.ok() {
                verdict.breakdowns.clear();
            }
        }
        Ok(verdict)
    }

    fn impossible(&self, text: &str) -> Result<Option<Violation>, TextError> {
        parse_document::<F>(text).map(|(_, instance)| Self::reason(&instance))
    }

    fn given(&self, text: &str) -> Result<Option<String>, TextError> {
        let (instance, solution) = Self::parse_both(text)?;
        let given = solution.and_then(|solution| F::given(&instance, &solution));
        Ok(given.map(|given| F::print(&given)))
    }

    fn transform(&self, text: &str, symmetry: Symmetry) -> Result<String, TextError> {
        let (instance, solution) = Self::parse_both(text)?;
        let image = F::transform(&instance, symmetry);
        let header_and_rows = F::print(&image);
        Ok(match solution {
            None => header_and_rows,
            Some(solution) => {
                let solution = F::transform_solution(&instance, &solution, symmetry);
                join(&header_and_rows, &F::print_solution(&image, &solution))
            }
        })
    }

    fn stabiliser(&self, text: &str) -> Result<Vec<Symmetry>, TextError> {
        let (_, instance) = parse_document::<F>(text)?;
        let keeps = |symmetry: &Symmetry| F::keeps(&instance, *symmetry);
        Ok(F::SYMMETRIES.iter().copied().filter(keeps).collect())
    }

    fn scene(&self, text: &str, view: View) -> Result<Scene, TextError> {
        let (instance, solution) = Self::parse_both(text)?;
        let mut scene = F::scene(&instance, solution.as_ref(), view);
        if view.step.is_none() {
            let verdict = self.check(text)?;
            let shown = bands(&scene);
            let mut cells: Vec<Cell> = verdict
                .violations
                .iter()
                .filter(|violation| !is_shown(violation, &shown))
                .flat_map(|violation| violation.cells.clone())
                .collect();
            cells.sort_unstable();
            cells.dedup();
            cells.into_iter().for_each(|cell| scene.outline(cell, Role::Broken));
            scene.notes.extend(verdict.violations.first().map(|first| first.message.clone()));
        }
        Ok(scene)
    }

    fn steps(&self, text: &str) -> Result<Option<usize>, TextError> {
        let (_, solution) = Self::parse_both(text)?;
        Ok(solution.as_ref().and_then(F::steps))
    }
}

/// The ends of the bands of a picture.
fn bands(scene: &Scene) -> BTreeSet<(Cell, Cell)> {
    let ends = |mark: &Mark| match *mark {
        Mark::Band { from, to, .. } => Some((from, to)),
        _ => None,
    };
    scene.marks.iter().filter_map(ends).collect()
}

/// Whether a band already marks the cells of a violation; outlines would only hide it.
fn is_shown(violation: &Violation, bands: &BTreeSet<(Cell, Cell)>) -> bool {
    match violation.cells[..] {
        [first, .., last] => bands.contains(&(first, last)),
        _ => false,
    }
}
