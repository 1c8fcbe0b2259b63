//! Layout of the boundary dynamic program: the outer rings as two chains of cells, in the order of
//! decision.
//!
//! Both chains lead from the corner where the lines of an axis begin to the opposite corner. A cell
//! has a slot in the state as long as it has undecided neighbours. The cells at both ends belong to
//! both chains, and their shared edges count once.
//!
//! Invariant: each edge within the outer rings counts once, and a cell leaves its slot only after
//! all its neighbours are decided.

use std::collections::BTreeMap;

use sixfold_puzzle::hex::{Cell, Hexagon};

use super::pattern::FIXED;
use crate::families::neighbors::encode::edge_order::angle;
use crate::families::neighbors::encode::perfect_code::{Case, ring};

/// The number of slots of a state.
pub(super) const SLOTS: usize = 24;

/// The number of rings of the strip: the free ones, and two fixed ones. The inner fixed one only
/// shows what is beside the outer one.
pub(super) const WIDTH: usize = FIXED + 1;

/// A sixth of a turn.
const SIXTH: u64 = 1 << 20;

/// The decision of a cell.
pub(super) struct ChainStep {
    pub(super) cell: usize,
    /// Its slot while it has undecided neighbours.
    pub(super) slot: usize,
    /// The slots of neighbours that were decided before.
    pub(super) earlier: Vec<usize>,
    /// The slots of cells whose neighbours are all decided, and the levels that they must have
    /// beside them, as bits.
    pub(super) leaving: Vec<(usize, u8)>,
}

/// A cell at an end of both chains: neither chain sees all of its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shared {
    pub(super) slot: usize,
    /// The levels that it must have beside it, as bits.
    pub(super) needs: u8,
}

/// Cells in the order in which they are decided.
pub(super) struct Chain {
    pub(super) steps: Vec<ChainStep>,
    pub(super) begin: Vec<Shared>,
    pub(super) end: Vec<Shared>,
    /// After so many steps all neighbours of the first cells are decided.
    pub(super) parted: usize,
    /// For each gap of the axis the first step that needs its line, and the step after the last
    /// one.
    uses: BTreeMap<i32, (usize, usize)>,
    /// How many of the last gaps a later step may need.
    pub(super) memory: u32,
}

/// The position along the boundary from a corner on, where `SIXTH` is a side.
fn way(hexagon: &Hexagon, corner: Cell, cell: usize) -> u64 {
    let place = |cell: Cell| {
        let (sector, across, _) = angle(cell.q, cell.r);
        sector as u64 * SIXTH + across as u64
    };
    (place(hexagon.cell(cell)) + 6 * SIXTH - place(corner)) % (6 * SIXTH)
}

impl Chain {
    /// The chain on one side of the axis of a case, for some levels, as bits.
    pub(super) fn new(hexagon: &Hexagon, axis: Case, levels: u8, right: bool) -> Self {
        let corners = hexagon.ring(hexagon.order() - 1).into_iter().map(|cell| hexagon.cell(cell));
        let corner = corners.min_by_key(|&cell| axis.line(cell)).expect("a boundary has cells");
        let way = |cell: usize| way(hexagon, corner, cell);
        let there =
            |cell: usize| if right { way(cell) } else { (6 * SIXTH - way(cell)) % (6 * SIXTH) };
        let mut cells: Vec<usize> = (0..hexagon.len())
            .filter(|&cell| ring(hexagon, cell) <= WIDTH && there(cell) <= 3 * SIXTH)
            .collect();
        cells.sort_by_key(|&cell| (there(cell), ring(hexagon, cell)));
        let at_end = |cell: usize| [0, 3 * SIXTH].contains(&way(cell)).then(|| way(cell));
        let mut chain =
            Layout { hexagon, axis, levels, cells: &cells, at_end: &at_end, right }.chain();
        chain.memory = chain.remembered();
        chain
    }

    /// The first and the last gap.
    pub(super) fn gaps(&self) -> (i32, i32) {
        let first = self.uses.keys().next().copied().unwrap_or(0);
        (first, self.uses.keys().next_back().copied().unwrap_or(first))
    }

    /// The number of steps that need no gap beyond this one.
    pub(super) fn until(&self, gap: i32) -> usize {
        let beyond = self.uses.range(gap + 1..).map(|(_, &(from, _))| from);
        beyond.min().unwrap_or(self.steps.len()).max(self.parted)
    }

    /// The last gap that a step needs before the chains part.
    pub(super) fn opened(&self) -> Option<i32> {
        self.uses.iter().filter(|(_, uses)| uses.0 < self.parted).map(|(&gap, _)| gap).max()
    }

    fn remembered(&self) -> u32 {
        let lasting = |(&gap, &(_, end)): (&i32, &(usize, usize))| {
            let gaps = (gap..=self.gaps().1).filter(|&later| self.until(later) < end);
            gaps.map(|later| later.abs_diff(gap) + 1).max()
        };
        self.uses.iter().filter_map(lasting).max().unwrap_or(0)
    }
}

/// The input from which a chain is laid out.
struct Layout<'a> {
    hexagon: &'a Hexagon,
    axis: Case,
    levels: u8,
    cells: &'a [usize],
    /// Which end of the chains a cell is at.
    at_end: &'a dyn Fn(usize) -> Option<u64>,
    right: bool,
}

impl Layout<'_> {
    fn chain(&self) -> Chain {
        let places: BTreeMap<usize, usize> =
            self.cells.iter().enumerate().map(|(place, &cell)| (cell, place)).collect();
        let beside = |cell: usize| -> Vec<usize> {
            self.hexagon.neighbours(cell).filter_map(|next| places.get(&next).copied()).collect()
        };
        let last: Vec<usize> = (0..self.cells.len())
            .map(|place| beside(self.cells[place]).into_iter().fold(place, usize::max))
            .collect();
        // The cells whose last neighbour is decided at a step; those at an end never leave.
        let mut done: Vec<Vec<usize>> = vec![Vec::new(); self.cells.len()];
        let leaves = |place: &usize| (self.at_end)(self.cells[*place]).is_none();
        (0..last.len()).filter(leaves).for_each(|place| done[last[place]].push(place));
        let mut free: Vec<usize> = (0..SLOTS).rev().collect();
        let mut slots: Vec<usize> = Vec::new();
        let (mut steps, mut uses) = (Vec::new(), BTreeMap::new());
        for (place, &cell) in self.cells.iter().enumerate() {
            let slot = free.pop().expect("a strip is narrow");
            slots.push(slot);
            let counted =
                beside(cell).into_iter().filter(|&it| it < place && self.counts(it, place));
            let earlier = counted.map(|it| slots[it]).collect();
            let leaving: Vec<(usize, u8)> =
                done[place].iter().map(|&it| (slots[it], self.needs(self.cells[it]))).collect();
            free.extend(leaving.iter().map(|&(slot, _)| slot));
            self.note_use(cell, place, &mut uses);
            steps.push(ChainStep { cell, slot, earlier, leaving });
        }
        let first = (0..self.cells.len()).filter(|&it| (self.at_end)(self.cells[it]) == Some(0));
        let parted = first.map(|it| last[it] + 1).max().unwrap_or(0);
        let shared = |end: u64| {
            let there =
                (0..self.cells.len()).filter(|&it| (self.at_end)(self.cells[it]) == Some(end));
            there.map(|it| Shared { slot: slots[it], needs: self.needs(self.cells[it]) }).collect()
        };
        Chain { begin: shared(0), end: shared(3 * SIXTH), steps, parted, uses, memory: 0 }
    }

    /// Whether the edge between two cells counts on this side: edges between shared cells count
    /// once.
    fn counts(&self, one: usize, other: usize) -> bool {
        let end = |place: usize| (self.at_end)(self.cells[place]);
        !self.right || end(one).is_none() || end(one) != end(other)
    }

    /// The levels that a cell must have beside it. The inner fixed ring has neighbours outside the
    /// strip; the outer one has its 1s and 2s by construction.
    fn needs(&self, cell: usize) -> u8 {
        let needs = match ring(self.hexagon, cell) {
            WIDTH => 0,
            FIXED => 0b100,
            _ => 0b111,
        };
        needs & self.levels
    }

    fn note_use(&self, cell: usize, place: usize, uses: &mut BTreeMap<i32, (usize, usize)>) {
        if let Some((gap, _)) = self.axis.two(self.hexagon.cell(cell)) {
            let fixed = ring(self.hexagon, cell) + 1 >= FIXED;
            if fixed {
                uses.entry(gap).and_modify(|it| it.1 = place + 1).or_insert((place, place + 1));
            }
        }
    }
}
