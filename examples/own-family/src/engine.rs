//! The engine: SAT on the encoding of [`crate::formula`].
//!
//! One model is a solution; an unsatisfiable formula refutes the whole problem, since no option leaves out a part of
//! it. Blocking each solution until none is left counts them. With `--prove` the refutation is written as an LRAT
//! proof, and the library checks it against the formula, which it rebuilds from the instance by [`encode`].

use std::collections::BTreeSet;

use sixfold_puzzle::Family;
use sixfold_puzzle::hex::{Symmetry, canonical};
use sixfold_search::sat::{self, BackendName, ProofLog};
use sixfold_solver::{
    Answer, Certificate, Certificates, Count, Counted, EngineRow, Event, Halt, Outline, Refutation,
    Role, Run, Solve, Tally, Task, TypedEngine, VisitEnd, Visitor,
};

use crate::formula::{BoardFormula, encode};
use crate::hint::hint;
use crate::instance::{Instance, Solution};
use crate::options::{SatOptions, TABLE};
use crate::rules::Rikudo;
use crate::search::Search;

/// The engine, as the registration lists it.
pub static SAT: TypedEngine<Rikudo, SatOptions> = TypedEngine {
    row: EngineRow {
        name: "sat",
        description: "a SAT solver on numbers in cells",
        role: Role::Production,
        searched: None,
        options: TABLE,
    },
    read: SatOptions::read,
    supports,
    solve: Some(Solve { run: solve, proves: true, improves: false }),
    count: Some(Count { run: count, orbits: true, relaxes: None, visit: Some(visit) }),
    hint: Some(hint),
    certificates: Some(Certificates {
        outline: |_| Ok(Outline { parts: vec![String::new()], reasons: Vec::new() }),
        certificate: |statement, _| {
            let board = encode(statement.instance, statement.options.counting, &Run::unlimited());
            let too_large = |_| "the formula of this board is too large".to_owned();
            Ok(Certificate::of(&board.map_err(too_large)?.formula))
        },
        counts: false,
        known: None,
        exchange: None,
    }),
    division: None,
};

/// The largest order: beyond it there are more than a million variables.
const LARGEST: usize = 18;
/// How many solutions are listed without a limit.
const MOST: u64 = 100_000;

fn supports(instance: &Instance) -> Result<(), String> {
    match instance.hexagon.order() {
        order if order > LARGEST => Err(format!("it supports orders up to {LARGEST}, not {order}")),
        _ => Ok(()),
    }
}

fn solve(task: &Task<'_, Rikudo, SatOptions>) -> Answer {
    let answer =
        if task.prove { proved(task) } else { Search::load(task).and_then(|it| answer(task, it)) };
    answer.unwrap_or_else(|halt| Answer { halt: Some(halt), ..Answer::default() })
}

fn answer(task: &Task<'_, Rikudo, SatOptions>, mut search: Search<'_>) -> Result<Answer, Halt> {
    let found = search.find(&[])?;
    Ok(Answer {
        refutation: found.is_none().then(|| Refutation::nothing(task.scope())),
        witness: found.map(|solution| Rikudo::print_solution(task.instance, &solution)),
        effort: vec![("conflicts", search.backend.conflicts())],
        ..Answer::default()
    })
}

/// As [`answer`], with every step of the solver in a proof.
fn proved(task: &Task<'_, Rikudo, SatOptions>) -> Result<Answer, Halt> {
    if task.options.backend != BackendName::DEFAULT {
        return Ok(Answer::failed("backend has no effect on a proof: only cadical writes one"));
    }
    let board = encode(task.instance, task.options.counting, task.run)?;
    let log = match open_proof(task, &board) {
        Ok(log) => log,
        Err(problem) => return Ok(Answer::failed(problem)),
    };
    let mut answer = answer(task, Search::new(board, sat::proving(task.run, log.clone())))?;
    if answer.refutation.is_some() {
        let written = log.finish();
        answer.proved = written.shortfall.is_none();
        answer.unproved = written.shortfall.map(|shortfall| shortfall.to_string());
    }
    Ok(answer)
}

fn open_proof(
    task: &Task<'_, Rikudo, SatOptions>,
    board: &BoardFormula,
) -> Result<ProofLog, String> {
    let sink = task.run.outside.write_proof()?;
    ProofLog::with_header(sink, task.options.proof_bytes, &task.header(None), &board.formula)
}

fn count(task: &Task<'_, Rikudo, SatOptions>, tally: &Tally) -> Counted {
    let mut solutions = Vec::new();
    let ended = Search::load(task).and_then(|search| list(task, search, tally, &mut solutions));
    let complete = ended == Ok(true);
    let print = |solution| Rikudo::print_solution(task.instance, solution);
    Counted {
        count: solutions.len() as u128,
        orbits: complete.then(|| orbits(task.instance, &solutions)),
        complete,
        witnesses: solutions.iter().map(print).collect(),
        halt: ended.err(),
        ..Counted::default()
    }
}

/// Lists solutions up to the limit; says whether there are no others.
fn list(
    task: &Task<'_, Rikudo, SatOptions>,
    mut search: Search<'_>,
    tally: &Tally,
    solutions: &mut Vec<Solution>,
) -> Result<bool, Halt> {
    let limit = tally.limit.unwrap_or(MOST);
    while let Some(solution) = search.find(&[])? {
        if solutions.len() as u64 == limit {
            return Ok(false);
        }
        task.run.emit(&Event::Listed(Rikudo::print_solution(task.instance, &solution)));
        search.block(&solution);
        solutions.push(solution);
    }
    Ok(true)
}

/// Shows solutions to a visitor one by one, for `sixfold enumerate`; the work has one unit.
fn visit(task: &Task<'_, Rikudo, SatOptions>, _: usize, visitor: &mut Visitor<'_>) -> VisitEnd {
    let shown = Search::load(task).and_then(|mut search| {
        while let Some(solution) = search.find(&[])? {
            if visitor(0, Rikudo::print_solution(task.instance, &solution)) {
                return Ok(VisitEnd::Enough);
            }
            search.block(&solution);
        }
        Ok(VisitEnd::All)
    });
    shown.unwrap_or_else(VisitEnd::Halted)
}

/// How many solutions there are up to the symmetries that keep the instance.
fn orbits(instance: &Instance, solutions: &[Solution]) -> u128 {
    let keeps = |symmetry: &Symmetry| Rikudo::transform(instance, *symmetry) == *instance;
    let keeping = Symmetry::ALL.into_iter().filter(keeps);
    let images: Vec<_> = keeping.map(|symmetry| symmetry.permutation(&instance.hexagon)).collect();
    let least = solutions.iter().map(|solution| canonical(solution, &images));
    least.collect::<BTreeSet<_>>().len() as u128
}
