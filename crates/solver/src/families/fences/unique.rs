//! Adds posts to a layout until its loop is the only one, and if asked for its fences too.
//!
//! A post more never brings a loop or a filling that was not there: without its fences, a solution
//! of the new board is one of the old. So the symmetries can be worked through one after the
//! other, and what is done stays done. A new post stands on free cells of the layout, which it
//! keeps, and where it is in the way of other solutions: on their loop or their fences, or where
//! they leave less room for its fences than the layout does. Where there is no such cell, something
//! has to be taken away, and all symmetries are asked again.

use super::board::{Board, Fill};
use super::fillings;
use super::layout::{Layout, some_fill};
use super::orbits::{Fold, Found, Ground, Known, Maps, Search, keeps_loop};
use crate::random::Random;
use crate::run::{Halt, Run};
use crate::sat::BackendName;

/// So many other solutions are looked at before a post is added.
const BATCH: usize = 8;
/// Most questions are small, so the solver that starts at once.
pub(super) const BACKEND: BackendName = BackendName::Batsat;

/// So often posts or fences may be taken away again before a layout is given up.
const MENDS: usize = 60;
/// Boards with more cells are large.
const LARGE: usize = 200;

/// Of posts that serve equally well one with a large number is taken, but beyond this it does not
/// matter.
const GENEROUS: u32 = 8;

/// What was done to a layout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// Nothing but adding posts.
    Added,
    /// Something was taken away before, so that others may be possible again.
    Mended,
}

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
    /// The number of a map that kept another loop, when posts were taken away.
    telling: usize,
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
        Self { layout, folds, telling: 0, random, run }
    }

    /// Adds posts until there is no other loop, and if asked for no other filling.
    pub(super) fn settle(&mut self, fences: bool) -> Result<(), Stuck> {
        let mut budget = MENDS;
        loop {
            self.settle_loop(&mut budget)?;
            if !fences || self.settle_fences(&mut budget)? == Progress::Added {
                return Ok(());
            }
        }
    }

    /// Adds posts until there is no other loop. The maps are gone through in a circle, until all
    /// were asked since the last post was taken away.
    fn settle_loop(&mut self, budget: &mut usize) -> Result<(), Stuck> {
        let (mut at, mut asked) = (0, 0);
        while asked < self.folds.len() {
            let board = self.layout.board();
            let ground = Ground::new(&board, self.run)?;
            let question = Question { board: &board, ground: &ground, run: self.run };
            let left = self.folds.len() - asked;
            let circle = self.folds.iter().cycle().skip(at).take(left);
            let Some(rivals) = question.rivals(circle, &self.layout.curve, BATCH)? else {
                return Ok(());
            };
            at = (at + rivals.before) % self.folds.len();
            asked += rivals.before;
            let loops = rivals.found.into_iter().map(|found| found.cells);
            let bare: Vec<Layout> = loops.map(|cells| bare(&board, &cells)).collect();
            if self.obstruct(&bare, budget)? == Progress::Mended {
                asked = 0;
            }
        }
        Ok(())
    }

    /// Adds posts until there is no other filling, or one had to be taken away.
    fn settle_fences(&mut self, budget: &mut usize) -> Result<Progress, Stuck> {
        loop {
            let board = self.layout.board();
            let ground = Ground::new(&board, self.run)?;
            let question = Question { board: &board, ground: &ground, run: self.run };
            let found = question.refilled(self.folds, &self.layout, BATCH)?;
            if found.is_empty() {
                return Ok(Progress::Added);
            }
            let others: Vec<Layout> = found
                .iter()
                .map(|fills| Layout::filled(&board, &self.layout.curve, fills))
                .collect();
            if self.obstruct(&others, budget)? == Progress::Mended {
                return Ok(Progress::Mended);
            }
        }
    }

    /// Puts a post in the way of others; where there is no room for one, posts are taken away that
    /// have a fence there. On large boards that would open too much, and only the fence is cut back.
    fn obstruct(&mut self, others: &[Layout], budget: &mut usize) -> Result<Progress, Stuck> {
        let mut progress = Progress::Added;
        while !self.add(others) {
            *budget = budget.checked_sub(1).ok_or(Stuck::Full)?;
            let other = &others[self.random.below(others.len())];
            let used = |cell: usize| other.is_taken(cell) && !other.is_post(cell);
            let mut cuts = self.layout.cuts(used);
            if cuts.is_empty() {
                cuts = self.layout.cuts(|_| true);
            }
            if cuts.is_empty() {
                return Err(Stuck::Full);
            }
            let cut = cuts[self.random.below(cuts.len())];
            self.layout = match self.folds[0].orbit_of.len() > LARGE {
                true => self.layout.cut_back(cut),
                false => self.layout.without(cut.post),
            };
            progress = Progress::Mended;
        }
        Ok(progress)
    }

    /// Adds the post that is in the way of most, if there is one.
    fn add(&mut self, others: &[Layout]) -> bool {
        let mut best: Option<((usize, u32), usize, Fill)> = None;
        let mut sites = self.layout.sites();
        self.random.shuffle(&mut sites);
        for site in sites {
            let room = self.layout.room(site);
            let fill = some_fill(&room, self.random);
            for fill in [fill, room] {
                let number = fill.iter().sum();
                let hits = others.iter().filter(|other| blocks(other, site, number)).count();
                let appeal = (hits, number.min(GENEROUS));
                if hits > 0 && best.is_none_or(|(most, ..)| appeal > most) {
                    best = Some((appeal, site, fill));
                }
            }
        }
        if let Some((_, site, fill)) = best {
            self.layout.add(site, fill);
        }
        best.is_some()
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
        let ground = Ground::new(&board, self.run)?;
        if fences && fillings::count(&board, &ground, &layout.curve, self.run)? != Some(1) {
            return Ok(false);
        }
        let question = Question { board: &board, ground: &ground, run: self.run };
        let circle = self.folds.iter().cycle().skip(self.telling).take(self.folds.len());
        let rivals = question.rivals(circle, &layout.curve, 1)?;
        if let Some(rivals) = &rivals {
            self.telling = (self.telling + rivals.before) % self.folds.len();
        }
        Ok(rivals.is_none())
    }
}

/// A loop with the posts of a board but no fences.
fn bare(board: &Board, cells: &[usize]) -> Layout {
    Layout::filled(board, cells, &vec![[0; 6]; board.instance.posts.len()])
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
    /// So many maps were asked before and keep none.
    before: usize,
    found: Vec<Found>,
}

impl Question<'_> {
    /// Some loops of the first map that keeps other loops than one that is known.
    fn rivals<'b>(
        &self,
        folds: impl Iterator<Item = &'b Fold>,
        known: &[usize],
        most: usize,
    ) -> Result<Option<Rivals>, Halt> {
        for (before, fold) in folds.enumerate() {
            if let Some(halt) = self.run.halted() {
                return Err(halt);
            }
            // The first map is mostly one that kept others a moment ago: those are found sooner
            // than excluded.
            let deduced = match before {
                0 => Some(Known::plain(self.board, fold)),
                _ => self.ground.known(fold, self.run)?,
            };
            let Some(deduced) = deduced else { continue };
            let found = self.kept(fold, &deduced, known, most)?;
            if !found.is_empty() {
                return Ok(Some(Rivals { before, found }));
            }
        }
        Ok(None)
    }

    /// Some loops that a map keeps, other than one that is known.
    fn kept(
        &self,
        fold: &Fold,
        deduced: &Known,
        known: &[usize],
        most: usize,
    ) -> Result<Vec<Found>, Halt> {
        let mut kept = Vec::new();
        let mut search = Search::new(self.board, fold, deduced, BACKEND, self.run)?;
        // A loop with a step that the model lacks is none of its loops: there is nothing to skip.
        search.skip(known).ok();
        while kept.len() < most {
            let found = search.next()?;
            if found.is_empty() {
                break;
            }
            kept.extend(found);
        }
        Ok(kept)
    }

    /// Some other fences round the loop of a layout.
    fn refilled(
        &self,
        folds: &[Fold],
        layout: &Layout,
        most: usize,
    ) -> Result<Vec<Vec<Fill>>, Halt> {
        let keeps = |fold: &&Fold| keeps_loop(fold.map, self.board.hexagon(), &layout.curve);
        let fold = folds.iter().find(keeps).expect("the loop is symmetric");
        let mut known = Known::plain(self.board, fold);
        known.open.fill(false);
        for &cell in &layout.curve {
            (known.open[cell], known.needed[cell]) = (true, true);
        }
        let mut fillings = vec![layout.fills()];
        while fillings.len() <= most {
            let mut search = Search::new(self.board, fold, &known, BACKEND, self.run)?;
            fillings.iter().for_each(|fills| search.skip_fences(fills));
            let found = search.next()?;
            let Some(found) = found.into_iter().next() else { break };
            fillings.push(found.fills);
        }
        Ok(fillings.split_off(1))
    }
}
