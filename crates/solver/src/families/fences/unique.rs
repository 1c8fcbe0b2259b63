//! Posts that make the loop of a layout unique, by counterexamples.
//!
//! Enumerate some other solutions, add a post that excludes most of them, repeat. This is the loop of
//! implicit hitting sets, with a greedy choice in place of an optimal one.
//!
//! Invariant: a further post never admits a new loop or filling. Without the fences of that post, a
//! solution of the new board is one of the old. So a symmetry that was refuted stays refuted, until a
//! post is removed for lack of room.
//!
//! Heuristic: the number of posts is not minimal. Superfluous posts are removed at the end.

use super::board::{Board, Fill};
use super::layout::{Layout, some_fill};
use super::orbits::{Domains, FencedLoop, Fold, LoopSearch, Maps, Propagator, keeps_loop};
use crate::random::Random;
use crate::run::{self, Halt, Run};
use crate::sat::BackendName;

/// The size of a batch of other solutions.
const BATCH: usize = 8;
/// Most formulas are small, so the solver with the least start-up cost.
pub(super) const BACKEND: BackendName = BackendName::Batsat;

/// So often posts or fences may be taken away again before a layout is given up.
const MENDS: usize = 60;
/// Boards with more cells are large.
const LARGE: usize = 200;

/// Of posts that serve equally well one with a large number is taken, but beyond this it does not
/// matter.
const GENEROUS: u32 = 8;

/// What there is to be only one of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Uniqueness {
    /// The loop, with any number of fillings.
    Loop,
    /// The loop and its filling.
    Filling,
}

impl Uniqueness {
    /// All of them, the default first.
    pub(super) const ALL: [Self; 2] = [Self::Loop, Self::Filling];
}

/// How a layout was changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// Posts were added.
    Added,
    /// Something was removed first, so that excluded solutions may be possible again.
    Mended,
}

/// Why a layout is given up.
pub(super) enum Stuck {
    /// No free cell is in the way of another solution.
    Full,
    /// A limit of the run.
    Halted(Halt),
}

impl From<Halt> for Stuck {
    fn from(halt: Halt) -> Self {
        Self::Halted(halt)
    }
}

/// A search for posts that make the loop of a layout unique.
pub(super) struct UniqueLayout<'a> {
    pub(super) layout: Layout,
    folds: &'a [Fold],
    /// The map that kept another loop last; it is tried first.
    telling: usize,
    random: &'a mut Random,
    run: &'a Run<'a>,
}

/// The board folded by every map.
pub(super) fn folds(board: &Board, maps: &Maps) -> Vec<Fold> {
    (0..maps.maps.len()).map(|at| maps.fold(board, at)).collect()
}

impl<'a> UniqueLayout<'a> {
    pub(super) fn new(
        layout: Layout,
        folds: &'a [Fold],
        random: &'a mut Random,
        run: &'a Run<'a>,
    ) -> Self {
        Self { layout, folds, telling: 0, random, run }
    }

    /// Adds posts until there is no other loop, and if asked for no other filling.
    pub(super) fn settle(&mut self, uniqueness: Uniqueness) -> Result<(), Stuck> {
        let mut budget = MENDS;
        loop {
            self.settle_loop(&mut budget)?;
            if uniqueness == Uniqueness::Loop || self.settle_fences(&mut budget)? == Progress::Added
            {
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
            let propagator = Propagator::new(&board, self.run)?;
            let question = RivalSearch { board: &board, propagator: &propagator, run: self.run };
            let left = self.folds.len() - asked;
            let circle = self.folds.iter().cycle().skip(at).take(left);
            let Some(rivals) = question.rivals(circle, &self.layout.curve, BATCH)? else {
                return Ok(());
            };
            at = (at + rivals.before) % self.folds.len();
            asked += rivals.before;
            let posts = self.layout.posts().len() as u64;
            let told = run::Progress::of("making it unique")
                .done(asked as u64, self.folds.len() as u64, "symmetries")
                .gauge("posts", posts, "posts");
            self.run.emit(&told.into());
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
            let propagator = Propagator::new(&board, self.run)?;
            let question = RivalSearch { board: &board, propagator: &propagator, run: self.run };
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
    pub(super) fn thin_out(&mut self, uniqueness: Uniqueness) -> Result<(), Halt> {
        let mut cells: Vec<(u32, usize)> =
            self.layout.posts().iter().map(|(cell, fill)| (fill.iter().sum(), *cell)).collect();
        cells.sort_unstable();
        for (_, cell) in cells {
            let post = self.layout.posts().iter().position(|&(post, _)| post == cell);
            let less = self.layout.without(post.expect("only this post is taken away"));
            if self.is_unique(&less, uniqueness)? {
                self.layout = less;
            }
        }
        Ok(())
    }

    /// Whether a layout has no rival.
    fn is_unique(&mut self, layout: &Layout, uniqueness: Uniqueness) -> Result<bool, Halt> {
        let board = layout.board();
        let propagator = Propagator::new(&board, self.run)?;
        if uniqueness == Uniqueness::Filling
            && propagator.count_fillings(&layout.curve, self.run)? != Some(1)
        {
            return Ok(false);
        }
        let question = RivalSearch { board: &board, propagator: &propagator, run: self.run };
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

/// A search for loops of a board other than the intended one.
struct RivalSearch<'a> {
    board: &'a Board,
    propagator: &'a Propagator<'a>,
    run: &'a Run<'a>,
}

/// Other loops.
struct Rivals {
    /// How many maps were refuted before.
    before: usize,
    found: Vec<FencedLoop>,
}

impl RivalSearch<'_> {
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
            let domains = match before {
                0 => Some(Domains::initial(self.board, fold)),
                _ => self.propagator.domains(fold, self.run)?,
            };
            let Some(domains) = domains else { continue };
            let found = self.kept(fold, &domains, known, most)?;
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
        domains: &Domains,
        known: &[usize],
        most: usize,
    ) -> Result<Vec<FencedLoop>, Halt> {
        let mut kept = Vec::new();
        let mut search = LoopSearch::new(self.board, fold, domains, BACKEND, self.run)?;
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
        let mut domains = Domains::initial(self.board, fold);
        domains.open.fill(false);
        for &cell in &layout.curve {
            (domains.open[cell], domains.needed[cell]) = (true, true);
        }
        let mut fillings = vec![layout.fills()];
        while fillings.len() <= most {
            let mut search = LoopSearch::new(self.board, fold, &domains, BACKEND, self.run)?;
            fillings.iter().for_each(|fills| search.skip_fences(fills));
            let found = search.next()?;
            let Some(found) = found.into_iter().next() else { break };
            fillings.push(found.fills);
        }
        Ok(fillings.split_off(1))
    }
}
