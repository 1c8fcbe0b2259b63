//! Which candidates make the next beam: the `width` best different ones, the earlier of equals.
//!
//! A histogram of the estimates so far gives the worst estimate that can still be among the best,
//! the limit. It falls while candidates come, and it begins a little above the final limit of the
//! level before, so that most candidates are refused by one comparison, unhashed. Should it have
//! begun too low, the level is gone through once more with a higher one.

use std::cmp::Ordering;
use std::thread;

use super::seen::{Level, Past};
use super::{Candidate, Node, Sink};

/// Bits of the hash by which equal estimates are told apart.
const CHANCE: u32 = 4;
/// Bins of the histogram. Keys outside are counted in the first or the last one.
const BINS: usize = 1 << 15;
/// The bins below the least key of the present beam.
const BELOW: u64 = BINS as u64 / 4;
/// The buffer has room for so many times the width.
const ROOM: usize = 4;
/// Candidates that are looked up together: in tables larger than the cache each has to wait for the
/// memory, and so they wait at the same time.
const BATCH: usize = 32;
/// So many candidates are joined by several threads.
const MANY: usize = 1 << 13;

impl Candidate {
    pub(super) fn node(&self) -> Node {
        Node { estimate: (self.key >> CHANCE) as u32, hash: self.hash }
    }
}

/// Collects the candidates of a level.
#[derive(Debug)]
pub(super) struct Selection {
    width: usize,
    buffer: Vec<Candidate>,
    /// Candidates that were not looked up yet.
    pending: Vec<Candidate>,
    level: Level,
    counts: Vec<u32>,
    /// The key of the first bin.
    base: u64,
    /// The worst bin that can still be among the best.
    bin: usize,
    /// Candidates in the bins up to that one.
    total: usize,
    /// The bin at which the level began, and how far above the last limit that was.
    first: usize,
    margin: u64,
    /// The limit with which the last full level ended.
    last: Option<u64>,
    refused: bool,
    offered: u64,
    goal: Option<(u32, u8)>,
}

impl Selection {
    pub(super) fn new(width: usize) -> Self {
        Self::sharing(width, 1)
    }

    /// One of several that share the candidates of a level. It has room for its share, and takes more if
    /// it must.
    pub(super) fn sharing(width: usize, parties: usize) -> Self {
        let share = width.div_ceil(parties);
        Self {
            width,
            buffer: Vec::with_capacity(ROOM * share),
            pending: Vec::with_capacity(BATCH),
            level: Level::new(share),
            counts: vec![0; BINS],
            base: 0,
            bin: BINS - 1,
            total: 0,
            first: BINS - 1,
            margin: 4 << CHANCE,
            last: None,
            refused: false,
            offered: 0,
            goal: None,
        }
    }

    /// The bytes that a selection takes.
    pub(super) fn bytes(width: usize) -> usize {
        ROOM * width * size_of::<Candidate>() + Level::bytes(width) + BINS * size_of::<u32>()
    }

    /// The bytes that one of several selections can take. Buffer and table become larger by and by, and
    /// while one does the smaller one is there too; and repeated candidates are marked.
    pub(super) fn sharing_bytes(width: usize) -> usize {
        Self::bytes(width) * 3 / 2 + ROOM * width * (size_of::<u32>() + size_of::<bool>())
    }

    /// Begins the level that follows a beam.
    pub(super) fn begin(&mut self, nodes: &[Node]) {
        let least = nodes.iter().map(|node| node.estimate).min().unwrap_or(0);
        self.base = (u64::from(least) << CHANCE).saturating_sub(BELOW);
        let limit = self.last.map_or(u64::MAX, |last| last + self.margin);
        self.first = self.bin_of(limit);
        self.clear();
    }

    /// Begins the same level as another selection.
    pub(super) fn begin_as(&mut self, other: &Self) {
        (self.base, self.first) = (other.base, other.first);
        self.clear();
    }

    fn clear(&mut self) {
        self.buffer.clear();
        self.pending.clear();
        self.level.clear();
        self.counts.fill(0);
        (self.bin, self.total) = (self.first, 0);
        (self.refused, self.offered, self.goal) = (false, 0, None);
    }

    fn bin_of(&self, key: u64) -> usize {
        key.saturating_sub(self.base).min(BINS as u64 - 1) as usize
    }

    /// The largest key that is not refused.
    fn limit(&self) -> u64 {
        if self.bin == BINS - 1 { u64::MAX } else { self.base + self.bin as u64 }
    }

    /// Opens the selection for the moves from a node.
    pub(super) fn from<'a>(&'a mut self, parent: u32, past: &'a Past) -> From<'a> {
        From { limit: self.limit(), selection: self, past, parent, offered: 0 }
    }

    /// Takes over what other selections of the same level have collected, each from later parents than
    /// the one before.
    pub(super) fn join(&mut self, others: &mut [Self]) {
        self.offered = others.iter().map(|other| other.offered).sum();
        self.refused = others.iter().any(|other| other.refused);
        self.goal = others.iter().find_map(|other| other.goal);
        if others.iter().map(|other| other.buffer.len()).sum::<usize>() >= MANY {
            return self.join_many(others);
        }
        for candidate in others.iter().flat_map(|other| &other.buffer) {
            if candidate.key <= self.limit() {
                self.take(*candidate);
            }
        }
    }

    /// Joins selections that are so large that all of them should work. What comes of it is the same.
    fn join_many(&mut self, others: &mut [Self]) {
        let repeated = repeated(others);
        each(others, |number, other| {
            other.forget(repeated.iter().map(|of_shard| &of_shard[number]));
        });
        for other in others.iter() {
            self.counts.iter_mut().zip(&other.counts).for_each(|(all, own)| *all += own);
        }
        self.total = self.counts[..=self.bin].iter().map(|count| *count as usize).sum();
        self.fall();
        // Of those that are equally bad the earlier ones stay.
        let (bin, mut equals) = (self.bin, self.width.saturating_sub(self.better()));
        for other in others.iter_mut() {
            let own = equals.min(other.counts[bin] as usize);
            equals -= own;
            (other.bin, other.total) = (bin, own);
        }
        each(others, |_, other| other.keep(other.total));
        others.iter().for_each(|other| self.buffer.extend_from_slice(&other.buffer));
        self.counts[bin] -= (self.total - self.buffer.len()) as u32;
        self.total = self.buffer.len();
    }

    /// Drops candidates by their numbers and counts the others anew.
    fn forget<'a>(&mut self, repeated: impl Iterator<Item = &'a Vec<u32>>) {
        let mut known = vec![false; self.buffer.len()];
        repeated.flatten().for_each(|at| known[*at as usize] = true);
        let mut known = known.into_iter();
        self.buffer.retain(|_| !known.next().unwrap_or(false));
        self.counts.fill(0);
        for candidate in &self.buffer {
            let bin = candidate.key.saturating_sub(self.base).min(BINS as u64 - 1) as usize;
            self.counts[bin] += 1;
        }
    }

    /// Looks up the candidates that wait for it. To be called when all were offered.
    pub(super) fn flush(&mut self, past: &Past) {
        let mut known = [false; BATCH];
        for (candidate, known) in self.pending.iter().zip(&mut known) {
            *known = past.contains(candidate.hash);
        }
        self.level.touch(self.pending.iter().map(|candidate| candidate.hash));
        for (at, known) in known.into_iter().take(self.pending.len()).enumerate() {
            let candidate = self.pending[at];
            if !known && candidate.key <= self.limit() {
                self.take(candidate);
            }
        }
        self.pending.clear();
    }

    /// Takes a candidate within the limit, if it is new.
    fn take(&mut self, candidate: Candidate) {
        if !self.level.enter(candidate.hash) {
            return;
        }
        let bin = self.bin_of(candidate.key);
        self.counts[bin] += 1;
        self.total += 1;
        self.fall();
        if self.buffer.len() == self.buffer.capacity() {
            // Never more than what tidying leaves room for.
            let more = self.buffer.len().min(ROOM * self.width - self.buffer.len());
            self.buffer.reserve_exact(more);
        }
        self.buffer.push(candidate);
        if self.buffer.len() == ROOM * self.width {
            self.tidy();
        }
    }

    /// Candidates in better bins than the worst that is kept.
    fn better(&self) -> usize {
        self.total - self.counts[self.bin] as usize
    }

    /// Lowers the limit as far as there are enough candidates below it.
    fn fall(&mut self) {
        while self.bin > 0 && self.better() >= self.width {
            self.total = self.better();
            self.bin -= 1;
        }
    }

    /// Drops what cannot be among the best any more, so that buffer and table stay small.
    fn tidy(&mut self) {
        self.drop_worst();
        self.level.clear();
        self.buffer.iter().for_each(|candidate| {
            self.level.enter(candidate.hash);
        });
    }

    fn drop_worst(&mut self) {
        let equals = self.width.saturating_sub(self.better());
        let kept = self.counts[self.bin].min(equals as u32);
        self.total = self.better() + kept as usize;
        self.counts[self.bin] = kept;
        self.keep(equals);
    }

    /// Keeps what is better than the worst bin, and the first ones of that.
    fn keep(&mut self, mut equals: usize) {
        let (base, worst) = (self.base, self.bin);
        let bin_of = |key: u64| key.saturating_sub(base).min(BINS as u64 - 1) as usize;
        self.buffer.retain(|candidate| match bin_of(candidate.key).cmp(&worst) {
            Ordering::Less => true,
            Ordering::Equal => {
                let stays = equals > 0;
                equals -= usize::from(stays);
                stays
            }
            Ordering::Greater => false,
        });
    }

    /// Ends a level. If the limit was too low to fill the beam, the selection begins anew with a
    /// higher one and says so.
    pub(super) fn settle(&mut self) -> bool {
        let full = self.buffer.len() >= self.width;
        self.drop_worst();
        if full || !self.refused {
            self.last = full.then(|| self.limit()).filter(|_| self.bin < BINS - 1);
            self.margin -= self.margin / 16;
            return true;
        }
        self.margin = self.margin * 2 + 1;
        if self.buffer.len() * 8 >= self.width * 7 {
            self.last = Some(self.limit());
            return true;
        }
        self.first = BINS - 1;
        self.clear();
        false
    }

    /// What makes the next beam, in the order of the parents.
    pub(super) fn kept(&mut self) -> &mut Vec<Candidate> {
        &mut self.buffer
    }

    /// Candidates that were offered at this level.
    pub(super) fn offered(&self) -> u64 {
        self.offered
    }

    /// The first move that led to a goal: its parent and itself.
    pub(super) fn goal(&self) -> Option<(u32, u8)> {
        self.goal
    }
}

/// Lets each selection do its part.
fn each(selections: &mut [Selection], work: impl Fn(usize, &mut Selection) + Sync) {
    let work = &work;
    thread::scope(|scope| {
        for (number, selection) in selections.iter_mut().enumerate() {
            scope.spawn(move || work(number, selection));
        }
    });
}

/// The candidates that an earlier selection has too: for each shard of the hashes and each selection
/// their numbers in its buffer. The shards share the work, each with the table of a selection.
fn repeated(selections: &mut [Selection]) -> Vec<Vec<Vec<u32>>> {
    let shards = selections.len() as u64;
    let empty = || Level::new(0);
    let tables: Vec<Level> = selections
        .iter_mut()
        .map(|selection| std::mem::replace(&mut selection.level, empty()))
        .collect();
    let buffers: Vec<&[Candidate]> =
        selections.iter().map(|selection| &selection.buffer[..]).collect();
    let buffers = &buffers;
    let search = |shard: u64, mut table: Level| {
        table.clear();
        let mut repeated = Vec::with_capacity(buffers.len());
        for buffer in buffers {
            let own = buffer.iter().enumerate().filter(|(_, it)| (it.hash >> 32) % shards == shard);
            let again = own.filter(|(_, candidate)| !table.enter(candidate.hash));
            repeated.push(again.map(|(at, _)| at as u32).collect::<Vec<u32>>());
        }
        (repeated, table)
    };
    let search = &search;
    let found: Vec<(Vec<Vec<u32>>, Level)> = thread::scope(|scope| {
        let shards = tables.into_iter().zip(0..);
        let handles: Vec<_> =
            shards.map(|(table, shard)| scope.spawn(move || search(shard, table))).collect();
        handles.into_iter().map(|handle| handle.join().expect("no shard panics")).collect()
    });
    let (repeated, tables): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    selections.iter_mut().zip(tables).for_each(|(selection, table)| selection.level = table);
    repeated
}

/// Takes the moves from one node.
pub(super) struct From<'a> {
    selection: &'a mut Selection,
    past: &'a Past,
    parent: u32,
    limit: u64,
    offered: u64,
}

impl Sink for From<'_> {
    #[inline]
    fn limit(&self) -> u32 {
        (self.limit >> CHANCE).min(u64::from(u32::MAX)) as u32
    }

    #[inline]
    fn offer(&mut self, step: u8, estimate: u32, hash: impl FnOnce() -> u64) {
        self.offered += 1;
        let least = u64::from(estimate) << CHANCE;
        if least > self.limit {
            self.selection.refused = true;
            return;
        }
        if estimate == 0 {
            self.selection.goal = self.selection.goal.or(Some((self.parent, step)));
        }
        self.consider(step, least, hash());
    }
}

impl From<'_> {
    fn consider(&mut self, step: u8, least: u64, hash: u64) {
        // The upper bits place a hash in its table; those below them are independent.
        let key = least | (hash >> 20 & ((1 << CHANCE) - 1));
        if key > self.limit {
            self.selection.refused = true;
            return;
        }
        self.selection.pending.push(Candidate { key, hash, parent: self.parent, step });
        if self.selection.pending.len() == BATCH {
            self.selection.flush(self.past);
            self.limit = self.selection.limit();
        }
    }
}

impl Drop for From<'_> {
    fn drop(&mut self) {
        self.selection.offered += self.offered;
    }
}
