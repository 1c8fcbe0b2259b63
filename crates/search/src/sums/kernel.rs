//! Depth-first search along a static branching order: no propagation, only bit masks.
//!
//! A cell is tried with the unused numbers for which everything that follows by ±1 is unused as
//! well: for y = b − x those are the mirrored unused numbers shifted by b, for y = b + x the
//! unused ones shifted by −b. That is one operation on words for all numbers at once. After a
//! number is placed, any two open cells that are linked by a known sum or difference must have
//! numbers left that fit each other.

use super::frame::Frame;
use super::layout::{Layout, Step};
use super::set::{Mirrored, Set};
use super::tableau::Form;
use super::{Ending, Pace};
use crate::random::Random;

/// A search along a plan.
pub(super) struct Kernel<'a, const W: usize> {
    pub(super) layout: &'a Layout<W>,
    /// The numbers of the first cells that are tried, where they are prescribed.
    pub(super) forced: &'a [usize],
    pub(super) values: Vec<i64>,
    /// What each line lacks at first.
    pub(super) missing: &'a [i64],
}

/// Sees the numbers of the cells, and whether a line lacks something; true when it has seen enough.
pub(super) type Leaf<'a> = &'a mut dyn FnMut(&[i64], bool) -> bool;

impl<const W: usize> Kernel<'_, W> {
    /// Fills the cells that follow from what is known, and searches down to a depth. `frames` are those of any search along
    /// the same plan.
    pub(super) fn run(
        &mut self,
        frames: &mut [Frame<W>],
        unused: Set<W>,
        depth: usize,
        pace: &mut Pace<'_>,
        leaf: Leaf<'_>,
    ) -> Result<(), Ending> {
        frames[0].lack(self.missing);
        let Some(unused) = self.begin(unused, &mut frames[0]) else { return Ok(()) };
        self.step(&self.layout.steps[..depth], frames, unused, pace, leaf)
    }

    /// Fills the cells that follow from what is known; nothing if that cannot be.
    fn begin(&mut self, unused: Set<W>, frame: &mut Frame<W>) -> Option<Mirrored<W>> {
        let mut unused = Mirrored::new(unused);
        for first in &self.layout.first {
            let value = self.base(&first.form);
            unused = unused.without(allowed(first.domain, value, unused.set)?);
            self.values[first.cell] = value;
            frame.take(&first.lines, value);
        }
        Some(unused)
    }

    /// How many numbers the search would try, from random dives to the bottom: at each depth the
    /// branches are counted and one of them is taken (Knuth 1975). The sum over the dives.
    pub(super) fn estimate(&mut self, unused: Set<W>, dives: usize, random: &mut Random) -> f64 {
        let mut frames = self.layout.frames(self.missing);
        let Some(unused) = self.begin(unused, &mut frames[0]) else { return 0.0 };
        let top = frames[0].clone();
        let dives = (0..dives).map(|_| {
            frames[0].clone_from(&top);
            self.dive(&self.layout.steps, &mut frames, unused, random)
        });
        dives.sum()
    }

    /// Samples of the number of nodes, each by a dive.
    pub(super) fn samples(
        &mut self,
        unused: Set<W>,
        dives: usize,
        random: &mut Random,
    ) -> Vec<f64> {
        let mut frames = self.layout.frames(self.missing);
        let Some(unused) = self.begin(unused, &mut frames[0]) else { return vec![0.0; dives] };
        let top = frames[0].clone();
        let dives = (0..dives).map(|_| {
            frames[0].clone_from(&top);
            self.dive_for_nodes(&self.layout.steps, &mut frames, unused, random)
        });
        dives.collect()
    }

    /// As [`dive`](Self::dive), for the nodes that [`step`](Self::step) counts.
    fn dive_for_nodes(
        &mut self,
        steps: &[Step<W>],
        frames: &mut [Frame<W>],
        unused: Mirrored<W>,
        random: &mut Random,
    ) -> f64 {
        let (Some((step, steps)), [here, below @ ..]) = (steps.split_first(), frames) else {
            return 0.0;
        };
        let mut open = Vec::new();
        for number in self.candidates(step, unused, here).iter() {
            let Some(rest) = rest(step, number, unused, here) else { continue };
            if here.fits(step, number as i64, rest) {
                self.write(step, number as i64, here);
                if self.ascends(step) {
                    open.push((number, rest));
                }
            }
        }
        if open.is_empty() {
            return 0.0;
        }
        let (number, rest) = open[random.below(open.len())];
        self.descend(step, number as i64, here, &mut below[0]);
        open.len() as f64 * (1.0 + self.dive_for_nodes(steps, below, rest, random))
    }

    fn dive(
        &mut self,
        steps: &[Step<W>],
        frames: &mut [Frame<W>],
        unused: Mirrored<W>,
        random: &mut Random,
    ) -> f64 {
        let (Some((step, steps)), [here, below @ ..]) = (steps.split_first(), frames) else {
            return 0.0;
        };
        let candidates = self.candidates(step, unused, here);
        let mut open = Vec::new();
        for number in candidates.iter() {
            let rest = rest(step, number, unused, here);
            let rest = rest.filter(|&rest| here.is_open(step, number as i64, rest));
            open.extend(rest.map(|rest| (number, rest)));
        }
        if open.is_empty() {
            return candidates.len() as f64;
        }
        let (number, rest) = open[random.below(open.len())];
        self.descend(step, number as i64, here, &mut below[0]);
        candidates.len() as f64 + open.len() as f64 * self.dive(steps, below, rest, random)
    }

    fn base(&self, form: &Form) -> i64 {
        let terms = form.terms.iter().map(|&(cell, factor)| factor * self.values[cell]);
        form.constant + terms.sum::<i64>()
    }

    fn step(
        &mut self,
        steps: &[Step<W>],
        frames: &mut [Frame<W>],
        unused: Mirrored<W>,
        pace: &mut Pace<'_>,
        leaf: Leaf<'_>,
    ) -> Result<(), Ending> {
        let [here, frames @ ..] = frames else { return Ok(()) };
        let Some((step, steps)) = steps.split_first() else {
            let enough = leaf(&self.values, self.layout.lacks(here));
            return if enough { Err(Ending::Enough) } else { Ok(()) };
        };
        let mut candidates = self.candidates(step, unused, here);
        if let Some(&number) = self.forced.get(here.depth) {
            candidates = candidates.and(Set::only(number));
        }
        while let Some(number) = candidates.pop() {
            let Some(rest) = rest(step, number, unused, here) else { continue };
            if !here.fits(step, number as i64, rest) {
                continue;
            }
            self.descend(step, number as i64, here, &mut frames[0]);
            if self.ascends(step) {
                pace.count()?;
                self.step(steps, frames, rest, pace, leaf)?;
            }
        }
        Ok(())
    }

    /// Writes the numbers of a step into its cells.
    fn write(&mut self, step: &Step<W>, tried: i64, here: &Frame<W>) {
        self.values[step.cell] = tried;
        for (follower, base) in step.follows.iter().zip(&here.follows) {
            self.values[follower.cell] = base + follower.slope * tried;
        }
    }

    /// The same, and what is missing then.
    fn descend(&mut self, step: &Step<W>, tried: i64, here: &Frame<W>, below: &mut Frame<W>) {
        self.write(step, tried, here);
        here.pass_on(below, &step.slopes, tried);
    }

    /// Whether the pairs that are complete after a step ascend.
    fn ascends(&self, step: &Step<W>) -> bool {
        step.pairs.iter().all(|&(low, high)| self.values[low] < self.values[high])
    }

    /// The numbers with which the cell of a step is worth trying.
    fn candidates(&self, step: &Step<W>, unused: Mirrored<W>, here: &mut Frame<W>) -> Set<W> {
        let mut candidates = unused.set.and(step.domain);
        for (at, follower) in step.follows.iter().enumerate() {
            let base = match &follower.form {
                None => here.at(follower.line),
                Some(form) => self.base(form),
            };
            candidates = match follower.slope {
                -1 => candidates.and(unused.image.partners(base)),
                1 => candidates.and(unused.set.shifted(-base)),
                _ => candidates,
            };
            if candidates.is_empty() {
                return candidates;
            }
            here.follows[at] = base;
            here.take(&follower.lines, base);
        }
        here.sum(unused.set, step);
        if !here.is_level(step) {
            return Set::EMPTY;
        }
        let (low, high) = self.range(step, here);
        candidates = candidates.and(Set::between(low, high));
        if !candidates.is_empty() {
            for (at, form) in step.links.iter().enumerate() {
                here.write_link(self.missing.len() + at, self.base(form));
            }
            here.prepare(step);
        }
        candidates
    }

    /// The least and the largest number that leave every line in reach of its open cells.
    fn range(&self, step: &Step<W>, here: &Frame<W>) -> (i64, i64) {
        let (mut low, mut high) = (0, 64 * W as i64 - 1);
        for &cell in &step.above {
            low = low.max(self.values[cell] + 1);
        }
        for &cell in &step.below {
            high = high.min(self.values[cell] - 1);
        }
        for reach in &step.rising {
            let (least, most) = here.rising(reach);
            (low, high) = (low.max(least), high.min(most));
        }
        for reach in &step.falling {
            let (least, most) = here.falling(reach);
            (low, high) = (low.max(least), high.min(most));
        }
        (low, high)
    }
}

/// A value as a number that a cell may hold.
#[inline]
fn allowed<const W: usize>(domain: Set<W>, value: i64, unused: Set<W>) -> Option<usize> {
    let number = usize::try_from(value).ok().filter(|&number| number < 64 * W)?;
    unused.and(domain).contains(number).then_some(number)
}

/// The numbers that are unused once a cell is tried with a number; nothing if what follows
/// from it cannot be.
#[inline]
fn rest<const W: usize>(
    step: &Step<W>,
    number: usize,
    unused: Mirrored<W>,
    here: &Frame<W>,
) -> Option<Mirrored<W>> {
    let mut unused = unused.without(number);
    for (follower, base) in step.follows.iter().zip(&here.follows) {
        let value = base + follower.slope * number as i64;
        unused = unused.without(allowed(follower.domain, value, unused.set)?);
    }
    Some(unused)
}
