//! A level by SAT: one solution, all solutions by blocking clauses, or a certificate that there is none, or no other.
//!
//! The solver runs in slices of conflicts, so that the limits of the run are polled.
//!
//! Invariant: the formula of a certificate is rebuilt from the instance and the options alone.

use std::collections::BTreeSet;

use sixfold_puzzle::families::hexiom::{Content, Hexiom, Instance, Solution};
use sixfold_puzzle::hex::canonical;

use super::formula::{EncodingStyle, LevelFormula, Model, SymmetryBreaking, encode};
use super::hint::hint;
use super::level::Level;
use super::sat_options::{FormulaOrder, SatOptions, TABLE, useful};
use crate::answer::{Answer, Counted, Refutation};
use crate::certificate::{
    Certificate, Certificates, DimacsExchange, Known, Outline, ProofStatement,
};
use crate::checkpoint::Tally;
use crate::engine::{Count, EngineRow, Role, Solve, Task, TypedEngine, VisitEnd, Visitor};
use crate::listed::{NoFormula, NoOther};
use crate::options::Scope;
use crate::random::Random;
use crate::run::{Event, Halt, Run};
use crate::sat::{
    self, Backend, Formula, Lit, ModelsEnd, ProofLog, Sat, Verdict, enumerate, visit_models,
};

pub(super) static SAT: TypedEngine<Hexiom, SatOptions> = TypedEngine {
    row: EngineRow {
        name: "sat",
        description: "a SAT solver on the occupied slots",
        role: Role::Production,
        searched: None,
        options: TABLE,
    },
    read: SatOptions::read,
    supports: |_| Ok(()),
    solve: Some(Solve { run, proves: true, improves: false }),
    count: Some(Count { run: count, orbits: true, relaxes: None, visit: Some(visit) }),
    hint: Some(hint),
    certificates: Some(CERTIFICATES),
    division: None,
};

/// The certificates of the engines `auto` and `sat`: one formula, refuted in one part.
pub(super) const CERTIFICATES: Certificates<Hexiom, SatOptions> = Certificates {
    outline: |_| Ok(Outline { parts: vec![String::new()], reasons: Vec::new() }),
    certificate: |statement, _| certificate(statement),
    counts: true,
    known: Some(Known::Solution(occupied_line)),
    exchange: Some(DimacsExchange { dimacs, decode }),
};

fn dimacs(instance: &Instance, options: &SatOptions) -> Result<String, String> {
    let level = Level::new(instance);
    useful(&level, options.style, &Run::unlimited())?;
    rebuilt(&level, options.style).map(|problem| problem.formula.dimacs())
}

/// Refuses options that have no effect on the search for a solution.
pub(super) fn useful_to_solve(
    level: &Level<'_>,
    task: &Task<'_, Hexiom, SatOptions>,
) -> Result<(), String> {
    useful(level, task.options.style, task.run)?;
    if task.prove { task.options.useful_to_prove() } else { Ok(()) }
}

/// The formula without the limits of a run, as it is exported and checked.
fn rebuilt(level: &Level<'_>, style: EncodingStyle) -> Result<LevelFormula, String> {
    let too_large = |_| "the formula of this board is too large".to_owned();
    encode(level, style, &Run::unlimited()).map_err(too_large)
}

fn decode(instance: &Instance, options: &SatOptions, answer: &str) -> Result<Solution, String> {
    let level = Level::new(instance);
    let problem = rebuilt(&level, options.style)?;
    let values = sat::values(answer, problem.formula.variables())?;
    let mask: Vec<bool> = problem.occupied.iter().map(|&lit| values[lit as usize - 1]).collect();
    Ok(level.contents(&mask))
}

/// The word before the slots of a solution, row by row: 1 if there is a tile.
const OCCUPIED: &str = "occupied";

/// Which slots have tiles in a solution, as a line. It decides the solution: a tile shows how many it touches.
fn occupied_line(instance: &Instance, solution: &Solution) -> Result<String, String> {
    let mut line = OCCUPIED.to_owned();
    for row in 0..instance.hexagon.row_count() {
        line.push(' ');
        for slot in instance.hexagon.row(row) {
            line.push(match solution[slot] {
                Content::Tile(_) => '1',
                Content::Empty => '0',
                Content::Undecided => return Err("a slot is undecided".to_owned()),
            });
        }
    }
    Ok(line)
}

/// The clause that another set of slots is occupied than a line says: one of them differs.
fn another(problem: &LevelFormula, line: &str) -> Result<Vec<Lit>, String> {
    let wrong = || format!("`{line}` is no list of slots of this board");
    let rows = line.strip_prefix(OCCUPIED).ok_or_else(wrong)?;
    let marks: Vec<char> = rows.chars().filter(|&mark| mark != ' ').collect();
    if marks.len() != problem.occupied.len() {
        return Err(wrong());
    }
    let differs = |(&mark, &occupied): (&char, &Lit)| match mark {
        '1' => Ok(-occupied),
        '0' => Ok(occupied),
        _ => Err(wrong()),
    };
    marks.iter().zip(&problem.occupied).map(differs).collect()
}

/// Adds to the formula of a level that a solution is none of those that are known.
fn exclude(problem: &mut LevelFormula, known: &[String]) -> Result<(), String> {
    problem.formula.group("listed solutions");
    for line in known {
        let clause = another(problem, line)?;
        problem.formula.clause(&clause);
    }
    Ok(())
}

/// The formula that a refutation is about, rebuilt from the instance, with a reason for every
/// part that does not follow from it.
fn certificate(statement: &ProofStatement<'_, Hexiom, SatOptions>) -> Result<Certificate, String> {
    let style = statement.options.style;
    let level = Level::new(statement.instance);
    let mut problem = rebuilt(&level, style)?;
    if !statement.known.is_empty() && style.symmetry == SymmetryBreaking::LexLeader {
        // The image of a listed solution would be taken for a listed one.
        return Err("a proof with symmetry=break can list no solutions".to_owned());
    }
    exclude(&mut problem, statement.known)?;
    let symmetries = match style.symmetry {
        SymmetryBreaking::LexLeader => level.symmetries().len(),
        SymmetryBreaking::None => 0,
    };
    let broken = (symmetries > 0).then(|| {
        format!(
            "symmetry breaking by lex-leader: {symmetries} symmetries of the board keep every fixed \
             tile and every blocked slot, which was computed anew, so they map solutions to \
             solutions; of the images of a solution the least is kept"
        )
    });
    let pairs = (style.model != Model::Classic).then(|| {
        "the number of touching pairs of tiles is fixed: each pair counts at both of its tiles, so it \
         is half the sum of all numbers"
            .to_owned()
    });
    let reasons = broken.into_iter().chain(pairs).collect();
    let says = match statement.known {
        [] => "The board has no solution.".to_owned(),
        _ => "The board has no other solution than those listed.".to_owned(),
    };
    Ok(Certificate { says, reasons, ..Certificate::of(&problem.formula) })
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
    pub(super) fn new(
        level: &Level<'_>,
        task: &Task<'_, Hexiom, SatOptions>,
        run: &'a Run<'a>,
    ) -> Result<Self, Sat> {
        let mut problem = encode(level, task.options.style, run).map_err(Sat::Halted)?;
        if task.options.order == FormulaOrder::Shuffled {
            problem = problem.shuffled(&mut Random::new(run.seed));
        }
        let log = task.prove.then(|| open_proof(task, &problem.formula)).transpose();
        let log = log.map_err(Sat::Failed)?;
        let backend = match &log {
            Some(log) => sat::proving(run, log.clone()),
            None => sat::backend(task.options.backend, run),
        };
        Ok(Self::load(backend, problem, log))
    }

    /// Loads a formula into a backend, which writes the proof if there is one.
    pub(super) fn load(
        mut backend: Box<dyn Backend + 'a>,
        problem: LevelFormula,
        log: Option<ProofLog>,
    ) -> Self {
        backend.add(&problem.formula);
        Self { backend, problem, log }
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
            Sat::Failed(problem) => Answer::failed(problem),
            Sat::Done(verdict) => unreachable!("nothing was asked: {verdict:?}"),
        }
    }

    /// The answer that a verdict gives; a refutation is about the scope.
    pub(super) fn answer(mut self, verdict: Sat, level: &Level<'_>, scope: Scope) -> Answer {
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
                answer.refutation = Some(Refutation::nothing(scope));
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

fn open_proof(task: &Task<'_, Hexiom, SatOptions>, formula: &Formula) -> Result<ProofLog, String> {
    let sink = task.run.outside.write_proof()?;
    ProofLog::with_header(sink, task.options.proof_bytes, &task.header(None), formula)
}

fn run(task: &Task<'_, Hexiom, SatOptions>) -> Answer {
    let level = Level::new(task.instance);
    if let Err(problem) = useful_to_solve(&level, task) {
        return Answer::failed(problem);
    }
    match SatSearch::new(&level, task, task.run) {
        Ok(mut search) => {
            let verdict = search.decide();
            search.answer(verdict, &level, task.scope())
        }
        Err(why) => SatSearch::not_started(why),
    }
}

/// Shows the solutions one by one.
fn visit(task: &Task<'_, Hexiom, SatOptions>, _: usize, visitor: &mut Visitor<'_>) -> VisitEnd {
    let SatOptions { style, backend, .. } = *task.options;
    let level = Level::new(task.instance);
    let usable = task.options.useful_to_count().and_then(|()| useful(&level, style, task.run));
    if let Err(problem) = usable {
        return VisitEnd::Failed(problem);
    }
    let problem = match encode(&level, style, task.run) {
        Ok(problem) => problem,
        Err(halt) => return VisitEnd::Halted(halt),
    };
    let mut backend = sat::backend(backend, task.run);
    backend.add(&problem.formula);
    let mut show = |mask: &[bool]| visitor(0, level.solution(mask));
    match visit_models(&mut *backend, &problem.occupied, &mut show) {
        ModelsEnd::All => VisitEnd::All,
        ModelsEnd::Enough => VisitEnd::Enough,
        ModelsEnd::Halted(halt) => VisitEnd::Halted(halt),
        ModelsEnd::Failed(problem) => VisitEnd::Failed(problem),
    }
}

/// How many solutions are enumerated without a limit.
const MOST: u64 = 100_000;

/// Enumerates solutions one by one; every one of them is verified before it is counted.
fn count(task: &Task<'_, Hexiom, SatOptions>, tally: &Tally) -> Counted {
    let SatOptions { style, backend, .. } = *task.options;
    let level = Level::new(task.instance);
    let provable = || if task.prove { task.options.useful_to_prove() } else { Ok(()) };
    let usable = task.options.useful_to_count().and_then(|()| provable());
    if let Err(problem) = usable.and_then(|()| useful(&level, style, task.run)) {
        return Counted::failed(problem);
    }
    let problem = match encode(&level, style, task.run) {
        Ok(problem) => problem,
        Err(halt) => return Counted { halt: Some(halt), ..Counted::default() },
    };
    let mut backend = sat::backend(backend, task.run);
    backend.add(&problem.formula);
    let limit = usize::try_from(tally.limit.unwrap_or(MOST)).unwrap_or(usize::MAX);
    let show = |mask: &[bool]| task.run.emit(&Event::Listed(level.solution(mask)));
    let models = match enumerate(&mut *backend, &problem.occupied, limit, show) {
        Ok(models) => models,
        Err(problem) => return Counted::failed(problem),
    };
    let orbits = || -> usize {
        let symmetries = level.symmetries();
        let least = models.models.iter().map(|mask| canonical(mask, &symmetries));
        least.collect::<BTreeSet<Vec<bool>>>().len()
    };
    let mut counted = Counted {
        count: models.models.len() as u128,
        orbits: models.all.then(|| orbits() as u128),
        complete: models.all,
        witnesses: models.models.iter().map(|mask| level.solution(mask)).collect(),
        halt: models.halt,
        ..Counted::default()
    };
    if task.prove && counted.complete {
        let formula = |known: &[String]| {
            let mut problem = encode(&level, style, task.run).map_err(NoFormula::Halted)?;
            exclude(&mut problem, known).map_err(NoFormula::Wrong)?;
            Ok(problem.formula)
        };
        let room = task.options.proof_bytes;
        NoOther { shows: occupied_line, formula: &formula, room }.prove(task, &mut counted);
    }
    counted
}
