//! The engines of the ladder: a rung run for one solution, or for all.
//!
//! A rung that would take years stops at its budget and reports its rate. The rank of the first
//! solution comes from a rung that needs milliseconds.
//!
//! The rank of a solution is the number of boards that brute force tests before it. A time extrapolated from rank
//! and rate is an estimate.

use sixfold_puzzle::families::magic::{Instance, Magic};
use sixfold_puzzle::family::Family;

use super::super::super::parse;
use super::permute::{PERMUTATIONS, first_rank};
use super::rungs::{ORDER, rung};
use super::search::{Board, LadderSearch};
use crate::engine::{Answer, Counted, Engine, Power, Refutation, Role, Tally, Task};
use crate::options::{OptionKind, OptionRow};
use crate::run::Event;

pub(in super::super::super) static ENGINES: &[Engine] = &[
    endless("permute-lines", "ladder 1: every permutation by recursion, lines from a list", &FEW),
    endless("permute-fixed", "ladder 2: the same, lines written out", &FEW),
    endless(
        "next-lines",
        "ladder 3: every permutation from the one before, lines from a list",
        &MANY,
    ),
    endless("next-fixed", "ladder 4: the same, lines written out", &MANY),
    Engine {
        // Complete, but too slow to be chosen for counting by default.
        powers: &[Power::Finds, Power::Proves],
        count: None,
        ..finite("rows", "ladder 5: row by row, a wrong line ends the attempt")
    },
    finite("spiral", "ladder 6: the same along the inward spiral"),
    finite("deduce", "ladder 7: computes the last cell of a line; two lists"),
    finite("deduce-array", "ladder 8: the same with one array, copied"),
    finite("deduce-swap", "ladder 9: the same with one array, swapped and swapped back"),
    finite("deduce-bitmap", "deduce-swap with a bitmap of available numbers"),
    finite("deduce-range", "deduce-swap with a test of the range first"),
    finite("deduce-short-swaps", "deduce-swap with one rotation instead of swaps back"),
    finite("deduce-lanes", "deduce-swap with sixteen comparisons at once"),
    finite("deduce-depth", "deduce-swap with code of its own for each place"),
    finite("deduce-cheapest", "deduce-depth along the cheapest order of all"),
    finite("deduce-symmetry", "deduce-depth along the cheapest order, for one of twelve images"),
];

const fn steps(default: Option<i64>) -> OptionRow {
    OptionRow {
        name: "steps",
        meaning: "give up after so many full boards; from ladder 5 on, after so many placed numbers",
        kind: OptionKind::Integer { default, least: 1, most: i64::MAX },
        restricts: false,
    }
}

/// About a second's work each.
static FEW: [OptionRow; 1] = [steps(Some(20_000_000))];
static MANY: [OptionRow; 1] = [steps(Some(100_000_000))];
static ALL: [OptionRow; 1] = [steps(None)];

/// A rung that would take years, and stops at its budget.
const fn endless(
    name: &'static str,
    description: &'static str,
    options: &'static [OptionRow],
) -> Engine {
    let powers = &[Power::Finds];
    Engine {
        name,
        description,
        role: Role::Classic,
        powers,
        options,
        serves,
        run,
        count: None,
        hint: None,
        clausal: None,
    }
}

/// A rung that comes to its end.
const fn finite(name: &'static str, description: &'static str) -> Engine {
    let powers = &[Power::Finds, Power::Proves, Power::Counts, Power::Orbits];
    Engine { powers, count: Some(count), ..endless(name, description, &ALL) }
}

fn serves(text: &str) -> Result<(), String> {
    let instance = parse(text);
    if instance.hexagon.order() != ORDER {
        Err(format!("it knows only order {ORDER}"))
    } else if instance.close {
        Err("it cannot minimise the score of goal=close".to_owned())
    } else if instance.givens.iter().any(Option::is_some) {
        Err("it knows only blank boards".to_owned())
    } else {
        Ok(())
    }
}

/// Climbs a rung until so many solutions are found.
fn climb<'a>(task: &'a Task<'_>, instance: &Instance, wanted: u64) -> LadderSearch<'a> {
    let start = i32::try_from(instance.start).expect("starts are bounded");
    let mut search = LadderSearch::new(start, task.run);
    search.budget = task.options.integer("steps").map_or(u64::MAX, i64::unsigned_abs);
    search.wanted = wanted;
    (rung(task.engine).kernel)(&mut search);
    search
}

fn text(instance: &Instance, board: &Board) -> String {
    let solution = board.iter().map(|&number| Some(i64::from(number))).collect();
    Magic::print_solution(instance, &solution)
}

fn run(task: &Task<'_>) -> Answer {
    let instance = parse(task.instance);
    let begun = task.run.clock.elapsed();
    let search = climb(task, &instance, 1);
    let mut effort = vec![("steps", search.steps)];
    if !exhausts(task.engine) {
        let seconds = (task.run.clock.elapsed() - begun).as_secs_f64();
        let first = first_rank(search.start, task.run);
        effort.extend(first.map(|rank| ("rank-of-first-solution", rank)));
        effort.extend(outlook(search.steps, seconds, first));
    }
    let witness = search.boards.first().map(|board| text(&instance, board));
    if witness.is_some() {
        task.run.emit(&Event::Improved(None));
        return Answer { witness, effort, ..Answer::default() };
    }
    let nothing = || Refutation::nothing(task.options);
    let refutation = search.halt.is_none().then(nothing);
    Answer { refutation, halt: search.halt, effort, ..Answer::default() }
}

/// Whether a rung comes to its end in any reasonable time.
pub(super) fn exhausts(name: &str) -> bool {
    let engine = ENGINES.iter().find(|engine| engine.name == name);
    engine.is_some_and(|engine| engine.powers.contains(&Power::Proves))
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
    let mut outlook =
        vec![("steps-per-second", rate as u64), ("years-for-all", years(PERMUTATIONS))];
    outlook.extend(first.map(|rank| ("years-to-first-solution", years(rank))));
    outlook
}

fn count(task: &Task<'_>, tally: &Tally) -> Counted {
    let instance = parse(task.instance);
    let limit = tally.limit.unwrap_or(u64::MAX);
    let mut search = climb(task, &instance, limit);
    let complete = search.halt.is_none() && (search.boards.len() as u64) < limit;
    search.boards.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let solutions = search.boards.len() as u128;
    Counted {
        count: solutions,
        // Numbers differ, so no symmetry but the identity keeps a solution.
        orbits: complete.then_some(solutions / 12),
        complete,
        witnesses: search.boards.iter().map(|board| text(&instance, board)).collect(),
        halt: search.halt,
        ..Counted::default()
    }
}
