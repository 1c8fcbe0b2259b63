//! The state of the bidirectional beam search: a pair of boards that move towards each other.
//!
//! The first board is the one to be solved; the second begins solved, with every tile at home. A move is made on either
//! board, and the search has reached its goal when they are equal. The solution is the moves of the first board, then
//! those of the second, undone in reverse order.
//!
//! The rules make the senses of turning alternate, clockwise and counter-clockwise, and leave the first sense free. So
//! each board has a next sense, and at a goal both next senses must be equal, or the joined solution would turn twice in
//! one sense. The two free first senses give four variants of the search, or two if only one board is moved.
//!
//! Only the difference of the boards matters: the state stores for every cell of one board the cell of the other where
//! the same tile lies.
//!
//! Invariant: estimate and hash of a candidate are computed incrementally and equal a full computation.
//!
//! Cost: O(1) for each candidate, whatever the size of the board. The module knows nothing of widths and rounds.

use sixfold_puzzle::families::balto::Instance;

use super::cyclic::Cyclic;
use super::weights::{Relief, Weights, distance_class, neighbourhood_classes};
use crate::beam::{Node, Sink, Walk};
use crate::random::Random;

/// Marks the empty cell, which has no partner.
const NO_PARTNER: u16 = u16::MAX;
/// The moves of one board: six vertices in two senses, clockwise first.
pub(super) const TURNS: u8 = 12;
/// Steps of a path are numbers below this.
pub(super) const STEPS: u8 = 2 * TURNS;
/// In the shade of a cell: its tile is at home, it is empty on the first or on the second board.
/// Below are the directions in which there is a tile at home.
const HOME: u16 = 1 << 6;
const EMPTY: [u16; 2] = [1 << 7, 1 << 8];

/// Which of the boards are moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ends {
    /// Either, whichever is better.
    Both,
    /// Only the one to be solved.
    Start,
    /// Only the one at home, so that the way is found from its end.
    Home,
}

impl Ends {
    /// The variants of first senses, clockwise first. The sense of a board that is not moved is none,
    /// so there are two of them then.
    pub(super) fn variants(self) -> &'static [[bool; 2]] {
        const ALL: [[bool; 2]; 4] = [[false, false], [true, true], [false, true], [true, false]];
        if self == Self::Both { &ALL } else { &ALL[..2] }
    }

    /// How many candidates a state has, in all variants together.
    pub(super) fn candidates(self) -> u64 {
        let boards = if self == Self::Both { 2 } else { 1 };
        (self.variants().len() * boards * usize::from(TURNS / 2)) as u64
    }
}

/// Tables that do not change during a search.
#[derive(Debug)]
pub(super) struct Tables {
    ends: Ends,
    cyclic: Cyclic,
    /// For each turn of a board: from the empty cell to the one that will be empty, and to the third.
    turns: [(u16, u16); TURNS as usize],
    /// The weight of the difference of two partners, plus the number of cells.
    distances: Vec<i32>,
    /// The weight of a cell by its shade.
    neighbourhoods: Vec<i32>,
    relief: Relief,
    /// A random number for each cell of each board: the hash is the sum of the products of partners.
    factors: [Vec<u64>; 2],
    /// What the hash has more if the next move of a board is anticlockwise.
    senses: [u64; 2],
}

impl Tables {
    pub(super) fn new(instance: &Instance, weights: &Weights, seed: u64) -> Self {
        let cyclic = Cyclic::new(&instance.torus);
        let mut random = Random::new(seed);
        let mut factors = || (0..cyclic.len()).map(|_| random.bits()).collect();
        let factors = [factors(), factors()];
        let steps = cyclic.steps();
        let turn = |turn: usize| {
            let (x, y) = (steps[turn % 6], steps[(turn + 1) % 6]);
            if turn < 6 { (x, y) } else { (y, x) }
        };
        Self {
            ends: Ends::Both,
            turns: std::array::from_fn(turn),
            distances: distances(instance, &cyclic, weights),
            neighbourhoods: neighbourhoods(weights),
            relief: weights.relief(),
            factors,
            senses: [random.bits(), random.bits()],
            cyclic,
        }
    }

    /// For a search that moves some of the boards.
    pub(super) fn from(self, ends: Ends) -> Self {
        Self { ends, ..self }
    }

    fn weight(&self, one: u16, other: u16) -> i32 {
        self.distances[self.cyclic.len() + usize::from(one) - usize::from(other)]
    }

    fn sum(&self, one: u16, other: u16) -> u16 {
        self.cyclic.sum(one, other)
    }

    /// The numbering of the cells.
    pub(super) fn cyclic(&self) -> &Cyclic {
        &self.cyclic
    }

    /// Whether neighbourhoods have any weight.
    pub(super) fn sees_neighbourhoods(&self) -> bool {
        self.neighbourhoods.iter().any(|weight| *weight != 0)
    }
}

/// The weights of differences from 1 − k to k − 1, moved up by k, so that nothing is to be reduced.
fn distances(instance: &Instance, cyclic: &Cyclic, weights: &Weights) -> Vec<i32> {
    let cells = cyclic.len();
    let weight = |residue: usize| {
        let cell = instance.hexagon().cell(cyclic.index(residue % cells));
        weights.distances[distance_class(cell)] as i32
    };
    (0..2 * cells).map(weight).collect()
}

/// Only a cell with a tile that is not at home has a weight.
fn neighbourhoods(weights: &Weights) -> Vec<i32> {
    let classes = neighbourhood_classes();
    let weight = |shade: usize| match classes.get(shade) {
        Some(&class) => weights.neighbourhoods[class] as i32,
        None => 0,
    };
    (0..1 << 9).map(weight).collect()
}

/// One of the two boards, by the partners of its tiles.
#[derive(Debug)]
struct Side {
    /// For each cell the cell of the other board where the same tile lies.
    partners: Vec<u16>,
    empty: u16,
    /// Whether the next move is anticlockwise.
    sense: u8,
}

impl Clone for Side {
    fn clone(&self) -> Self {
        Self { partners: self.partners.clone(), ..*self }
    }

    /// Uses the memory again.
    fn clone_from(&mut self, other: &Self) {
        self.partners.clone_from(&other.partners);
        (self.empty, self.sense) = (other.empty, other.sense);
    }
}

/// A turn of three cells: the empty one, the one that will be empty, and the third, which
/// takes the second's tile and gives its own to the first.
#[derive(Clone, Copy)]
struct Turn {
    board: usize,
    empty: u16,
    next: u16,
    third: u16,
}

/// Both boards. If neighbourhoods have no weight nothing is kept for them.
#[derive(Debug)]
pub(super) struct BoardPair<'a, const NEIGHBOURHOODS: bool> {
    tables: &'a Tables,
    boards: [Side; 2],
    /// For each cell what its weight depends on.
    shades: Vec<u16>,
}

impl<const NEIGHBOURHOODS: bool> Clone for BoardPair<'_, NEIGHBOURHOODS> {
    fn clone(&self) -> Self {
        let (boards, shades) = (self.boards.clone(), self.shades.clone());
        Self { tables: self.tables, boards, shades }
    }

    fn clone_from(&mut self, other: &Self) {
        self.boards[0].clone_from(&other.boards[0]);
        self.boards[1].clone_from(&other.boards[1]);
        self.shades.clone_from(&other.shades);
    }
}

impl<'a, const NEIGHBOURHOODS: bool> BoardPair<'a, NEIGHBOURHOODS> {
    /// The beginning. `senses` says for each board whether its first move is anticlockwise.
    pub(super) fn new(instance: &Instance, tables: &'a Tables, senses: [bool; 2]) -> Self {
        Self::between(&instance.tiles, &instance.home(), tables, senses)
    }

    /// The beginning of a search for a way from one board to another.
    pub(super) fn between(from: &[u16], to: &[u16], tables: &'a Tables, senses: [bool; 2]) -> Self {
        let boards = [(from, to, senses[0]), (to, from, senses[1])]
            .map(|(own, other, sense)| Side::new(&tables.cyclic, own, other, sense));
        let mut new = Self { tables, boards, shades: Vec::new() };
        if NEIGHBOURHOODS {
            new.shades = new.all_shades();
        }
        new
    }

    /// The shades of all cells, from the partners alone.
    fn all_shades(&self) -> Vec<u16> {
        let tables = self.tables;
        let home = |cell: u16| self.boards[0].partners[usize::from(cell)] == cell;
        let shade = |cell: u16| {
            let around = tables.cyclic.steps().map(|step| home(tables.sum(cell, step)));
            let set = around.iter().rev().fold(0, |set, home| set << 1 | u16::from(*home));
            let empty = |board: usize| {
                if self.boards[board].empty == cell { EMPTY[board] } else { 0 }
            };
            set | if home(cell) { HOME } else { 0 } | empty(0) | empty(1)
        };
        (0..tables.cyclic.len() as u16).map(shade).collect()
    }

    /// The ways from all tiles to themselves on the other board, as residues.
    pub(super) fn ways(&self) -> impl Iterator<Item = u16> {
        let cells = self.tables.cyclic.len() as u16;
        let partners = self.boards[0].partners.iter().copied().zip(0..);
        let tiles = partners.filter(|(partner, _)| *partner != NO_PARTNER);
        tiles.map(move |(partner, cell)| self.tables.sum(partner, cells - cell) % cells)
    }

    /// For each tile that is not at home the directions in which there is one at home.
    pub(super) fn neighbourhoods(&self) -> impl Iterator<Item = usize> {
        self.shades.iter().map(|shade| usize::from(*shade)).filter(|shade| *shade < 64)
    }

    /// The estimate and the hash, from the partners alone.
    fn node(&self) -> Node {
        let tables = self.tables;
        let partners = self.boards[0].partners.iter().zip(0..);
        let pairs = partners.filter(|(partner, _)| **partner != NO_PARTNER);
        let (mut estimate, mut hash) = (self.misfit(), self.sense_hash());
        for (&partner, cell) in pairs {
            estimate += tables.weight(partner, cell);
            let factors =
                [tables.factors[0][usize::from(cell)], tables.factors[1][usize::from(partner)]];
            hash = hash.wrapping_add(factors[0].wrapping_mul(factors[1]));
        }
        if NEIGHBOURHOODS {
            let weights = self.all_shades().into_iter().map(|shade| self.shade_weight(shade));
            estimate += weights.sum::<i32>();
        }
        Node { estimate: estimate.unsigned_abs(), hash }
    }

    /// 1 if the senses do not fit, so that equal boards are no goal then.
    fn misfit(&self) -> i32 {
        let fits = self.tables.ends != Ends::Both || self.boards[0].sense == self.boards[1].sense;
        i32::from(!fits)
    }

    fn sense_hash(&self) -> u64 {
        let part = |board: usize| self.tables.senses[board] * u64::from(self.boards[board].sense);
        part(0).wrapping_add(part(1))
    }

    fn shade_weight(&self, shade: u16) -> i32 {
        self.tables.neighbourhoods[usize::from(shade)]
    }

    /// Turns three cells.
    fn turn(&mut self, turn: Turn) {
        let Turn { board, empty, next, third } = turn;
        let from_next = self.boards[board].partners[usize::from(next)];
        let from_third = self.boards[board].partners[usize::from(third)];
        if NEIGHBOURHOODS {
            self.reshade::<false>(turn, from_next, from_third);
        }
        let own = &mut self.boards[board];
        own.partners[usize::from(third)] = from_next;
        own.partners[usize::from(empty)] = from_third;
        own.partners[usize::from(next)] = NO_PARTNER;
        own.empty = next;
        own.sense ^= 1;
        let other = &mut self.boards[1 - board];
        other.partners[usize::from(from_next)] = third;
        other.partners[usize::from(from_third)] = empty;
    }

    /// Updates the shades before a turn; with `WEIGH` it returns the change of their weight. A second
    /// call reverts the first.
    fn reshade<const WEIGH: bool>(&mut self, turn: Turn, from_next: u16, from_third: u16) -> i32 {
        let Turn { board, empty, next, third } = turn;
        let mut more = 0;
        if from_third == empty {
            more += self.flip::<WEIGH>(empty);
        }
        if (from_next == third) != (from_third == third) {
            more += self.flip::<WEIGH>(third);
        }
        if from_next == next {
            more += self.flip::<WEIGH>(next);
        }
        more += self.change_shade::<WEIGH>(empty.into(), EMPTY[board]);
        more + self.change_shade::<WEIGH>(next.into(), EMPTY[board])
    }

    /// A tile comes home or leaves it.
    fn flip<const WEIGH: bool>(&mut self, cell: u16) -> i32 {
        let mut more = self.change_shade::<WEIGH>(cell.into(), HOME);
        for (direction, step) in self.tables.cyclic.steps().into_iter().enumerate() {
            let near = usize::from(self.tables.sum(cell, step));
            // Seen from there, the cell lies in the opposite direction.
            more += self.change_shade::<WEIGH>(near, 1 << ((direction + 3) % 6));
        }
        more
    }

    #[inline]
    fn change_shade<const WEIGH: bool>(&mut self, cell: usize, bit: u16) -> i32 {
        let (before, after) = (self.shades[cell], self.shades[cell] ^ bit);
        self.shades[cell] = after;
        if WEIGH { self.shade_weight(after) - self.shade_weight(before) } else { 0 }
    }

    /// What neighbourhoods weigh more after a turn; nothing is changed. If it is sure to be more
    /// than `most`, some other number above it will do.
    #[inline]
    fn neighbourhood_change(
        &mut self,
        turn: Turn,
        from_next: u16,
        from_third: u16,
        most: i32,
    ) -> i32 {
        let Turn { board, empty, next, third } = turn;
        let coming = i32::from(from_third == empty) + i32::from(from_next == third);
        let leaving = i32::from(from_third == third) + i32::from(from_next == next);
        if coming + leaving == 0 {
            // All that changes is which cell is empty.
            let filled = self.shades[usize::from(empty)] ^ EMPTY[board];
            return self.shade_weight(filled) - self.shade_weight(self.shades[usize::from(next)]);
        }
        let relief = self.tables.relief;
        let emptied = if from_next == next { 0 } else { relief.emptied };
        let least = -(coming * relief.coming + leaving * relief.leaving + emptied);
        if least > most {
            return least;
        }
        let more = self.reshade::<true>(turn, from_next, from_third);
        self.reshade::<false>(turn, from_next, from_third);
        more
    }

    /// What the hash has more after a turn.
    fn hash_change(&self, turn: Turn, from_next: u16, from_third: u16) -> u64 {
        let Turn { board, empty, next, third } = turn;
        let own = |cell: u16| self.tables.factors[board][usize::from(cell)];
        let other = |cell: u16| self.tables.factors[1 - board][usize::from(cell)];
        let first = own(third).wrapping_sub(own(next)).wrapping_mul(other(from_next));
        let second = own(empty).wrapping_sub(own(third)).wrapping_mul(other(from_third));
        let sense = self.tables.senses[board];
        let sense = if self.boards[board].sense == 0 { sense } else { sense.wrapping_neg() };
        first.wrapping_add(second).wrapping_add(sense)
    }

    /// Offers the six moves of one board; `floor` is the estimate without what the move changes.
    #[inline]
    fn offer_board<S: Sink>(&mut self, board: usize, floor: i32, hash: u64, sink: &mut S) {
        let tables = self.tables;
        let Side { empty, sense, .. } = self.boards[board];
        let cells = tables.cyclic.steps().map(|step| tables.sum(empty, step));
        let partners = cells.map(|cell| self.boards[board].partners[usize::from(cell)]);
        let now: [i32; 6] = std::array::from_fn(|at| tables.weight(partners[at], cells[at]));
        let back: [i32; 6] = std::array::from_fn(|at| tables.weight(partners[at], empty));
        for vertex in 0..6 {
            let (x, y) = (vertex, if vertex == 5 { 0 } else { vertex + 1 });
            let (next, third) = if sense == 0 { (x, y) } else { (y, x) };
            let (from_next, from_third) = (partners[next], partners[third]);
            let onward = tables.weight(from_next, cells[third]);
            let limit = sink.limit().min(i32::MAX as u32) as i32;
            let mut estimate = floor + onward + back[third] - now[next] - now[third];
            let turn = Turn { board, empty, next: cells[next], third: cells[third] };
            if NEIGHBOURHOODS {
                let most = limit.saturating_sub(estimate);
                estimate += self.neighbourhood_change(turn, from_next, from_third, most);
            }
            let step = board as u8 * TURNS + sense * 6 + vertex as u8;
            let new_hash = || hash.wrapping_add(self.hash_change(turn, from_next, from_third));
            sink.offer(step, estimate.unsigned_abs(), new_hash);
        }
    }
}

impl Side {
    fn new(cyclic: &Cyclic, own: &[u16], other: &[u16], anticlockwise: bool) -> Self {
        let mut places = vec![0; own.len()];
        other.iter().enumerate().for_each(|(index, &tile)| {
            places[usize::from(tile)] = cyclic.residue(index);
        });
        let mut board =
            Self { partners: vec![NO_PARTNER; own.len()], empty: 0, sense: anticlockwise.into() };
        for (index, &tile) in own.iter().enumerate() {
            let cell = cyclic.residue(index);
            match tile {
                0 => board.empty = cell,
                _ => board.partners[usize::from(cell)] = places[usize::from(tile)],
            }
        }
        board
    }
}

impl<const NEIGHBOURHOODS: bool> Walk for BoardPair<'_, NEIGHBOURHOODS> {
    fn root(&self) -> Node {
        self.node()
    }

    fn apply(&mut self, step: u8) {
        let board = usize::from(step / TURNS);
        let empty = self.boards[board].empty;
        let (next, third) = self.tables.turns[usize::from(step % TURNS)];
        let (next, third) = (self.tables.sum(empty, next), self.tables.sum(empty, third));
        self.turn(Turn { board, empty, next, third });
    }

    fn undo(&mut self, step: u8) {
        let board = usize::from(step / TURNS);
        let empty = self.boards[board].empty;
        let (next, third) = self.tables.turns[usize::from(step % TURNS)];
        let before = self.tables.sum(empty, self.tables.cyclic.len() as u16 - next);
        let third = self.tables.sum(before, third);
        self.turn(Turn { board, empty, next: before, third });
    }

    fn candidates<S: Sink>(&mut self, node: Node, sink: &mut S) {
        let estimate = node.estimate as i32;
        // A move on either board makes senses fit that did not, and the other way round.
        let floor = estimate + 1 - 2 * self.misfit();
        match self.tables.ends {
            Ends::Both => {
                self.offer_board(0, floor, node.hash, sink);
                self.offer_board(1, floor, node.hash, sink);
            }
            Ends::Start => self.offer_board(0, estimate, node.hash, sink),
            Ends::Home => self.offer_board(1, estimate, node.hash, sink),
        }
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + (2 * self.tables.cyclic.len() + self.shades.len()) * size_of::<u16>()
    }
}
