//! Layers of states: from a board all that can be reached with so many moves, without what a lower
//! bound excludes. A state is a board and the sense of its next move; every move can be taken back,
//! so a layer touches only its neighbours, and older ones can be forgotten.

use std::thread;

use super::super::cyclic::Cyclic;
use crate::run::{Halt, Run};

/// States between two looks at the world.
const PULSE: usize = 1 << 12;

/// A state in few bytes: the tile of each cell, and in the end the empty cell and the sense.
pub(super) trait Packed: Clone + Ord + Send + Sync {
    fn pack(tiles: &[u16], mark: u16) -> Self;
    fn at(&self, index: usize) -> u16;
    fn put(&mut self, index: usize, value: u16);
}

/// For boards of up to 19 cells.
pub(super) type Small = [u8; 20];

impl Packed for Small {
    fn pack(tiles: &[u16], mark: u16) -> Self {
        let mut small = [0; 20];
        let values = tiles.iter().chain([&mark]);
        small.iter_mut().zip(values).for_each(|(slot, &value)| *slot = value as u8);
        small
    }

    fn at(&self, index: usize) -> u16 {
        self[index].into()
    }

    fn put(&mut self, index: usize, value: u16) {
        self[index] = value as u8;
    }
}

/// For all boards.
impl Packed for Box<[u16]> {
    fn pack(tiles: &[u16], mark: u16) -> Self {
        tiles.iter().copied().chain([mark]).collect()
    }

    fn at(&self, index: usize) -> u16 {
        self[index]
    }

    fn put(&mut self, index: usize, value: u16) {
        self[index] = value;
    }
}

/// What all states have in common. Tiles are named by the residues of their homes.
pub(super) struct Space {
    pub(super) cyclic: Cyclic,
    /// The distance of two cells by the difference of their residues.
    distances: Vec<u32>,
}

impl Space {
    pub(super) fn new(cyclic: Cyclic, distances: Vec<u32>) -> Self {
        Self { cyclic, distances }
    }

    pub(super) fn cells(&self) -> usize {
        self.cyclic.len()
    }

    /// The state after a move, which is a vertex.
    pub(super) fn turned<P: Packed>(&self, state: &P, vertex: usize) -> P {
        let cells = self.cells();
        let (empty, sense) = (state.at(cells) / 2, state.at(cells) % 2);
        let steps = self.cyclic.steps();
        let around = [vertex, (vertex + 1) % 6].map(|at| self.cyclic.sum(empty, steps[at]));
        let [next, third] = if sense == 0 { around } else { [around[1], around[0]] };
        let mut turned = state.clone();
        turned.put(empty.into(), state.at(third.into()));
        turned.put(third.into(), state.at(next.into()));
        turned.put(next.into(), 0);
        turned.put(cells, 2 * next + 1 - sense);
        turned
    }
}

/// Tells what is too far from a goal: a move brings two tiles one step nearer at best.
pub(super) struct Bound<'a> {
    space: &'a Space,
    /// For each tile where it belongs.
    goals: Vec<u16>,
}

impl<'a> Bound<'a> {
    pub(super) fn new<P: Packed>(space: &'a Space, goal: &P) -> Self {
        let mut goals = vec![0; space.cells()];
        (0..space.cells()).for_each(|cell| goals[usize::from(goal.at(cell))] = cell as u16);
        Self { space, goals }
    }

    /// Whether so many moves could be enough.
    pub(super) fn allows<P: Packed>(&self, state: &P, moves: u32) -> bool {
        self.least(state) <= moves
    }

    /// The least number of moves that could be enough.
    pub(super) fn least<P: Packed>(&self, state: &P) -> u32 {
        let cells = self.space.cells();
        let way = |cell: usize| match state.at(cell) {
            0 => 0,
            tile => {
                let goal = usize::from(self.goals[usize::from(tile)]);
                self.space.distances[(goal + cells - cell) % cells]
            }
        };
        (0..cells).map(way).sum::<u32>().div_ceil(2)
    }
}

/// The newest layer and the one before it, both in order.
pub(super) struct Layers<'a, P> {
    space: &'a Space,
    bound: Bound<'a>,
    pub(super) depth: u32,
    pub(super) newest: Vec<P>,
    before: Vec<P>,
}

impl<'a, P: Packed> Layers<'a, P> {
    /// Begins with some states, on the way to a goal.
    pub(super) fn new(space: &'a Space, mut begin: Vec<P>, goal: &P) -> Self {
        begin.sort_unstable();
        let bound = Bound::new(space, goal);
        Self { space, bound, depth: 0, newest: begin, before: Vec::new() }
    }

    /// Goes on by one layer, without what needs more than so many moves in all.
    pub(super) fn grow(&mut self, moves: u32, run: &Run<'_>, most: usize) -> Result<(), Halt> {
        let rest = moves.saturating_sub(self.depth + 1);
        let parties = if self.newest.len() < PULSE { 1 } else { run.threads.max(1) };
        let share = self.newest.len().div_ceil(parties).max(1);
        let this = &*self;
        let parts: Vec<Result<Vec<P>, Halt>> = thread::scope(|scope| {
            let chunks = self.newest.chunks(share);
            let handles: Vec<_> = chunks
                .map(|states| scope.spawn(move || this.children(states, rest, run, most / parties)))
                .collect();
            handles.into_iter().map(|one| one.join().expect("nothing panics")).collect()
        });
        let mut next = Vec::new();
        for part in parts {
            next.append(&mut part?);
        }
        next.sort_unstable();
        next.dedup();
        without(&mut next, &self.before);
        without(&mut next, &self.newest);
        self.before = std::mem::replace(&mut self.newest, next);
        self.depth += 1;
        Ok(())
    }

    fn children(
        &self,
        states: &[P],
        rest: u32,
        run: &Run<'_>,
        most: usize,
    ) -> Result<Vec<P>, Halt> {
        let mut children = Vec::new();
        // Duplicates are dropped whenever the list has doubled.
        let mut full = PULSE;
        for group in states.chunks(PULSE) {
            run.halted().map_or(Ok(()), Err)?;
            for state in group {
                let next = (0..6).map(|vertex| self.space.turned(state, vertex));
                children.extend(next.filter(|next| self.bound.allows(next, rest)));
            }
            if children.len() > full {
                children.sort_unstable();
                children.dedup();
                full = 2 * children.len();
            }
            if children.len() > most {
                return Err(Halt::Budget);
            }
        }
        Ok(children)
    }

    /// A state that is in the newest layers of both.
    pub(super) fn common(&self, other: &Self) -> Option<&P> {
        let mut others = other.newest.iter().peekable();
        self.newest.iter().find(|state| {
            while others.next_if(|other| other < state).is_some() {}
            others.peek() == Some(state)
        })
    }
}

/// Takes away what is in another list; both are in order.
fn without<P: Ord>(states: &mut Vec<P>, other: &[P]) {
    let mut others = other.iter().peekable();
    states.retain(|state| {
        while others.next_if(|other| *other < state).is_some() {}
        others.peek() != Some(&state)
    });
}
