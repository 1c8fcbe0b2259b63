//! Interface of a puzzle family: the typed trait [`Family`] and its type-erased form [`Puzzle`].
//!
//! An author implements `Family`; front ends call `Puzzle`, which takes and returns text.
//! Invariant: two texts describe the same instance exactly if their canonical forms are equal.

use std::any::Any;
use std::fmt;

use crate::editing::{Answer, CellWord, Palette, words};
use crate::hex::{Cell, Hexagon, Symmetry};
use crate::puzzles;
use crate::scene::Scene;
use crate::text::{Block, Document, SOLUTION};
use crate::text_error::{ErrorCode, TextError};

/// The goal of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Find any solution that keeps the rules.
    Satisfy,
    /// Make the objective as small as possible.
    Minimise,
    /// Make the objective as large as possible.
    Maximise,
}

/// A word and what it means: a token of a cell, a setting of the header, a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// The word.
    pub word: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
}

/// The fixed facts about a family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// The name, as in the header line.
    pub name: &'static str,
    /// The puzzle in one line.
    pub description: &'static str,
    /// The rules for someone who has never seen the puzzle: a few short sentences.
    pub explanation: &'static [&'static str],
    /// The name of the objective, where the family has one.
    pub objective: Option<&'static str>,
    /// The smallest order allowed; the largest is [`MAX_ORDER`](crate::hex::MAX_ORDER).
    pub least_order: usize,
    /// The tokens of a cell in an instance.
    pub tokens: &'static [Term],
    /// How a solution is written.
    pub solution: &'static str,
    /// How a solution is edited.
    pub answer: Answer,
    /// The settings of the header.
    pub settings: &'static [Term],
    /// The codes of broken rules.
    pub rules: &'static [Term],
    /// The codes of reasons why an instance has no solution at all.
    pub reasons: &'static [Term],
    /// The views of a picture, the usual one first; empty where there is only one.
    pub views: &'static [Term],
}

/// Which picture of a puzzle is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// For move sequences, after how many moves; after all of them if absent.
    pub step: Option<usize>,
    /// The word of one of [`About::views`]; the first if absent.
    pub name: Option<&'static str>,
}

/// A view that every family has: the names of the cells.
pub const COORDINATES: Term =
    Term { word: "coordinates", meaning: "the names of the cells in the place of what is on them" };

/// A broken rule, or a reason why no board can keep all rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The stable code, one of [`About::rules`] or [`About::reasons`].
    pub code: &'static str,
    /// The cells to be highlighted.
    pub cells: Vec<Cell>,
    /// The message, a sentence without a full stop.
    pub message: String,
}

impl Violation {
    /// A broken rule at some cells.
    pub fn new(code: &'static str, cells: Vec<Cell>, message: impl Into<String>) -> Self {
        Self { code, cells, message: message.into() }
    }
}

/// How good a solution is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// The name of the counted quantity, such as `penalty`.
    pub name: &'static str,
    /// The number.
    pub value: i128,
    /// Other numbers that people quote for the same board.
    pub beside: Vec<(&'static str, i128)>,
}

/// The objective divided by a criterion, such as the penalty by level. A board that is not complete may have one, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breakdown {
    /// The name of the objective.
    pub of: &'static str,
    /// The criterion, in one word.
    pub by: &'static str,
    /// The parts, by ascending key.
    pub parts: Vec<BreakdownPart>,
}

/// A part of the objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BreakdownPart {
    /// What the part belongs to, such as the level.
    pub key: u32,
    /// The number.
    pub value: i128,
    /// Whether every completion of the board has this number; otherwise it is a lower bound.
    pub exact: bool,
}

impl Breakdown {
    /// The sum of the parts up to a key, if all of them are exact.
    #[must_use]
    pub fn exact_through(&self, key: u32) -> Option<i128> {
        let parts = self.parts.iter().filter(|part| part.key <= key);
        parts.map(|part| part.exact.then_some(part.value)).sum()
    }
}

/// The verdict of the verifier on a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whether nothing is left undecided.
    pub complete: bool,
    /// Every broken rule.
    pub violations: Vec<Violation>,
    /// The objective, if the solution is complete and correct and the family has one.
    pub objective: Option<Objective>,
    /// The objective by the family's criteria, if no rule is broken as far as the board goes.
    pub breakdowns: Vec<Breakdown>,
}

impl Verdict {
    /// Whether no rule is broken as far as the board goes.
    #[must_use]
    pub fn ok(&self) -> bool {
        self.violations.is_empty()
    }

    /// Whether this is a correct answer to the puzzle: complete, and no rule broken.
    #[must_use]
    pub fn solved(&self) -> bool {
        self.complete && self.ok()
    }
}

/// A foreign text format of a family, used by import and export only.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name, unique within the family.
    pub name: &'static str,
    /// The description.
    pub description: &'static str,
    /// Reads a foreign text; the second text is a board in our format where the foreign text
    /// holds only a solution. One foreign text may hold several puzzles.
    pub import: fn(&str, Option<&str>) -> Result<Vec<String>, TextError>,
    /// Whether the foreign text may belong to a board that is given beside it.
    pub takes_board: bool,
    /// Writes one puzzle in the foreign format, or returns the reason why it cannot.
    pub export: fn(&str) -> Result<String, String>,
    /// What stands between several puzzles in one foreign text; nothing if a text can hold only one.
    pub separator: Option<&'static str>,
}

/// A family of puzzles, as its author implements it.
///
/// `print` ∘ `parse` is canonical: two texts mean the same instance exactly if they print the
/// same. A solution may be partial where the family says so; `violations` then reports what is
/// already broken, whatever is filled in later.
pub trait Family: Send + Sync + 'static {
    /// A puzzle.
    type Instance: Send + Sync + 'static;
    /// An answer, perhaps a partial one.
    type Solution: Send + Sync + 'static;
    /// The fixed facts.
    const ABOUT: About;
    /// The symmetries that turn every puzzle of the family into a puzzle with the same answers,
    /// turned likewise.
    const SYMMETRIES: &'static [Symmetry];

    /// The goal for a solution of this instance.
    fn goal(instance: &Self::Instance) -> Goal;
    /// Reads an instance.
    ///
    /// # Errors
    /// If the text does not describe one.
    fn parse(document: &Document<'_>) -> Result<Self::Instance, TextError>;
    /// Writes an instance: header and rows.
    fn print(instance: &Self::Instance) -> String;
    /// Reads a solution of an instance.
    ///
    /// # Errors
    /// If the text does not describe one.
    fn parse_solution(
        instance: &Self::Instance,
        block: &Block<'_>,
    ) -> Result<Self::Solution, TextError>;
    /// Writes a solution, without the line `solution`.
    fn print_solution(instance: &Self::Instance, solution: &Self::Solution) -> String;
    /// The givens of the instance as a partial solution.
    fn draft(instance: &Self::Instance) -> Option<Self::Solution>;
    /// The instance in which a partial solution is given, if the family can write it as one.
    fn given(_instance: &Self::Instance, _solution: &Self::Solution) -> Option<Self::Instance> {
        None
    }
    /// Whether nothing is undecided.
    fn complete(instance: &Self::Instance, solution: &Self::Solution) -> bool;
    /// Every broken rule.
    fn violations(instance: &Self::Instance, solution: &Self::Solution) -> Vec<Violation>;
    /// How good a complete and correct solution is.
    fn objective(instance: &Self::Instance, solution: &Self::Solution) -> Option<Objective>;
    /// The objective by level, by place, or by what else the family divides it. On a board that is not complete each part
    /// is exact or a lower bound for every completion. The board breaks no rule.
    fn breakdowns(_instance: &Self::Instance, _solution: &Self::Solution) -> Vec<Breakdown> {
        Vec::new()
    }
    /// A cheap and certain reason why the instance has no solution.
    fn impossible(instance: &Self::Instance) -> Option<Violation>;
    /// The image of an instance under one of [`Family::SYMMETRIES`].
    fn transform(instance: &Self::Instance, symmetry: Symmetry) -> Self::Instance;
    /// The image of a solution.
    fn transform_solution(
        instance: &Self::Instance,
        solution: &Self::Solution,
        symmetry: Symmetry,
    ) -> Self::Solution;
    /// Whether a symmetry turns every solution of an instance into a solution of the same instance. By default it must
    /// turn the instance into itself.
    fn keeps(instance: &Self::Instance, symmetry: Symmetry) -> bool {
        Self::print(&Self::transform(instance, symmetry)) == Self::print(instance)
    }
    /// The picture.
    fn scene(instance: &Self::Instance, solution: Option<&Self::Solution>, view: View) -> Scene;
    /// How many moves a solution has, if it is a move sequence.
    fn steps(_solution: &Self::Solution) -> Option<usize> {
        None
    }
    /// The words of a blank board, cell by cell: by default the first of [`About::tokens`] everywhere.
    fn blank(hexagon: &Hexagon) -> Vec<String> {
        let word = Self::ABOUT.tokens.first().map_or("?", |term| term.word);
        vec![word.to_owned(); hexagon.len()]
    }
    /// The words that an editor offers: by default those of [`About::tokens`], for a solution, too, if it repeats the
    /// rows.
    fn palette(_instance: &Self::Instance) -> Palette {
        let puzzle: Vec<String> =
            Self::ABOUT.tokens.iter().flat_map(|term| words(term.word)).collect();
        let solution = match Self::ABOUT.answer {
            Answer::Rows => puzzle.clone(),
            Answer::Strokes => Vec::new(),
        };
        Palette { puzzle, solution, each_once: false }
    }
    /// What a stroke over some cells, one after the other, does to a solution or to none; `None` if it means nothing.
    fn stroke(
        _instance: &Self::Instance,
        _solution: Option<&Self::Solution>,
        _cells: &[Cell],
    ) -> Option<Self::Solution> {
        None
    }
    /// The names of the presets, without the family's.
    fn presets() -> Vec<String> {
        puzzles::names(Self::ABOUT.name, "")
    }
    /// The text of a preset.
    fn preset(name: &str) -> Option<String> {
        puzzles::text(Self::ABOUT.name, "", name).map(str::to_owned)
    }
    /// The foreign formats of the family.
    fn formats() -> &'static [Format] {
        &[]
    }
    /// Bounds on the objective of every blank board of an order, which need no search.
    fn bounds() -> &'static [Term] {
        &[]
    }
}

/// A puzzle that was read once. Sessions and engines use this value and do not read the text again.
pub struct ParsedPuzzle {
    pub(crate) instance: Box<dyn Any + Send + Sync>,
    /// The instance in canonical form.
    pub text: String,
    /// The goal for a solution.
    pub goal: Goal,
    /// A cheap and certain reason why the instance has no solution.
    pub impossible: Option<Violation>,
    /// The solution of the text in canonical form, without the line `solution`, if there is one; or
    /// why it cannot be read.
    pub solution: Result<Option<String>, TextError>,
}

impl ParsedPuzzle {
    /// The instance as a value, if it is one of the family.
    #[must_use]
    pub fn instance<F: Family>(&self) -> Option<&F::Instance> {
        self.instance.downcast_ref()
    }
}

/// A family behind a text-only interface, implemented once for every [`Family`]. Unless said otherwise, a text is a whole document, with or without a solution.
pub trait Puzzle: Sync {
    /// The fixed facts.
    fn about(&self) -> About;
    /// The family's symmetries.
    fn symmetries(&self) -> &'static [Symmetry];
    /// The names of the presets, without the family's.
    fn presets(&self) -> Vec<String>;
    /// The text of a preset.
    fn preset(&self, name: &str) -> Option<String>;
    /// The foreign formats.
    fn formats(&self) -> &'static [Format];
    /// Bounds on the objective of every blank board of an order, which need no search.
    fn bounds(&self) -> &'static [Term];

    /// Reads a text once, for everything that sessions and engines ask.
    ///
    /// # Errors
    /// If the text is malformed, as in all methods below. A malformed solution is no error here.
    fn read(&self, text: &str) -> Result<ParsedPuzzle, TextError>;
    /// The goal for a solution.
    fn goal(&self, text: &str) -> Result<Goal, TextError>;
    /// The instance in canonical form.
    fn instance(&self, text: &str) -> Result<String, TextError>;
    /// The solution in canonical form, without the line `solution`, if the text has one.
    fn solution(&self, text: &str) -> Result<Option<String>, TextError>;
    /// Verifies a solution, given without header and rows, against an instance.
    fn verify(&self, instance: &str, solution: &str) -> Result<Verdict, TextError>;
    /// Verifies the solution of a text, or its givens if it has none. If that board is incomplete,
    /// the verdict also has a reason why no solution exists, if one is known.
    fn check(&self, text: &str) -> Result<Verdict, TextError>;
    /// A cheap and certain reason why the instance has no solution: one of the family's reasons,
    /// or a rule that the givens break already.
    fn impossible(&self, text: &str) -> Result<Option<Violation>, TextError>;
    /// The instance in which what the text's solution decides is given, in canonical form; `None` if the text has no
    /// solution or the family has no such instances.
    fn given(&self, text: &str) -> Result<Option<String>, TextError>;
    /// The image of the whole document in canonical form.
    fn transform(&self, text: &str, symmetry: Symmetry) -> Result<String, TextError>;
    /// The least image of the whole document under the family's symmetries, in canonical form: the same for all images.
    fn canonical(&self, text: &str) -> Result<String, TextError> {
        let images = self.symmetries().iter().map(|&symmetry| self.transform(text, symmetry));
        let least = images.reduce(|one, other| Ok(one?.min(other?)));
        least.unwrap_or_else(|| self.instance(text))
    }
    /// The symmetries that turn every solution of the instance into a solution of it, the identity among them.
    fn stabiliser(&self, text: &str) -> Result<Vec<Symmetry>, TextError>;
    /// The picture, with broken rules marked.
    fn scene(&self, text: &str, view: View) -> Result<Scene, TextError>;
    /// How many moves the text's solution has, if it is a move sequence.
    fn steps(&self, text: &str) -> Result<Option<usize>, TextError>;

    /// A blank board of an order, with settings for its header, in canonical form.
    fn blank(&self, order: usize, settings: &[(String, String)]) -> Result<String, TextError>;
    /// The words that an editor offers for a cell of this board, at most [`MOST_WORDS`](crate::editing::MOST_WORDS) for each part.
    fn palette(&self, text: &str) -> Result<Palette, TextError>;
    /// Each word of the text that stands for the content of a cell, with its place.
    fn cell_words(&self, text: &str) -> Result<Vec<CellWord>, TextError>;
    /// The whole document with the solution with which an editor begins, in canonical form: that of the text, or what is
    /// given. `None` if nothing is given in this family.
    fn drafted(&self, text: &str) -> Result<Option<String>, TextError>;
    /// The whole document after a stroke over some cells, in canonical form; `None` if it means nothing.
    fn stroke(&self, text: &str, cells: &[Cell]) -> Result<Option<String>, TextError>;
}

impl dyn Puzzle + '_ {
    /// The name, as in the header line.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.about().name
    }

    /// The family's symmetry that reflects a board in the horizontal axis or not, and then turns it clockwise by some
    /// sixths of a turn.
    #[must_use]
    pub fn symmetry(&self, sixths: i64, reflect: bool) -> Option<Symmetry> {
        let sixths = sixths.rem_euclid(6) as usize;
        let of = |it: &&Symmetry| it.sixths() == sixths && it.is_reflection() == reflect;
        self.symmetries().iter().find(of).copied()
    }
}

/// Families are told apart by their names.
impl PartialEq for dyn Puzzle {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Puzzle {}

impl fmt::Debug for dyn Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Joins an instance and a solution to one document.
#[must_use]
pub fn join(instance: &str, solution: &str) -> String {
    format!("{instance}{SOLUTION}\n{solution}")
}

/// Reads an instance of a family from a text, which may have a solution, too.
///
/// # Errors
/// If the text is no puzzle of the family.
pub fn parse<F: Family>(text: &str) -> Result<F::Instance, TextError> {
    parse_document::<F>(text).map(|(_, instance)| instance)
}

/// The document and the instance of a text.
pub(crate) fn parse_document<F: Family>(
    text: &str,
) -> Result<(Document<'_>, F::Instance), TextError> {
    let document = Document::parse(text)?;
    if document.family.text != F::ABOUT.name {
        let message = format!("this is not a puzzle of the family {}", F::ABOUT.name);
        return Err(document.family.error(ErrorCode::Family, message, F::ABOUT.name));
    }
    let settings: Vec<&str> = F::ABOUT.settings.iter().map(|term| term.word).collect();
    document.allow_settings(&settings)?;
    let instance = F::parse(&document)?;
    Ok((document, instance))
}
