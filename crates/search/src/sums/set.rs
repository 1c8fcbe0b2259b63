//! Sets of small numbers as bits of a few words.

/// A set of numbers below 64 W.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    /// The set without elements.
    pub(super) const EMPTY: Self = Self([0; W]);

    /// The numbers below `end`.
    pub(super) fn below(end: usize) -> Self {
        let word = |at: usize| match end.saturating_sub(64 * at) {
            0 => 0,
            bits if bits >= 64 => u64::MAX,
            bits => (1 << bits) - 1,
        };
        Self(std::array::from_fn(word))
    }

    /// The numbers from `low` to `high`, as far as there are any.
    pub(super) fn between(low: i64, high: i64) -> Self {
        if W == 1 {
            // Of what is beyond all numbers nothing is left.
            let from = u64::MAX.unbounded_shl(low.max(0) as u32);
            return Self([from & u64::MAX.unbounded_shr((63 - high).max(0) as u32); W]);
        }
        let end = (high + 1).clamp(0, 64 * W as i64) as usize;
        Self::below(end).without(Self::below(low.clamp(0, 64 * W as i64) as usize))
    }

    /// Writes the sums of the k least and of the k largest elements, for each k from 1 on; where there are
    /// not so many, sums that nothing reaches.
    pub(super) fn extreme_sums(self, sums: &mut [(i64, i64)]) {
        let (mut up, mut down) = (self, self);
        let (mut least, mut largest) = (0, 0);
        for sum in sums.iter_mut().skip(1) {
            if up.is_empty() {
                *sum = (i64::MAX / 4, i64::MIN / 4);
                continue;
            }
            let high = down.most();
            (least, largest) = (least + up.least() as i64, largest + high as i64);
            (up, down) = (up.without_least(), down.without(Self::only(high)));
            *sum = (least, largest);
        }
    }

    /// The set with one element.
    pub(super) fn only(number: usize) -> Self {
        if W == 1 {
            return Self([1 << number; W]);
        }
        let mut set = Self::EMPTY;
        set.0[number / 64] = 1 << (number % 64);
        set
    }

    pub(super) fn contains(self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub(super) fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(super) fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is exactly one element.
    pub(super) fn is_single(self) -> bool {
        let count = |word: u64| u32::from(word != 0) + u32::from(word & word.wrapping_sub(1) != 0);
        self.0.iter().map(|&word| count(word)).sum::<u32>() == 1
    }

    /// The least element of a set that is not empty.
    pub(super) fn least(self) -> usize {
        let at = (0..W).find(|&at| self.0[at] != 0).unwrap_or(W - 1);
        64 * at + self.0[at].trailing_zeros() as usize
    }

    /// The largest element of a set that is not empty.
    pub(super) fn most(self) -> usize {
        let at = (0..W).rev().find(|&at| self.0[at] != 0).unwrap_or(0);
        64 * at + 63 - self.0[at].leading_zeros() as usize
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// 64 W − 1 − x for every x.
    pub(super) fn mirrored(self) -> Self {
        Self(std::array::from_fn(|at| self.0[W - 1 - at].reverse_bits()))
    }

    /// Of a mirrored set: the numbers x for which sum − x is in the set before it was mirrored.
    pub(super) fn partners(self, sum: i64) -> Self {
        self.shifted(sum - (64 * W as i64 - 1))
    }

    /// x + distance for every x, as far as there is room.
    pub(super) fn shifted(self, distance: i64) -> Self {
        if W == 1 {
            // Without a branch: one of the two is a shift by far too much.
            let (up, down) = (distance as u32, distance.wrapping_neg() as u32);
            return Self([self.0[0].unbounded_shl(up) | self.0[0].unbounded_shr(down); W]);
        }
        match usize::try_from(distance) {
            Ok(up) => self.raised(up),
            Err(_) => {
                let down = distance.unsigned_abs() as usize;
                Self(std::array::from_fn(|at| self.bits_from(at * 64 + down)))
            }
        }
    }

    /// 64 bits from a place on.
    fn bits_from(self, place: usize) -> u64 {
        let (at, bit) = (place / 64, place % 64);
        let word = |at: usize| if at < W { self.0[at] } else { 0 };
        match bit {
            0 => word(at),
            bit => word(at) >> bit | word(at + 1) << (64 - bit),
        }
    }

    /// [`shifted`](Self::shifted) upwards.
    fn raised(self, distance: usize) -> Self {
        let (words, bits) = (distance / 64, distance % 64);
        let word = |at: Option<usize>| at.map_or(0, |at| self.0[at]);
        Self(std::array::from_fn(|at| {
            let high = word(at.checked_sub(words));
            let low = word(at.checked_sub(words + 1));
            if bits == 0 { high } else { high << bits | low >> (64 - bits) }
        }))
    }

    /// The set without its least element.
    pub(super) fn without_least(mut self) -> Self {
        self.pop();
        self
    }

    /// Takes the least element out.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let at = (0..W).find(|&at| self.0[at] != 0)?;
        let bit = self.0[at].trailing_zeros() as usize;
        self.0[at] &= self.0[at] - 1;
        Some(64 * at + bit)
    }

    /// The elements, ascending.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| {
            std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| 64 * at + rest.trailing_zeros() as usize)
        })
    }
}

/// A set together with its mirror image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mirrored<const W: usize> {
    pub(super) set: Set<W>,
    pub(super) image: Set<W>,
}

impl<const W: usize> Mirrored<W> {
    pub(super) fn new(set: Set<W>) -> Self {
        Self { set, image: set.mirrored() }
    }

    pub(super) fn without(self, number: usize) -> Self {
        let image = self.image.without(Set::only(64 * W - 1 - number));
        Self { set: self.set.without(Set::only(number)), image }
    }
}

#[cfg(test)]
mod tests {
    use super::Set;

    fn set<const W: usize>(numbers: &[usize]) -> Set<W> {
        numbers.iter().fold(Set::EMPTY, |set, &number| set.or(Set::only(number)))
    }

    fn partners_are_those_with_the_sum<const W: usize>(numbers: &[usize]) {
        let mirrored = set::<W>(numbers).mirrored();
        for sum in -70..200 * W as i64 {
            let expected: Vec<usize> = (0..64 * W)
                .filter(|&x| numbers.iter().any(|&y| x as i64 + y as i64 == sum))
                .collect();
            assert_eq!(mirrored.partners(sum).iter().collect::<Vec<_>>(), expected, "{sum}");
        }
    }

    #[test]
    fn partners_in_one_to_three_words() {
        partners_are_those_with_the_sum::<1>(&[0, 3, 17, 36, 63]);
        partners_are_those_with_the_sum::<2>(&[0, 5, 63, 64, 90, 127]);
        partners_are_those_with_the_sum::<3>(&[1, 62, 63, 64, 128, 168, 191]);
    }

    #[test]
    fn bounds_and_sizes() {
        for end in [1, 19, 63, 64, 65, 127, 128, 169, 192] {
            let all = Set::<3>::below(end);
            assert_eq!((all.least(), all.most(), all.len()), (0, end - 1, end));
            assert_eq!(all.iter().collect::<Vec<_>>(), (0..end).collect::<Vec<_>>());
            assert!(all.contains(end - 1) && (end == 192 || !all.contains(end)));
            assert_eq!(all.without(Set::only(0)).is_empty(), end == 1);
        }
        assert!(Set::<2>::only(100).is_single() && !set::<2>(&[1, 100]).is_single());
    }
}
