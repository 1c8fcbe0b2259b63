//! What the search knows at each depth: what is missing, and what that leaves to cells that are linked.
//!
//! Most tried numbers fail at the first or second look at two linked cells. Everything that such a look needs stands side by
//! side ([`TieLook`]) and is written once for each node.

use super::layout::{
    Crossing, LINES, LINES_OF_CELL, Layout, PLACES, Place, Reach, Shift, Step, Tie,
};
use super::plan::FARTHEST;
use super::set::{Mirrored, Set};

/// Room for sums of up to [`FARTHEST`] numbers; a power of two again.
const SUMS: usize = (FARTHEST + 1).next_power_of_two();
/// Boards up to order 5 have no more lines.
const FEW_LINES: usize = 32;

/// A tie as the search looks at it: everything stands side by side.
#[derive(Clone)]
struct TieLook<const W: usize> {
    /// What the two cells can hold, whatever number is tried; of the second the mirror image, if the link is a sum.
    allowed: [Set<W>; 2],
    /// By how much the numbers of the second are shifted to those of the first, with 0 as the tried number, and for each
    /// unit of it.
    distance: i64,
    slope: i64,
    mirrored: bool,
    /// Whether lines of the two depend on the tried number.
    sloped: bool,
    /// The place and the sign from which the distance follows.
    place: Place,
    sign: i8,
    /// The lines of the two cells, as in [`Crossing`], and their numbers.
    level: [[Place; LINES_OF_CELL]; 2],
    domains: [Set<W>; 2],
    /// The place of the tie.
    at: u32,
}

impl<const W: usize> TieLook<W> {
    fn new(at: usize, step: &Step<W>) -> Self {
        let Tie { ends, shift } = &step.ties[at];
        let crossings = ends.map(|end| &step.crossings[end]);
        Self {
            allowed: [Set::EMPTY; 2],
            distance: 0,
            slope: shift.slope,
            mirrored: shift.mirrored,
            sloped: crossings.iter().any(|it| !it.sloped.is_empty()),
            place: shift.place,
            sign: shift.sign as i8,
            level: crossings.map(|it| it.level),
            domains: crossings.map(|it| it.domain),
            at: at as u32,
        }
    }
}

impl<const W: usize> Layout<W> {
    /// Whether a line lacks something: a plan need not have used every line.
    pub(super) fn lacks(&self, frame: &Frame<W>) -> bool {
        frame.missing[..self.lines].iter().any(|&missing| missing != 0)
    }

    /// The state of the search above each step, and below the last.
    pub(super) fn frames(&self, missing: &[i64]) -> Vec<Frame<W>> {
        let mut frame = Frame {
            missing: [0; PLACES],
            lines: self.lines,
            sums: [(0, 0); SUMS],
            follows: Vec::new(),
            rooms: [Set::below(64 * W); PLACES],
            looks: Vec::new(),
            depth: 0,
        };
        frame.lack(missing);
        let mut frames = Vec::with_capacity(self.steps.len() + 1);
        for (depth, step) in self.steps.iter().enumerate() {
            let looks = (0..step.ties.len()).map(|at| TieLook::new(at, step)).collect();
            let follows = vec![0; step.follows.len()];
            frames.push(Frame { looks, follows, depth, ..frame.clone() });
        }
        frames.push(frame);
        frames
    }
}

/// What the search knows at one depth.
#[derive(Clone)]
pub(super) struct Frame<const W: usize> {
    /// What each line lacks, and what each link that is no line comes to; without the tried number.
    missing: [i32; PLACES],
    lines: usize,
    /// The sums of the least and of the largest unused numbers, so many of them.
    sums: [(i64, i64); SUMS],
    /// What the cells that follow come to without the tried number.
    pub(super) follows: Vec<i64>,
    /// The numbers that lines leave to each of their open cells, and all numbers at the place of no line.
    rooms: [Set<W>; PLACES],
    /// The ties, in the order in which they are looked at.
    looks: Vec<TieLook<W>>,
    /// How many steps come before this one.
    pub(super) depth: usize,
}

impl<const W: usize> Frame<W> {
    /// Begins with what each line lacks at first.
    pub(super) fn lack(&mut self, missing: &[i64]) {
        for (place, &missing) in missing.iter().enumerate() {
            self.missing[place] = missing as i32;
        }
    }

    /// What is missing at a place.
    #[inline]
    pub(super) fn at(&self, place: Place) -> i64 {
        i64::from(self.missing[usize::from(place) % PLACES])
    }

    /// Takes a number off lines.
    #[inline]
    pub(super) fn take(&mut self, lines: &[Place], number: i64) {
        for &line in lines {
            self.missing[usize::from(line) % PLACES] -= number as i32;
        }
    }

    /// Writes what links that are no lines come to.
    pub(super) fn write_link(&mut self, place: usize, value: i64) {
        self.missing[place % PLACES] = value as i32;
    }

    /// Works out what the least and the largest unused numbers sum to.
    #[inline]
    pub(super) fn sum(&mut self, unused: Set<W>, step: &Step<W>) {
        unused.extreme_sums(&mut self.sums[..=step.farthest]);
    }

    /// What is missing once a number is tried.
    #[inline]
    pub(super) fn pass_on(&self, below: &mut Self, slopes: &[(Place, i64)], tried: i64) {
        // Two sizes that are known beforehand: a copy of any size is a call.
        match self.lines <= FEW_LINES {
            true => below.missing[..FEW_LINES].copy_from_slice(&self.missing[..FEW_LINES]),
            false => below.missing[..LINES].copy_from_slice(&self.missing[..LINES]),
        }
        for &(line, slope) in slopes {
            below.missing[usize::from(line) % PLACES] += (slope * tried) as i32;
        }
    }

    /// The least and the largest sum of so many unused numbers.
    #[inline]
    fn sums(&self, open: u8) -> (i64, i64) {
        self.sums[usize::from(open) % SUMS]
    }

    /// Whether the open cells of all lines that a step does not touch reach what is missing.
    #[inline]
    pub(super) fn is_level(&self, step: &Step<W>) -> bool {
        step.level.iter().zip(&self.sums[2..]).all(|(lines, &(least, most))| {
            lines.iter().all(|&line| (least..=most).contains(&self.at(line)))
        })
    }

    /// The tried numbers with which the open cells of a line reach what is missing, where a larger number leaves more to
    /// them.
    #[inline]
    pub(super) fn rising(&self, reach: &Reach) -> (i64, i64) {
        let ((least, most), missing) = (self.sums(reach.open), self.at(reach.line));
        (least - missing, most - missing)
    }

    /// The same, where a larger number leaves less.
    #[inline]
    pub(super) fn falling(&self, reach: &Reach) -> (i64, i64) {
        let ((least, most), missing) = (self.sums(reach.open), self.at(reach.line));
        (missing - most, missing - least)
    }

    /// The numbers in one of the open cells of a line with which the others reach what is missing.
    #[inline]
    pub(super) fn room(&self, reach: &Reach, tried: i64) -> (i64, i64) {
        let ((least, most), missing) = (self.sums(reach.open - 1), self.at(reach.line));
        let missing = missing + reach.slope * tried;
        (missing - most, missing - least)
    }

    /// By how much a link shifts the numbers of one of its cells.
    #[inline]
    fn distance(&self, shift: &Shift, tried: i64) -> i64 {
        shift.sign * self.at(shift.place) + shift.slope * tried
    }

    /// The numbers in a cell with which the other open cells of lines reach what is missing.
    #[inline]
    fn between(&self, reaches: &[Reach], tried: i64) -> (i64, i64) {
        let rooms = reaches.iter().map(|reach| self.room(reach, tried));
        rooms.fold((0, 64 * W as i64 - 1), |(low, high), (least, most)| {
            (low.max(least), high.min(most))
        })
    }

    /// Notes what the cell of each crossing can hold, whatever number is tried.
    #[inline]
    pub(super) fn prepare(&mut self, step: &Step<W>) {
        for (lines, (least, most)) in step.rooms.iter().zip(self.sums.into_iter().skip(2)) {
            for &line in lines {
                let missing = self.at(line);
                let room = Set::between(missing - most, missing - least);
                self.rooms[usize::from(line) % PLACES] = room;
            }
        }
        let Self { looks, rooms, missing, .. } = self;
        for look in looks {
            let level = look.level.map(|lines| {
                let rooms = lines.map(|line| rooms[usize::from(line) % PLACES]);
                rooms.into_iter().reduce(Set::and).expect("a cell has lines")
            });
            let [one, other] = [0, 1].map(|end| look.domains[end].and(level[end]));
            let value = i64::from(look.sign) * i64::from(missing[usize::from(look.place) % PLACES]);
            (look.allowed, look.distance) = match look.mirrored {
                true => ([one, other.mirrored()], value - (64 * W as i64 - 1)),
                false => ([one, other], value),
            };
        }
    }

    /// What the cell of a crossing can hold once a number is tried: the unused numbers that leave its lines in reach of the
    /// other open cells.
    #[inline]
    fn allowed(&self, crossing: &Crossing<W>, tried: i64, unused: Mirrored<W>) -> Set<W> {
        let level = crossing.level.map(|line| self.rooms[usize::from(line) % PLACES]);
        let allowed = level.into_iter().fold(crossing.domain.and(unused.set), Set::and);
        if crossing.sloped.is_empty() {
            return allowed;
        }
        let (low, high) = self.between(&crossing.sloped, tried);
        allowed.and(Set::between(low, high))
    }

    /// What sloped lines leave to the two cells of a tie; of the second the mirror image, if the link is a sum.
    #[inline(never)]
    fn sloped(&self, step: &Step<W>, look: &TieLook<W>, tried: i64) -> [Set<W>; 2] {
        let [one, other] = step.ties[look.at as usize].ends.map(|end| &step.crossings[end].sloped);
        let (low, high) = self.between(one, tried);
        let one = Set::between(low, high);
        let (low, high) = self.between(other, tried);
        let most = 64 * W as i64 - 1;
        match look.mirrored {
            true => [one, Set::between(most - high, most - low)],
            false => [one, Set::between(low, high)],
        }
    }

    /// Whether every linked cell has a number left that fits all its links: to each of them an unused one. Plans are rated by
    /// this; the search asks for more ([`fits`](Self::fits)).
    #[inline]
    pub(super) fn is_open(&self, step: &Step<W>, tried: i64, unused: Mirrored<W>) -> bool {
        (0..step.crossings.len()).all(|at| self.has_number(step, at, tried, unused))
    }

    #[inline(never)]
    fn has_number(&self, step: &Step<W>, at: usize, tried: i64, unused: Mirrored<W>) -> bool {
        let crossing = &step.crossings[at];
        let mut left = self.allowed(crossing, tried, unused);
        for shift in &crossing.shifts {
            let distance = self.distance(shift, tried);
            left = left.and(match shift.mirrored {
                true => unused.image.partners(distance),
                false => unused.set.shifted(distance),
            });
        }
        !left.is_empty()
    }

    /// Whether the two cells of each link have numbers left that fit each other, and cells of several links one that fits
    /// them all. Most tried numbers fail at the first or second tie, so a call would be a large part of the cost; the rest
    /// is kept apart.
    #[inline(always)]
    pub(super) fn fits(&mut self, step: &Step<W>, tried: i64, unused: Mirrored<W>) -> bool {
        for (at, look) in self.looks.iter().enumerate() {
            let mut one = look.allowed[0].and(unused.set);
            let mut other =
                look.allowed[1].and(if look.mirrored { unused.image } else { unused.set });
            if look.sloped {
                let sloped = self.sloped(step, look, tried);
                (one, other) = (one.and(sloped[0]), other.and(sloped[1]));
            }
            if one.and(other.shifted(look.distance + look.slope * tried)).is_empty() {
                // What fails often is looked at early.
                if at > 0 {
                    self.looks.swap(at, at - 1);
                }
                return false;
            }
        }
        step.knots.iter().all(|&at| self.has_number(step, at, tried, unused))
    }
}
