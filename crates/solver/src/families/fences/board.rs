//! Tables of a board, computed once: for each post and direction the cells that a fence could cover, for each cell its
//! region, and which cells are posts; and the text of a solution.
//!
//! Shared by all engines and the maker, except `classic`, which is a second opinion and has tables of its own. Nothing is
//! decided here; the tables only restate the instance.

use sixfold_puzzle::Family;
use sixfold_puzzle::families::fences::{Curve, Fences, Instance, Solution, Turns, region};
use sixfold_puzzle::hex::{Direction, Hexagon};

/// Six lengths of fence, in the order of the directions.
pub(super) type Fill = [u32; 6];

/// The set of all six regions, one bit each.
pub(super) const ALL_REGIONS: u8 = 0b11_1111;

/// A board.
pub(super) struct Board {
    pub(super) instance: Instance,
    /// For each post and direction the cells up to the next post or the rim.
    pub(super) rays: Vec<[Vec<usize>; 6]>,
    /// For each cell its region as one bit; none for the centre.
    pub(super) regions: Vec<u8>,
    pub(super) is_post: Vec<bool>,
}

impl Board {
    pub(super) fn new(instance: Instance) -> Self {
        let hexagon = &instance.hexagon;
        let mut is_post = vec![false; hexagon.len()];
        instance.posts.iter().for_each(|&(post, _)| is_post[post] = true);
        let view = |post: usize, direction: Direction| -> Vec<usize> {
            hexagon.ray(post, direction).take_while(|&cell| !is_post[cell]).collect()
        };
        let rays = instance.posts.iter().map(|&(post, _)| Direction::ALL.map(|to| view(post, to)));
        let rays = rays.collect();
        let bit = |&cell| region(cell).map_or(0, |region| 1 << region);
        let regions = hexagon.cells().iter().map(bit).collect();
        Self { rays, regions, is_post, instance }
    }

    pub(super) fn hexagon(&self) -> &Hexagon {
        &self.instance.hexagon
    }

    /// The least turn between two steps of the loop at a cell, in sixths, seen as the angle
    /// between the two neighbours.
    pub(super) fn least_angle(&self) -> usize {
        match self.instance.turns {
            Turns::Wide => 2,
            Turns::Any => 1,
        }
    }

    /// The regions that some cells lie in.
    pub(super) fn seen(&self, cells: impl IntoIterator<Item = usize>) -> u8 {
        cells.into_iter().fold(0, |seen, cell| seen | self.regions[cell])
    }

    /// A solution as text.
    pub(super) fn text(&self, fills: &[Fill], cells: &[usize]) -> String {
        let fences = fills.iter().map(|fill| Some(fill.map(Some))).collect();
        let cells = cells.iter().map(|&cell| self.hexagon().cell(cell)).collect();
        Fences::print_solution(&self.instance, &Solution { fences, curve: Curve::Cells(cells) })
    }

    /// The product of the numbers of loop cells in the regions.
    pub(super) fn answer(&self, cells: &[usize]) -> u128 {
        let inside = |bit: u8| cells.iter().filter(|&&cell| self.regions[cell] == bit).count();
        (0..6).map(|region| inside(1 << region) as u128).product()
    }
}
