//! Depth-first search along a static branching order: no propagation, only bit masks.
//!
//! A cell is tried with the unused numbers for which everything that follows by ±1 is unused as
//! well: for y = b − x those are the mirrored unused numbers shifted by b, for y = b + x the
//! unused ones shifted by −b. That is one operation on words for all numbers at once. After a
//! number is placed, each open cell that is linked to another by a known sum or difference must
//! have a number left that fits all its links.

use super::plan::{BranchPlan, BranchStep, Crossing, FARTHEST, Value};
use super::set::{Mirrored, Set};
use super::tableau::Form;
use super::{Ending, Pace};
use crate::random::Random;

/// Room for sums of up to `FARTHEST` numbers; a power of two, so that no place needs to be checked.
const SUMS: usize = (FARTHEST + 1).next_power_of_two();

/// A search along a plan.
pub(super) struct Kernel<'a, const W: usize> {
    pub(super) plan: &'a BranchPlan,
    /// The numbers of the first cells that are tried, where they are prescribed.
    pub(super) forced: &'a [usize],
    /// What each cell can hold at best.
    pub(super) domains: &'a [Set<W>],
    /// The lines of each cell.
    pub(super) lines_of: &'a [Vec<usize>],
    pub(super) values: Vec<i64>,
    /// What each line lacks.
    pub(super) missing: Vec<i64>,
}

/// Sees the numbers of the cells, and what each line lacks; true when it has seen enough.
pub(super) type Leaf<'a> = &'a mut dyn FnMut(&[i64], &[i64]) -> bool;

/// What the forms of a step come to without the tried cell.
#[derive(Clone)]
pub(super) struct Bases {
    dependents: Vec<i64>,
    reaches: Vec<i64>,
    links: Vec<i64>,
    /// For each reach the least and the largest number with which one of its cells leaves the others in reach.
    rooms: Vec<(i64, i64)>,
    /// In which order the crossings are looked at.
    order: Vec<u16>,
    /// How many steps come before this one.
    depth: usize,
}

impl Bases {
    fn of(depth: usize, step: &BranchStep) -> Self {
        Self {
            order: (0..step.crossings.len() as u16).collect(),
            dependents: vec![0; step.dependents.len()],
            reaches: vec![0; step.reaches.len()],
            rooms: vec![(0, 0); step.reaches.len()],
            links: vec![0; step.links.len()],
            depth,
        }
    }
}

impl<const W: usize> Kernel<'_, W> {
    /// Fills the cells that follow from what is known, and searches down to a depth.
    pub(super) fn run(
        &mut self,
        unused: Set<W>,
        depth: usize,
        pace: &mut Pace<'_>,
        leaf: Leaf<'_>,
    ) -> Result<(), Ending> {
        let Some(unused) = self.begin(unused) else { return Ok(()) };
        let unused = Mirrored::new(unused);
        let steps = &self.plan.steps[..depth];
        let mut bases: Vec<Bases> =
            steps.iter().enumerate().map(|(depth, step)| Bases::of(depth, step)).collect();
        self.step(steps, &mut bases, unused, pace, leaf)
    }

    /// Fills the cells that follow from what is known; nothing if that cannot be.
    fn begin(&mut self, mut unused: Set<W>) -> Option<Set<W>> {
        let plan = self.plan;
        for dependent in &plan.first {
            let value = self.base(&dependent.form);
            let number = self.allowed(dependent.cell, value, unused)?;
            unused = unused.without(Set::only(number));
            self.write(dependent.cell, value);
        }
        Some(unused)
    }

    /// How many numbers the search would try, from random dives to the bottom: at each depth the
    /// branches are counted and one of them is taken (Knuth 1975). The sum over the dives.
    pub(super) fn estimate(&mut self, unused: Set<W>, dives: usize, random: &mut Random) -> f64 {
        let Some(unused) = self.begin(unused) else { return 0.0 };
        let mut bases = self.all_bases();
        let (steps, unused) = (&self.plan.steps, Mirrored::new(unused));
        (0..dives).map(|_| self.dive(steps, &mut bases, unused, random)).sum()
    }

    /// Samples of the number of nodes, each by a dive.
    pub(super) fn samples(
        &mut self,
        unused: Set<W>,
        dives: usize,
        random: &mut Random,
    ) -> Vec<f64> {
        let Some(unused) = self.begin(unused) else { return vec![0.0; dives] };
        let mut bases = self.all_bases();
        let (steps, unused) = (&self.plan.steps, Mirrored::new(unused));
        (0..dives).map(|_| self.dive_for_nodes(steps, &mut bases, unused, random)).collect()
    }

    fn all_bases(&self) -> Vec<Bases> {
        let steps = self.plan.steps.iter().enumerate();
        steps.map(|(depth, step)| Bases::of(depth, step)).collect()
    }

    /// As [`dive`](Self::dive), for the nodes that [`step`](Self::step) counts.
    fn dive_for_nodes(
        &mut self,
        steps: &[BranchStep],
        bases: &mut [Bases],
        unused: Mirrored<W>,
        random: &mut Random,
    ) -> f64 {
        let (Some((step, steps)), Some((here, bases))) =
            (steps.split_first(), bases.split_first_mut())
        else {
            return 0.0;
        };
        let mut open = Vec::new();
        for number in self.candidates(step, unused, here).iter() {
            let rest = self.rest(step, number, unused, here);
            let rest = rest.filter(|&rest| self.is_open(step, number as i64, rest, here));
            let Some(rest) = rest else { continue };
            self.write_all(step, number as i64, here);
            let ascending = |&(low, high): &(usize, usize)| self.values[low] < self.values[high];
            if step.pairs.iter().all(ascending) {
                open.push((number, rest));
            }
            self.erase_all(step);
        }
        if open.is_empty() {
            return 0.0;
        }
        let (number, rest) = open[random.below(open.len())];
        self.write_all(step, number as i64, here);
        let below = self.dive_for_nodes(steps, bases, rest, random);
        self.erase_all(step);
        open.len() as f64 * (1.0 + below)
    }

    fn dive(
        &mut self,
        steps: &[BranchStep],
        bases: &mut [Bases],
        unused: Mirrored<W>,
        random: &mut Random,
    ) -> f64 {
        let (Some((step, steps)), Some((here, bases))) =
            (steps.split_first(), bases.split_first_mut())
        else {
            return 0.0;
        };
        let candidates = self.candidates(step, unused, here);
        let mut open = Vec::new();
        for number in candidates.iter() {
            let rest = self.rest(step, number, unused, here);
            let rest = rest.filter(|&rest| self.is_open(step, number as i64, rest, here));
            open.extend(rest.map(|rest| (number, rest)));
        }
        if open.is_empty() {
            return candidates.len() as f64;
        }
        let (number, rest) = open[random.below(open.len())];
        self.write_all(step, number as i64, here);
        let below = self.dive(steps, bases, rest, random);
        self.erase_all(step);
        candidates.len() as f64 + open.len() as f64 * below
    }

    /// Puts a number into a cell.
    fn write(&mut self, cell: usize, value: i64) {
        self.values[cell] = value;
        let lines = self.lines_of;
        lines[cell].iter().for_each(|&line| self.missing[line] -= value);
    }

    /// Puts the numbers of a step into its cells.
    fn write_all(&mut self, step: &BranchStep, tried: i64, bases: &Bases) {
        self.write(step.cell, tried);
        for (dependent, base) in step.dependents.iter().zip(&bases.dependents) {
            self.write(dependent.cell, base + dependent.form.slope * tried);
        }
    }

    /// Takes the numbers of a step back.
    fn erase_all(&mut self, step: &BranchStep) {
        let lines = self.lines_of;
        for cell in step.dependents.iter().map(|it| it.cell).chain([step.cell]) {
            lines[cell].iter().for_each(|&line| self.missing[line] += self.values[cell]);
        }
    }

    fn base(&self, form: &Form) -> i64 {
        let terms = form.terms.iter().map(|&(cell, factor)| factor * self.values[cell]);
        form.constant + terms.sum::<i64>()
    }

    /// A value as a number that the cell may hold.
    fn allowed(&self, cell: usize, value: i64, unused: Set<W>) -> Option<usize> {
        let number = usize::try_from(value).ok().filter(|&number| number < 64 * W)?;
        unused.and(self.domains[cell]).contains(number).then_some(number)
    }

    fn step(
        &mut self,
        steps: &[BranchStep],
        bases: &mut [Bases],
        unused: Mirrored<W>,
        pace: &mut Pace<'_>,
        leaf: Leaf<'_>,
    ) -> Result<(), Ending> {
        let (Some((step, below)), Some((here, bases))) =
            (steps.split_first(), bases.split_first_mut())
        else {
            let enough = leaf(&self.values, &self.missing);
            return if enough { Err(Ending::Enough) } else { Ok(()) };
        };
        let mut candidates = self.candidates(step, unused, here);
        if let Some(&number) = self.forced.get(here.depth) {
            candidates = candidates.and(Set::only(number));
        }
        while let Some(number) = candidates.pop() {
            let rest = self.rest(step, number, unused, here);
            let rest = rest.filter(|&rest| self.is_open(step, number as i64, rest, here));
            let Some(rest) = rest else { continue };
            self.write_all(step, number as i64, here);
            let ascending = |&(low, high): &(usize, usize)| self.values[low] < self.values[high];
            if step.pairs.iter().all(ascending) {
                pace.count()?;
                self.step(below, bases, rest, pace, leaf)?;
            }
            self.erase_all(step);
        }
        Ok(())
    }

    /// The numbers with which the cell of a step is worth trying.
    fn candidates(&self, step: &BranchStep, unused: Mirrored<W>, bases: &mut Bases) -> Set<W> {
        let mut candidates = unused.set.and(self.domains[step.cell]);
        for (at, dependent) in step.dependents.iter().enumerate() {
            let base = match &dependent.line {
                Some((line, others)) => {
                    let others = others.iter().map(|&at| bases.dependents[at]);
                    self.missing[*line] - others.sum::<i64>()
                }
                None => self.base(&dependent.form),
            };
            bases.dependents[at] = base;
            candidates = match dependent.form.slope {
                -1 => candidates.and(unused.image.partners(base)),
                1 => candidates.and(unused.set.shifted(-base)),
                _ => candidates,
            };
            if candidates.is_empty() {
                return candidates;
            }
        }
        let (low, high) = self.range(step, unused.set, bases);
        candidates = candidates.and(Set::between(low, high));
        if !candidates.is_empty() {
            for (link, base) in step.links.iter().zip(&mut bases.links) {
                *base = match &link.value {
                    Value::Reach(index) => bases.reaches[*index],
                    Value::Form(form) => self.base(form),
                };
            }
        }
        candidates
    }

    /// The least and the largest number that leave every line in reach of its open cells.
    fn range(&self, step: &BranchStep, unused: Set<W>, bases: &mut Bases) -> (i64, i64) {
        let (mut low, mut high) = (0, 64 * W as i64 - 1);
        for &cell in &step.above {
            low = low.max(self.values[cell] + 1);
        }
        for &cell in &step.below {
            high = high.min(self.values[cell] - 1);
        }
        let sums: [(i64, i64); SUMS] = unused.extreme_sums(step.farthest);
        for (base, reach) in bases.reaches.iter_mut().zip(&step.reaches) {
            *base = self.missing[reach.line];
        }
        for (reached, dependent) in step.reached.iter().zip(&bases.dependents) {
            reached.iter().for_each(|&at| bases.reaches[at] -= dependent);
        }
        let bases_of_reaches = bases.reaches.iter().zip(&mut bases.rooms);
        for (reach, (base, room)) in step.reaches.iter().zip(bases_of_reaches) {
            let (near, far) = (sums[(reach.open - 1) % SUMS], sums[reach.open % SUMS]);
            *room = (base - near.1, base - near.0);
            let (least, most) = (far.0 - base, far.1 - base);
            // least ≤ slope · x ≤ most
            match reach.slope {
                1 => (low, high) = (low.max(least), high.min(most)),
                -1 => (low, high) = (low.max(-most), high.min(-least)),
                0 if least > 0 || most < 0 => return (1, 0),
                _ => {}
            }
        }
        (low, high)
    }

    /// The numbers that are unused once a cell is tried with a number; nothing if what follows
    /// from it cannot be.
    fn rest(
        &self,
        step: &BranchStep,
        number: usize,
        unused: Mirrored<W>,
        bases: &Bases,
    ) -> Option<Mirrored<W>> {
        let mut unused = unused.without(number);
        for (dependent, base) in step.dependents.iter().zip(&bases.dependents) {
            let value = base + dependent.form.slope * number as i64;
            let number = self.allowed(dependent.cell, value, unused.set)?;
            unused = unused.without(number);
        }
        Some(unused)
    }

    /// Whether every linked cell has a number left.
    fn is_open(
        &self,
        step: &BranchStep,
        tried: i64,
        unused: Mirrored<W>,
        bases: &mut Bases,
    ) -> bool {
        for at in 0..bases.order.len() {
            let crossing = &step.crossings[usize::from(bases.order[at])];
            let mut left = unused.set.and(self.domains[crossing.cell]);
            for shift in &crossing.shifts {
                let distance = shift.sign * bases.links[shift.link] + shift.slope * tried;
                left = left.and(match shift.mirrored {
                    true => unused.image.partners(distance),
                    false => unused.set.shifted(distance),
                });
            }
            if left.is_empty() || left.and(Self::between(crossing, tried, bases)).is_empty() {
                // What fails often is looked at early.
                bases.order.swap(at, at.saturating_sub(1));
                return false;
            }
        }
        true
    }

    /// The numbers in a cell that leave its lines in reach of the other open cells.
    fn between(crossing: &Crossing, tried: i64, bases: &Bases) -> Set<W> {
        let (mut low, mut high) = (0, 64 * W as i64 - 1);
        for &(at, slope) in &crossing.ranges {
            let room = bases.rooms[at];
            low = low.max(room.0 + slope * tried);
            high = high.min(room.1 + slope * tried);
        }
        Set::between(low, high)
    }
}
