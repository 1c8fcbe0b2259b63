//! Cube-and-conquer, the engine `cubes`: the best of all boards, for orders that are too hard for
//! one solver.
//!
//! The best board of the class becomes the incumbent. `tree` then splits all boards into cubes by
//! the 1s about the centre, and a solver for each cube looks for something better. Levels 1 to 3
//! come first: where their penalty alone reaches the incumbent, the cube is refuted (a relaxation).
//!
//! The boundary is hard, and is the same for every cube. So a survey first computes lower bounds on
//! the sectors, valid for all boards, and every solver gets them as clauses.
//!
//! Cubes are independent: threads, resumed runs and machines with a share each can divide them. A
//! share restricts the scope; only all shares together cover all boards. After a better board all
//! cubes are searched again, because a saved unit belongs to one bound.
//!
//! Reference: Heule, Kullmann, Wieringa and Biere, "Cube and Conquer", 2011.

mod formulas;
mod options;
mod prove;
mod tree;

use std::sync::atomic::AtomicBool;

use sixfold_puzzle::families::neighbors::{Instance, Neighbors};

use self::formulas::{CubeFormulas, FIRST};
use self::options::{CubeOptions, ENOUGH};
use self::tree::Cube;
use crate::answer::{Answer, Refutation};
use crate::division::Division;
use crate::engine::{EngineRow, Role, Solve, Task, TypedEngine};
use crate::families::neighbors::board::{
    LEVELS, board_text, improved, incumbent, penalty_of, saved_board, without_givens,
};
use crate::families::neighbors::bounds::sector_survey::{BoundGoal, Survey, sector_bounds};
use crate::families::neighbors::construct::fill::completed;
use crate::families::neighbors::construct::periodic::periodic_board;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::sector_counts::{PARTS, SectorBounds};
use crate::families::neighbors::options::{BACKEND, PROOF_LIMIT};
use crate::families::neighbors::search::descent::Descent;
use crate::families::neighbors::search::stage::{Stage, note, noted, without_notes};
use crate::families::neighbors::search::state::SCOUT;
use crate::run::{Halt, Run};
use crate::sat::{self, BackendName, Sat, Verdict};
use crate::units::{Ledger, Part, SHARE, WorkList, work_through};

/// The engine.
pub(crate) static CUBES: TypedEngine<Neighbors, CubeOptions> = TypedEngine {
    row: EngineRow {
        name: "cubes",
        description: "the best board of all: that of the class, and cube by cube that nothing is better",
        role: Role::Production,
        searched: None,
        options: &[ENOUGH, SHARE, BACKEND, PROOF_LIMIT],
    },
    read: |options, _| CubeOptions::read(options),
    supports,
    solve: Some(Solve { run, proves: true, improves: true }),
    count: None,
    hint: None,
    certificates: Some(prove::CERTIFICATES),
    division: Some(Division {
        units: |_, options, _| Ok(options.cubes.iter().map(Cube::name).collect()),
        reason: "the cubes are all boards up to symmetry, and no cube contains another",
        tree: None,
    }),
};

/// The names of the notes with the incumbent and the sector bounds.
const BOARD_NOTE: &str = "board";
const SECTORS_NOTE: &str = "sectors";
/// The name of the note with the bounds of a survey that was stopped.
const SURVEY_NOTE: &str = "survey";
/// From this order on all boards together are too hard for one solver.
const FIRST_ORDER: usize = 12;
/// The limit on conflicts for a sector.
const SECTOR_CONFLICTS: u64 = 100_000;
/// Conflicts between two checks of the limits of the run.
const SLICE: u64 = 20_000;

fn supports(instance: &Instance) -> Result<(), String> {
    without_givens(instance)?;
    match instance.hexagon.order() < FIRST_ORDER {
        true => Err(format!("below order {FIRST_ORDER} `sat` is quicker")),
        false => Ok(()),
    }
}

/// A search through the cubes.
struct CubeSearch<'a> {
    task: &'a Task<'a, Neighbors, CubeOptions>,
    split: CaseSplit,
    cubes: &'a [Cube],
    best: usize,
    board: Vec<u8>,
    /// Lower bounds on the sectors of any board, at levels 1 to 3.
    bounds: SectorBounds,
    /// The state of the search of the class.
    scout: Option<String>,
}

fn run(task: &Task<'_, Neighbors, CubeOptions>) -> Answer {
    let split = CaseSplit::undivided(task.instance.clone());
    let board = periodic_board(&split.instance.hexagon, task.run);
    let best = penalty_of(&split.instance.hexagon, &board);
    let saved = task.run.saved_state();
    let (cubes, bounds) = (&task.options.cubes[..], SectorBounds::of_board(0));
    let mut search = CubeSearch { task, split, cubes, best, board, bounds, scout: None };
    let first = incumbent(task.incumbent);
    first.into_iter().for_each(|board| search.take(board));
    let begun = search
        .scout(saved.as_deref())
        .map(|ended| ended.and_then(|()| search.survey(saved.as_deref())));
    match begun {
        Err(problem) => return Answer::failed(problem),
        Ok(Err(halt)) => return search.answer(false, Some(halt)),
        Ok(Ok(())) => {}
    }
    let ended = if task.prove { search.prove() } else { search.work(saved.as_deref()) };
    ended.unwrap_or_else(Answer::failed)
}

impl CubeSearch<'_> {
    /// Searches the class for an incumbent, or takes the board that an earlier run has saved.
    fn scout(&mut self, saved: Option<&str>) -> Result<Result<(), Halt>, String> {
        let class = CaseSplit::usual_class(self.split.instance.clone());
        let scouting = Descent::new(&class, self.backend());
        let digits = saved.and_then(|state| note(state, BOARD_NOTE));
        if let Some(digits) = digits {
            self.take(saved_board(&self.split.instance, &digits)?);
        }
        let whole = |state: &str| {
            let begun = state.lines().next().unwrap_or_default();
            noted(&format!("the class: {begun}\n"), SCOUT, state)
        };
        let saved = saved.and_then(|state| note(state, SCOUT));
        let stage = Stage { outer: self.task.run.checkpoint, saved, whole: &whole };
        let never = AtomicBool::new(false);
        let run = Run { checkpoint: &stage, ..self.task.run.shared(&never) };
        scouting.resume(&run)?;
        scouting.offer(self.board.clone(), &run);
        let ended = scouting.work(&run);
        let found = scouting.state().board.take();
        found.into_iter().for_each(|board| self.take(board));
        self.scout = Some(scouting.state().text(self.best));
        Ok(ended)
    }

    /// Computes the sector bounds, unless an earlier run has.
    fn survey(&mut self, saved: Option<&str>) -> Result<(), Halt> {
        let known = saved.and_then(|state| note(state, SECTORS_NOTE));
        let known = known.and_then(|words| SectorBounds::read(&words, self.split.edges()).ok());
        if let Some(bounds) = known {
            self.bounds = bounds;
            return Ok(());
        }
        let begun = saved.and_then(|state| note(state, SURVEY_NOTE));
        let begun = begun.and_then(|words| Survey::read(&words, self.split.edges()).ok());
        let mut survey = begun.unwrap_or_else(Survey::new);
        let input = self.split.formula_input(0, FIRST, None);
        let ended = sector_bounds(
            &input,
            BoundGoal::Assumed(0),
            SECTOR_CONFLICTS,
            self.backend(),
            &mut survey,
            self.task.run,
        );
        if ended.is_err() {
            let known = format!("sectors with bounds: {}\n", PARTS - 1 - survey.part);
            let state = noted(&self.class_and_board(&known), SURVEY_NOTE, &survey.words());
            // The checkpoint itself reports a failure to save.
            let _ = self.task.run.save_state(&state);
        }
        self.bounds = survey.bounds;
        ended
    }

    /// The state of the engine while it searches cubes.
    fn state(&self, units: &str) -> String {
        noted(&self.class_and_board(units), SECTORS_NOTE, &self.bounds.words())
    }

    /// A state with the notes on the class and the incumbent.
    fn class_and_board(&self, state: &str) -> String {
        let digits: String = self.board.iter().map(u8::to_string).collect();
        let state = noted(state, SCOUT, self.scout.as_deref().unwrap_or_default());
        noted(&state, BOARD_NOTE, &digits)
    }

    fn backend(&self) -> BackendName {
        self.task.options.backend
    }

    /// Takes a board as incumbent if it is no worse.
    fn take(&mut self, board: Vec<u8>) {
        let penalty = penalty_of(&self.split.instance.hexagon, &board);
        if penalty <= self.best {
            (self.best, self.board) = (penalty, board);
        }
    }

    fn formulas(&self) -> CubeFormulas<'_> {
        CubeFormulas { split: &self.split, bounds: &self.bounds, best: self.best }
    }

    /// A board of a cube that is better than the incumbent, if there is one; and the conflicts.
    fn better(&self, cube: &Cube, run: &Run<'_>) -> Result<(Option<Vec<u8>>, u64), Halt> {
        let mut conflicts = 0;
        for levels in [FIRST, LEVELS] {
            let cube = self.formulas().cube(cube, levels);
            let model = cube.expect("what was found fits together").model;
            let mut backend = sat::backend(self.backend(), run);
            backend.add(&model.formula);
            let verdict = loop {
                match backend.solve(&[], Some(SLICE)) {
                    Sat::Done(Verdict::Limit) => {}
                    Sat::Done(verdict) => break verdict,
                    Sat::Halted(halt) => return Err(halt),
                    Sat::Failed(problem) => {
                        unreachable!("an embedded solver cannot fail: {problem}")
                    }
                }
            };
            conflicts += backend.conflicts();
            match verdict {
                Verdict::Satisfiable if levels == LEVELS => {
                    let board = model.board(|literal| backend.value(literal));
                    return Ok((completed(&self.split, &board), conflicts));
                }
                Verdict::Satisfiable => {}
                _ => break,
            }
        }
        Ok((None, conflicts))
    }

    /// Searches all cubes; where one has a better board, all of them again.
    fn work(mut self, saved: Option<&str>) -> Result<Answer, String> {
        let mut saved = saved.map(without_notes).filter(|state| Ledger::parse(state).is_ok());
        loop {
            let whole = |units: &str| self.state(units);
            let stage = Stage { outer: self.task.run.checkpoint, saved, whole: &whole };
            let run = &Run { checkpoint: &stage, ..*self.task.run };
            let best = self.best;
            let name = |cube: &Cube| format!("{best}:{}", cube.name());
            let units: Vec<String> = self.cubes.iter().map(name).collect();
            let (counters, limit) = (&["conflicts"][..], Some(1));
            let work = "neighbors-cubes-1";
            let job = WorkList { work, units: &units, counters, limit, witnesses: 1 };
            let totals = work_through(&job, run, |unit, run| {
                let (board, conflicts) = self.better(&self.cubes[unit.index], run)?;
                let digits = |board: &Vec<u8>| board.iter().map(u8::to_string).collect();
                let witnesses: Vec<String> = board.iter().map(digits).collect();
                let count = witnesses.len() as u128;
                Ok(Part { count, numbers: vec![conflicts.into()], witnesses })
            })?;
            let Some(digits) = totals.witnesses.first() else {
                return Ok(self.answer(totals.complete, totals.halt));
            };
            let board = digits.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
            self.take(board);
            self.task.run.emit(&improved(&self.split.instance, self.best, &self.board));
            // The saved units are about another penalty.
            saved = None;
        }
    }

    fn answer(&self, all: bool, halt: Option<Halt>) -> Answer {
        let best = self.best as i128;
        let refutation = all.then(|| Refutation::nothing_better(self.task.scope(), best));
        let witness = Some(board_text(&self.split.instance, &self.board));
        let effort = vec![("cubes", self.cubes.len() as u64)];
        Answer { witness, refutation, halt, effort, ..Answer::default() }
    }
}
