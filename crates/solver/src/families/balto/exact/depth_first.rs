//! Depth-first search of one IDA* iteration: all sequences of at most so many moves that turn one board into another.
//!
//! No state is stored; moves are made and undone on one board. The admissible heuristic is half the sum of all tiles'
//! distances from their homes, since a move shifts two tiles by one step each. So a state is pruned if that sum is more
//! than twice the number of moves left.
//!
//! Cost: O(1) for each state. The six possible moves are tested at once, as lanes of one machine word. The time grows
//! exponentially with the number of moves: for boards that are nearly solved only.

use super::distance_tables::{DistanceTables, LANE, ONES, directions, turning};
use super::move_pruning::Automaton;
use crate::run::Halt;

/// The highest bit of each lane.
const HIGHEST: u64 = ONES << (LANE - 1);
/// No move takes more from the slack.
const ENOUGH: u32 = 4;
/// States between two polls of the limits.
const PULSE: u64 = 1 << 16;

/// One end of a search, with the ways to the other.
pub(super) struct End<'a> {
    pub(super) tables: &'a DistanceTables,
    pub(super) automaton: &'a Automaton,
    pub(super) ways: Vec<u16>,
    pub(super) empty: u16,
}

/// A node of the search, apart from the board.
#[derive(Clone, Copy)]
struct SearchNode {
    empty: u16,
    /// The state of the automaton.
    read: u16,
    /// How many moves may follow.
    rest: u32,
    /// The slack: twice the moves that may follow, less the sum of distances.
    slack: u32,
}

impl SearchNode {
    /// Whether all tiles are where they should be: then the empty cell is, too.
    #[inline(always)]
    fn is_goal(self) -> bool {
        self.slack == 2 * self.rest
    }
}

/// A depth-first search from one end.
pub(super) struct DepthFirst<'a> {
    end: &'a End<'a>,
    /// The way of the tile on each cell; that of the empty cell is ignored.
    ways: Vec<u16>,
    /// The states from which moves were made since the last pause.
    states: u64,
    pause: &'a dyn Fn(u64) -> Option<Halt>,
    halt: Option<Halt>,
}

impl<'a> DepthFirst<'a> {
    /// A search that calls `pause` every `PULSE` states with their number; a halt ends it.
    pub(super) fn new(end: &'a End<'a>, pause: &'a dyn Fn(u64) -> Option<Halt>) -> Self {
        Self { end, ways: end.ways.clone(), states: 0, pause, halt: None }
    }

    /// Reports the last states.
    pub(super) fn finish(&mut self) -> Result<(), Halt> {
        self.poll();
        self.halt.map_or(Ok(()), Err)
    }

    #[cold]
    fn poll(&mut self) {
        self.halt = (self.pause)(std::mem::take(&mut self.states));
    }

    /// The root, with at most so many moves to go; `None` if the heuristic refutes it.
    fn start(&mut self, sense: usize, moves: u32) -> Option<SearchNode> {
        self.ways.clone_from(&self.end.ways);
        let slack = (2 * moves).checked_sub(self.end.tables.sum(&self.ways))?;
        Some(SearchNode { empty: self.end.empty, read: sense as u16, rest: moves, slack })
    }

    /// The prefixes, of a given length, of all ways with at most so many moves and a first sense.
    pub(super) fn prefixes(&mut self, sense: usize, moves: u32, length: usize) -> Vec<Vec<u8>> {
        let mut prefixes = Vec::new();
        if let Some(node) = self.start(sense, moves) {
            self.collect(node, sense, length, &mut Vec::new(), &mut prefixes);
        }
        prefixes
    }

    fn collect(
        &mut self,
        node: SearchNode,
        sense: usize,
        length: usize,
        prefix: &mut Vec<u8>,
        prefixes: &mut Vec<Vec<u8>>,
    ) {
        if prefix.len() == length {
            return prefixes.push(prefix.clone());
        }
        let lanes = self.lanes(node, sense);
        for vertex in vertices(self.allowed(node, lanes)) {
            let (after, before) = self.turn(node, lanes, vertex, sense);
            prefix.push(vertex as u8);
            self.collect(after, 1 - sense, length, prefix, prefixes);
            prefix.pop();
            self.turn_back(node, vertex, sense, before);
        }
    }

    /// The vertices of the first way with at most so many moves, a first sense and a prefix.
    pub(super) fn way(
        &mut self,
        sense: usize,
        moves: u32,
        prefix: &[u8],
    ) -> Result<Option<Vec<u8>>, Halt> {
        let Some(mut node) = self.start(sense, moves) else { return Ok(None) };
        for (at, &vertex) in prefix.iter().enumerate() {
            let sense = (sense + at) % 2;
            let lanes = self.lanes(node, sense);
            node = self.turn(node, lanes, vertex.into(), sense).0;
        }
        // The last move comes first.
        let mut tail = Vec::new();
        let found = match (sense + prefix.len()) % 2 {
            _ if node.is_goal() => true,
            0 => self.descend::<0, 1>(node, &mut tail),
            _ => self.descend::<1, 0>(node, &mut tail),
        };
        match self.halt {
            Some(halt) => Err(halt),
            None => Ok(found.then(|| prefix.iter().chain(tail.iter().rev()).copied().collect())),
        }
    }

    /// Expands a node until the goal is met or the search is halted.
    fn descend<const SENSE: usize, const OTHER: usize>(
        &mut self,
        node: SearchNode,
        tail: &mut Vec<u8>,
    ) -> bool {
        self.states += 1;
        if self.states == PULSE {
            self.poll();
            if self.halt.is_some() {
                return true;
            }
        }
        let lanes = self.lanes(node, SENSE);
        for vertex in vertices(self.allowed(node, lanes)) {
            let (after, before) = self.turn(node, lanes, vertex, SENSE);
            if after.is_goal() || self.descend::<OTHER, SENSE>(after, tail) {
                tail.push(vertex as u8);
                return true;
            }
            self.turn_back(node, vertex, SENSE, before);
        }
        false
    }

    /// What each move takes from the slack.
    #[inline(always)]
    fn lanes(&self, node: SearchNode, sense: usize) -> u64 {
        let around = &self.end.tables.around[usize::from(node.empty)];
        let lanes = &self.end.tables.lanes[sense];
        let part = |at: usize| lanes[usize::from(self.ways[usize::from(around[at])])][at];
        (0..6).map(part).sum()
    }

    /// The moves that may lead to the goal: the highest bits of their lanes.
    #[inline(always)]
    fn allowed(&self, node: SearchNode, lanes: u64) -> u64 {
        let slack = (u64::from(node.slack.min(ENOUGH)) * ONES) | HIGHEST;
        let open = self.end.automaton.states[usize::from(node.read)].open;
        (slack - lanes) & open & HIGHEST
    }

    /// Makes a move, and returns the ways that its two tiles had before.
    #[inline(always)]
    fn turn(
        &mut self,
        node: SearchNode,
        lanes: u64,
        vertex: usize,
        sense: usize,
    ) -> (SearchNode, [u16; 2]) {
        let tables = self.end.tables;
        let [next, third] = self.cells(node, vertex, sense);
        let before = [self.ways[next], self.ways[third]];
        let [first, second] = directions(vertex, sense);
        self.ways[third] = tables.shorter[usize::from(before[0])][first];
        self.ways[usize::from(node.empty)] = tables.shorter[usize::from(before[1])][second];
        let taken = (lanes >> (LANE * vertex as u32)) as u32 & ((1 << LANE) - 1);
        let after = SearchNode {
            empty: next as u16,
            read: self.end.automaton.states[usize::from(node.read)].next[vertex],
            rest: node.rest - 1,
            slack: node.slack - taken,
        };
        (after, before)
    }

    /// Undoes a move from a node.
    #[inline(always)]
    fn turn_back(&mut self, node: SearchNode, vertex: usize, sense: usize, before: [u16; 2]) {
        let [next, third] = self.cells(node, vertex, sense);
        [self.ways[next], self.ways[third]] = before;
    }

    /// The cells that a move turns besides the empty one: first the one that becomes empty.
    #[inline(always)]
    fn cells(&self, node: SearchNode, vertex: usize, sense: usize) -> [usize; 2] {
        let around = &self.end.tables.around[usize::from(node.empty)];
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
