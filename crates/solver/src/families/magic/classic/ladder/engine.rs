//! The engines of the ladder: a rung run for one solution, or for all.
//!
//! A rung that would take years stops at its budget and reports its rate. The rank of the first
//! solution comes from a rung that needs milliseconds.
//!
//! The rank of a solution is the number of boards that brute force tests before it. A time extrapolated from rank
//! and rate is an estimate.

use sixfold_puzzle::Family;
use sixfold_puzzle::families::magic::{Instance, Magic};
use sixfold_puzzle::hex::Symmetry;

use super::permute::{PERMUTATIONS, first_rank};
use super::search::{Board, Kernel, LadderSearch, ORDER};
use crate::answer::{Answer, Counted, Refutation};
use crate::checkpoint::Tally;
use crate::engine::{Count, EngineRow, Solve, Task, TypedEngine, VisitEnd, Visitor};
use crate::options::Options;
use crate::session::{YEARS_FOR_ALL, YEARS_TO_FIRST};

/// A rung, and how far it is climbed.
pub(super) struct Climb {
    /// The search of the rung. The engine chooses it, not the user.
    pub(super) kernel: Kernel,
    /// The most steps.
    pub(super) budget: u64,
}

type ClimbTask<'a> = Task<'a, Magic, Climb>;
type ReadClimb = fn(&Options, &Instance) -> Result<Climb, String>;

/// The engine of a rung that computes nothing, and tries what is left beside the givens. A blank board would take it
/// years, so it stops at its budget and says how far it came.
pub(super) const fn brute_force(row: EngineRow, read: ReadClimb) -> TypedEngine<Magic, Climb> {
    let solve = Solve { run: run_with_outlook, proves: true, improves: false };
    TypedEngine { solve: Some(solve), ..with_givens(row, read) }
}

/// The engine of a rung that computes nothing, and comes to its end on a blank board, too.
pub(super) const fn with_givens(row: EngineRow, read: ReadClimb) -> TypedEngine<Magic, Climb> {
    TypedEngine { supports, ..blank_only(row, read) }
}

/// The engine of a rung that computes cells, and has no place for givens.
pub(super) const fn blank_only(row: EngineRow, read: ReadClimb) -> TypedEngine<Magic, Climb> {
    TypedEngine {
        row,
        read,
        supports: supports_blank,
        solve: Some(Solve { run, proves: true, improves: false }),
        count: Some(Count { run: count, orbits: true, relaxes: None, visit: Some(visit) }),
        hint: None,
        certificates: None,
        division: None,
    }
}

fn supports(instance: &Instance) -> Result<(), String> {
    if instance.hexagon.order() != ORDER {
        Err(format!("it knows only order {ORDER}"))
    } else if instance.close {
        Err("it cannot minimise the score of goal=close".to_owned())
    } else {
        Ok(())
    }
}

fn supports_blank(instance: &Instance) -> Result<(), String> {
    supports(instance)?;
    match instance.givens.iter().any(Option::is_some) {
        true => Err("it knows only blank boards".to_owned()),
        false => Ok(()),
    }
}

/// Climbs a rung until so many solutions are found.
fn climb<'a>(task: &ClimbTask<'a>, wanted: u64) -> LadderSearch<'a> {
    let number = |number: i64| i32::try_from(number).expect("starts are bounded");
    let mut search = LadderSearch::new(number(task.instance.start), task.run);
    search.givens = std::array::from_fn(|cell| task.instance.givens[cell].map(number));
    search.budget = task.options.budget;
    search.wanted = wanted;
    (task.options.kernel)(&mut search);
    search
}

fn text(instance: &Instance, board: &Board) -> String {
    let solution = board.iter().map(|&number| Some(i64::from(number))).collect();
    Magic::print_solution(instance, &solution)
}

fn run(task: &ClimbTask<'_>) -> Answer {
    answer(task, &climb(task, 1), Vec::new())
}

/// As [`run`], and says how long the rung would take on a blank board.
fn run_with_outlook(task: &ClimbTask<'_>) -> Answer {
    let begun = task.run.clock.elapsed();
    let search = climb(task, 1);
    let seconds = (task.run.clock.elapsed() - begun).as_secs_f64();
    if !search.blank() {
        return answer(task, &search, Vec::new());
    }
    let first = first_rank(search.start, task.run);
    let rank = first.map(|rank| ("rank-of-first-solution", rank));
    let outlook = rank.into_iter().chain(outlook(search.steps, seconds, first)).collect();
    answer(task, &search, outlook)
}

/// What a search for one solution has found or refuted.
fn answer(
    task: &ClimbTask<'_>,
    search: &LadderSearch<'_>,
    outlook: Vec<(&'static str, u64)>,
) -> Answer {
    let effort = [vec![("steps", search.steps)], outlook].concat();
    let witness = search.boards.first().map(|board| text(task.instance, board));
    if witness.is_some() {
        return Answer { witness, effort, ..Answer::default() };
    }
    let refutation = search.halt.is_none().then(|| Refutation::nothing(task.scope()));
    Answer { refutation, halt: search.halt, effort, ..Answer::default() }
}

/// How fast permutations are tried, and how many years it would take at that rate to try them all
/// and to come to the first solution.
pub(super) fn outlook(steps: u64, seconds: f64, first: Option<u64>) -> Vec<(&'static str, u64)> {
    const YEAR: f64 = 365.25 * 86_400.0;
    let rate = steps as f64 / seconds;
    if !rate.is_finite() || rate < 1.0 {
        return Vec::new();
    }
    let years = |steps: u64| (steps as f64 / rate / YEAR).ceil() as u64;
    let mut outlook = vec![("steps-per-second", rate as u64), (YEARS_FOR_ALL, years(PERMUTATIONS))];
    outlook.extend(first.map(|rank| (YEARS_TO_FIRST, years(rank))));
    outlook
}

fn count(task: &ClimbTask<'_>, tally: &Tally) -> Counted {
    let limit = tally.limit.unwrap_or(u64::MAX);
    let mut search = climb(task, limit);
    let complete = search.halt.is_none() && (search.boards.len() as u64) < limit;
    search.boards.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let solutions = search.boards.len() as u128;
    Counted {
        count: solutions,
        orbits: complete.then(|| solutions / images(task.instance)),
        complete,
        witnesses: search.boards.iter().map(|board| text(task.instance, board)).collect(),
        halt: search.halt,
        ..Counted::default()
    }
}

/// How many images each solution has. Numbers differ, so no symmetry but the identity keeps a solution.
fn images(instance: &Instance) -> u128 {
    Symmetry::ALL.iter().filter(|&&symmetry| Magic::keeps(instance, symmetry)).count() as u128
}

/// Shows all solutions, once the rung was climbed.
fn visit(task: &ClimbTask<'_>, _: usize, visitor: &mut Visitor<'_>) -> VisitEnd {
    let search = climb(task, u64::MAX);
    let mut texts = search.boards.iter().map(|board| text(task.instance, board));
    match (texts.any(|text| visitor(0, text)), search.halt) {
        (true, _) => VisitEnd::Enough,
        (false, Some(halt)) => VisitEnd::Halted(halt),
        (false, None) => VisitEnd::All,
    }
}
