//! A level by SAT: one solution, a certificate that there is none, or all solutions by blocking clauses.
//!
//! The solver runs in slices of conflicts, so that the limits of the run are polled.
//!
//! Invariant: the formula of a certificate is rebuilt from the instance and the options alone.

use std::collections::BTreeSet;

use sixfold_puzzle::hex::canonical;

use super::formula::{EncodingStyle, LevelFormula, encode};
use super::level::Level;
use super::parse;
use crate::engine::{
    Answer, Certificate, Clausal, Counted, DimacsExchange, Outline, Refutation, Tally, Task,
};
use crate::options::Options;
use crate::random::Random;
use crate::run::{Event, Halt, Run};
use crate::sat::{
    self, Backend, BackendName, Encoding, Formula, ProofLog, Sat, Verdict, enumerate,
};

pub(super) fn encoding_style(options: &Options) -> EncodingStyle {
    EncodingStyle {
        classic: options.text("model") == Some("classic"),
        counting: Encoding::named(options.text("counting").unwrap_or_default()),
        break_symmetry: options.text("symmetry") == Some("break"),
    }
}

pub(super) const CLAUSAL: Clausal = Clausal {
    outline: |_| Ok(Outline { parts: vec![String::new()], reasons: Vec::new() }),
    certificate: |matter, _| certificate(matter.instance, matter.options),
    counts: false,
    known: None,
    foreign: Some(DimacsExchange { dimacs, decode }),
};

fn dimacs(instance: &str, options: &Options) -> Result<String, String> {
    let instance = parse(instance);
    let level = Level::new(&instance);
    useful(&level, options, &Run::unlimited())?;
    rebuilt(&level, encoding_style(options)).map(|problem| problem.formula.dimacs())
}

/// Refuses options of the encoding that have no effect.
fn useful(level: &Level<'_>, options: &Options, run: &Run<'_>) -> Result<(), String> {
    let style = encoding_style(options);
    if style.classic && options.differs("counting") {
        return Err("counting has no effect on model=classic, which has counters of its own".into());
    }
    let same = || {
        let other = EncodingStyle { counting: Encoding::Totalizer, ..style };
        let formula = |style| encode(level, style, run).map(|problem| problem.formula);
        // A formula that is not built to its end is for the search to report.
        formula(style).is_ok_and(|one| formula(other).is_ok_and(|two| one == two))
    };
    if style.counting == Encoding::Pairwise && same() {
        let problem = "counting=pairwise has no effect here: every count needs too many clauses, \
                       so it is the same as counting=totalizer";
        return Err(problem.to_owned());
    }
    Ok(())
}

/// The answer to a task whose options have no effect.
pub(super) fn refused(task: &Task<'_>) -> Option<Answer> {
    let instance = parse(task.instance);
    let useful = useful(&Level::new(&instance), task.options, task.run).and_then(|()| {
        let useless = ["backend", "shuffle"].into_iter().find(|name| task.options.differs(name));
        match useless.filter(|_| task.prove) {
            Some(name) => {
                Err(format!("{name} has no effect on a proof: cadical writes it as it is"))
            }
            None => Ok(()),
        }
    });
    useful.err().map(|problem| Answer { failure: Some(problem), ..Answer::default() })
}

/// The formula without the limits of a run, as it is exported and checked.
fn rebuilt(level: &Level<'_>, style: EncodingStyle) -> Result<LevelFormula, String> {
    let too_large = |_| "the formula of this board is too large".to_owned();
    encode(level, style, &Run::unlimited()).map_err(too_large)
}

fn decode(instance: &str, options: &Options, answer: &str) -> Result<String, String> {
    let instance = parse(instance);
    let level = Level::new(&instance);
    let problem = rebuilt(&level, encoding_style(options))?;
    let values = sat::values(answer, problem.formula.variables())?;
    let mask: Vec<bool> = problem.occupied.iter().map(|&lit| values[lit as usize - 1]).collect();
    Ok(level.solution(&mask))
}

/// The formula that a refutation is about, rebuilt from the instance, with a reason for every
/// part that does not follow from it.
fn certificate(instance: &str, options: &Options) -> Result<Certificate, String> {
    let instance = parse(instance);
    let level = Level::new(&instance);
    let style = encoding_style(options);
    let problem = rebuilt(&level, style)?;
    let symmetries = if style.break_symmetry { level.symmetries().len() } else { 0 };
    let broken = (symmetries > 0).then(|| {
        format!(
            "symmetry breaking by lex-leader: {symmetries} symmetries of the board keep every fixed \
             tile and every blocked slot, which was computed anew, so they map solutions to \
             solutions; of the images of a solution the least is kept"
        )
    });
    let pairs = (!style.classic).then(|| {
        "the number of touching pairs of tiles is fixed: each pair counts at both of its tiles, so it \
         is half the sum of all numbers"
            .to_owned()
    });
    let reasons = broken.into_iter().chain(pairs).collect();
    Ok(Certificate { reasons, ..Certificate::of(&problem.formula) })
}

/// Conflicts between two polls of the limits.
const SLICE: u64 = 20_000;

/// A SAT solver loaded with the formula of a level.
pub(super) struct SatSearch<'a> {
    pub(super) backend: Box<dyn Backend + 'a>,
    problem: LevelFormula,
    log: Option<ProofLog>,
}

impl<'a> SatSearch<'a> {
    /// Builds the formula and loads it into the backend; with a proof if one is asked for.
    pub(super) fn new(level: &Level<'_>, task: &Task<'_>, run: &'a Run<'a>) -> Result<Self, Sat> {
        let mut problem = encode(level, encoding_style(task.options), run).map_err(Sat::Halted)?;
        if task.options.text("shuffle") == Some("yes") {
            problem = problem.shuffled(&mut Random::new(run.seed));
        }
        let log = task.prove.then(|| open_proof(task, &problem.formula)).transpose();
        let log = log.map_err(Sat::Failed)?;
        let mut backend = match &log {
            Some(log) => sat::proving(run, log.clone()),
            None => sat::backend(BackendName::chosen(task.options), run),
        };
        backend.add(&problem.formula);
        Ok(Self { backend, problem, log })
    }

    /// Solves in slices of conflicts, so that the limits are polled. Slices are long enough not to slow
    /// the solver down.
    pub(super) fn decide(&mut self) -> Sat {
        loop {
            match self.backend.solve(&[], Some(SLICE)) {
                Sat::Done(Verdict::Limit) => {}
                decided => return decided,
            }
        }
    }

    fn mask(&mut self) -> Vec<bool> {
        self.problem.occupied.iter().map(|&lit| self.backend.value(lit)).collect()
    }

    /// The answer if the formula could not be built or loaded.
    pub(super) fn not_started(why: Sat) -> Answer {
        match why {
            Sat::Halted(halt) => Answer { halt: Some(halt), ..Answer::default() },
            Sat::Failed(problem) => Answer { failure: Some(problem), ..Answer::default() },
            Sat::Done(verdict) => unreachable!("nothing was asked: {verdict:?}"),
        }
    }

    /// The answer that a verdict gives.
    pub(super) fn answer(mut self, verdict: Sat, level: &Level<'_>, task: &Task<'_>) -> Answer {
        let conflicts = self.backend.conflicts();
        let effort = vec![
            ("variables", self.problem.formula.variables().unsigned_abs().into()),
            ("clauses", self.problem.formula.len() as u64),
            ("conflicts", conflicts),
        ];
        let mut answer = Answer { effort, ..Answer::default() };
        match verdict {
            Sat::Done(Verdict::Satisfiable) => answer.witness = Some(level.solution(&self.mask())),
            Sat::Done(Verdict::Unsatisfiable) => {
                answer.refutation = Some(Refutation::nothing(task.options));
                drop(self.backend);
                let written = self.log.map(|log| log.finish());
                if let Some(written) = written {
                    answer.proved = written.shortfall.is_none();
                    answer.unproved = written.shortfall.map(|shortfall| shortfall.to_string());
                    answer.effort.push(("proof-steps", written.steps));
                    answer.effort.push(("proof-bytes", written.bytes));
                }
            }
            Sat::Done(Verdict::Limit) => answer.halt = Some(Halt::Budget),
            Sat::Halted(halt) => answer.halt = Some(halt),
            Sat::Failed(problem) => answer.failure = Some(problem),
        }
        answer
    }
}

fn open_proof(task: &Task<'_>, formula: &Formula) -> Result<ProofLog, String> {
    let sink = task.run.outside.write_proof()?;
    let limit = task.options.integer("proof-mib").unwrap_or(1).unsigned_abs() << 20;
    ProofLog::with_header(sink, limit, &task.header(None), formula)
}

pub(super) fn sat_alone(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let level = Level::new(&instance);
    match SatSearch::new(&level, task, task.run) {
        Ok(mut search) => {
            let verdict = search.decide();
            search.answer(verdict, &level, task)
        }
        Err(why) => SatSearch::not_started(why),
    }
}

pub(super) fn external(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let level = Level::new(&instance);
    let Some(command) = task.options.text("command") else {
        let problem = "the option command is missing, as in --set command=\"kissat -q\"".to_owned();
        return Answer { failure: Some(problem), ..Answer::default() };
    };
    let problem = match encode(&level, encoding_style(task.options), task.run) {
        Ok(problem) => problem,
        Err(halt) => return Answer { halt: Some(halt), ..Answer::default() },
    };
    let mut backend = sat::program(command, task.run);
    backend.add(&problem.formula);
    let verdict = backend.solve(&[], None);
    let mut answer = SatSearch { backend, problem, log: None }.answer(verdict, &level, task);
    if answer.refutation.take().is_some() {
        // The claim of an external program is neither our own search nor a checked certificate.
        answer.unchecked_claim =
            Some("the program says that there is no solution, which was not checked");
    }
    answer
}

/// How many solutions are enumerated without a limit.
const MOST: u64 = 100_000;

/// Enumerates solutions one by one; every one of them is verified before it is counted.
pub(super) fn count(task: &Task<'_>, tally: &Tally) -> Counted {
    let instance = parse(task.instance);
    let level = Level::new(&instance);
    let useless = ["symmetry", "shuffle"].into_iter().find(|name| task.options.differs(name));
    let useful = match useless {
        Some(name) => Err(format!("{name} has no effect on a count, which lists all solutions")),
        None => useful(&level, task.options, task.run),
    };
    if let Err(problem) = useful {
        return Counted { failure: Some(problem), ..Counted::default() };
    }
    let problem = match encode(&level, encoding_style(task.options), task.run) {
        Ok(problem) => problem,
        Err(halt) => return Counted { halt: Some(halt), ..Counted::default() },
    };
    let mut backend = sat::backend(BackendName::chosen(task.options), task.run);
    backend.add(&problem.formula);
    let limit = usize::try_from(tally.limit.unwrap_or(MOST)).unwrap_or(usize::MAX);
    let show = |mask: &[bool]| task.run.emit(&Event::Listed(level.solution(mask)));
    let models = match enumerate(&mut *backend, &problem.occupied, limit, show) {
        Ok(models) => models,
        Err(problem) => return Counted { failure: Some(problem), ..Counted::default() },
    };
    let orbits = || -> usize {
        let symmetries = level.symmetries();
        let least = models.models.iter().map(|mask| canonical(mask, &symmetries));
        least.collect::<BTreeSet<Vec<bool>>>().len()
    };
    Counted {
        count: models.models.len() as u128,
        orbits: models.all.then(|| orbits() as u128),
        complete: models.all,
        witnesses: models.models.iter().map(|mask| level.solution(mask)).collect(),
        halt: models.halt,
        ..Counted::default()
    }
}
