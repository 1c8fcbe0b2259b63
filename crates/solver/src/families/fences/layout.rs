//! A solution under construction, for the maker: the cells of a loop, and posts with the lengths of their fences in the cells
//! that the loop leaves free.
//!
//! It records what `make` and `unique` decide, and answers where a post or a longer fence would find room. Invariant: no cell
//! is used twice. Nothing else is checked here: that the loop is symmetric and sees all regions is up to `random_loop`, and
//! the session verifies the finished board.

use sixfold_puzzle::families::fences::{Instance, Turns, Wanted};
use sixfold_puzzle::hex::{Direction, Hexagon};

use super::board::{Board, Fill};
use crate::random::Random;

/// A loop, posts and their fences.
#[derive(Clone)]
pub(super) struct Layout {
    hexagon: Hexagon,
    /// The loop's cells in order.
    pub(super) curve: Vec<usize>,
    /// The posts, in the order of their cells.
    posts: Vec<(usize, Fill)>,
    /// Cells that hold the loop, a post or a fence.
    taken: Vec<bool>,
}

/// A way to free cells: a post's fence in a direction ends after so many.
#[derive(Clone, Copy)]
pub(super) struct FenceCut {
    pub(super) post: usize,
    direction: Direction,
    length: usize,
}

impl Layout {
    /// A loop alone.
    pub(super) fn new(hexagon: Hexagon, curve: Vec<usize>) -> Self {
        let mut taken = vec![false; hexagon.len()];
        curve.iter().for_each(|&cell| taken[cell] = true);
        Self { hexagon, curve, posts: Vec::new(), taken }
    }

    /// Posts and fences for a loop that are known to fit.
    pub(super) fn filled(board: &Board, curve: &[usize], fills: &[Fill]) -> Self {
        let mut layout = Self::new(board.hexagon().clone(), curve.to_vec());
        for (&(cell, _), &fill) in board.instance.posts.iter().zip(fills) {
            layout.add(cell, fill);
        }
        layout
    }

    pub(super) fn posts(&self) -> &[(usize, Fill)] {
        &self.posts
    }

    pub(super) fn is_taken(&self, cell: usize) -> bool {
        self.taken[cell]
    }

    pub(super) fn is_post(&self, cell: usize) -> bool {
        self.posts.binary_search_by_key(&cell, |&(post, _)| post).is_ok()
    }

    /// The cuts that free cells of some kind.
    pub(super) fn cuts(&self, wanted: impl Fn(usize) -> bool) -> Vec<FenceCut> {
        let mut cuts = Vec::new();
        for (post, &(cell, fill)) in self.posts.iter().enumerate() {
            for direction in Direction::ALL {
                let fence =
                    self.hexagon.ray(cell, direction).take(fill[direction as usize] as usize);
                let places = fence.enumerate().filter(|&(_, cell)| wanted(cell));
                cuts.extend(places.map(|(length, _)| FenceCut { post, direction, length }));
            }
        }
        cuts
    }

    /// The same with a fence cut back, and without its post if that was all it had.
    pub(super) fn cut_back(&self, cut: FenceCut) -> Self {
        let mut less = self.without(cut.post);
        let (cell, mut fill) = self.posts[cut.post];
        fill[cut.direction as usize] = cut.length as u32;
        if fill != [0; 6] {
            less.add(cell, fill);
        }
        less
    }

    /// How far a fence could run from a cell in each direction.
    pub(super) fn room(&self, cell: usize) -> Fill {
        let free = |to| self.hexagon.ray(cell, to).take_while(|&it| !self.taken[it]).count() as u32;
        Direction::ALL.map(free)
    }

    /// The free cells from which a fence could run.
    pub(super) fn sites(&self) -> Vec<usize> {
        let fits = |&cell: &usize| !self.taken[cell] && self.room(cell) != [0; 6];
        (0..self.hexagon.len()).filter(fits).collect()
    }

    /// Puts a post with its fences on free cells.
    pub(super) fn add(&mut self, cell: usize, fill: Fill) {
        self.mark(cell, &fill, true);
        let place = self.posts.partition_point(|&(post, _)| post < cell);
        self.posts.insert(place, (cell, fill));
    }

    /// The same without one of the posts.
    pub(super) fn without(&self, post: usize) -> Self {
        let mut less = self.clone();
        let (cell, fill) = less.posts.remove(post);
        less.mark(cell, &fill, false);
        less
    }

    fn mark(&mut self, cell: usize, fill: &Fill, taken: bool) {
        self.taken[cell] = taken;
        for (direction, &length) in Direction::ALL.into_iter().zip(fill) {
            let fence = self.hexagon.ray(cell, direction).take(length as usize);
            fence.for_each(|it| self.taken[it] = taken);
        }
    }

    /// The board that shows the posts and their numbers and nothing else.
    pub(super) fn board(&self) -> Board {
        let posts = self.posts.iter().map(|(cell, fill)| (*cell, fill.iter().sum())).collect();
        let (turns, symmetry) = (Turns::Wide, Wanted::Any);
        Board::new(Instance { hexagon: self.hexagon.clone(), posts, turns, symmetry })
    }

    /// The fences of the posts.
    pub(super) fn fills(&self) -> Vec<Fill> {
        self.posts.iter().map(|&(_, fill)| fill).collect()
    }
}

/// Some lengths within the room, not all of them 0. Posts vary: some fill what they see,
/// others have one or two fences.
pub(super) fn some_fill(room: &Fill, random: &mut Random) -> Fill {
    debug_assert!(*room != [0; 6], "a fence needs room");
    let (reach, eager) = (random.below(4), 1 + random.below(4));
    loop {
        let fill = room.map(|room| match random.below(4) {
            temper if temper > eager => 0,
            temper if temper <= reach => room,
            _ => random.below(room as usize + 1) as u32,
        });
        if fill != [0; 6] {
            return fill;
        }
    }
}
