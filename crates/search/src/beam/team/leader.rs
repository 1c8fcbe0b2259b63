//! Decides between the phases: which bins are refused, which candidates are kept, when a level is
//! repeated, and what the next chunks are.

use std::sync::atomic::Ordering;

#[cfg(test)]
use super::super::Node;
use super::super::alone::Alone;
use super::super::limits::Limits;
use super::super::pulse::{LEVEL, Pulse, TABLE_ENTRY};
use super::super::snapshot::Snapshot;
use super::super::tour::Tour;
use super::super::{Beam, Turn, Walk};
use super::gate::{Ends, Gate};
use super::growth::divided;
use super::harvest::{Goal, shard};
use super::labour::{Hand, Layout, Phase, Shared, lock, read, write};
use super::segments::{self, Segment};
use super::shard::{LAST, Place, Tally, Verdict};
use crate::run::{Halt, Run};

/// A beam that several threads carry on.
pub(in super::super) struct Team<W> {
    shared: Shared,
    hands: Vec<Hand<W>>,
    state: State,
}

/// What is known of the beam as a whole.
struct State {
    width: usize,
    limits: Limits,
    tally: Tally,
    /// The least estimate of the beam, and its nodes.
    least: u32,
    nodes: usize,
    candidates: u64,
    /// The most bytes that a tour may have.
    most: usize,
}

impl<W: Walk> Team<W> {
    /// Goes on from where one thread has come to.
    pub(in super::super) fn new(
        alone: &Alone<Tour<W>>,
        width: usize,
        layout: Layout,
        pulse: &Pulse<'_>,
    ) -> Result<Self, Halt> {
        let (walk, trunk, tour, most) = alone.keep.parts();
        let limits = alone.selection.limits();
        let pasts = alone.past.parts(1 << layout.bits, pulse)?;
        let mut shared = Shared::new(width, layout, (limits.clone(), trunk.to_vec()), pasts);
        shared.reserve(1);
        let least = alone.nodes.iter().map(|node| node.estimate).min().unwrap_or(0);
        let mut state = State {
            width,
            limits: limits.clone(),
            tally: Tally::new(),
            least,
            nodes: 0,
            candidates: alone.candidates,
            most,
        };
        let hand = Hand::new(walk.clone(), trunk.len(), &shared);
        state.adopt(divided(tour, &alone.nodes, layout.leaves), &shared);
        Ok(Self { shared, hands: vec![hand], state })
    }

    /// Lets so many threads work while a leader goes through levels.
    pub(in super::super) fn work<T>(
        &mut self,
        run: &Run<'_>,
        threads: usize,
        own: impl FnOnce(&mut Leader<'_, W>) -> T,
    ) -> T {
        // Without threads helpers would come before the leader, and wait for it.
        let threads = if cfg!(feature = "threads") { threads } else { 1 };
        self.shared.reserve(threads);
        while self.hands.len() < threads {
            self.hands.push(self.hands[0].another(&self.shared));
        }
        let (shared, gate) = (&self.shared, &Gate::new(threads - 1));
        let (hand, others) = self.hands.split_first_mut().expect("the leader has a hand");
        let helpers = others[..threads - 1].iter_mut().zip(1..).map(|(hand, number)| {
            move || {
                let pulse = Pulse::new(run);
                gate.help(|| hand.work(number, shared, &pulse));
            }
        });
        let mut leader = Leader { shared, gate, threads, hand, state: &mut self.state };
        let lead = || {
            let _ends = Ends(gate);
            own(&mut leader)
        };
        run.beside(helpers.collect(), lead).0
    }
}

/// The thread that decides.
pub(in super::super) struct Leader<'a, W> {
    shared: &'a Shared,
    gate: &'a Gate,
    threads: usize,
    hand: &'a mut Hand<W>,
    state: &'a mut State,
}

/// What all candidates of a level come to.
struct Pass {
    offered: u64,
    refused: bool,
    goal: Option<Goal>,
    /// The worst bin of which some are kept, and the candidates in better ones.
    bin: usize,
    better: usize,
    /// Whether any were in a worse bin.
    dropped: bool,
}

impl<W: Walk> Leader<'_, W> {
    /// Lets all threads do the work of a phase.
    fn phase(&mut self, phase: Phase, first: usize, pulse: &Pulse<'_>) -> Result<(), Halt> {
        let joint = self.threads > 1 && self.state.nodes >= self.shared.layout.joint;
        let mut scene = write(&self.shared.scene);
        (scene.phase, scene.active) = (phase, if joint { self.threads } else { 1 });
        drop(scene);
        self.shared.next.store(first, Ordering::Relaxed);
        if joint {
            self.gate.open();
        }
        self.hand.work(0, self.shared, pulse);
        if joint {
            self.gate.gather();
        }
        lock(&self.shared.halt).take().map_or(Ok(()), Err)
    }

    /// Expands and sifts all chunks, in as many turns as it takes.
    fn pass(&mut self, pulse: &Pulse<'_>) -> Result<Pass, Halt> {
        let (last, chunks) = (self.state.limits.first(), read(&self.shared.scene).chunks.len());
        let (mut bin, mut better, mut dropped, mut begin) = (last, 0, false, 0);
        self.state.tally.clear();
        while begin < chunks {
            let mut scene = write(&self.shared.scene);
            scene.limits.clone_from(&self.state.limits);
            (scene.bin, scene.batch) = (bin, begin..begin);
            drop(scene);
            self.shared.taken.store(0, Ordering::Relaxed);
            self.phase(Phase::Expand, begin, pulse)?;
            begin = self.shared.next.load(Ordering::Relaxed).min(chunks);
            self.place(begin);
            self.phase(Phase::Sift, 0, pulse)?;
            let tallies = self.shared.tallies.iter().take(self.threads);
            tallies.for_each(|tally| self.state.tally.take(&mut lock(tally)));
            (bin, better) = self.state.tally.limit(self.state.width, last);
            dropped |= self.state.tally.drop_above(bin);
        }
        let mut pass = Pass { offered: 0, refused: false, goal: None, bin, better, dropped };
        for harvest in &self.shared.harvests[..read(&self.shared.scene).active] {
            let harvest = read(harvest);
            pass.offered += harvest.offered;
            pass.refused |= harvest.refused;
            pass.goal = pass.goal.into_iter().chain(harvest.goal).min_by_key(|goal| goal.0);
        }
        Ok(pass)
    }

    /// Writes down who has expanded the chunks up to one.
    fn place(&self, end: usize) {
        let scene = &mut *write(&self.shared.scene);
        scene.batch.end = end;
        scene.places.resize(end, (0, 0));
        for (thread, harvest) in self.shared.harvests.iter().take(scene.active).enumerate() {
            read(harvest).batch().for_each(|(chunk, at)| scene.places[chunk] = (thread, at));
        }
    }

    /// Which candidates are kept, if there are so many in the worst bin.
    fn verdict(&mut self, pass: &Pass, equals: usize, pulse: &Pulse<'_>) -> Result<Verdict, Halt> {
        let room = self.state.width - pass.better;
        let mut verdict = Verdict { bin: pass.bin as u16, last: LAST };
        if equals > room {
            write(&self.shared.scene).verdict = verdict;
            self.phase(Phase::Rank, 0, pulse)?;
            let mut places: Vec<Place> = std::mem::take(&mut lock(&self.shared.equals));
            verdict.last = *places.select_nth_unstable(room - 1).1;
        }
        Ok(verdict)
    }

    /// Goes on to the next beam, and says whether it was cut for want of memory.
    fn grow(&mut self, verdict: Verdict, kept: usize, pulse: &Pulse<'_>) -> Result<bool, Halt> {
        let mut scene = write(&self.shared.scene);
        // A kept candidate has a byte, and its parent two.
        let fits = segments::most_bytes(&scene.segments) + 3 * kept < self.state.most;
        (scene.verdict, scene.remembers) = (verdict, fits);
        drop(scene);
        self.phase(Phase::Grow, 0, pulse)?;
        let mut grown = std::mem::take(&mut *lock(&self.shared.grown));
        grown.sort_unstable_by_key(|(chunk, _, _)| *chunk);
        self.state.least = grown.iter().map(|(_, _, least)| *least).min().unwrap_or(u32::MAX);
        let mut next: Vec<Segment> =
            grown.into_iter().flat_map(|(_, segments, _)| segments).collect();
        let cut = !fits && self.fit(&mut next, pulse)?;
        self.state.adopt(next, self.shared);
        Ok(cut)
    }

    /// Cuts a tour that has no room, and remembers what is left. This is rare, so the leader does it alone.
    fn fit(&mut self, next: &mut Vec<Segment>, pulse: &Pulse<'_>) -> Result<bool, Halt> {
        let long = segments::flattened(next).len() >= self.state.most;
        let before: usize = next.iter().map(|segment| segment.nodes.len()).sum();
        if long {
            segments::cut(next, self.state.most);
        }
        let nodes = || next.iter().flat_map(|segment| &segment.nodes);
        for node in nodes() {
            let part = &self.shared.pasts[shard(node.hash, self.shared.layout.bits)];
            lock(part).remember(node.hash);
        }
        pulse.spend(before, TABLE_ENTRY)?;
        self.state.least = nodes().map(|node| node.estimate).min().unwrap_or(u32::MAX);
        Ok(nodes().count() < before)
    }
}

impl State {
    /// Takes a new beam, whose root moves down as far as all leaves go the same way.
    fn adopt(&mut self, mut next: Vec<Segment>, shared: &Shared) {
        let scene = &mut *write(&shared.scene);
        let moves = segments::trunk(&next);
        if let Some(first) = next.first() {
            scene.trunk.extend_from_slice(&first.before[..moves]);
        }
        segments::lift(&mut next, moves);
        self.nodes = next.iter().map(|segment| segment.nodes.len()).sum();
        scene.chunks = segments::chunks(&next, shared.layout.leaves);
        let old = std::mem::replace(&mut scene.segments, next);
        lock(&shared.spare).extend(old);
    }
}

impl<W: Walk> Beam for Leader<'_, W> {
    fn turn(&mut self, pulse: &Pulse<'_>) -> Result<Turn, Halt> {
        pulse.spend(1, LEVEL)?;
        self.state.limits.begin(self.state.least);
        loop {
            let pass = self.pass(pulse)?;
            self.state.candidates += pass.offered;
            if let Some((chunk, parent, step)) = pass.goal {
                let mut path = self.path(self.first_leaf(chunk) + usize::from(parent));
                path.push(step);
                return Ok(Turn::Goal(path));
            }
            let equals = self.state.tally.of(pass.bin);
            let kept = (pass.better + equals).min(self.state.width);
            if self.state.limits.settle(kept, pass.bin, pass.refused) {
                let verdict = self.verdict(&pass, equals, pulse)?;
                let mut cut = pass.refused || pass.dropped || kept == self.state.width;
                cut |= self.grow(verdict, kept, pulse)?;
                return Ok(Turn::On { least: self.state.least, cut });
            }
        }
    }

    fn nodes(&self) -> usize {
        self.state.nodes
    }

    fn nearest(&self) -> Option<usize> {
        let scene = read(&self.shared.scene);
        let nodes = scene.segments.iter().flat_map(|segment| &segment.nodes);
        let estimates = nodes.map(|node| node.estimate).enumerate();
        estimates.min_by_key(|(_, estimate)| *estimate).map(|(node, _)| node)
    }

    fn candidates(&self) -> u64 {
        self.state.candidates
    }

    fn history(&self) -> u64 {
        read(&self.shared.scene).trunk.len() as u64
    }

    fn snapshot(&self, least: u32, stale: usize) -> Option<Snapshot> {
        let scene = read(&self.shared.scene);
        let tour = segments::flattened(&scene.segments);
        Snapshot::new(least, stale, &scene.trunk, tour.len(), || tour)
    }

    fn path(&self, node: usize) -> Vec<u8> {
        let scene = read(&self.shared.scene);
        let mut path = scene.trunk.clone();
        path.extend(segments::path(&scene.segments, node));
        path
    }
}

impl<W> Leader<'_, W> {
    #[cfg(test)]
    pub(in super::super) fn all_nodes(&self) -> Vec<Node> {
        let scene = read(&self.shared.scene);
        scene.segments.iter().flat_map(|segment| &segment.nodes).copied().collect()
    }

    /// The number of the first leaf of a chunk.
    fn first_leaf(&self, chunk: usize) -> usize {
        let scene = read(&self.shared.scene);
        let before = &scene.segments[..scene.chunks[chunk].start];
        before.iter().map(|segment| segment.nodes.len()).sum()
    }
}
