//! What an engine is: a row of data and a function.

use crate::checkpoint::Aim;
pub use crate::checkpoint::Tally;
use crate::deduction::Hinted;
use crate::options::{OptionRow, Options, Scope};
use crate::run::{Halt, Run};
use crate::sat::Formula;

/// What an engine can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Power {
    /// Finds solutions.
    Finds,
    /// Proves that there is none, or none better.
    Proves,
    /// Counts solutions.
    Counts,
    /// Counts solutions up to the symmetries that keep the instance, too.
    Orbits,
    /// Counts solutions of a relaxation if an option asks for it: an impossible instance may have some.
    Relaxes,
    /// Tells a player what is forced.
    Hints,
    /// Starts from a given solution and makes it better.
    Improves,
}

impl Power {
    /// What an engine must be able to do to be asked for this.
    pub(crate) const fn needed_to(aim: &Aim) -> Self {
        match aim {
            Aim::Solve => Self::Finds,
            Aim::Count(_) => Self::Counts,
        }
    }

    /// The name, as it is listed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Finds => "finds",
            Self::Proves => "proves",
            Self::Counts => "counts",
            Self::Orbits => "orbits",
            Self::Relaxes => "relaxes",
            Self::Hints => "hints",
            Self::Improves => "improves",
        }
    }
}

/// A problem and the means to work on it.
pub struct Task<'a> {
    /// The instance in canonical text.
    pub instance: &'a str,
    /// The options in force.
    pub options: &'a Options,
    /// Whether a refutation is to be written down as a proof.
    pub prove: bool,
    /// The first incumbent: a solution that the session has verified, as text without header and
    /// rows. An engine with the power [`Power::Improves`] starts from it; for the others the session
    /// compares at the end.
    pub incumbent: Option<&'a str>,
    /// The engine's own name.
    pub engine: &'static str,
    /// The world.
    pub run: &'a Run<'a>,
}

impl Task<'_> {
    /// The lines with which a proof begins: they say what has to be rebuilt to check it. With a
    /// bound it is a proof that no solution is better.
    #[must_use]
    pub fn header(&self, bound: Option<i128>) -> String {
        let (engine, options) = (self.engine, self.options.words().join(" "));
        let bound = bound.map(|bound| format!("c {BOUND_MARK}{bound}\n")).unwrap_or_default();
        format!("c {PROOF_MARK}\nc {ENGINE_MARK}{engine}\n{bound}c {OPTIONS_MARK}{options}\n")
    }
}

/// The first line of every proof that this version writes and checks, without the `c `.
pub const PROOF_MARK: &str = "sixfold proof 2";

/// The second line of a proof, before the engine's name.
pub const ENGINE_MARK: &str = "engine ";

/// The third line of a proof with a bound, before the objective than which nothing is better.
pub const BOUND_MARK: &str = "bound ";

/// The last line of a proof's header, before the options in force.
pub const OPTIONS_MARK: &str = "options ";

/// The line that begins a solution in a proof whose parts exclude what it shows.
pub const SOLUTION_MARK: &str = "solution";

/// What stands before each line of such a solution.
pub const QUOTE_MARK: &str = "| ";

/// Solutions as a proof lists them after its header.
pub(crate) fn quoted(solutions: &[String]) -> String {
    let mut lines = String::new();
    for solution in solutions {
        lines.push_str(&format!("c {SOLUTION_MARK}\n"));
        solution.lines().for_each(|line| lines.push_str(&format!("c {QUOTE_MARK}{line}\n")));
    }
    lines
}

/// What a proof is about.
#[derive(Clone, Copy, Debug)]
pub struct ProofStatement<'a> {
    /// The instance in canonical text.
    pub instance: &'a str,
    /// The options in force.
    pub options: &'a Options,
    /// The objective than which nothing is better; if there is none, there is no solution.
    pub bound: Option<i128>,
    /// What verified solutions show, one line each (see [`Clausal::known`]), sorted and different:
    /// what is refuted is that there are others.
    pub known: &'a [String],
}

/// The parts that make a whole proof.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outline {
    /// Their names, in their order; one without a name if the proof has no parts.
    pub parts: Vec<String>,
    /// Why refuting each of them refutes the whole, where that is an argument of its own.
    pub reasons: Vec<String>,
}

/// The formula that a proof, or one part of it, refutes, rebuilt from the instance.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Certificate {
    /// The clauses, numbered from 1 in the proof.
    pub clauses: Vec<Vec<i32>>,
    /// For everything in the clauses that does not follow from the rules at once: why it may be
    /// there.
    pub reasons: Vec<String>,
    /// What this part shows, for parts after it.
    pub shows: Option<String>,
    /// What the clauses take for granted: parts before it must have shown it.
    pub needs: Vec<String>,
}

impl Certificate {
    /// A formula that follows from the instance.
    pub(crate) fn of(formula: &Formula) -> Self {
        let clauses = formula.clauses().map(<[_]>::to_vec).collect();
        Self { clauses, ..Self::default() }
    }
}

/// A part of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Section<'a> {
    /// Its name; empty if the proof is in one part.
    pub name: &'a str,
    /// The remarks before its first step. They say what was learnt on the way; whatever of it goes
    /// into the clauses must be seen to be true.
    pub remarks: &'a [String],
}

/// What an engine is there for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// To answer: one would choose it.
    Production,
    /// To compare and to teach: a method of an article, which another engine does better.
    Classic,
}

impl Role {
    /// The name in machine-readable output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Production => "production",
            Self::Classic => "classic",
        }
    }
}

/// An engine.
#[derive(Clone, Copy)]
pub struct Engine {
    /// The name, as in `--engine name`.
    pub name: &'static str,
    /// What it does, in one line.
    pub description: &'static str,
    /// What it is there for.
    pub role: Role,
    /// What it can do.
    pub powers: &'static [Power],
    /// Its options.
    pub options: &'static [OptionRow],
    /// Whether it can work on an instance; if not, why.
    pub serves: fn(instance: &str) -> Result<(), String>,
    /// Works on a task.
    pub run: fn(&Task<'_>) -> Answer,
    /// Counts solutions, if it can.
    pub count: Option<fn(&Task<'_>, &Tally) -> Counted>,
    /// Tells what is forced by the instance and a partial solution, if it can.
    pub hint: Option<fn(&Task<'_>, partial: &str) -> Hinted>,
    /// The instance as a formula, if the engine works on one.
    pub clausal: Option<Clausal>,
}

/// A finished search: within its scope, no solution is better than `bound`; or, where there is
/// no bound, there is no solution at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    scope: Scope,
    bound: Option<i128>,
}

impl Refutation {
    /// There is no solution in the scope that the options left.
    #[must_use]
    pub fn nothing(options: &Options) -> Self {
        Self { scope: options.scope(), bound: None }
    }

    /// No solution in the scope that the options left has a better objective than `bound`.
    #[must_use]
    pub fn nothing_better(options: &Options, bound: i128) -> Self {
        Self { scope: options.scope(), bound: Some(bound) }
    }

    /// What the search covered.
    #[must_use]
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The bound on the objective.
    #[must_use]
    pub fn bound(&self) -> Option<i128> {
        self.bound
    }
}

/// What an engine brings back. The witness and the refutation are separate: either may be there
/// without the other, and neither is believed before the session has looked at it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// A solution as text, without header and rows.
    pub witness: Option<String>,
    /// A proof by exhaustion.
    pub refutation: Option<Refutation>,
    /// Whether a whole proof of the refutation was written.
    pub proved: bool,
    /// Why a proof that was asked for is not whole, if that is known.
    pub unproved: Option<String>,
    /// Something the engine was told and cannot vouch for.
    pub unchecked_claim: Option<&'static str>,
    /// Why the engine could not work at all, if it could not.
    pub failure: Option<String>,
    /// Why the engine ended early, if it did.
    pub halt: Option<Halt>,
    /// Named counters of the work done.
    pub effort: Vec<(&'static str, u64)>,
}

/// What a solution of an instance shows, both as text, or why it shows nothing.
pub type Shows = fn(instance: &str, solution: &str) -> Result<String, String>;

/// How the proofs of an engine are checked, and its formulas handed to other solvers.
#[derive(Clone, Copy)]
pub struct Clausal {
    /// The parts that make a whole proof, or why there can be no such proof.
    pub outline: fn(statement: &ProofStatement<'_>) -> Result<Outline, String>,
    /// Rebuilds what a part of a proof refutes, or says what is wrong with its remarks. Every
    /// remark must be one that the part has a use for.
    pub certificate:
        fn(statement: &ProofStatement<'_>, section: Section<'_>) -> Result<Certificate, String>,
    /// Whether the engine writes a certificate for a count, too.
    pub counts: bool,
    /// What a complete and correct solution shows that a proof may exclude, as one line in one form;
    /// nothing if proofs of this engine exclude nothing.
    pub known: Option<Shows>,
    /// The way to other solvers and back, where the instance is one formula.
    pub foreign: Option<DimacsExchange>,
}

/// An instance as a formula that other solvers can read.
#[derive(Clone, Copy)]
pub struct DimacsExchange {
    /// The formula in DIMACS, with the meaning of its variables in comments; or what is wrong with
    /// the options.
    pub dimacs: fn(instance: &str, options: &Options) -> Result<String, String>,
    /// The solution that a solver's `v` lines describe, or what is wrong with them.
    pub decode: fn(instance: &str, options: &Options, answer: &str) -> Result<String, String>,
}

/// Something that several solutions may have in common, such as their loop: how many different
/// ones there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facet {
    /// The name of several, which is also the key in machine-readable output.
    pub name: &'static str,
    /// The name of one.
    pub one: &'static str,
    /// What is known of them.
    pub figures: Figures,
    /// Whether there are no others.
    pub complete: bool,
    /// Whether a proof, if one is written, covers this: then the session says whether it holds.
    pub proved: bool,
}

/// The figures of a facet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Figures {
    /// How many different ones there are.
    Total(u128),
    /// The different ones, which are numbers themselves.
    Values(Vec<u128>),
    /// How many there are of each one of the facet before.
    Shares(Vec<u128>),
}

impl Figures {
    /// How many there are in all.
    #[must_use]
    pub fn total(&self) -> u128 {
        match self {
            Self::Total(total) => *total,
            Self::Values(values) => values.len() as u128,
            Self::Shares(shares) => shares.iter().sum(),
        }
    }
}

/// What an engine has counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Solutions found; all of them if `complete`.
    pub count: u128,
    /// What was counted instead, if it was not solutions: the name of a facet.
    pub instead: Option<&'static str>,
    /// What solutions have in common, where the family knows such a thing.
    pub facets: Vec<Facet>,
    /// Solutions up to the symmetries that keep the instance.
    pub orbits: Option<u128>,
    /// Whether there are no others.
    pub complete: bool,
    /// Whether a whole proof was written that there are no others.
    pub proved: bool,
    /// Why a proof that was asked for is not whole, if that is known.
    pub unproved: Option<String>,
    /// The solutions as texts, where the engine lists them; each is verified.
    pub witnesses: Vec<String>,
    /// What was asked for and has no effect, as a remark.
    pub ignored: Option<&'static str>,
    /// Why the engine could not work at all, if it could not.
    pub failure: Option<String>,
    /// Why the engine ended early, if it did.
    pub halt: Option<Halt>,
}
