//! A model made ready for the search: what follows from its givens, and a plan for the rest.

use std::sync::{Mutex, PoisonError};

use super::board::{Domains, Equation};
use super::frame::Frame;
use super::kernel::{Kernel, Leaf};
use super::layout::Layout;
use super::plan::{BranchPlan, plan};
use super::set::Set;
use super::{Ending, LineModel, Pace, Prefix, equations};
use crate::random::Random;
use crate::run::{Halt, Run};

/// How many plans are made, and how many dives tell how good each is.
const PLANS: usize = 4;
const DIVES: usize = 100;
/// A list of units must fit into memory and into a checkpoint.
const MOST_UNITS: usize = 1_000_000;

/// A model with a plan.
pub(super) struct Ready<const W: usize> {
    start: i64,
    layout: Layout<W>,
    domains: Vec<Set<W>>,
    /// The numbers of the known cells, counted from the smallest; 0 for others.
    values: Vec<i64>,
    unused: Set<W>,
    /// What each line lacks.
    missing: Vec<i64>,
    lines_of: Vec<Vec<usize>>,
    /// Frames of searches that have ended, for those to come.
    frames: Mutex<Vec<Vec<Frame<W>>>>,
}

impl<const W: usize> Ready<W> {
    /// Nothing if the givens contradict each other.
    pub(super) fn new(model: &LineModel, run: &Run<'_>) -> Option<Self> {
        let lines = equations::lines(model);
        let domains = domains::<W>(model, &lines)?;
        let known: Vec<bool> = domains.iter().map(|domain| domain.is_single()).collect();
        let mut ready = Self {
            start: model.start,
            layout: Layout::new(&BranchPlan::default(), &domains, &[], 0),
            values: vec![0; model.count],
            unused: Set::below(model.count),
            missing: lines.iter().map(|line| line.sum).collect(),
            lines_of: vec![Vec::new(); model.count],
            frames: Mutex::default(),
            domains,
        };
        for cell in (0..model.count).filter(|&cell| known[cell]) {
            ready.unused = ready.unused.without(ready.domains[cell]);
            ready.values[cell] = ready.domains[cell].least() as i64;
        }
        for (index, line) in lines.iter().enumerate() {
            for &(cell, _) in &line.terms {
                ready.lines_of[cell].push(index);
                ready.missing[index] -= ready.values[cell];
            }
        }
        ready.layout = ready.best_layout(model, &lines, &known, run);
        Some(ready)
    }

    /// Of several plans the one for which dives promise the fewest nodes. Chance plays no part that
    /// anybody could notice: it is the same each time. A run that is halted takes the first.
    fn best_layout(
        &self,
        model: &LineModel,
        lines: &[Equation],
        known: &[bool],
        run: &Run<'_>,
    ) -> Layout<W> {
        let left: Vec<usize> = self.domains.iter().map(|domain| domain.len()).collect();
        let mut random = Random::new(0);
        let tried = (0..PLANS).take_while(|&at| at == 0 || run.halted().is_none());
        let plans = tried.map(|_| plan(model, lines, known, &left, &mut random));
        let plans: Vec<BranchPlan> = plans.collect();
        let laid_out = |plan| Layout::new(plan, &self.domains, &self.lines_of, lines.len());
        let layouts: Vec<Layout<W>> = plans.iter().map(laid_out).collect();
        let nodes =
            |layout: &Layout<W>| self.kernel(layout, &[]).estimate(self.unused, DIVES, &mut random);
        let rated: Vec<f64> = layouts.iter().map(nodes).collect();
        let best = (0..rated.len()).min_by(|&a, &b| rated[a].total_cmp(&rated[b])).unwrap_or(0);
        layouts.into_iter().nth(best).expect("there is a first plan")
    }

    fn kernel<'a>(&'a self, layout: &'a Layout<W>, forced: &'a [usize]) -> Kernel<'a, W> {
        Kernel { layout, forced, values: self.values.clone(), missing: &self.missing }
    }

    /// Shows every filling of a unit to a visitor.
    pub(super) fn visit(
        &self,
        unit: &[(usize, i64)],
        mut pace: Pace<'_>,
        visitor: &mut dyn FnMut(&[i64]) -> bool,
    ) -> (Result<(), Ending>, u64) {
        let forced: Vec<usize> =
            unit.iter().map(|&(_, number)| (number - self.start) as usize).collect();
        let mut numbers = Vec::new();
        let mut show = |values: &[i64], lacks: bool| {
            if lacks {
                return false;
            }
            numbers.clear();
            numbers.extend(values.iter().map(|value| self.start + value));
            visitor(&numbers)
        };
        let ended = self.search(&forced, self.layout.steps.len(), &mut pace, &mut show);
        (ended, pace.nodes)
    }

    fn search(
        &self,
        forced: &[usize],
        depth: usize,
        pace: &mut Pace<'_>,
        leaf: Leaf<'_>,
    ) -> Result<(), Ending> {
        let kept = || self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        let spare = kept().pop();
        let mut frames = spare.unwrap_or_else(|| self.layout.frames(&self.missing));
        let mut kernel = self.kernel(&self.layout, forced);
        let ended = kernel.run(&mut frames, self.unused, depth, pace, leaf);
        kept().push(frames);
        ended
    }

    /// Samples of the number of nodes of the whole search, by random dives.
    pub(super) fn samples(&self, dives: usize, random: &mut Random) -> Vec<f64> {
        self.kernel(&self.layout, &[]).samples(self.unused, dives, random)
    }

    /// The nodes at the first depth that has at least so many, or at the last that has not too many.
    pub(super) fn units(&self, least: usize, run: &Run<'_>) -> Result<Vec<Prefix>, Halt> {
        let mut units = vec![Prefix::new()];
        for depth in 1..=self.layout.steps.len() {
            if units.len() >= least {
                break;
            }
            let cells: Vec<usize> = self.layout.steps[..depth].iter().map(|it| it.cell).collect();
            let mut pace = Pace { nodes: 0, budget: u64::MAX, run };
            let mut finer = Vec::new();
            let mut note = |values: &[i64], _: bool| {
                finer.push(cells.iter().map(|&cell| (cell, self.start + values[cell])).collect());
                finer.len() > MOST_UNITS
            };
            match self.search(&[], depth, &mut pace, &mut note) {
                Err(Ending::Halted(halt)) => return Err(halt),
                Err(_) => break,
                Ok(()) => units = finer,
            }
        }
        Ok(units)
    }
}

/// What each cell can hold by the givens; nothing if they contradict each other.
fn domains<const W: usize>(model: &LineModel, lines: &[Equation]) -> Option<Vec<Set<W>>> {
    let mut board: Domains<'_, W> = Domains::new(model, lines).ok()?;
    board.conclude().ok()?;
    Some((0..model.count).map(|cell| board.domain(cell)).collect())
}
