//! A layer as it is written: states with numbers of ways, not yet merged, divided by the hashes of the states.
//!
//! Entries lie in blocks. A block that was read is filled again, so a layer and the next one together have not many more
//! blocks than the larger of them. The bytes of all blocks are charged to the run.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Wide;
use super::table::mixed;
use crate::run::{Charge, Halt, Run};

/// The entries of a block.
const BLOCK: usize = 64;

/// How many blocks a thread takes or returns at a time.
const HANDFUL: usize = 64;

/// Some states with their numbers of ways.
pub(super) type Block<N> = Vec<(N, N)>;

/// The blocks that are not in use.
pub(super) struct BlockPool<'a, N> {
    run: &'a Run<'a>,
    shelf: Mutex<Shelf<'a, N>>,
}

struct Shelf<'a, N> {
    blocks: Vec<Block<N>>,
    /// How many blocks there are in all.
    made: usize,
    charge: Charge<'a>,
}

impl<'a, N: Wide> BlockPool<'a, N> {
    pub(super) fn new(run: &'a Run<'a>) -> Self {
        let shelf = Shelf { blocks: Vec::new(), made: 0, charge: Charge::none(run.budget) };
        Self { run, shelf: Mutex::new(shelf) }
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf<'a, N>> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands out some empty blocks.
    fn take(&self, blocks: &mut Vec<Block<N>>) -> Result<(), Halt> {
        let missing = {
            let mut shelf = self.shelf();
            let rest = shelf.blocks.len().saturating_sub(HANDFUL);
            blocks.extend(shelf.blocks.drain(rest..));
            let missing = HANDFUL - blocks.len().min(HANDFUL);
            shelf.made += missing;
            let bytes = shelf.made * BLOCK * size_of::<(N, N)>();
            shelf.charge.grow_to(bytes)?;
            missing
        };
        if missing > 0 {
            self.run.room_for(missing * BLOCK * size_of::<(N, N)>())?;
        }
        blocks.extend((0..missing).map(|_| Vec::with_capacity(BLOCK)));
        Ok(())
    }

    fn give_back(&self, blocks: impl Iterator<Item = Block<N>>) {
        self.shelf().blocks.extend(blocks);
    }
}

/// What a thread writes of the next layer.
pub(super) struct LayerWriter<'p, 'a, N> {
    pool: &'p BlockPool<'a, N>,
    empty: Vec<Block<N>>,
    /// The bits of a hash that tell the part.
    bits: u32,
    /// For each part the block that is being filled, and those that are full.
    open: Vec<Block<N>>,
    full: Vec<Vec<Block<N>>>,
    entries: usize,
}

impl<'p, 'a, N: Wide> LayerWriter<'p, 'a, N> {
    pub(super) fn new(pool: &'p BlockPool<'a, N>) -> Self {
        let (open, full) = (Vec::new(), Vec::new());
        Self { pool, empty: Vec::new(), bits: 0, open, full, entries: 0 }
    }

    /// Begins a layer of 2^bits parts.
    pub(super) fn begin(&mut self, bits: u32) {
        self.bits = bits;
        self.entries = 0;
        self.open.resize_with(1 << bits, Vec::new);
        self.full.resize_with(1 << bits, Vec::new);
    }

    pub(super) fn write(&mut self, key: N, number: N) -> Result<(), Halt> {
        // The table of a part looks at other bits of the hash.
        let part = (mixed(key.whole()) >> 1 >> (u64::BITS - 1 - self.bits)) as usize;
        let block = &mut self.open[part];
        if block.len() < block.capacity() {
            block.push((key, number));
            return Ok(());
        }
        self.write_to_new_block(part, (key, number))
    }

    #[cold]
    fn write_to_new_block(&mut self, part: usize, entry: (N, N)) -> Result<(), Halt> {
        if self.empty.is_empty() {
            self.pool.take(&mut self.empty)?;
        }
        let mut block = self.empty.pop().ok_or(Halt::Memory)?;
        block.push(entry);
        let full = std::mem::replace(&mut self.open[part], block);
        self.entries += full.len();
        if !full.is_empty() {
            self.full[part].push(full);
        }
        Ok(())
    }

    /// Takes a block that was read.
    pub(super) fn recycle(&mut self, mut block: Block<N>) {
        block.clear();
        self.empty.push(block);
        if self.empty.len() > 2 * HANDFUL {
            self.pool.give_back(self.empty.drain(HANDFUL..));
        }
    }

    /// Adds what was written to the parts of the layer. Returns how many entries that was.
    pub(super) fn finish(&mut self, parts: &mut [Vec<Block<N>>]) -> usize {
        for ((part, full), open) in parts.iter_mut().zip(&mut self.full).zip(&mut self.open) {
            part.append(full);
            let open = std::mem::take(open);
            self.entries += open.len();
            if !open.is_empty() {
                part.push(open);
            }
        }
        self.entries
    }
}
