//! A set of hashes that takes a few bits for each: it never denies what was put in, and rarely
//! agrees to anything else. It is a Bloom filter (Bloom 1970) whose bits for one hash are in one
//! word of memory, so that each question costs one access.
//!
//! The memory is divided into regions. What is put in or asked is gathered by region first: then
//! accesses are near each other, and a lock is taken for many at once.

use std::sync::Mutex;

/// The most regions.
const REGIONS: usize = 64;
/// The bits of a hash that choose bits within a word, from the top.
const CHOOSING: u32 = 18;
/// The bits of a hash; see `space`.
const BITS: u32 = 64 - super::space::WAYS;
/// What is gathered before a region is touched.
pub(super) const GATHERED: usize = 512;

/// Where hashes go.
#[derive(Clone, Copy)]
struct Layout {
    /// The number of words of a region, a power of two.
    words: usize,
    regions: usize,
}

impl Layout {
    fn new(words: usize) -> Self {
        let words = words.next_power_of_two();
        let regions = words.min(REGIONS);
        Self { words: words / regions, regions }
    }

    #[inline(always)]
    fn region(self, hash: u64) -> usize {
        hash as usize & (self.regions - 1)
    }

    #[inline(always)]
    fn word(self, hash: u64) -> usize {
        (hash >> REGIONS.ilog2()) as usize & (self.words - 1)
    }
}

/// The three bits of a hash.
#[inline(always)]
fn bits(hash: u64) -> u64 {
    let high = hash >> (BITS - CHOOSING);
    1 << (high & 63) | 1 << (high >> 6 & 63) | 1 << (high >> 12 & 63)
}

/// A filter that is being filled, by many at once.
pub(super) struct Filling {
    layout: Layout,
    regions: Vec<Mutex<Vec<u64>>>,
}

impl Filling {
    /// An empty one with so many words.
    pub(super) fn new(words: usize) -> Self {
        let layout = Layout::new(words);
        let region = || Mutex::new(vec![0; layout.words]);
        Self { layout, regions: (0..layout.regions).map(|_| region()).collect() }
    }

    /// Puts in hashes of one region.
    fn enter(&self, region: usize, hashes: &[u64]) {
        let mut words = self.regions[region].lock().expect("no holder panics");
        for &hash in hashes {
            words[self.layout.word(hash)] |= bits(hash);
        }
    }

    pub(super) fn finished(self) -> Filter {
        let regions = self.regions.into_iter();
        let regions = regions.map(|region| region.into_inner().expect("no holder panics"));
        Filter { layout: self.layout, regions: regions.collect() }
    }
}

/// A filter that is filled.
pub(super) struct Filter {
    layout: Layout,
    regions: Vec<Vec<u64>>,
}

impl Filter {
    /// A filter with some hashes.
    pub(super) fn of(hashes: impl ExactSizeIterator<Item = u64>, bits_each: usize) -> Self {
        let filling = Filling::new((hashes.len() * bits_each).div_ceil(64));
        let mut gathering = Gathering::new();
        for hash in hashes {
            gathering.put(&filling, hash);
        }
        gathering.finish(&filling);
        filling.finished()
    }

    /// Whether a hash may have been put in.
    #[inline(always)]
    fn holds(&self, region: &[u64], hash: u64) -> bool {
        let bits = bits(hash);
        region[self.layout.word(hash)] & bits == bits
    }
}

/// Hashes on their way into a filter, by region.
pub(super) struct Gathering {
    regions: Vec<Vec<u64>>,
}

impl Gathering {
    pub(super) fn new() -> Self {
        Self { regions: vec![Vec::with_capacity(GATHERED); REGIONS] }
    }

    #[inline(always)]
    pub(super) fn put(&mut self, filling: &Filling, hash: u64) {
        let region = filling.layout.region(hash);
        self.regions[region].push(hash);
        if self.regions[region].len() == GATHERED {
            filling.enter(region, &self.regions[region]);
            self.regions[region].clear();
        }
    }

    pub(super) fn finish(&mut self, filling: &Filling) {
        for region in 0..filling.layout.regions {
            filling.enter(region, &self.regions[region]);
            self.regions[region].clear();
        }
    }
}

/// Questions for a filter, by region: hashes, each with something that belongs to it.
pub(super) struct Questions {
    regions: Vec<Vec<(u64, u64)>>,
}

impl Questions {
    pub(super) fn new() -> Self {
        Self { regions: vec![Vec::with_capacity(GATHERED); REGIONS] }
    }

    /// Asks about a hash; what the filter agrees to is handed on, sooner or later.
    #[inline(always)]
    pub(super) fn ask(&mut self, filter: &Filter, asked: (u64, u64), mut agreed: impl FnMut((u64, u64))) {
        let region = filter.layout.region(asked.0);
        self.regions[region].push(asked);
        if self.regions[region].len() == GATHERED {
            self.answer(filter, region, &mut agreed);
        }
    }

    fn answer(&mut self, filter: &Filter, region: usize, agreed: &mut impl FnMut((u64, u64))) {
        let words = &filter.regions[region];
        let held = self.regions[region].drain(..).filter(|(hash, _)| filter.holds(words, *hash));
        held.for_each(agreed);
    }

    pub(super) fn finish(&mut self, filter: &Filter, mut agreed: impl FnMut((u64, u64))) {
        for region in 0..filter.layout.regions {
            self.answer(filter, region, &mut agreed);
        }
    }
}
