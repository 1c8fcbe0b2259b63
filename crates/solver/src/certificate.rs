//! Certificates: what a proof of an engine says, and how the formula that it refutes is rebuilt from the instance.
//!
//! The functions of [`Certificates`] are trusted: what they put into a formula must follow from the rules, from the
//! verified solutions, or from parts of the proof that were checked before.

use sixfold_puzzle::Family;

use crate::sat::Formula;

/// The first line of every proof that this version writes and checks, without the `c `.
pub(crate) const PROOF_MARK: &str = "sixfold proof 3";

/// The second line of a proof, before the engine's name.
pub(crate) const ENGINE_MARK: &str = "engine ";

/// The third line of a proof with a bound, before the objective than which nothing is better.
pub(crate) const BOUND_MARK: &str = "bound ";

/// The last line of a proof's header, before the options in force.
pub(crate) const OPTIONS_MARK: &str = "options ";

/// The line that begins a solution in a proof whose parts exclude what it shows.
pub(crate) const SOLUTION_MARK: &str = "solution";

/// What stands before each line of such a solution.
pub(crate) const QUOTE_MARK: &str = "| ";

/// What a proof is about.
pub struct ProofStatement<'a, F: Family, O> {
    /// The instance.
    pub instance: &'a F::Instance,
    /// The options in force.
    pub options: &'a O,
    /// The objective than which nothing is better; if there is none, there is no solution.
    pub bound: Option<i128>,
    /// What verified solutions show, one line each (see [`Certificates::known`]), sorted and different:
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

/// What one part of a proof shows and others need: literals that hold in every model of its clauses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fact {
    /// It in words, one form for one fact.
    pub says: String,
    /// It as literals, in the one numbering of variables that the parts share; none where no formula uses it.
    pub literals: Vec<i32>,
}

impl Fact {
    /// Whether a fact that was shown grants this one.
    #[must_use]
    pub fn follows_from(&self, shown: &Self) -> bool {
        self.says == shown.says && self.literals.iter().all(|it| shown.literals.contains(it))
    }
}

/// The formula that a proof, or one part of it, refutes, rebuilt from the instance.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Certificate {
    /// What follows if they have no model, as a sentence.
    pub says: String,
    /// The clauses, numbered from 1 in the proof.
    pub clauses: Vec<Vec<i32>>,
    /// For everything in the clauses that does not follow from the rules at once: why it may be
    /// there.
    pub reasons: Vec<String>,
    /// What this part shows, for parts after it. One clause says that one of the literals fails.
    pub shows: Option<Fact>,
    /// What the clauses take for granted: parts before it must have shown it. Each literal is a unit clause, and
    /// beside those there is every clause of the part that shows it.
    pub needs: Vec<Fact>,
}

impl Certificate {
    /// A formula that follows from the instance.
    #[must_use]
    pub fn of(formula: &Formula) -> Self {
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

/// What a solution of an instance shows, as one line, or why it shows nothing.
pub type Shows<F> = fn(
    instance: &<F as Family>::Instance,
    solution: &<F as Family>::Solution,
) -> Result<String, String>;

/// What complete and correct solutions show, as one line in one form, so that a proof can say that there is nothing else.
pub enum Known<F: Family> {
    /// The whole solution. No two show the same, so a proof that excludes all that were counted is one of the count.
    Solution(Shows<F>),
    /// A part that several solutions may share.
    Shared(Shows<F>),
}

impl<F: Family> Known<F> {
    /// What a solution shows.
    #[must_use]
    pub fn shows(&self) -> Shows<F> {
        match *self {
            Self::Solution(shows) | Self::Shared(shows) => shows,
        }
    }
}

/// How the proofs of an engine are checked, and its formulas handed to other solvers.
pub struct Certificates<F: Family, O> {
    /// The parts that make a whole proof, or why there can be no such proof.
    pub outline: fn(statement: &ProofStatement<'_, F, O>) -> Result<Outline, String>,
    /// Rebuilds what a part of a proof refutes, or says what is wrong with its remarks. Every
    /// remark must be one that the part has a use for.
    pub certificate: fn(
        statement: &ProofStatement<'_, F, O>,
        section: Section<'_>,
    ) -> Result<Certificate, String>,
    /// Whether the engine writes a certificate for a count, too.
    pub counts: bool,
    /// What a proof may exclude of solutions that were found; nothing if proofs of this engine exclude nothing.
    pub known: Option<Known<F>>,
    /// The way to other solvers and back, where the instance is one formula.
    pub exchange: Option<DimacsExchange<F, O>>,
}

/// An instance as a formula that other solvers can read.
pub struct DimacsExchange<F: Family, O> {
    /// The formula in DIMACS, with the meaning of its variables in comments; or what is wrong with
    /// the options.
    pub dimacs: fn(instance: &F::Instance, options: &O) -> Result<String, String>,
    /// The solution that a solver's `v` lines describe, or what is wrong with them.
    pub decode: Decode<F, O>,
}

/// The solution that a solver's `v` lines describe, or what is wrong with them.
pub type Decode<F, O> = fn(
    instance: &<F as Family>::Instance,
    options: &O,
    answer: &str,
) -> Result<<F as Family>::Solution, String>;
