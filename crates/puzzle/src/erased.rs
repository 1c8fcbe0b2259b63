//! The text-only face of a typed family: implements [`Puzzle`] once for every [`Family`].
//!
//! Every method reads its text, calls the typed function and prints the result, so that what a
//! front end holds is always text that the family's own parser accepts.
//!
//! Invariant: a header of another family or an unknown setting is an error before the family
//! sees the document.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use crate::editing::{Answer, CellWord, Layer, MOST_WORDS, Palette};
use crate::family::{
    About, Family, Format, Goal, ParsedPuzzle, Puzzle, Term, Verdict, View, Violation, join,
    parse_document,
};
use crate::hex::{Cell, Hexagon, Symmetry};
use crate::scene::{Mark, Role, Scene};
use crate::text::{Block, Document, Token, print_rows};
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

    fn blank(&self, order: usize, settings: &[(String, String)]) -> Result<String, TextError> {
        blank::<F>(order, settings)
    }

    fn palette(&self, text: &str) -> Result<Palette, TextError> {
        let (_, instance) = parse_document::<F>(text)?;
        let mut palette = F::palette(&instance);
        palette.puzzle.truncate(MOST_WORDS);
        palette.solution.truncate(MOST_WORDS);
        Ok(palette)
    }

    fn cell_words(&self, text: &str) -> Result<Vec<CellWord>, TextError> {
        cell_words::<F>(text)
    }

    fn drafted(&self, text: &str) -> Result<Option<String>, TextError> {
        let (instance, solution) = Self::parse_both(text)?;
        let solution = solution.or_else(|| F::draft(&instance));
        let joined =
            |solution| join(&F::print(&instance), &F::print_solution(&instance, &solution));
        Ok(solution.map(joined))
    }

    fn stroke(&self, text: &str, cells: &[Cell]) -> Result<Option<String>, TextError> {
        let (instance, solution) = Self::parse_both(text)?;
        let changed = F::stroke(&instance, solution.as_ref(), cells);
        let joined =
            |solution| join(&F::print(&instance), &F::print_solution(&instance, &solution));
        Ok(changed.map(joined))
    }
}

/// A blank board of a family in canonical form.
fn blank<F: Family>(order: usize, settings: &[(String, String)]) -> Result<String, TextError> {
    let name = F::ABOUT.name;
    let mut header = format!("{name} {order}");
    settings.iter().for_each(|(key, value)| header.push_str(&format!(" {key}={value}")));
    header.push('\n');
    // The order is judged before a board of that size is built.
    Document::parse(&header)?.order(F::ABOUT.least_order)?;
    let hexagon = Hexagon::new(order);
    let text = header + &print_rows(&hexagon, &F::blank(&hexagon));
    parse_document::<F>(&text).map(|(_, instance)| F::print(&instance))
}

/// The words of a text that stand for cells. The text is one that the family reads.
fn cell_words<F: Family>(text: &str) -> Result<Vec<CellWord>, TextError> {
    let (document, _) = parse_document::<F>(text)?;
    let hexagon = Hexagon::new(document.order(F::ABOUT.least_order)?);
    let place = |layer: Layer, tokens: Vec<Token<'_>>| -> Vec<CellWord> {
        let word = |(&cell, token): (&Cell, &Token<'_>)| CellWord {
            cell,
            layer,
            word: token.text.to_owned(),
            span: token.span,
        };
        hexagon.cells().iter().zip(&tokens).map(word).collect()
    };
    let mut words = place(Layer::Puzzle, document.rows(&hexagon)?);
    if let (Answer::Rows, Some(block)) = (F::ABOUT.answer, &document.solution) {
        words.extend(place(Layer::Solution, block.rows(&hexagon)?));
    }
    Ok(words)
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
