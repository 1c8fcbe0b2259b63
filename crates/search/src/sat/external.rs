//! Any solver that is a program: it reads a DIMACS file and answers with `s` and `v` lines.

use super::formula::{Formula, Lit};
use super::model::{Backend, Intake, Sat, Verdict};
use crate::run::{Halt, Run};

/// The program and the clauses it is to read.
pub(super) struct External<'a> {
    command: String,
    run: &'a Run<'a>,
    formula: Formula,
    model: Vec<bool>,
    intake: Intake<'a>,
}

impl<'a> External<'a> {
    /// A program by its command line.
    pub(super) fn new(command: &str, run: &'a Run<'a>) -> Self {
        let (formula, model, intake) = (Formula::new(), Vec::new(), Intake::new(run));
        Self { command: command.to_owned(), run, formula, model, intake }
    }

    /// The formula as text, with the assumptions as clauses.
    fn text(&mut self, assumptions: &[Lit]) -> Result<String, Halt> {
        if assumptions.is_empty() {
            return self.formula.dimacs_within(self.run);
        }
        let mut formula = self.formula.clone();
        assumptions.iter().for_each(|&literal| formula.clause(&[literal]));
        formula.dimacs_within(self.run)
    }

    /// Makes the variables of some literals known.
    fn know(&mut self, literals: &[Lit]) {
        let most = literals.iter().map(|literal| literal.abs()).max().unwrap_or(0);
        while self.formula.variables() < most {
            self.formula.variable();
        }
    }

    fn read(&mut self, answer: &str, variables: i32) -> Result<Verdict, String> {
        match status(answer) {
            Some("SATISFIABLE") => {
                self.model = values(answer, variables)?;
                self.satisfied().map(|()| Verdict::Satisfiable)
            }
            Some("UNSATISFIABLE") => Ok(Verdict::Unsatisfiable),
            _ => {
                let answer: String = answer.chars().take(200).collect();
                Err(format!("`{}` gave no `s` line but: {answer:?}", self.command))
            }
        }
    }

    /// Whether the model satisfies every clause; a program may be wrong.
    fn satisfied(&self) -> Result<(), String> {
        let holds = |&lit: &Lit| self.model[lit.unsigned_abs() as usize - 1] == (lit > 0);
        match self.formula.clauses().position(|clause| !clause.iter().any(holds)) {
            None => Ok(()),
            Some(at) => Err(format!(
                "`{}` says SATISFIABLE, but its values break clause {} of the formula",
                self.command,
                at + 1
            )),
        }
    }
}

/// The word after `s`.
fn status(answer: &str) -> Option<&str> {
    answer.lines().find_map(|line| line.strip_prefix("s ")).map(str::trim)
}

/// The values of the variables 1.. by the `v` lines; what they do not mention is false.
pub fn values(answer: &str, variables: i32) -> Result<Vec<bool>, String> {
    if status(answer) == Some("UNSATISFIABLE") {
        return Err("the answer says that there is no solution, which is no proof".to_owned());
    }
    if !answer.lines().any(|line| line.starts_with("v ")) {
        return Err("the answer has no `v` line".to_owned());
    }
    let mut model = vec![false; variables as usize];
    let words =
        answer.lines().filter_map(|line| line.strip_prefix("v ")).flat_map(str::split_whitespace);
    for word in words {
        let literal: Lit = word.parse().map_err(|_| format!("{word:?} is not a literal"))?;
        match model.get_mut((literal.unsigned_abs() as usize).wrapping_sub(1)) {
            Some(value) => *value = literal > 0,
            None if literal == 0 => {}
            None => return Err(format!("the literal {literal} is not in the formula")),
        }
    }
    Ok(model)
}

impl Backend for External<'_> {
    fn clause(&mut self, literals: &[Lit]) {
        if self.intake.admits(literals, self.run) {
            self.know(literals);
            self.formula.clause(literals);
        }
    }

    /// A program knows no conflict limit and starts from the beginning each time.
    fn solve(&mut self, assumptions: &[Lit], _: Option<u64>) -> Sat {
        if let Some(halt) = self.intake.halted(self.run) {
            return Sat::Halted(halt);
        }
        self.know(assumptions);
        let text = match self.text(assumptions) {
            Ok(text) => text,
            Err(halt) => return Sat::Halted(halt),
        };
        let halted = || self.run.halted().is_some();
        let answer = self.run.outside.execute(&self.command, &text, &halted);
        if let Some(halt) = self.run.halted() {
            return Sat::Halted(halt);
        }
        match answer.and_then(|answer| self.read(&answer, self.formula.variables())) {
            Ok(verdict) => Sat::Done(verdict),
            Err(problem) => Sat::Failed(problem),
        }
    }

    fn value(&mut self, literal: Lit) -> bool {
        self.model.get(literal.unsigned_abs() as usize - 1).is_some_and(|&value| value)
            == (literal > 0)
    }

    /// A program does not say; all of them is never wrong.
    fn failed(&mut self, _: Lit) -> bool {
        true
    }

    fn conflicts(&self) -> u64 {
        0
    }
}
