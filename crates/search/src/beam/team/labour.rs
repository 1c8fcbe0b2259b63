//! What every thread of a team does in a phase, and what the threads share.
//!
//! Pieces are handed out by a counter. A lock is taken once for a phase, or once for a shard, and no
//! thread ever waits for one: what a phase writes, no other thread reads before the next.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::super::limits::{BINS, Limits};
use super::super::pulse::{BYTE, CANDIDATE, Pulse, TABLE_ENTRY};
use super::super::seen::{Level, PastPart};
use super::super::snapshot::{DO, LEAF, MOVE, UNDO};
use super::super::{Node, Walk};
use super::growth::Growth;
use super::harvest::{Entry, Harvest, Reaper, Taken};
use super::segments::{Segment, go};
use super::shard::{LAST, Place, Shard, Tally, Verdict};
use crate::run::Halt;

/// The first two phases take turns when so many times the width was taken.
const ROOM: usize = 3;
/// The candidates that a leaf has about.
const CANDIDATES: usize = 12;

/// How the work is divided. It changes nothing but the time.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Layout {
    /// The most leaves of a chunk, unless a node has more children.
    pub(in super::super) leaves: usize,
    /// Shards, as a power of two.
    pub(in super::super) bits: u32,
    /// Narrower beams are left to the leader.
    pub(in super::super) joint: usize,
}

impl Layout {
    /// Chunks of which every thread has several, and shards whose tables fit into a cache.
    pub(in super::super) fn of(width: usize, threads: usize) -> Self {
        // Numbers of candidates in a chunk have 16 bits.
        let leaves = (width / (16 * threads.max(1))).clamp(64, 512);
        let shards = (width / 2048).max(2 * threads).next_power_of_two().clamp(16, 256);
        Self { leaves, bits: shards.trailing_zeros(), joint: 1024 }
    }
}

/// The bytes that a team needs for a beam.
pub(in super::super) fn bytes(width: usize) -> usize {
    let found = ROOM * width * (size_of::<Entry>() + size_of::<Taken>());
    let shards = 2 * ROOM * width * size_of::<Entry>();
    let segments = 2 * width * (size_of::<Node>() + 24);
    // What grows takes twice as much while it does.
    2 * found + shards + segments
}

/// The bytes that a thread of a team needs besides its walk.
pub(in super::super) const THREAD_BYTES: usize = BINS * size_of::<u32>() + (1 << 18);

/// What is done in a phase; see `team`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    Expand,
    Sift,
    Rank,
    Grow,
}

/// What no thread changes in a phase.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) phase: Phase,
    /// The threads that take part.
    pub(super) active: usize,
    /// The moves to the root of the tree.
    pub(super) trunk: Vec<u8>,
    pub(super) segments: Vec<Segment>,
    pub(super) chunks: Vec<Range<usize>>,
    pub(super) limits: Limits,
    /// The worst bin that is not refused.
    pub(super) bin: usize,
    /// The chunks that were expanded last.
    pub(super) batch: Range<usize>,
    /// For each expanded chunk the thread that did it, and its place there.
    pub(super) places: Vec<(usize, usize)>,
    pub(super) verdict: Verdict,
    /// Whether states are remembered while segments grow.
    pub(super) remembers: bool,
}

/// What became of a chunk: its number, its segments and the least estimate.
pub(super) type Grown = (usize, Vec<Segment>, u32);

/// What the threads share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) layout: Layout,
    /// The next piece of work.
    pub(super) next: AtomicUsize,
    /// The candidates that were taken, and how many there is room for.
    pub(super) taken: AtomicUsize,
    full: usize,
    pub(super) scene: RwLock<Scene>,
    /// For each thread what it has found, and how many of its candidates are in each bin.
    pub(super) harvests: Vec<RwLock<Harvest>>,
    pub(super) tallies: Vec<Mutex<Tally>>,
    pub(super) shards: Vec<RwLock<Shard>>,
    pub(super) pasts: Vec<Mutex<PastPart>>,
    /// The candidates in the worst bin.
    pub(super) equals: Mutex<Vec<Place>>,
    pub(super) grown: Mutex<Vec<Grown>>,
    /// Segments whose memory is used again.
    pub(super) spare: Mutex<Vec<Segment>>,
    pub(super) halt: Mutex<Option<Halt>>,
}

pub(super) fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().expect("no holder panics")
}

pub(super) fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().expect("no holder panics")
}

pub(super) fn lock<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().expect("no holder panics")
}

impl Shared {
    pub(super) fn new(
        width: usize,
        layout: Layout,
        (limits, trunk): (Limits, Vec<u8>),
        pasts: Vec<PastPart>,
    ) -> Self {
        let scene = Scene {
            phase: Phase::Expand,
            active: 1,
            trunk,
            segments: Vec::new(),
            chunks: Vec::new(),
            limits,
            bin: 0,
            batch: 0..0,
            places: Vec::new(),
            verdict: Verdict { bin: 0, last: LAST },
            remembers: true,
        };
        Self {
            layout,
            next: AtomicUsize::new(0),
            taken: AtomicUsize::new(0),
            full: ROOM * width,
            scene: RwLock::new(scene),
            harvests: Vec::new(),
            tallies: Vec::new(),
            shards: pasts.iter().map(|_| RwLock::new(Shard::new(layout.bits))).collect(),
            pasts: pasts.into_iter().map(Mutex::new).collect(),
            equals: Mutex::default(),
            grown: Mutex::default(),
            spare: Mutex::default(),
            halt: Mutex::default(),
        }
    }

    /// Makes room for so many threads.
    pub(super) fn reserve(&mut self, threads: usize) {
        while self.harvests.len() < threads {
            self.harvests.push(RwLock::new(Harvest::new(self.shards.len())));
            self.tallies.push(Mutex::new(Tally::new()));
        }
    }

    fn piece(&self) -> usize {
        self.next.fetch_add(1, Ordering::Relaxed)
    }
}

/// What a thread has of its own.
#[derive(Debug)]
pub(super) struct Hand<W> {
    walk: W,
    /// The moves to the root of the tree that were made, and the path from there.
    trunk: usize,
    path: Vec<u8>,
    table: Level,
    /// The hashes of the kept candidates of a chunk, and what is kept: parent, step, node.
    found: Vec<Option<u64>>,
    kept: Vec<(u16, u8, Node)>,
    spare: Vec<Segment>,
}

impl<W: Walk> Hand<W> {
    /// For a thread that stands at the root of the tree, after so many moves.
    pub(super) fn new(walk: W, trunk: usize, shared: &Shared) -> Self {
        let table = Level::new(shared.full / ROOM / shared.shards.len());
        let (path, found, kept, spare) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { walk, trunk, path, table, found, kept, spare }
    }

    /// For one more thread.
    pub(super) fn another(&self, shared: &Shared) -> Self {
        Self::new(self.walk.clone(), self.trunk, shared)
    }

    /// Does the work of a phase until there is none left.
    pub(super) fn work(&mut self, number: usize, shared: &Shared, pulse: &Pulse<'_>) {
        let scene = &*read(&shared.scene);
        let ended = match scene.phase {
            Phase::Expand => self.expand(number, scene, shared, pulse),
            Phase::Sift => self.sift(number, scene, shared, pulse),
            Phase::Rank => rank(scene, shared),
            Phase::Grow => self.grow(scene, shared, pulse),
        };
        if let Err(halt) = ended {
            lock(&shared.halt).get_or_insert(halt);
        }
    }

    fn expand(
        &mut self,
        number: usize,
        scene: &Scene,
        shared: &Shared,
        pulse: &Pulse<'_>,
    ) -> Result<(), Halt> {
        scene.trunk[self.trunk..].iter().for_each(|step| self.walk.apply(*step));
        self.trunk = scene.trunk.len();
        let harvest = &mut *write(&shared.harvests[number]);
        if scene.batch.end == 0 {
            harvest.clear()
        } else {
            harvest.next_batch()
        }
        while shared.taken.load(Ordering::Relaxed) < shared.full {
            let chunk = shared.piece();
            let Some(segments) = scene.chunks.get(chunk) else { break };
            let segments = &scene.segments[segments.clone()];
            let mut sink = Reaper::new(harvest, &scene.limits, scene.bin, chunk);
            segments.iter().for_each(|segment| self.expand_segment(segment, &mut sink));
            drop(sink);
            shared.taken.fetch_add(harvest.in_chunk(), Ordering::Relaxed);
            let leaves: usize = segments.iter().map(|segment| segment.nodes.len()).sum();
            pulse.spend(leaves * CANDIDATES, CANDIDATE)?;
        }
        let Self { walk, path, .. } = self;
        go(path, &[], |byte| walk.undo(byte & MOVE));
        Ok(())
    }

    fn expand_segment(&mut self, segment: &Segment, sink: &mut Reaper<'_>) {
        let Self { walk, path, .. } = self;
        go(path, &segment.before, |byte| match byte & !MOVE {
            DO => walk.apply(byte),
            _ => walk.undo(byte & MOVE),
        });
        let mut nodes = segment.nodes.iter();
        for &byte in &segment.bytes {
            let step = byte & MOVE;
            match byte & !MOVE {
                DO => {
                    walk.apply(step);
                    path.push(step);
                }
                UNDO => {
                    walk.undo(step);
                    path.pop();
                }
                _ => {
                    let node = nodes.next().expect("each leaf has a node");
                    walk.apply(step);
                    walk.candidates(*node, sink);
                    walk.undo(step);
                    sink.parent += 1;
                }
            }
        }
    }

    fn sift(
        &mut self,
        number: usize,
        scene: &Scene,
        shared: &Shared,
        pulse: &Pulse<'_>,
    ) -> Result<(), Halt> {
        let harvests: Vec<_> = shared.harvests.iter().map(read).collect();
        let tally = &mut *lock(&shared.tallies[number]);
        loop {
            let piece = shared.piece();
            let Some(shard) = shared.shards.get(piece) else { return Ok(()) };
            let (shard, past) = (&mut *write(shard), &*lock(&shared.pasts[piece]));
            if scene.batch.start == 0 {
                shard.clear();
            }
            shard.reenter(scene.bin, &mut self.table, pulse)?;
            for chunk in scene.batch.clone() {
                let (thread, place) = scene.places[chunk];
                let entries = harvests[thread].entries(place, piece);
                shard.sift(entries, past, (&mut self.table, tally), pulse)?;
            }
        }
    }

    fn grow(&mut self, scene: &Scene, shared: &Shared, pulse: &Pulse<'_>) -> Result<(), Halt> {
        self.take_spare(scene.active, shared);
        let harvests: Vec<_> = shared.harvests.iter().map(read).collect();
        let shards: Vec<_> = shared.shards.iter().map(read).collect();
        let mut grown = Vec::new();
        loop {
            let piece = shared.piece();
            if let Some(segments) = scene.chunks.get(piece) {
                let (thread, place) = scene.places[piece];
                let taken = harvests[thread].taken(place);
                self.keep(taken, piece, scene.verdict, &shards);
                let segments = &scene.segments[segments.clone()];
                let least = self.kept.iter().map(|(_, _, node)| node.estimate).min();
                let next = self.grow_chunk(segments, shared.layout.leaves, pulse)?;
                grown.push((piece, next, least.unwrap_or(u32::MAX)));
            } else if let Some(shard) = shards.get(piece - scene.chunks.len()) {
                if scene.remembers {
                    let past = &mut *lock(&shared.pasts[piece - scene.chunks.len()]);
                    shard.remember(scene.verdict, past);
                    pulse.spend(shard.len(), TABLE_ENTRY)?;
                }
            } else {
                break;
            }
        }
        lock(&shared.grown).append(&mut grown);
        Ok(())
    }

    /// Takes a share of the segments that are not used.
    fn take_spare(&mut self, active: usize, shared: &Shared) {
        let mut spare = lock(&shared.spare);
        let share = spare.len().div_ceil(active).saturating_sub(self.spare.len());
        let rest = spare.len() - share;
        self.spare.extend(spare.drain(rest..));
    }

    /// What is kept of the candidates of a chunk, in their order.
    fn keep(
        &mut self,
        taken: &[Taken],
        chunk: usize,
        verdict: Verdict,
        shards: &[RwLockReadGuard<'_, Shard>],
    ) {
        self.found.clear();
        self.found.resize(taken.len(), None);
        for shard in shards {
            for entry in shard.kept(chunk, verdict) {
                self.found[usize::from(entry.number)] = Some(entry.hash);
            }
        }
        self.kept.clear();
        let found = taken.iter().zip(&self.found);
        self.kept.extend(found.filter_map(|(taken, hash)| {
            let node = Node { estimate: taken.estimate, hash: (*hash)? };
            Some((taken.parent, taken.step, node))
        }));
    }

    /// The segments that follow those of a chunk.
    fn grow_chunk(
        &mut self,
        segments: &[Segment],
        leaves: usize,
        pulse: &Pulse<'_>,
    ) -> Result<Vec<Segment>, Halt> {
        let mut growth = Growth::new(leaves, &mut self.spare);
        let (mut parent, mut rest) = (0, &self.kept[..]);
        for segment in segments {
            if rest.is_empty() {
                break;
            }
            growth.go_to(&segment.before);
            for &byte in &segment.bytes {
                if byte < LEAF {
                    growth.follow(byte);
                    continue;
                }
                let own = rest.iter().take_while(|(of, _, _)| *of == parent).count();
                if own > 0 {
                    let (children, others) = rest.split_at(own);
                    let children = children.iter().map(|(_, step, node)| (*step, *node));
                    growth.children(Some(byte & MOVE), children);
                    rest = others;
                }
                parent += 1;
            }
            pulse.spend(segment.bytes.len(), 4 * BYTE)?;
        }
        Ok(growth.finish())
    }
}

/// Finds the candidates in the worst bin.
fn rank(scene: &Scene, shared: &Shared) -> Result<(), Halt> {
    let mut equals = Vec::new();
    while let Some(shard) = shared.shards.get(shared.piece()) {
        read(shard).places(scene.verdict.bin.into(), &mut equals);
    }
    lock(&shared.equals).append(&mut equals);
    Ok(())
}
