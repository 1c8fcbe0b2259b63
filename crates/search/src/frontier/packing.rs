//! A state as one number: the slots of the frontier below, and above them the degrees that are still to be had, each in
//! just enough bits. Besides, a histogram of degrees as one number ([`Counts`]), so that all degrees are added and compared
//! at once.

use super::plan::{self, SweepPlan};
use super::{Histogram, LARGEST, Wide};

/// The degrees there are.
pub(super) const DEGREES: usize = LARGEST + 1;

/// The most cells of all nodes together: a sum of so many has no more than 15 bits.
const MOST_CELLS: usize = (1 << 15) - 1;

/// Where a key keeps the degrees that are still to be had.
pub(super) struct Packing {
    /// How many bits a key has.
    bits: u32,
    shifts: [u32; DEGREES],
    masks: [usize; DEGREES],
}

impl Packing {
    /// Nothing if no key has enough bits.
    pub(super) fn new(plan: &SweepPlan, supply: &Histogram) -> Option<Self> {
        let bits = supply.map(|number| usize::BITS - number.leading_zeros());
        let mut end = plan.width as u32 * plan::BITS;
        let shifts = bits.map(|bits| {
            end += bits;
            end - bits
        });
        let weights = plan.steps.iter().map(|step| step.weight);
        let cells = supply.iter().copied().chain(weights).try_fold(0_usize, usize::checked_add)?;
        let packing = Self { bits: end, shifts, masks: bits.map(|bits| (1 << bits) - 1) };
        // A shift by all 128 bits would be an overflow, even of nothing.
        (end < u128::BITS && cells <= MOST_CELLS).then_some(packing)
    }

    /// Whether keys fit into 64 bits.
    pub(super) fn is_narrow(&self) -> bool {
        self.bits < u64::BITS
    }

    /// The key of an empty frontier with everything still to be had.
    pub(super) fn key(&self, supply: &Histogram) -> u128 {
        supply.iter().zip(self.shifts).map(|(&number, shift)| (number as u128) << shift).sum()
    }

    /// What is still to be had in a state.
    pub(super) fn left<N: Wide>(&self, key: N) -> Left {
        let (mut counts, mut cells, mut degrees) = (0, 0, 0);
        for degree in 0..DEGREES {
            let number = key.bits(self.shifts[degree], self.masks[degree]);
            counts |= (number as u128) << (FIELD * degree as u32);
            cells += number;
            degrees += number * degree;
        }
        Left { counts: Counts(counts), cells, degrees }
    }

    /// The key without so many cells of a degree, of which there are enough.
    pub(super) fn taken<N: Wide>(&self, key: N, degree: usize, cells: usize) -> N {
        key.less(cells, self.shifts[degree])
    }
}

/// The degrees that are still to be had.
#[derive(Clone, Copy)]
pub(super) struct Left {
    pub(super) counts: Counts,
    /// How many cells that is.
    pub(super) cells: usize,
    /// The sum of their degrees.
    pub(super) degrees: usize,
}

impl Left {
    /// Without so many cells of a degree, if there are enough.
    pub(super) fn without(self, degree: usize, cells: usize) -> Option<Self> {
        let enough = self.counts.of(degree) >= cells;
        enough.then(|| Self {
            counts: Counts(self.counts.0 - Counts::only(degree, cells).0),
            cells: self.cells - cells,
            degrees: self.degrees - degree * cells,
        })
    }
}

/// The bits of a degree in [`Counts`]; the highest of them is free.
const FIELD: u32 = 16;

/// A one for each degree.
const ONES: u128 = {
    let (mut ones, mut degree) = (0, 0);
    while degree < DEGREES {
        ones |= 1 << (FIELD * degree as u32);
        degree += 1;
    }
    ones
};

/// The free bit of each degree.
const GUARDS: u128 = ONES << (FIELD - 1);

/// All bits of all degrees.
const ALL: u128 = (1 << (FIELD * DEGREES as u32)) - 1;

/// A number of cells for each degree. The sum of all of them has at most 15 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Counts(u128);

impl Counts {
    pub(super) const ZERO: Self = Self(0);

    pub(super) fn of_histogram(histogram: &Histogram) -> Self {
        let counts = histogram.iter().enumerate().map(|(degree, &cells)| Self::only(degree, cells));
        counts.fold(Self::ZERO, Self::plus)
    }

    /// So many cells of one degree.
    pub(super) const fn only(degree: usize, cells: usize) -> Self {
        Self((cells as u128) << (FIELD * degree as u32))
    }

    const fn of(self, degree: usize) -> usize {
        (self.0 >> (FIELD * degree as u32)) as usize & ((1 << FIELD) - 1)
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Without others, if there are enough of each degree.
    pub(super) fn without(self, other: Self) -> Option<Self> {
        let rest = (self.0 | GUARDS) - other.0;
        (rest & GUARDS == GUARDS).then_some(Self(rest ^ GUARDS))
    }

    /// For each degree, the cells of that degree and of all smaller ones.
    pub(super) const fn up_to(self) -> Self {
        Self(self.0.wrapping_mul(ONES) & ALL)
    }

    /// For each degree, the cells of that degree and of all larger ones.
    pub(super) const fn from(self) -> Self {
        let up_to = self.up_to();
        let all = ONES * up_to.of(LARGEST) as u128;
        Self(all - (up_to.0 << FIELD & ALL))
    }

    /// Whether no number is above that of the same degree.
    pub(super) fn within(self, other: Self) -> bool {
        ((other.0 | GUARDS) - self.0) & GUARDS == GUARDS
    }

    /// The degrees with at least so many cells, as bits.
    pub(super) fn at_least(self, cells: usize) -> u32 {
        // One bit in each 16 of a word, brought together by a product.
        const GATHER: u64 = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3;
        let rest = ((self.0 | GUARDS) - ONES * cells as u128) >> (FIELD - 1) & ONES;
        let four = |bits: u64| (bits.wrapping_mul(GATHER) >> 48) as u32 & 0b1111;
        four(rest as u64) | four((rest >> 64) as u64) << 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The same by walking through the degrees one by one.
    #[test]
    fn all_degrees_at_once_are_as_one_by_one() {
        let mut random = Random::new(3);
        let mut draw = || -> Histogram { std::array::from_fn(|_| random.below(5)) };
        let (mut within, mut enough) = (0, 0);
        for _ in 0..2000 {
            let (a, b) = (draw(), draw());
            let (one, other) = (Counts::of_histogram(&a), Counts::of_histogram(&b));
            let every = (0..DEGREES).all(|at| a[at] <= b[at]);
            assert_eq!(one.within(other), every);
            let rest = every.then(|| std::array::from_fn(|at| b[at] - a[at]));
            assert_eq!(other.without(one), rest.map(|rest| Counts::of_histogram(&rest)));
            let up_to = std::array::from_fn(|at| a[..=at].iter().sum());
            assert_eq!(one.up_to(), Counts::of_histogram(&up_to));
            let from = std::array::from_fn(|at| a[at..].iter().sum());
            assert_eq!(one.from(), Counts::of_histogram(&from));
            for cells in 0..6 {
                let bits = (0..DEGREES).filter(|&at| a[at] >= cells).map(|at| 1 << at).sum::<u32>();
                assert_eq!(one.at_least(cells), bits);
            }
            (within, enough) = (within + usize::from(every), enough + usize::from(!every));
        }
        assert!(within > 5 && enough > 5, "the rounds would say little: {within}");
    }
}
