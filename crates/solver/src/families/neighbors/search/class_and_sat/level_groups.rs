//! Some levels at a time, the option `levels` of `sat` and `class`: Tomas Rokicki's way to his first boards.
//!
//! The levels of the first group are placed with the least penalty, and what is above them stays open (`3+`). The next
//! group is placed on that board, and so on. If the last group ends below level 6, the answer is a partial board.
//!
//! A group is exact: bounds on levels 1 and 2 by a survey of sectors, then bound descent in each case. So the penalty of the
//! first group is a lower bound for every board of the scope. What follows is not: another board of the first group
//! with the same penalty may have a better end.
//!
//! Cost: that of `sat` or `class` with as many levels; nothing is saved in a checkpoint.

use sixfold_puzzle::families::neighbors::{Instance, Known, LARGEST, penalty_edges};

use crate::answer::{Answer, Refutation};
use crate::families::neighbors::board::{
    LEVELS, LOW_LEVELS, board_text, open_above, partial_witness, placed_levels,
};
use crate::families::neighbors::bounds::bounded_solve::{BoundedSolver, least};
use crate::families::neighbors::bounds::sector_survey::{
    BoundGoal, SECTOR_CONFLICTS, Survey, sector_bounds,
};
use crate::families::neighbors::construct::fill::completed;
use crate::families::neighbors::encode::cases::CaseSplit;
use crate::families::neighbors::encode::sector_counts::BOARD;
use crate::families::neighbors::proof::case_proof::CaseTask;
use crate::families::neighbors::search::beam::engine::LARGEST_BEAM;
use crate::families::neighbors::search::beam::{self, BeamOptions};
use crate::run::{Halt, Progress, Run};
use crate::sat::BackendName;

/// How far above the bound on levels 1 and 2 a descent begins.
const SLACK: usize = 5;
/// The width of the beam that finds a first incumbent.
const WIDTH: usize = 10_000;
/// The last level up to which a beam goes.
const BEAM_LEVELS: u8 = 4;

/// A board on which the first levels are placed.
#[derive(Clone)]
struct LevelBoard {
    /// What is known of each cell: its value, or that it is above the levels.
    cells: Vec<Known>,
    penalty: usize,
}

impl LevelBoard {
    /// The board of some values, 0 above the level `top`.
    fn new(instance: &Instance, values: &[u8], top: usize) -> Self {
        let cells = placed_levels(instance, values, top as u8);
        let penalty = penalty_edges(&instance.hexagon, &cells).len();
        Self { cells, penalty }
    }
}

/// Places the groups one after the other.
pub(super) fn run(task: &CaseTask<'_>) -> Answer {
    if task.prove {
        return Answer::failed("levels places a part of a board, and writes no proof of that");
    }
    if task.incumbent.is_some() {
        return Answer::failed(
            "levels places levels from nothing, and the text has a solution; --fresh leaves it out",
        );
    }
    let options = task.options;
    let open = options.groups.iter().filter(|&&last| last < WHOLE);
    if let Err(problem) = open.copied().try_for_each(|last| open_above(task.instance, last)) {
        return Answer::failed(problem);
    }
    let mut search = GroupSearch::new(&options.split, options.backend, task.run);
    let (mut first_bound, mut through, mut halt) = (None, 0, None);
    for (group, &last) in options.groups.iter().enumerate() {
        let top = if last < WHOLE { last.into() } else { search.split.levels.max(LEVELS) };
        search.begin(group, top, task.scope().is_whole());
        halt = search.descend(top).err();
        if group == 0 {
            first_bound = search.bound;
        }
        if search.best.is_none() {
            break;
        }
        through = last;
        if halt.is_some() {
            break;
        }
    }
    search.answer(task, first_bound, through, halt)
}

/// From this level on a board is whole: 6 and 7 cost nothing and are filled in.
const WHOLE: u8 = LARGEST - 1;

/// The search for the levels of one group after the other.
struct GroupSearch<'a> {
    /// The boards that agree with the groups that are done.
    split: CaseSplit,
    backend: BackendName,
    /// The best board of the group.
    best: Option<LevelBoard>,
    /// The board of the groups that are done.
    done: Option<LevelBoard>,
    /// No board of the split has less at the levels up to the group's last.
    bound: Option<usize>,
    conflicts: u64,
    run: &'a Run<'a>,
}

impl<'a> GroupSearch<'a> {
    fn new(split: &CaseSplit, backend: BackendName, run: &'a Run<'a>) -> Self {
        let split = split.clone();
        Self { split, backend, best: None, done: None, bound: None, conflicts: 0, run }
    }

    /// Fixes the board of the group before, or takes that of a beam as the first incumbent.
    fn begin(&mut self, group: usize, top: usize, whole: bool) {
        self.bound = None;
        let done = self.best.take();
        if let Some(board) = &done {
            // The board decides the case, and the 1s that an option places in it.
            self.split = self.split.joined();
            self.split.instance.givens.clone_from(&board.cells);
        }
        self.done = done;
        let small = self.split.instance.hexagon.order() <= LARGEST_BEAM;
        if group == 0 && whole && small && top <= BEAM_LEVELS.into() {
            self.best = self.beam_board(top as u8);
        }
    }

    /// The best board of a beam, if it finds one.
    fn beam_board(&self, top: u8) -> Option<LevelBoard> {
        let instance = &self.split.instance;
        let base = beam::boards(instance, BeamOptions::of_width(WIDTH), top, self.run).ok()?;
        let (_, values) = base.boards.into_iter().min_by_key(|(penalty, _)| *penalty)?;
        let values: Vec<u8> =
            values.iter().map(|&value| if value > top { 0 } else { value }).collect();
        Some(LevelBoard::new(instance, &values, top.into()))
    }

    /// Finds the least penalty of the levels up to `top`.
    fn descend(&mut self, top: usize) -> Result<(), Halt> {
        let low_bounds = self.low_bounds(top.min(LOW_LEVELS))?;
        let least = low_bounds.iter().copied().min().unwrap_or(0);
        self.bound = Some(least).filter(|&least| least < usize::MAX);
        let mut cases: Vec<usize> = (0..low_bounds.len()).collect();
        cases.sort_by_key(|&case| low_bounds[case]);
        let edges = self.split.edges();
        let mut aim = least.saturating_add(if top <= LOW_LEVELS { 0 } else { SLACK }).min(edges);
        loop {
            for &case in &cases {
                self.descend_case(case, top, low_bounds[case], aim)?;
            }
            // Every case is refuted up to the aim, or up to the best board.
            match &self.best {
                Some(best) if best.penalty <= aim + 1 => {
                    self.bound = Some(best.penalty);
                    return Ok(());
                }
                None if aim == edges => {
                    self.bound = None;
                    return Ok(());
                }
                _ => self.bound = Some(aim + 1),
            }
            aim = (2 * aim + 1).min(edges);
        }
    }

    /// Bounds the lowest levels of each case. A bound that reaches the incumbent is enough.
    fn low_bounds(&self, low: usize) -> Result<Vec<usize>, Halt> {
        let known = self.done.as_ref().map(|board| board.penalty);
        (0..self.split.cases.len())
            .map(|case| known.map_or_else(|| self.low_bound(case, low), Ok))
            .collect()
    }

    fn low_bound(&self, case: usize, low: usize) -> Result<usize, Halt> {
        let input = self.split.formula_input(case, low, None);
        if self.split.is_usual() {
            let enough = self.best.as_ref().map(|board| BoundGoal::AtLeast(board.penalty));
            let goal = enough.unwrap_or(BoundGoal::Least);
            let mut survey = Survey::new();
            sector_bounds(&input, goal, SECTOR_CONFLICTS, self.backend, &mut survey, self.run)?;
            return Ok(survey.bounds.least[BOARD]);
        }
        // A good board needs less; givens can force more.
        let (mut most, edges) = (7 * input.hexagon.order() / 2, self.split.edges());
        loop {
            let found = least(&input, most.min(edges), self.backend, self.run)?;
            if found.is_some() || most >= edges {
                return Ok(found.unwrap_or(usize::MAX));
            }
            most *= 2;
        }
    }

    /// Takes better and better boards of a case, none above `aim`.
    fn descend_case(
        &mut self,
        case: usize,
        top: usize,
        low: usize,
        aim: usize,
    ) -> Result<(), Halt> {
        let below = self.best.as_ref().map_or(Some(aim), |best| best.penalty.checked_sub(1));
        let mut next = below.map(|below| below.min(aim)).filter(|&most| most >= low);
        let Some(most) = next else { return Ok(()) };
        // Levels above 2 are counted apart where levels 1 and 2 have a bound.
        let bounded = (top > LOW_LEVELS && self.done.is_none()).then_some(low);
        let input = self.split.formula_input(case, top, bounded);
        let solver = BoundedSolver::new(&input, most, self.backend, self.run)?;
        let mut solver = if bounded.is_some() { solver.by_steps() } else { solver };
        while let Some(most) = next {
            let solved = solver.at_most(most);
            let Some(solved) = solved? else { break };
            let board = LevelBoard::new(&self.split.instance, &solved.values, top);
            next = board.penalty.checked_sub(1);
            self.best = Some(board);
            self.report(solver.conflicts());
        }
        self.conflicts += solver.conflicts();
        Ok(())
    }

    fn report(&self, conflicts: u64) {
        let penalty = self.best.as_ref().map_or(0, |board| board.penalty as u64);
        let progress = Progress::of("level by level")
            .counted("conflicts", self.conflicts + conflicts)
            .gauge("penalty", penalty, "penalty");
        self.run.emit(&progress.into());
    }

    /// The board as far as it got. The bound on the first group bounds everything that follows.
    fn answer(
        self,
        task: &CaseTask<'_>,
        first: Option<usize>,
        through: u8,
        halt: Option<Halt>,
    ) -> Answer {
        let effort = vec![("conflicts", self.conflicts)];
        let scope = task.scope();
        let refutation =
            first.map(|bound| Refutation::nothing_better(scope.clone(), bound as i128));
        let Some(board) = self.best.or(self.done) else {
            let nothing = halt.is_none().then(|| Refutation::nothing(scope));
            return Answer {
                refutation: nothing.or(refutation),
                halt,
                effort,
                ..Answer::default()
            };
        };
        if through >= WHOLE {
            let value = |known: &Known| known.value().unwrap_or(0);
            let values: Vec<u8> = board.cells.iter().map(value).collect();
            let board = completed(&self.split, &values).expect("6 and 7 can always be filled in");
            let witness = Some(board_text(task.instance, &board));
            return Answer { witness, refutation, halt, effort, ..Answer::default() };
        }
        let partial = partial_witness(task.instance, &board.cells, through, first);
        Answer { partial: Some(partial), halt, effort, ..Answer::default() }
    }
}
