//! Keys of candidates, bins of the histogram, and the limit with which a level begins.
//!
//! A key is the estimate, then chance. A level refuses keys above a limit that begins a little above
//! the last limit of the level before. If that was too low to fill the beam, the level is repeated
//! without a limit, or a beam that lacks an eighth is taken as it is.
//!
//! Invariant: the limits of a level follow from the levels before, not from the threads that collect the candidates.

/// Bits of the hash by which equal estimates are told apart.
pub(super) const CHANCE: u32 = 4;
/// Bins of the histogram. Keys outside are counted in the first or the last one.
pub(super) const BINS: usize = 1 << 15;
/// The bins below the least key of the present beam.
const BELOW: u64 = BINS as u64 / 4;

/// The key of a candidate. The upper bits of a hash place it in its table; those below are independent.
#[inline]
pub(super) fn key(estimate: u32, hash: u64) -> u64 {
    u64::from(estimate) << CHANCE | (hash >> 20 & ((1 << CHANCE) - 1))
}

/// The limit of a level, and what is known from the levels before.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    width: usize,
    /// The key of the first bin.
    base: u64,
    /// The bin at which the level begins, and how far above the last limit that is.
    first: usize,
    margin: u64,
    /// The limit with which the last full level ended.
    last: Option<u64>,
}

impl Limits {
    pub(super) fn new(width: usize) -> Self {
        Self { width, base: 0, first: BINS - 1, margin: 4 << CHANCE, last: None }
    }

    /// Begins the level that follows a beam with a least estimate.
    pub(super) fn begin(&mut self, least: u32) {
        self.base = (u64::from(least) << CHANCE).saturating_sub(BELOW);
        let limit = self.last.map_or(u64::MAX, |last| last + self.margin);
        self.first = self.bin_of(limit);
    }

    /// The bin at which the level begins.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    #[inline]
    pub(super) fn bin_of(&self, key: u64) -> usize {
        key.saturating_sub(self.base).min(BINS as u64 - 1) as usize
    }

    /// The largest key of a bin.
    pub(super) fn key_of(&self, bin: usize) -> u64 {
        if bin == BINS - 1 { u64::MAX } else { self.base + bin as u64 }
    }

    /// Ends a level that kept so many candidates up to a bin. Says whether they make the next beam; if
    /// not, the level is to be repeated.
    pub(super) fn settle(&mut self, kept: usize, bin: usize, refused: bool) -> bool {
        let full = kept >= self.width;
        if full || !refused {
            self.last = full.then(|| self.key_of(bin)).filter(|_| bin < BINS - 1);
            self.margin -= self.margin / 16;
            return true;
        }
        self.margin = self.margin * 2 + 1;
        if kept * 8 >= self.width * 7 {
            self.last = Some(self.key_of(bin));
            return true;
        }
        self.first = BINS - 1;
        false
    }
}
