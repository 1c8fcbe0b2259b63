//! What an engine is. An author writes a [`TypedEngine`]: a row of data and functions on typed values. The session
//! and front ends see an [`Engine`], which takes text and is implemented once.
//!
//! An engine is prepared once for a run: the instance was parsed by the session, its options are read into a value
//! of the engine's own type, and everything after that works on these two values.

use sixfold_puzzle::text::Block;
use sixfold_puzzle::{Family, ParsedPuzzle};

use crate::answer::{Answer, Counted};
use crate::certificate::{
    BOUND_MARK, Certificate, Certificates, DimacsExchange, ENGINE_MARK, Known, OPTIONS_MARK,
    Outline, PROOF_MARK, ProofStatement, Section,
};
use crate::checkpoint::Aim;
use crate::checkpoint::Tally;
use crate::deduction::Hinted;
use crate::division::Division;
use crate::options::{OptionRow, Options, Scope};
use crate::run::{Halt, Run};
pub use crate::visit::{VisitEnd, Visitor};

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
    /// Lists solutions one after the other.
    Lists,
    /// Divides its work into units, of which machines take shares.
    Divides,
}

impl Power {
    /// What an engine must be able to do to be asked for this.
    pub(crate) const fn needed_to(aim: &Aim) -> Self {
        match aim {
            Aim::Solve => Self::Finds,
            Aim::Count(_) => Self::Counts,
            Aim::List(_) => Self::Lists,
        }
    }

    /// What it is to have it, after "can".
    pub(crate) const fn deed(self) -> &'static str {
        match self {
            Self::Finds => "solve this board",
            Self::Proves => "prove that there is nothing else",
            Self::Counts => "count the solutions of this board",
            Self::Orbits => "count up to symmetry",
            Self::Relaxes => "count solutions of a relaxation",
            Self::Hints => "give a hint",
            Self::Improves => "improve a solution",
            Self::Lists => "list the solutions of this board",
            Self::Divides => "divide its work",
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
            Self::Lists => "lists",
            Self::Divides => "divides",
        }
    }
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

/// What a search with the default options looks through, for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// After "no", as in `board with a regular inside`.
    pub board: &'static str,
    /// How to decide about the others.
    pub others: &'static str,
}

/// The fixed facts about an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineRow {
    /// The name, as in `--engine name`.
    pub name: &'static str,
    /// What it does, in one line.
    pub description: &'static str,
    /// What it is there for.
    pub role: Role,
    /// What a search with the default options looks through, where that is not everything.
    pub searched: Option<Searched>,
    /// Its options.
    pub options: &'static [OptionRow],
}

/// A problem and the means to work on it.
pub struct Task<'a, F: Family, O> {
    /// The instance.
    pub instance: &'a F::Instance,
    /// The options, as the engine has read them.
    pub options: &'a O,
    /// Whether a refutation is to be written down as a proof.
    pub prove: bool,
    /// The first incumbent: a solution that the session has verified. An engine with the power
    /// [`Power::Improves`] starts from it; for the others the session compares at the end.
    pub incumbent: Option<&'a F::Solution>,
    /// The world.
    pub run: &'a Run<'a>,
    /// The engine's name and the options in force, for the scope of a refutation and for proofs.
    engine: &'static str,
    in_force: &'a Options,
}

impl<'a, F: Family, O> Task<'a, F, O> {
    /// What the restricting options leave of the search space.
    #[must_use]
    pub fn scope(&self) -> Scope {
        self.in_force.scope()
    }

    /// The lines with which a proof begins: they say what has to be rebuilt to check it. With a
    /// bound it is a proof that no solution is better.
    #[must_use]
    pub fn header(&self, bound: Option<i128>) -> String {
        let (engine, options) = (self.engine, self.in_force.words().join(" "));
        let bound = bound.map(|bound| format!("c {BOUND_MARK}{bound}\n")).unwrap_or_default();
        format!("c {PROOF_MARK}\nc {ENGINE_MARK}{engine}\n{bound}c {OPTIONS_MARK}{options}\n")
    }

    /// A task that no session has made, for tests of an engine's inside.
    #[cfg(test)]
    pub(crate) fn alone(
        instance: &'a F::Instance,
        options: &'a O,
        in_force: &'a Options,
        run: &'a Run<'a>,
    ) -> Self {
        Self { instance, options, prove: false, incumbent: None, run, engine: "test", in_force }
    }

    /// The same task for another engine, which then works as a part of this one.
    #[must_use]
    pub fn with<P>(&self, options: &'a P, run: &'a Run<'a>) -> Task<'a, F, P> {
        let Self { instance, prove, incumbent, engine, in_force, .. } = *self;
        Task { instance, options, prove, incumbent, run, engine, in_force }
    }
}

/// How an engine finds solutions.
pub struct Solve<F: Family, O> {
    /// Works on a task.
    pub run: fn(&Task<'_, F, O>) -> Answer,
    /// Whether it proves that there is no solution, or none better: [`Power::Proves`].
    pub proves: bool,
    /// Whether it starts from the task's incumbent: [`Power::Improves`].
    pub improves: bool,
}

/// How an engine counts solutions.
pub struct Count<F: Family, O> {
    /// Counts.
    pub run: fn(&Task<'_, F, O>, &Tally) -> Counted,
    /// Whether it counts up to symmetry, too: [`Power::Orbits`].
    pub orbits: bool,
    /// Whether options make it count the solutions of a relaxation, if it has such options:
    /// [`Power::Relaxes`].
    pub relaxes: Option<fn(&O) -> bool>,
    /// Shows the solutions one by one, if it counts by visiting them: [`Power::Lists`].
    pub visit: Option<Visit<F, O>>,
}

/// Shows every solution once, images included, to a visitor, unit by unit and beginning with the unit that is given.
/// The order depends on the instance and the options alone. An engine whose work has no units has one, number 0.
pub type Visit<F, O> = fn(&Task<'_, F, O>, first_unit: usize, &mut Visitor<'_>) -> VisitEnd;

/// How an engine tells a player what is forced by the instance and a partial solution.
pub type GiveHint<F, O> = fn(&Task<'_, F, O>, partial: &<F as Family>::Solution) -> Hinted;

/// An engine, as its author writes it. What it can do is stated by the functions that are there, and nowhere else.
pub struct TypedEngine<F: Family, O: 'static> {
    /// The fixed facts.
    pub row: EngineRow,
    /// Reads the options, once for a run, or says what is wrong with them for this instance.
    pub read: fn(&Options, &F::Instance) -> Result<O, String>,
    /// Whether it can work on an instance; if not, why.
    pub supports: fn(&F::Instance) -> Result<(), String>,
    /// Finds solutions.
    pub solve: Option<Solve<F, O>>,
    /// Counts solutions.
    pub count: Option<Count<F, O>>,
    /// Gives hints.
    pub hint: Option<GiveHint<F, O>>,
    /// Certificates, if the engine works on a formula.
    pub certificates: Option<Certificates<F, O>>,
    /// How its work is divided among machines, if it is.
    pub division: Option<Division<F, O>>,
}

/// An engine behind a text-only interface, implemented once for every [`TypedEngine`].
pub trait Engine: Sync {
    /// The fixed facts.
    fn row(&self) -> &EngineRow;
    /// What it can do.
    fn powers(&self) -> Vec<Power>;
    /// Whether it writes proofs of what it was asked for.
    fn certifies(&self, aim: &Aim) -> bool;
    /// Whether it hands its formulas to other solvers.
    fn exchanges(&self) -> bool;
    /// Why the units of its work are the whole, if it has units.
    fn division(&self) -> Option<&'static str> {
        None
    }
    /// Whether it can work on an instance; if not, why.
    ///
    /// # Errors
    /// Why it cannot.
    fn supports(&self, puzzle: &ParsedPuzzle) -> Result<(), String>;
    /// Reads the options for an instance.
    ///
    /// # Errors
    /// What is wrong with the options, or that the instance is of another family.
    fn prepare<'a>(
        &'a self,
        puzzle: &'a ParsedPuzzle,
        options: &'a Options,
    ) -> Result<Box<dyn Prepared + 'a>, String>;
}

impl dyn Engine + '_ {
    /// The name, as in `--engine name`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.row().name
    }

    /// Whether it has a power.
    #[must_use]
    pub fn can(&self, power: Power) -> bool {
        self.powers().contains(&power)
    }
}

const NO_UNITS: &str = "its work has no units";

/// An engine that has an instance and has read its options.
pub trait Prepared: Sync {
    /// Finds a solution; starts from an incumbent, given as text without header and rows.
    fn solve(&self, prove: bool, incumbent: Option<&str>, run: &Run<'_>) -> Answer;
    /// Counts solutions.
    fn count(&self, prove: bool, tally: &Tally, run: &Run<'_>) -> Counted;
    /// Shows solutions to a visitor, beginning with a unit.
    fn visit(&self, first_unit: usize, run: &Run<'_>, visitor: &mut Visitor<'_>) -> VisitEnd;
    /// Whether its options make it count something else than solutions.
    fn relaxes(&self) -> bool;
    /// Tells what a partial solution, given as text without header and rows, forces.
    fn hint(&self, partial: &str, run: &Run<'_>) -> Hinted;
    /// Whether its proofs exclude what verified solutions show.
    fn excludes(&self) -> bool;
    /// Whether no two solutions show the same, so that a proof that excludes them all is one of their number.
    fn excludes_solutions(&self) -> bool {
        false
    }
    /// What a solution, given as text without header and rows, shows that a proof may exclude.
    ///
    /// # Errors
    /// If it shows nothing.
    fn shows(&self, solution: &str) -> Result<String, String>;
    /// The parts that make a whole proof.
    ///
    /// # Errors
    /// Why there can be no such proof.
    fn outline(&self, bound: Option<i128>, known: &[String]) -> Result<Outline, String>;
    /// What a part of a proof refutes.
    ///
    /// # Errors
    /// What is wrong with its remarks.
    fn certificate(
        &self,
        bound: Option<i128>,
        known: &[String],
        section: Section<'_>,
    ) -> Result<Certificate, String>;
    /// The names of the units that the options leave.
    ///
    /// # Errors
    /// If it has none.
    fn units(&self, _run: &Run<'_>) -> Result<Vec<String>, String> {
        Err(NO_UNITS.to_owned())
    }
    /// Samples of the size of the search tree; nothing if it has no such estimate.
    ///
    /// # Errors
    /// If the run was halted.
    fn sample_tree(&self, _dives: usize, _run: &Run<'_>) -> Result<Option<Vec<f64>>, Halt> {
        Ok(None)
    }
    /// The instance in DIMACS.
    ///
    /// # Errors
    /// If there is no such formula.
    fn dimacs(&self) -> Result<String, String>;
    /// The solution that a solver's `v` lines describe, as text without header and rows.
    ///
    /// # Errors
    /// What is wrong with them.
    fn decode(&self, answer: &str) -> Result<String, String>;
}

impl<F: Family, O: Sync + 'static> Engine for TypedEngine<F, O> {
    fn row(&self) -> &EngineRow {
        &self.row
    }

    fn powers(&self) -> Vec<Power> {
        let (solve, count) = (self.solve.as_ref(), self.count.as_ref());
        let stated = [
            (Power::Finds, solve.is_some()),
            (Power::Proves, solve.is_some_and(|solve| solve.proves)),
            (Power::Counts, count.is_some()),
            (Power::Orbits, count.is_some_and(|count| count.orbits)),
            (Power::Relaxes, count.is_some_and(|count| count.relaxes.is_some())),
            (Power::Hints, self.hint.is_some()),
            (Power::Improves, solve.is_some_and(|solve| solve.improves)),
            (Power::Lists, count.is_some_and(|count| count.visit.is_some())),
            (Power::Divides, self.division.is_some()),
        ];
        stated.into_iter().filter_map(|(power, has)| has.then_some(power)).collect()
    }

    fn certifies(&self, aim: &Aim) -> bool {
        self.certificates.as_ref().is_some_and(|certificates| match aim {
            Aim::Solve => true,
            Aim::Count(_) => certificates.counts,
            Aim::List(_) => false,
        })
    }

    fn exchanges(&self) -> bool {
        self.certificates.as_ref().is_some_and(|certificates| certificates.exchange.is_some())
    }

    fn division(&self) -> Option<&'static str> {
        self.division.as_ref().map(|division| division.reason)
    }

    fn supports(&self, puzzle: &ParsedPuzzle) -> Result<(), String> {
        (self.supports)(instance_of::<F>(puzzle)?)
    }

    fn prepare<'a>(
        &'a self,
        puzzle: &'a ParsedPuzzle,
        in_force: &'a Options,
    ) -> Result<Box<dyn Prepared + 'a>, String> {
        let instance = instance_of::<F>(puzzle)?;
        let options = (self.read)(in_force, instance)?;
        Ok(Box::new(PreparedEngine { engine: self, instance, options, in_force }))
    }
}

fn instance_of<F: Family>(puzzle: &ParsedPuzzle) -> Result<&F::Instance, String> {
    puzzle.instance::<F>().ok_or_else(|| format!("it works on puzzles of {} only", F::ABOUT.name))
}

/// Implements [`Prepared`] for a [`TypedEngine`].
struct PreparedEngine<'a, F: Family, O: 'static> {
    engine: &'a TypedEngine<F, O>,
    instance: &'a F::Instance,
    options: O,
    in_force: &'a Options,
}

impl<F: Family, O> PreparedEngine<'_, F, O> {
    fn task<'a>(
        &'a self,
        prove: bool,
        incumbent: Option<&'a F::Solution>,
        run: &'a Run<'a>,
    ) -> Task<'a, F, O> {
        let Self { instance, ref options, in_force, .. } = *self;
        Task { instance, options, prove, incumbent, run, engine: self.engine.row.name, in_force }
    }

    /// A solution in text without header and rows.
    fn solution(&self, text: &str) -> Result<F::Solution, String> {
        F::parse_solution(self.instance, &Block::new(text))
            .map_err(|error| format!("it cannot be read: {error}"))
    }

    fn statement<'a>(
        &'a self,
        bound: Option<i128>,
        known: &'a [String],
    ) -> ProofStatement<'a, F, O> {
        ProofStatement { instance: self.instance, options: &self.options, bound, known }
    }

    fn certificates(&self) -> Result<&Certificates<F, O>, String> {
        self.engine.certificates.as_ref().ok_or_else(|| "it writes no proofs".to_owned())
    }

    fn exchange(&self) -> Result<&DimacsExchange<F, O>, String> {
        let exchange = self.certificates()?.exchange.as_ref();
        exchange.ok_or_else(|| "its instances are not one formula".to_owned())
    }
}

impl<F: Family, O: Sync> Prepared for PreparedEngine<'_, F, O> {
    fn solve(&self, prove: bool, incumbent: Option<&str>, run: &Run<'_>) -> Answer {
        let Some(solve) = &self.engine.solve else { return Answer::failed("it does not solve") };
        match incumbent.map(|text| self.solution(text)).transpose() {
            Ok(incumbent) => (solve.run)(&self.task(prove, incumbent.as_ref(), run)),
            Err(problem) => Answer::failed(format!("the incumbent: {problem}")),
        }
    }

    fn count(&self, prove: bool, tally: &Tally, run: &Run<'_>) -> Counted {
        match &self.engine.count {
            Some(count) => (count.run)(&self.task(prove, None, run), tally),
            None => Counted::failed("it does not count"),
        }
    }

    fn visit(&self, first_unit: usize, run: &Run<'_>, visitor: &mut Visitor<'_>) -> VisitEnd {
        match self.engine.count.as_ref().and_then(|count| count.visit) {
            Some(visit) => visit(&self.task(false, None, run), first_unit, visitor),
            None => VisitEnd::Failed("it does not list solutions".to_owned()),
        }
    }

    fn relaxes(&self) -> bool {
        let relaxes = self.engine.count.as_ref().and_then(|count| count.relaxes);
        relaxes.is_some_and(|relaxes| relaxes(&self.options))
    }

    fn hint(&self, partial: &str, run: &Run<'_>) -> Hinted {
        let Some(hint) = self.engine.hint else {
            return Hinted::Failed("it gives no hints".to_owned());
        };
        match self.solution(partial) {
            Ok(partial) => hint(&self.task(false, None, run), &partial),
            Err(problem) => Hinted::Failed(format!("the board: {problem}")),
        }
    }

    fn excludes(&self) -> bool {
        self.certificates().is_ok_and(|certificates| certificates.known.is_some())
    }

    fn excludes_solutions(&self) -> bool {
        let known = self.certificates().map(|certificates| certificates.known.as_ref());
        matches!(known, Ok(Some(Known::Solution(_))))
    }

    fn shows(&self, solution: &str) -> Result<String, String> {
        let known = self.certificates()?.known.as_ref().ok_or("its proofs exclude nothing")?;
        known.shows()(self.instance, &self.solution(solution)?)
    }

    fn outline(&self, bound: Option<i128>, known: &[String]) -> Result<Outline, String> {
        (self.certificates()?.outline)(&self.statement(bound, known))
    }

    fn certificate(
        &self,
        bound: Option<i128>,
        known: &[String],
        section: Section<'_>,
    ) -> Result<Certificate, String> {
        (self.certificates()?.certificate)(&self.statement(bound, known), section)
    }

    fn units(&self, run: &Run<'_>) -> Result<Vec<String>, String> {
        let division = self.engine.division.as_ref();
        let division = division.ok_or_else(|| NO_UNITS.to_owned())?;
        (division.units)(self.instance, &self.options, run)
    }

    fn sample_tree(&self, dives: usize, run: &Run<'_>) -> Result<Option<Vec<f64>>, Halt> {
        let sample = self.engine.division.as_ref().and_then(|division| division.tree);
        sample.map(|sample| sample(self.instance, &self.options, dives, run)).transpose()
    }

    fn dimacs(&self) -> Result<String, String> {
        (self.exchange()?.dimacs)(self.instance, &self.options)
    }

    fn decode(&self, answer: &str) -> Result<String, String> {
        let solution = (self.exchange()?.decode)(self.instance, &self.options, answer)?;
        Ok(F::print_solution(self.instance, &solution))
    }
}
