//! Which candidates make the next beam: the `width` best different ones, the earlier of equals.
//!
//! A histogram of the estimates so far gives the worst estimate that can still be among the best,
//! the limit. It falls while candidates come, and it begins a little above the final limit of the
//! level before, so that most candidates are refused by one comparison, unhashed. Should it have
//! begun too low, the level is gone through once more with a higher one.

use std::cmp::Ordering;

use super::limits::{BINS, CHANCE, Limits, key};
use super::pulse::{CANDIDATE, CHUNK, Pulse, TABLE_ENTRY};
use super::seen::{Level, Past};
use super::{Candidate, Node, Sink};
use crate::run::Halt;

/// The buffer has room for so many times the width.
const ROOM: usize = 4;
/// Candidates that are looked up together: in tables larger than the cache each has to wait for the
/// memory, and so they wait at the same time.
const BATCH: usize = 32;

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
    limits: Limits,
    /// The worst bin that can still be among the best.
    bin: usize,
    /// Candidates in the bins up to that one.
    total: usize,
    /// The bins up to this one may hold counts.
    counted: usize,
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
        Self {
            width,
            buffer: Vec::with_capacity(ROOM * width),
            pending: Vec::with_capacity(BATCH),
            level: Level::new(width),
            counts: vec![0; BINS],
            limits: Limits::new(width),
            bin: BINS - 1,
            total: 0,
            counted: BINS - 1,
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

    /// Begins the level that follows a beam.
    pub(super) fn begin(&mut self, nodes: &[Node], pulse: &Pulse<'_>) -> Result<(), Halt> {
        self.limits.begin(nodes.iter().map(|node| node.estimate).min().unwrap_or(0));
        self.clear(pulse)
    }

    fn clear(&mut self, pulse: &Pulse<'_>) -> Result<(), Halt> {
        self.buffer.clear();
        self.pending.clear();
        // Nothing beyond the limit with which the last level began was counted.
        self.counts[..=self.counted].fill(0);
        let first = self.limits.first();
        (self.bin, self.total, self.counted) = (first, 0, first);
        (self.refused, self.cut, self.offered, self.goal) = (false, false, 0, None);
        self.level.clear(pulse)
    }

    /// The largest key that is not refused.
    fn limit(&self) -> u64 {
        self.limits.key_of(self.bin)
    }

    /// Opens the selection for the moves from a node.
    pub(super) fn from<'a>(&'a mut self, parent: u32, (past, pulse): Scene<'a>) -> From<'a> {
        From { limit: self.limit(), selection: self, past, pulse, parent, offered: 0 }
    }

    /// Keeps the candidates of which a predicate on their key holds.
    fn retain(
        &mut self,
        mut stays: impl FnMut(u64) -> bool,
        pulse: &Pulse<'_>,
    ) -> Result<(), Halt> {
        let (mut kept, all) = (0, self.buffer.len());
        for begin in (0..all).step_by(CHUNK) {
            let end = all.min(begin + CHUNK);
            for at in begin..end {
                let candidate = self.buffer[at];
                self.buffer[kept] = candidate;
                kept += usize::from(stays(candidate.key));
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
        if !self.level.enter(0, candidate.hash, pulse)? {
            return Ok(());
        }
        let bin = self.limits.bin_of(candidate.key);
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
                self.level.enter(0, candidate.hash, pulse)?;
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
        let (limits, worst) = (self.limits.clone(), self.bin);
        let stays = |key: u64| match limits.bin_of(key).cmp(&worst) {
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
        self.drop_worst(pulse)?;
        // Whether a full beam dropped anything depends on the order in which candidates were refused.
        self.cut |= self.buffer.len() >= self.width;
        let settled = self.limits.settle(self.buffer.len(), self.bin, self.refused);
        if settled { Ok(true) } else { self.clear(pulse).map(|()| false) }
    }

    /// The limits of the levels so far.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
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
        self.consider(step, estimate, hash());
    }
}

impl From<'_> {
    fn consider(&mut self, step: u8, estimate: u32, hash: u64) {
        let key = key(estimate, hash);
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
