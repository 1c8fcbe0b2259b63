//! The sweep: layer by layer, by several threads.
//!
//! A layer is divided by the hashes of its states into parts, which hold every state with its number of ways as often as it
//! was reached. A thread takes a part, merges equal states in a table that stays in its cache, and writes what each state
//! leads to into the parts of the next layer. So a layer is never in memory as a whole table, and nothing is shared but the
//! list of parts. Dividing before merging is the radix-partitioned hash aggregation of databases.
//!
//! The parts depend on the sizes of layers alone, and sums do not depend on the order of their terms: the number of threads
//! changes neither the number of states nor the result.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::layer::{Block, BlockPool, LayerWriter};
use super::{Program, StateTable, Transition, Wide};
use crate::run::{Halt, Progress, Run};

/// How often the program tells how far it is, in states.
const PULSE: u64 = 1 << 16;

/// The entries of a part: so few that their table stays in the cache of a core.
const PART: usize = 1 << 12;

/// The most parts, as a power of two. Each has a block that is being filled, for each thread.
const MOST_PARTS: u32 = 10;

/// A layer: for each part its blocks.
struct Layer<N> {
    parts: Vec<Mutex<Vec<Block<N>>>>,
    entries: usize,
}

/// What a thread keeps from layer to layer.
struct Worker<'p, 'a, N> {
    table: StateTable<'p, N, u32, N>,
    writer: LayerWriter<'p, 'a, N>,
}

/// What the threads that work on a layer share.
struct LayerPass<'p, N> {
    transition: Transition<'p>,
    layer: Layer<N>,
    /// The next part that is not taken.
    next: AtomicUsize,
    /// The states of the layer so far.
    states: AtomicUsize,
    /// A number of ways was too large.
    overflow: AtomicBool,
    /// A thread has ended early.
    over: AtomicBool,
}

impl Program<'_> {
    /// The number of ways to choose; nothing if a number becomes too large for its bits.
    pub(super) fn sweep<N: Wide>(&self) -> Result<Option<u128>, Halt> {
        let (first, one) = (N::narrowed(self.first), N::narrowed(1));
        let Some(first) = first.zip(one) else { return Ok(None) };
        let pool = BlockPool::new(self.run);
        let worker = || {
            let table = StateTable::with_room_for(0, self.run)?;
            Ok(Worker { table, writer: LayerWriter::new(&pool) })
        };
        let mut workers =
            (0..self.run.workers()).map(|_| worker()).collect::<Result<Vec<_>, _>>()?;
        let mut layer = Layer { parts: vec![Mutex::new(vec![vec![first]])], entries: 1 };
        let looked_at = AtomicU64::new(0);
        for at in 0..self.plan.steps.len() {
            match self.next_layer(at, layer, &mut workers, &looked_at)? {
                Some(next) => layer = next,
                None => return Ok(None),
            }
        }
        Ok(all_used_up(layer))
    }

    /// The layer after a step.
    fn next_layer<'p, N: Wide>(
        &'p self,
        at: usize,
        layer: Layer<N>,
        workers: &mut [Worker<'p, '_, N>],
        looked_at: &AtomicU64,
    ) -> Result<Option<Layer<N>>, Halt> {
        // Most states lead to one or two.
        let bits = (2 * layer.entries / PART).checked_ilog2().unwrap_or(0).min(MOST_PARTS);
        let threads = workers.len().min(layer.parts.len());
        let workers = &mut workers[..threads];
        let pass = LayerPass {
            transition: self.transition(at),
            layer,
            next: AtomicUsize::new(0),
            states: AtomicUsize::new(0),
            overflow: AtomicBool::new(false),
            over: AtomicBool::new(false),
        };
        let task = |worker| || self.work_parts(&pass, worker, bits, looked_at);
        let ended = self.run.side_by_side(workers.iter_mut().map(task).collect());
        if pass.overflow.into_inner() {
            return Ok(None);
        }
        ended.into_iter().collect::<Result<(), Halt>>()?;
        let mut parts = Vec::new();
        parts.resize_with(1 << bits, Vec::new);
        let entries = workers.iter_mut().map(|worker| worker.writer.finish(&mut parts)).sum();
        Ok(Some(Layer { parts: parts.into_iter().map(Mutex::new).collect(), entries }))
    }

    /// Works on one part after the other until none is left.
    fn work_parts<N: Wide>(
        &self,
        pass: &LayerPass<'_, N>,
        worker: &mut Worker<'_, '_, N>,
        bits: u32,
        looked_at: &AtomicU64,
    ) -> Result<(), Halt> {
        worker.writer.begin(bits);
        while let Some(part) = pass.layer.parts.get(pass.next.fetch_add(1, Ordering::Relaxed))
            && !pass.over.load(Ordering::Relaxed)
        {
            let blocks = std::mem::take(&mut *part.lock().unwrap_or_else(PoisonError::into_inner));
            let done = self.work_part(pass, blocks, worker, looked_at);
            if done.is_err() {
                pass.over.store(true, Ordering::Relaxed);
            }
            done?;
        }
        Ok(())
    }

    fn work_part<N: Wide>(
        &self,
        pass: &LayerPass<'_, N>,
        blocks: Vec<Block<N>>,
        Worker { table, writer }: &mut Worker<'_, '_, N>,
        looked_at: &AtomicU64,
    ) -> Result<(), Halt> {
        self.run.halted().map_or(Ok(()), Err)?;
        table.clear();
        for block in blocks {
            table.make_room(block.len(), self.run)?;
            let mut entries = block.iter();
            if entries.try_for_each(|&(key, number)| table.enter(key, number, N::plus)).is_none() {
                pass.overflow.store(true, Ordering::Relaxed);
                return Err(Halt::Budget);
            }
            writer.recycle(block);
        }
        let states = table.keys().len();
        if pass.states.fetch_add(states, Ordering::Relaxed) + states > self.budget {
            return Err(Halt::Budget);
        }
        let mut written = Ok(());
        for (&key, &number) in table.keys().iter().zip(table.values()) {
            pass.transition.successors(key, |_, next| {
                if written.is_ok() {
                    written = writer.write(next, number);
                }
            });
        }
        pulse(looked_at, states as u64, self.run);
        written
    }
}

/// Counts states, and tells how many there were now and then.
fn pulse(looked_at: &AtomicU64, states: u64, run: &Run<'_>) {
    let before = looked_at.fetch_add(states, Ordering::Relaxed);
    let all = before + states;
    if all / PULSE > before / PULSE {
        run.emit(&Progress::of("dynamic programming").counted("states", all).into());
    }
}

/// The ways to the state in which nothing is open and all degrees are used up, after the last step. Nothing if there are
/// too many.
fn all_used_up<N: Wide>(layer: Layer<N>) -> Option<u128> {
    let parts = layer.parts.into_iter();
    let blocks = parts.flat_map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner));
    let mut empty = blocks.flatten().filter(|(key, _)| key.whole() == 0);
    empty.try_fold(0, |sum: u128, (_, number)| sum.checked_add(number.whole()))
}
