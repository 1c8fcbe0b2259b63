//! One beam, carried on by several threads; it is the very beam that one thread would have.
//!
//! A level has four phases, and in each of them threads take pieces of the work until there are none:
//!
//! 1. *Expand*, by chunks of the tour: every candidate within the limit is noted in its chunk, and its
//!    hash goes to one of many shards, by its upper bits.
//! 2. *Sift*, by shards: duplicates are dropped, with tables that fit into the cache of a core. Chunks
//!    are taken in their order, so the earliest of equals stays.
//! 3. *Rank*, by shards: of the candidates in the worst bin that is kept, the last one that has room.
//! 4. *Grow*, by chunks: what was kept of a chunk makes its part of the next tour; and by shards: the
//!    states are remembered.
//!
//! The tour lies in segments, each with the path to its first leaf, so that a thread can begin anywhere.
//! Where a level has more candidates than there is room for, the first two phases take turns, and the
//! limit falls between them. `gate` lets the threads wait for each other, `leader` decides between the
//! phases, `labour` is what all of them do.
//!
//! Invariant: what is kept are the best different candidates by bin and order, whichever thread found
//! them; a number of threads, of chunks or of shards changes nothing.

mod gate;
mod growth;
mod harvest;
mod labour;
mod leader;
mod segments;
mod shard;
#[cfg(test)]
mod tests;

pub(super) use self::labour::{Layout, THREAD_BYTES, bytes};
pub(super) use self::leader::Team;
