//! The formula of a solver inside a larger one, which its proof is about.
//!
//! A proof in parts may show a fact in one part and use it in another. The part that uses it then has all clauses of the
//! part that shows it, in the same variables, and the fact as one more clause. A solver does not need those clauses,
//! and would be slowed down by them. It gets its own formula; the proof is written with the clause ids and the variables
//! of the larger one.
//!
//! Invariant: every clause that the solver gets is a clause of the larger formula, or is derived from two of them by a
//! step before the solver's first.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::formula::{Formula, Lit};

/// How a solver's formula, the inner one, lies in the formula that its proof is about, the outer one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Embedding {
    /// The outer formula.
    pub formula: Formula,
    /// The id of each inner clause in the proof.
    pub(super) ids: Vec<u64>,
    /// The outer literal of each inner variable.
    names: Vec<Lit>,
    /// The steps before those of the solver, as lines.
    pub(super) steps: String,
    /// How many these are.
    pub(super) derived: u64,
}

impl Embedding {
    /// Adds the inner formula to an outer one, which has a unit clause for each fact.
    ///
    /// * `shared` pairs inner literals with outer ones of the same meaning. Other inner variables become new ones.
    /// * `taken` pairs places of inner unit clauses with the facts that grant them. Instead of the unit clause, the outer
    ///   formula gets "if the fact holds, so does the literal", unless both are the same literal.
    ///
    /// # Errors
    /// If a clause that is to be granted is no unit clause, or the outer formula lacks the fact.
    pub fn new(
        outer: Formula,
        inner: &Formula,
        shared: &[(Lit, Lit)],
        taken: &[(usize, Lit)],
    ) -> Result<Self, String> {
        let taken: HashMap<usize, Lit> = taken.iter().copied().collect();
        let mut free = Ids::of(&outer);
        let names = names(inner, shared);
        let mut made =
            Self { formula: outer, ids: Vec::new(), names, steps: String::new(), derived: 0 };
        made.name_the_rest();
        let mut links: Vec<(usize, Lit, [u64; 2])> = Vec::new();
        for (place, clause) in inner.clauses().enumerate() {
            let image: Vec<Lit> = clause.iter().map(|&literal| made.name(literal)).collect();
            let id = match taken.get(&place) {
                None => free.take(&image).unwrap_or_else(|| made.add(&image)),
                Some(&fact) => {
                    let granted = free.units.get(&fact).copied();
                    let granted = granted.ok_or("a fact that is used is not in the formula")?;
                    let &[literal] = &image[..] else {
                        return Err("what a fact grants is no single literal".to_owned());
                    };
                    if literal != fact {
                        links.push((place, literal, [granted, made.add(&[-fact, literal])]));
                    }
                    granted
                }
            };
            made.ids.push(id);
        }
        links.into_iter().for_each(|(place, literal, from)| made.derive(place, literal, from));
        Ok(made)
    }

    /// Gives a new variable to each inner one that has no literal yet.
    fn name_the_rest(&mut self) {
        for name in self.names.iter_mut().filter(|name| **name == 0) {
            *name = self.formula.variable();
        }
    }

    /// The outer literal of an inner one.
    pub(super) fn name(&self, literal: Lit) -> Lit {
        self.names[literal.unsigned_abs() as usize - 1] * literal.signum()
    }

    /// Adds a clause to the outer formula, and gives its id.
    fn add(&mut self, clause: &[Lit]) -> u64 {
        self.formula.clause(clause);
        self.formula.len() as u64
    }

    /// Writes the step that derives an inner unit clause.
    fn derive(&mut self, place: usize, literal: Lit, from: [u64; 2]) {
        self.derived += 1;
        self.ids[place] = self.last();
        // Writing into a string cannot fail.
        let _ = writeln!(self.steps, "{} {literal} 0 {} {} 0", self.last(), from[0], from[1]);
    }

    /// The last id that is taken before the solver's first step.
    pub(super) fn last(&self) -> u64 {
        self.formula.len() as u64 + self.derived
    }
}

/// The outer literals of the inner variables; 0 where there is none.
fn names(inner: &Formula, shared: &[(Lit, Lit)]) -> Vec<Lit> {
    let mut names = vec![0; inner.variables().unsigned_abs() as usize];
    for &(mine, theirs) in shared {
        names[mine.unsigned_abs() as usize - 1] = theirs * mine.signum();
    }
    names
}

/// The clauses of the outer formula that no inner clause stands for yet: a solver may delete a clause once only.
struct Ids {
    clauses: HashMap<Vec<Lit>, u64>,
    units: HashMap<Lit, u64>,
}

impl Ids {
    fn of(formula: &Formula) -> Self {
        let mut ids = Self { clauses: HashMap::new(), units: HashMap::new() };
        for (id, clause) in (1..).zip(formula.clauses()) {
            ids.clauses.insert(sorted(clause), id);
            if let &[literal] = clause {
                ids.units.insert(literal, id);
            }
        }
        ids
    }

    fn take(&mut self, clause: &[Lit]) -> Option<u64> {
        self.clauses.remove(&sorted(clause))
    }
}

fn sorted(clause: &[Lit]) -> Vec<Lit> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause
}
