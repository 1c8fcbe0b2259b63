//! Constraint propagation on a quotient: bounds of the fences' lengths, and cells left for the loop.
//!
//! Bounds follow from the sums of the posts and from the fences of other posts. The loop needs a
//! connected part of the remaining cells that the map keeps and that meets all regions. For a
//! rotation, that part must also enclose the centre.
//!
//! Shaving: an extreme length is excluded if propagation refutes it, until a fixpoint is reached.
//!
//! Invariant: only values that no solution has are removed. Most quotients are refuted here.

use super::super::board::{Board, Fill};
use super::super::fillings;
use super::bitboard::{BitGrid, Bitboard, meet, subtract};
use super::fold::{Fold, Turning};
use super::formula::Domains;
use crate::run::{Halt, Run};

/// The constraint propagation of a board, with the tables that all its folds share.
pub(in super::super) struct Propagator<'a> {
    board: &'a Board,
    grid: BitGrid,
    /// The cells of each region.
    regions: [Bitboard; 6],
    cells: Bitboard,
    rim: Bitboard,
    /// The posts, those with the largest numbers first: they decide the most.
    order: Vec<usize>,
    /// The lengths that the posts allow each other; none if they allow none.
    start: Option<Lengths>,
}

/// The bounds of the fences' lengths, and the cells that they imply.
#[derive(Clone)]
struct Lengths {
    bounds: Vec<(Fill, Fill)>,
    /// The cells that hold a fence in any case.
    fenced: Bitboard,
    /// The same, in the order in which they were found.
    trail: Vec<usize>,
}

impl<'a> Propagator<'a> {
    pub(in super::super) fn new(board: &'a Board, run: &Run<'_>) -> Result<Self, Halt> {
        let hexagon = board.hexagon();
        let grid = BitGrid::new(hexagon);
        let cells = 0..hexagon.len();
        let region = |at: usize| cells.clone().filter(move |&cell| board.regions[cell] == 1 << at);
        let mut order: Vec<usize> = (0..board.rays.len()).collect();
        order.sort_by_key(|&post| std::cmp::Reverse(board.instance.posts[post].1));
        let view = |rays: &[Vec<usize>; 6]| ([0; 6], rays.each_ref().map(|ray| ray.len() as u32));
        let bounds = board.rays.iter().map(view).collect();
        let mut propagator = Self {
            regions: std::array::from_fn(|at| grid.set(region(at))),
            cells: grid.set(cells.clone()),
            rim: grid.set(cells.clone().filter(|&cell| hexagon.degree(cell) < 6)),
            board,
            order,
            start: None,
            grid,
        };
        let mut start = Lengths { bounds, fenced: propagator.grid.empty(), trail: Vec::new() };
        let fits =
            propagator.settle(&mut start) && propagator.probe(&mut start, &mut |_| true, run)?;
        propagator.start = fits.then_some(start);
        Ok(propagator)
    }

    /// The least and the largest lengths of the fences round a loop; none if there is no room.
    pub(super) fn around(
        &self,
        cells: &[usize],
        run: &Run<'_>,
    ) -> Result<Option<Vec<(Fill, Fill)>>, Halt> {
        let Some(mut lengths) = self.start.clone() else { return Ok(None) };
        if cells.iter().any(|&cell| self.grid.contains(&lengths.fenced, cell)) {
            return Ok(None);
        }
        // The loop stops fences as a fence does.
        cells.iter().for_each(|&cell| self.grid.insert(&mut lengths.fenced, cell));
        let fits = self.settle(&mut lengths) && self.probe(&mut lengths, &mut |_| true, run)?;
        Ok(fits.then_some(lengths.bounds))
    }

    /// The number of ways to build the fences round a loop; `None` if there are too many to count.
    pub(in super::super) fn count_fillings(
        &self,
        cells: &[usize],
        run: &Run<'_>,
    ) -> Result<Option<u128>, Halt> {
        match self.around(cells, run)? {
            Some(bounds) => fillings::count(self.board, &bounds, run),
            None => Ok(Some(0)),
        }
    }

    /// The domains of a fold after propagation; `None` if it is refuted.
    pub(in super::super) fn domains(
        &self,
        fold: &Fold,
        run: &Run<'_>,
    ) -> Result<Option<Domains>, Halt> {
        let hexagon = self.board.hexagon();
        let mut domains = Domains::initial(self.board, fold);
        let turns = matches!(fold.turning, Turning::Half | Turning::Third);
        let usable = |cell: usize| domains.open[cell] && !(turns && fold.keeps(cell));
        let mut open = self.grid.set((0..hexagon.len()).filter(|&cell| usable(cell)));
        let hub = self.grid.set(fold.hub(hexagon));
        let Some(mut lengths) = self.start.clone() else { return Ok(None) };
        let mut alive = |lengths: &mut Lengths| {
            let mut left = open.clone();
            self.close(&mut left, fold, &lengths.trail);
            self.grid.thin(&mut left, self.board.least_angle());
            self.connect(&mut left, fold, &hub)
        };
        if !alive(&mut lengths) || !self.probe(&mut lengths, &mut alive, run)? {
            return Ok(None);
        }
        self.close(&mut open, fold, &lengths.trail);
        self.grid.thin(&mut open, self.board.least_angle());
        self.connect(&mut open, fold, &hub);
        (0..hexagon.len()).for_each(|cell| domains.open[cell] = self.grid.contains(&open, cell));
        domains.lengths = lengths.bounds;
        Ok(Some(domains))
    }

    /// The domains of a fold before propagation, with the lengths that the posts allow each other; `None` if they
    /// allow none.
    pub(super) fn unpropagated(&self, fold: &Fold) -> Option<Domains> {
        let Lengths { bounds, trail, .. } = self.start.as_ref()?;
        let mut domains = Domains::initial(self.board, fold);
        for orbit in trail.iter().filter_map(|&cell| fold.orbit(cell)) {
            fold.orbits[orbit].iter().for_each(|&cell| domains.open[cell] = false);
        }
        domains.lengths.clone_from(bounds);
        Some(domains)
    }

    /// Takes the orbits of fenced cells out of what the loop can use.
    fn close(&self, open: &mut Bitboard, fold: &Fold, fenced: &[usize]) {
        for &cell in fenced {
            let orbit = fold.orbit(cell).map_or(&[][..], |orbit| &fold.orbits[orbit]);
            orbit.iter().for_each(|&cell| self.grid.remove(open, cell));
        }
    }

    /// Keeps the connected parts in which a loop may lie, and returns whether there are any.
    fn connect(&self, open: &mut Bitboard, fold: &Fold, hub: &Bitboard) -> bool {
        let mut left = open.clone();
        let mut any = false;
        while let Some(first) = self.grid.first(&left) {
            let part = self.grid.flood(first, open);
            subtract(&mut left, &part);
            if self.suits(&part, fold) {
                any = true;
            } else {
                subtract(open, &part);
            }
        }
        any && self.encloses(open, hub)
    }

    /// Whether a connected part sees all regions and the map keeps it. The map takes parts to
    /// parts, so one cell decides.
    fn suits(&self, part: &Bitboard, fold: &Fold) -> bool {
        let hexagon = self.board.hexagon();
        let cell = (0..hexagon.len()).find(|&cell| self.grid.contains(part, cell));
        let kept = |cell: usize| self.grid.contains(part, fold.image(hexagon, cell));
        self.regions.iter().all(|region| meet(part, region)) && cell.is_some_and(kept)
    }

    /// Whether there is no way from the centre of a rotation to the rim past the cells.
    fn encloses(&self, open: &Bitboard, hub: &Bitboard) -> bool {
        let mut closed = self.cells.clone();
        subtract(&mut closed, open);
        let start: Bitboard = hub.iter().zip(&closed).map(|(hub, closed)| hub & closed).collect();
        start.iter().all(|&word| word == 0) || !meet(&self.grid.flood(start, &closed), &self.rim)
    }

    /// Bounds propagation on the sums: a fence is at least as long as the others of its post leave it
    /// to be, and ends before cells that others hold. Returns whether no bound is empty.
    fn settle(&self, lengths: &mut Lengths) -> bool {
        loop {
            let before = lengths.trail.len();
            for &post in &self.order {
                if !self.settle_post(lengths, post) {
                    return false;
                }
            }
            if lengths.trail.len() == before {
                return true;
            }
        }
    }

    fn settle_post(&self, lengths: &mut Lengths, post: usize) -> bool {
        let rays = &self.board.rays[post];
        let number = self.board.instance.posts[post].1;
        let (mut least, mut most) = lengths.bounds[post];
        for at in 0..6 {
            // The cells up to the least length are this post's own.
            let beyond = least[at] as usize..most[at] as usize;
            let free = |&place: &usize| !self.grid.contains(&lengths.fenced, rays[at][place]);
            most[at] = least[at] + beyond.take_while(free).count() as u32;
        }
        loop {
            let (low, high) = (least.iter().sum::<u32>(), most.iter().sum::<u32>());
            if low > number || high < number {
                return false;
            }
            let mut changed = false;
            for at in 0..6 {
                let needed = number.saturating_sub(high - most[at]).max(least[at]);
                let allowed = (number - (low - least[at])).min(most[at]);
                changed |= (needed, allowed) != (least[at], most[at]);
                (least[at], most[at]) = (needed, allowed);
                if needed > allowed {
                    return false;
                }
            }
            if !changed {
                break;
            }
        }
        for at in 0..6 {
            for place in lengths.bounds[post].0[at]..least[at] {
                let cell = rays[at][place as usize];
                if self.grid.contains(&lengths.fenced, cell) {
                    return false;
                }
                self.grid.insert(&mut lengths.fenced, cell);
                lengths.trail.push(cell);
            }
        }
        lengths.bounds[post] = (least, most);
        true
    }

    /// Shaving: tries the extreme lengths of each fence and excludes those that propagation refutes,
    /// until a fixpoint. The work grows with the square of the number of posts, so it polls the run.
    fn probe(
        &self,
        lengths: &mut Lengths,
        alive: &mut dyn FnMut(&mut Lengths) -> bool,
        run: &Run<'_>,
    ) -> Result<bool, Halt> {
        loop {
            let before: Vec<(Fill, Fill)> = lengths.bounds.clone();
            for &post in &self.order {
                for at in 0..6 {
                    if !self.probe_fence(lengths, post, at, alive, run)? {
                        return Ok(false);
                    }
                }
            }
            if lengths.bounds == before {
                return Ok(true);
            }
        }
    }

    fn probe_fence(
        &self,
        lengths: &mut Lengths,
        post: usize,
        at: usize,
        alive: &mut dyn FnMut(&mut Lengths) -> bool,
        run: &Run<'_>,
    ) -> Result<bool, Halt> {
        for extreme in [Extreme::Longest, Extreme::Shortest] {
            loop {
                let (least, most) = (lengths.bounds[post].0[at], lengths.bounds[post].1[at]);
                if least == most {
                    return Ok(true);
                }
                run.halted().map_or(Ok(()), Err)?;
                let mut trial = lengths.clone();
                let other = match extreme {
                    Extreme::Longest => (most, most - 1),
                    Extreme::Shortest => (least, least + 1),
                };
                if self.limit(&mut trial, post, at, extreme, other.0) && alive(&mut trial) {
                    break;
                }
                let opposite = extreme.opposite();
                if !self.limit(lengths, post, at, opposite, other.1) || !alive(lengths) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Requires that a fence has at least, or at most, a length, and propagates.
    fn limit(
        &self,
        lengths: &mut Lengths,
        post: usize,
        at: usize,
        extreme: Extreme,
        length: u32,
    ) -> bool {
        let least = lengths.bounds[post].0[at];
        match extreme {
            Extreme::Shortest => lengths.bounds[post].1[at] = length,
            Extreme::Longest => {
                for place in least..length {
                    let cell = self.board.rays[post][at][place as usize];
                    self.grid.insert(&mut lengths.fenced, cell);
                    lengths.trail.push(cell);
                }
                lengths.bounds[post].0[at] = length;
            }
        }
        self.settle(lengths)
    }
}

/// The end of a range of lengths that shaving tries.
#[derive(Clone, Copy)]
enum Extreme {
    Longest,
    Shortest,
}

impl Extreme {
    fn opposite(self) -> Self {
        match self {
            Self::Longest => Self::Shortest,
            Self::Shortest => Self::Longest,
        }
    }
}
