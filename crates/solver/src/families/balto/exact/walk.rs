//! The walk through all ways of at most so many moves from one board to another. Nothing is stored:
//! moves are done and undone on one board, and a state is left if the sum of its distances is more
//! than its moves can make up for. To walk again and again with one move more is the search of Korf
//! (1985).

use super::space::{LANE, ONES, Space, directions, turning};
use super::words::Automaton;
use crate::run::Halt;

/// The highest bit of each lane.
const HIGHEST: u64 = ONES << (LANE - 1);
/// No move takes more from what is to spare.
const ENOUGH: u32 = 4;
/// States between two looks at the world: some milliseconds.
const PULSE: u64 = 1 << 16;

/// One end of a search, with the ways to the other.
pub(super) struct End<'a> {
    pub(super) space: &'a Space,
    pub(super) automaton: &'a Automaton,
    pub(super) ways: Vec<u16>,
    pub(super) empty: u16,
}

/// Where a walk is, apart from the board.
#[derive(Clone, Copy)]
struct Place {
    empty: u16,
    /// The state of the automaton.
    read: u16,
    /// How many moves may follow.
    rest: u32,
    /// By how much these moves can do more than make up for the sum of distances.
    spare: u32,
}

impl Place {
    /// Whether all tiles are where they should be: then the empty cell is, too.
    #[inline(always)]
    fn is_goal(self) -> bool {
        self.spare == 2 * self.rest
    }
}

/// One who walks.
pub(super) struct Walker<'a> {
    end: &'a End<'a>,
    /// The way of the tile on each cell; that on the empty cell is of no account.
    ways: Vec<u16>,
    /// The states from which moves were made since the last pause.
    states: u64,
    pause: &'a dyn Fn(u64) -> Option<Halt>,
    halt: Option<Halt>,
}

impl<'a> Walker<'a> {
    /// One who pauses now and then, tells how many states there were and asks whether to go on.
    pub(super) fn new(end: &'a End<'a>, pause: &'a dyn Fn(u64) -> Option<Halt>) -> Self {
        Self { end, ways: end.ways.clone(), states: 0, pause, halt: None }
    }

    /// Tells about the last states.
    pub(super) fn finish(&mut self) -> Result<(), Halt> {
        self.rest();
        self.halt.map_or(Ok(()), Err)
    }

    #[cold]
    fn rest(&mut self) {
        self.halt = (self.pause)(std::mem::take(&mut self.states));
    }

    /// The place before the first of at most so many moves, unless they are too few.
    fn start(&mut self, sense: usize, moves: u32) -> Option<Place> {
        self.ways.clone_from(&self.end.ways);
        let spare = (2 * moves).checked_sub(self.end.space.sum(&self.ways))?;
        Some(Place { empty: self.end.empty, read: sense as u16, rest: moves, spare })
    }

    /// The heads, of a given length, of all ways with at most so many moves that begin with a sense.
    pub(super) fn heads(&mut self, sense: usize, moves: u32, length: usize) -> Vec<Vec<u8>> {
        let mut heads = Vec::new();
        if let Some(place) = self.start(sense, moves) {
            self.collect(place, sense, length, &mut Vec::new(), &mut heads);
        }
        heads
    }

    fn collect(
        &mut self,
        place: Place,
        sense: usize,
        length: usize,
        head: &mut Vec<u8>,
        heads: &mut Vec<Vec<u8>>,
    ) {
        if head.len() == length {
            return heads.push(head.clone());
        }
        let lanes = self.lanes(place, sense);
        for vertex in vertices(self.allowed(place, lanes)) {
            let (after, before) = self.turn(place, lanes, vertex, sense);
            head.push(vertex as u8);
            self.collect(after, 1 - sense, length, head, heads);
            head.pop();
            self.turn_back(place, vertex, sense, before);
        }
    }

    /// The vertices of the first way with at most so many moves that begins with a sense and a head.
    pub(super) fn way(
        &mut self,
        sense: usize,
        moves: u32,
        head: &[u8],
    ) -> Result<Option<Vec<u8>>, Halt> {
        let Some(mut place) = self.start(sense, moves) else { return Ok(None) };
        for (at, &vertex) in head.iter().enumerate() {
            let sense = (sense + at) % 2;
            let lanes = self.lanes(place, sense);
            place = self.turn(place, lanes, vertex.into(), sense).0;
        }
        // The last move comes first.
        let mut tail = Vec::new();
        let found = match (sense + head.len()) % 2 {
            _ if place.is_goal() => true,
            0 => self.walk::<0, 1>(place, &mut tail),
            _ => self.walk::<1, 0>(place, &mut tail),
        };
        match self.halt {
            Some(halt) => Err(halt),
            None => Ok(found.then(|| head.iter().chain(tail.iter().rev()).copied().collect())),
        }
    }

    /// Walks on until the goal is met, or there was a halt.
    fn walk<const SENSE: usize, const OTHER: usize>(
        &mut self,
        place: Place,
        tail: &mut Vec<u8>,
    ) -> bool {
        self.states += 1;
        if self.states == PULSE {
            self.rest();
            if self.halt.is_some() {
                return true;
            }
        }
        let lanes = self.lanes(place, SENSE);
        for vertex in vertices(self.allowed(place, lanes)) {
            let (after, before) = self.turn(place, lanes, vertex, SENSE);
            if after.is_goal() || self.walk::<OTHER, SENSE>(after, tail) {
                tail.push(vertex as u8);
                return true;
            }
            self.turn_back(place, vertex, SENSE, before);
        }
        false
    }

    /// What each move takes from what is to spare.
    #[inline(always)]
    fn lanes(&self, place: Place, sense: usize) -> u64 {
        let around = &self.end.space.around[usize::from(place.empty)];
        let lanes = &self.end.space.lanes[sense];
        let part = |at: usize| lanes[usize::from(self.ways[usize::from(around[at])])][at];
        (0..6).map(part).sum()
    }

    /// The moves that may lead to the goal: the highest bits of their lanes.
    #[inline(always)]
    fn allowed(&self, place: Place, lanes: u64) -> u64 {
        let spare = (u64::from(place.spare.min(ENOUGH)) * ONES) | HIGHEST;
        let open = self.end.automaton.states[usize::from(place.read)].open;
        (spare - lanes) & open & HIGHEST
    }

    /// Makes a move, and tells the ways that its two tiles had before.
    #[inline(always)]
    fn turn(&mut self, place: Place, lanes: u64, vertex: usize, sense: usize) -> (Place, [u16; 2]) {
        let space = self.end.space;
        let [next, third] = self.cells(place, vertex, sense);
        let before = [self.ways[next], self.ways[third]];
        let [first, second] = directions(vertex, sense);
        self.ways[third] = space.shorter[usize::from(before[0])][first];
        self.ways[usize::from(place.empty)] = space.shorter[usize::from(before[1])][second];
        let taken = (lanes >> (LANE * vertex as u32)) as u32 & ((1 << LANE) - 1);
        let after = Place {
            empty: next as u16,
            read: self.end.automaton.states[usize::from(place.read)].next[vertex],
            rest: place.rest - 1,
            spare: place.spare - taken,
        };
        (after, before)
    }

    /// Takes a move from a place back.
    #[inline(always)]
    fn turn_back(&mut self, place: Place, vertex: usize, sense: usize, before: [u16; 2]) {
        let [next, third] = self.cells(place, vertex, sense);
        [self.ways[next], self.ways[third]] = before;
    }

    /// The cells that a move turns besides the empty one: first the one that becomes empty.
    #[inline(always)]
    fn cells(&self, place: Place, vertex: usize, sense: usize) -> [usize; 2] {
        let around = &self.end.space.around[usize::from(place.empty)];
        turning(vertex, sense).map(|at| usize::from(around[at]))
    }
}

/// The vertices of lanes whose highest bits are set.
#[inline(always)]
fn vertices(mut lanes: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let vertex = lanes.trailing_zeros() / LANE;
        (lanes != 0).then(|| {
            lanes &= lanes - 1;
            vertex as usize
        })
    })
}
