//! All loops that a map keeps, by incremental SAT with lazily added cuts.
//!
//! Each model is split into cycles. A cycle that meets all regions and that the map keeps is a
//! loop: it is reported and excluded by a blocking clause. If there is none, each cycle gives a cut.
//!
//! Invariant: no loop is lost and none is reported twice. The end is an unsatisfiable formula.

use super::super::board::{ALL_REGIONS, Board, Fill};
use super::cuts::{add_cut, with_interior};
use super::fold::{Fold, keeps_loop};
use super::formula::{Domains, FoldFormula, neighbour};
use crate::run::{Halt, Run};
use crate::sat::{self, Backend, Lit, Sat, Verdict};
use sixfold_puzzle::hex::Cell;

/// A loop and fences that leave it room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct FencedLoop {
    /// The cells in order, from the least one towards its lesser neighbour.
    pub(in super::super) cells: Vec<usize>,
    pub(in super::super) fills: Vec<Fill>,
}

/// The sets of cells of the cuts that the search has added.
pub(in super::super) type Sets = Vec<Vec<usize>>;

/// Conflicts between two polls of the limits.
const SLICE: u64 = 2_000;

/// The search for the loops that a map keeps.
pub(in super::super) struct LoopSearch<'a> {
    board: &'a Board,
    fold: &'a Fold,
    model: FoldFormula,
    backend: Box<dyn Backend + 'a>,
    run: &'a Run<'a>,
    /// Literals of what the loop may not use for now.
    closed: Vec<Lit>,
    pub(in super::super) sets: Sets,
}

impl<'a> LoopSearch<'a> {
    pub(in super::super) fn new(
        board: &'a Board,
        fold: &'a Fold,
        domains: &Domains,
        backend: sat::BackendName,
        run: &'a Run<'a>,
    ) -> Result<Self, Halt> {
        let model = FoldFormula::new(board, fold, domains, run)?;
        let mut backend = sat::backend(backend, run);
        backend.add(&model.formula);
        Ok(Self { board, fold, model, backend, run, closed: Vec::new(), sets: Vec::new() })
    }

    pub(in super::super) fn conflicts(&self) -> u64 {
        self.backend.conflicts()
    }

    /// Confines the loop to cells within a distance of the board's centre, until it is confined otherwise.
    pub(super) fn confine(&mut self, radius: usize) {
        let hexagon = self.board.hexagon();
        let far = |cells: &[usize]| {
            cells.iter().any(|&cell| hexagon.cell(cell).distance(Cell::CENTRE) as usize > radius)
        };
        let orbits = self.fold.orbits.iter().zip(&self.model.orbits);
        let outside = orbits.filter(|(cells, _)| far(cells)).filter_map(|(_, literal)| *literal);
        self.closed = outside.map(|literal| -literal).collect();
    }

    /// As [`LoopSearch::next`], but none as well after so many calls of the solver, each of which ends with a model or
    /// after [`SLICE`] conflicts.
    pub(super) fn next_within(&mut self, calls: usize) -> Result<Vec<FencedLoop>, Halt> {
        for _ in 0..calls {
            if let Some(found) = self.call()? {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    /// Blocks a loop that is known. The map must keep it.
    pub(in super::super) fn skip(&mut self, cells: &[usize]) -> Result<(), String> {
        let before = self.model.formula.len();
        exclude(&mut self.model, self.board, cells)?;
        self.load(before);
        Ok(())
    }

    /// Blocks a filling that is known.
    pub(in super::super) fn skip_fences(&mut self, fills: &[Fill]) {
        let mut other = Vec::new();
        for (rays, fill) in self.model.fences.iter().zip(fills) {
            for (ray, &length) in rays.iter().zip(fill) {
                let (shorter, longer) = ray.split_at(length as usize);
                other.extend(shorter.last().map(|&last| -last));
                other.extend(longer.first());
            }
        }
        self.backend.clause(&other);
    }

    /// Passes new clauses to the solver.
    fn load(&mut self, before: usize) {
        for clause in self.model.formula.clauses_from(before) {
            self.backend.clause(clause);
        }
    }

    /// The next loops, all different from those before; none if there are no others.
    pub(in super::super) fn next(&mut self) -> Result<Vec<FencedLoop>, Halt> {
        loop {
            if let Some(found) = self.call()? {
                return Ok(found);
            }
        }
    }

    /// One call of the solver: loops, none if there are no others, or nothing yet.
    fn call(&mut self) -> Result<Option<Vec<FencedLoop>>, Halt> {
        match self.backend.solve(&self.closed, Some(SLICE)) {
            Sat::Done(Verdict::Limit) => Ok(None),
            Sat::Done(Verdict::Unsatisfiable) => Ok(Some(Vec::new())),
            Sat::Done(Verdict::Satisfiable) => {
                let found = self.learn()?;
                Ok(Some(found).filter(|found| !found.is_empty()))
            }
            Sat::Halted(halt) => Err(halt),
            Sat::Failed(problem) => unreachable!("an embedded solver cannot fail: {problem}"),
        }
    }

    /// The loops of a model, which are blocked; if it has none, a cut for each of its cycles is added.
    fn learn(&mut self) -> Result<Vec<FencedLoop>, Halt> {
        let cycles = self.cycles();
        let before = self.model.formula.len();
        let (fit, stray): (Vec<_>, Vec<_>) = cycles.into_iter().partition(|cycle| self.fits(cycle));
        let fills = self.fills();
        for cycle in &fit {
            self.exclude(cycle);
        }
        // A large board can have thousands of stray cycles, and each cut looks at all cells.
        for cycle in stray.iter().filter(|_| fit.is_empty()) {
            self.run.halted().map_or(Ok(()), Err)?;
            self.cut(cycle);
        }
        self.load(before);
        let found = |cells| FencedLoop { cells: turned(cells), fills: fills.clone() };
        Ok(fit.into_iter().map(found).collect())
    }

    fn fits(&self, cycle: &[usize]) -> bool {
        self.board.seen(cycle.iter().copied()) == ALL_REGIONS
            && keeps_loop(self.fold.map, self.board.hexagon(), cycle)
    }

    /// The fences of the model.
    fn fills(&mut self) -> Vec<Fill> {
        let (model, backend) = (&self.model, &mut self.backend);
        let length = |ray: &Vec<i32>, backend: &mut Box<dyn Backend + 'a>| {
            ray.iter().filter(|&&lit| backend.value(lit)).count() as u32
        };
        let fill = |rays: &[Vec<i32>; 6]| rays.each_ref().map(|ray| length(ray, backend));
        model.fences.iter().map(fill).collect()
    }

    /// The model's cycles, each as cells in order. Of cycles that are images of each other all are
    /// there.
    fn cycles(&mut self) -> Vec<Vec<usize>> {
        let count = self.board.hexagon().len();
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (cell, next) in next.iter_mut().enumerate() {
            for direction in 0..6 {
                let Some(step) = self.model.steps[cell][direction] else { continue };
                if self.backend.value(step) {
                    next.extend(neighbour(self.board, cell, direction));
                }
            }
        }
        let mut cycles = Vec::new();
        let mut seen = vec![false; count];
        for start in 0..count {
            if next[start].is_empty() || seen[start] {
                continue;
            }
            let mut cycle = vec![start];
            let (mut before, mut at) = (start, next[start][0]);
            while at != start {
                seen[at] = true;
                cycle.push(at);
                let onward = next[at].iter().copied().find(|&cell| cell != before);
                (before, at) = (at, onward.expect("a cell of a cycle has two steps"));
            }
            cycles.push(cycle);
        }
        cycles
    }

    /// Blocks a loop of the model.
    fn exclude(&mut self, cycle: &[usize]) {
        exclude(&mut self.model, self.board, cycle).expect("a cycle of the model has its steps");
    }

    fn cut(&mut self, cycle: &[usize]) {
        let around = with_interior(self.board, cycle);
        for set in [around, cycle.to_vec()] {
            if add_cut(&mut self.model, self.board, self.fold, &set) {
                self.sets.push(set);
                return;
            }
        }
    }
}

/// The cells of the smallest closed loop, with sharp corners.
const SHORTEST: usize = 3;

/// Adds a blocking clause: not all steps of the loop are taken. If the map keeps the loop and it
/// belongs to a solution, no other loop takes all its steps.
///
/// A loop with a step that the model does not have belongs to no solution, and is refused.
pub(super) fn exclude(
    model: &mut FoldFormula,
    board: &Board,
    cycle: &[usize],
) -> Result<(), String> {
    let next = cycle.iter().cycle().skip(1);
    let step = |(&from, &to): (&usize, &usize)| {
        let direction = (0..6).find(|&at| neighbour(board, from, at) == Some(to));
        direction.and_then(|at| model.steps[from][at])
    };
    let literals: Option<Vec<i32>> =
        cycle.iter().zip(next).map(|pair| step(pair).map(|lit| -lit)).collect();
    match literals.filter(|literals| literals.len() >= SHORTEST) {
        Some(literals) => {
            model.formula.clause_tidied(literals);
            Ok(())
        }
        None => Err("a loop that is to be excluded is no loop of the formula".to_owned()),
    }
}

/// The same loop from its least cell towards its lesser neighbour.
pub(in super::super) fn turned(mut cells: Vec<usize>) -> Vec<usize> {
    let least = (0..cells.len()).min_by_key(|&at| cells[at]).unwrap_or(0);
    cells.rotate_left(least);
    if cells.len() > 2 && cells[1] > cells[cells.len() - 1] {
        cells[1..].reverse();
    }
    cells
}
