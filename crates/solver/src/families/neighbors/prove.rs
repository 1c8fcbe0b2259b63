//! Refutations that others can check: for each case a proof that levels 1 and 2 waste no less than
//! something in each part of the board, and one, which uses that, that no board is better than the
//! best.
//!
//! The formulas are rebuilt from the board, the case, the bound and what was found to be the least
//! for levels 1 and 2, which stands in a remark. A proof is written by a solver that is told the
//! bound from the start.

use super::board_text;
use super::class::Class;
use super::descend::completed;
use super::formula::{Model, Subject};
use super::plan::Plan;
use super::tower::{BOARD, Floors, LOW, Tower};
use crate::engine::{Certificate, Clausal, Foreign, Matter, Section, Task};
use crate::options::Options;
use crate::run::{Halt, Run};
use crate::sat::{self, Book, Formula, Lit, Refuted, Unproved};

pub(super) const CLASS: Clausal = Clausal {
    parts: |matter| parts(matter, &Plan::class(matter.instance, matter.options)),
    certificate: |matter, section| {
        certificate(matter, section, &Plan::class(matter.instance, matter.options))
    },
    counts: false,
    foreign: None,
};

pub(super) const WHOLE: Clausal = Clausal {
    parts: |matter| {
        let plan = Plan::whole(matter.instance, matter.options);
        plan.map_or_else(|problem| vec![problem], |plan| parts(matter, &plan))
    },
    certificate: |matter, section| {
        certificate(matter, section, &Plan::whole(matter.instance, matter.options)?)
    },
    counts: false,
    foreign: Some(Foreign { dimacs, decode }),
};

/// What stands before the name of a case where only levels 1 and 2 are looked at.
const LOW_PART: &str = "low ";
/// What stands in a remark before the least that levels 1 and 2 waste.
const LEAST: &str = "least ";

/// The name of a case.
fn name(case: Option<Class>) -> String {
    case.map_or_else(|| "all".to_owned(), |class| class.name())
}

/// Two parts for each case. No board wastes less than nothing, which needs no proof.
fn parts(matter: &Matter<'_>, plan: &Plan) -> Vec<String> {
    if matter.bound.is_some_and(|bound| bound <= 0) {
        return Vec::new();
    }
    plan.cases.iter().flat_map(|&case| [format!("{LOW_PART}{}", name(case)), name(case)]).collect()
}

fn certificate(
    matter: &Matter<'_>,
    section: Section<'_>,
    plan: &Plan,
) -> Result<Certificate, String> {
    let (low, wanted) = match section.name.strip_prefix(LOW_PART) {
        Some(name) => (true, name),
        None => (false, section.name),
    };
    let case = plan.cases.iter().position(|&case| name(case) == wanted);
    let case = case.ok_or("there is no such case")?;
    let floors = match section.remarks {
        [remark] => remark.strip_prefix(LEAST).and_then(Floors::read),
        _ => None,
    };
    let floors = floors.ok_or("its remark must be what levels 1 and 2 waste, part by part")?;
    let most = matter.bound.map(|bound| usize::try_from(bound - 1).unwrap_or(0)).or(plan.most);
    let least = floors.least[BOARD];
    let fact = format!("levels 1 and 2 waste at least {least} in the case {wanted}");
    let question = Question { plan, case, floors: &floors, most };
    Ok(match low {
        true => Certificate { shows: Some(fact), ..Certificate::of(&question.low()?.0) },
        false => Certificate {
            needs: vec![fact],
            reasons: reasons(plan, plan.cases[case]),
            ..Certificate::of(&question.total()?)
        },
    })
}

/// Why a case may say more than the board.
fn reasons(plan: &Plan, case: Option<Class>) -> Vec<String> {
    let Some(class) = case else { return Vec::new() };
    let mut reasons = vec![match class.bits {
        None => "the centre holds a 1 or has one beside it, which can be turned to the right",
        Some(_) => "a perfect code and an axis can be turned into one of four cases",
    }];
    if !class.symmetries(&plan.instance.hexagon).is_empty() {
        reasons.push("of boards that are images of each other and keep that 1, one is kept");
    }
    reasons.into_iter().map(str::to_owned).collect()
}

/// What is asked about a case.
struct Question<'a> {
    plan: &'a Plan,
    case: usize,
    /// What levels 1 and 2 waste at least.
    floors: &'a Floors,
    /// The largest penalty that is asked about; any, if there is none.
    most: Option<usize>,
}

impl Question<'_> {
    /// Levels 1 and 2 waste less than the least; and what is shown on the way to the refutation of
    /// that, part by part, the board last.
    fn low(&self) -> Result<(Formula, Vec<Lit>), String> {
        if self.floors.least[BOARD] == 0 {
            return Ok((absurd(), Vec::new()));
        }
        let run = &Run::unlimited();
        let subject = self.plan.subject(self.case, LOW, None);
        let mut model = Model::new(&subject, run).map_err(too_large)?;
        let edges = self.plan.instance.hexagon.edges().count();
        let tower = Tower::showing(&mut model, edges, self.floors, run).map_err(too_large)?;
        let facts = tower.facts(self.floors).ok_or("its numbers do not fit together")?;
        let (board, parts) = facts.split_last().ok_or("its numbers do not fit together")?;
        model.formula.group("the board wastes less");
        model.formula.clause(&[-board]);
        Ok((model.formula, parts.to_vec()))
    }

    /// There is a board with a penalty of no more than `most`.
    fn total(&self) -> Result<Formula, String> {
        let least = self.floors.least[BOARD];
        let subject = self.plan.subject(self.case, self.plan.levels, Some(least));
        match self.most {
            Some(most) if most < least => Ok(absurd()),
            Some(most) => bounded(&subject, most).map_err(too_large),
            None => Ok(Model::new(&subject, &Run::unlimited()).map_err(too_large)?.formula),
        }
    }
}

/// The whole as one formula; with the option `most`, only boards with so few penalties.
fn dimacs(instance: &str, options: &Options) -> Result<String, String> {
    joined(instance, options).map(|(model, _)| model.formula.dimacs())
}

/// The model without cases.
fn joined(instance: &str, options: &Options) -> Result<(Model, Plan), String> {
    let plan = Plan { cases: vec![None], ..Plan::whole(instance, options)? };
    let subject = plan.subject(0, plan.levels, None);
    let run = &Run::unlimited();
    let mut model = Model::new(&subject, run).map_err(too_large)?;
    if let Some(most) = plan.most {
        let counts = model.bounded(&subject, most, run).map_err(too_large)?;
        counts.at_most(most).into_iter().for_each(|literal| model.formula.clause(&[literal]));
    }
    Ok((model, plan))
}

fn decode(instance: &str, options: &Options, answer: &str) -> Result<String, String> {
    let (model, plan) = joined(instance, options)?;
    let values = sat::values(answer, model.formula.variables())?;
    let board = model.board(|literal| values[literal.unsigned_abs() as usize - 1] == (literal > 0));
    let board = completed(&plan, &board).ok_or("the values of its cells do not fit")?;
    Ok(board_text(&plan.instance, &board))
}

/// What is said of a formula that is beyond what can be rebuilt.
pub(super) fn too_large(_: Halt) -> String {
    "its formula is too large".to_owned()
}

fn bounded(subject: &Subject<'_>, most: usize) -> Result<Formula, Halt> {
    let run = &Run::unlimited();
    let mut model = Model::new(subject, run)?;
    let counts = model.bounded(subject, most, run)?;
    for literal in counts.at_most(most) {
        model.formula.clause(&[literal]);
    }
    Ok(model.formula)
}

/// A formula that says what cannot be: fewer than none, or less than what was shown.
fn absurd() -> Formula {
    let mut formula = Formula::new();
    let variable = formula.variable();
    formula.clause(&[variable]);
    formula.clause(&[-variable]);
    formula
}

/// What came of writing a proof.
pub(super) enum Proved {
    /// It is whole.
    Whole { steps: u64, bytes: u64 },
    /// Levels 1 and 2 of a case can waste less than was thought.
    Less { case: usize },
    /// There is a better board.
    Better { case: usize },
}

/// Writes the proof that nothing is better than a bound, given what levels 1 and 2 waste at least
/// in each case.
pub(super) fn write(
    task: &Task<'_>,
    plan: &Plan,
    (floors, bound): (&[Floors], Option<usize>),
) -> Result<Proved, Unproved> {
    let sink = task.run.outside.write_proof().map_err(Unproved::Homeless)?;
    let room = task.options.integer("proof-mib").unwrap_or(1).unsigned_abs() << 20;
    let mut book = Book::open(sink, &task.header(bound.map(|bound| bound as i128)), room)?;
    let most = bound.map_or(plan.most, |bound| bound.checked_sub(1));
    for (at, &case) in plan.cases.iter().enumerate().filter(|_| bound != Some(0)) {
        let (floors, name) = (&floors[at], name(case));
        let question = Question { plan, case: at, floors, most };
        let (low, facts) = question.low().map_err(Unproved::Failed)?;
        if !refute(&mut book, (&format!("{LOW_PART}{name}"), floors), (&low, &facts), task.run)? {
            return Ok(Proved::Less { case: at });
        }
        let total = question.total().map_err(Unproved::Failed)?;
        if !refute(&mut book, (&name, floors), (&total, &[]), task.run)? {
            return Ok(Proved::Better { case: at });
        }
    }
    let (steps, bytes) = (book.steps, book.bytes);
    book.close()?;
    Ok(Proved::Whole { steps, bytes })
}

/// Writes a part; whether there is no model.
fn refute(
    book: &mut Book,
    (name, floors): (&str, &Floors),
    (formula, steps): (&Formula, &[Lit]),
    run: &Run<'_>,
) -> Result<bool, Unproved> {
    book.begin(name, &[format!("{LEAST}{}", floors.words())])?;
    match book.refute(formula, steps, run)? {
        Refuted::Whole(_) => Ok(true),
        Refuted::Not => Ok(false),
        Refuted::Cut(shortfall) => Err(Unproved::Cut(shortfall)),
    }
}
