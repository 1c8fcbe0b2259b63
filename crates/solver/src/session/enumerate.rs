//! Listing solutions one after the other, each verified from its own text before anyone sees it.
//!
//! Up to symmetry, a solution is listed if its text is the least among its images under the symmetries that keep the
//! instance. Every image is visited, too, so each orbit is listed exactly once, and nothing has to be remembered.
//!
//! Resumption: engines visit in a fixed order and in units. The saved state is the unit at hand and how many of its
//! solutions were visited. A resumed run begins with that unit and passes over those, so it lists what is left, no
//! more and no less. The work of one unit may be done twice.

use sixfold_puzzle::hex::Symmetry;
use sixfold_puzzle::{Objective, Puzzle, Violation, join};

use super::request::{Problem, Request, SessionError, choose, resolve};
use super::verified::verified_canonical;
use crate::checkpoint::{Listing, Never};
use crate::claim::Claim;
use crate::engine::{Power, VisitEnd};
use crate::options::Scope;
use crate::registry::Registry;
use crate::run::{Halt, Run};

/// A solution of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedSolution {
    /// Its number, from 1; a resumed list goes on with the next number.
    pub number: u64,
    /// The solution in canonical text, without header and rows.
    pub solution: String,
    /// How good it is, where the family measures that.
    pub objective: Option<Objective>,
}

/// What a listener says to a solution of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It has the solution and wants the next one.
    More,
    /// It has the solution and wants no more.
    Enough,
    /// It could not take the solution, because a disk is full or the job was stopped. The list stops before it, so that
    /// a resumed list begins with it.
    Lost,
}

/// What came of listing.
#[derive(Clone, PartialEq, Debug)]
pub struct ListReport {
    /// The family.
    pub family: &'static dyn Puzzle,
    /// The instance in canonical text.
    pub instance: String,
    /// The engine; none where the rules alone decide.
    pub engine: Option<&'static str>,
    /// How many were listed, those of earlier runs included.
    pub listed: u64,
    /// Whether one of several images stands for all.
    pub up_to_symmetry: bool,
    /// Complete if there are no others.
    pub claim: Claim,
    /// What was searched.
    pub scope: Scope,
    /// From the parsed instance to the end of the list.
    pub seconds: f64,
    /// Why it ended early, if it did and not for the limit.
    pub halt: Option<Halt>,
    /// Whether it went on from a checkpoint.
    pub resumed: bool,
    /// Why the instance is impossible, where that needed no search.
    pub reason: Option<Violation>,
}

impl ListReport {
    /// The claim in words.
    #[must_use]
    pub fn words(&self) -> String {
        let images = if self.up_to_symmetry { " up to symmetry" } else { "" };
        let several = if self.listed == 1 { "" } else { "s" };
        let restricted = match self.scope.is_whole() {
            true => String::new(),
            false => format!(" within {} (restricted search)", self.scope),
        };
        let listed = format!("{} solution{several}{images}", self.listed);
        match (&self.reason, self.claim, self.halt) {
            (Some(reason), ..) => format!("none: {}", reason.message),
            (None, Claim::Complete, _) if self.listed == 0 => {
                "none: the complete search found no solution".to_owned()
            }
            (None, Claim::Complete, _) => format!("{listed}: complete list"),
            (None, _, Some(halt)) => format!("{}; {listed}{restricted} so far", halt.words()),
            (None, _, None) => format!("{listed}{restricted}: there may be others"),
        }
    }
}

/// How far a list is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Position {
    /// The unit at hand.
    unit: usize,
    /// How many of its solutions were visited.
    visited: u64,
    /// How many solutions were listed in all.
    listed: u64,
}

impl Position {
    fn print(self) -> String {
        let Self { unit, visited, listed } = self;
        format!("{listed} solutions listed\nlist-1 unit {unit} visited {visited}\n")
    }

    fn read(state: &str) -> Result<Self, String> {
        let words: Vec<&str> = state.split_whitespace().collect();
        let numbers = match words[..] {
            [listed, "solutions", "listed", "list-1", "unit", unit, "visited", visited] => {
                Some((listed.parse().ok(), unit.parse().ok(), visited.parse().ok()))
            }
            _ => None,
        };
        match numbers {
            Some((Some(listed), Some(unit), Some(visited))) => Ok(Self { unit, visited, listed }),
            _ => Err("the saved state is not that of a list".to_owned()),
        }
    }
}

/// Lists the solutions of an instance to a listener.
///
/// # Errors
/// As [`solve`](super::solve()).
pub fn enumerate(
    registry: Registry,
    request: &Request<'_>,
    listing: &Listing,
    run: &Run<'_>,
    listener: &mut dyn FnMut(&ListedSolution) -> Reply,
) -> Result<ListReport, SessionError> {
    let problem = Problem::read(registry, request.text)?;
    let begun = run.clock.elapsed();
    let mut report = ListReport {
        family: problem.rules(),
        instance: problem.puzzle.text.clone(),
        engine: None,
        listed: 0,
        up_to_symmetry: listing.up_to_symmetry,
        claim: Claim::Complete,
        scope: Scope::whole(),
        seconds: 0.0,
        halt: None,
        resumed: false,
        reason: problem.puzzle.impossible.clone(),
    };
    if report.reason.is_none() || request.engine.is_some() || !request.settings.is_empty() {
        let engine = choose(request, &problem, Power::Lists)?;
        let options = resolve(engine, request)?;
        let failed = |problem| SessionError::Failed { engine: engine.name(), problem };
        let prepared = engine.prepare(&problem.puzzle, &options).map_err(failed)?;
        if report.reason.is_none() {
            (report.engine, report.scope) = (Some(engine.name()), options.scope());
            let mut list = List::new(&problem, *listing, run).map_err(failed)?;
            report.resumed = list.resumed;
            let first = list.position.unit;
            let quiet = &Run { checkpoint: &Never, ..*run };
            let end = prepared
                .visit(first, quiet, &mut |unit, text| list.take(unit, &text, &mut *listener));
            list.close(&mut report, engine.name(), end)?;
        }
    }
    report.seconds = run.clock.elapsed().saturating_sub(begun).as_secs_f64();
    Ok(report)
}

/// A list at work.
struct List<'a> {
    rules: &'static dyn Puzzle,
    instance: &'a str,
    /// The symmetries that keep the instance, other than the identity, if images are left out.
    symmetries: Vec<Symmetry>,
    limit: u64,
    run: &'a Run<'a>,
    position: Position,
    /// How many solutions of the first unit an earlier run has visited.
    passing: u64,
    resumed: bool,
    /// The first solution that is wrong, which ends the list.
    lie: Option<String>,
    /// Whether the listener or the limit ended it.
    enough: bool,
    /// Whether the listener could not take a solution.
    lost: bool,
}

impl<'a> List<'a> {
    fn new(problem: &'a Problem, listing: Listing, run: &'a Run<'a>) -> Result<Self, String> {
        let (rules, instance) = (problem.rules(), problem.puzzle.text.as_str());
        let position = run.saved_state().map(|state| Position::read(&state)).transpose()?;
        let symmetries = rules.stabiliser(instance).map_err(|error| error.to_string())?;
        let others = symmetries.into_iter().filter(|&it| it != Symmetry::IDENTITY);
        let resumed = position.is_some();
        let position = position.unwrap_or_default();
        Ok(Self {
            rules,
            instance,
            symmetries: others.filter(|_| listing.up_to_symmetry).collect(),
            limit: listing.limit.unwrap_or(u64::MAX),
            run,
            passing: position.visited,
            position: Position { visited: 0, ..position },
            resumed,
            lie: None,
            enough: false,
            lost: false,
        })
    }

    /// Takes a solution from the engine; returns whether the list is over.
    fn take(
        &mut self,
        unit: usize,
        text: &str,
        listener: &mut dyn FnMut(&ListedSolution) -> Reply,
    ) -> bool {
        if self.position.listed >= self.limit {
            self.enough = true;
            return true;
        }
        if unit != self.position.unit {
            self.position = Position { unit, visited: 0, ..self.position };
            self.passing = 0;
        }
        self.position.visited += 1;
        if self.position.visited <= self.passing {
            return self.run.halted().is_some();
        }
        match self.listed(text) {
            Err(problem) => {
                self.lie = Some(problem);
                return true;
            }
            Ok(Some(listed)) => match listener(&listed) {
                Reply::Lost => {
                    self.position.visited -= 1;
                    self.lost = true;
                    return true;
                }
                reply => {
                    self.position.listed = listed.number;
                    self.enough = reply == Reply::Enough || listed.number >= self.limit;
                }
            },
            Ok(None) => {}
        }
        if self.run.save_due() {
            // The front end that made the checkpoint reports a failure.
            let _ = self.run.save_state(&self.position.print());
        }
        self.enough || self.run.halted().is_some()
    }

    /// The solution as it is listed, verified; nothing if another image stands for it.
    fn listed(&self, text: &str) -> Result<Option<ListedSolution>, String> {
        let witness = verified_canonical(self.rules, self.instance, text)?;
        let document = join(self.instance, &witness.text);
        let print = |document: &str| {
            let printed = self.rules.solution(document).map_err(|error| error.to_string())?;
            printed.ok_or_else(|| "it has no solution".to_owned())
        };
        for &symmetry in &self.symmetries {
            let image = self.rules.transform(&document, symmetry);
            if print(&image.map_err(|error| error.to_string())?)? < witness.text {
                return Ok(None);
            }
        }
        let number = self.position.listed + 1;
        Ok(Some(ListedSolution { number, solution: witness.text, objective: witness.objective }))
    }

    /// Writes into the report how the list ended.
    fn close(
        self,
        report: &mut ListReport,
        engine: &'static str,
        end: VisitEnd,
    ) -> Result<(), SessionError> {
        if let Some(problem) = self.lie {
            return Err(SessionError::Lie { engine, problem });
        }
        report.listed = self.position.listed;
        report.halt = match end {
            VisitEnd::Failed(problem) => return Err(SessionError::Failed { engine, problem }),
            _ if self.lost => Some(Halt::Interrupted),
            VisitEnd::Halted(halt) => Some(halt),
            VisitEnd::Enough if !self.enough => self.run.halted(),
            VisitEnd::All | VisitEnd::Enough => None,
        };
        report.claim = match (&end, report.scope.is_whole(), report.listed) {
            (VisitEnd::All, true, _) => Claim::Complete,
            (_, _, 0) => Claim::Nothing,
            _ => Claim::Found,
        };
        if report.halt.is_some() {
            // The front end that made the checkpoint reports a failure.
            let _ = self.run.save_state(&self.position.print());
        }
        Ok(())
    }
}
