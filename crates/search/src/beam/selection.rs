//! Which candidates make the next beam: the `width` best different ones, the earlier of equals.
//!
//! A histogram of the estimates so far gives the worst estimate that can still be among the best,
//! the limit. It falls while candidates come, and it begins a little above the final limit of the
//! level before, so that most candidates are refused by one comparison, unhashed. Should it have
//! begun too low, the level is gone through once more with a higher one.

use std::cmp::Ordering;

use super::pulse::{CANDIDATE, CHUNK, Pulse, TABLE_ENTRY};
use super::seen::{Level, Past};
use super::{Candidate, Node, Sink};
use crate::run::{Halt, Run};

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
    /// The bins up to this one may hold counts.
    counted: usize,
    /// The limit with which the last full level ended.
    last: Option<u64>,
    refused: bool,
    offered: u64,
    goal: Option<(u32, u8)>,
    /// Whether any new candidate of this level was refused or dropped.
    cut: bool,
    /// Why the run has to stop, if that was seen while a candidate was taken. Nothing is taken after it.
    halt: Option<Halt>,
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
            counted: BINS - 1,
            last: None,
            refused: false,
            offered: 0,
            goal: None,
            cut: false,
            halt: None,
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
    pub(super) fn begin(&mut self, nodes: &[Node], pulse: &Pulse<'_>) -> Result<(), Halt> {
        let least = nodes.iter().map(|node| node.estimate).min().unwrap_or(0);
        self.base = (u64::from(least) << CHANCE).saturating_sub(BELOW);
        let limit = self.last.map_or(u64::MAX, |last| last + self.margin);
        self.first = self.bin_of(limit);
        self.clear(pulse)
    }

    /// Begins the same level as another selection.
    pub(super) fn begin_as(&mut self, other: &Self, pulse: &Pulse<'_>) -> Result<(), Halt> {
        (self.base, self.first) = (other.base, other.first);
        self.clear(pulse)
    }

    fn clear(&mut self, pulse: &Pulse<'_>) -> Result<(), Halt> {
        self.buffer.clear();
        self.pending.clear();
        // Nothing beyond the limit with which the last level began was counted.
        self.counts[..=self.counted].fill(0);
        (self.bin, self.total, self.counted) = (self.first, 0, self.first);
        (self.refused, self.cut, self.offered, self.goal) = (false, false, 0, None);
        self.level.clear(pulse)
    }

    fn bin_of(&self, key: u64) -> usize {
        key.saturating_sub(self.base).min(BINS as u64 - 1) as usize
    }

    /// The largest key that is not refused.
    fn limit(&self) -> u64 {
        if self.bin == BINS - 1 { u64::MAX } else { self.base + self.bin as u64 }
    }

    /// Opens the selection for the moves from a node.
    pub(super) fn from<'a>(&'a mut self, parent: u32, (past, pulse): Scene<'a>) -> From<'a> {
        From { limit: self.limit(), selection: self, past, pulse, parent, offered: 0 }
    }

    /// Takes over what other selections of the same level have collected, each from later parents than
    /// the one before.
    pub(super) fn join(&mut self, others: &mut [Self], pulse: &Pulse<'_>) -> Result<(), Halt> {
        self.offered = others.iter().map(|other| other.offered).sum();
        self.refused = others.iter().any(|other| other.refused);
        self.cut = others.iter().any(|other| other.cut);
        self.goal = others.iter().find_map(|other| other.goal);
        if others.iter().map(|other| other.buffer.len()).sum::<usize>() >= MANY {
            return self.join_many(others, pulse);
        }
        for candidate in others.iter().flat_map(|other| &other.buffer) {
            if candidate.key <= self.limit() {
                self.take(*candidate, pulse)?;
            } else {
                self.cut = true;
            }
        }
        Ok(())
    }

    /// Joins selections that are so large that all of them should work. What comes of it is the same.
    fn join_many(&mut self, others: &mut [Self], pulse: &Pulse<'_>) -> Result<(), Halt> {
        let run = pulse.run();
        let repeated = repeated(others, run)?;
        each(others, run, |number, other, pulse| {
            other.forget(repeated.iter().map(|of_shard| &of_shard[number]), pulse)
        })?;
        let distinct = others.iter().map(|other| other.buffer.len()).sum::<usize>();
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
        each(others, run, |_, other, pulse| other.keep(other.total, pulse))?;
        for chunk in others.iter().flat_map(|other| other.buffer.chunks(CHUNK)) {
            self.buffer.extend_from_slice(chunk);
            pulse.spend(chunk.len(), CANDIDATE)?;
        }
        self.cut |= distinct > self.buffer.len();
        self.counts[bin] -= (self.total - self.buffer.len()) as u32;
        self.total = self.buffer.len();
        Ok(())
    }

    /// Drops candidates by their numbers and counts the others anew.
    fn forget<'a>(
        &mut self,
        repeated: impl Iterator<Item = &'a Vec<u32>>,
        pulse: &Pulse<'_>,
    ) -> Result<(), Halt> {
        let mut known = vec![false; self.buffer.len()];
        for chunk in repeated.flat_map(|numbers| numbers.chunks(CHUNK)) {
            chunk.iter().for_each(|at| known[*at as usize] = true);
            pulse.spend(chunk.len(), CANDIDATE)?;
        }
        self.retain(|at, _| !known[at], pulse)?;
        self.counts.fill(0);
        for at in 0..self.buffer.len() {
            let bin = self.bin_of(self.buffer[at].key);
            self.counts[bin] += 1;
        }
        Ok(())
    }

    /// Keeps the candidates of which a predicate on their number and their key holds.
    fn retain(
        &mut self,
        mut stays: impl FnMut(usize, u64) -> bool,
        pulse: &Pulse<'_>,
    ) -> Result<(), Halt> {
        let (mut kept, all) = (0, self.buffer.len());
        for begin in (0..all).step_by(CHUNK) {
            let end = all.min(begin + CHUNK);
            for at in begin..end {
                let candidate = self.buffer[at];
                self.buffer[kept] = candidate;
                kept += usize::from(stays(at, candidate.key));
            }
            pulse.spend(end - begin, CANDIDATE)?;
        }
        self.buffer.truncate(kept);
        Ok(())
    }

    /// Looks up the candidates that wait for it. To be called when all were offered.
    pub(super) fn flush(&mut self, past: &Past, pulse: &Pulse<'_>) -> Result<(), Halt> {
        self.look_up(past, pulse);
        self.halt.map_or(Ok(()), Err)
    }

    /// The same; a halt is kept for later.
    fn look_up(&mut self, past: &Past, pulse: &Pulse<'_>) {
        let mut known = [false; BATCH];
        for (candidate, known) in self.pending.iter().zip(&mut known) {
            *known = past.contains(candidate.hash);
        }
        self.level.touch(self.pending.iter().map(|candidate| candidate.hash));
        for (at, known) in known.into_iter().take(self.pending.len()).enumerate() {
            let candidate = self.pending[at];
            if known || self.halt.is_some() {
                continue;
            }
            if candidate.key <= self.limit() {
                self.halt = self.take(candidate, pulse).err();
            } else {
                self.cut = true;
            }
        }
        self.pending.clear();
    }

    /// Takes a candidate within the limit, if it is new.
    fn take(&mut self, candidate: Candidate, pulse: &Pulse<'_>) -> Result<(), Halt> {
        if !self.level.enter(candidate.hash, pulse)? {
            return Ok(());
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
        if self.buffer.len() == ROOM * self.width { self.tidy(pulse) } else { Ok(()) }
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
    fn tidy(&mut self, pulse: &Pulse<'_>) -> Result<(), Halt> {
        self.drop_worst(pulse)?;
        self.level.clear(pulse)?;
        for chunk in self.buffer.chunks(CHUNK) {
            for candidate in chunk {
                self.level.enter(candidate.hash, pulse)?;
            }
            pulse.spend(chunk.len(), TABLE_ENTRY)?;
        }
        Ok(())
    }

    fn drop_worst(&mut self, pulse: &Pulse<'_>) -> Result<(), Halt> {
        let equals = self.width.saturating_sub(self.better());
        let kept = self.counts[self.bin].min(equals as u32);
        self.total = self.better() + kept as usize;
        self.counts[self.bin] = kept;
        let before = self.buffer.len();
        self.keep(equals, pulse)?;
        self.cut |= self.buffer.len() < before;
        Ok(())
    }

    /// Keeps what is better than the worst bin, and the first ones of that.
    fn keep(&mut self, mut equals: usize, pulse: &Pulse<'_>) -> Result<(), Halt> {
        let (base, worst) = (self.base, self.bin);
        let bin_of = |key: u64| key.saturating_sub(base).min(BINS as u64 - 1) as usize;
        let stays = |_, key: u64| match bin_of(key).cmp(&worst) {
            Ordering::Less => true,
            Ordering::Equal => {
                let stays = equals > 0;
                equals -= usize::from(stays);
                stays
            }
            Ordering::Greater => false,
        };
        self.retain(stays, pulse)
    }

    /// Ends a level. If the limit was too low to fill the beam, the selection begins anew with a
    /// higher one and says so.
    pub(super) fn settle(&mut self, pulse: &Pulse<'_>) -> Result<bool, Halt> {
        let full = self.buffer.len() >= self.width;
        self.drop_worst(pulse)?;
        if full || !self.refused {
            self.last = full.then(|| self.limit()).filter(|_| self.bin < BINS - 1);
            self.margin -= self.margin / 16;
            return Ok(true);
        }
        self.margin = self.margin * 2 + 1;
        if self.buffer.len() * 8 >= self.width * 7 {
            self.last = Some(self.limit());
            return Ok(true);
        }
        self.first = BINS - 1;
        self.clear(pulse)?;
        Ok(false)
    }

    /// What makes the next beam, in the order of the parents.
    pub(super) fn kept(&mut self) -> &mut Vec<Candidate> {
        &mut self.buffer
    }

    /// Candidates that were offered at this level.
    pub(super) fn offered(&self) -> u64 {
        self.offered
    }

    /// Whether any new candidate of this level was refused or dropped.
    pub(super) fn is_cut(&self) -> bool {
        self.cut
    }

    /// The first move that led to a goal: its parent and itself.
    pub(super) fn goal(&self) -> Option<(u32, u8)> {
        self.goal
    }
}

/// Lets each selection do its part.
fn each(
    selections: &mut [Selection],
    run: &Run<'_>,
    work: impl Fn(usize, &mut Selection, &Pulse<'_>) -> Result<(), Halt> + Sync,
) -> Result<(), Halt> {
    let work = &work;
    let numbered = selections.iter_mut().enumerate();
    let tasks = numbered.map(|(number, one)| move || work(number, one, &Pulse::new(run)));
    run.side_by_side(tasks.collect()).into_iter().collect()
}

/// For each selection numbers of candidates in its buffer.
type Numbers = Vec<Vec<u32>>;

/// The candidates that an earlier selection has too, for each shard of the hashes. The shards share
/// the work, each with the table of a selection.
fn repeated(selections: &mut [Selection], run: &Run<'_>) -> Result<Vec<Numbers>, Halt> {
    let shards = selections.len() as u64;
    let empty = || Level::new(0);
    let tables: Vec<Level> = selections
        .iter_mut()
        .map(|selection| std::mem::replace(&mut selection.level, empty()))
        .collect();
    let buffers: Vec<&[Candidate]> =
        selections.iter().map(|selection| &selection.buffer[..]).collect();
    let buffers = &buffers;
    let tasks = tables
        .into_iter()
        .zip(0..)
        .map(|(table, shard)| move || of_shard(buffers, shard, shards, table, &Pulse::new(run)));
    let found = run.side_by_side(tasks.collect());
    let found = found.into_iter().collect::<Result<Vec<_>, Halt>>()?;
    let (repeated, tables): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    selections.iter_mut().zip(tables).for_each(|(selection, table)| selection.level = table);
    Ok(repeated)
}

/// The repeated candidates of one shard, and its table.
fn of_shard(
    buffers: &[&[Candidate]],
    shard: u64,
    shards: u64,
    mut table: Level,
    pulse: &Pulse<'_>,
) -> Result<(Numbers, Level), Halt> {
    table.clear(pulse)?;
    let mut repeated = Vec::with_capacity(buffers.len());
    for buffer in buffers {
        let mut again = Vec::new();
        for (at, candidate) in buffer.iter().enumerate() {
            if (candidate.hash >> 32) % shards == shard && !table.enter(candidate.hash, pulse)? {
                again.push(at as u32);
            }
            if at % CHUNK == CHUNK - 1 {
                pulse.spend(CHUNK, CANDIDATE)?;
            }
        }
        repeated.push(again);
    }
    Ok((repeated, table))
}

/// What is known of earlier levels, and the limits.
pub(super) type Scene<'a> = (&'a Past, &'a Pulse<'a>);

/// Takes the moves from one node.
pub(super) struct From<'a> {
    selection: &'a mut Selection,
    past: &'a Past,
    pulse: &'a Pulse<'a>,
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
            (self.selection.refused, self.selection.cut) = (true, true);
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
            (self.selection.refused, self.selection.cut) = (true, true);
            return;
        }
        self.selection.pending.push(Candidate { key, hash, parent: self.parent, step });
        if self.selection.pending.len() == BATCH {
            self.selection.look_up(self.past, self.pulse);
            self.limit = self.selection.limit();
        }
    }
}

impl Drop for From<'_> {
    fn drop(&mut self) {
        self.selection.offered += self.offered;
    }
}
