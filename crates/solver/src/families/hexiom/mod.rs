//! Hexiom for the engines: annealing finds, SAT finds and proves, and together they answer any
//! level, a solvable one at once and an unsolvable one with a proof.

mod anneal;
mod formula;
mod mask;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use sixfold_puzzle::families::hexiom::{Hexiom, Instance};
use sixfold_puzzle::family::Family;
use sixfold_puzzle::text::Document;

use self::anneal::Annealer;
use self::formula::{Problem, Style, problem};
use self::mask::Level;
use crate::engine::{Answer, Certificate, Engine, Power, Refutation, Task};
use crate::options::{OptionKind, OptionRow, Options};
use crate::run::{Event, Halt, Run};
use crate::sat::{self, Backend, Encoding, ProofLog, Sat, Verdict};

/// Steps of annealing before a formula is built at all: most levels are solved by then.
const FIRST_STEPS: u64 = 300_000;
/// On one thread: conflicts of the SAT solver and steps of the annealer in turn.
const TURN_CONFLICTS: u64 = 2_000;
const TURN_STEPS: u64 = 200_000;

const BACKEND: OptionRow = OptionRow {
    name: "backend",
    meaning: "the SAT solver; only cadical writes proofs",
    kind: OptionKind::Choice(sat::BACKENDS),
    restricts: false,
};
const MODEL: OptionRow = OptionRow {
    name: "model",
    meaning: "ours, or the classic one with prefix counters",
    kind: OptionKind::Choice(&["compact", "classic"]),
    restricts: false,
};
const COUNTING: OptionRow = OptionRow {
    name: "counting",
    meaning: "how tiles are counted",
    kind: OptionKind::Choice(Encoding::NAMES),
    restricts: false,
};
/// Not restricting: of symmetric solutions one is kept, so one exists if any does.
const SYMMETRY: OptionRow = OptionRow {
    name: "symmetry",
    meaning: "break: keep one of symmetric solutions",
    kind: OptionKind::Choice(&["keep", "break"]),
    restricts: false,
};
const PROOF_LIMIT: OptionRow = OptionRow {
    name: "proof-mib",
    meaning: "give up the proof beyond this size",
    kind: OptionKind::Integer { default: Some(8192), least: 1, most: 1 << 20 },
    restricts: false,
};
const STEPS: OptionRow = OptionRow {
    name: "steps",
    meaning: "give up after so many exchanged tiles",
    kind: OptionKind::Integer { default: Some(200_000_000), least: 1, most: i64::MAX },
    restricts: false,
};
const COMMAND: OptionRow = OptionRow {
    name: "command",
    meaning: "the program and its arguments; the file comes last",
    kind: OptionKind::Text,
    restricts: false,
};

pub(super) static ENGINES: &[Engine] = &[
    Engine {
        name: "auto",
        description: "annealing first, then annealing and SAT together",
        powers: &[Power::Finds, Power::Proves],
        options: &[BACKEND, MODEL, COUNTING, SYMMETRY, PROOF_LIMIT],
        serves: |_| Ok(()),
        run: auto,
        certificate: Some(certificate),
    },
    Engine {
        name: "sat",
        description: "a SAT solver on the occupied slots",
        powers: &[Power::Finds, Power::Proves],
        options: &[BACKEND, MODEL, COUNTING, SYMMETRY, PROOF_LIMIT],
        serves: |_| Ok(()),
        run: sat_alone,
        certificate: Some(certificate),
    },
    Engine {
        name: "anneal",
        description: "simulated annealing on the occupied slots",
        powers: &[Power::Finds],
        options: &[STEPS],
        serves: |_| Ok(()),
        run: anneal_alone,
        certificate: None,
    },
    Engine {
        name: "dimacs",
        description: "any SAT solver that is a program and reads DIMACS",
        powers: &[Power::Finds, Power::Proves],
        options: &[COMMAND, MODEL, COUNTING, SYMMETRY],
        serves: |_| Ok(()),
        run: external,
        certificate: None,
    },
];

fn parse(text: &str) -> Instance {
    let document = Document::parse(text).expect("the session hands out readable instances");
    Hexiom::parse(&document).expect("the session hands out readable instances")
}

fn style(options: &Options) -> Style {
    Style {
        classic: options.text("model") == Some("classic"),
        counting: Encoding::named(options.text("counting").unwrap_or_default()),
        break_symmetry: options.text("symmetry") == Some("break"),
    }
}

/// The formula that a refutation is about, rebuilt from the instance, with a reason for every
/// part that does not follow from it.
fn certificate(instance: &str, options: &Options) -> Certificate {
    let instance = parse(instance);
    let level = Level::new(&instance);
    let style = style(options);
    let problem = problem(&level, style);
    let symmetries = if style.break_symmetry { level.symmetries().len() } else { 0 };
    let reasons = (symmetries > 0)
        .then(|| format!("{symmetries} symmetries of the board that keep every lock are broken"));
    Certificate {
        clauses: problem.formula.clauses().map(<[_]>::to_vec).collect(),
        reasons: reasons.into_iter().collect(),
    }
}

/// A SAT solver loaded with a level, and what has to be said at the end.
struct Question<'a> {
    backend: Box<dyn Backend + 'a>,
    problem: Problem,
    log: Option<ProofLog>,
}

impl<'a> Question<'a> {
    /// Builds the formula and loads it into the backend; with a proof if one is asked for.
    fn new(level: &Level<'_>, task: &Task<'_>, run: &'a Run<'a>) -> Result<Self, String> {
        let problem = problem(level, style(task.options));
        let log = if task.prove { Some(open_proof(task, problem.formula.len())?) } else { None };
        let mut backend = match &log {
            Some(log) => sat::proving(run, log.clone()),
            None => sat::backend(task.options.text("backend").unwrap_or_default(), run),
        };
        backend.add(&problem.formula);
        Ok(Self { backend, problem, log })
    }

    fn mask(&mut self) -> Vec<bool> {
        self.problem.occupied.iter().map(|&lit| self.backend.value(lit)).collect()
    }

    /// What the solver's verdict means.
    fn answer(mut self, verdict: Sat, level: &Level<'_>, task: &Task<'_>) -> Answer {
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
                answer.proved = written.is_some_and(|written| written.whole);
                if let Some(written) = written {
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

fn open_proof(task: &Task<'_>, clauses: usize) -> Result<ProofLog, String> {
    let sink = task.run.outside.write_proof()?;
    let limit = task.options.integer("proof-mib").unwrap_or(1).unsigned_abs() << 20;
    ProofLog::with_header(sink, limit, &task.header(), clauses)
}

fn sat_alone(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let level = Level::new(&instance);
    match Question::new(&level, task, task.run) {
        Ok(mut question) => {
            let verdict = question.backend.solve(&[], None);
            question.answer(verdict, &level, task)
        }
        Err(problem) => Answer { failure: Some(problem), ..Answer::default() },
    }
}

fn external(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let level = Level::new(&instance);
    let Some(command) = task.options.text("command") else {
        let problem = "the option command is missing, as in --set command=\"kissat -q\"".to_owned();
        return Answer { failure: Some(problem), ..Answer::default() };
    };
    let problem = problem(&level, style(task.options));
    let mut backend = sat::program(command, task.run);
    backend.add(&problem.formula);
    let verdict = backend.solve(&[], None);
    Question { backend, problem, log: None }.answer(verdict, &level, task)
}

fn annealed(
    found: Result<Option<Vec<bool>>, Halt>,
    annealer: &Annealer,
    level: &Level<'_>,
) -> Answer {
    let effort = vec![("steps", annealer.steps())];
    match found {
        Ok(Some(mask)) => {
            Answer { witness: Some(level.solution(&mask)), effort, ..Answer::default() }
        }
        Ok(None) => Answer { halt: Some(Halt::Budget), effort, ..Answer::default() },
        Err(halt) => Answer { halt: Some(halt), effort, ..Answer::default() },
    }
}

fn anneal_alone(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let level = Level::new(&instance);
    let steps = task.options.integer("steps").unwrap_or(i64::MAX).unsigned_abs();
    let mut annealer = Annealer::new(&level, task.run.seed);
    let found = annealer.search(steps, task.run);
    announce(annealed(found, &annealer, &level), task)
}

/// Tells about a solution on its way out.
fn announce(answer: Answer, task: &Task<'_>) -> Answer {
    if answer.witness.is_some() {
        task.run.emit(&Event::Improved(None));
    }
    answer
}

fn auto(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let level = Level::new(&instance);
    let mut annealer = Annealer::new(&level, task.run.seed);
    let found = annealer.search(FIRST_STEPS, task.run);
    let answer = match found {
        Ok(None) if task.run.threads > 1 => side_by_side(&level, annealer, task),
        Ok(None) => by_turns(&level, annealer, task),
        found => annealed(found, &annealer, &level),
    };
    announce(answer, task)
}

/// One thread: so many conflicts, then so many steps, and so on. The turns are counted in steps,
/// not in seconds, so that the same seed gives the same answer.
fn by_turns(level: &Level<'_>, mut annealer: Annealer, task: &Task<'_>) -> Answer {
    let mut question = match Question::new(level, task, task.run) {
        Ok(question) => question,
        Err(problem) => return Answer { failure: Some(problem), ..Answer::default() },
    };
    loop {
        match question.backend.solve(&[], Some(TURN_CONFLICTS)) {
            Sat::Done(Verdict::Limit) => {}
            verdict => return question.answer(verdict, level, task),
        }
        match annealer.search(TURN_STEPS, task.run) {
            Ok(None) => {}
            found => return annealed(found, &annealer, level),
        }
    }
}

/// Two threads, and the first to be done stops the other.
fn side_by_side(level: &Level<'_>, mut annealer: Annealer, task: &Task<'_>) -> Answer {
    let done = AtomicBool::new(false);
    let run = task.run.shared(&done);
    thread::scope(|scope| {
        let partner = scope.spawn(|| {
            let found = annealer.search(u64::MAX, &run);
            done.store(true, Ordering::Relaxed);
            annealed(found, &annealer, level)
        });
        let answer = match Question::new(level, task, &run) {
            Ok(mut question) => {
                let verdict = question.backend.solve(&[], None);
                question.answer(verdict, level, task)
            }
            Err(problem) => Answer { failure: Some(problem), ..Answer::default() },
        };
        done.store(true, Ordering::Relaxed);
        let other = partner.join().expect("the annealer does not panic");
        if other.witness.is_some() && answer.witness.is_none() { other } else { answer }
    })
}
