//! The proof that nothing is better: a part about sectors, and one for each cube.

use super::question::{FIRST, Question};
use super::{Cube, LEVELS, Search, chosen};
use crate::engine::{Answer, Certificate, Clausal, Matter, Section};
use crate::families::neighbors::plan::Plan;
use crate::families::neighbors::tower::Floors;
use crate::run::{Event, Halt};
use crate::sat::{Book, Refuted, Unproved};

pub(super) const CLAUSAL: Clausal = Clausal { parts, certificate, foreign: None };

/// The name of the part about sectors.
const SECTORS: &str = "sectors";
/// What stands in a remark before what sectors waste.
const LEAST: &str = "least ";
/// What stands in a remark before the number of levels that are looked at.
const UP_TO: &str = "levels 1 to ";

/// No board wastes less than nothing, which needs no proof.
fn parts(matter: &Matter<'_>) -> Vec<String> {
    if matter.bound.is_some_and(|bound| bound <= 0) {
        return Vec::new();
    }
    match chosen(matter.options) {
        Ok(cubes) => [SECTORS.to_owned()].into_iter().chain(cubes.iter().map(Cube::name)).collect(),
        Err(problem) => vec![problem],
    }
}

fn certificate(matter: &Matter<'_>, section: Section<'_>) -> Result<Certificate, String> {
    let floors = section.remarks.first().and_then(|it| Floors::read(it.strip_prefix(LEAST)?));
    let floors = floors.ok_or("its first remark must be what sectors waste")?;
    let best = matter.bound.and_then(|bound| usize::try_from(bound).ok());
    let best = best.ok_or("there is always a board, so it must have a bound")?;
    let plan = Plan::undivided(matter.instance);
    let question = Question { plan: &plan, floors: &floors, best };
    let fact = format!("levels 1 to {FIRST} waste at least {} in the sectors", floors.words());
    if section.name == SECTORS {
        let (formula, _) = question.sectors()?;
        return Ok(Certificate { shows: Some(fact), ..Certificate::of(&formula) });
    }
    let cubes = chosen(matter.options)?;
    let cube = cubes.iter().find(|cube| cube.name() == section.name);
    let cube = cube.ok_or("there is no such cube")?;
    let levels = section.remarks.get(1).and_then(|it| it.strip_prefix(UP_TO)?.parse().ok());
    let levels = levels.filter(|levels| (FIRST..=LEVELS).contains(levels));
    let levels = levels.ok_or("its second remark must be how many levels are looked at")?;
    let model = question.cube(cube, levels)?;
    let reason = "a board can be turned so that its 1s about the centre are as in one of the cubes";
    let (needs, reasons) = (vec![fact], vec![reason.to_owned()]);
    Ok(Certificate { needs, reasons, ..Certificate::of(&model.formula) })
}

/// How far a proof came.
enum Written {
    Whole {
        steps: u64,
        bytes: u64,
    },
    /// A cube has a board that is better than the best.
    Better {
        cube: usize,
    },
}

impl Search<'_> {
    /// Writes the proof; where a cube turns out to have a better board, once more.
    pub(super) fn prove(mut self) -> Result<Answer, String> {
        loop {
            match self.write() {
                Ok(Written::Whole { steps, bytes }) => {
                    let mut answer = self.answer(true, None);
                    answer.proved = true;
                    answer.effort.extend([("proof-steps", steps), ("proof-bytes", bytes)]);
                    return Ok(answer);
                }
                Ok(Written::Better { cube }) => {
                    match self.better(&self.cubes[cube], self.task.run) {
                        Ok((Some(board), _)) => self.take(board),
                        Ok((None, _)) => {
                            return Err("two solvers do not agree about a cube".to_owned());
                        }
                        Err(halt) => return Ok(self.answer(false, Some(halt))),
                    }
                    self.task.run.emit(&Event::Improved(Some(self.best as i128)));
                }
                Err(Unproved::Halted(halt)) => return Ok(self.answer(false, Some(halt))),
                Err(Unproved::Cut) => return Ok(self.answer(false, Some(Halt::Budget))),
                Err(Unproved::Failed(problem)) => return Err(problem),
            }
        }
    }

    fn write(&self) -> Result<Written, Unproved> {
        let run = self.task.run;
        let sink = run.outside.write_proof().map_err(Unproved::Failed)?;
        let room = self.task.options.integer("proof-mib").unwrap_or(1).unsigned_abs() << 20;
        let mut book = Book::open(sink, &self.task.header(Some(self.best as i128)), room)?;
        let needed = self.best > 0;
        if needed {
            self.show_sectors(&mut book)?;
        }
        for (at, cube) in self.cubes.iter().enumerate().filter(|_| needed) {
            if !self.refute(&mut book, cube, room)? {
                return Ok(Written::Better { cube: at });
            }
            let (done, of) = (at as u64 + 1, self.cubes.len() as u64);
            run.emit(&Event::Progress(vec![("cubes", done), ("of", of)]));
        }
        let (steps, bytes) = (book.steps, book.bytes);
        match book.close() {
            true => Ok(Written::Whole { steps, bytes }),
            false => Err(Unproved::Failed("the proof cannot be written".to_owned())),
        }
    }

    fn least(&self) -> String {
        format!("{LEAST}{}", self.floors.words())
    }

    fn show_sectors(&self, book: &mut Book) -> Result<(), Unproved> {
        let (formula, facts) = self.question().sectors().map_err(Unproved::Failed)?;
        book.begin(SECTORS, &[self.least()])?;
        match book.refute(&formula, &facts, self.task.run)? {
            Refuted::Whole(_) => Ok(()),
            Refuted::Not => Err(Unproved::Failed("two solvers do not agree".to_owned())),
            Refuted::Cut => Err(Unproved::Cut),
        }
    }

    /// Writes the part of a cube, about as few levels as will do; whether that is possible.
    fn refute(&self, book: &mut Book, cube: &Cube, room: u64) -> Result<bool, Unproved> {
        for levels in [FIRST, LEVELS] {
            let model = self.question().cube(cube, levels).map_err(Unproved::Failed)?;
            let remarks = [self.least(), format!("{UP_TO}{levels}")];
            let means = (room, self.task.run);
            match book.attempt(&cube.name(), &remarks, &model.formula, means)? {
                Refuted::Whole(_) => return Ok(true),
                Refuted::Not => {}
                Refuted::Cut => return Err(Unproved::Cut),
            }
        }
        Ok(false)
    }
}
