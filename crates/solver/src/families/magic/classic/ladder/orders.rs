//! Static variable orders, their cost, and the cheapest one by Dijkstra's algorithm.
//!
//! Every line is tested as soon as it is full. Let N(S) be the number of boards that a search visits
//! with the set S of cells filled. It does not depend on the order within S. An order costs the sum of N over
//! the sets it runs through. The cheapest order is a shortest path in the lattice of sets, from the
//! empty one to all cells.
//!
//! Sets that a symmetry of the hexagon maps to each other have the same N, so one of up to twelve is
//! expanded.
//!
//! Invariant: the result is optimal.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use sixfold_puzzle::hex::{Hexagon, Symmetry};

use super::search::{CELLS, Order, line_sum};
use crate::run::Run;

/// Row by row.
pub(super) const RASTER: Order = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18];

/// From the rim inwards, clockwise.
pub(super) const SPIRAL: Order = [0, 1, 2, 6, 11, 15, 18, 17, 16, 12, 7, 3, 4, 5, 10, 14, 13, 8, 9];

/// The cheapest order of all for start 1, as [`cheapest`] finds it, in the image that begins as the
/// spiral does.
pub(super) const CHEAPEST: Order =
    [0, 1, 2, 3, 7, 6, 11, 12, 16, 15, 18, 17, 4, 5, 8, 10, 9, 13, 14];

/// The cheapest order for start 1 if only [`ONE_OF_TWELVE`] images is looked for.
pub(super) const CHEAPEST_TWELFTH: Order =
    [2, 0, 1, 7, 3, 11, 6, 18, 15, 16, 17, 12, 14, 13, 10, 5, 9, 8, 4];

/// An order of filling with the lines that end at each of its places, as lists of places.
pub(super) struct FillPlan {
    pub(super) order: Order,
    pub(super) closing: Vec<Vec<Vec<usize>>>,
}

impl FillPlan {
    pub(super) fn new(order: &Order) -> Self {
        let mut place_of = [0; CELLS];
        order.iter().enumerate().for_each(|(place, &cell)| place_of[cell] = place);
        let mut closing = vec![Vec::new(); CELLS];
        for line in Hexagon::new(3).lines() {
            let mut places: Vec<usize> = line.iter().map(|&cell| place_of[cell]).collect();
            places.sort_unstable();
            closing[places[places.len() - 1]].push(places);
        }
        Self { order: *order, closing }
    }

    /// Whether the number at a place is computed rather than tried.
    pub(super) fn computes(&self, place: usize) -> bool {
        !self.closing[place].is_empty()
    }
}

/// Pairs of cells of which the first must hold the smaller number.
pub(super) type Smaller = &'static [(usize, usize)];

/// Of the twelve images of a board, the one with the smallest corner at upper left and the corner
/// to its right smaller than the one below it: one image of each solution is left.
pub(super) const ONE_OF_TWELVE: Smaller = &[(0, 2), (0, 7), (0, 11), (0, 16), (0, 18), (2, 7)];

/// The fillings of the first cells of an order that break no line, counted place by place.
pub(super) struct Census {
    plan: FillPlan,
    smaller: Vec<Vec<(usize, usize)>>,
    start: i32,
    numbers: [i32; CELLS],
    /// For each place, the fillings up to and including it.
    pub(super) fillings: [u64; CELLS],
    /// The last place that is filled, and the most fillings of it that are counted.
    last: usize,
    limit: u64,
}

impl Census {
    pub(super) fn new(order: &Order, smaller: Smaller, start: i32) -> Self {
        let place = |cell: usize| order.iter().position(|&other| other == cell);
        let mut at: Vec<Vec<(usize, usize)>> = vec![Vec::new(); CELLS];
        for &(less, more) in smaller {
            let pair = (place(less).expect("a cell"), place(more).expect("a cell"));
            at[pair.0.max(pair.1)].push(pair);
        }
        Self {
            plan: FillPlan::new(order),
            smaller: at,
            start,
            numbers: [0; CELLS],
            fillings: [0; CELLS],
            last: CELLS - 1,
            limit: u64::MAX,
        }
    }

    /// Counts them all.
    pub(super) fn count(mut self) -> [u64; CELLS] {
        self.fill(0, (1 << CELLS) - 1);
        self.fillings
    }

    /// The fillings of the cells up to a place, unless there are more than a limit.
    fn up_to(mut self, last: usize, limit: u64) -> Option<u64> {
        (self.last, self.limit) = (last, limit);
        self.fill(0, (1 << CELLS) - 1);
        let count = self.fillings[last];
        (count <= limit).then_some(count)
    }

    fn fill(&mut self, place: usize, available: u32) {
        let mut candidates = available;
        for line in &self.plan.closing[place] {
            let others: i32 =
                line.iter().filter(|&&at| at < place).map(|&at| self.numbers[at]).sum();
            let needed = line_sum(self.start) - self.start - others;
            candidates &= 1_u32.checked_shl(needed as u32).unwrap_or(0);
        }
        while candidates != 0 && self.fillings[self.last] <= self.limit {
            let offset = candidates.trailing_zeros();
            candidates &= candidates - 1;
            self.numbers[place] = self.start + offset as i32;
            let ascending =
                |&(less, more): &(usize, usize)| self.numbers[less] < self.numbers[more];
            if self.smaller[place].iter().all(ascending) {
                self.fillings[place] += 1;
                if place < self.last {
                    self.fill(place + 1, available & !(1 << offset));
                }
            }
        }
    }
}

/// The cheapest order and what it costs; `None` if the run was stopped.
pub(super) fn cheapest(smaller: Smaller, start: i32, run: &Run<'_>) -> Option<(Order, u64)> {
    let mut lattice = Lattice {
        smaller,
        start,
        images: images(smaller),
        bound: Census::new(&SPIRAL, smaller, start).count().iter().sum(),
        fillings: HashMap::new(),
    };
    let mut done = HashSet::new();
    let mut queue = BinaryHeap::from([(Reverse(0), Vec::new())]);
    while let Some((Reverse(cost), path)) = queue.pop() {
        if path.len() == CELLS || run.halted().is_some() {
            return path.try_into().ok().map(|order| (order, cost));
        }
        if !done.insert(lattice.canonical(&path)) {
            continue;
        }
        for cell in (0..CELLS).filter(|cell| !path.contains(cell)) {
            let longer: Vec<usize> = path.iter().copied().chain([cell]).collect();
            if let Some(count) = lattice.fillings(&longer, cost) {
                queue.push((Reverse(cost + count), longer));
            }
        }
    }
    unreachable!("the spiral is a path")
}

/// The sets of cells, as far as they have been looked at.
struct Lattice {
    smaller: Smaller,
    start: i32,
    /// The symmetries that keep the number of fillings, as permutations of the cells.
    images: Vec<Vec<usize>>,
    /// What the spiral costs: nothing dearer is of interest.
    bound: u64,
    /// The fillings of a set, unless they are too many.
    fillings: HashMap<u32, Option<u64>>,
}

impl Lattice {
    /// The fillings of the cells of a path that was reached at a cost, unless they cost too much.
    /// Paths come by growing cost, so what was too much once stays so.
    fn fillings(&mut self, path: &[usize], cost: u64) -> Option<u64> {
        let key = self.canonical(path);
        let count = || {
            let rest = (0..CELLS).filter(|cell| !path.contains(cell));
            let order: Vec<usize> = path.iter().copied().chain(rest).collect();
            let order = order.try_into().expect("all cells");
            let census = Census::new(&order, self.smaller, self.start);
            census.up_to(path.len() - 1, self.bound - cost)
        };
        *self.fillings.entry(key).or_insert_with(count)
    }

    /// The least image of the set of cells on a path.
    fn canonical(&self, path: &[usize]) -> u32 {
        let image = |image: &Vec<usize>| path.iter().map(|&cell| 1 << image[cell]).sum();
        self.images.iter().map(image).min().expect("the identity is there")
    }
}

/// Where numbers have to ascend, only the identity is sure to keep the number of fillings.
fn images(smaller: Smaller) -> Vec<Vec<usize>> {
    let all = if smaller.is_empty() { &Symmetry::ALL[..] } else { &[Symmetry::IDENTITY] };
    let hexagon = Hexagon::new(3);
    all.iter().map(|symmetry| symmetry.permutation(&hexagon)).collect()
}
