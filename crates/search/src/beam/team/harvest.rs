//! What a thread finds while it expands its chunks: the candidates of each chunk in their order, and
//! their hashes by shards.

use super::super::limits::{CHANCE, Limits, key};
use super::super::{Sink, limits};

/// A candidate within the limit, as its chunk knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub(super) estimate: u32,
    /// The number of its parent in the chunk.
    pub(super) parent: u16,
    pub(super) step: u8,
}

/// A candidate as its shard knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) hash: u64,
    pub(super) bin: u16,
    /// The number of the candidate in its chunk.
    pub(super) number: u16,
}

/// A bin fits into an entry.
const _: () = assert!(limits::BINS <= 1 << 16);

/// A move to a goal: its chunk, the number of its parent there, and itself.
pub(super) type Goal = (usize, u16, u8);

/// The finds of one thread.
#[derive(Debug)]
pub(super) struct Harvest {
    /// The chunks of this level that the thread has expanded, and where the candidates of each begin.
    pub(super) chunks: Vec<(usize, usize)>,
    taken: Vec<Taken>,
    /// The first of those chunks whose entries are there still.
    first: usize,
    entries: Vec<Vec<Entry>>,
    /// For each of those chunks and each shard where the entries begin.
    begins: Vec<u32>,
    pub(super) offered: u64,
    pub(super) refused: bool,
    pub(super) goal: Option<Goal>,
}

impl Harvest {
    pub(super) fn new(shards: usize) -> Self {
        Self {
            chunks: Vec::new(),
            taken: Vec::new(),
            first: 0,
            entries: vec![Vec::new(); shards],
            begins: Vec::new(),
            offered: 0,
            refused: false,
            goal: None,
        }
    }

    /// Begins a level.
    pub(super) fn clear(&mut self) {
        self.chunks.clear();
        self.taken.clear();
        (self.offered, self.refused, self.goal) = (0, false, None);
        self.next_batch();
    }

    /// Begins to expand more chunks of the level.
    pub(super) fn next_batch(&mut self) {
        self.first = self.chunks.len();
        self.entries.iter_mut().for_each(Vec::clear);
        self.begins.clear();
    }

    pub(super) fn begin_chunk(&mut self, chunk: usize) {
        self.chunks.push((chunk, self.taken.len()));
        self.begins.extend(self.entries.iter().map(|entries| entries.len() as u32));
    }

    /// How many candidates the last chunk has.
    pub(super) fn in_chunk(&self) -> usize {
        self.taken.len() - self.chunks.last().map_or(0, |(_, begin)| *begin)
    }

    /// The chunks of the batch by their places here.
    pub(super) fn batch(&self) -> impl Iterator<Item = (usize, usize)> {
        let numbered = self.chunks.iter().enumerate().skip(self.first);
        numbered.map(|(place, (chunk, _))| (*chunk, place))
    }

    /// The candidates of the chunk at a place.
    pub(super) fn taken(&self, place: usize) -> &[Taken] {
        let end = self.chunks.get(place + 1).map_or(self.taken.len(), |(_, begin)| *begin);
        &self.taken[self.chunks[place].1..end]
    }

    /// What the chunk at a place has for a shard.
    pub(super) fn entries(&self, place: usize, shard: usize) -> &[Entry] {
        let (row, entries) = (place - self.first, &self.entries[shard]);
        let begin = |row: usize| self.begins.get(row * self.entries.len() + shard);
        let end = begin(row + 1).map_or(entries.len(), |end| *end as usize);
        &entries[self.begins[row * self.entries.len() + shard] as usize..end]
    }
}

/// The shard of a state, by the upper bits of its hash.
#[inline]
pub(super) fn shard(hash: u64, bits: u32) -> usize {
    (hash.rotate_left(bits) & ((1 << bits) - 1)) as usize
}

/// Takes the moves from the nodes of a chunk.
pub(super) struct Reaper<'a> {
    harvest: &'a mut Harvest,
    limits: &'a Limits,
    limit: u64,
    /// The bits of a hash that choose its shard.
    bits: u32,
    chunk: usize,
    begin: usize,
    pub(super) parent: u16,
    offered: u64,
    refused: bool,
}

impl<'a> Reaper<'a> {
    pub(super) fn new(
        harvest: &'a mut Harvest,
        limits: &'a Limits,
        bin: usize,
        chunk: usize,
    ) -> Self {
        harvest.begin_chunk(chunk);
        let (begin, bits) = (harvest.taken.len(), harvest.entries.len().trailing_zeros());
        let limit = limits.key_of(bin);
        Self { harvest, limits, limit, bits, chunk, begin, parent: 0, offered: 0, refused: false }
    }
}

impl Sink for Reaper<'_> {
    #[inline]
    fn limit(&self) -> u32 {
        (self.limit >> CHANCE).min(u64::from(u32::MAX)) as u32
    }

    #[inline]
    fn offer(&mut self, step: u8, estimate: u32, hash: impl FnOnce() -> u64) {
        self.offered += 1;
        if u64::from(estimate) << CHANCE > self.limit {
            self.refused = true;
            return;
        }
        if estimate == 0 {
            let goal = (self.chunk, self.parent, step);
            self.harvest.goal = self.harvest.goal.or(Some(goal));
        }
        let hash = hash();
        let key = key(estimate, hash);
        if key > self.limit {
            self.refused = true;
            return;
        }
        let (number, bin) = (self.harvest.taken.len() - self.begin, self.limits.bin_of(key));
        self.harvest.taken.push(Taken { estimate, parent: self.parent, step });
        let entry = Entry { hash, bin: bin as u16, number: number as u16 };
        self.harvest.entries[shard(hash, self.bits)].push(entry);
    }
}

impl Drop for Reaper<'_> {
    fn drop(&mut self) {
        self.harvest.offered += self.offered;
        self.harvest.refused |= self.refused;
    }
}
