//! The tables of a family: its words, presets, engines and their options, as `list` prints them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sixfold_puzzle as puzzle;
use sixfold_puzzle::puzzles;
use sixfold_solver::{self as solver, OutsideName, Registration};

/// A family of puzzles and what there is for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Family {
    /// The name, as in the header of a text.
    pub family: String,
    /// The puzzle in one line.
    pub description: String,
    /// The rules for someone who has never seen the puzzle: a few short sentences.
    pub explanation: Vec<String>,
    /// The name of the objective, or null if the family has none.
    pub objective: Option<String>,
    /// The smallest order of a board.
    pub least_order: usize,
    /// The tokens of a cell.
    pub tokens: Vec<Term>,
    /// How a solution is written.
    pub solution: String,
    /// How a solution is edited.
    pub answer: AnswerKind,
    /// The settings of the header.
    pub settings: Vec<Term>,
    /// The codes of broken rules.
    pub rules: Vec<Term>,
    /// The codes of reasons why an instance has no solution.
    pub reasons: Vec<Term>,
    /// Bounds on the objective of every blank board of an order, which need no search.
    pub bounds: Vec<Term>,
    /// The views of a picture, the usual one first; empty if there is only one.
    pub views: Vec<Term>,
    /// The engines, in the order in which they are tried.
    pub engines: Vec<Engine>,
    /// The maker of new puzzles, or null.
    pub maker: Option<Maker>,
    /// The trainer of a learned heuristic, or null.
    pub trainer: Option<Trainer>,
    /// The foreign formats for import and export.
    pub formats: Vec<Format>,
    /// The full names of the presets.
    pub presets: Vec<String>,
    /// The full names of solved examples.
    pub examples: Vec<String>,
    /// The full name of the smallest of them; null if there is none.
    pub example: Option<String>,
}

/// How a solution is edited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerKind {
    /// It repeats the rows of the board: a word for each cell.
    Rows,
    /// It is written in lines of its own: strokes over cells change it.
    Strokes,
}

impl From<puzzle::editing::Answer> for AnswerKind {
    fn from(answer: puzzle::editing::Answer) -> Self {
        match answer {
            puzzle::editing::Answer::Rows => Self::Rows,
            puzzle::editing::Answer::Strokes => Self::Strokes,
        }
    }
}

/// A word and what it means.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Term {
    /// The word.
    pub word: String,
    /// Its meaning.
    pub meaning: String,
}

/// A foreign text format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Format {
    /// The name, unique within the family.
    pub name: String,
    /// What it is.
    pub description: String,
}

/// An engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Engine {
    /// The name.
    pub name: String,
    /// What it does, in one line.
    pub description: String,
    /// What it is there for.
    pub role: Role,
    /// What it can do.
    pub powers: Vec<Power>,
    /// Its options.
    pub options: Vec<OptionRow>,
}

/// What an engine is there for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// To answer.
    Production,
    /// To compare and to teach: a method of an article.
    Classic,
}

/// What an engine can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// Finds solutions.
    Finds,
    /// Proves that there is none, or none better.
    Proves,
    /// Counts solutions.
    Counts,
    /// Counts solutions up to symmetry, too.
    Orbits,
    /// Counts solutions of a relaxation if an option asks for it.
    Relaxes,
    /// Tells a player what is forced.
    Hints,
    /// Starts from a given solution and makes it better.
    Improves,
    /// Lists solutions one after the other.
    Lists,
    /// Divides its work into units, of which machines take shares.
    Divides,
}

/// A maker of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Maker {
    /// What it makes, in one line.
    pub description: String,
    /// Its options.
    pub options: Vec<OptionRow>,
    /// The largest order.
    pub largest: usize,
}

/// A trainer of a learned heuristic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Trainer {
    /// What it learns, in one line.
    pub description: String,
    /// Its options.
    pub options: Vec<OptionRow>,
    /// The largest order.
    pub largest: usize,
}

/// An option of an engine, a maker or a trainer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OptionRow {
    /// The name.
    pub name: String,
    /// What it does.
    pub meaning: String,
    /// What kind of value it takes.
    pub kind: OptionKind,
    /// The default, or null if the option is unset without a value.
    pub default: Option<String>,
    /// The values: `a..b`, words with `|` between them, or a word in capitals for any text.
    pub range: String,
    /// Whether it excludes a part of the search space: results then hold within a scope only.
    pub restricts: bool,
    /// What its value names outside of the process, or null. A front end that serves strangers refuses such options.
    pub outside: Option<Outside>,
}

/// What kind of value an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OptionKind {
    /// An integer in a range.
    Integer,
    /// One of a few words.
    Choice,
    /// Any text.
    Text,
    /// The name of a unit of a search in units.
    Unit,
    /// A file; engines see its text.
    File,
    /// A program with its arguments.
    Program,
}

/// What an option names outside of the process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outside {
    /// A program that the engine runs.
    Program,
    /// A file that the front end reads.
    File,
}

impl From<&Registration> for Family {
    fn from(family: &Registration) -> Self {
        let about = family.rules.about();
        let named = |folder: &str, names: &[String]| -> Vec<String> {
            names.iter().map(|name| format!("{}/{folder}{name}", about.name)).collect()
        };
        Self {
            family: about.name.to_owned(),
            description: about.description.to_owned(),
            explanation: about.explanation.iter().map(|&it| it.to_owned()).collect(),
            objective: about.objective.map(str::to_owned),
            least_order: about.least_order,
            tokens: terms(about.tokens),
            solution: about.solution.to_owned(),
            answer: about.answer.into(),
            settings: terms(about.settings),
            rules: terms(about.rules),
            reasons: terms(about.reasons),
            bounds: terms(family.rules.bounds()),
            views: terms(about.views),
            engines: family.engines.iter().map(|&engine| Engine::from(engine)).collect(),
            maker: family.maker.map(Maker::from),
            trainer: family.trainer.map(Trainer::from),
            formats: family.rules.formats().iter().map(Format::from).collect(),
            presets: named("", &family.rules.presets()),
            example: smallest(about.name).map(|name| format!("{}/good/{name}", about.name)),
            examples: named("good/", &puzzles::names(about.name, "good")),
        }
    }
}

/// The name of the shortest solved example.
fn smallest(family: &str) -> Option<String> {
    let length = |name: &String| puzzles::text(family, "good", name).map(str::len);
    puzzles::names(family, "good").into_iter().min_by_key(length)
}

fn terms(terms: &[puzzle::Term]) -> Vec<Term> {
    let term =
        |term: &puzzle::Term| Term { word: term.word.to_owned(), meaning: term.meaning.to_owned() };
    terms.iter().map(term).collect()
}

fn options(rows: &[solver::OptionRow]) -> Vec<OptionRow> {
    rows.iter().map(OptionRow::from).collect()
}

impl From<&puzzle::Format> for Format {
    fn from(format: &puzzle::Format) -> Self {
        Self { name: format.name.to_owned(), description: format.description.to_owned() }
    }
}

impl From<&dyn solver::Engine> for Engine {
    fn from(engine: &dyn solver::Engine) -> Self {
        let row = engine.row();
        Self {
            name: row.name.to_owned(),
            description: row.description.to_owned(),
            role: row.role.into(),
            powers: engine.powers().iter().copied().map(Power::from).collect(),
            options: options(row.options),
        }
    }
}

impl From<solver::Role> for Role {
    fn from(role: solver::Role) -> Self {
        match role {
            solver::Role::Production => Self::Production,
            solver::Role::Classic => Self::Classic,
        }
    }
}

impl From<solver::Power> for Power {
    fn from(power: solver::Power) -> Self {
        match power {
            solver::Power::Finds => Self::Finds,
            solver::Power::Proves => Self::Proves,
            solver::Power::Counts => Self::Counts,
            solver::Power::Orbits => Self::Orbits,
            solver::Power::Relaxes => Self::Relaxes,
            solver::Power::Hints => Self::Hints,
            solver::Power::Improves => Self::Improves,
            solver::Power::Lists => Self::Lists,
            solver::Power::Divides => Self::Divides,
        }
    }
}

impl From<&solver::Maker> for Maker {
    fn from(maker: &solver::Maker) -> Self {
        let (description, options) = (maker.description.to_owned(), options(maker.options));
        Self { description, options, largest: maker.largest }
    }
}

impl From<&solver::Trainer> for Trainer {
    fn from(trainer: &solver::Trainer) -> Self {
        let (description, options) = (trainer.description.to_owned(), options(trainer.options));
        Self { description, options, largest: trainer.largest }
    }
}

impl From<&solver::OptionRow> for OptionRow {
    fn from(row: &solver::OptionRow) -> Self {
        Self {
            name: row.name.to_owned(),
            meaning: row.meaning.to_owned(),
            kind: row.kind.into(),
            default: row.default(),
            range: row.range(),
            restricts: row.restricts,
            outside: row.outside().map(Outside::from),
        }
    }
}

impl From<OutsideName> for Outside {
    fn from(outside: OutsideName) -> Self {
        match outside {
            OutsideName::Program => Self::Program,
            OutsideName::File => Self::File,
        }
    }
}

impl From<solver::OptionKind> for OptionKind {
    fn from(kind: solver::OptionKind) -> Self {
        match kind {
            solver::OptionKind::Integer { .. }
            | solver::OptionKind::Part { .. }
            | solver::OptionKind::ProofSize { .. } => Self::Integer,
            solver::OptionKind::Choice(_) => Self::Choice,
            solver::OptionKind::Text => Self::Text,
            solver::OptionKind::Unit => Self::Unit,
            solver::OptionKind::File | solver::OptionKind::Stream => Self::File,
            solver::OptionKind::Program => Self::Program,
        }
    }
}
