//! What a family offers beyond its rules, and the list of families that a program has.
//!
//! A [`Registry`] is a plain constant. The program's own is [`REGISTRY`](crate::REGISTRY); a program that embeds
//! this library may add families of its own to it, or bring others.

use std::fmt;
use std::ops::RangeInclusive;

use sixfold_puzzle::{Puzzle, TextError, family_of};

use crate::benchmark::{Case, Picture};
use crate::engine::Engine;
use crate::lemma::Lemma;
use crate::maker::Maker;
use crate::specimen::Specimen;
use crate::trainer::Trainer;

/// A family and what it offers beyond its rules.
#[derive(Clone, Copy)]
pub struct Registration {
    /// The rules.
    pub rules: &'static dyn Puzzle,
    /// The engines, in the order in which they are tried.
    pub engines: &'static [&'static dyn Engine],
    /// The maker of new puzzles, if there is one.
    pub maker: Option<&'static Maker>,
    /// The trainer of a learned heuristic, if there is one.
    pub trainer: Option<&'static Trainer>,
    /// How long searches usually take, where that is long.
    pub usual: &'static [UsualTime],
    /// Lemmas that can be proved by computer.
    pub lemmas: &'static [Lemma],
    /// Benchmark cases.
    pub benchmarks: fn() -> &'static [Case],
    /// Pictures that go with the benchmark cases.
    pub pictures: &'static [Picture],
    /// Degenerate boards on which engines must keep to their limits.
    pub specimens: &'static [Specimen],
}

/// How long an engine with its default options usually works on a blank board, as was measured.
#[derive(Clone, Debug)]
pub struct UsualTime {
    /// The engine.
    pub engine: &'static str,
    /// Whether a proof is written and checked.
    pub prove: bool,
    /// The orders.
    pub orders: RangeInclusive<usize>,
    /// The time, after "usually" or as a sentence of its own without a full stop.
    pub words: &'static str,
}

impl Registration {
    /// A family with nothing but its rules. Its author adds what there is:
    /// `Registration { engines: ENGINES, ..Registration::of(RULES) }`.
    #[must_use]
    pub const fn of(rules: &'static dyn Puzzle) -> Self {
        Self {
            rules,
            engines: &[],
            maker: None,
            trainer: None,
            usual: &[],
            lemmas: &[],
            benchmarks: || &[],
            pictures: &[],
            specimens: &[],
        }
    }

    /// The name of the family.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.rules.name()
    }
}

impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A list of families.
#[derive(Clone, Copy, Debug)]
pub struct Registry(&'static [&'static Registration]);

impl Registry {
    /// A list of families, each with a name of its own.
    #[must_use]
    pub const fn new(families: &'static [&'static Registration]) -> Self {
        Self(families)
    }

    /// All families, in their order.
    #[must_use]
    pub const fn families(self) -> &'static [&'static Registration] {
        self.0
    }

    /// The family with a name.
    #[must_use]
    pub fn named(self, name: &str) -> Option<&'static Registration> {
        self.0.iter().copied().find(|family| family.name() == name)
    }

    /// The lemmas of all families.
    pub fn lemmas(self) -> impl Iterator<Item = &'static Lemma> {
        self.0.iter().flat_map(|family| family.lemmas)
    }

    /// The family that a text's header names.
    ///
    /// # Errors
    /// If the text has no header, or the header names none of the families.
    pub fn family_of(self, text: &str) -> Result<&'static Registration, TextError> {
        let rules: Vec<&'static dyn Puzzle> = self.0.iter().map(|family| family.rules).collect();
        let found = family_of(&rules, text)?;
        Ok(self.named(found.name()).expect("it was found in this list"))
    }
}
