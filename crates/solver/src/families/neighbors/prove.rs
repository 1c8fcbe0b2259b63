//! Refutations that others can check: for each case a proof that levels 1 and 2 waste no less than
//! something, and one, which uses that, that no board is better than the best.
//!
//! The formulas are rebuilt from the board, the case, the bound and what was found to be the least
//! for levels 1 and 2, which stands in a remark. A proof is written by a solver that is told the
//! bound from the start.

use sixfold_puzzle::families::neighbors::Instance;

use super::class::Class;
use super::formula::{Model, Subject};
use super::{class_cases, levels, parse, whole_cases};
use crate::engine::{Certificate, Clausal, Matter, Section, Task};
use crate::run::Run;
use crate::sat::{Book, Formula, Refuted, Unproved};

pub(super) const CLASS: Clausal = Clausal {
    parts: |matter| parts(matter, &class_cases(matter.options)),
    certificate: |matter, section| certificate(matter, section, &class_cases(matter.options)),
    foreign: None,
};

pub(super) const WHOLE: Clausal = Clausal {
    parts: |matter| parts(matter, &whole_cases(&parse(matter.instance))),
    certificate: |matter, section| {
        certificate(matter, section, &whole_cases(&parse(matter.instance)))
    },
    foreign: None,
};

/// What stands before the name of a case where only levels 1 and 2 are looked at.
const LOW: &str = "low ";
/// What stands in a remark before the least that levels 1 and 2 waste.
const LEAST: &str = "least ";

/// The name of a case.
fn name(case: Option<Class>) -> String {
    case.map_or_else(|| "all".to_owned(), |class| class.name())
}

/// Two parts for each case. No board wastes less than nothing, which needs no proof.
fn parts(matter: &Matter<'_>, cases: &[Option<Class>]) -> Vec<String> {
    if matter.bound.is_some_and(|bound| bound <= 0) {
        return Vec::new();
    }
    cases.iter().flat_map(|&case| [format!("{LOW}{}", name(case)), name(case)]).collect()
}

fn certificate(
    matter: &Matter<'_>,
    section: Section<'_>,
    cases: &[Option<Class>],
) -> Result<Certificate, String> {
    let instance = parse(matter.instance);
    let (low, wanted) = match section.name.strip_prefix(LOW) {
        Some(name) => (true, name),
        None => (false, section.name),
    };
    let case = cases.iter().find(|&&case| name(case) == wanted).ok_or("there is no such case")?;
    let least = match section.remarks {
        [remark] => remark.strip_prefix(LEAST).and_then(|number| number.parse().ok()),
        _ => None,
    };
    let least: usize = least.ok_or("its remark must be the least that levels 1 and 2 waste")?;
    let most = matter.bound.map(|bound| usize::try_from(bound - 1).unwrap_or(0));
    let fact = format!("levels 1 and 2 waste at least {least} in the case {wanted}");
    let question = Question { instance: &instance, case: *case, least, most };
    Ok(match low {
        true => Certificate { shows: Some(fact), ..Certificate::of(&question.low()) },
        false => Certificate {
            needs: vec![fact],
            reasons: reasons(&instance, *case),
            ..Certificate::of(&question.total())
        },
    })
}

/// Why a case may say more than the board.
fn reasons(instance: &Instance, case: Option<Class>) -> Vec<String> {
    let Some(class) = case else { return Vec::new() };
    let mut reasons = vec![match class.bits {
        None => "the centre holds a 1 or has one beside it, which can be turned to the right",
        Some(_) => "a perfect code and an axis can be turned into one of four cases",
    }];
    if !class.symmetries(&instance.hexagon).is_empty() {
        reasons.push("of boards that are images of each other and keep that 1, one is kept");
    }
    reasons.into_iter().map(str::to_owned).collect()
}

/// What is asked about a case.
struct Question<'a> {
    instance: &'a Instance,
    case: Option<Class>,
    /// What levels 1 and 2 waste at least.
    least: usize,
    /// The largest penalty that is asked about; any, if there is none.
    most: Option<usize>,
}

impl Question<'_> {
    fn subject(&self, levels: usize) -> Subject<'_> {
        let (hexagon, givens) = (&self.instance.hexagon, &self.instance.givens[..]);
        Subject { hexagon, givens, class: self.case, levels }
    }

    /// Levels 1 and 2 waste less than the least.
    fn low(&self) -> Formula {
        match self.least.checked_sub(1) {
            Some(most) => bounded(&self.subject(2), 0, most),
            None => absurd(),
        }
    }

    /// There is a board with a penalty of no more than `most`.
    fn total(&self) -> Formula {
        let subject = self.subject(levels(&self.instance.givens));
        match self.most {
            Some(most) if most < self.least => absurd(),
            Some(most) => bounded(&subject, self.least, most),
            None => Model::new(&subject).formula,
        }
    }
}

fn bounded(subject: &Subject<'_>, least: usize, most: usize) -> Formula {
    let mut model = Model::new(subject);
    let counts = model.bounded(least, most);
    for literal in counts.at_most(most) {
        model.formula.clause(&[literal]);
    }
    model.formula
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
    instance: &Instance,
    cases: &[Option<Class>],
    (least, bound): (&[usize], Option<usize>),
) -> Result<Proved, Unproved> {
    let sink = task.run.outside.write_proof().map_err(Unproved::Failed)?;
    let room = task.options.integer("proof-mib").unwrap_or(1).unsigned_abs() << 20;
    let mut book = Book::open(sink, &task.header(bound.map(|bound| bound as i128)), room)?;
    let matter = bound.map(|bound| bound.checked_sub(1));
    for (at, &case) in cases.iter().enumerate().filter(|_| matter != Some(None)) {
        let (least, name) = (least[at], name(case));
        let question = Question { instance, case, least, most: matter.flatten() };
        let low = format!("{LOW}{name}");
        if !refute(&mut book, (&low, least), &question.low(), task.run)? {
            return Ok(Proved::Less { case: at });
        }
        if !refute(&mut book, (&name, least), &question.total(), task.run)? {
            return Ok(Proved::Better { case: at });
        }
    }
    let (steps, bytes) = (book.steps, book.bytes);
    match book.close() {
        true => Ok(Proved::Whole { steps, bytes }),
        false => Err(Unproved::Failed("the proof cannot be written".to_owned())),
    }
}

/// Writes a part; whether there is no model.
fn refute(
    book: &mut Book,
    (name, least): (&str, usize),
    formula: &Formula,
    run: &Run<'_>,
) -> Result<bool, Unproved> {
    book.begin(name, &[format!("{LEAST}{least}")])?;
    match book.refute(formula, run)? {
        Refuted::Whole(_) => Ok(true),
        Refuted::Not => Ok(false),
        Refuted::Cut => Err(Unproved::Cut),
    }
}
