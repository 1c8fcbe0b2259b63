//! First answers on large boards: loops near the centre of the board, with the maps that keep the most cells.
//!
//! All six regions meet at the centre, so a loop round it can be short, and a short loop leaves the fences the most room.
//! SAT on the whole board begins with hundreds of stray cycles instead. So the loop is confined to a small distance from
//! the centre, then to twice that distance; the rest of the board is closed by assumptions.
//!
//! Heuristic: a loop that is found is a solution, but nothing follows if none is found. The complete search comes after.
//!
//! Cost: one formula for each map, and a limited number of calls of the solver for each distance.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::board::Board;
use super::fold::Maps;
use super::loop_enumeration::{FencedLoop, LoopSearch};
use super::propagation::Propagator;
use crate::run::{Halt, Run};
use crate::sat::BackendName;

/// The maps that are tried.
const MAPS: usize = 3;
/// The first and the last distance, and the calls of the solver for each.
const NEAREST: usize = 3;
const FARTHEST: usize = 6;
const CALLS: usize = 8;

/// The search near the centre.
pub(super) struct ConfinedSearch<'a> {
    pub(super) board: &'a Board,
    pub(super) maps: &'a Maps,
    pub(super) propagator: &'a Propagator<'a>,
    pub(super) backend: BackendName,
}

impl ConfinedSearch<'_> {
    /// A loop of the first of some maps that keeps one. Maps before it are tried to their end, so it does not depend on
    /// the number of threads.
    pub(super) fn first(&self, maps: &[usize], run: &Run<'_>) -> Result<Option<FencedLoop>, Halt> {
        let maps = &maps[..maps.len().min(MAPS)];
        let (next, best) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let found = Mutex::new(None);
        let ended = run.together(run.workers().clamp(1, maps.len().max(1)), |_, run| {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                if place >= maps.len() || place > best.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let needed = || place < best.load(Ordering::Relaxed);
                let Some(first) = self.kept(maps[place], &needed, run)? else { continue };
                let mut found = found.lock().expect("no holder panics");
                if needed() {
                    best.store(place, Ordering::Relaxed);
                    *found = Some(first);
                }
            }
        });
        match found.into_inner().expect("no holder panics") {
            Some(found) => Ok(Some(found)),
            None => ended.map(|()| None),
        }
    }

    /// A loop that a map keeps, nearer ones first.
    fn kept(
        &self,
        map: usize,
        needed: &dyn Fn() -> bool,
        run: &Run<'_>,
    ) -> Result<Option<FencedLoop>, Halt> {
        let fold = self.maps.fold(self.board, map);
        let Some(domains) = self.propagator.unpropagated(&fold) else { return Ok(None) };
        let mut search = LoopSearch::new(self.board, &fold, &domains, self.backend, run)?;
        let mut radius = NEAREST;
        while radius <= FARTHEST && needed() {
            search.confine(radius);
            let found = search.next_within(CALLS)?;
            if let Some(found) = found.into_iter().next() {
                return Ok(Some(found));
            }
            radius *= 2;
        }
        Ok(None)
    }
}
