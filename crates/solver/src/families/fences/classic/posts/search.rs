//! Depth-first search over the fillings of the posts, with forward checking.
//!
//! Choose a post and lay its six fences in every way that adds up to its number. Check what is
//! left, and go on with the next post. When all are filled, enumerate the loops.
//!
//! Forward checking rejects a position if a post sees too few cells or if no corridor is left for a
//! loop. Posts that the user named come first, in that order. Of the others the next one is that with the largest
//! number, or the most constrained one. The choice depends on the position alone, so `units` can start anywhere.
//!
//! Invariant: without a shape test every filling with every loop is reported.
//!
//! Cost: exponential in the number of posts.

use std::ops::Range;

use sixfold_puzzle::families::fences::Instance;
use sixfold_puzzle::hex::Direction;

use super::board::SymmetricBoard;
use super::corridor::{Corridor, RegionFilter, RegionTest};
use super::fills::{Fills, Six};
use super::loops::{self, LoopTest};
use super::meter::{Meter, Stop};
use super::shape_test::ShapeTest;

/// Which post is filled next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PostOrder {
    /// The one with the largest number.
    Number,
    /// The one with the fewest fills that pass the tests.
    Constrained,
}

/// The heuristic and the pruning of a search.
#[derive(Clone, Debug)]
pub(super) struct SearchOptions {
    /// The posts that are filled before all others, in this order.
    pub(super) first: Vec<usize>,
    pub(super) order: PostOrder,
    pub(super) filter: RegionFilter,
}

/// All posts filled.
pub(super) struct Filling<'a> {
    /// Which one it is, counted from 1.
    pub(super) number: u64,
    /// The lengths of the fences, by post.
    pub(super) fences: &'a [Six],
}

/// Receives each solution. The same pair comes once for each symmetry of the loop, but not after
/// another filling.
pub(super) type OnSolution<'a> = dyn FnMut(&Filling<'_>, Vec<usize>) -> Result<(), Stop> + 'a;

/// What all searches of a board share.
pub(super) struct SearchSpace<'a> {
    pub(super) board: SymmetricBoard,
    pub(super) posts: &'a [(usize, u32)],
    pub(super) options: &'a SearchOptions,
}

impl<'a> SearchSpace<'a> {
    pub(super) fn new(
        instance: &'a Instance,
        options: &'a SearchOptions,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let board = SymmetricBoard::new(instance, &mut || meter.piece())?;
        Ok(Self { board, posts: &instance.posts, options })
    }
}

/// A search with some posts filled.
pub(super) struct PostSearch<'a, 'b, 'c> {
    board: &'a SymmetricBoard,
    posts: &'a [(usize, u32)],
    options: &'a SearchOptions,
    /// By cell index, with one more for the outside: neither post nor fence.
    free: Vec<bool>,
    fences: Vec<Six>,
    /// The posts that are still to be filled.
    open: Vec<bool>,
    meter: &'a mut Meter<'b>,
    found: &'a mut OnSolution<'c>,
}

impl<'a, 'b, 'c> PostSearch<'a, 'b, 'c> {
    /// A search in which no post is filled.
    pub(super) fn new(
        space: &'a SearchSpace<'_>,
        meter: &'a mut Meter<'b>,
        found: &'a mut OnSolution<'c>,
    ) -> Self {
        let SearchSpace { board, posts, options } = space;
        let mut free = vec![true; board.outside()];
        posts.iter().for_each(|&(post, _)| free[post] = false);
        free.push(false);
        let (fences, open) = (vec![[0; 6]; posts.len()], vec![true; posts.len()]);
        Self { board, posts, options, free, fences, open, meter, found }
    }

    /// Fills a post for good.
    pub(super) fn begin_with(&mut self, post: usize, lengths: Six) {
        self.open[post] = false;
        self.fences[post] = lengths;
        self.set(post, &lengths, false);
    }

    /// Tests what is left and fills the next post, if there is one.
    fn go_on(&mut self, corridors: &[Corridor]) -> Result<(), Stop> {
        let Some(corridors) = self.tested(corridors)? else { return Ok(()) };
        match self.next_post(&corridors)? {
            Some(post) => self.fill(post, &corridors),
            None => self.find_loops(&corridors),
        }
    }

    /// All ways to fill a post.
    pub(super) fn fills(&self, post: usize) -> Fills {
        Fills::new(self.views(post), self.posts[post].1)
    }

    /// Fills a post in every way.
    fn fill(&mut self, post: usize, corridors: &[Corridor]) -> Result<(), Stop> {
        self.fill_some(post, 0..usize::MAX, corridors)
    }

    /// Fills a post in some of all ways, by their numbers.
    pub(super) fn fill_some(
        &mut self,
        post: usize,
        ways: Range<usize>,
        corridors: &[Corridor],
    ) -> Result<(), Stop> {
        self.open[post] = false;
        for lengths in self.fills(post).take(ways.end).skip(ways.start) {
            self.meter.fills += 1;
            self.fences[post] = lengths;
            self.set(post, &lengths, false);
            self.go_on(corridors)?;
            self.set(post, &lengths, true);
        }
        self.open[post] = true;
        Ok(())
    }

    /// Marks the cells of a post's fences as free or taken.
    fn set(&mut self, post: usize, lengths: &Six, free: bool) {
        for (way, &length) in Direction::ALL.into_iter().zip(lengths) {
            let mut at = self.posts[post].0;
            for _ in 0..length {
                at = self.board.next(at, way);
                self.free[at] = free;
            }
        }
    }

    /// How far a post sees in each direction.
    fn views(&self, post: usize) -> Six {
        Direction::ALL.map(|way| {
            let mut at = self.board.next(self.posts[post].0, way);
            let mut view = 0;
            while self.free[at] {
                (at, view) = (self.board.next(at, way), view + 1);
            }
            view
        })
    }

    fn open_posts(&self) -> impl Iterator<Item = usize> + use<> {
        let open: Vec<usize> = (0..self.posts.len()).filter(|&post| self.open[post]).collect();
        open.into_iter()
    }

    /// The post that is filled next; none if all are.
    pub(super) fn next_post(&mut self, corridors: &[Corridor]) -> Result<Option<usize>, Stop> {
        if let Some(&post) = self.options.first.iter().find(|&&post| self.open[post]) {
            return Ok(Some(post));
        }
        match self.options.order {
            PostOrder::Number => Ok(self.open_posts().max_by_key(|&post| self.posts[post].1)),
            PostOrder::Constrained => self.most_constrained(corridors),
        }
    }

    /// The post with the fewest fills that pass the tests. Counting stops where a post is not the
    /// one, so that the many fills of the others are not all made.
    fn most_constrained(&mut self, corridors: &[Corridor]) -> Result<Option<usize>, Stop> {
        let (mut best, mut fewest) = (None, u64::MAX);
        for post in self.open_posts() {
            let count = self.surviving(post, fewest, corridors)?;
            if best.is_none() || count < fewest {
                (best, fewest) = (Some(post), count);
            }
        }
        Ok(best)
    }

    /// How many fills of a post pass the tests; not more than `most` are counted.
    fn surviving(&mut self, post: usize, most: u64, corridors: &[Corridor]) -> Result<u64, Stop> {
        self.open[post] = false;
        let mut count = 0;
        for lengths in self.fills(post) {
            if count == most {
                break;
            }
            self.set(post, &lengths, false);
            count += u64::from(self.survives(corridors)?);
            self.set(post, &lengths, true);
        }
        self.open[post] = true;
        Ok(count)
    }

    fn survives(&mut self, corridors: &[Corridor]) -> Result<bool, Stop> {
        self.meter.node()?;
        if !self.all_fillable() {
            return Ok(false);
        }
        for corridor in corridors {
            self.meter.piece()?;
            if self.kept(corridor, self.options.filter)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is left of the corridors, unless a post or the loop has no room any more.
    pub(super) fn tested(&mut self, corridors: &[Corridor]) -> Result<Option<Vec<Corridor>>, Stop> {
        self.meter.node()?;
        if !self.all_fillable() {
            self.meter.starved += 1;
            return Ok(None);
        }
        let left = self.narrowed(corridors, self.options.filter)?;
        self.meter.refused += u64::from(left.is_empty());
        Ok(Some(left).filter(|left| !left.is_empty()))
    }

    /// Whether every open post sees as many cells as it needs.
    fn all_fillable(&self) -> bool {
        let sees = |post| self.views(post).iter().sum::<u32>() >= self.posts[post].1;
        self.open_posts().all(sees)
    }

    fn narrowed(
        &mut self,
        corridors: &[Corridor],
        filter: RegionFilter,
    ) -> Result<Vec<Corridor>, Stop> {
        let mut narrowed = Vec::with_capacity(corridors.len());
        for corridor in corridors {
            self.meter.piece()?;
            narrowed.extend(self.kept(corridor, filter)?);
        }
        Ok(narrowed)
    }

    /// What is left of a corridor, if that is enough.
    fn kept(
        &mut self,
        corridor: &Corridor,
        filter: RegionFilter,
    ) -> Result<Option<Corridor>, Stop> {
        let looks = filter.test == RegionTest::Loop;
        // A known loop answers the loop test, but not the shape test.
        let known = looks && filter.shape == ShapeTest::None && corridor.has_example(&self.free);
        if filter.test == RegionTest::Off || known {
            return Ok(Some(corridor.clone()));
        }
        let Some(mut kept) = corridor.narrowed(self.board, &self.free, filter) else {
            return Ok(None);
        };
        if looks {
            kept.example = match loops::test(self.board, &kept, self.meter)? {
                LoopTest::None => return Ok(None),
                LoopTest::Found(cells) => Some(cells.into()),
                LoopTest::Unknown => None,
            };
        }
        Ok(Some(kept))
    }

    /// All posts are filled: the loops in what is left.
    pub(super) fn find_loops(&mut self, corridors: &[Corridor]) -> Result<(), Stop> {
        self.meter.fillings += 1;
        let filter = RegionFilter { test: RegionTest::Trimmed, shape: ShapeTest::None };
        for corridor in self.narrowed(corridors, filter)? {
            let filling = Filling { number: self.meter.fillings, fences: &self.fences };
            let found = &mut *self.found;
            loops::find(self.board, &corridor, self.meter, &mut |cells| found(&filling, cells))?;
        }
        Ok(())
    }
}
