//! Adds posts to a layout until its loop is the only one, and if asked for its fences too.
//!
//! A post more never brings a loop or a filling that was not there: without its fences, a solution
//! of the new board is one of the old. So the symmetries can be worked through one after the
//! other, and what is done stays done. A new post stands on free cells of the layout, which it
//! keeps, and where it is in the way of other solutions: on their loop or their fences, or where
//! they leave less room for its fences than the layout does.

use super::board::{Board, Fill};
use super::fillings;
use super::layout::{Layout, some_fill};
use super::orbits::{Fold, Found, Ground, Maps, Search};
use crate::random::Random;
use crate::run::{Halt, Run};

/// So many other solutions are looked at before a post is added.
const BATCH: usize = 8;
/// Most questions are small, so the solver that starts at once.
pub(super) const BACKEND: &str = "batsat";

/// Why a layout is given up.
pub(super) enum Stuck {
    /// No free cell is in the way of another solution.
    Full,
    /// The work had to end.
    Halted(Halt),
}

impl From<Halt> for Stuck {
    fn from(halt: Halt) -> Self {
        Self::Halted(halt)
    }
}

/// The work on one layout.
pub(super) struct Lonely<'a> {
    pub(super) layout: Layout,
    folds: &'a [Fold],
    /// Other loops seen so far, the last ones last: what they refute needs no search.
    others: Vec<Vec<usize>>,
    random: &'a mut Random,
    run: &'a Run<'a>,
}

/// The board folded by every map.
pub(super) fn folds(board: &Board, maps: &Maps) -> Vec<Fold> {
    (0..maps.maps.len()).map(|at| maps.fold(board, at)).collect()
}

impl<'a> Lonely<'a> {
    pub(super) fn new(
        layout: Layout,
        folds: &'a [Fold],
        random: &'a mut Random,
        run: &'a Run<'a>,
    ) -> Self {
        Self { layout, folds, others: Vec::new(), random, run }
    }

    /// Adds posts until there is no other loop.
    pub(super) fn settle_loop(&mut self) -> Result<(), Stuck> {
        let mut folds = self.folds;
        loop {
            let board = self.layout.board();
            let ground = Ground::new(&board);
            let question = Question { board: &board, ground: &ground, run: self.run };
            let Some(rivals) = question.rivals(folds, &self.layout.curve, BATCH)? else {
                return Ok(());
            };
            folds = &folds[rivals.fold..];
            let first = &rivals.found[0];
            let first = Layout::filled(&board, &first.cells, &first.fills);
            let loops = rivals.found.into_iter().map(|found| found.cells);
            let bare: Vec<Layout> = loops.map(|cells| bare(&board, cells)).collect();
            self.others.extend(bare.iter().map(|layout| layout.curve.clone()));
            self.obstruct(&bare, &first)?;
        }
    }

    /// Adds posts until there is no other filling.
    pub(super) fn settle_fences(&mut self) -> Result<(), Stuck> {
        loop {
            if let Some(halt) = self.run.halted() {
                return Err(Stuck::Halted(halt));
            }
            let (board, fills) = (self.layout.board(), self.layout.fills());
            let (ground, curve) = (Ground::new(&board), &self.layout.curve);
            if fillings::count(&board, &ground, curve) == Some(1) {
                return Ok(());
            }
            let mut found = fillings::some(&board, &ground, curve, BATCH);
            found.retain(|found| *found != fills);
            let others = found.iter().map(|fills| Layout::filled(&board, curve, fills));
            let others: Vec<Layout> = others.collect();
            self.obstruct(&others, &others[0])?;
        }
    }

    /// Adds the post that is in the way of most, and of `first` in any case.
    fn obstruct(&mut self, others: &[Layout], first: &Layout) -> Result<(), Stuck> {
        let mut best: Option<(usize, usize, Fill)> = None;
        let mut sites = self.layout.sites();
        self.random.shuffle(&mut sites);
        for site in sites {
            let room = self.layout.room(site);
            let fill = some_fill(&room, self.random);
            for fill in [fill, room] {
                let number = fill.iter().sum();
                let hits = others.iter().filter(|other| blocks(other, site, number)).count();
                let hits = 2 * hits + usize::from(blocks(first, site, number));
                if hits > best.map_or(0, |(most, ..)| most) {
                    best = Some((hits, site, fill));
                }
            }
        }
        let (_, site, fill) = best.ok_or(Stuck::Full)?;
        self.layout.add(site, fill);
        Ok(())
    }

    /// Takes posts away that are not needed, small numbers first.
    pub(super) fn thin_out(&mut self, fences: bool) -> Result<(), Halt> {
        let mut cells: Vec<(u32, usize)> =
            self.layout.posts().iter().map(|(cell, fill)| (fill.iter().sum(), *cell)).collect();
        cells.sort_unstable();
        for (_, cell) in cells {
            let post = self.layout.posts().iter().position(|&(post, _)| post == cell);
            let less = self.layout.without(post.expect("only this post is taken away"));
            if self.is_lonely(&less, fences)? {
                self.layout = less;
            }
        }
        Ok(())
    }

    /// Whether a layout has no rival.
    fn is_lonely(&mut self, layout: &Layout, fences: bool) -> Result<bool, Halt> {
        let board = layout.board();
        let ground = Ground::new(&board);
        if fences && fillings::count(&board, &ground, &layout.curve) != Some(1) {
            return Ok(false);
        }
        let fits = |cells: &Vec<usize>| fillings::count(&board, &ground, cells) != Some(0);
        if self.others.iter().rev().any(fits) {
            return Ok(false);
        }
        let question = Question { board: &board, ground: &ground, run: self.run };
        let rivals = question.rivals(self.folds, &layout.curve, 1)?;
        self.others.extend(rivals.iter().map(|rivals| rivals.found[0].cells.clone()));
        Ok(rivals.is_none())
    }
}

/// A loop with the posts of a board but no fences.
fn bare(board: &Board, cells: Vec<usize>) -> Layout {
    Layout::filled(board, &cells, &vec![[0; 6]; board.instance.posts.len()])
}

/// Whether a post with a number cannot be added to a layout.
fn blocks(layout: &Layout, site: usize, number: u32) -> bool {
    layout.is_taken(site) || layout.room(site).iter().sum::<u32>() < number
}

/// A board on which other loops are looked for.
struct Question<'a> {
    board: &'a Board,
    ground: &'a Ground<'a>,
    run: &'a Run<'a>,
}

/// Other loops.
struct Rivals {
    /// The number of the map that keeps them; those before it keep none.
    fold: usize,
    found: Vec<Found>,
}

impl Question<'_> {
    /// Some loops of the first map that keeps other loops than one that is known.
    fn rivals(&self, folds: &[Fold], known: &[usize], most: usize) -> Result<Option<Rivals>, Halt> {
        for (at, fold) in folds.iter().enumerate() {
            if let Some(halt) = self.run.halted() {
                return Err(halt);
            }
            let found = self.kept(fold, known, most)?;
            if !found.is_empty() {
                return Ok(Some(Rivals { fold: at, found }));
            }
        }
        Ok(None)
    }

    /// Some loops that a map keeps, other than one that is known.
    fn kept(&self, fold: &Fold, known: &[usize], most: usize) -> Result<Vec<Found>, Halt> {
        let mut kept = Vec::new();
        let Some(deduced) = self.ground.known(fold) else { return Ok(kept) };
        let mut search = Search::new(self.board, fold, &deduced, BACKEND, self.run);
        search.skip(known);
        while kept.len() < most {
            let found = search.next()?;
            if found.is_empty() {
                break;
            }
            kept.extend(found);
        }
        Ok(kept)
    }
}
