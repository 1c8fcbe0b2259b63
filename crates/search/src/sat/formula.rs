//! A formula in conjunctive normal form whose clauses belong to named groups, so that a test can
//! leave out a group and see that it mattered, and a reader can see where a clause comes from.

use std::fmt::Write as _;

use crate::random::Random;
use crate::run::{Halt, Run};

/// A literal as in DIMACS: a variable from 1, negative for its negation.
pub type Lit = i32;

/// How many literals are added between two looks at the limits of the run: about a millisecond.
const PULSE: usize = 1 << 16;
/// How many calls there are at most between two looks.
const CALLS: usize = 1 << 11;
/// The largest formula, in literals, whatever the memory ceiling: 1 GiB here, and some more in a solver.
const LARGEST: usize = 1 << 27;

/// A named part of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Group {
    name: String,
    /// The first clause of the group; it ends where the next begins.
    start: usize,
}

/// A formula under construction, or finished.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Formula {
    variables: i32,
    literals: Vec<Lit>,
    ends: Vec<usize>,
    groups: Vec<Group>,
    names: Vec<(Lit, String)>,
    /// How many literals there were when the limits were looked at, and how often that was due since.
    looked_at: usize,
    calls: usize,
}

impl Formula {
    /// A formula without variables and clauses.
    pub fn new() -> Self {
        Self::default()
    }

    /// A fresh variable.
    pub fn variable(&mut self) -> Lit {
        self.variables += 1;
        self.variables
    }

    /// A fresh variable with a meaning, which the DIMACS export writes into a comment.
    pub fn named(&mut self, name: impl Into<String>) -> Lit {
        let variable = self.variable();
        self.names.push((variable, name.into()));
        variable
    }

    /// How many variables there are.
    pub fn variables(&self) -> i32 {
        self.variables
    }

    /// Clauses from here on belong to a group of this name.
    pub fn group(&mut self, name: impl Into<String>) {
        self.groups.push(Group { name: name.into(), start: self.ends.len() });
    }

    /// Adds a clause.
    pub fn clause(&mut self, literals: &[Lit]) {
        debug_assert!(literals.iter().all(|&lit| lit != 0 && lit.abs() <= self.variables));
        self.literals.extend_from_slice(literals);
        self.ends.push(self.literals.len());
    }

    /// Looks at the limits of the run, if much was added since the last time. Whatever adds clauses
    /// in a loop calls this in the loop.
    ///
    /// # Errors
    /// Why the formula must not grow any more.
    pub fn keep_to(&mut self, run: &Run<'_>) -> Result<(), Halt> {
        // Where everything is given, much work may add nothing.
        self.calls += 1;
        if self.literals.len() - self.looked_at < PULSE && self.calls < CALLS {
            return Ok(());
        }
        (self.looked_at, self.calls) = (self.literals.len(), 0);
        let large = (self.literals.len() > LARGEST).then_some(Halt::Memory);
        run.halted().or(large).map_or(Ok(()), Err)
    }

    /// Adds a clause without repeated literals, unless it holds always.
    pub fn clause_tidied(&mut self, literals: impl IntoIterator<Item = Lit>) {
        let mut clause: Vec<Lit> = literals.into_iter().collect();
        clause.sort_unstable_by_key(|lit| (lit.abs(), *lit));
        clause.dedup();
        if clause.windows(2).all(|pair| pair[0] != -pair[1]) {
            self.clause(&clause);
        }
    }

    /// The clauses from a place in the list on.
    pub fn clauses_from(&self, first: usize) -> impl Iterator<Item = &[Lit]> {
        (first..self.len()).map(|at| {
            let start = if at == 0 { 0 } else { self.ends[at - 1] };
            &self.literals[start..self.ends[at]]
        })
    }

    /// The clauses in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }

    /// Whether there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The names of the groups.
    pub fn groups(&self) -> Vec<String> {
        let mut names: Vec<String> = self.groups.iter().map(|group| group.name.clone()).collect();
        names.dedup();
        names
    }

    /// The formula without the clauses of a group.
    pub fn without(&self, name: &str) -> Self {
        let mut rest = Self { variables: self.variables, ..Self::default() };
        for (index, clause) in self.clauses().enumerate() {
            let group = self.groups.iter().rev().find(|group| group.start <= index);
            if group.is_none_or(|group| group.name != name) {
                rest.clause(clause);
            }
        }
        rest
    }

    /// The same formula with variables renamed and clauses and literals in another order, and the
    /// new name of each old variable. SAT solvers are moody: only many shuffles say how hard a
    /// formula is.
    pub fn shuffled(&self, random: &mut Random) -> (Self, Vec<Lit>) {
        let mut names: Vec<Lit> = (1..=self.variables).collect();
        random.shuffle(&mut names);
        let rename = |&lit: &Lit| names[lit.unsigned_abs() as usize - 1] * lit.signum();
        let mut clauses: Vec<Vec<Lit>> =
            self.clauses().map(|clause| clause.iter().map(rename).collect()).collect();
        clauses.iter_mut().for_each(|clause| random.shuffle(clause));
        random.shuffle(&mut clauses);
        let mut shuffled = Self { variables: self.variables, ..Self::default() };
        clauses.iter().for_each(|clause| shuffled.clause(clause));
        (shuffled, names)
    }

    /// The formula in DIMACS, with the meanings of variables and the groups in comments.
    pub fn dimacs(&self) -> String {
        self.dimacs_within(&Run::unlimited()).expect("it has no limits")
    }

    /// The same within the limits of a run: the text is larger than the formula.
    ///
    /// # Errors
    /// Why it could not be written to its end.
    pub fn dimacs_within(&self, run: &Run<'_>) -> Result<String, Halt> {
        let mut text = String::new();
        for (variable, name) in &self.names {
            let _ = writeln!(text, "c variable {variable} {name}");
        }
        let _ = writeln!(text, "p cnf {} {}", self.variables, self.len());
        let mut groups = self.groups.iter().peekable();
        for (index, clause) in self.clauses().enumerate() {
            if index.is_multiple_of(CALLS) {
                run.halted().map_or(Ok(()), Err)?;
            }
            while let Some(group) = groups.next_if(|group| group.start <= index) {
                let _ = writeln!(text, "c group {}", group.name);
            }
            for literal in clause {
                let _ = write!(text, "{literal} ");
            }
            text.push_str("0\n");
        }
        Ok(text)
    }
}
