//! A shard: the candidates whose hashes begin with the same bits.
//!
//! Its tables are a small part of those of the whole beam, so that looking up a candidate seldom waits
//! for the memory.

use std::ops::Range;

use super::super::limits::BINS;
use super::super::pulse::{Pulse, TABLE_ENTRY};
use super::super::seen::{Level, PastPart};
use super::harvest::Entry;
use crate::run::Halt;

/// No bin: the first bin that is counted makes it a range with that bin alone.
const NO_BIN: Range<usize> = Range { start: BINS, end: 0 };

/// Counts candidates by their bins.
#[derive(Debug)]
pub(super) struct Tally {
    counts: Vec<u32>,
    /// The bins that may hold counts.
    used: Range<usize>,
}

impl Tally {
    pub(super) fn new() -> Self {
        Self { counts: vec![0; BINS], used: NO_BIN }
    }

    fn add(&mut self, bin: u16) {
        self.count(bin.into(), 1);
    }

    fn count(&mut self, bin: usize, more: u32) {
        self.counts[bin] += more;
        self.used = self.used.start.min(bin)..self.used.end.max(bin + 1);
    }

    pub(super) fn clear(&mut self) {
        if !self.used.is_empty() {
            self.counts[self.used.clone()].fill(0);
        }
        self.used = NO_BIN;
    }

    /// Takes the counts of another tally.
    pub(super) fn take(&mut self, other: &mut Self) {
        for bin in other.used.clone() {
            if other.counts[bin] > 0 {
                self.count(bin, other.counts[bin]);
            }
        }
        other.clear();
    }

    /// The bin up to which there are at least so many candidates, and how many are in better ones. `last`
    /// if there are not so many.
    pub(super) fn limit(&self, candidates: usize, last: usize) -> (usize, usize) {
        let mut better = 0;
        for bin in self.used.start..self.used.end.min(last + 1) {
            let count = self.counts[bin] as usize;
            if better + count >= candidates || bin == last {
                return (bin, better);
            }
            better += count;
        }
        (last, better)
    }

    /// The candidates in a bin.
    pub(super) fn of(&self, bin: usize) -> usize {
        self.counts[bin] as usize
    }

    /// Forgets the candidates in bins above one, and returns whether there were any.
    pub(super) fn drop_above(&mut self, bin: usize) -> bool {
        let above = self.used.start.max(bin + 1)..self.used.end;
        let dropped = above.clone().any(|bin| self.counts[bin] > 0);
        above.for_each(|bin| self.counts[bin] = 0);
        dropped
    }
}

/// Which candidates are kept: those in better bins than the worst, and of that those up to a chunk and a
/// number in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Verdict {
    pub(super) bin: u16,
    pub(super) last: Place,
}

/// A chunk, and the number of a candidate in it.
pub(super) type Place = (u32, u16);

/// The place behind all others.
pub(super) const LAST: Place = (u32::MAX, u16::MAX);

impl Verdict {
    #[inline]
    fn keeps(&self, chunk: usize, entry: &Entry) -> bool {
        entry.bin < self.bin || entry.bin == self.bin && (chunk as u32, entry.number) <= self.last
    }
}

/// The different new candidates of a shard.
#[derive(Debug)]
pub(super) struct Shard {
    entries: Vec<Entry>,
    /// For each chunk where its entries end.
    ends: Vec<u32>,
    /// The bits of a hash that choose its shard.
    bits: u32,
}

impl Shard {
    pub(super) fn new(bits: u32) -> Self {
        Self { entries: Vec::new(), ends: Vec::new(), bits }
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.ends.clear();
    }

    /// How many candidates there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// What the shard has of a chunk.
    fn of(&self, chunk: usize) -> &[Entry] {
        let begin = if chunk == 0 { 0 } else { self.ends[chunk - 1] as usize };
        &self.entries[begin..self.ends[chunk] as usize]
    }

    /// What is kept of a chunk.
    pub(super) fn kept(&self, chunk: usize, verdict: Verdict) -> impl Iterator<Item = &Entry> {
        self.of(chunk).iter().filter(move |entry| verdict.keeps(chunk, entry))
    }

    /// Forgets what earlier chunks have in bins above one, and enters the rest into a table.
    pub(super) fn reenter(
        &mut self,
        bin: usize,
        table: &mut Level,
        pulse: &Pulse<'_>,
    ) -> Result<(), Halt> {
        table.clear(pulse)?;
        let (mut kept, mut begin) = (0, 0);
        for end in &mut self.ends {
            for at in begin..*end as usize {
                let entry = self.entries[at];
                if usize::from(entry.bin) <= bin {
                    table.enter(self.bits, entry.hash, pulse)?;
                    self.entries[kept] = entry;
                    kept += 1;
                }
            }
            (begin, *end) = (*end as usize, kept as u32);
        }
        self.entries.truncate(kept);
        pulse.spend(begin, TABLE_ENTRY)
    }

    /// Takes the new candidates of the next chunk.
    pub(super) fn sift(
        &mut self,
        entries: &[Entry],
        past: &PastPart,
        (table, tally): (&mut Level, &mut Tally),
        pulse: &Pulse<'_>,
    ) -> Result<(), Halt> {
        for entry in entries {
            if !past.contains(entry.hash) && table.enter(self.bits, entry.hash, pulse)? {
                self.entries.push(*entry);
                tally.add(entry.bin);
            }
        }
        self.ends.push(self.entries.len() as u32);
        pulse.spend(entries.len() + 1, TABLE_ENTRY)
    }

    /// The places of all candidates in a bin.
    pub(super) fn places(&self, bin: usize, places: &mut Vec<Place>) {
        for chunk in 0..self.ends.len() {
            let equals = self.of(chunk).iter().filter(|entry| usize::from(entry.bin) == bin);
            places.extend(equals.map(|entry| (chunk as u32, entry.number)));
        }
    }

    /// Remembers the states that are kept.
    pub(super) fn remember(&self, verdict: Verdict, past: &mut PastPart) {
        for chunk in 0..self.ends.len() {
            self.kept(chunk, verdict).for_each(|entry| past.remember(entry.hash));
        }
    }
}
