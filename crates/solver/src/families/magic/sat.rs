//! A board by SAT: one solution, all solutions, and certificates that there is none, or no other.
//!
//! Other engines are faster, and list solutions. This one is there for proofs: "unique" and "none" are checked by a program that shares nothing
//! with the search. Orders 3 and 4 with enough givens; a blank board of order 4 is out of reach.
//!
//! Invariant: the formula of a certificate is rebuilt from the instance alone.

use std::collections::BTreeSet;

use sixfold_puzzle::Family;
use sixfold_puzzle::families::magic::{Instance, Magic, Solution};
use sixfold_puzzle::hex::{Symmetry, canonical};

use super::exact;
use super::formula::{BoardFormula, encode};
use crate::answer::{Answer, Counted, Refutation};
use crate::certificate::{Certificate, Certificates, Known, Outline, ProofStatement};
use crate::checkpoint::Tally;
use crate::engine::{Count, EngineRow, Role, Solve, Task, TypedEngine};
use crate::listed::{NoFormula, NoOther};
use crate::options::{OptionRow, Options};
use crate::run::{Event, Halt, Run};
use crate::sat::{self, BACKEND, Backend, BackendName, Lit, ProofLog, Sat, Verdict, enumerate};

const PROOF_LIMIT: OptionRow = OptionRow::proof_limit(8192);

/// Formulas of larger orders have tens of millions of clauses.
const LARGEST_ORDER: usize = 5;

/// The engine.
pub(super) static SAT: TypedEngine<Magic, SatOptions> = TypedEngine {
    row: EngineRow {
        name: "sat",
        description: "a SAT solver; proves that there is no solution, or no other, up to order 5",
        role: Role::Production,
        searched: None,
        options: &[BACKEND, PROOF_LIMIT],
    },
    read: |options, _| Ok(SatOptions::read(options)),
    supports,
    solve: Some(Solve { run, proves: true, improves: false }),
    count: Some(Count { run: count, orbits: true, relaxes: None, visit: None }),
    hint: None,
    certificates: Some(Certificates {
        outline: |_| Ok(Outline { parts: vec![String::new()], reasons: Vec::new() }),
        certificate: |statement, _| certificate(statement),
        counts: true,
        known: Some(Known::Solution(numbers_line)),
        exchange: None,
    }),
    division: None,
};

/// The options of the engine.
pub(super) struct SatOptions {
    backend: BackendName,
    /// The largest size of a proof.
    proof_bytes: u64,
}

impl SatOptions {
    fn read(options: &Options) -> Self {
        Self {
            backend: options.choice(&BACKEND, BackendName::ALL),
            proof_bytes: options.proof_bytes(&PROOF_LIMIT),
        }
    }

    /// Refuses options that have no effect on a proof.
    fn useful(&self, prove: bool) -> Result<(), String> {
        // A build without CaDiCaL has another default, and says elsewhere that it writes no proofs.
        let proving = [BackendName::Cadical, BackendName::DEFAULT].contains(&self.backend);
        match prove && !proving {
            true => Err(format!("{} has no effect on a proof: cadical writes it", BACKEND.name)),
            false => Ok(()),
        }
    }
}

type SatTask<'a> = Task<'a, Magic, SatOptions>;

fn supports(instance: &Instance) -> Result<(), String> {
    exact::supports(instance)?;
    let order = instance.hexagon.order();
    match order > LARGEST_ORDER {
        true => {
            Err(format!("order {order} is too large, it supports orders up to {LARGEST_ORDER}"))
        }
        false => Ok(()),
    }
}

/// The word before the numbers of a solution, cell by cell.
const NUMBERS: &str = "numbers";

/// The numbers of a solution as a line.
fn numbers_line(_: &Instance, solution: &Solution) -> Result<String, String> {
    let mut line = NUMBERS.to_owned();
    for number in solution {
        let number = number.ok_or("a cell is undecided")?;
        line.push_str(&format!(" {number}"));
    }
    Ok(line)
}

/// Adds to the formula of a board that a solution is none of those that are known: one of the numbers stands elsewhere.
fn exclude(board: &mut BoardFormula, instance: &Instance, known: &[String]) -> Result<(), String> {
    board.formula.group("listed solutions");
    for line in known {
        let wrong = || format!("`{line}` is no list of the numbers of this board");
        let words = line.strip_prefix(NUMBERS).ok_or_else(wrong)?;
        let numbers = words.split_whitespace().map(|word| word.parse::<i64>().map_err(|_| wrong()));
        let numbers = numbers.collect::<Result<Vec<i64>, String>>()?;
        if numbers.len() != board.holds.len() {
            return Err(wrong());
        }
        let held = |(cell, number): (&Vec<Lit>, &i64)| {
            let place = number.checked_sub(instance.start).and_then(|it| usize::try_from(it).ok());
            place.and_then(|place| cell.get(place)).map(|literal| -literal).ok_or_else(wrong)
        };
        let clause = board.holds.iter().zip(&numbers).map(held);
        let clause = clause.collect::<Result<Vec<Lit>, String>>()?;
        board.formula.clause(&clause);
    }
    Ok(())
}

/// The formula that a refutation is about, rebuilt from the instance.
fn certificate(statement: &ProofStatement<'_, Magic, SatOptions>) -> Result<Certificate, String> {
    let too_large = |_| "the formula of this board is too large".to_owned();
    let mut board = encode(statement.instance, &Run::unlimited()).map_err(too_large)?;
    exclude(&mut board, statement.instance, statement.known)?;
    let says = match statement.known {
        [] => "The board has no solution.".to_owned(),
        _ => "The board has no other solution than those listed.".to_owned(),
    };
    Ok(Certificate { says, ..Certificate::of(&board.formula) })
}

/// The literals of all numbers in all cells.
fn literals(board: &BoardFormula) -> Vec<Lit> {
    board.holds.iter().flatten().copied().collect()
}

/// The numbers that a model stands for.
fn numbers(instance: &Instance, model: &[bool]) -> Vec<i64> {
    let cells = model.chunks(instance.hexagon.len());
    let place = |cell: &[bool]| cell.iter().position(|&holds| holds).unwrap_or_default();
    cells.map(|cell| instance.start + place(cell) as i64).collect()
}

fn solution(instance: &Instance, model: &[bool]) -> String {
    let numbers: Solution = numbers(instance, model).into_iter().map(Some).collect();
    Magic::print_solution(instance, &numbers)
}

/// Conflicts between two polls of the limits.
const SLICE: u64 = 20_000;

fn decide(backend: &mut dyn Backend) -> Sat {
    loop {
        match backend.solve(&[], Some(SLICE)) {
            Sat::Done(Verdict::Limit) => {}
            decided => return decided,
        }
    }
}

fn run(task: &SatTask<'_>) -> Answer {
    if let Err(problem) = task.options.useful(task.prove) {
        return Answer::failed(problem);
    }
    let board = match encode(task.instance, task.run) {
        Ok(board) => board,
        Err(halt) => return Answer { halt: Some(halt), ..Answer::default() },
    };
    let open = || {
        let sink = task.run.outside.write_proof()?;
        let room = task.options.proof_bytes;
        ProofLog::with_header(sink, room, &task.header(None), &board.formula)
    };
    let log = match task.prove.then(open).transpose() {
        Ok(log) => log,
        Err(problem) => return Answer::failed(problem),
    };
    let mut backend = match &log {
        Some(log) => sat::proving(task.run, log.clone()),
        None => sat::backend(task.options.backend, task.run),
    };
    backend.add(&board.formula);
    let verdict = decide(&mut *backend);
    let effort = vec![
        ("variables", board.formula.variables().unsigned_abs().into()),
        ("clauses", board.formula.len() as u64),
        ("conflicts", backend.conflicts()),
    ];
    let mut answer = Answer { effort, ..Answer::default() };
    match verdict {
        Sat::Done(Verdict::Satisfiable) => {
            let model: Vec<bool> =
                literals(&board).into_iter().map(|literal| backend.value(literal)).collect();
            answer.witness = Some(solution(task.instance, &model));
        }
        Sat::Done(Verdict::Unsatisfiable) => {
            answer.refutation = Some(Refutation::nothing(task.scope()));
            drop(backend);
            if let Some(written) = log.map(|log| log.finish()) {
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

/// How many solutions are enumerated without a limit.
const MOST: u64 = 10_000;

/// Enumerates solutions one by one; every one of them is verified before it is counted.
fn count(task: &SatTask<'_>, tally: &Tally) -> Counted {
    if let Err(problem) = task.options.useful(task.prove) {
        return Counted::failed(problem);
    }
    let board = match encode(task.instance, task.run) {
        Ok(board) => board,
        Err(halt) => return Counted { halt: Some(halt), ..Counted::default() },
    };
    let mut backend = sat::backend(task.options.backend, task.run);
    backend.add(&board.formula);
    let limit = usize::try_from(tally.limit.unwrap_or(MOST)).unwrap_or(usize::MAX);
    let show = |model: &[bool]| task.run.emit(&Event::Listed(solution(task.instance, model)));
    let models = match enumerate(&mut *backend, &literals(&board), limit, show) {
        Ok(models) => models,
        Err(problem) => return Counted::failed(problem),
    };
    drop(backend);
    let mut counted = Counted {
        count: models.models.len() as u128,
        orbits: models.all.then(|| orbits(task.instance, &models.models)),
        complete: models.all,
        witnesses: models.models.iter().map(|model| solution(task.instance, model)).collect(),
        halt: models.halt,
        ..Counted::default()
    };
    if task.prove && counted.complete {
        let formula = |known: &[String]| {
            let mut board = encode(task.instance, task.run).map_err(NoFormula::Halted)?;
            exclude(&mut board, task.instance, known).map_err(NoFormula::Wrong)?;
            Ok(board.formula)
        };
        let room = task.options.proof_bytes;
        NoOther { shows: numbers_line, formula: &formula, room }.prove(task, &mut counted);
    }
    counted
}

/// How many there are up to the symmetries that keep the givens.
fn orbits(instance: &Instance, models: &[Vec<bool>]) -> u128 {
    let hexagon = &instance.hexagon;
    let keeps =
        |symmetry: &Symmetry| symmetry.transform(hexagon, &instance.givens) == instance.givens;
    let kept: Vec<Vec<usize>> = Symmetry::ALL
        .into_iter()
        .filter(keeps)
        .filter(|&symmetry| symmetry != Symmetry::IDENTITY)
        .map(|symmetry| symmetry.permutation(hexagon))
        .collect();
    let least = models.iter().map(|model| canonical(&numbers(instance, model), &kept));
    least.collect::<BTreeSet<Vec<i64>>>().len() as u128
}
